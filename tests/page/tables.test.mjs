// The tables of words as they stand in their files, before any of them is taken in.

import assert from 'node:assert/strict';
import test from 'node:test';
import { en } from '../../src/serve/page/words/en.js';
import { zh } from '../../src/serve/page/words/zh.js';
import { WORDS } from '../../src/serve/page/words/late.js';
import { OWN } from '../../src/serve/page/words/own.js';

test('what is fetched late replaces no word', () => {
  for (const tables of [[en, WORDS.en, OWN.en], [zh, WORDS.zh, OWN.zh]]) {
    const keys = tables.flatMap(Object.keys);
    assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), []);
  }
});
