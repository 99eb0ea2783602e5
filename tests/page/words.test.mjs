// The words of the page: each is there in both languages, and the Chinese ones are Chinese.

import assert from 'node:assert/strict';
import test from 'node:test';
import { register } from 'node:module';

// The program makes these modules; the words do not depend on what is in them.
register(`data:text/javascript,${encodeURIComponent("export const resolve = (name, context, next) => (/^\\/(marks|games|figures|looks)\\.js$/.test(name) ? { url: 'data:text/javascript,export const FALLS = [[0.1, 6]], GAMES = [], TASKS = [], LEGENDS = {}, FIGURES = {}, LOOKS = String();', shortCircuit: true } : next(name, context));")}`);
await import('../../src/serve/page/late.js');
await import('../../src/serve/page/boards/index.js');
const { LANGUAGES, reasonText, refusalText } = await import('../../src/serve/page/words.js');
const { inChinese } = await import('../../src/serve/page/words/own.js');
const { halfOf, taskParts } = await import('../../src/serve/page/parts/taskshop.js');

test('every word is there in both languages, with the same parts', () => {
  const { en, zh } = LANGUAGES;
  assert.deepEqual(Object.keys(zh).filter((key) => !(key in en) && !key.startsWith('fault.')), [], 'Chinese alone');
  assert.deepEqual(Object.keys(en).filter((key) => !(key in zh)), [], 'English alone');
});

/** Commands, files, keys and the words of a legend, which have one name everywhere. */
const NAMES = /row a1 b1 c1|places( left ~ right)?|row|tile|disc|bar|fill|meihua (serve|library add|draw river … --graph)|project\/(data\.js|floors)|Shift|Escape|WASD|wwa/g;

test('no English word is among the Chinese ones', () => {
  const { en, zh } = LANGUAGES;
  const parts = (text) => [...text.matchAll(/\{\w+\}/g)].map(([part]) => part).sort().join();
  for (const [key, text] of Object.entries(zh)) {
    assert.deepEqual(text.replace(/\{\w+\}/g, '').replace(NAMES, '').match(/[A-Za-z]{3,}/g), null, `${key}: ${text}`);
    if (key in en) assert.equal([...new Set(parts(text).split(','))].filter((part) => part && !en[key].includes(part)).join(), '', `${key}: ${text}`);
  }
});

test('what is known in English alone is left out of a Chinese sentence', () => {
  const reason = 'impossible position: black is on his own, but red is to move';
  const fault = (translated) => ({ code: 'impossible-position', message: `position: ${reason}`, reason, translated });
  assert.deepEqual(reasonText(fault({ message: '', reason: '局面不可能：black is on his own, but red is to move' })), { en: reason, zh: '局面不可能' });
  // What somebody wrote stays.
  assert.equal(reasonText(fault({ message: '', reason: '第 1 行第 9 列有误：读到 "some words", 应为谓词' })).zh, '第 1 行第 9 列有误：读到 "some words", 应为谓词');
  assert.equal(reasonText(fault({ message: '', reason: '无法读懂着法 "zz"，应为 h2e2、H2-E2、C2=5 或 炮二平五' })).zh, '无法读懂着法 "zz"，应为 h2e2、H2-E2、C2=5 或 炮二平五');
});

test('a refused move is told without its letters', () => {
  const told = refusalText({ code: 'illegal-move', message: '', reason: '"w" is not a legal move: a wall is in the way', translated: { message: '', reason: '着法 "w" 不合法：有墙' } }, (text) => text);
  assert.deepEqual(told, { en: 'A wall is in the way.', zh: '有墙。' });
});

test('what is wrong with the text of a game is Chinese where the page is', () => {
  for (const [problem, words] of Object.entries({ 'found "9", expected a number from 1 to 8': '写的是“9”，应为 1 到 8 的数', 'unknown key': '没有这个键', 'found "x", expected y': '写的是“x”，应为 y' })) assert.equal(inChinese(problem), words);
});

test('a file is a half of a puzzle if it defines the domain or the problem alone', () => {
  const [domain, problem] = ['; (define (problem no))\n(define (domain Walk)\n  (:predicates (p)))', '(define(problem two)\n (:domain walk) (:goal (p)))'];
  assert.deepEqual([halfOf(domain), halfOf(problem)], [{ kind: 'domain', domain: 'walk' }, { kind: 'problem', domain: 'walk' }]);
  for (const text of ['', 'row a1 b1', '(define (x))', `${domain}\n${problem}`]) assert.equal(halfOf(text), null);
  const app = (draft) => ({ game: 'plan', tree: { base: 'startpos', draft } });
  assert.deepEqual(taskParts(problem, app(domain), ''), [domain, problem]);
  assert.deepEqual(taskParts(domain, app(problem), ''), [domain, problem]);
  for (const draft of [null, problem, `${domain}\n${problem}`]) assert.deepEqual(taskParts(problem, app(draft), ''), [problem]);
  assert.deepEqual(taskParts('1. e4 e5', app(domain), ''), []);
});
