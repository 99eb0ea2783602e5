// Pieces of games of one's own as shapes around the middle of a square of 44: chess pieces, shogi tiles, the xiangqi
// pieces of the document, stones, and letters in discs for all others.

import { symbol, v } from '../dom.js';
// The program makes this file of the figures that it draws itself.
// @ts-ignore
import { FIGURES } from '/figures.js';
import { namesOf } from './steps.js';

/** Characters of shogi by the name of the piece, and those of the promoted sides. @type {Record<string, string|undefined>} */
const SHOGI = {
  shogiPawn: '歩と', lance: '香杏', shogiKnight: '桂圭', silver: '銀全', gold: '金', bishop: '角馬', rook: '飛龍', king: '玉',
};
/** Letters of the xiangqi pieces of the document by the name of the piece. @type {Record<string, string|undefined>} */
const XIANGQI = {
  soldier: 'p', cannon: 'c', janggiCannon: 'c', horse: 'n', elephant: 'b', janggiElephant: 'b', fers: 'a', wazir: 'a', rook: 'r', king: 'k',
};
/** Pieces that are stones or men, without a letter. */
const PLAIN = ['immobile', 'clobber', 'breakthrough'];

/** Whether a piece belongs to the first player. @param {string} cell */
export const isWhite = (cell) => cell.replace('+', '') !== cell.replace('+', '').toLowerCase();

/**
 * A piece around a point.
 * @param {any} own the view @param {string} cell as it stands there @param {number} x @param {number} y @param {boolean} [flipped] @param {Record<string, any>} [more]
 */
export function pieceAt(own, cell, x, y, flipped = false, more = {}) {
  const letter = cell.replace('+', '');
  const name = namesOf(own).get(letter.toLowerCase()) || '';
  const isFirst = isWhite(cell);
  const { art } = own;
  const side = isFirst ? 'white' : 'black';
  const group = (/** @type {string} */ kind, /** @type {any[]} */ ...children) => v('g', { class: `man ${kind} ${side}`, transform: `translate(${x} ${y})`, ...more }, children);
  const written = art === 'tiles' ? SHOGI[name] : '';
  if (written) {
    const isPromoted = cell.startsWith('+');
    return group(`tile ${isPromoted ? 'promoted' : ''}`, v('g', { transform: isFirst === flipped ? 'rotate(180)' : '' }, v('path', { d: 'M0 -19L12 -14L16 18H-16L-12 -14Z' }),
      v('text', { y: 10, 'text-anchor': 'middle' }, written[isPromoted ? 1 : 0] || written[0] || '')));
  }
  if (art === 'discs' && XIANGQI[name]) {
    const kind = XIANGQI[name] || '';
    return group('disc', symbol(`x-${isFirst ? kind.toUpperCase() : kind}`, -22, -22, 44));
  }
  if (art === 'chess' && FIGURES[name] && !cell.startsWith('+')) return group('shape', v('path', { d: FIGURES[name] }));
  const isPlain = own.pieces.length === 1 || PLAIN.includes(name) || (!name && letter.toLowerCase() === 'p');
  return group('stone', v('circle', { r: 17 }), isPlain && !cell.startsWith('+') ? null : v('text', { y: 6, 'text-anchor': 'middle' }, cell.toUpperCase()));
}
