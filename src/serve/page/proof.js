// Proof that can be shown to many: the search, the tree, the graph of all states. It is drawn once somebody asks for it.

import { put } from './dom.js';

/** @param {import('./app.js').App} app */
export const showsProof = (app) => !!app.settings.proofs[app.game];

/** @param {import('./app.js').App} app */
export function toggleProof(app) {
  app.set({ proofs: { ...app.settings.proofs, [app.game]: !showsProof(app) } });
}

/** Puts an element that lasts into a host, where it is not there already. @param {HTMLElement} host @param {HTMLElement} element */
export function mount(host, element) {
  if (host.firstChild !== element) put(host, element);
}

/**
 * Shows a proof whose body stays shut until its button is pressed; whether it is open.
 * @param {import('./app.js').App} app @param {HTMLElement} host @param {HTMLElement} element @param {HTMLElement} opener @param {string} label @param {HTMLElement} body
 */
export function unfold(app, host, element, opener, label, body) {
  mount(host, element);
  const isOn = showsProof(app);
  opener.textContent = label;
  opener.setAttribute('aria-expanded', String(isOn));
  body.hidden = !isOn;
  return isOn;
}

/** @typedef {{draw: (app: import('./app.js').App, host: HTMLElement) => void, key?: (key: string) => boolean}} Proof */

/** A proof whose script is fetched when it is drawn for the first time. @param {string} game @returns {Required<Proof>} */
export function late(game) {
  /** @type {Proof|undefined} */
  let made;
  let asked = false;
  return {
    draw: (app, host) => {
      if (made) return made.draw(app, host);
      if (asked) return;
      asked = true;
      import('./late.js').then(({ PROOFS }) => {
        made = PROOFS[game]?.();
        app.render();
      }, () => (asked = false));
    },
    key: (key) => made?.key?.(key) ?? false,
  };
}
