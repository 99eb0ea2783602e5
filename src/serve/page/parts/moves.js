// The moves: the main line, variations in brackets, comments and marks. A click goes there. Below them a field for a move.

import { button, h, put } from '../dom.js';
import { words } from '../shapes.js';
import { t } from '../words.js';

/** Annotation glyphs of PGN. @type {Record<number, string>} */
export const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */

/** A move as the person wants it spelled. @param {App} app @param {Place} place */
export function spelled(app, place) {
  return app.board.spell(/** @type {import('../tree.js').Names} */ (place.names), app.settings);
}

/** So many parts of a long line are a group: a browser paints a group anew where something in it has changed, and leaves the others. */
const GROUP = 60;

/** @param {any[]} parts */
const grouped = (parts) => Array.from({ length: Math.ceil(parts.length / GROUP) }, (_, index) => h('span', { class: 'group' }, parts.slice(index * GROUP, (index + 1) * GROUP)));

export class Moves {
  /** @param {App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.list = h('div', { class: 'list' });
    this.field = h('input', { type: 'text', class: 'type', autocomplete: 'off', spellcheck: 'false', onkeydown: (/** @type {KeyboardEvent} */ event) => void this.typed(event) });
    put(host, this.list, this.field);
    this.key = '';
    /** The moves as they are listed. @type {{place: Place, names: any, text: string, comment: string, marks: number[]}[]} */
    this.listed = [];
    /** What shows each place. @type {Map<Place, any>} */
    this.shown = new Map();
    /** @type {Place|null} */
    this.current = null;
  }

  /** @type {any} */
  scrolling = 0;

  /** @param {KeyboardEvent} event */
  async typed(event) {
    const { app, field } = this;
    if (event.key === 'Escape') this.field.blur();
    if (event.key !== 'Enter' || !field.value.trim()) return;
    if (await app.play(field.value)) field.value = '';
  }

  draw() {
    const { app, field, list } = this;
    const { tree, settings } = app;
    if (field.placeholder !== t(`${app.game}.example`)) field.placeholder = t(`${app.game}.example`);
    if (field.ariaLabel !== t('move')) field.ariaLabel = t('move');
    const all = tree.all();
    const key = [tree.id, settings.notation, document.documentElement.lang, app.game, tree.result, tree.root.comment, JSON.stringify(tree.tags)].join('\n');
    const { listed } = this;
    const isKnown = key === this.key && listed.every((one, index) => this.isSame(one, all[index]));
    if (!isKnown || all.length !== listed.length) {
      const isNext = isKnown && listed.length > 0 && all.length === listed.length + 1 && this.append(/** @type {Place} */ (all[all.length - 1]));
      this.key = key;
      this.listed = all.map((place) => ({ place, names: place.names, text: spelled(app, place), comment: place.comment, marks: place.marks }));
      if (!isNext) this.fill(all);
    }
    if (this.current === tree.at && this.shown.get(tree.at)?.ariaCurrent) return;
    const had = list.contains(document.activeElement);
    const before = this.current && this.shown.get(this.current);
    before?.removeAttribute('aria-current');
    this.current = tree.at;
    const now = this.shown.get(tree.at);
    now?.setAttribute('aria-current', 'step');
    if (had) now?.focus();
    // Once the frame is laid out: to ask for places before would lay it out twice.
    clearTimeout(this.scrolling);
    this.scrolling = setTimeout(() => {
      const top = now ? now.getBoundingClientRect().top - list.getBoundingClientRect().top : -list.scrollTop;
      if (top < 0 || top + 30 > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
    }, 0);
  }

  /** Whether a move is listed as it is. @param {Moves['listed'][0]} listed @param {Place|undefined} place */
  isSame(listed, place) {
    const { names, text, comment, marks } = listed;
    return place === listed.place && comment === place.comment && marks === place.marks && (names === place.names || text === spelled(this.app, place));
  }

  /** A move at the end of the main line joins those that are listed; false where there is more to be done. @param {Place} place */
  append(place) {
    const { parent } = place;
    const before = parent && this.shown.get(parent);
    const rest = before?.nextSibling;
    if (!before || parent.children[0] !== place || rest?.nextSibling || parent.comment) return false;
    before.parentNode.append(...this.line(place, false).map((part) => (typeof part === 'string' ? document.createTextNode(part) : part)));
    return true;
  }

  /** @param {Place[]} all */
  fill(all) {
    const { app, list } = this;
    const { tree } = app;
    const had = list.contains(document.activeElement);
    this.shown = new Map();
    this.current = null;
    const tags = Object.entries(tree.tags).filter(([name]) => ['Event', 'Red', 'White', 'Black', 'Date'].includes(name)).map(([name, text]) => `${name}: ${text}`);
    put(list, h('h2', null, t('moves')), tags.length ? h('p', { class: 'tags' }, tags.join(' · ')) : null,
      words(tree.root.comment) ? h('p', { class: 'comment' }, words(tree.root.comment)) : null,
      all.length ? h('div', { class: 'tree' }, grouped(this.line(/** @type {Place} */ (tree.root.children[0]), true)), this.branches(tree.root)) : h('p', { class: 'quiet' }, t('noMoves')),
      tree.result !== '*' ? h('p', null, tree.result) : null);
    if (had) this.shown.get(tree.at)?.focus();
  }

  /** The variations of the first move. @param {Place} root */
  branches(root) {
    return root.children.slice(1).map((child) => h('div', { class: 'variation' }, '( ', this.line(child, true), ')'));
  }

  /** @param {Place} first @param {boolean} begins @returns {any[]} */
  line(first, begins) {
    const { app } = this;
    const parts = [];
    const isPair = !app.isPuzzle;
    let numbered = begins;
    for (let place = first; place; place = /** @type {Place} */ (place.children[0])) {
      const odd = place.ply % 2 === 1;
      if (!isPair) parts.push(h('span', { class: 'number' }, `${place.ply}.`));
      else if (odd || numbered) parts.push(h('span', { class: 'number' }, `${Math.ceil(place.ply / 2)}${odd ? '.' : '…'}`));
      numbered = false;
      const marks = place.marks.map((mark) => GLYPHS[mark] || '').join('');
      const here = place;
      const shown = button(spelled(app, place) + marks, () => app.goTo(here), { class: `move ${marks.startsWith('?') ? 'bad' : ''}`, title: place.names?.what || null });
      this.shown.set(place, shown);
      parts.push(shown, ' ');
      if (words(place.comment)) parts.push(h('span', { class: 'comment' }, words(place.comment), ' '));
      const others = place.parent && place === place.parent.children[0] && place !== app.tree.root.children[0] ? place.parent.children.slice(1) : [];
      for (const other of others) {
        parts.push(h('span', { class: 'variation' }, '( ', this.line(other, true), ') '));
        numbered = true;
      }
    }
    return parts;
  }
}
