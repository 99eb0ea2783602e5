// The explorer of the static page against that of the program: the lines of the table of openings, and random games of four in a row.
//
//   node tests/web/explorer.mjs PROGRAM

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Explorer } from '../../crates/web/site/explorer.js';

const [program] = process.argv.slice(2);
const room = mkdtempSync(join(tmpdir(), 'meihua-explorer-'));
const library = join(room, 'games.db');

function openings() {
  const line = [];
  return readFileSync('crates/library/src/openings.tsv', 'utf8').split('\n').filter((row) => row && !row.startsWith('#')).map((row) => {
    const [, shared, rest] = row.split('\t');
    line.length = Number(shared);
    line.push(...rest.split(' '));
    return [...line];
  });
}

/** Columns at random, always the same; nobody has won after six plies. */
function drops(count) {
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647) % 7;
  return Array.from({ length: count }, () => {
    const heights = Array(7).fill(0);
    return Array.from({ length: 6 }, next).map((column) => `P@${'abcdefg'[column]}${++heights[column]}`);
  });
}

const GAMES = { xiangqi: openings(), cfour: drops(400) };
const results = ['1-0', '0-1', '1/2-1/2', '*'];
const text = Object.entries(GAMES).flatMap(([game, lines]) => lines.map((moves, index) => `[Variant "${game}"]\n[Date "${1950 + (index % 60)}"]\n[Red "r${index % 9}"]\n[Result "${results[index % 4]}"]\n\n${moves.join(' ')} ${results[index % 4]}\n\n`)).join('');
const run = (words, input) => execFileSync(program, words, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] });
try {
  console.log(run(['library', '--library', library, 'add', '-'], text).trim());
  run(['library', '--library', library, 'export', '--explorer', join(room, 'explorer')], '');
  const explorer = new Explorer(async (name) => JSON.parse(readFileSync(join(room, 'explorer', name), 'utf8')));
  let positions = 0;
  for (const [game, lines] of Object.entries(GAMES)) {
    const places = [...new Set(lines.flatMap((moves) => moves.map((_, ply) => moves.slice(0, ply + 1).join(' '))))];
    const asked = places.map((moves) => `position startpos moves ${moves}\nexplore`).join('\n');
    const answers = run([], `setoption name UCI_Variant value ${game}\nsetoption name Library value ${library}\n${asked}\n`).split('\n').filter((line) => line.startsWith('explore '));
    assert.equal(answers.length, places.length);
    for (const [index, moves] of places.entries()) {
      const { fen, opening, ...expected } = JSON.parse(answers[index].slice('explore '.length));
      assert.deepEqual(await explorer.explore(game, undefined, moves.split(' ')), expected, `${game} ${moves}`);
      positions += 1;
    }
  }
  console.log(`the explorer's files answer ${positions} positions as the program does`);
} finally {
  rmSync(room, { recursive: true });
}
