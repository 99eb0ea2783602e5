// A second engine session, for work that must not disturb the first: views of other positions, names of moves, explorer.

import { Engine } from './net.js';
import { lang } from './words.js';

/** The session is closed after this time without use, ms. */
const IDLE = 20_000;
/** After this time without a step, the person has stopped stepping, ms. */
const REST = 250;

/** @type {Engine|null} */
let engine = null;
/** The session that is being opened. @type {Promise<Engine>|null} */
let opening = null;
/** @type {any} */
let timer = 0;

/** The session; opened if there is none. @returns {Promise<Engine>} */
export function aside() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (engine && !opening && !engine.going.length) {
      engine.close();
      engine = null;
    }
  }, IDLE);
  if (engine?.isOpen) return Promise.resolve(engine);
  // All callers wait for the same opening session: closing it would leave the others waiting for ever.
  opening ??= new Promise((done) => {
    engine?.close();
    const fresh = new Engine((state) => {
      if (state !== 'open') return;
      opening = null;
      done(fresh);
    });
    engine = fresh;
  });
  return opening;
}

/** The last task in the queue of this session. @type {Promise<any>} */
let last = Promise.resolve();

/**
 * Runs a task that has the session to itself, so that no other task replaces its position.
 * @template T @param {(engine: Engine) => Promise<T>} work @returns {Promise<T>}
 */
export function alone(work) {
  const done = last.then(async () => work(await aside()));
  last = done.catch(() => null);
  return done;
}

/** The view of a position. @param {string} game @param {string} base @param {string[]} moves */
export function look(game, base, moves) {
  return alone(async (engine) => {
    const { view } = await engine.position(game, base, moves);
    // The engine may have refused the base.
    return view?.own ? view : null;
  });
}

/** Whether names are being found. */
let busy = false;

/** Waits until nobody steps through the game: steps come first. @param {import('./app.js').App} app */
async function quiet(app) {
  for (let turn = -1; turn !== app.turn && app.turn !== quietTurn;) {
    turn = app.turn;
    await new Promise((done) => setTimeout(done, REST));
  }
  quietTurn = app.turn;
}

/** The turn for which this wait has ended. */
let quietTurn = -1;

/** How a legal move of a view is written; nothing of an unknown one. @param {any} known @returns {Partial<import('./tree.js').Names>} */
export const spellings = (known) => known ? { wxf: known.wxf, chinese: known.chinese, ranks1: known.ranks1, san: known.san } : {};

/** Finds the names of the moves in a tree that have none yet, or those of another language. @param {import('./app.js').App} app */
export async function nameMoves(app) {
  const { tree, game, board } = app;
  const language = lang();
  const isNameless = (/** @type {import('./tree.js').Place} */ place) => !place.names?.what || place.names.language !== language;
  const nameless = tree.all().filter(isNameless);
  if (busy || !nameless.length) return;
  busy = true;
  /** @type {import('./tree.js').Place|null} */
  let tried = null;
  try {
    for (let next = 0; next < nameless.length && next < 2000;) {
      await quiet(app);
      if (app.tree !== tree) break;
      // The move that is told in the status line comes first.
      /** @type {import('./tree.js').Place} */
      const place = tree.at.parent && isNameless(tree.at) && tree.at !== tried ? tree.at : nameless[next++];
      const { parent } = place;
      tried = place;
      if (!parent || !place.names || !isNameless(place)) continue;
      parent.view ??= await look(game, tree.base, tree.path(parent));
      if (!parent.view) continue;
      const known = parent.view.moves.find((/** @type {any} */ one) => one.move === place.names?.move);
      place.names = { ...place.names, ...spellings(known), what: board.describe(parent.view, place.names.move), language };
      if (place === tree.at) app.render();
      if (app.tree !== tree || language !== lang()) break;
    }
  } finally {
    busy = false;
  }
  app.render();
  if (app.tree !== tree || language !== lang()) void nameMoves(app);
}
