// Comments, marks, and the order of variations.

import { button, h, hide, mark, put, when } from '../dom.js';
import { comment, isSame, shapes, words } from '../shapes.js';
import { t } from '../words.js';
import { GLYPHS, spelled } from './moves.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */
/** @typedef {import('../shapes.js').Drawn} Drawn */

/** Keeps and shows what was changed. @param {App} app */
function changed(app) {
  app.keep();
  app.render();
}

/**
 * Takes a comment as it is typed. Shapes may be typed, too, and stay where they stand; each letter types them anew, so that those
 * of the letter before are told from those on the board.
 * @param {{comment: string}} place @param {string} text @param {Drawn[]} before the shapes that were typed so far @returns {{typed: Drawn[]}}
 */
export function retyped(place, text, before) {
  const typed = shapes(text);
  const drawn = shapes(place.comment).filter((one) => ![...before, ...typed].some(isSame(one)));
  place.comment = comment(text, drawn);
  return { typed };
}

/** What is made once: while somebody writes or presses, nothing takes it away. `place` is the move that the comment belongs to. */
class Remarks {
  /** @param {App} app */
  constructor(app) {
    this.place = app.tree.at;
    /** The shapes that were typed and not drawn. @type {Drawn[]} */
    this.typed = [];
    this.field = h('textarea', { rows: 1, oninput: () => {
      Object.assign(this, retyped(this.place, this.field.value, this.typed));
      changed(app);
    } });
    this.switches = h('div', { class: 'switches' });
  }
}

/** @type {Remarks|null} */
let made = null;

/** @param {App} app @param {HTMLElement} host */
export function drawRemarks(app, host) {
  const { tree } = app;
  const place = tree.at;
  // While a puzzle is played, remarks are shown only if there are variations or comments.
  const isBranched = app.isPuzzle && app.tree.mode === 'play' && [tree.root, ...tree.all()].some((one) => one.children.length > 1 || one.comment);
  hide(host, app.tree.mode !== 'analyse' && !isBranched && !tree.gone);
  if (host.hidden) return;
  made ??= new Remarks(app);
  const { field, switches } = made;
  const isOther = made.place !== place;
  made.place = place;
  if (!field.isConnected) put(host, field, switches);
  mark(field, 'aria-label', t('comment'));
  mark(field, 'placeholder', t('comment'));
  // What somebody is typing stands as it is, but belongs to its own move.
  if (isOther || document.activeElement !== field) {
    field.value = words(place.comment);
    made.typed = [];
  }
  const isBack = !!tree.gone && !!tree.find(tree.gone.to);
  const isMain = tree.main().includes(place) || !place.parent;
  when(switches, [tree.id, tree.path().join(), place.parent && spelled(app, place), place.marks, place.verdict, isMain, isBack], () => put(switches,
    place.parent && Object.entries(GLYPHS).map(([sign, glyph]) => button(glyph, () => {
      toggleMark(place, Number(sign));
      changed(app);
    }, { class: 'bare', 'aria-pressed': isMarked(place, Number(sign)), 'aria-label': t('markIs', { mark: glyph }) })),
    !isMain && button(t('promote'), () => {
      tree.promote(place);
      changed(app);
    }),
    place.parent && button(t('deleteFrom'), () => remove(app, place), { 'aria-label': t('deleteMove', { move: spelled(app, place) }) }),
    isBack && button(t('bringBack'), () => app.goTo(tree.bringBack()))));
}

/** Whether a person or the analysis has given a move this mark. @param {Place} place @param {number} sign */
const isMarked = ({ marks, verdict }, sign) => marks.includes(sign) || verdict === sign;

/** Gives a move a mark in place of the person's own, or takes it away, whoever gave it. @param {Place} place @param {number} sign */
export function toggleMark(place, sign) {
  place.marks = isMarked(place, sign) ? place.marks.filter((one) => one !== sign) : [sign, ...place.marks.filter((one) => one > 6)];
  if (place.verdict === sign) place.verdict = 0;
}

/** @param {App} app @param {Place} place */
function remove(app, place) {
  const parent = /** @type {Place} */ (place.parent);
  app.tree.remove(place);
  app.goTo(parent);
}
