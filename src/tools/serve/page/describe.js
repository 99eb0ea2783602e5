// A move in words, from the view of the position that it was played in.

import { t } from './words.js';

const PIECES = { k: 'general', a: 'advisor', b: 'elephant', n: 'horse', r: 'rook', c: 'cannon', p: 'pawn' };

/** @param {string} square @returns {[number, number]} column and row from the top */
export function point(square) {
  return [square.charCodeAt(0) - 97, 9 - Number(square.slice(1))];
}

/** The letter on a point of a xiangqi board. @param {any} own @param {string} square */
export function letterAt(own, square) {
  const [column, row] = point(square);
  return own.ranks[row][column];
}

/** @param {string} letter */
export function pieceName(letter) {
  const kind = PIECES[/** @type {keyof typeof PIECES} */ (letter.toLowerCase())];
  return t(`piece.${letter === letter.toUpperCase() ? 'red' : 'black'}.${kind}`);
}

/** What is on a cell of a tower. @param {number} code */
export function thing(code) {
  if (code === 99) return t('tile.99');
  return code > 50 ? t('tile.monster', { n: code }) : t(`tile.${code}`);
}

/** @param {any} view @param {string} move */
export function describe(view, move) {
  const { game, own } = view;
  if (game === 'xiangqi') {
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    const [letter, taken] = [letterAt(own, from), letterAt(own, to)];
    const kind = t(`kind.${PIECES[/** @type {keyof typeof PIECES} */ (letter.toLowerCase())]}`);
    return taken === '.' ? t('moved', { kind, from, to }) : t('took', { kind, from, to, taken: pieceName(taken) });
  }
  if (game === 'cfour') return t('dropped', { column: move.charCodeAt(2) - 96 });
  if (game === 'river') return t('crossed', { load: load(move) });
  if (game === 'sliding') {
    const [from, to] = move.split('-').map(Number);
    const hops = Math.abs(from - to) - 1;
    return hops ? t('hopped', { from, to, n: hops }) : t('slid', { from, to });
  }
  if (/^[wasd]$/.test(move)) return t(`step.${move}`);
  const [row, column] = move.split(',').map(Number);
  const code = own.map[row]?.[column];
  return code ? t(code > 50 ? 'fought' : code > 30 ? 'opened' : 'taken', { what: thing(code), at: move }) : move;
}

/** The people of a load, `P1D1`. @param {string} move */
export function load(move) {
  const people = [...move.matchAll(/([PD])(\d+)/g)].map(([, kind, n]) => t(`people.${kind}${n === '1' ? '1' : ''}`, { n }));
  return people.join(t('and'));
}
