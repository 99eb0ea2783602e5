// A move in words, from the view of the position that it was played in.

import { lang, t } from './words.js';

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

/** Columns and rows of a step, by the keys of a tower. @type {Record<string, [number, number]|undefined>} */
const STEPS = { w: [0, -1], a: [-1, 0], s: [0, 1], d: [1, 0] };
/** The same steps in towers of many floors. @type {Record<string, 'w'|'a'|'s'|'d'|undefined>} */
const KEYS = { U: 'w', L: 'a', D: 's', R: 'd' };

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
  if (own.floor) return climbed(own, move);
  const step = STEPS[move];
  const [row, column] = step ? [own.hero.row + step[1], own.hero.col + step[0]] : move.split(',').map(Number);
  const code = own.map[row]?.[column];
  if (step && !(code > 11)) return t(`step.${move}`);
  return code ? t(code > 50 ? 'fought' : code > 30 ? 'opened' : 'taken', { what: thing(code), at: `${row},${column}` }) : move;
}

/** What a key does in a tower of many floors. @param {any} own @param {string} move */
function climbed(own, move) {
  const key = KEYS[move];
  const step = key && STEPS[key];
  if (!step) return move;
  const [x, y] = [own.hero.x + step[0], own.hero.y + step[1]];
  const [kind, id] = (own.floor.things[y]?.[x] || '').split(' ');
  const target = own.targets.find((/** @type {any} */ one) => one.x === x && one.y === y);
  const what = kind === 'monster' ? own.monsters.find((/** @type {any} */ one) => one.id === id)?.name : target?.name;
  const done = /** @type {Record<string, string|undefined>} */ ({ monster: 'fought', door: 'opened', item: 'taken' })[kind];
  return done && what ? t(done, { what, at: `${x},${y}` }) : t(`step.${key}`);
}

/** The people of a load, `P1D1`. @param {string} move */
export function load(move) {
  const people = [...move.matchAll(/([PD])(\d+)/g)].map(([, kind, n]) => t(`people.${kind}${n === '1' ? '1' : ''}`, { n }));
  return people.join(t('and'));
}

/** A load in few letters: as the engine spells it, in Chinese in words. @param {string} move */
export function loadText(move) {
  return lang() === 'zh' ? load(move) : move;
}
