// The stage: board, proof and status in large type, for a projector.

import { h, tool } from '../dom.js';
import { t } from '../words.js';

/** The button that leaves the stage, and the place of the QR code. @type {HTMLElement|null} */
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
