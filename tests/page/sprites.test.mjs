// Sprites of the monsters of multi-floor towers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { numbersOf, spriteOf } from '../../src/serve/page/boards/floor.js';

test('monsters that differ in kind or colour have sprites that do', () => {
  const ids = ['greenSlime', 'redSlime', 'blackSlime', 'bat', 'bluePriest', 'redPriest', 'yellowGuard', 'blueGuard', 'skeleton', 'zombie', 'dragon'];
  const sprites = ids.map(spriteOf);
  assert.equal(new Set(sprites.slice(0, 8)).size, 8, sprites.join());
  assert.ok(sprites.every((name) => /^t-(5[1-9]|6\d|70|99)$/.test(name)), sprites.join());
  assert.equal(spriteOf('dragon'), 't-99');
  assert.equal(spriteOf('greenSlime'), 't-51');
});

test('monsters with the same sprite are numbered, others are not', () => {
  assert.deepEqual([...numbersOf([{ id: 'redBat' }, { id: 'redEagle' }, { id: 'blueGuard' }])], [['redBat', '1'], ['redEagle', '2'], ['blueGuard', '']]);
});
