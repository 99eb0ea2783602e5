// The row of controls: seven at most, each an icon with its word. All else is in the menu.

import { put, tool } from '../dom.js';
import { t } from '../words.js';
import { showShare } from './share.js';

/** Where a step leads is asked when it is made: two quick presses are two steps. @param {import('../app.js').App} app @param {() => any} to */
export const step = (app, to) => () => {
  const place = to();
  if (place) app.goTo(place);
};

let key = '';

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function controls(app, host) {
  const { tree } = app;
  if (!app.view) return;
  const isStopped = app.paused && app.isEnginesTurn;
  const now = JSON.stringify([app.game, app.mode, !!tree.at.parent, !!tree.after(), app.showsValues, isStopped, app.isEnginesTurn, document.documentElement.lang, app.past.length > 0]);
  if (now === key) return;
  // What is being pressed stays until it is released.
  if (host.matches(':active')) return addEventListener('pointerup', () => app.render(), { once: true });
  key = now;
  host.setAttribute('aria-label', t('controls'));
  const focus = /** @type {HTMLElement|null} */ (document.activeElement);
  const label = focus && host.contains(focus) ? focus.getAttribute('aria-label') : '';
  put(host,
    tool('back', t('back'), step(app, () => app.tree.at.parent), { key: '[', class: 'bare', disabled: !tree.at.parent }),
    tool('forward', t('forward'), step(app, () => app.tree.after()), { key: ']', class: 'bare', disabled: !tree.after() }),
    tool('undo', t('undo'), () => void app.undo(), { key: 'Z', disabled: !tree.at.parent && !app.past.length }),
    waiting(app) || tool('hint', t('hint'), () => void app.thinker.showHint(), { key: 'H' }),
    tool('new', t('new'), () => app.renew()),
    app.isPuzzle ? !app.isProject && app.mode !== 'setup' && tool('values', t('values'), () => app.showValues(!app.showsValues), { key: 'V', 'aria-pressed': app.showsValues })
      : tool('analyse', t('mode.analyse'), () => void app.setMode(app.mode === 'analyse' ? 'play' : 'analyse'), { 'aria-pressed': app.mode === 'analyse' }),
    tool('share', t('share'), () => showShare(app)));
  if (label) /** @type {HTMLElement|null} */ ([...host.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === label))?.focus();
}

/** Where the engine has the move, it is hurried or let go on. @param {import('../app.js').App} app */
function waiting(app) {
  if (app.mode === 'watch' || (app.mode === 'play' && app.paused && app.isEnginesTurn)) {
    return tool(app.paused ? 'go' : 'pause', t(app.paused ? 'resume' : 'pause'), () => {
      app.paused = !app.paused;
      void app.sync();
    });
  }
  return app.isEnginesTurn && !app.paused && tool('go', t('moveNow'), () => app.engine.moveNow(), { key: 'L' });
}
