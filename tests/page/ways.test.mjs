// Shortest ways of a graph.

import assert from 'node:assert/strict';
import test from 'node:test';
import { distances } from '../../src/serve/page/puzzles/ways.js';

const links = new Map([['a', ['b', 'c', 'x']], ['b', ['a', 'd']], ['c', ['a', 'd', 'e']], ['d', ['g']], ['e', ['d']], ['x', ['a']], ['y', ['x']], ['g', []]]);

test('steps of shortest ways, and no others', () => {
  const { left, isShortest } = distances(links, 'a', ['g']);
  assert.equal(left('a'), 3);
  assert.equal(left('g'), 0);
  const found = [...links].flatMap(([from, list]) => list.filter((to) => isShortest(from, to)).map((to) => from + to));
  assert.deepEqual(found, ['ab', 'ac', 'bd', 'cd', 'dg']);
});

test('without a way to a goal nothing is a shortest way', () => {
  const { left, isShortest } = distances(links, 'g', ['y']);
  assert.equal(left('g'), null);
  assert.equal(left('a'), null);
  assert.equal(isShortest('a', 'b'), false);
});
