// Pieces of games of one's own as shapes around the middle of a square of 44: chess pieces, shogi tiles, the xiangqi
// pieces of the document, stones, and letters in discs for all others. Drawn for this page.

import { symbol, v } from '../dom.js';

/** Silhouettes by the name of the piece. @type {Record<string, string|undefined>} */
const CHESS = {
  pawn: 'M-11 16H11Q11 10 5 7Q8 3 4 -1A6.5 6.5 0 1 0 -4 -1Q-8 3 -5 7Q-11 10 -11 16Z',
  rook: 'M-12 16H12V11H9V-3L12 -6V-15H7V-11H3V-15H-3V-11H-7V-15H-12V-6L-9 -3V11H-12Z',
  knight: 'M-11 16H11Q13 4 10 -4Q7 -13 -1 -14L-4 -18L-6 -13Q-10 -9 -13 -1Q-12 4 -8 2Q-5 0 -1 -1Q-2 5 -7 10Q-11 13 -11 16Z',
  bishop: 'M-12 16H12V12Q6 12 4 9H-4Q-6 12 -12 12ZM-5 7H5Q10 1 6 -6Q3 -10 0 -13Q-3 -10 -6 -6Q-10 1 -5 7ZM-2.4 -16A2.4 2.4 0 0 1 2.4 -16A2.4 2.4 0 0 1 -2.4 -16Z',
  queen: 'M-10 16H10V11Q8 6 11 1L15 -9L8 -4L6 -15L0 -5L-6 -15L-8 -4L-15 -9L-11 1Q-8 6 -10 11Z',
  king: 'M-10 16H10V11Q8 8 12 3Q15 -3 10 -6Q5 -8 1.7 -4V-10H5V-13.4H1.7V-18H-1.7V-13.4H-5V-10H-1.7V-4Q-5 -8 -10 -6Q-15 -3 -12 3Q-8 8 -10 11Z',
};
/** Characters of shogi by the name of the piece, and those of the promoted sides. @type {Record<string, string|undefined>} */
const SHOGI = {
  shogiPawn: '歩と', lance: '香杏', shogiKnight: '桂圭', silver: '銀全', gold: '金', bishop: '角馬', rook: '飛龍', king: '玉',
};
/** Pieces that only shogi has. */
const TILES = ['shogiPawn', 'lance', 'shogiKnight'];
/** Letters of the xiangqi pieces of the document by the name of the piece. @type {Record<string, string|undefined>} */
const XIANGQI = {
  soldier: 'p', cannon: 'c', janggiCannon: 'c', horse: 'n', elephant: 'b', janggiElephant: 'b', fers: 'a', wazir: 'a', rook: 'r', king: 'k',
};
/** Pieces that only xiangqi and janggi have. */
const DISCS = ['soldier', 'janggiCannon', 'janggiElephant', 'horse', 'elephant'];
/** Pieces that are stones or men, without a letter. */
const PLAIN = ['immobile', 'clobber', 'breakthrough'];

/** The names of the pieces by their letters. @param {any} own @returns {Map<string, string>} */
export const namesOf = (own) => new Map(own.pieces.map((/** @type {[string, string]} */ [letter, name]) => [letter.toLowerCase(), name]));

/** The art of a game: `tiles`, `discs` or `chess`. @param {any} own */
export function artOf(own) {
  const names = own.pieces.map((/** @type {[string, string]} */ [, name]) => name);
  return names.some((/** @type {string} */ name) => TILES.includes(name)) ? 'tiles' : names.some((/** @type {string} */ name) => DISCS.includes(name)) ? 'discs' : 'chess';
}

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
  const art = artOf(own);
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
  if (art === 'chess' && CHESS[name] && !cell.startsWith('+')) return group('shape', v('path', { d: CHESS[name] }));
  const isPlain = own.pieces.length === 1 || PLAIN.includes(name) || (!name && letter.toLowerCase() === 'p');
  return group('stone', v('circle', { r: 17 }), isPlain && !cell.startsWith('+') ? null : v('text', { y: 6, 'text-anchor': 'middle' }, cell.toUpperCase()));
}
