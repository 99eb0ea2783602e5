// Scores: short texts for the board, words, and positions on a scale from -1 to 1.

import { t } from './words.js';

/** @typedef {import('./net.js').Info} Info */
/** The value of a move; `isOpen` where no plan is known. @typedef {{move: string, text: string, words: string, rank: number, best: boolean, good: 'good'|'even'|'bad', proven: boolean, number: number, isOpen?: boolean, info?: Info}} MoveValue */

/** Win minus loss, from -1 to 1, of a score in centipawns. @param {number} cp */
export function scale(cp) {
  return 2 / (1 + Math.exp(-cp / 220)) - 1;
}

/** A score for the first player. @param {Info} info @param {string} side @returns {import('./tree.js').Value} */
export function ofFirst(info, side) {
  const sign = side === 'first' ? 1 : -1;
  const best = info.pv[0];
  const line = info.pv;
  if (info.mate !== undefined) {
    const mate = info.mate * sign;
    return { mate, scale: info.mate > 0 ? sign : -sign, best, line };
  }
  const cp = (info.cp || 0) * sign;
  const [win, , loss] = info.wdl || [];
  return { cp, scale: win === undefined ? scale(cp) : (sign * (win - loss)) / 1000, best, line };
}

/** Moves to the end, of plies. @param {number} plies */
export const movesOf = (plies) => Math.sign(plies) * Math.ceil(Math.abs(plies) / 2);

/** @param {import('./tree.js').Value} value */
export function pawns(value) {
  if (value.mate !== undefined) return `${value.mate < 0 ? '-' : ''}#${Math.abs(value.mate)}`;
  const cp = value.cp || 0;
  return `${cp < 0 ? '−' : '+'}${(Math.abs(cp) / 100).toFixed(2)}`;
}

/**
 * The values of moves of a game of two players, from the lines of a search.
 * @param {import('./boards/board.js').Board} board @param {any} view @param {Info[]} lines @returns {Map<string, MoveValue>}
 */
export function ofLines(board, view, lines) {
  /** @type {Map<string, MoveValue>} */
  const values = new Map();
  lines.filter(Boolean).forEach((info, rank) => values.set(info.pv[0], { move: info.pv[0], rank, best: false, info, ...board.worth(info, view) }));
  const most = Math.max(...[...values.values()].map((value) => value.number));
  for (const value of values.values()) value.best = board.isBest(value, most);
  return values;
}

/** Whether it is proven that no plan reaches the goal. @param {import('./net.js').Worth} worth */
export function isHopeless({ value, status }) {
  return value === null && status === 'proven';
}

/** The value of a first move of a puzzle. @param {import('./net.js').Worth & {move: string}} found @returns {MoveValue} */
export function ofMove(found) {
  const { move, objective, value, bound, status } = found;
  const common = { move, rank: 0, best: false };
  if (isHopeless(found)) return { ...common, text: '✗', words: t('noPlan'), good: 'bad', proven: true, number: -Infinity };
  const isMore = objective === 'hp';
  const proven = status === 'proven';
  const known = value !== null;
  // Crossings after this one.
  const number = Number(value ?? bound) - (objective === 'crossings' ? 1 : 0);
  const sign = proven ? '' : known === isMore ? '≥' : '≤';
  const text = known || isMore ? `${known ? sign : '≤'}${number}` : `≥${number}`;
  return { ...common, text, words: t(`left.${objective}`, { n: text }), good: 'even', proven, number: isMore ? number : -number, isOpen: !known };
}

/** Marks the best of the values of a puzzle's moves. @param {Map<string, MoveValue>} values */
export function markBest(values) {
  const list = [...values.values()];
  const best = Math.max(...list.filter((value) => !value.isOpen).map((value) => value.number));
  for (const value of list) {
    value.best = !value.isOpen && value.number === best && Number.isFinite(best);
    value.good = value.best ? 'good' : value.number === -Infinity ? 'bad' : 'even';
  }
}
