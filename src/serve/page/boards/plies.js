// The game tree of four in a row: the exact value of each move, below it those of the replies. A click on a move opens its replies.

import { alone } from '../aside.js';
import { button, h, put, when } from '../dom.js';
import { showsProof, toggleProof, unfold } from '../proof.js';
import { linesOf } from '../puzzles/exact.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{text: string, words: string, good: 'good'|'even'|'bad', number: number, proven: boolean}} Worth */
/** A position: side to move, outcome, moves, and their values once they are known. @typedef {{side: string, over: any, moves: {move: string, column: number}[], values: Map<string, Worth>|null}} Ply */

const SIGNS = { good: '▲', even: '●', bad: '▼' };
/** Limits of the search for the values of one position. */
const BOUNDS = 'movetime 6000';

export class Plies {
  constructor() {
    this.opener = button('', () => this.app && toggleProof(this.app));
    this.levels = h('div', { class: 'levels' });
    this.element = h('div', { class: 'plies' }, this.opener, this.levels);
    /** @type {App|null} */
    this.app = null;
    this.here = '';
    /** The moves that are open, one on each level. @type {string[]} */
    this.trail = [];
    /** Positions by the moves that lead there. @type {Map<string, Ply>} */
    this.known = new Map();
    this.busy = false;
  }

  /** @param {App} app @param {HTMLElement} host */
  draw(app, host) {
    this.app = app;
    if (!unfold(app, host, this.element, this.opener, t('treeOfMoves'), this.levels)) return;
    if (app.view.key !== this.here) {
      this.here = app.view.key;
      this.trail = [];
      this.known.clear();
    }
    this.fill();
    void this.find();
  }

  /** The moves from the current position to a level. @param {number} level */
  path(level) {
    return this.trail.slice(0, level);
  }

  /** The next position whose moves have no values yet: visible ones first, then the replies to each move. @returns {string[]|null} */
  wanted() {
    const levels = Array.from({ length: this.trail.length + 1 }, (_, level) => this.path(level));
    const lacks = (/** @type {string[]} */ path) => !this.known.get(path.join())?.values;
    for (const path of levels) if (lacks(path)) return path;
    for (const path of levels) {
      for (const { move } of this.known.get(path.join())?.moves || []) if (lacks([...path, move])) return [...path, move];
    }
    return null;
  }

  /** Finds the missing values, one position after the other. */
  async find() {
    if (this.busy) return;
    this.busy = true;
    const { app, here: key } = this;
    for (let path = this.wanted(); app && path && this.here === key && showsProof(app) && !app.isHome; path = this.wanted()) {
      const ply = await this.ask(app, path);
      if (!ply) break;
      if (this.here !== key) continue;
      this.known.set(path.join(), ply);
      this.fill();
    }
    this.busy = false;
    if (app && this.here !== key && showsProof(app)) void this.find();
  }

  /** @param {App} app @param {string[]} path @returns {Promise<Ply|null>} */
  ask(app, path) {
    const { board } = app;
    const moves = [...app.tree.path(), ...path];
    const base = app.tree.base;
    return alone(async (engine) => {
      const { view } = await engine.position('cfour', base, moves);
      if (!view || view.game !== 'cfour') return null;
      const columns = view.moves.map((/** @type {any} */ one) => ({ move: one.move, column: one.move.charCodeAt(2) - 96 })).sort((/** @type {any} */ a, /** @type {any} */ b) => a.column - b.column);
      /** @type {Map<string, Worth>} */
      const values = new Map();
      if (!view.verdict.over) for (const info of await linesOf(engine, BOUNDS, 256)) values.set(/** @type {string} */ (info.pv[0]), board.worth(info, view));
      return { side: view.side, over: view.verdict.over ? view.verdict : null, moves: columns, values };
    });
  }

  fill() {
    const { levels, trail, known } = this;
    const count = trail.length + 1;
    while (levels.children.length > count) levels.lastElementChild?.remove();
    for (let level = 0; level < count; level++) {
      const row = levels.children[level] || levels.appendChild(h('section', { class: 'level' }));
      const path = this.path(level);
      const ply = known.get(path.join());
      const children = (ply?.moves || []).map(({ move }) => this.strip([...path, move]));
      when(row, [this.here, path, trail[level], ply && [...(ply.values || [])], children], () => this.fillLevel(row, level, ply, children));
    }
  }

