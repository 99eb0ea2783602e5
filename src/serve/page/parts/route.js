// Reads and writes route files of multi-floor towers (`.h5route`).

import { alone } from '../aside.js';
import { towerOf } from '../boards/project.js';
import { offer } from '../dom.js';
import { work } from '../net.js';
import { inEnglish, t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** @param {any} wish @returns {Promise<any>} */
async function ask(wish) {
  const data = await work('route', wish).answer;
  return data ? JSON.parse(data) : { error: t('stopped') };
}

/** Whether a file of this name is such a route. @param {string} name */
export const isRoute = (name) => /\.h5route$/i.test(name);

/** Plays a file's route from the start of the tower that is on. @param {App} app @param {string} file */
export async function playRoute(app, file) {
  const { tree } = app;
  if (!app.isProject) app.alert = t('routeNeedsTower');
  else {
    const told = await ask({ tower: towerOf(app.tree), file });
    if (app.tree !== tree) return;
    if (told.error) app.alert = inEnglish(told.error, 'routeUnread');
    else {
      app.goTo(tree.root);
      await playAsFar(app, keysOf(told.keys.keys));
      return;
    }
  }
  app.render();
}

/** An element of a route: a teleport, an item, steps with answers, or another key. */
const PART = /[FI][^:]*:|[a-z]\d*:?|([UDLR])(\d*)((?:[CP]\d+|N)*)|\S/g;

/** The keys of a route, each step by itself. @param {string} route @returns {string[]} */
export const keysOf = (route) => [...route.matchAll(PART)].flatMap(([whole, key, times, answers]) => (key ? [...Array(Number(times || 1) - 1).fill(key), key + answers] : [whole]));

/**
 * Plays keys up to the first illegal one, and keeps the rest.
 * @param {App} app @param {string[]} keys
 */
async function playAsFar(app, keys) {
  const { tree, game } = app;
  const path = tree.path();
  const { view, errors } = await alone((engine) => engine.position(game, tree.base, [...path, ...keys]));
  if (app.tree !== tree || !view) return;
  const good = errors.length ? view.history.slice(path.length) : keys;
  tree.rest = keys.slice(good.length);
  if (good.length) await app.play(good.join(' '));
  if (tree.rest.length) app.alert = { en: t('routePart', { n: good.length, of: keys.length }, 'en'), zh: t('routePart', { n: good.length, of: keys.length }, 'zh') };
  app.render();
}

/** Continues a route after the refused key. @param {App} app */
export const playRest = (app) => playAsFar(app, app.tree.rest.slice(1));

/** Saves the line that is on as a route file. @param {App} app @param {import('../tree.js').Tree} [tree] @param {any} [view] */
export async function saveRoute(app, tree = app.tree, view = app.view) {
  const keys = [...tree.path(), ...tree.line().slice(tree.at.ply).map((place) => place.names?.move || '')];
  const told = await ask({ tower: towerOf(tree), keys: keys.join('') });
  if (told.error) app.alert = inEnglish(told.error, 'notWritten');
  else {
    offer(new TextEncoder().encode(told.file), `${view.own.title || 'tower'}.h5route`);
    app.found = { en: t('routeSaved', {}, 'en'), zh: t('routeSaved', {}, 'zh') };
  }
  app.render();
}
