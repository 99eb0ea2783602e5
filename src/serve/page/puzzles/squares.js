// A row of squares that shows how a puzzle went without revealing its solution.

/** What a move was: the best, worse than the best, or one that gave the goal away. @typedef {'best'|'worse'|'lost'} Grade */

/** The squares differ by colour alone; their label says how many there are of each. */
const SIGNS = { best: '🟩', worse: '🟨', lost: '🟥' };
const ORDER = /** @type {Grade[]} */ (['best', 'worse', 'lost']);
/** Maximum number of squares. */
const MOST = 20;

/**
 * The grades of a puzzle. The value of a position is the cost so far plus the best rest.
 * @param {(number|null)[]} worths of the start and of the position after each move; null where the goal is out of reach
 * @param {boolean} isMore whether more is better @returns {Grade[]}
 */
export function gradesOf(worths, isMore) {
  return worths.slice(1).map((worth, index) => {
    const before = worths[index];
    if (worth === null) return 'lost';
    if (before === null || before === undefined) return 'best';
    return (isMore ? worth < before : worth > before) ? 'worse' : 'best';
  });
}

/** Shortens a list of grades: neighbours are merged into the worst of them. @param {Grade[]} grades @param {number} [most] @returns {Grade[]} */
export function shortened(grades, most = MOST) {
  if (grades.length <= most) return grades;
  return Array.from({ length: most }, (_, index) => {
    const part = grades.slice(Math.floor((index * grades.length) / most), Math.floor(((index + 1) * grades.length) / most));
    return part.reduce((worst, one) => (ORDER.indexOf(one) > ORDER.indexOf(worst) ? one : worst), 'best');
  });
}

/** @param {Grade[]} grades */
export function row(grades) {
  return shortened(grades).map((grade) => SIGNS[grade]).join('');
}
