// Levels by name, from newcomer to full: of the engine as an opponent, and of puzzles.

import { button, h } from '../dom.js';
import { t } from '../words.js';
import { hash } from '../puzzles/seed.js';
import { openLevel } from './daily.js';

/** @typedef {import('../app.js').App} App */

/** Skill levels of the engine that have a name. */
export const SKILLS = [-4, 0, 4, 8, 12, 16, 20];

/** The named level that is nearest to a skill. @param {number} skill */
export function nearest(skill) {
  return SKILLS.reduce((best, one) => (Math.abs(one - skill) < Math.abs(best - skill) ? one : best));
}

/** The level of the position that a puzzle began with; -1 for none. @param {App} app */
function levelOf(app) {
  const { base } = app.tree;
  const known = /** @type {import('../boards/board.js').Puzzle} */ (app.board).levelOf?.(base);
  return known === -1 ? app.settings.dealt[hash(base)] ?? -1 : known;
}

/** The names of the levels, by their skill or by their number. @param {(index: number) => number} value @returns {[string, string][]} */
const options = (value) => SKILLS.map((skill, index) => [String(value(index)), t(`level.${skill}`)]);

/**
 * A choice of a level: of the engine, or, of a puzzle, of how hard it is.
 * @param {App} app @param {import('../boards/board.js').Board} board @param {(number: number) => void} choose a puzzle's level
 */
export function levelChoice(app, board, choose) {
  const chosen = app.isHome ? app.settings.puzzles[board.name] ?? 1 : levelOf(app);
  const value = board.isPuzzle ? chosen : nearest(app.settings.level);
  const change = (/** @type {any} */ event) => {
    const number = Number(event.target.value);
    if (!board.isPuzzle) app.set({ level: number });
    else if (number >= 0) choose(number);
  };
  const list = options((index) => (board.isPuzzle ? index : /** @type {number} */ (SKILLS[index])));
  // Other positions belong to no level.
  if (value === -1) list.unshift(['-1', '–']);
  return h('label', { class: 'level' }, h('span', null, t('level')), h('select', { onchange: change },
    list.map(([key, text]) => h('option', { value: key, selected: key === String(value) }, text))));
}

/** A button to the next level; null after the last. @param {App} app */
export function nextLevel(app) {
  const puzzle = /** @type {import('../boards/board.js').Puzzle} */ (app.board);
  const next = levelOf(app) + 1;
  if (next < 1 || next >= puzzle.levels.length) return null;
  return button(t('nextLevel', { level: t(`level.${SKILLS[next]}`) }), () => void openLevel(app, puzzle, next), { class: 'main' });
}
