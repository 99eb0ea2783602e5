// Proven values of positions, and the grades of moves.

import { alone } from '../aside.js';
import { gradesOf } from './squares.js';
import { linesOf, solved } from './exact.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */
/** The proven result for the side to move (1, 0, -1, null if unknown) and the moves to the end. @typedef {{result: 1|0|-1|null, moves: number}} Proof */

/** The game that places are of. @typedef {{game: string, tree: import('../tree.js').Tree, board: import('../boards/board.js').Board}} Of */

/** @type {WeakMap<Place, Proof|'asked'>} */
const proofs = new WeakMap();

/** @param {import('../net.js').Engine} engine @param {Of} of @param {Place} place @returns {Promise<Proof>} */
async function prove(engine, { game, tree, board }, place) {
  const known = proofs.get(place);
  if (known && known !== 'asked') return known;
  const { view } = await engine.position(game, tree.base, tree.path(place));
  /** @type {Proof} */
  let proof = { result: null, moves: 0 };
  if (view?.verdict.over) {
    const { winner } = view.verdict;
    proof = { result: winner === 'none' ? 0 : winner === view.side ? 1 : -1, moves: 0 };
  } else if (view) {
    const [info] = await linesOf(engine, board.proofBounds, 1);
    if (info?.mate) proof = { result: info.mate > 0 ? 1 : -1, moves: Math.abs(info.mate) };
    else if (info?.cp === 0) proof = { result: 0, moves: 0 };
  }
  proofs.set(place, proof);
  return proof;
}

/** The proven value of a place; null while it is being computed. @param {App} app @param {Place} place @returns {Proof|null} */
export function proofOf(app, place) {
  const known = proofs.get(place);
  if (known) return known === 'asked' ? null : known;
  proofs.set(place, 'asked');
  const { game, tree, board } = app;
  void alone((engine) => prove(engine, { game, tree, board }, place)).then(() => app.render());
  return null;
}

/**
 * The grade of a move, by what is proven before it (its side to move) and after it (the other side to move).
 * @param {Proof} before @param {Proof} after @returns {import('./squares.js').Grade}
 */
export function gradeOf(before, after) {
  if (before.result === null || after.result === null) return 'best';
  const mine = -after.result;
  if (mine < before.result) return 'lost';
  return before.result === 1 && after.moves > before.moves - 1 ? 'worse' : 'best';
}

/** The grades of the person's moves up to the current position. @param {App} app @returns {Promise<import('./squares.js').Grade[]>} */
export function grades(app) {
  const { tree } = app;
  const places = [tree.root, ...tree.line().slice(0, tree.at.ply)];
  return app.isPuzzle ? ofPuzzle(app, places) : ofGame(app, places);
}

/** @param {App} app @param {Place[]} places @returns {Promise<import('./squares.js').Grade[]>} */
async function ofPuzzle(app, places) {
  const { game, tree } = app;
  const board = /** @type {import('../boards/board.js').Puzzle} */ (app.board);
  return alone(async (engine) => {
    /** @type {(number|null)[]} */
    const worths = [];
    let isMore = false;
    for (const place of places) {
      place.view ??= (await engine.position(game, tree.base, tree.path(place))).view;
      if (!place.view) return [];
      const reached = board.reached(app, place);
      if (place.view.verdict.over) {
        worths.push(place.view.verdict.winner === 'first' ? reached : null);
        continue;
      }
      const found = await solved(engine, game, tree.base, tree.path(place));
      isMore ||= found?.objective === 'hp';
      worths.push(found?.value === null || !found ? null : isMore ? found.value : reached + found.value);
    }
    return gradesOf(worths, isMore);
  });
}

/** The side that a person plays. @param {App} app */
export const ownSide = (app) => (app.tree.seats.first === 'person' ? 'first' : 'second');

/** @param {App} app @param {Place[]} places @returns {Promise<import('./squares.js').Grade[]>} */
async function ofGame(app, places) {
  const { game, tree, board } = app;
  const own = ownSide(app);
  return alone(async (engine) => {
    /** @type {import('./squares.js').Grade[]} */
    const found = [];
    for (const place of places.slice(1)) {
      const before = /** @type {Place} */ (place.parent);
      before.view ??= (await engine.position(game, tree.base, tree.path(before))).view;
      if (before.view?.side !== own) continue;
      const of = { game, tree, board };
      found.push(gradeOf(await prove(engine, of, before), await prove(engine, of, place)));
    }
    return found;
  });
}
