// Parts of the board of a game of one's own: goals, a small picture, and the words for what a move does at its end.

import { s, v } from '../dom.js';
import { t } from '../words.js';
import { arrow } from '../parts/arrows.js';
import { nameOf, stepsOf } from './steps.js';
import { pieceAt } from './symbols.js';

export const SIDE = 44;
/** How far rows of hexagons are apart, in their width. */
export const ROW = Math.sqrt(3) / 2;

/** @param {string} name @returns {[number, number]} file and rank from 0 */
export const placeOf = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

/** The squares that a side has to reach or connect: a line along the edge of the board, in the corners of others. @param {any} own @param {(name: string) => [number, number]} middle @param {boolean} flipped */
export function goalsOf(own, middle, flipped) {
  const { files, ranks } = own;
  const isHex = own.shape === 'hexagons';
  return [0, 1].flatMap((side) => own.goals[side].flatMap((/** @type {string} */ name) => {
    const [file, rank] = placeOf(name);
    const [x, y] = middle(name);
    const turn = flipped ? -1 : 1;
    const isFull = (/** @type {(other: string) => boolean} */ is) => own.goals[side].filter(is).length;
    const onRow = isFull((other) => placeOf(other)[1] === rank) === files && (rank === 0 || rank === ranks - 1);
    const onColumn = isFull((other) => placeOf(other)[0] === file) === ranks && (file === 0 || file === files - 1);
    const line = (/** @type {number[]} */ [x1, y1, x2, y2]) => v('line', { class: `goal goal${side}`, x1: x + x1 * turn, y1: y + y1 * turn, x2: x + x2 * turn, y2: y + y2 * turn });
    const lines = [];
    if (onRow) {
      const down = rank === 0 ? 1 : -1;
      lines.push(...(isHex ? [line([-22, 12.7 * down, 0, 25.4 * down]), line([0, 25.4 * down, 22, 12.7 * down])] : [line([-20, 20 * down, 20, 20 * down])]));
    }
    if (onColumn) {
      const aside = file === 0 ? -1 : 1;
      lines.push(...(isHex ? [line([22 * aside, -12.7, 22 * aside, 12.7]), line(aside < 0 ? [-22, -12.7, 0, -25.4] : [22, 12.7, 0, 25.4])] : [line([20 * aside, -20, 20 * aside, 20])]));
    }
    return lines.length ? lines : v('circle', { class: `goal goal${side}`, cx: x + 16, cy: y - 16, r: 3, fill: 'none' });
  }));
}

/** What a piece becomes at the end of a move: a letter, `+`, `-`, or nothing. @param {string} move */
export function endOf(move) {
  const end = /([a-z+-])$/i.exec(move.split(',')[0] || '')?.[1] || '';
  return move.startsWith('+') ? '+' : end;
}

/** What a move does at its end, in words: what a piece becomes, or that it stops. @param {any} own @param {string} move */
export function choiceWords(own, move) {
  const end = endOf(move);
  if (end === '+') return t('own.promote');
  if (end === '-') return t('own.demote');
  return end ? t('own.become', { piece: nameOf(own, end) }) : t('own.stay');
}

/** A small picture of a position: the move played in red, the better one in green. @param {any} view @param {{played?: string, better?: string}} [moves] */
export function drawSmall({ own }, { played = '', better = '' } = {}) {
  const isHex = own.shape === 'hexagons';
  const [width, height] = [SIDE * (own.files + (isHex ? (own.ranks - 1) / 2 : 0)), SIDE * own.ranks * (isHex ? ROW : 1) + (isHex ? 12 : 0)];
  const middle = (/** @type {number} */ file, /** @type {number} */ row) => /** @type {[number, number]} */ (isHex ? [SIDE * (file + 0.5 + (own.ranks - 1 - row) / 2), SIDE * (row * ROW + 0.58)] : [SIDE * (file + 0.5), SIDE * (row + 0.5)]);
  const shapes = own.board.flatMap((/** @type {string[]} */ line, /** @type {number} */ row) => line.flatMap((cell, file) => {
    const [x, y] = middle(file, row);
    const look = `sq ${!own.chequered ? 'even' : (file + own.ranks - 1 - row) % 2 ? 'light' : 'dark'}`;
    return [isHex ? v('circle', { class: look, cx: x, cy: y, r: 21 }) : v('rect', { class: look, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }),
      cell === '*' ? v('rect', { class: 'block', x: x - 19, y: y - 19, width: 38, height: 38, rx: 5 }) : cell ? pieceAt(own, cell, x, y) : null];
  }));
  const shown = (/** @type {string} */ move, /** @type {'played'|'better'} */ kind, /** @type {string} */ chip) => {
    const way = stepsOf(move).filter((step) => !step.endsWith('@')).map((step) => middle(placeOf(step)[0], own.ranks - 1 - placeOf(step)[1]));
    if (way.length > 1) return arrow(way, { width: 11, kind, chip });
    return way.map(([x, y]) => v('g', { class: kind }, v('circle', { cx: x, cy: y, r: 18 }), v('text', { x, y: y + 9, 'text-anchor': 'middle' }, chip)));
  };
  return s('svg', { viewBox: `0 0 ${width} ${height}`, class: `picture made ${own.art}`, 'aria-hidden': 'true' }, shapes, better && better !== played && shown(better, 'better', '!'), played && shown(played, 'played', '?'));
}
