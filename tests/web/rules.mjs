// The legal moves of `Board` are those of ffish, a package of npm, in random positions; and how long each takes for them.
//
//   node --no-experimental-fetch rules.mjs PACKAGE [POSITIONS]        with ffish in WEB_MODULES
//
// ffish was made for a Node that had no `fetch`.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const [folder, count = '1000'] = process.argv.slice(2);
const { Board } = await import(`${folder}/index-node.js`);
const ffish = createRequire(`${process.env.WEB_MODULES}/`)('ffish');
if (!ffish.Board) await new Promise((ready) => (ffish.onRuntimeInitialized = ready));

let seed = 7;
const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
/** ffish counts ranks from one. */
const fromOne = (move) => move.replace(/\d/g, (rank) => String(Number(rank) + 1));
const spent = { board: 0, ffish: 0 };
let same = 0;
while (same < Number(count)) {
  const own = await Board.start('xiangqi');
  const other = new ffish.Board('xiangqi');
  for (let ply = 0; ply < 120 && same < Number(count); ply++) {
    const began = performance.now();
    const moves = own.legalMoves();
    const between = performance.now();
    const theirs = other.legalMoves().split(' ').filter(Boolean);
    spent.ffish += performance.now() - between;
    spent.board += between - began;
    if (ply > 0) {
      assert.deepEqual(moves.map(fromOne).sort(), theirs.sort(), own.fen);
      same += 1;
    }
    if (!moves.length) break;
    const move = moves[random(moves.length)];
    own.push(move);
    other.push(fromOne(move));
  }
  own.close();
  other.delete();
}
console.log(`rules: ${same} random positions have the moves of ffish ${ffish.info?.() ?? ''}; ${((1000 * spent.board) / same).toFixed(1)} µs a list, ffish ${((1000 * spent.ffish) / same).toFixed(1)} µs`);
process.exit(0);
