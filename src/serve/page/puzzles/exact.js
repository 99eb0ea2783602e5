// Exact values of positions. Limits are in nodes, not in time, so that every
// machine finds the same values.

/** @typedef {import('../net.js').Engine} Engine */
/** @typedef {import('../net.js').Info} Info */
/** @typedef {import('../net.js').Worth} Worth */

/**
 * The best result of a puzzle, as far as it is known; null if the position is refused.
 * @param {Engine} engine @param {string} game @param {string} base @param {string[]} [moves] @returns {Promise<Worth|null>}
 */
export async function solved(engine, game, base, moves = []) {
  const { view, errors } = await engine.position(game, base, moves);
  if (!view || errors.length || view.verdict.over) return null;
  engine.set('MultiPV', 1);
  /** @type {Worth|null} */
  let found = null;
  await engine.go('nodes 300000', { solution: (solution) => {
    found = solution;
  } });
  return found;
}

/** The best lines of a position. @param {Engine} engine @param {string} bounds @param {number} count @returns {Promise<Info[]>} */
export async function linesOf(engine, bounds, count) {
  engine.set('Skill Level', 20);
  engine.set('MultiPV', count);
  /** @type {Info[]} */
  const lines = [];
  await engine.go(bounds, { info: (info) => {
    if (info.pv.length && !info.bound) lines[info.multipv - 1] = info;
  } });
  return lines.filter(Boolean);
}

/** The proven result for the side to move: moves to the end, negative if lost, 0 for a draw, null if nothing is proven. @param {Info|undefined} info */
export function outcomeOf(info) {
  if (!info) return null;
  return info.mate ?? (info.cp === 0 ? 0 : null);
}
