// The move list: the main line in two columns, variations and comments indented below their move; and the field in which
// moves are typed.

import { about, button, h, put } from '../dom.js';
import { words } from '../shapes.js';
import { pawns } from '../values.js';
import { t } from '../words.js';
import { isMistake, marksOf } from './recall.js';

/** Annotation glyphs of PGN. @type {Record<number, string>} */
export const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */

/** A move as the person wants it spelled. @param {App} app @param {Place} place */
export function spelled(app, place) {
  return app.board.spell(/** @type {import('../tree.js').Names} */ (place.names), app.settings);
}

/** The number of a move: two plies are one move of a game of two. @param {Place} place */
export const numberOf = (place) => `${Math.ceil(place.ply / 2)}${place.ply % 2 ? '.' : '…'}`;

/** Least number of list items in a group: browsers repaint only the groups that have changed. */
const GROUP = 60;

/** Whether a row of the list begins with an item. @param {any} part */
const begins = (part) => part.className === 'number' && part.textContent.endsWith('.');

/** Items in groups of whole rows. @param {any[]} parts */
function grouped(parts) {
  /** @type {any[][]} */
  const groups = [];
  for (const part of parts) {
    if (!groups.length || (groups[groups.length - 1].length >= GROUP && begins(part))) groups.push([]);
    groups[groups.length - 1].push(part);
  }
  return groups.map((group) => h('div', { class: 'group' }, group));
}

/**
 * The mistake that is asked about, until its answer is known: the moves beside it and its comment would give it away.
 * @param {App} app @returns {Place|null}
 */
const asked = ({ tree: { lesson } }) => (lesson && !lesson.shown && !lesson.place.isAnswered ? lesson.place : null);

/** The moves beside a move that may be shown. @param {App} app @param {Place} place @returns {Place[]} */
function beside(app, place) {
  const mistake = asked(app);
  return place.children.slice(1).filter((child) => !mistake || mistake.parent !== place || child === mistake || child === app.tree.at);
}

/** The comment that may be shown. @param {App} app @param {Place} place */
const remark = (app, place) => (place === asked(app) ? '' : words(place.comment));

/** The marks of a move that have a sign. @param {Place} place */
export const glyphsOf = (place) => marksOf(place).map((mark) => GLYPHS[mark]).filter(Boolean).join(' ');

/** The value shown beside a move. @param {Place} place */
const valueOf = (place) => (place.judged && place.value ? pawns(place.value) : '');

