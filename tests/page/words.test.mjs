// The words of the page: each is there in both languages, and the Chinese ones are Chinese.

import assert from 'node:assert/strict';
import test from 'node:test';
import '../../src/serve/page/late.js';
import '../../src/serve/page/boards/index.js';
import { LANGUAGES } from '../../src/serve/page/words.js';

test('every word is there in both languages, with the same parts', () => {
  const { en, zh } = LANGUAGES;
  assert.deepEqual(Object.keys(zh).filter((key) => !(key in en) && !key.startsWith('fault.')), [], 'Chinese alone');
  assert.deepEqual(Object.keys(en).filter((key) => !(key in zh)), [], 'English alone');
});

/** Commands, files and keys, which have one name everywhere. */
const NAMES = /meihua (serve|draw river … --graph)|project\/(data\.js|floors)|Shift|Escape|WASD|wwa/g;

test('no English word is among the Chinese ones', () => {
  const { en, zh } = LANGUAGES;
  const parts = (text) => [...text.matchAll(/\{\w+\}/g)].map(([part]) => part).sort().join();
  for (const [key, text] of Object.entries(zh)) {
    assert.deepEqual(text.replace(/\{\w+\}/g, '').replace(NAMES, '').match(/[A-Za-z]{3,}/g), null, `${key}: ${text}`);
    if (key in en) assert.equal([...new Set(parts(text).split(','))].filter((part) => part && !en[key].includes(part)).join(), '', `${key}: ${text}`);
  }
});
