// Puzzles of the day: the same for everybody, and what is told of them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { dice } from '../../src/serve/page/puzzles/dice.js';
import { dayOf } from '../../src/serve/page/puzzles/seed.js';
import { CLASSICS, KINDS, placed } from '../../src/serve/page/puzzles/endings.js';
import { maze } from '../../src/serve/page/puzzles/maze.js';
import { gradeOf } from '../../src/serve/page/puzzles/proof.js';
import { samples } from '../../src/serve/page/parts/curves.js';
import { nearest } from '../../src/serve/page/parts/levels.js';
import { gradesOf, row, shortened } from '../../src/serve/page/puzzles/squares.js';

test('a text determines the dice, another text other ones', () => {
  const thrown = (seed) => {
    const { below } = dice(seed);
    return Array.from({ length: 20 }, () => below(1000));
  };
  assert.deepEqual(thrown('2026-11-26 river'), thrown('2026-11-26 river'));
  assert.notDeepEqual(thrown('2026-11-26 river'), thrown('2026-11-27 river'));
  // Fixed for good: whoever changes the dice changes the puzzle of the day.
  assert.deepEqual(thrown('2026-11-26 river').slice(0, 4), FIRST);
});

const FIRST = [294, 543, 511, 405];

test('dice are fair, and a shuffled list has what it had', () => {
  const { below, shuffled, of } = dice('fair');
  const counts = [0, 0, 0, 0, 0, 0];
  for (let n = 0; n < 6000; n++) counts[below(6)] += 1;
  assert.ok(counts.every((count) => count > 850 && count < 1150), String(counts));
  const list = [...'abcdefgh'];
  assert.deepEqual(shuffled(list).sort(), list);
  assert.ok(list.includes(of(list)));
});

test('a day is the day of this place', () => {
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), '2026-01-05');
});

test('a move is graded by what it costs', () => {
  assert.deepEqual(gradesOf([11, 11, 13, 13], false), ['best', 'worse', 'best']);
  assert.deepEqual(gradesOf([196, 196, 150, null], true), ['best', 'worse', 'lost']);
  assert.equal(row(['best', 'worse', 'lost']), '🟩🟨🟥');
});

test('a long row is shortened, and its worst moves stay', () => {
  const grades = Array.from({ length: 70 }, (_, index) => (index === 33 ? 'lost' : 'best'));
  assert.equal(shortened(grades).length, 20);
  assert.equal(shortened(grades).filter((grade) => grade === 'lost').length, 1);
  assert.equal([...row(grades)].length, 20);
});

test('pieces of an ending stand where they may, each kind once', () => {
  const { below } = dice('where');
  assert.equal(KINDS.length, 189);
  assert.ok(CLASSICS.every((kind) => KINDS.includes(kind)));
  for (let n = 0; n < 300; n++) {
    const kind = KINDS[below(KINDS.length)];
    const ranks = placed(dice(`${kind} ${n}`), kind).split('/').map((rank) => rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))));
    assert.ok(ranks.length === 10 && ranks.every((rank) => rank.length === 9), ranks.join('/'));
    const [own, other] = kind.split('-');
    const expected = [...`K${own.replaceAll('E', 'B')}`, ...`k${other.replace('K', '').replaceAll('E', 'B').toLowerCase()}`].sort().join('');
    assert.equal([...ranks.join('').replaceAll('.', '')].sort().join(''), expected, kind);
    for (const [letter, rows] of [['K', [7, 8, 9]], ['k', [0, 1, 2]]]) {
      const row = ranks.findIndex((rank) => rank.includes(letter));
      assert.ok(rows.includes(row) && /[3-5]/.test(String(ranks[row].indexOf(letter))), kind);
    }
  }
});

test('a tower of rooms has a way from the hero to the boss', () => {
  for (let n = 0; n < 100; n++) {
    const lines = maze(dice(`tower ${n}`)).split(';');
    const map = lines.slice(2, 13).map((line) => line.split(' ').map(Number));
    const [, , , , row, column] = lines.at(-1).split(' ').map(Number);
    const seen = new Set([`${row},${column}`]);
    for (const place of seen) {
      const [r, c] = place.split(',').map(Number);
      for (const [dr, dc] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) if (map[r + dr]?.[c + dc] > 0 && map[r + dr][c + dc] !== 11) seen.add(`${r + dr},${c + dc}`);
    }
    assert.ok([...seen].some((place) => map[place.split(',')[0]][place.split(',')[1]] === 99), String(n));
    const count = (what) => map.flat().filter((code) => code === what).length;
    assert.equal(count(21), count(31), 'a key for each door');
  }
});

test('a move of a game of two is graded by what is proven before and after it', () => {
  const proof = (result, moves = 0) => ({ result, moves });
  assert.equal(gradeOf(proof(1, 6), proof(-1, 5)), 'best');
  assert.equal(gradeOf(proof(1, 6), proof(-1, 6)), 'worse');
  assert.equal(gradeOf(proof(1, 6), proof(0)), 'lost');
  assert.equal(gradeOf(proof(0), proof(0)), 'best');
  assert.equal(gradeOf(proof(0), proof(1, 9)), 'lost');
  assert.equal(gradeOf(proof(-1, 3), proof(1, 2)), 'best', 'what was lost cannot be lost again');
  assert.equal(gradeOf(proof(null), proof(0)), 'best', 'nothing is said where nothing is proven');
});

test('a long walk is looked at in places, its ends among them', () => {
  assert.deepEqual(samples(0), [0]);
  assert.deepEqual(samples(3), [0, 1, 2, 3]);
  const places = samples(7159, 60);
  assert.deepEqual([places.length, places[0], places.at(-1)], [60, 0, 7159]);
});

test('a skill has the name of the nearest level', () => {
  assert.deepEqual([-4, -3, 1, 9, 20].map(nearest), [-4, -4, 0, 8, 20]);
});