  /** The replies to a move in short: a sign for each, with its meaning. @param {string[]} path @returns {{sign: string, good: string}[]|null} */
  strip(path) {
    const ply = this.known.get(path.join());
    if (!ply?.values) return null;
    return ply.moves.map(({ move }) => {
      const value = ply.values?.get(move);
      return value?.proven ? { sign: SIGNS[value.good], good: value.good } : { sign: '?', good: 'none' };
    });
  }

  /** @param {any} row @param {number} level @param {Ply|undefined} ply @param {({sign: string, good: string}[]|null)[]} children */
  fillLevel(row, level, ply, children) {
    const before = this.path(level).map((move) => move.charCodeAt(2) - 96).join(' ');
    const had = [...row.querySelectorAll('button')].indexOf(document.activeElement);
    row.setAttribute('aria-label', before ? t('afterColumns', { columns: before }) : t('fromHere'));
    if (!ply) return put(row, h('h2', null, before ? t('afterColumns', { columns: before }) : t('fromHere')), h('p', { class: 'quiet' }, t('solving')));
    const who = t(`cfour.${ply.side}`);
    const best = Math.max(...[...(ply.values?.values() || [])].filter((value) => value.proven).map((value) => value.number));
    const heading = [before && t('afterColumns', { columns: before }), ply.over ? end(ply.over) : t('worthFor', { who })].filter(Boolean).join(' ');
    put(row, h('h2', null, heading), h('ol', null, ply.moves.map(({ move, column }, index) => {
      const value = ply.values?.get(move);
      const isBest = !!value?.proven && value.number === best;
      const words = value?.proven ? value.words : t('notProven');
      const answers = children[index];
      const isOpen = this.trail[level] === move;
      const chip = button('', () => this.press(level, move), {
        class: `chip ${value?.proven ? value.good : 'none'} ${isBest ? 'best' : ''}`, 'aria-expanded': isOpen,
        onkeydown: (/** @type {KeyboardEvent} */ event) => walk(event),
      });
      put(chip, h('small', null, String(column), isBest && h('span', { role: 'img', 'aria-label': t('bestMove') }, ' ★')), h('b', null, value?.proven ? `${SIGNS[value.good]} ${value.text}` : '?'), h('span', { class: 'words' }, words),
        h('span', { class: 'answers', 'aria-hidden': 'true' }, answers ? answers.map(({ sign, good }) => h('i', { class: good }, sign)) : '…'));
      return h('li', null, chip);
    })));
    if (had >= 0) row.querySelectorAll('button')[had]?.focus();
  }

  /** Opens the answers to a move, or closes them. @param {number} level @param {string} move */
  press(level, move) {
    this.trail = this.trail[level] === move ? this.trail.slice(0, level) : [...this.trail.slice(0, level), move];
    this.fill();
    void this.find();
  }
}

/** How it ended. @param {any} verdict */
function end(verdict) {
  const reason = t(`code.${verdict.code}`);
  return verdict.winner === 'none' ? t('drawn', { reason }) : t('wins', { who: t(`cfour.${verdict.winner}`), reason });
}

/** Arrow keys move between moves and levels. @param {KeyboardEvent} event */
function walk(event) {
  const chip = /** @type {HTMLElement} */ (event.currentTarget);
  const level = /** @type {HTMLElement} */ (chip.closest('.level'));
  const chips = /** @type {HTMLElement[]} */ ([...level.querySelectorAll('button')]);
  const at = chips.indexOf(chip);
  const other = (/** @type {Element|null} */ row) => /** @type {HTMLElement[]} */ ([...(row?.querySelectorAll('button') || [])]);
  const to = { ArrowLeft: chips[at - 1], ArrowRight: chips[at + 1], ArrowUp: other(level.previousElementSibling)[at], ArrowDown: other(level.nextElementSibling)[at] || other(level.nextElementSibling)[0] }[event.key];
  if (!event.key.startsWith('Arrow')) return;
  to?.focus();
  event.preventDefault();
  event.stopPropagation();
}
