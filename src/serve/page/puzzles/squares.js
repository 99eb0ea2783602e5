// A row of squares that says how a puzzle went, and not what its solution is: it can be copied.

/** What a move was: the best, worse than the best, or one that gave the goal away. @typedef {'best'|'worse'|'lost'} Grade */

/** Signs that differ by more than their colour would be no squares: the words beside them say how many there are of each. */
const SIGNS = { best: '🟩', worse: '🟨', lost: '🟥' };
const ORDER = /** @type {Grade[]} */ (['best', 'worse', 'lost']);
/** The most squares of a row. */
const MOST = 20;

/**
 * The grades of a game of one player. The worth of a position is what is spent or left so far and the best from here, together.
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

/** At most so many grades: neighbours become one, the worst of them. @param {Grade[]} grades @param {number} [most] @returns {Grade[]} */
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
