// Comments, marks, and the order of variations.

import { button, h, hide, put, when } from '../dom.js';
import { comment, shapes, words } from '../shapes.js';
import { t } from '../words.js';
import { GLYPHS, spelled } from './moves.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */

/** What was deleted last, to be brought back. @type {{tree: any, place: Place, at: number}|null} */
let gone = null;

/** Keeps and shows what was changed. @param {App} app */
function changed(app) {
  app.keep();
  app.render();
}

/** @param {App} app @param {HTMLElement} host */
export function drawRemarks(app, host) {
  const { tree } = app;
  const place = tree.at;
  // While a puzzle is played, remarks are shown only if there are variations or comments.
  const isBranched = app.isPuzzle && app.tree.mode === 'play' && [tree.root, ...tree.all()].some((one) => one.children.length > 1 || one.comment);
  hide(host, app.tree.mode !== 'analyse' && !isBranched && gone?.tree !== tree);
  // Not while the person is typing.
  if (host.hidden || (host.contains(document.activeElement) && document.activeElement?.tagName === 'TEXTAREA')) return;
  const isMain = tree.main().includes(place) || !place.parent;
  when(host, [tree.id, tree.path().join(), place.parent && spelled(app, place), place.comment, place.marks, isMain, gone?.tree === tree], () => put(host,
    h('textarea', { rows: 1, 'aria-label': t('comment'), placeholder: t('comment'), value: words(place.comment), onchange: (/** @type {any} */ event) => {
      place.comment = comment(event.target.value.replace(/[{}]/g, ''), shapes(place.comment));
      changed(app);
    } }),
    h('div', { class: 'switches' },
      place.parent && Object.entries(GLYPHS).map(([mark, glyph]) => button(glyph, () => {
        const had = place.marks.includes(Number(mark));
        place.marks = [...(had ? [] : [Number(mark)]), ...place.marks.filter((one) => one > 6)];
        changed(app);
      }, { class: 'bare', 'aria-pressed': place.marks.includes(Number(mark)), 'aria-label': t('markIs', { mark: glyph }) })),
      !isMain && button(t('promote'), () => {
        tree.promote(place);
        changed(app);
      }),
      place.parent && button(t('deleteFrom'), () => remove(app, place), { 'aria-label': t('deleteMove', { move: spelled(app, place) }) }),
      gone?.tree === tree && button(t('bringBack'), () => bringBack(app)))));
}

/** @param {App} app @param {Place} place */
function remove(app, place) {
  const parent = /** @type {Place} */ (place.parent);
  gone = { tree: app.tree, place, at: parent.children.indexOf(place) };
  app.tree.remove(place);
  app.goTo(parent);
}

/** @param {App} app */
function bringBack(app) {
  if (!gone) return;
  const { place, at } = gone;
  gone = null;
  place.parent?.children.splice(at, 0, place);
  app.goTo(place);
}
