// Arrows and circles in a comment of PGN.

import assert from 'node:assert/strict';
import test from 'node:test';
import { comment, shapes, toggled, words } from '../../src/serve/page/shapes.js';

test('what is drawn is read again, and the words are left alone', () => {
  const drawn = [{ colour: 'G', from: 'h2', to: 'e2' }, { colour: 'R', from: 'e5', to: 'e5' }];
  const text = comment('  a fork ', drawn);
  assert.equal(text, 'a fork [%cal Gh2e2] [%csl Re5]');
  assert.deepEqual(shapes(text), drawn);
  assert.equal(words(text), 'a fork');
  assert.equal(comment(words(text), []), 'a fork');
});

test('the same shape again takes it off, another colour recolours it', () => {
  const shape = { colour: 'G', from: 'h2', to: 'e2' };
  assert.deepEqual(toggled([shape], { ...shape }), []);
  assert.deepEqual(toggled([shape], { ...shape, colour: 'R' }), [{ ...shape, colour: 'R' }]);
});

test('what is no shape is no shape', () => {
  for (const text of ['[%cal Gz9e2]', '[%csl ]', '[%clk 0:01]', 'Gh2e2', '[%cal <b>]']) assert.deepEqual(shapes(text), [], text);
  assert.equal(words('[%clk 0:01] fine'), '[%clk 0:01] fine');
});
