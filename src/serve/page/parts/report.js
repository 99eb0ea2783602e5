// Judges a single position, for tries and where the analysis is missing.

import { ofFirst } from '../values.js';
// Thresholds of marks with their annotation glyphs; the program generates this file from those of `meihua analyse`.
// @ts-ignore
import { FALLS } from '/marks.js';

/** Minimum loss of chances that is marked. */
export const SLIP = Math.min(...FALLS.map((/** @type {[number, number]} */ [limit]) => limit));

/** Nodes for each position. */
const NODES = 20_000;
/**
 * What a position is worth, and what is best there.
 * @param {import('../net.js').Engine} engine @param {import('../app.js').App} app @param {import('../tree.js').Tree} tree
 * @param {string} game @param {import('../tree.js').Place} place
 */
export async function judge(engine, app, tree, game, place) {
  const { view } = await engine.position(game, tree.base, tree.path(place));
  if (!view) return null;
  engine.set('UCI_ShowWDL', true);
  engine.set('MultiPV', 1);
  engine.set('Notation', app.board.notation(app.settings));
  place.view ??= view;
  place.judged = true;
  const { over, winner } = view.verdict;
  if (over) {
    place.value = { scale: winner === 'first' ? 1 : winner === 'second' ? -1 : 0, ...(winner === 'none' ? { cp: 0 } : { mate: 0 }) };
    return view;
  }
  let isExact = false;
  await engine.go(`nodes ${NODES}`, {
    info: (info) => {
      isExact = !info.bound && info.pv.length > 0;
      if (isExact) place.value = ofFirst(info, view.side);
    },
    // The names of a line follow it.
    spelled: ({ moves }) => {
      if (isExact && place.value) place.value.names = moves;
    },
  });
  return view;
}
