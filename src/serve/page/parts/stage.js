// The stage: the board, its proof and one line in large type, to be projected.

import { h, tool } from '../dom.js';
import { t } from '../words.js';

/** What leaves the stage where there are no keys. @type {HTMLElement|null} */
let leave = null;

/** @param {import('../app.js').App} app @param {boolean} [isOn] */
export function setStage(app, isOn = !isStage()) {
  document.body.toggleAttribute('data-stage', isOn);
  leave?.remove();
  if (isOn) {
    leave = h('div', { class: 'leave' }, h('h1', { class: 'unseen' }, t(`game.${app.game}`)), h('div', { class: 'place' }), tool('close', t('leaveStage'), () => setStage(app, false), { key: 'Escape', class: 'bare' }));
    document.body.append(/** @type {HTMLElement} */ (leave));
  }
  app.render();
}

export function isStage() {
  return document.body.hasAttribute('data-stage');
}
