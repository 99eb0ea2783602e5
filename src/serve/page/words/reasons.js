// Why a position is none, in Chinese: the engine has these reasons in English alone.

import { zh } from './zh.js';

/** @param {string|undefined} side */
const side = (side) => (side === 'red' ? '红方' : '黑方');
/** @type {Record<string, string>} */
const PIECES = { general: '将帅', advisor: '士', elephant: '象', horse: '马', rook: '车', cannon: '炮', pawn: '兵卒', piece: '棋子' };

/** Sentences of the engine, and what they say. @type {[RegExp, (...parts: string[]) => string][]} */
const REASONS = [
  [/^(red|black) is in check from the (\w+) on (\w\d), but (red|black) is to move$/, (who, piece, at, mover) => `${side(who)}正被 ${at} 的${PIECES[piece] || piece}将军，却轮到${side(mover)}走`],
  [/^the generals on (\w\d) and (\w\d) face each other with nothing between them$/, (one, other) => `${one} 与 ${other} 的将帅照面，中间没有棋子`],
  [/^(red|black) (\w+) on (\w\d), which may not leave its palace$/, (who, piece, at) => `${side(who)}的${PIECES[piece] || piece}在 ${at}，不能出九宫`],
  [/^(red|black) (\w+) on (\w\d), which may not cross the river$/, (who, piece, at) => `${side(who)}的${PIECES[piece] || piece}在 ${at}，不能过河`],
  [/^(red|black) has no general$/, (who) => `${side(who)}没有将帅`],
  [/^(red|black) has (\d+) generals, expected one$/, (who, n) => `${side(who)}有 ${n} 个将帅，应为一个`],
  [/^bad rank (\d+): found "(.*)", expected 9 squares, not (\d+)$/, (rank, found, n) => `第 ${rank} 行“${found}”应有 9 格，实有 ${n} 格`],
  [/^bad rank (\d+): found "(.*)", expected 9 squares: .*$/, (rank, found) => `第 ${rank} 行“${found}”中有不是棋子的字符`],
  [/^bad board: found ".*", expected 10 ranks with \/ between, not (\d+)$/, (n) => `棋盘应有 10 行，用 / 隔开，实有 ${n} 行`],
  [/^bad side to move: found "(.*)", expected w, r or b$/, (found) => `先走方“${found}”应为 w、r 或 b`],
];

/** A reason in Chinese; empty where there is no translation. @param {string} reason */
export function reasonInChinese(reason) {
  const [, head = '', text = reason] = /^(impossible position): (.*)$/.exec(reason) || [];
  for (const [pattern, say] of REASONS) {
    const [whole, ...parts] = pattern.exec(text) || [];
    if (whole !== undefined) return (head ? zh.impossible : '') + say(...parts);
  }
  return '';
}
