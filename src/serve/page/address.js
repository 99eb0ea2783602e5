// The position in the address, after `#`, so that it never leaves the browser: #GAME/BASE/MOVE.MOVE…
// A link that is copied has the variations in brackets and a star where the game stands: a.b*(c.d).e
// The address is a copy to share. Which game of this tab it belongs to is kept in the entry of the browser's history.

import { boardOf } from './boards/index.js';

/** Maximum length of an address, in characters. */
export const MOST = 8000;

/** How the link of a sheet of exercises begins. */
export const SHEET = '#sheet/';

/** A move as a part of an address, with the characters escaped that have a meaning there. @param {string} move */
const encoded = (move) => encodeURIComponent(move).replace(/[.()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** The address of a position; null if it would be too long. @param {string} game @param {string} base @param {string[]} moves */
export function of(game, base, moves) {
  const start = base === 'startpos' ? '' : encodeURIComponent(base.replace(/^fen /, '')).replaceAll('%20', '+');
  const tail = moves.length ? `/${start}/${moves.map(encoded).join('.')}` : start ? `/${start}` : '';
  const hash = `#${game}${tail}`;
  return hash.length < MOST ? hash : null;
}

/** The address of a whole game: variations in brackets, a star after the current move; null if it would be too long. @param {string} game @param {import('./tree.js').Tree} tree */
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
  const hash = `${head}${head.includes('/') ? '' : '/'}/${tree.at === tree.root ? '*' : ''}${line(first, others)}`;
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
  /** The places at which brackets were opened. @type {import('./tree.js').Place[]} */
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

/** The state written last into the current history entry. */
let written = '';
// Another entry may hold an older state.
globalThis.addEventListener?.('popstate', () => (written = ''));

/** Writes the address and the state of the current history entry. @param {string} hash @param {any} state */
export function write(hash, state) {
  const text = JSON.stringify(state);
  if (location.hash === hash && written === text) return;
  try {
    history.replaceState(state, '', hash);
    written = text;
  } catch {
    // Browsers refuse states that are too large or come too often; the next change tries again.
  }
}

/** Whether an address is that of the home page. @param {string} hash */
export const isHome = (hash) => ['', '#', '#home'].includes(hash);

/** A game opens from the home page, or from another game: Back leads there again. @param {boolean} [isGame] */
export function enter(isGame = false) {
  if (!isGame && !isHome(location.hash)) return;
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
    // People may write commas between moves; the page escapes its own. Moves in a tower contain commas.
    const line = board?.hasProjects ? moves : moves.replaceAll(',', '.');
    return { game, base: !text || short ? 'startpos' : /^(project|rules) /.test(text) ? text : `fen ${text}`, moves: short || [], line };
  } catch {
    return { game, base: 'startpos', moves: [], line: '' };
  }
}
