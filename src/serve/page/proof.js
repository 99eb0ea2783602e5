// Proof that can be shown to many: the search, the tree, the graph of all states; and the script that draws it and other things that
// are seldom wanted, fetched once one of them is.

import { put } from './dom.js';
import { t } from './words.js';

/** @param {import('./app.js').App} app */
export const showsProof = (app) => !!app.settings.proofs[app.game];

/** @param {import('./app.js').App} app */
export function toggleProof(app) {
  if (!showsProof(app)) app.tree.tab = 'proof';
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

/** What the late script holds. @typedef {typeof import('./late.js')} Late */
/** @type {Late|null} */
let script = null;
/** @type {Promise<void>|null} */
let asked = null;

/** Fetches the late script. */
function fetched() {
  asked ??= import('./late.js').then((found) => {
    script = found;
  }, () => {
    asked = null;
  });
  return asked;
}

/** What the late script holds. @returns {Promise<Late>} */
export async function lateScript() {
  await fetched();
  if (!script) throw new Error('a part of the page could not be fetched');
  return script;
}

/** What the late script holds; null until it is there. @param {import('./app.js').App} app */
export function later(app) {
  // What was drawn without it is drawn again.
  if (!script) void fetched().then(() => script && app.render());
  return script;
}

/** Does something with the late script, once it is there. @param {import('./app.js').App} app @param {(late: Late) => void} use */
export async function withLater(app, use) {
  await fetched();
  if (script) return use(script);
  app.alert = t('stopped');
  app.render();
}

/** A proof of the late script. @param {string} game @returns {Required<Proof>} */
export function late(game) {
  /** @type {Proof|undefined} */
  let made;
  return {
    draw: (app, host) => {
      made ??= later(app)?.PROOFS[game]?.();
      made?.draw(app, host);
    },
    key: (key) => made?.key?.(key) ?? false,
  };
}
