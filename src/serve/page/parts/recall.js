// The stored analysis of a game, put back into its tree.

import * as store from '../store.js';
import { movesOf } from '../values.js';

/** @typedef {import('./story.js').Told} Told */
/** @typedef {import('./story.js').Review} Review */

/** Annotation glyphs of PGN by mark. @type {Record<string, number>} */
const GLYPH = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** All marks of a move: those of people, then what the analysis says if it says something else. @param {{marks?: number[], verdict?: number}} move */
export const marksOf = ({ marks = [], verdict = 0 }) => [...new Set(verdict ? [...marks, verdict] : marks)];

/** Whether a move is marked as a mistake, by a person or by the analysis. @param {{marks?: number[], verdict?: number}} move */
export const isMistake = (move) => marksOf(move).some((mark) => Object.values(GLYPH).includes(mark));

/** The glyph that the analysis gives to a move. @param {import('./story.js').Move|undefined} move */
export const verdictOf = (move) => (move?.mark && GLYPH[move.mark]) || 0;

/** A value of the tree. @param {Told} told @returns {import('../tree.js').Value} */
function value({ cp, plies, expectation }) {
  const scale = expectation / 50 - 1;
  return plies === undefined ? { cp: cp || 0, scale } : { mate: movesOf(plies), scale };
}

/** The moves of a line, to compare lines. @param {import('../tree.js').Place[]} line */
export const textOf = (line) => line.map((place) => place.names?.move).join(' ');

/** Stores values in the places of a line. @param {import('../tree.js').Tree} tree @param {import('../tree.js').Place[]} line @param {Review} review */
export function judgeLine({ root }, line, review) {
  [root, ...line].forEach((place, index) => {
    const before = review.moves[index - 1];
    const best = review.moves[index]?.best[0];
    place.value = { ...value(before ? before.after : review.value), ...(best && { best: best.moves[0], line: best.moves, names: best.names }) };
    place.judged = true;
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
  if (kept.apart) return;
  // Earlier versions kept verdicts among the marks.
  line.forEach((place, index) => {
    place.verdict = verdictOf(kept.review.moves[index]);
    place.marks = place.marks.filter((mark) => mark !== place.verdict);
  });
  store.keepStory(tree.id, JSON.stringify({ ...kept, apart: true }));
}
