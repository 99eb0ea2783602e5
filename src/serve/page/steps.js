// Making moves, Undo and Redo.

import { nameMoves, spellings } from './aside.js';
import { moved, showEnd, takeBackEnd } from './match.js';
import { both, lang, refusalText } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./tree.js').Place} Place */

/**
 * Plays moves from the current position; false if the engine refuses them.
 * @param {App} app @param {string} text @param {boolean} isPersons whether a person asks for it @returns {Promise<boolean>}
 */
export async function playNow(app, text, isPersons) {
  const turn = ++app.turn;
  const { tree, game, board } = app;
  const from = tree.at;
  const path = tree.path();
  const words = text.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return false;
  app.thinker.reset();
  // The view before the move, which the name of the move depends on.
  const before = from.view;
  const mover = app.view?.side;
  const { isOpen } = app.engine;
  const { view, errors } = await app.engine.position(app.game, app.tree.base, [...path, ...words]);
  if (!view) {
    // The connection was lost meanwhile: the move is made when it is back.
    if (isOpen && isPersons) app.lost = { from, text };
    return false;
  }
  const added = view.history.slice(path.length);
  if (turn !== app.turn) {
    // Something else was asked for meanwhile; a person's move is made nevertheless.
    if (!isPersons || errors.length || !added.length) return false;
    let place = from;
    for (const move of added) place = tree.add(place, { move });
    if (tree.at === from) tree.goTo(place);
    if (tree === app.tree) void app.sync();
    else app.keeper.write(game, tree);
    return true;
  }
  if (errors.length || !added.length) {
    app.refusals += 1;
    // A route is made as far as somebody's question.
    if (tree === app.tree && board.asks(errors[0])) for (const move of added) tree.play({ move });
    app.alert = errors[0] ? board.refused(before || app.view, text, errors[0]) || refusalText(errors[0], (reason, language) => board.refusal(reason, language)) : '';
    await app.sync();
    return false;
  }
  app.alert = '';
  app.found = '';
  app.endPreview();
  if (app.tree.mode === 'play') app.tree.paused = false;
  if (isPersons && app.showsValues) tree.help.shown = true;
  added.forEach((/** @type {string} */ move, /** @type {number} */ index) => {
    const known = index === 0 && before?.moves.find((/** @type {any} */ one) => one.move === move);
    const what = index === 0 && before ? board.describe(before, move) : '';
    app.tree.play({ move, ...spellings(known), ...(what ? { what, language: lang() } : {}) });
  });
  if (tree.lesson) tree.lesson.isPlayed = true;
  app.view = view;
  app.tree.at.view = view;
  if (mover) moved(app, mover);
  app.sounds?.(before, view, added);
  app.keep();
  app.render();
  if (view.verdict.over) showEnd(app);
  app.thinker.begin(turn);
  void nameMoves(app);
  if (!isPersons) playPremove(app);
  return true;
}

/** Whether a premove is possible. @param {App} app */
export function canPremove(app) {
  const other = app.view?.side === 'first' ? 'second' : 'first';
  return app.tree.mode === 'play' && app.isEnginesTurn && !app.tree.paused && app.tree.seats[other] === 'person' && app.link === 'open';
}

/** Sets the premove. @param {App} app @param {string} text empty for none */
export function premove(app, text) {
  app.premove = text;
  app.render();
}

/** Plays the premove, if it is legal. @param {App} app */
function playPremove(app) {
  const text = app.premove;
  if (!text || app.isEnginesTurn) return;
  app.premove = '';
  const move = app.verdict.over ? '' : app.board.premoved(app.view, text);
  if (move) void app.play(move);
  else app.alert = both('premoveGone', { move: text });
}

/** Replaces the spelling of the moves so far by the engine's. @param {import('./tree.js').Tree} tree @param {string[]} history */
export function respell(tree, history) {
  const path = tree.path();
  if (history.join() === path.join()) return;
  if (history.length === path.length) {
    for (let here = tree.at; here.parent; here = here.parent) here.names = { ...here.names, move: /** @type {string} */ (history[here.ply - 1]) };
    return;
  }
  let place = tree.root;
  for (const move of history) place = tree.add(place, { move });
  tree.goTo(place);
}

/** Whether the engine plays the side to move at a place. @param {App} app @param {Place} place */
function isEnginesAt(app, place) {
  const isSame = (place.ply - app.tree.at.ply) % 2 === 0;
  const side = isSame === (app.view?.side === 'first') ? 'first' : 'second';
  return !app.isPuzzle && app.tree.mode === 'play' && app.tree.seats[side] === 'engine';
}

/** Whether a move is an action: a fight, a door, an item. @param {App} app @param {any} place */
function isDeed(app, place) {
  return app.board.isDeed(place.names.move, async () => {
    const { parent } = place;
    if (!parent.view) {
      app.turn++;
      parent.view = (await app.engine.position(app.game, app.tree.base, app.tree.path(parent))).view;
    }
    return parent.view;
  });
}

/**
 * Undo. Against the engine, back to the person's turn; in a tower, an action with the walk that led to it, or a walk without
 * one. At the start of a game, the previous game. @param {App} app
 */
export async function undo(app) {
  const { tree } = app;
  if (app.tree.mode === 'setup' || takeBackEnd(app)) return;
  let place = tree.at.parent;
  if (!place) {
    const before = app.past.pop();
    if (before) app.adopt(before);
    return;
  }
  if (isEnginesAt(app, place) && place.parent && !isEnginesAt(app, place.parent)) place = place.parent;
  while (place.parent && !(await isDeed(app, place))) place = place.parent;
  if (tree !== app.tree) return;
  tree.help.tries += 1;
  app.goTo(place);
}

/** What the last Undo took back. @param {App} app */
export async function redo(app) {
  const { tree } = app;
  let place = tree.after();
  if (!place || app.tree.mode === 'setup') return;
  const reply = tree.after(place);
  if (reply && isEnginesAt(app, place)) place = reply;
  for (let next = tree.after(place); next && !(await isDeed(app, place)); next = tree.after(place)) place = next;
  if (tree === app.tree) app.goTo(place);
}

/** Turns the board round. @param {App} app */
export function flip(app) {
  app.tree.flipped = !app.tree.flipped;
  app.keep();
  app.render();
}
