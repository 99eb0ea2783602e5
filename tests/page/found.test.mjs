// What a paste or a drop was found to be.

import assert from 'node:assert/strict';
import test from 'node:test';
import { foundGame, foundText } from '../../src/serve/page/parts/found.js';
import { Tree } from '../../src/serve/page/tree.js';

function game(main, others) {
  const tree = new Tree();
  for (let ply = 0; ply < main; ply++) tree.play({ move: `m${ply}` });
  for (let n = 0; n < others; n++) tree.add(tree.root.children[0], { move: `v${n}` });
  return tree;
}

test('format, moves and variations are named', () => {
  assert.deepEqual(foundGame(game(106, 2), 'XQF', false), { en: 'Found: an XQF game of 53 moves, 2 variations.', zh: '找到：XQF 棋谱，53 回合，2 个变化。' });
  assert.equal(foundGame(game(1, 0), 'PGN', false).en, 'Found: a PGN game of 1 move.');
  assert.equal(foundGame(game(7, 1), undefined, true).en, 'Found: a game of 7 moves, 1 variation.');
  assert.equal(foundGame(game(7, 1), undefined, true).zh, '找到：棋谱，7 步，1 个变化。');
});

test('a position and a file of games are no single game', () => {
  assert.equal(foundGame(game(0, 0), undefined, false).en, 'Found: a position.');
  assert.equal(foundText({ format: 'PGN', games: 3, moves: 0, variations: 0, isPuzzle: false }).en, 'Found: PGN file with 3 games.');
});
