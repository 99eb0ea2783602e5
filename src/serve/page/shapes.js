// Arrows and circles drawn by a person, in PGN comments: [%cal Gh2e2,Rb0c2] and [%csl Ge5]; G green, R red, B blue.

/** A circle on a point, or an arrow between two. @typedef {{colour: string, from: string, to: string}} Drawn */

/** What cannot be drawn stays in the words. */
const TAG = /\s*\[%c[as]l ((?:\s*[GRB](?:[a-i]\d){1,2}\s*,?)+)\]/g;

/** Whether two shapes stand at the same place. @param {Drawn} one */
export const isSame = (one) => (/** @type {Drawn} */ other) => one.from === other.from && one.to === other.to;

/** The text of a comment without its shapes. @param {string} comment */
export function words(comment) {
  return comment.replace(TAG, '').trim();
}

/** The shapes of a comment, one at each place. @param {string} comment @returns {Drawn[]} */
export function shapes(comment) {
  const found = [...comment.matchAll(TAG)].flatMap(([, list = '']) => list.split(',')).flatMap((text) => {
    const [, colour = '', from = '', to = ''] = /^([GRB])([a-i]\d)([a-i]\d)?$/.exec(text.trim()) || [];
    return colour ? [{ colour, from, to: to || from }] : [];
  });
  return found.filter((one, index) => found.findIndex(isSame(one)) === index);
}

/** A comment with these words and shapes. @param {string} said @param {Drawn[]} drawn */
export function comment(said, drawn) {
  const list = (/** @type {boolean} */ isArrow) => drawn.filter(({ from, to }) => (from !== to) === isArrow).map(({ colour, from, to }) => colour + from + (isArrow ? to : '')).join(',');
  const [arrows, circles] = [list(true), list(false)];
  return [said.trim(), arrows && `[%cal ${arrows}]`, circles && `[%csl ${circles}]`].filter(Boolean).join(' ');
}

/** Adds, recolours or removes a shape. @param {Drawn[]} drawn @param {Drawn} shape */
export function toggled(drawn, shape) {
  const others = drawn.filter(({ from, to }) => from !== shape.from || to !== shape.to);
  const was = drawn.find(({ from, to }) => from === shape.from && to === shape.to);
  return was?.colour === shape.colour ? others : [...others, shape];
}
