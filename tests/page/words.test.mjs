// The words of the page: each is there in both languages, and the Chinese ones are Chinese.

import assert from 'node:assert/strict';
import test from 'node:test';
import { register } from 'node:module';

// The program makes these modules; the words do not depend on what is in them.
register(`data:text/javascript,${encodeURIComponent("export const resolve = (name, context, next) => (/^\\/(marks|games|figures|looks)\\.js$/.test(name) ? { url: 'data:text/javascript,export const FALLS = [[0.1, 6]], GAMES = [], TASKS = [], LEGENDS = {}, FIGURES = {}, LOOKS = String();', shortCircuit: true } : next(name, context));")}`);
await import('../../src/serve/page/late.js');
await import('../../src/serve/page/boards/index.js');
const { LANGUAGES, reasonText, refusalText, wrongIn } = await import('../../src/serve/page/words.js');
const { Workshop } = await import('../../src/serve/page/parts/workshop.js');
const { halfOf, halves, taskParts, whole } = await import('../../src/serve/page/parts/taskshop.js');
const { inOrder } = await import('../../src/serve/page/boards/atoms.js');

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

test('what is wrong with the text of a game is told fault by fault in both languages', () => {
  const { faults } = Workshop.prototype;
  const en = 'option VariantText: line 2: maxRank: found "99", expected a number from 1 to 16; line 5: [b]: the parent "c" is unknown; it must stand above, or be one of the built-in games; line 6: the ] after the name of the game is missing; and 2 more (`meihua check` lists all)';
  const zh = '选项 VariantText：第 2 行：maxRank：读到 "99"，应为 1 到 16 的数；第 5 行：[b]：没有名为 "c" 的上级棋种：须写在上文，或是内置棋种；第 6 行：棋名之后缺少 ]；另有 2 处（`meihua check` 全部列出）';
  assert.deepEqual(faults({ en, zh }, ''), [
    { line: 2, key: 'maxRank', problem: { en: 'found "99", expected a number from 1 to 16', zh: '读到 "99"，应为 1 到 16 的数' } },
    { line: 5, key: '[b]', problem: { en: 'the parent "c" is unknown; it must stand above, or be one of the built-in games', zh: '没有名为 "c" 的上级棋种：须写在上文，或是内置棋种' } },
    { line: 6, key: '', problem: { en: 'the ] after the name of the game is missing', zh: '棋名之后缺少 ]' } },
  ]);
  assert.deepEqual(faults({ en: '1 game added: a; left out: line 2: foo: unknown key', zh: '已加入 1 种棋：a；未收入：第 2 行：foo：没有这个键' }, ''), [{ line: 2, key: 'foo', problem: { en: 'unknown key', zh: '没有这个键' } }]);
});

test('what is wrong with a file is told in both languages', () => {
  assert.deepEqual(wrongIn({ faults: ['a'], error: 'import: no game', translated: { faults: ['甲'], error: 'import：没有棋局' } }), [{ en: 'a', zh: '甲' }, { en: 'no game', zh: '没有棋局' }]);
  assert.deepEqual([wrongIn({ games: [] }), wrongIn({ error: 'no' })], [[], [{ en: 'no', zh: 'no' }]]);
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

test('what was typed stays in its field', () => {
  const [domain, problem] = ['; A walk.\n(define (domain walk)\n  (:predicates (p)))', '; Two steps.\n\n(define (problem two) (:domain walk) (:goal (p)))'];
  assert.equal(whole([domain, problem, '']), `${domain}\n\n${problem}\n`, 'usual texts are joined as they are');
  for (const first of [domain, `${domain} ; note`, `${domain}\n; note`, `${domain}\n\n; note\n\n\n; note`, '; note', '']) {
    for (const second of [problem, `\n${problem}`, '; to be written', '(define (prob', '']) {
      for (const legend of ['', 'row a b\n\np: disc in a']) assert.deepEqual(halves(whole([first, second, legend])), [first, second, legend], JSON.stringify([first, second]));
    }
  }
});

test('facts are in the order of people', () => {
  const list = ['at t10 c1', 'at t2 c3', 'at t2 c1', 'a', 'not b'];
  assert.deepEqual(inOrder(list), ['a', 'at t2 c1', 'at t2 c3', 'at t10 c1', 'not b']);
  assert.equal(list[0], 'at t10 c1');
});
