// The pieces and points of a xiangqi board: their letters and names.

import { later } from '../proof.js';
import { t } from '../words.js';

const PIECES = { k: 'general', a: 'advisor', b: 'elephant', n: 'horse', r: 'rook', c: 'cannon', p: 'pawn' };

/** @param {string} square @returns {[number, number]} column and row from the top */
export function point(square) {
  return [square.charCodeAt(0) - 97, 9 - Number(square.slice(1))];
}

/** The FEN letter on a point. @param {any} own @param {string} square */
export function letterAt(own, square) {
  const [column, row] = point(square);
  return own.ranks[row][column];
}

/** The kind of piece of a letter. @param {string} letter */
export function pieceKind(letter) {
  return PIECES[/** @type {keyof typeof PIECES} */ (letter.toLowerCase())];
}

/** @param {string} letter */
export function pieceName(letter) {
  return t(`piece.${letter === letter.toUpperCase() ? 'red' : 'black'}.${pieceKind(letter)}`);
}

/** The FEN of a position after a change of its ranks. @param {any} view @param {string} text @param {(ranks: string[][]) => void} change */
export function withRanks(view, text, change) {
  const ranks = view.own.ranks.map((/** @type {string} */ rank) => [...rank]);
  change(ranks);
  const board = ranks.map((/** @type {string[]} */ rank) => rank.join('').replace(/\.+/g, (gap) => String(gap.length))).join('/');
  return [board, ...text.split(' ').slice(1)].join(' ');
}

/** The symbol of a piece, of the set that is chosen: the one with pictures is fetched late. @param {string} letter @param {import('../app.js').App} app */
export function art(letter, app) {
  return app.settings.pieces === 'pictures' && later(app)?.makePictures() ? `y-${letter}` : `x-${letter}`;
}
