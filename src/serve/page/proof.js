// Proofs (the search, the tree, the graph of all states), and the late script that draws them and other parts that
// the first view does not need.

import { put } from './dom.js';
import { t } from './words.js';

/** @param {import('./app.js').App} app */
export const showsProof = (app) => !!app.settings.proofs[app.game];

/** @param {import('./app.js').App} app */
export function toggleProof(app) {
  if (!showsProof(app)) app.tree.tab = 'proof';
  app.set({ proofs: { ...app.settings.proofs, [app.game]: !showsProof(app) } });
}

/** Puts an element into a host, unless it is there already. @param {HTMLElement} host @param {HTMLElement} element */
export function mount(host, element) {
  if (host.firstChild !== element) put(host, element);
}

/**
 * Draws a proof that its button opens; returns whether it is open.
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

/** The late script. @typedef {typeof import('./late.js')} Late */
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

/** The late script. @returns {Promise<Late>} */
export async function lateScript() {
  await fetched();
  if (!script) throw new Error('a part of the page could not be fetched');
  return script;
}

/** The late script; null until it is fetched. @param {import('./app.js').App} app */
export function later(app) {
  // Draws again once it is there.
  if (!script) void fetched().then(() => script && app.render());
  return script;
}

/** The late script, if it is there. With an app it is fetched. @param {import('./app.js').App} [app] */
export const laterNow = (app) => (app ? later(app) : script);

/** How often the late script was asked for something. */
let calls = 0;

/**
 * Calls a function with the late script, once it is fetched.
 * @param {import('./app.js').App} app @param {(late: Late) => void} use @param {boolean} [isSheet] whether a dialog opens: not over what was asked for since
 */
export async function withLater(app, use, isSheet) {
  const [call, { tree }, wait] = [++calls, app, script ? '' : t('working')];
  if (wait) {
    app.found = wait;
    app.render();
  }
  await fetched();
  if (wait && app.found === wait) {
    app.found = '';
    app.render();
  }
  if (isSheet && (call !== calls || tree !== app.tree)) return;
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
