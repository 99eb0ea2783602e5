// The words of the page: each is there in both languages, and the Chinese ones are Chinese.

import assert from 'node:assert/strict';
import test from 'node:test';
import { register } from 'node:module';

// The program makes these modules; the words do not depend on what is in them.
register(`data:text/javascript,${encodeURIComponent("export const resolve = (name, context, next) => (/^\\/(marks|games|looks)\\.js$/.test(name) ? { url: 'data:text/javascript,export const FALLS = [[0.1, 6]], GAMES = [], TASKS = [], LEGENDS = {}, LOOKS = String();', shortCircuit: true } : next(name, context));")}`);
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
  assert.equal(reasonText(fault({ message: '', reason: '无法读懂着法 "zz"，应为 h2e2、H2-E2、C2=5 或 炮二平五' })).zh, '无法读懂着法 "zz"，应为 h2e2、H2-E2、C2=5 或 炮二平五');
});

test('why a position is none is Chinese where the page is', () => {
  const told = (reason) => reasonText({ code: 'impossible-position', message: '', reason }).zh;
  for (const [reason, words] of Object.entries({
    'impossible position: black is in check from the rook on e5, but red is to move': '局面不可能：黑方正被 e5 的车将军，却轮到红方走',
    'impossible position: the generals on e0 and e9 face each other with nothing between them': '局面不可能：e0 与 e9 的将帅照面，中间没有棋子',
    'impossible position: red advisor on e7, which may not cross the river': '局面不可能：红方的士在 e7，不能过河',
    'impossible position: red has 2 generals, expected one': '局面不可能：红方有 2 个将帅，应为一个',
    'bad rank 0: found "4K3", expected 9 squares, not 8': '第 0 行“4K3”应有 9 格，实有 8 格',
    'bad side to move: found "x", expected w, r or b': '先走方“x”应为 w、r 或 b',
  })) assert.equal(told(reason), words);
});

test('a refused move is told without its letters', () => {
  const told = refusalText({ code: 'illegal-move', message: '', reason: '"w" is not a legal move: a wall is in the way', translated: { message: '', reason: '着法 "w" 不合法：有墙' } }, (text) => text);
  assert.deepEqual(told, { en: 'A wall is in the way.', zh: '有墙。' });
});

test('what is wrong with a puzzle of one\'s own is Chinese where the page is', () => {
  for (const [problem, words] of Object.entries({
    'found "?y", expected a variable declared before': '写的是“?y”，应为前面声明过的变量',
    'found "the end", expected 2 more closing parentheses': '文本到此结束，还缺 2 个右括号',
    'found "(p)) (:goal (p))", expected 1 argument and not 0': '写的是“(p)) (:goal (p))”，应有 1 个参数，而不是 0 个',
    'found "v", expected an argument of type b or d': '写的是“v”，参数的类型应为 b 或 d',
    'found "1.5", expected a whole number from 0 to 1000000000': '写的是“1.5”，应为 0 到 1000000000 的整数',
    'found "(:domain b)", expected (:domain a)': '写的是“(:domain b)”，应为 (:domain a)',
    'unknown key': '没有这个键',
  })) assert.equal(inChinese(problem), words);
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
