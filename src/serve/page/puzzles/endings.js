// Endings from the built-in tables: an attacker with guards against guards, placed at random.

/** @typedef {import('../net.js').Engine} Engine */
/** A generated ending: the position and the task. @typedef {{base: string, aim: 'win'|'hold', kind: string}} Deal */

import { linesOf, outcomeOf } from './exact.js';

/** Guards of a side: advisors and elephants. */
export const GUARDS = ['', 'A', 'E', 'AA', 'AE', 'EE', 'AAE', 'AEE', 'AAEE'];
/** Maximum number of guards beside each attacker in the built-in tables. @type {Record<string, number>} */
export const BESIDE = { R: 3, N: 6, C: 6, P: 6 };
/** Endings that every player should know. */
export const CLASSICS = ['R-AA', 'R-AAE', 'R-AAEE', 'N-A', 'N-E', 'N-AA', 'CA-AA', 'CA-AAEE', 'P-K', 'P-A'];

/** All kinds, `RA-AAE`; a bare general is K. */
export const KINDS = Object.entries(BESIDE).flatMap(([attacker, most]) => GUARDS.slice(0, most).flatMap((own) => GUARDS.map((other) => `${attacker}${own}-${other || 'K'}`)));

const PALACE = ['d0', 'e0', 'f0', 'd1', 'e1', 'f1', 'd2', 'e2', 'f2'];
const ADVISORS = ['d0', 'f0', 'e1', 'd2', 'f2'];
const ELEPHANTS = ['c0', 'g0', 'a2', 'e2', 'i2', 'c4', 'g4'];
const FILES = [...'abcdefghi'];
const ALL = FILES.flatMap((file) => [...'0123456789'].map((rank) => file + rank));
/** A pawn that has crossed the river, and can still go on. */
const BEYOND = ALL.filter((point) => /[5-8]$/.test(point));

/** The point of the other side. @param {string} point */
const across = (point) => /** @type {string} */ (point[0]) + String(9 - Number(point[1]));

/** Places the pieces of an ending at random, as the ranks of a FEN; the engine refuses illegal ones. @param {import('./dice.js').Dice} dice @param {string} kind */
export function placed(dice, kind) {
  const [own = '', other = ''] = kind.split('-');
  /** @type {Map<string, string>} */
  const board = new Map();
  const put = (/** @type {string[]} */ points, /** @type {string} */ letter, /** @type {boolean} */ isBlack) => {
    const free = points.map((point) => (isBlack ? across(point) : point)).filter((point) => !board.has(point));
    board.set(dice.of(free), isBlack ? letter.toLowerCase() : letter);
  };
  const guard = (/** @type {string} */ letters, /** @type {boolean} */ isBlack) => {
    put(PALACE, 'K', isBlack);
    for (const letter of letters) if (letter === 'A' || letter === 'E') put(letter === 'A' ? ADVISORS : ELEPHANTS, letter === 'A' ? 'A' : 'B', isBlack);
  };
  guard(own.slice(1), false);
  guard(other, true);
  put(own[0] === 'P' ? BEYOND : ALL, /** @type {string} */ (own[0]), false);
  return [...'9876543210'].map((rank) => FILES.map((file) => board.get(file + rank) || '.').join('').replace(/\.+/g, (gap) => String(gap.length))).join('/');
}

/**
 * Generates an ending: the longest of several wins, or else a draw to hold.
 * @param {import('./dice.js').Dice} dice @param {Engine} engine @param {string} kind @returns {Promise<Deal|null>}
 */
export async function deal(dice, engine, kind) {
  /** @type {{base: string, moves: number}|null} */
  let best = null;
  for (let tries = 0; tries < 80; tries++) {
    const base = `fen ${placed(dice, kind)} w - - 0 1`;
    const moves = await worth(engine, base);
    if (moves !== null && moves > 1 && moves > (best?.moves || 0)) best = { base, moves };
    if (best && tries > 20 && best.moves > 3) break;
  }
  if (best) return { base: best.base, aim: 'win', kind };
  for (let tries = 0; tries < 80; tries++) {
    const base = `fen ${placed(dice, kind)} b - - 0 1`;
    if ((await worth(engine, base)) === 0) return { base, aim: 'hold', kind };
  }
  return null;
}

/** @param {Engine} engine @param {string} base */
async function worth(engine, base) {
  const { view, errors } = await engine.position('xiangqi', base, []);
  if (!view || errors.length || view.verdict.over || view.own.check) return null;
  return outcomeOf((await linesOf(engine, 'depth 1', 1))[0]);
}
