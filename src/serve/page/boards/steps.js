// The moves of games of one's own, taken apart: `a2a4`, `e7e8q`, `P@e5`, `c3e5g7`, `a1b2,b2c3`.

import { t } from '../words.js';

const MOVE = /^(?:(\+?\w@)|([a-p]\d+))((?:[a-p]\d+)*)([a-zA-Z+-]?)(?:,[a-p]\d+([a-p]\d+))?$/;

/** What one presses for a move: a piece in hand as `P@` or a square, the squares after it, the square of a wall. @param {string} move @returns {string[]} */
export function stepsOf(move) {
  const [, drop, from, rest = '', , wall] = MOVE.exec(move) || [];
  const first = drop?.replace('+', '') || from;
  return first ? [first, ...(rest.match(/[a-p]\d+/g) || []), ...(wall ? [wall] : [])] : [];
}

/** The names of the pieces by their letters. @param {any} own @returns {Map<string, string>} */
export const namesOf = (own) => new Map(own.pieces.map((/** @type {[string, string]} */ [letter, name]) => [letter.toLowerCase(), name]));

/** The name of a piece by its letter. @param {any} own @param {string} cell */
export function nameOf(own, cell) {
  const letter = cell.replace('+', '');
  const name = namesOf(own).get(letter.toLowerCase()) || '';
  const key = `man.${name}`;
  const words = name && t(key) !== key ? t(key) : letter.toUpperCase();
  return cell.startsWith('+') ? t('own.promoted', { piece: words }) : words;
}

/** A move in words; the view is that of the position before it. @param {any} view @param {string} move */
export function describe({ own }, move) {
  const [first = '', second = '', ...rest] = stepsOf(move);
  if (move === '0000' || (first && first === second)) return t('own.passed');
  const cellAt = (/** @type {string} */ name) => own.board[own.ranks - Number(name.slice(1))]?.[name.charCodeAt(0) - 97] || '';
  if (first.endsWith('@')) return own.pieces.length === 1 ? second : t('own.dropped', { piece: nameOf(own, first.slice(0, -1)), to: second });
  const [piece, taken] = [nameOf(own, cellAt(first)), cellAt(second)];
  if (own.pieces.length === 1) return [first, second, ...rest].join(taken && taken !== '*' ? '×' : '-');
  const moved = t(taken && taken !== '*' ? 'own.took' : 'own.moved', { piece, from: first, to: [second, ...rest].join('-'), taken: nameOf(own, taken) });
  const end = /([a-zA-Z+])$/.exec(move.split(',')[0] || '')?.[1];
  return end ? t('own.becoming', { moved, piece: end === '+' ? '+' : nameOf(own, end) }) : moved;
}
