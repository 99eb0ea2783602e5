// The row of controls: seven at most, each an icon with its word. All else is in the menu.

import { h, mark, tool } from '../dom.js';
import { t } from '../words.js';
import { withLater } from '../proof.js';

/** Where a step leads is asked when it is made: two quick presses are two steps. @param {import('../app.js').App} app @param {() => any} to */
export const step = (app, to) => () => {
  const place = to();
  if (place) app.goTo(place);
};

/** What each control shows, by its place. @type {string[]} */
let shown = [];

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function controls(app, host) {
  const { tree } = app;
  if (!app.view) return;
  const language = document.documentElement.lang;
  const [isFirst, isLast] = [!tree.at.parent, !tree.after()];
  /** Each control with what it depends on: one is made anew only where that has changed. @type {[any[], () => any][]} */
  const list = [
    [[isFirst], () => tool('back', t('back'), step(app, () => app.tree.at.parent), { key: '[', class: 'bare', disabled: isFirst })],
    [[isLast], () => tool('forward', t('forward'), step(app, () => app.tree.after()), { key: ']', class: 'bare', disabled: isLast })],
    [[isFirst && !app.past.length], () => tool('undo', t('undo'), () => void app.undo(), { key: 'Z', disabled: isFirst && !app.past.length })],
    [[app.tree.mode, app.tree.paused, app.isEnginesTurn], () => waiting(app) || tool('hint', t('hint'), () => void app.thinker.showHint(), { key: 'H' })],
    [[], () => tool('new', t('new'), () => app.renew())],
    [[app.game, app.isProject, app.tree.mode, app.showsValues], () => assessing(app)],
    [[], () => tool('share', t('share'), () => void withLater(app, ({ showShare }) => showShare(app)))],
  ];
  const keys = list.map(([what]) => JSON.stringify([language, ...what]));
  if (keys.join() === shown.join()) return;
  // What is being pressed stays until it is released.
  if (host.matches(':active')) return addEventListener('pointerup', () => app.render(), { once: true });
  mark(host, 'aria-label', t('controls'));
  const focus = /** @type {HTMLElement|null} */ (document.activeElement);
  const label = focus && host.contains(focus) ? focus.getAttribute('aria-label') : '';
  const old = [...host.children];
  list.forEach(([, make], index) => {
    if (keys[index] === shown[index]) return;
    const made = make();
    if (old[index]) old[index].replaceWith(made);
    else host.append(made);
  });
  shown = keys;
  if (label && !host.contains(document.activeElement)) /** @type {HTMLElement|null} */ ([...host.querySelectorAll('button')].find((one) => one.getAttribute('aria-label') === label))?.focus();
}

/** The values of a puzzle's moves or the analysis of a game; a place of no width where there is neither. @param {import('../app.js').App} app */
function assessing(app) {
  if (!app.isPuzzle) return tool('analyse', t('mode.analyse'), () => void app.setMode(app.tree.mode === 'analyse' ? 'play' : 'analyse'), { 'aria-pressed': app.tree.mode === 'analyse' });
  if (app.isProject || app.tree.mode === 'setup') return h('span', { hidden: true });
  return tool('values', t('values'), () => app.showValues(!app.showsValues), { key: 'V', 'aria-pressed': app.showsValues });
}

/** Where the engine has the move, it is hurried or let go on. @param {import('../app.js').App} app */
function waiting(app) {
  if (app.tree.mode === 'watch' || (app.tree.mode === 'play' && app.tree.paused && app.isEnginesTurn)) {
    return tool(app.tree.paused ? 'go' : 'pause', t(app.tree.paused ? 'resume' : 'pause'), () => {
      app.tree.paused = !app.tree.paused;
      void app.sync();
    });
  }
  return app.isEnginesTurn && !app.tree.paused && tool('go', t('moveNow'), () => app.engine.moveNow(), { key: 'L' });
}
