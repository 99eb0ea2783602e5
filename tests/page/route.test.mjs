// The keys of a route, each by itself.

import assert from 'node:assert/strict';
import test from 'node:test';
import { countKeys, keysOf, playable } from '../../src/serve/page/parts/route.js';

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

/** An engine that refuses steps against walls and one that is not understood, as that of the program does. */
const engine = (refused) => ({
  position: async (_game, _base, moves) => {
    const at = moves.findIndex((move) => refused[move]);
    const history = at < 0 ? moves : moves.slice(0, at);
    return { view: { history }, errors: at < 0 ? [] : [{ code: 'illegal-move', message: '', reason: `"${moves[at]}" is not a legal move: ${refused[moves[at]]}` }] };
  },
});
const app = { game: 'tower', tree: { base: 'project shelf:1', path: () => [] } };

test('a step against a wall is left out of a record, one into what is not understood ends it there', async () => {
  const wall = await playable(engine({ L: 'a step left is not possible' }), app, ['R', 'L', 'U']);
  assert.deepEqual([wall.good, wall.left], [['R', 'U'], []]);
  for (const reason of ['not understood: the trigger "oldman" of the block oldman', 'F1 0,2 asks: an answer is missing, expected one of C0']) {
    const { good, left, fault } = await playable(engine({ L: reason }), app, ['R', 'L', 'U']);
    assert.deepEqual([good, left], [['R'], ['L', 'U']]);
    assert.ok(fault.reason.includes(reason));
  }
});
