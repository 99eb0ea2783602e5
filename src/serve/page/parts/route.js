// Reads and writes route files of multi-floor towers (`.h5route`).

import { alone } from '../aside.js';
import { towerOf } from '../boards/project.js';
import { offer } from '../dom.js';
import { work } from '../net.js';
import { both, inEnglish, refusalText, t } from '../words.js';

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

/** An element of a route: steps, or a flight, an item, a shop, a walk, a turn or another key; each with the answers to what it asks. */
const PART = /([UDLR])(\d*)((?:[CP]\d+|N)*)|(?:[FIS][^:]*:|M\d+:\d+|t[UDLR]:|[a-z]\d*:?|\S)(?:[CP]\d+|N)*/g;

/** The keys of a route, each step by itself. @param {string} route @returns {string[]} */
export const keysOf = (route) => [...route.matchAll(PART)].flatMap(([whole, key, times, answers]) => (key ? [...Array(Number(times || 1) - 1).fill(key), key + answers] : [whole]));

/** How many keys of the platform these are: answers are keys of their own. @param {string[]} keys */
export const countKeys = (keys) => keys.reduce((sum, key) => sum + 1 + (key.match(/(?:[CP]\d+|N)*$/)?.[0].match(/[CPN]/g)?.length || 0), 0);

/** How many steps that do nothing are left out at most: each is asked about. */
const MOST_BUMPS = 100;

/**
 * The keys that can be played from here, and what is left from the first refused one on. A step against a wall or a door counts but does
 * nothing, as on the platform.
 * @param {import('../net.js').Engine} engine @param {App} app @param {string[]} keys
 */
export async function playable(engine, { game, tree }, keys) {
  const path = tree.path();
  let [good, left] = [/** @type {string[]} */ ([]), keys];
  for (let bumps = 0; ; bumps++) {
    const { view, errors } = await engine.position(game, tree.base, [...path, ...good, ...left]);
    if (!view) return null;
    const done = errors.length ? view.history.slice(path.length + good.length) : left;
    good = [...good, ...done];
    left = left.slice(done.length);
    // Where something is not understood, or asks, what comes after it would be about another game.
    const isBump = STEP.test(left[0] || '') && errors[0]?.reason?.includes('is not possible');
    if (!left.length || !isBump || bumps === MOST_BUMPS) return { good, left, fault: errors[0] };
    left = left.slice(1);
  }
}

/** A step that nobody asks about. */
const STEP = /^[UDLR]$/;

/**
 * Plays keys up to the first illegal one, and keeps the rest.
 * @param {App} app @param {string[]} keys
 */
async function playAsFar(app, keys) {
  const { tree, board } = app;
  const found = await alone((engine) => playable(engine, app, keys));
  if (app.tree !== tree || !found) return;
  const { good, left, fault } = found;
  tree.rest = left;
  if (good.length) await app.play(good.join(' '));
  if (left.length) {
    const [n, of] = [countKeys(keys.slice(0, -left.length)), countKeys(keys)];
    const why = refusalText(fault, (reason, language) => board.refusal(reason, language));
    const words = (/** @type {'en'|'zh'} */ language) => t('routePart', { n, of, next: n + 1, why: typeof why === 'string' ? why : why[language] }, language);
    app.alert = { en: words('en'), zh: words('zh') };
  }
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
    app.found = both('routeSaved');
  }
  app.render();
}
