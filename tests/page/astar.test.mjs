// A* step by step, beside Dijkstra's algorithm on random graphs.

import assert from 'node:assert/strict';
import test from 'node:test';
import { AStar, wayTo } from '../../src/serve/page/puzzles/astar.js';
import { dice } from '../../src/serve/page/puzzles/dice.js';

/** A random graph; the last node is the goal. */
function graph(seed) {
  const { below } = dice(`graph ${seed}`);
  const size = 12 + below(12);
  return Array.from({ length: size }, () => Array.from({ length: 1 + below(4) }, () => [below(size), 1 + below(6)]));
}

/** The distance of each node from a start, where `edges` lead. */
function distances(edges, start) {
  const far = edges.map(() => Infinity);
  far[start] = 0;
  for (let round = 0; round < edges.length; round++) {
    edges.forEach((list, from) => list.forEach(([to, price]) => {
      far[to] = Math.min(far[to], far[from] + price);
    }));
  }
  return far;
}

function solve(edges, left) {
  const goal = edges.length - 1;
  const search = new AStar('0', left[0], goal === 0);
  let steps = 0;
  for (let node = search.next(); node && steps < 10_000; node = search.next(), steps++) {
    search.step(edges[Number(node.name)].map(([to, price]) => ({ name: String(to), move: `${node.name}-${to}`, price, h: left[to], isGoal: to === goal })));
  }
  return { search, steps };
}

test('the way is a shortest one, whatever admissible estimate there is', () => {
  for (let seed = 0; seed < 200; seed++) {
    const edges = graph(seed);
    const back = edges.map(() => []);
    edges.forEach((list, from) => list.forEach(([to, price]) => back[to].push([from, price])));
    const exact = distances(back, edges.length - 1);
    const best = distances(edges, 0)[edges.length - 1];
    const { below } = dice(`estimate ${seed}`);
    // Exact, none, and one that is admissible without being consistent: closed nodes have to be opened again.
    const estimates = [exact, exact.map(() => 0), exact.map((left) => (left === Infinity ? 0 : below(left + 1)))];
    for (const left of estimates.map((list) => list.map((h) => (h === Infinity ? null : h)))) {
      if (left[0] === null) continue;
      const { search } = solve(edges, left);
      assert.equal(search.goal ? search.goal.g : Infinity, best, `graph ${seed}`);
      if (!search.goal) continue;
      const way = wayTo(search.goal);
      assert.equal(way[0].name, '0');
      for (const node of search.open.values()) assert.ok(node.g + node.h >= best, 'nothing cheaper is left');
    }
  }
});

test('with an exact estimate only nodes of shortest ways are closed', () => {
  const edges = [[[1, 1], [2, 1]], [[3, 1]], [[3, 5]], []];
  const { search, steps } = solve(edges, [2, 1, 5, 0]);
  assert.equal(steps, 3);
  assert.deepEqual([...search.closed.keys()], ['0', '1', '3']);
});

test('a node that leads nowhere is not opened', () => {
  const search = new AStar('a', 1, false);
  search.step([{ name: 'b', move: 'x', price: 1, h: null, isGoal: false }]);
  assert.equal(search.last.to[0].outcome, 'lost');
  assert.equal(search.next(), null);
});
