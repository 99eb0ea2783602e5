// The deck of mistakes: when a question is asked again, and which questions the kept games have.

import assert from 'node:assert/strict';
import test from 'node:test';
import { due, dayNumber, graded, keyOf, questions, questionsOf, takeDeck } from '../../src/serve/page/parts/deck.js';

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => stored.set(key, text),
  removeItem: (key) => stored.delete(key),
};

test('intervals and ease are those of SuperMemo 2', () => {
  // From supermemo2 3.0.1 (PyPI). A question that was not found is asked again the same day: there, the next.
  const known = [
    [[5, 5, 5, 5, 5], [[1, 2.6], [6, 2.7], [17, 2.8], [48, 2.9], [140, 3]]],
    [[3, 3, 3, 3, 3], [[1, 2.36], [6, 2.22], [14, 2.08], [30, 1.94], [59, 1.8]]],
    [[5, 3, 5, 3, 5, 5], [[1, 2.6], [6, 2.46], [15, 2.56], [39, 2.42], [95, 2.52], [240, 2.62]]],
    [[5, 5, 5, 1, 5, 5, 3, 5], [[1, 2.6], [6, 2.7], [17, 2.8], [0, 2.26], [1, 2.36], [6, 2.46], [15, 2.32], [35, 2.42]]],
  ];
  const now = Date.UTC(2026, 10, 28, 12);
  for (const [grades, expected] of known) {
    let card;
    for (const [index, grade] of grades.entries()) {
      card = graded(card, grade, now);
      assert.deepEqual([card.days, Number(card.ease.toFixed(4))], expected[index], `${grades} ${index}`);
      assert.equal(card.due, dayNumber(now) + card.days);
    }
  }
});

test('mistakes are those of the main line, of one player or of all, each once', () => {
  const tags = { Red: 'A', Black: 'B' };
  const moves = [{ move: 'h2e2', marks: [2] }, { move: 'h9g7', marks: [1] }, { move: 'b0c2', parent: 0, marks: [4] }, { move: 'h0g2', parent: 2, marks: [6] }, { move: 'i9h9', marks: [4] }];
  const games = [['xiangqi.1', { content: { game: 'xiangqi', base: 'startpos', tags, moves } }], ['xiangqi.2', { content: { game: 'xiangqi', base: 'startpos', tags, moves } }],
    ['river.1', { content: { game: 'river', base: 'startpos', moves: [{ move: 'P1D1', marks: [2] }] } }],
    ['xiangqi.3', { content: { game: 'xiangqi', base: 'fen 4k4/9/9/9/9/9/9/9/4R4/4K4 b', tags, moves: [{ move: 'e9d9', marks: [2] }] } }]];
  const told = (who) => questionsOf(questions(games), who).map(({ id, ply, who: one }) => `${id} ${ply} ${one}`);
  assert.deepEqual(told(''), ['xiangqi.1 1 A', 'xiangqi.1 3 A', 'xiangqi.1 4 B', 'xiangqi.3 1 B']);
  assert.deepEqual(told('B'), ['xiangqi.1 4 B', 'xiangqi.3 1 B']);
  assert.equal(questionsOf(questions(games), 'A')[1].key, keyOf('startpos', ['h2e2', 'h9g7', 'h0g2']));
});

test('what another browser knows is joined: the later answer counts, and what is no card is left out', () => {
  stored.clear();
  const card = { due: 30, days: 6, ease: 2.5, times: 2, seen: 100 };
  assert.equal(takeDeck({ abc: card, def: { ...card, ease: 'x' }, 'no name': card }), 1);
  takeDeck({ abc: { ...card, days: 1, seen: 50 } });
  assert.deepEqual(JSON.parse(stored.get('meihua.deck')), { abc: card });
  takeDeck({ abc: { ...card, days: 17, seen: 150, more: '<b>' } });
  assert.deepEqual(JSON.parse(stored.get('meihua.deck')), { abc: { ...card, days: 17, seen: 150 } });
});

test('what is due comes first if it was not asked today', () => {
  const now = Date.now();
  const at = (day, seen) => ({ card: { due: dayNumber(now) + day, days: 1, ease: 2.5, times: 0, seen } });
  const [old, missed, later, fresh] = [at(-3, now - 5 * 86_400_000), at(0, now), at(1, now - 86_400_000), { card: undefined }];
  assert.deepEqual(due([missed, later, old, fresh]), [old, fresh, missed]);
});
