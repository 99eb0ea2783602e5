// Games and puzzles of one's own. The text that describes one is a part of the base of its positions, so that links, kept
// games and files hold it: `rules NAME TEXT startpos` or `rules NAME TEXT fen …`, with the text in base64url.

/** A game and a position of it. @typedef {{name: string, text: string, position: string}} Rules */

/** The game that is there before anybody has written one. */
export const FIRST = `[hexapawn]
maxRank = 3
maxFile = 3
customPiece1 = p:mfWcfF
startFen = ppp/3/PPP w - - 0 1
stalemateValue = loss
flagPiece = p
flagRegionWhite = *3
flagRegionBlack = *1
`;

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);

/** The base of a position. @param {string} name @param {string} text @param {string} [position] */
export function baseOf(name, text, position = 'startpos') {
  const packed = btoa(String.fromCharCode(...bytesOf(text))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `rules ${name} ${packed} ${position}`;
}

/** What a base says; the first game if it names none, a text that is refused if it is damaged. @param {string} base @returns {Rules} */
export function rulesOf(base) {
  const [, name = '', packed = '', position = ''] = /^rules (\S+) (\S+) (.*)$/.exec(base) || [];
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)));
    if (name && text) return { name, text, position };
  } catch {
    // It is not base64.
  }
  // The engine refuses it, so that a damaged link does not open another game without a word.
  if (base.startsWith('rules ')) return { name: name || 'damaged', text: '[', position: 'startpos' };
  return { name: 'hexapawn', text: FIRST, position: base.startsWith('fen ') ? base : 'startpos' };
}

/** The value of the tag of a PGN file that holds a game and its text. @param {Rules} rules */
export const tagOf = ({ name, text }) => baseOf(name, text).split(' ').slice(1, 3).join(' ');

/** The engine knows a game of one's own by the name in its text, which goes with it. @param {any} json the exchange form of a game @param {string} base */
export function withRules(json, base) {
  const own = rulesOf(base);
  return { ...json, game: own.name, tags: { ...json.tags, Rules: tagOf(own) } };
}

/** The game whose text is in the tag `Rules` of a saved game; null if there is none. @param {string} [value] @returns {Rules|null} */
export const rulesIn = (value) => (value && /^\S+ \S+$/.test(value) ? rulesOf(`rules ${value} startpos`) : null);

/** A text as hexadecimal digits, as the engine takes it. @param {string} text */
export const hexOf = (text) => Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The text of a puzzle in one line, without comments, as the engine takes it, and where each of its letters stands.
 * @param {string} text @returns {{line: string, places: number[]}}
 */
export function flatten(text) {
  let line = '';
  /** @type {number[]} */
  const places = [];
  for (const { 0: word, index } of text.matchAll(/;.*|[^\s;]+/g)) {
    if (word.startsWith(';')) continue;
    if (line) {
      line += ' ';
      places.push(index);
    }
    for (let at = 0; at < word.length; at++) places.push(index + at);
    line += word;
  }
  return { line, places };
}

/** A position as the engine takes it: the game, the text that describes it, and what stands after `position`. @param {string} game @param {string} base @returns {{variant: string, text: string, position: string}} */
export function wireOf(game, base) {
  if (game === 'plan' && base.startsWith('rules ')) return { variant: game, text: '', position: `fen ${flatten(rulesOf(base).text).line}` };
  if (game !== 'own') return { variant: game, text: '', position: base };
  const { name, text, position } = rulesOf(base);
  return { variant: name, text, position };
}
