// What the browser stores: settings, games and analyses.

const SETTINGS = 'meihua.settings';
const STORY = 'meihua.story.';

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || 'null');
  } catch {
    return null;
  }
}

/** Writes; false if the browser has no space or forbids it. @param {string} key @param {string} text */
function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    // Analyses can be made again, games cannot.
    const stories = key.startsWith(STORY) ? [] : keys(STORY);
    if (!stories.length) return false;
    for (const one of stories) localStorage.removeItem(one);
    return write(key, text);
  }
}

export const DEFAULTS = {
  lang: '',
  theme: '',
  sound: false,
  notation: 'wxf',
  /** Whether the notation follows the language. */
  usual: true,
  /** The set of xiangqi pieces, `hanzi` or `pictures`, and the board, `wood`, `paper` or `slate`. */
  pieces: 'hanzi',
  board: 'wood',
  /** The player whose mistakes are repeated; empty for all. */
  player: '',
  /** Whether a library of games was found. */
  library: false,
  /** Whether the edges of the board are numbered, as the notation counts: `shown` or `none`. */
  coordinates: 'shown',
  level: 8,
  time: 'quick',
  lines: 3,
  arrows: true,
  /** Whether values of moves are shown, by game. */
  values: /** @type {Record<string, boolean>} */ ({}),
  /** Whether the proof is shown, by game. */
  proofs: /** @type {Record<string, boolean>} */ ({}),
  /** The day whose puzzle was done last, by game. */
  daily: /** @type {Record<string, string>} */ ({}),
  /** The level of a puzzle that was chosen last, by game. */
  puzzles: /** @type {Record<string, number>} */ ({}),
  /** The levels of towers that were generated, by the hashes of their bases. */
  dealt: /** @type {Record<string, number>} */ ({}),
};

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
export function settings() {
  const kept = read(SETTINGS) || {};
  return { ...DEFAULTS, ...kept, values: { ...DEFAULTS.values, ...kept.values } };
}

/** Stores a change beside what other tabs have changed. @param {Settings} known @param {Partial<Settings>} change @returns {Settings} */
export function keepSettings(known, change) {
  /** @type {any} */
  const all = { ...known, ...read(SETTINGS) };
  for (const [key, value] of Object.entries(change)) all[key] = value && typeof value === 'object' ? { ...all[key], ...value } : value;
  write(SETTINGS, JSON.stringify(all));
  return all;
}

const KEPT = 'meihua.kept.';

/** A stored game: content, view state, number of changes, time of last use (ms). @typedef {{content: any, view: any, rev: number, when: number}} Kept */

/** The games that are kept, the latest first. @param {string} [game] @returns {[string, Kept][]} */
export function kept(game = '') {
  /** @type {[string, Kept][]} */
  const list = [];
  for (const key of keys(`${KEPT}${game}`)) {
    const one = read(key);
    if (one?.content) list.push([key.slice(KEPT.length), one]);
  }
  return list.sort((a, b) => b[1].when - a[1].when);
}

/** @param {string} prefix @returns {string[]} */
function keys(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** @param {string} id @returns {Kept|null} */
export function keptGame(id) {
  return read(KEPT + id);
}

/** A game as it is kept, unread. @param {string} id */
export function keptText(id) {
  try {
    return localStorage.getItem(KEPT + id);
  } catch {
    return null;
  }
}

/** Keeps a game, of which the JSON is given; false where the browser has no room or forbids it. @param {string} id @param {string} text */
export function keep(id, text) {
  return write(KEPT + id, text);
}

/** @param {string} id */
export function forget(id) {
  try {
    localStorage.removeItem(KEPT + id);
    localStorage.removeItem(STORY + id);
  } catch {
    // Nothing is stored.
  }
}

/** What the analysis of a game found; null where nothing is kept. @param {string} id @returns {any} */
export const story = (id) => read(STORY + id);

/** Keeps what the analysis of a game found, as JSON, where there is room. @param {string} id @param {string} text */
export function keepStory(id, text) {
  write(STORY + id, text);
}

const SHEET = 'meihua.sheet.';

/** The sheets of exercises. @returns {any[]} */
export const sheets = () => keys(SHEET).map((key) => sheet(key.slice(SHEET.length))).filter(Boolean);

/** A sheet of exercises; null if there is none. @param {string} id @returns {any} */
export function sheet(id) {
  const found = read(SHEET + id);
  // Earlier versions stored the results by name.
  return found && { ...found, results: Array.isArray(found.results) ? found.results : Object.entries(found.results) };
}

/** Keeps a sheet, as JSON; false if the browser has no space or forbids it. @param {string} id @param {string} text */
export const keepSheet = (id, text) => write(SHEET + id, text);

/** @param {string} id */
export function forgetSheet(id) {
  localStorage.removeItem(SHEET + id);
}

const DECK = 'meihua.deck';

/** What is known of questions that were answered, by their names. @returns {Record<string, import('./parts/deck.js').Card>} */
export const deck = () => read(DECK) || {};

/** Whether the browser has room for them. @param {Record<string, import('./parts/deck.js').Card>} cards */
export const keepDeck = (cards) => write(DECK, JSON.stringify(cards));

/** A name for a game that no other one has. @param {string} game */
export function newId(game) {
  return `${game}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

/** Migrates the games of earlier versions. */
export function takeOver() {
  for (const key of [...keys('meihua.slot.'), ...keys('meihua.game.')]) {
    const text = localStorage.getItem(key);
    const kind = key.split('.')[2];
    const old = read(key);
    // The old copy is removed first: a full store has no space for both.
    localStorage.removeItem(key);
    if (!old?.moves?.length && (old?.base || 'startpos') === 'startpos') continue;
    const { path, seats, flipped, when, ...content } = old;
    void when;
    const view = { line: path || [], ply: (path || []).length, seats, flipped };
    const game = JSON.stringify({ content: { ...content, game: kind, start: '' }, view, rev: 0, when: Date.now() - (key.includes('slot') ? 1000 : 0) });
    if (!keep(newId(kind), game)) write(key, text || 'null');
  }
}
