// What becomes of a connection that is slow, lost or back again.

import { t } from './words.js';
/** @typedef {import('./app.js').App} App */

/** After this time without an answer, it is said that one is waited for, ms. */
const PATIENCE = 3000;

/** Takes an answer that may be long in coming. @template T @param {(answer: T) => void} done @param {(state: 'slow'|'prompt') => void} tell @returns {(answer: T) => void} */
export function patiently(done, tell) {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    tell('slow');
  }, PATIENCE);
  return (answer) => {
    clearTimeout(timer);
    if (isSlow) tell('prompt');
    done(answer);
  };
}

/** Says how the connection is; once it is back, a move that was lost with it is made. @param {App} app @param {import('./net.js').State} state */
export function hear(app, state) {
  if (state === 'slow' || state === 'prompt') {
    if (state === 'slow') app.alert = t('slow');
    else if (app.alert === t('slow')) app.alert = '';
    return app.render();
  }
  app.link = state;
  // It goes on: what was said of its end is over.
  if (state === 'open' && app.alert === t('stopped')) app.alert = '';
  if (state !== 'open') return app.render();
  const { lost } = app;
  app.lost = null;
  void app.sync().then(() => lost?.from === app.tree.at && app.play(lost.text));
}
