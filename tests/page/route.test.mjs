// The keys of a route, each by itself.

import assert from 'node:assert/strict';
import test from 'node:test';
import { keysOf } from '../../src/serve/page/parts/route.js';

test('runs of steps are taken apart, answers stay with their step', () => {
  assert.deepEqual(keysOf('R3U2DL'), ['R', 'R', 'R', 'U', 'U', 'D', 'L']);
  assert.deepEqual(keysOf('L3C0C1R2'), ['L', 'L', 'LC0C1', 'R', 'R']);
  assert.deepEqual(keysOf('FMT3:U2I47:R'), ['FMT3:', 'U', 'U', 'I47:', 'R']);
});
