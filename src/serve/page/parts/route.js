// The platform's file of a game of a multi-floor tower, `.h5route`: read into the game that is on, and written from it.

import { offer } from '../dom.js';
import { work } from '../net.js';
import { inEnglish, t } from '../words.js';

/** @typedef {import('../app.js').App} App */

/** The tower's name on the shelf. @param {App} app */
const towerOf = (app) => app.tree.base.replace(/^project /, '');

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
    const told = await ask({ tower: towerOf(app), file });
    if (app.tree !== tree) return;
    if (told.error) app.alert = inEnglish(told.error, 'routeUnread');
    else {
      app.goTo(tree.root);
      await app.play(told.keys.keys);
      return;
    }
  }
  app.render();
}

/** Offers the way to where the game stands as a file. @param {App} app */
export async function saveRoute(app) {
  const told = await ask({ tower: towerOf(app), keys: app.tree.path().join('') });
  if (told.error) app.alert = inEnglish(told.error, 'notWritten');
  else offer(new TextEncoder().encode(told.file), `${app.view.own.title || 'tower'}.h5route`);
  app.render();
}