export class Moves {
  /** @param {App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.list = h('div', { class: 'list', onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    this.field = h('input', { type: 'text', class: 'type', autocomplete: 'off', spellcheck: 'false', onkeydown: (/** @type {KeyboardEvent} */ event) => void this.typed(event) });
    put(host, this.list);
    this.key = '';
    /** The moves as they are listed. @type {{place: Place, names: any, text: string, comment: string, marks: number[], verdict: number, value: string}[]} */
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
    if (await app.play(app.board.typed(app.view, field.value))) field.value = '';
  }

  /** Up and Down move by rows; Left and Right, as everywhere, by moves. @param {KeyboardEvent} event */
  walk(event) {
    const { tree, isPuzzle } = this.app;
    const by = isPuzzle ? 1 : 2;
    let place = tree.at;
    if (event.key === 'ArrowUp') for (let n = 0; n < by && place.parent?.parent; n++) place = place.parent;
    else if (event.key === 'ArrowDown') for (let n = 0; n < by; n++) place = tree.after(place) || place;
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (place !== tree.at) this.app.goTo(place);
  }

  draw() {
    const { app, field, list } = this;
    const { tree, settings } = app;
    const example = app.board.isOwn ? app.view?.moves[0]?.move || '' : t(`${app.game}.example`);
    if (field.placeholder !== example) field.placeholder = example;
    if (field.ariaLabel !== t('move')) field.ariaLabel = t('move');
    // What was typed for another game is no move here.
    if (field.dataset.game !== app.game) field.value = '';
    if (field.dataset.game !== app.game) field.dataset.game = app.game;
    const all = tree.all();
    const key = [tree.id, settings.notation, document.documentElement.lang, app.game, tree.result, tree.root.comment, asked(app)?.ply, JSON.stringify(tree.tags)].join('\n');
    const { listed } = this;
    const isKnown = key === this.key && listed.every((one, index) => this.isSame(one, all[index]));
    if (!isKnown || all.length !== listed.length) {
      const isNext = isKnown && listed.length > 0 && all.length === listed.length + 1 && this.append(/** @type {Place} */ (all[all.length - 1]));
      this.key = key;
      this.listed = all.map((place) => ({ place, names: place.names, text: spelled(app, place), comment: place.comment, marks: place.marks, verdict: place.verdict, value: valueOf(place) }));
      if (!isNext) this.fill(all);
    }
    if (this.current === tree.at && this.shown.get(tree.at)?.ariaCurrent) return;
    const had = list.contains(document.activeElement);
    const before = this.current && this.shown.get(this.current);
    before?.removeAttribute('aria-current');
    const first = this.shown.get(all[0]);
    for (const one of [before, first]) if (one) one.tabIndex = -1;
    this.current = tree.at;
    const now = this.shown.get(tree.at);
    now?.setAttribute('aria-current', 'step');
    // The only tab stop is the current move, else the first.
    const stop = now || first;
    if (stop) stop.tabIndex = 0;
    if (had) stop?.focus();
    // After layout: asking for positions earlier would force a second one.
    clearTimeout(this.scrolling);
    this.scrolling = setTimeout(() => {
      const top = now ? now.getBoundingClientRect().top - list.getBoundingClientRect().top : -list.scrollTop;
      if (top < 0 || top + 30 > list.clientHeight) list.scrollTop += top - list.clientHeight / 2;
    }, 0);
  }

  /** Whether a list item is up to date. @param {Moves['listed'][0]} listed @param {Place|undefined} place */
  isSame(listed, place) {
    const { names, text, comment, marks, verdict } = listed;
    return !!place && place === listed.place && comment === place.comment && marks === place.marks && verdict === place.verdict && listed.value === valueOf(place) && (names === place.names || text === spelled(this.app, place));
  }

  /** Appends a move at the end of the main line; false if the list must be rebuilt. @param {Place} place */
  append(place) {
    const { parent } = place;
    const before = parent && this.shown.get(parent);
    if (!before || parent.children[0] !== place || before.nextSibling || before.parentNode.nextSibling || parent.comment) return false;
    before.parentNode.append(...this.line(place, false));
    return true;
  }

  /** @param {Place[]} all */
  fill(all) {
    const { app, list } = this;
    const { tree } = app;
    const had = list.contains(document.activeElement);
    this.shown = new Map();
    this.current = null;
    const tags = ['Event', 'Date'].map((name) => tree.tags[name]).filter(Boolean);
    put(list, tags.length ? h('p', { class: 'tags' }, tags.join(' · ')) : null,
      words(tree.root.comment) ? h('p', { class: 'comment' }, words(tree.root.comment)) : null,
      all.length ? h('div', { class: app.isPuzzle ? 'tree single' : 'tree' }, grouped(this.line(/** @type {Place} */ (tree.root.children[0]), true))) : h('p', { class: 'quiet' }, t('noMoves')),
      tree.result !== '*' ? h('p', { class: 'result' }, tree.result) : null);
    if (had) this.shown.get(tree.at)?.focus();
  }

  /** @param {Place} first */
  variation(first) {
    return h('div', { class: 'variation' }, this.prose(first));
  }

  /** A move as a button. @param {Place} place */
  move(place) {
    const { app } = this;
    const marks = glyphsOf(place);
    const value = valueOf(place);
    const shown = button([spelled(app, place), marks ? h('b', null, marks) : null, value ? h('small', null, value) : null], () => app.goTo(place), { class: `move ${isMistake(place) ? 'bad' : ''}`, tabindex: -1 });
    this.shown.set(place, shown);
    about.set(shown, place);
    return shown;
  }

  /** The main line from a move on: cells of rows with a number, the first player's move and the second's. @param {Place} first @param {boolean} begins whether a row begins here @returns {any[]} */
  line(first, begins) {
    const { app } = this;
    const parts = [];
    let isNew = begins;
    for (let place = first; place; place = /** @type {Place} */ (place.children[0])) {
      const odd = place.ply % 2 === 1;
      if (app.isPuzzle) parts.push(h('span', { class: 'number' }, `${place.ply}.`));
      else if (odd) parts.push(h('span', { class: 'number' }, numberOf(place)));
      else if (isNew) parts.push(h('span', { class: 'number' }, `${Math.ceil(place.ply / 2)}.`), h('span', { class: 'number' }, '…'));
      isNew = false;
      parts.push(this.move(place));
      const others = place.parent ? beside(app, place.parent) : [];
      const comment = remark(app, place);
      const more = [comment ? h('p', { class: 'comment' }, comment) : null, ...others.map((other) => this.variation(other))].filter(Boolean);
      if (!more.length) continue;
      // Comments and variations take rows of their own.
      if (odd && !app.isPuzzle) parts.push(h('span', { class: 'number' }, '…'));
      parts.push(...more);
      isNew = true;
    }
    return parts;
  }

  /** A variation in one paragraph. @param {Place} first @returns {any[]} */
  prose(first) {
    const parts = [];
    let isNew = true;
    for (let place = first; place; place = /** @type {Place} */ (place.children[0])) {
      if (this.app.isPuzzle || isNew || place.ply % 2 === 1) parts.push(h('span', { class: 'number' }, this.app.isPuzzle ? `${place.ply}.` : numberOf(place)));
      isNew = false;
      parts.push(this.move(place), ' ');
      const comment = remark(this.app, place);
      if (comment) parts.push(h('span', { class: 'comment' }, comment, ' '));
      const others = place !== first && place === place.parent?.children[0] ? beside(this.app, place.parent) : [];
      for (const other of others) {
        parts.push(this.variation(other));
        isNew = true;
      }
    }
    return parts;
  }
}
