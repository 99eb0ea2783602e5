// Games of one's own: bases that hold a text, and moves taken apart.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FIRST, baseOf, hexOf, rulesIn, rulesOf, tagOf } from '../../src/serve/page/rules.js';
import { describe, stepsOf } from '../../src/serve/page/boards/steps.js';

test('a base holds the whole text and the position', () => {
  const text = '# 棋 “quoted” & <b>\n[a-1:chess]\npawn = -\n';
  for (const position of ['startpos', 'fen 8/8 w - - 0 1']) assert.deepEqual(rulesOf(baseOf('a-1', text, position)), { name: 'a-1', text, position });
  assert.match(baseOf('a', '>>>???~~~'), /^rules a [\w-]+ startpos$/);
  assert.equal(hexOf('é\n'), 'c3a90a');
});

test('a base without a text is the first game, one with a damaged text is none', () => {
  for (const base of ['rules a ** startpos', 'rules a', 'rules a - startpos']) assert.equal(rulesOf(base).text, '[');
  for (const base of ['startpos', '']) assert.deepEqual(rulesOf(base), { name: 'hexapawn', text: FIRST, position: 'startpos' });
  assert.equal(rulesOf('fen p/P w').position, 'fen p/P w');
});

test('a saved game holds the text of its rules', () => {
  const rules = { name: 'a-1', text: '# 棋 "quoted"\n[a-1]\n', position: 'startpos' };
  assert.deepEqual(rulesIn(tagOf(rules)), rules);
  for (const none of [undefined, '', 'a', 'a b c']) assert.equal(rulesIn(none), null);
});

test('a move is what one presses', () => {
  for (const [move, steps] of Object.entries({
    a2a4: ['a2', 'a4'], e7e8q: ['e7', 'e8'], 'b10b9+': ['b10', 'b9'], 'P@e5': ['P@', 'e5'], '+R@e5': ['R@', 'e5'], c3e5g7: ['c3', 'e5', 'g7'], 'a1b2,b2c3': ['a1', 'b2', 'c3'], 'a1b2q,b2p16': ['a1', 'b2', 'p16'],
    '0000': [], 'a1a1': ['a1', 'a1'],
  })) assert.deepEqual(stepsOf(move), steps, move);
});

test('a move is told by the piece and what it takes', () => {
  const own = { ranks: 2, board: [['p', ''], ['', 'N']], pieces: [['N', 'knight'], ['P', '']] };
  assert.deepEqual([describe({ own }, 'b1a2'), describe({ own }, 'a1a1')].map((words) => words.replace(/\{\w+\}/g, '')), ['own.took', 'own.passed']);
});
