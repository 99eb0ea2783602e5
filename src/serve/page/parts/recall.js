// The stored analysis of a game, put back into its tree.

import * as store from '../store.js';
import { movesOf } from '../values.js';

/** @typedef {import('./story.js').Told} Told */
/** @typedef {import('./story.js').Review} Review */

/** Annotation glyphs of PGN by mark. @type {Record<string, number>} */
const GLYPH = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** Whether a move is marked as a mistake. @param {{marks?: number[]}} move */
export const isMistake = ({ marks = [] }) => marks.some((mark) => Object.values(GLYPH).includes(mark));

/** A value of the tree. @param {Told} told @returns {import('../tree.js').Value} */
function value({ cp, plies, expectation }) {
  const scale = expectation / 50 - 1;
  return plies === undefined ? { cp: cp || 0, scale } : { mate: movesOf(plies), scale };
}

/** The moves of a line, to compare lines. @param {import('../tree.js').Place[]} line */
export const textOf = (line) => line.map((place) => place.names?.move).join(' ');

/** Stores values and marks in the places of a line. @param {import('../tree.js').Tree} tree @param {import('../tree.js').Place[]} line @param {Review} review */
export function judgeLine({ root }, line, review) {
  [root, ...line].forEach((place, index) => {
    const before = review.moves[index - 1];
    const best = review.moves[index]?.best[0];
    place.value = { ...value(before ? before.after : review.value), ...(best && { best: best.moves[0], line: best.moves, names: best.names }) };
    place.judged = true;
    place.marks = [...(before?.mark ? [/** @type {number} */ (GLYPH[before.mark])] : []), ...place.marks.filter((one) => one > 6)];
  });
}

/** Restores the stored analysis of a game, if its main line is still the same. @param {import('../tree.js').Tree} tree */
export function recallStory(tree) {
  const kept = store.story(tree.id);
  const line = tree.main();
  if (!kept || kept.text !== textOf(line)) return;
  tree.story = { ...kept, line, report: '', pgn: '' };
  judgeLine(tree, line, kept.review);
  for (const place of line) place.isAnswered = kept.answered.includes(place.ply);
}
