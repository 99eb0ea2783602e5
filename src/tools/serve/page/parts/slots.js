// Three places of each game where the browser keeps a game with all its variations, for later.

import { h } from '../dom.js';
import * as store from '../store.js';
import { Tree } from '../tree.js';
import { lang, t } from '../words.js';

const SLOTS = [1, 2, 3];

/** Keeps the game that is on. @param {import('../app.js').App} app @param {number} slot */
function keep(app, slot) {
  const when = new Date().toLocaleString(lang(), { dateStyle: 'short', timeStyle: 'short' });
  store.keepSlot(app.game, slot, { ...app.tree.toJson(app.game, ''), path: app.tree.path(), when });
  app.alert = t('slotKept', { n: slot });
  app.render();
}

/** Goes to a kept game; Undo at its start brings back the one that was on. @param {import('../app.js').App} app @param {any} kept */
function take(app, kept) {
  const tree = Tree.fromJson(kept);
  let place = tree.root;
  for (const move of kept.path || []) place = place.children.find((child) => child.names?.move === move) || place;
  tree.goTo(place);
  app.replace(tree);
}

/** The choice of what to keep and what to go to. @param {import('../app.js').App} app */
export function slots(app) {
  const kept = SLOTS.map((slot) => store.slot(app.game, slot));
  const choose = (/** @type {any} */ event) => {
    const [what, slot] = event.target.value.split(' ');
    event.target.value = '';
    if (what === 'keep') keep(app, Number(slot));
    if (what === 'take') take(app, kept[Number(slot) - 1]);
  };
  return h('select', { class: 'slots', 'aria-label': t('slots'), onchange: choose },
    h('option', { value: '' }, t('slots')),
    SLOTS.map((slot) => h('option', { value: `keep ${slot}` }, t('slotKeep', { n: slot }))),
    SLOTS.map((slot) => kept[slot - 1]?.moves && h('option', { value: `take ${slot}` }, t('slotTake', { n: slot, when: kept[slot - 1].when || '' }))));
}
