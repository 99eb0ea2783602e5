// Games of one's own. The text that describes one is a part of the base of its positions, so that links, kept games and
// files hold it: `rules NAME TEXT startpos` or `rules NAME TEXT fen …`, with the text in base64url.

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

/** What a base says; the first game if it names none. @param {string} base @returns {Rules} */
export function rulesOf(base) {
  const [, name = '', packed = '', position = ''] = /^rules (\S+) (\S+) (.*)$/.exec(base) || [];
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)));
    if (name && text) return { name, text, position };
  } catch {
    // It is not base64.
  }
  return { name: 'hexapawn', text: FIRST, position: base.startsWith('fen ') ? base : 'startpos' };
}

/** A text as hexadecimal digits, as the engine takes it. @param {string} text */
export const hexOf = (text) => Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
