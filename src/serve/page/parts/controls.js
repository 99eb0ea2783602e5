// The toolbar: at most seven buttons. Everything else is in the menu.

import { hide, mark, oneStop, say, settle, tool } from '../dom.js';
import { t } from '../words.js';
import { withLater } from '../proof.js';

/** @typedef {import('../app.js').App} App */
/** A button: icon, label, action, key, whether it is disabled, whether it is on (null if it is not a switch), whether it is hidden. @typedef {{icon: string, word: string, press: () => void, key?: string, isOff?: boolean, isOn?: boolean|null, isGone?: boolean}} Control */

/** The target is computed when the button is pressed, so that two quick presses make two steps. @param {App} app @param {() => any} to */
export const step = (app, to) => () => {
  const place = to();
  if (place) app.goTo(place);
};

/** The current buttons. Their elements are created once: new ones at each step could not be pressed, and would pile up. @type {Control[]} */
let list = [];

/** @param {App} app @param {HTMLElement} host */
export function controls(app, host) {
  const { tree } = app;
  if (!app.view) return;
  const [isFirst, isLast] = [!tree.at.parent, !tree.after()];
  list = [
    { icon: 'back', word: 'back', press: step(app, () => app.tree.at.parent), key: '[', isOff: isFirst },
    { icon: 'forward', word: 'forward', press: step(app, () => app.tree.after()), key: ']', isOff: isLast },
    { icon: 'undo', word: 'undo', press: () => void app.undo(), key: 'Z', isOff: isFirst && !app.past.length },
    waiting(app) || { icon: 'hint', word: 'hint', press: () => void app.thinker.showHint(), key: 'H', isOff: tree.mode === 'setup' },
    { icon: 'new', word: 'new', press: () => app.renew() },
    assessing(app),
    { icon: 'share', word: 'share', press: () => void withLater(app, ({ showShare }) => showShare(app), true) },
  ];
  mark(host, 'aria-label', t('controls'));
  if (!host.firstChild) {
    host.append(...list.map(({ icon }, index) => tool(icon, '', () => list[index]?.press(), index < 2 ? { class: 'bare' } : {})));
    oneStop(host);
  }
  list.forEach((control, index) => update(/** @type {any} */ (host.children[index]), control));
  settle(host);
}

/** Updates a button. @param {HTMLButtonElement} button @param {Control} control */
function update(button, { icon, word, key, isOff = false, isOn = null, isGone = false }) {
  const text = t(word);
  mark(button, 'aria-label', text);
  mark(button, 'title', key ? `${text} (${key})` : text);
  mark(button, 'aria-pressed', isOn === null ? null : String(isOn));
  mark(/** @type {Element} */ (button.querySelector('use')), 'href', `#i-${icon}`);
  say(button.lastElementChild, text);
  if (button.disabled !== isOff) button.disabled = isOff;
  hide(button, isGone);
}

/** The switch for the values of a puzzle or for the analysis of a game. @param {App} app @returns {Control} */
function assessing(app) {
  const isOn = app.tree.mode === 'analyse';
  if (!app.isPuzzle) return { icon: 'analyse', word: 'mode.analyse', press: () => void app.setMode(isOn ? 'play' : 'analyse'), isOn };
  return { icon: 'values', word: 'values', press: () => app.showValues(!app.showsValues), key: 'V', isOn: app.showsValues, isGone: app.tree.mode === 'setup' };
}

/** While it is the engine's turn: the button that hurries, pauses or resumes it. @param {App} app @returns {Control|null} */
function waiting(app) {
  const { tree } = app;
  if (tree.mode === 'watch' || (tree.mode === 'play' && tree.paused && app.isEnginesTurn)) {
    return { icon: tree.paused ? 'go' : 'pause', word: tree.paused ? 'resume' : 'pause', press: () => {
      tree.paused = !tree.paused;
      void app.sync();
    } };
  }
  return app.isEnginesTurn && !tree.paused ? { icon: 'go', word: 'moveNow', press: () => app.engine.moveNow(), key: 'L' } : null;
}
