// The daily puzzles, by game: positions are made by dice until the engine finds one worth solving.

import { boardOf } from '../boards/index.js';
import { dice } from './dice.js';
import { CLASSICS, KINDS, deal } from './endings.js';
import { linesOf, outcomeOf, solved } from './exact.js';
import { maze } from './maze.js';

/** @typedef {import('./dice.js').Dice} Dice */
/** @typedef {import('../net.js').Engine} Engine */
/** @typedef {import('../boards/board.js').Dealt} Dealt */

/** A won ending. @param {Dice} thrown @param {Engine} engine @returns {Promise<Dealt|null>} */
async function xiangqi(thrown, engine) {
  for (let tries = 0; tries < 20; tries++) {
    const dealt = await deal(thrown, engine, thrown.of([CLASSICS, KINDS][thrown.below(2)] || KINDS));
    if (dealt?.aim === 'win') return dealt;
  }
  return null;
}

/** Random moves until exactly one column wins, and not at once. @param {Dice} dice @param {Engine} engine @returns {Promise<Dealt|null>} */
async function cfour({ below }, engine) {
  const { proofBounds } = /** @type {import('../boards/board.js').Board} */ (boardOf('cfour'));
  for (let tries = 0; tries < 400; tries++) {
    const length = 16 + 2 * below(4);
    const moves = Array.from({ length }, () => String(1 + below(7)));
    const { view, errors } = await engine.position('cfour', 'startpos', moves);
    if (!view || errors.length || view.verdict.over) continue;
    const best = outcomeOf((await linesOf(engine, proofBounds, 1))[0]);
    if (best === null || best < 3 || best > 8) continue;
    const all = await linesOf(engine, proofBounds, 7);
    const others = all.map(outcomeOf).filter((moves) => moves !== null && moves > 0);
    if (all.length === view.moves.length && others.length === 1) return { base: `fen ${view.fen}`, aim: 'win' };
  }
  return null;
}

/** People, devils and seats that take 9 to 21 crossings. @param {Dice} dice @param {Engine} engine @returns {Promise<Dealt|null>} */
async function river({ below }, engine) {
  for (let tries = 0; tries < 60; tries++) {
    const priests = 3 + below(5);
    const base = `fen ${priests} ${Math.max(2, priests - below(4))} ${2 + below(2)}`;
    const value = (await solved(engine, 'river', base))?.value ?? 0;
    if (value >= 9 && value <= 21) return { base, aim: '' };
  }
  return null;
}

/** A row that is not sorted soon. @param {Dice} dice @param {Engine} engine @returns {Promise<Dealt|null>} */
async function sliding({ of, shuffled }, engine) {
  for (let tries = 0; tries < 60; tries++) {
    const tiles = of(['BBBWWW_', 'BBBBWWW_', 'BBBWWWW_', 'BBBBWWWW_']);
    const base = `fen ${shuffled([...tiles]).join('')} ${of(['cost', 'cost', 'moves'])}`;
    const found = await solved(engine, 'sliding', base);
    if (found && Number(found.value) >= (found.objective === 'moves' ? 7 : 10)) return { base, aim: '' };
  }
  return null;
}

/** A tower whose best final hp lies in a range, or is nearest to it of those that were made. @param {Dice} thrown @param {Engine} engine @param {number} least @param {number} most @returns {Promise<Dealt|null>} */
async function tower(thrown, engine, least, most) {
  /** @type {{base: string, away: number}|null} */
  let nearest = null;
  for (let tries = 0; tries < 200; tries++) {
    const base = `fen ${maze(thrown)}`;
    const found = await solved(engine, 'tower', base);
    const hp = Number(found?.value ?? -1);
    if (found?.status !== 'proven' || hp <= 0) continue;
    const away = Math.max(least - hp, hp - most, 0);
    if (!away) return { base, aim: '' };
    if (!nearest || away < nearest.away) nearest = { base, away };
  }
  return nearest && { base: nearest.base, aim: '' };
}

/** @type {Record<string, (thrown: Dice, engine: Engine) => Promise<Dealt|null>>} */
const GAMES = { xiangqi, cfour, river, sliding, tower: (thrown, engine) => tower(thrown, engine, 20, 300) };

/** Generates a puzzle of a game; null if none was found. @param {string} game @param {string} seed @param {Engine} engine */
export const dealDaily = (game, seed, engine) => GAMES[game]?.(dice(seed), engine) ?? null;

/** Generates an ending. @param {string} kind @param {string} seed @param {Engine} engine */
export const dealEnding = (kind, seed, engine) => deal(dice(seed), engine, kind);

/** Generates a tower whose best final hp lies in a range. @param {number} least @param {number} most @param {string} seed @param {Engine} engine */
export const dealTower = (least, most, seed, engine) => tower(dice(seed), engine, least, most);
