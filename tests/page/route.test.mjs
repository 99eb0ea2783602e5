// The keys of a route, each by itself.

import assert from 'node:assert/strict';
import test from 'node:test';
import { countKeys, keysOf } from '../../src/serve/page/parts/route.js';

test('runs of steps are taken apart, answers stay with their step', () => {
  assert.deepEqual(keysOf('R3U2DL'), ['R', 'R', 'R', 'U', 'U', 'D', 'L']);
  assert.deepEqual(keysOf('L3C0C1R2'), ['L', 'L', 'LC0C1', 'R', 'R']);
  assert.deepEqual(keysOf('FMT3:U2I47:R'), ['FMT3:', 'U', 'U', 'I47:', 'R']);
  assert.deepEqual(keysOf('tU:GSgold:C1C0M3:5e35:u0I47:P13R'), ['tU:', 'G', 'Sgold:C1C0', 'M3:5', 'e35:', 'u0', 'I47:P13', 'R']);
});

test('keys are counted as the platform records them: each answer is one', () => {
  assert.equal(countKeys(keysOf('L3C0C1R2')), 7);
  assert.equal(countKeys(keysOf('FMTN3:U2NI47:tU:e35:u0')), 8);
});
