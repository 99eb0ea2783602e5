// The stage: board, proof and status in large type, for a projector.

import { at, h, tool } from '../dom.js';
import { t } from '../words.js';

/** The button that leaves the stage, and the place of the QR code. @type {HTMLElement|null} */
let leave = null;

/** @param {import('../app.js').App} app @param {boolean} [isOn] */
export function setStage(app, isOn = !isStage()) {
  document.body.toggleAttribute('data-stage', isOn);
  const had = leave?.querySelector(':focus-visible');
  leave?.remove();
  if (isOn) {
    leave = h('div', { class: 'leave' }, h('h1', { class: 'unseen' }, t(`game.${app.game}`)), h('div', { class: 'place' }), tool('close', t('leaveStage'), () => setStage(app, false), { key: 'Escape', class: 'bare' }));
    const isByKey = document.querySelector(':focus-visible');
    document.body.append(/** @type {HTMLElement} */ (leave));
    // What had the focus is not on the stage.
    if (isByKey && !at('main').contains(isByKey)) leave?.querySelector('button')?.focus();
  } else if (had) at('tools').lastElementChild.focus();
  app.render();
}

export function isStage() {
  return document.body.hasAttribute('data-stage');
}
