// Arrows over a board, as plain shapes.

import assert from 'node:assert/strict';
import test from 'node:test';
import { arrow, room } from '../../src/serve/page/parts/arrows.js';

const numbers = (text) => text.match(/-?[\d.]+/g).map(Number);

test('the value of a short arrow stands beside it, not over its head', () => {
  for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [0.5, 1], [2, 0], [2, 2], [0, 3], [3, 0], [0, 9], [8, 0]]) {
    for (const [sx, sy] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      for (const chip of ['0', '+1', '+12', '+0.3', '+0.35', '+12.34', '#-12']) {
        for (const width of [10, 8, 6, 4]) {
          const drawn = arrow([[500, 500], [500 + 60 * dx * sx, 500 + 60 * dy * sy]], { width, chip });
          const [, polygon, badge] = drawn.children;
          const head = polygon.properties.points.split(' ').map((point) => point.split(',').map(Number));
          const { x: left, y: top, width: wide, height: high } = badge.children[0].properties;
          const [x, y] = numbers(badge.properties.transform);
          const box = [[0, 0], [wide, 0], [0, high], [wide, high]].map(([a, b]) => [x + left + a, y + top + b]);
          const edges = head.map((point, n) => [point[0] - head[(n + 1) % 3][0], point[1] - head[(n + 1) % 3][1]]);
          // Two convex shapes are apart if a line along one of their edges parts them.
          const isApart = [[1, 0], [0, 1], ...edges].some(([ex, ey]) => {
            const [one, two] = [head, box].map((points) => points.map((point) => point[0] * -ey + point[1] * ex));
            return Math.max(...one) <= Math.min(...two) || Math.max(...two) <= Math.min(...one);
          });
          assert.ok(isApart, `${dx * sx},${dy * sy} ${chip} ${width}`);
        }
      }
    }
  }
});

test('a value is laid where it covers nothing, if there is such a place', () => {
  const at = (look) => numbers(arrow([[500, 500], [800, 500]], { width: 10, chip: '+0.35', ...look }).children[2].properties.transform);
  assert.deepEqual(at({}), [686, 500]);
  const [x, y] = at({ isFree: (px, py) => Math.hypot(px - 686, py - 500) > 30 });
  assert.ok(Math.hypot(x - 686, y - 500) > 30, `${x} ${y}`);
  assert.deepEqual(at({ isFree: () => false }), at({}), 'else it stays where it is usually');
});

test('values of arrows that cross lie beside each other on a full board', () => {
  const pieces = Array.from({ length: 64 }, (_, n) => [22 + 44 * (n % 8), 22 + 44 * Math.floor(n / 8)]);
  const isFree = room(pieces, 352, 352, 19);
  const ways = [[[66, 286], [66, 198]], [[110, 286], [110, 198]], [[66, 330], [110, 242]], [[154, 286], [154, 198]]];
  const boxes = ways.map((way) => {
    const badge = arrow(way, { width: 7, chip: '-0.05', isFree }).children[2];
    return [...numbers(badge.properties.transform), badge.children[0].properties.width];
  });
  boxes.forEach(([x, y, wide], n) => boxes.slice(n + 1).forEach(([otherX, otherY]) => {
    assert.ok(Math.abs(x - otherX) >= wide || Math.abs(y - otherY) >= 22, `${x},${y} and ${otherX},${otherY}`);
  }));
});
