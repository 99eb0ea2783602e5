// The position in the address, after `#`, so that it never leaves the browser: #GAME/BASE/MOVE.MOVE…
// The address is a copy to be shared. Which game of this tab stands behind it, the entry of the browser's history says.

import { boardOf } from './boards/index.js';

/** The longest address, in characters. */
const MOST = 8000;

/** The address of a position; null where it would be too long. @param {string} game @param {string} base @param {string[]} moves */
export function of(game, base, moves) {
  const start = base === 'startpos' ? '' : encodeURIComponent(base.replace(/^fen /, '')).replaceAll('%20', '+');
  const tail = moves.length ? `/${start}/${moves.map(encodeURIComponent).join('.')}` : start ? `/${start}` : '';
  const hash = `#${game}${tail}`;
  return hash.length < MOST ? hash : null;
}

/** Writes the address and what belongs to this entry of the history. @param {string} hash @param {any} state */
export function write(hash, state) {
  // What this very entry holds is compared: one that Back leads to may be older than what was written last, to another one.
  if (location.hash === hash && JSON.stringify(history.state) === JSON.stringify(state)) return;
  try {
    history.replaceState(state, '', hash);
  } catch {
    // Too often or too large for the browser: the next change writes it.
  }
}

/** Whether an address is that of the cards of all games. @param {string} hash */
export const isHome = (hash) => ['', '#', '#home'].includes(hash);

/** A game opens from there: Back leads to the cards again. */
export function enter() {
  if (isHome(location.hash)) history.pushState(null, '', '#');
}

/** @param {string} hash @returns {{game: string, base: string, moves: string[]}|null} */
export function read(hash) {
  const [game, start = '', moves = ''] = hash.replace(/^#/, '').split('/');
  if (!game) return null;
  try {
    const text = decodeURIComponent(start.replaceAll('+', '%20')).trim();
    const short = boardOf(game)?.movesOf(text);
    const list = moves ? moves.split('.').map(decodeURIComponent) : [];
    return { game, base: !text || short ? 'startpos' : /^project /.test(text) ? text : `fen ${text}`, moves: [...(short || []), ...list] };
  } catch {
    return { game, base: 'startpos', moves: [] };
  }
}
