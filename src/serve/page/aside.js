// A second session for what must not disturb the first: views of other positions, names of moves, the analysis of a game.

import { Engine } from './net.js';

/** Nobody needs it any more after so long, ms. */
const IDLE = 20_000;
/** Who does nothing for so long has stopped stepping, ms. */
const REST = 250;

/** @type {Engine|null} */
let engine = null;
/** The session that is being opened. @type {Promise<Engine>|null} */
let opening = null;
/** @type {any} */
let timer = 0;

/** The session, opened where there is none. @returns {Promise<Engine>} */
export function aside() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (engine && !opening && !engine.going.length) {
      engine.close();
      engine = null;
    }
  }, IDLE);
  if (engine?.isOpen) return Promise.resolve(engine);
  // One that is being opened is waited for by all: whoever closed it would leave the others waiting for ever.
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

/** Who uses the session last: one piece of work comes after the other. @type {Promise<any>} */
let last = Promise.resolve();

/**
 * Does a piece of work with the session, nobody else meanwhile: what is thought of a position must not be cut by another one.
 * @template T @param {(engine: Engine) => Promise<T>} work @returns {Promise<T>}
 */
export function alone(work) {
  const done = last.then(async () => work(await aside()));
  last = done.catch(() => null);
  return done;
}

/** The view of a position. @param {string} game @param {string} base @param {string[]} moves */
export function look(game, base, moves) {
  return alone(async (engine) => (await engine.position(game, base, moves)).view);
}

/** Whether names are being found. */
let busy = false;

/** As long as one steps through the game, names wait: the steps come first. @param {import('./app.js').App} app */
async function quiet(app) {
  for (let turn = -1; turn !== app.turn && app.turn !== quietTurn;) {
    turn = app.turn;
    await new Promise((done) => setTimeout(done, REST));
  }
  quietTurn = app.turn;
}

/** The turn in which nothing was done for a while. */
let quietTurn = -1;

/** Gives the moves of a tree that came without them their names. @param {import('./app.js').App} app */
export async function nameMoves(app) {
  const { tree, game, board } = app;
  const nameless = tree.all().filter((place) => !place.names?.what);
  if (busy || !nameless.length) return;
  busy = true;
  try {
    for (const place of nameless.slice(0, 2000)) {
      const parent = place.parent;
      if (!parent || !place.names) continue;
      await quiet(app);
      if (app.tree !== tree) break;
      parent.view ??= await look(game, tree.base, tree.path(parent));
      const known = parent.view.moves.find((/** @type {any} */ one) => one.move === place.names?.move);
      place.names = { ...place.names, ...(known && { wxf: known.wxf, chinese: known.chinese, ranks1: known.ranks1 }), what: board.describe(parent.view, place.names.move) };
      if (app.tree !== tree) break;
    }
  } finally {
    busy = false;
  }
  app.render();
  if (app.tree !== tree) void nameMoves(app);
}
