// The position in the address, after `#`, so that it never leaves the browser: #GAME/BASE/MOVE.MOVE…
// A link that is copied has the variations in brackets and a star where the game stands: a.b*(c.d).e
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

/** A move as a part of an address, without the signs that stand for something there. @param {string} move */
const encoded = (move) => encodeURIComponent(move).replace(/[.()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** The address of a whole game, its variations in brackets, a star behind the move where it stands; null where it would be too long. @param {string} game @param {import('./tree.js').Tree} tree */
export function whole(game, tree) {
  /** @param {import('./tree.js').Place} place @param {import('./tree.js').Place[]} others @returns {string} */
  const line = (place, others) => {
    const parts = [];
    for (let [here, rest] = /** @type {[import('./tree.js').Place|undefined, import('./tree.js').Place[]]} */ ([place, others]); here; [here, ...rest] = here.children) {
      parts.push(encoded(here.names?.move || '') + (here === tree.at ? '*' : '') + rest.map((other) => `(${line(other, [])})`).join(''));
    }
    return parts.join('.');
  };
  const [first, ...others] = tree.root.children;
  const head = of(game, tree.base, []);
  if (!first || !head) return head;
  const hash = `${head}${head.includes('/') ? '' : '/'}/${line(first, others)}`;
  return hash.length < MOST ? hash : null;
}

/**
 * Adds the moves of an address to a tree.
 * @param {import('./tree.js').Tree} tree @param {import('./tree.js').Place} from @param {string} text @returns {import('./tree.js').Place} where the game stands: at the star, else at the end of the line
 */
export function grow(tree, from, text) {
  /** @type {import('./tree.js').Place|null} */
  let star = null;
  let place = from;
  /** Where a bracket was opened. @type {import('./tree.js').Place[]} */
  const open = [];
  for (const [part] of text.matchAll(/[()*]|[^()*.]+/g)) {
    if (part === '*') star = place;
    else if (part === '(') {
      open.push(place);
      place = place.parent || place;
    } else if (part === ')') place = open.pop() || place;
    else place = tree.add(place, { move: decodeURIComponent(part) });
  }
  return star || place;
}

/** What was written last, into the entry that is on. */
let written = '';
// Another entry may hold something older.
globalThis.addEventListener?.('popstate', () => (written = ''));

/** Writes the address and what belongs to this entry of the history. @param {string} hash @param {any} state */
export function write(hash, state) {
  const text = JSON.stringify(state);
  if (location.hash === hash && written === text) return;
  try {
    history.replaceState(state, '', hash);
    written = text;
  } catch {
    // Too often or too large for the browser: the next change writes it.
  }
}

/** Whether an address is that of the cards of all games. @param {string} hash */
export const isHome = (hash) => ['', '#', '#home'].includes(hash);

/** A game opens from there: Back leads to the cards again. */
export function enter() {
  if (!isHome(location.hash)) return;
  history.pushState(null, '', '#');
  written = '';
}

/** @param {string} hash @returns {{game: string, base: string, moves: string[], line: string}|null} the moves that a short text stands for, and the moves as they stand in the address */
export function read(hash) {
  const [game, start = '', moves = ''] = hash.replace(/^#/, '').split('/');
  if (!game) return null;
  try {
    decodeURIComponent(moves);
    const text = decodeURIComponent(start.replaceAll('+', '%20')).trim().replace(/^startpos$/, '');
    const board = boardOf(game);
    const short = board?.movesOf(text);
    // A person may write commas between moves; the page itself never writes a bare one. A deed in a tower has one of its own.
    const line = board?.hasProjects ? moves : moves.replaceAll(',', '.');
    return { game, base: !text || short ? 'startpos' : /^project /.test(text) ? text : `fen ${text}`, moves: short || [], line };
  } catch {
    return { game, base: 'startpos', moves: [], line: '' };
  }
}
