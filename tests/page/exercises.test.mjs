// The results of a class: whose are whose.

import assert from 'node:assert/strict';
import test from 'node:test';
import { keep, sheetOf, takeResults } from '../../src/serve/page/parts/exercises.js';

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => stored.set(key, text),
  removeItem: (key) => stored.delete(key),
};

/** The rows of a table after these results: names, and the numbers of the exercises that were solved. */
function rows(...all) {
  const app = { alert: '' };
  const sheet = sheetOf('Week', Array.from({ length: 5 }, (_, n) => ({ game: 'cfour', fen: `fen ${n}`, moves: ['a'] })), false);
  stored.clear();
  keep(app, sheet);
  for (const [name, numbers, by] of all) takeResults(app, { sheet: sheet.id, name, by, solved: Array.from({ length: 5 }, (_, n) => (numbers.includes(n + 1) ? { tries: 0, hints: 0, shown: false } : null)) });
  const { results } = JSON.parse(stored.get(`meihua.sheet.${sheet.id}`));
  return results.map(([name, solved]) => [name, solved.flatMap((one, n) => (one ? [n + 1] : []))]);
}

test('pupils without a name, or of one name, have a row each', () => {
  for (const name of ['', 'Li']) {
    assert.deepEqual(rows([name, [1, 2]], [name, [5]]), [[name, [1, 2]], [name, [5]]]);
    assert.deepEqual(rows([name, [1], 'one'], [name, [1, 2], 'two']), [[name, [1]], [name, [1, 2]]]);
  }
});

test('later results of a pupil take the place of the earlier ones, in whatever order they come', () => {
  for (const by of [undefined, 'one']) {
    assert.deepEqual(rows(['Li', [1], by], ['Li', [1, 2], by]), [['Li', [1, 2]]]);
    assert.deepEqual(rows(['Li', [1, 2], by], ['Li', [1], by]), [['Li', [1, 2]]]);
  }
  assert.deepEqual(rows(['', [1], 'one'], ['Li', [1], 'one']), [['Li', [1]]]);
  // Two who share a browser.
  assert.deepEqual(rows(['Li', [1], 'one'], ['Wu', [1, 2], 'one']), [['Li', [1]], ['Wu', [1, 2]]]);
});
