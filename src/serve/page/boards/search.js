// A* on a row of sliding blocks, step by step, forwards and backwards: the open and closed nodes, with g, h and f.
//
// Successors, costs and the lower bound h come from the engine; the page knows no rules.

import { look } from '../aside.js';
import { button, h, put, tool, when } from '../dom.js';
import { showsProof, toggleProof, unfold } from '../proof.js';
import { AStar, wayTo } from '../puzzles/astar.js';
import { t } from '../words.js';
import { strip } from './sliding.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../puzzles/astar.js').Successor} Successor */
/** @typedef {import('../puzzles/astar.js').Node} Node */

/** Maximum number of steps, and of rows drawn of a list. */
const [MOST, ROWS] = [3000, 12];
/** Time between steps while it plays, ms. */
const PACE = 900;

export class Search {
  constructor() {
    this.opener = button('', () => this.app && toggleProof(this.app));
    this.tools = h('div', { class: 'switches', role: 'group' });
    this.said = h('p', { class: 'proof', 'aria-live': 'polite' });
    this.expanded = h('section', { class: 'card' });
    this.open = h('section', { class: 'card' });
    this.closed = h('section', { class: 'card' });
    this.body = h('div', { class: 'searching' }, this.tools, this.said, h('div', { class: 'three' }, this.expanded, this.open, this.closed));
    this.element = h('div', { class: 'search' }, this.opener, this.body);
    /** @type {App|null} */
    this.app = null;
    this.start = '';
    /** Views by position. @type {Map<string, any>} */
    this.views = new Map();
    /** What each step found. @type {Successor[][]} */
    this.steps = [];
    this.at = 0;
    /** @type {AStar|null} */
    this.search = null;
    /** @type {any} */
    this.timer = 0;
    this.busy = false;
  }

  /** @param {App} app @param {HTMLElement} host */
  draw(app, host) {
    this.app = app;
    if (!unfold(app, host, this.element, this.opener, t('aStar'), this.body)) return this.stop();
    const { view } = app;
    if (view.fen !== this.start) this.restart(view);
    this.fill();
  }

  /** @param {any} view */
  restart(view) {
    this.stop();
    this.start = view.fen;
    this.views.set(view.fen, view);
    this.steps = [];
    this.at = 0;
    this.replay();
  }

  /** The state of the search after a number of steps, rebuilt from the recorded steps. */
  replay() {
    const view = this.views.get(this.start);
    this.search = new AStar(this.start, view.own.bound ?? 0, view.verdict.over);
    for (const successors of this.steps.slice(0, this.at)) this.search.step(successors);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** The successors of a node. @param {string} fen @returns {Promise<Successor[]>} */
  async successors(fen) {
    const view = this.views.get(fen);
    const found = [];
    for (const { from, to, price } of view.own.prices) {
      const move = `${from}-${to}`;
      const after = await look('sliding', `fen ${fen}`, [move]);
      if (!after) return [];
      if (!this.views.has(after.fen)) this.views.set(after.fen, after);
      found.push({ name: after.fen, move, price, h: after.own.bound, isGoal: after.verdict.over });
    }
    return found;
  }

  /** Makes a step; false if the search has ended. */
  async forward() {
    const { search, start } = this;
    const node = search?.next();
    if (!node || this.busy || this.at >= MOST) return false;
    this.busy = true;
    const known = this.steps[this.at] ?? (node.isGoal ? [] : await this.successors(node.name));
    this.busy = false;
    if (start !== this.start || search !== this.search) return false;
    this.steps[this.at++] = known;
    search?.step(known);
    return true;
  }

  async step() {
    await this.forward();
    this.fill();
  }

  back() {
    this.stop();
    this.at = Math.max(0, this.at - 1);
    this.replay();
    this.fill();
  }

  rewind() {
    this.stop();
    this.at = 0;
    this.replay();
    this.fill();
  }

  play() {
    if (this.timer) {
      this.stop();
      return this.fill();
    }
    const go = async () => {
      const went = await this.forward();
      if (!went) this.stop();
      else if (this.timer) this.timer = setTimeout(go, PACE);
      this.fill();
    };
    this.timer = setTimeout(go, 0);
    this.fill();
  }

  /** Makes all remaining steps. */
  async finish() {
    this.stop();
    for (let steps = 1; await this.forward(); steps++) if (steps % 20 === 0) this.fill();
    this.fill();
  }

  fill() {
    const { search, at } = this;
    if (!search || !this.app) return;
    const next = search.next();
    const isFirst = at === 0;
    this.tools.setAttribute('aria-label', t('aStar'));
    when(this.tools, [!!this.timer, !isFirst, !!next], () => {
      const had = [...this.tools.children].indexOf(/** @type {any} */ (document.activeElement));
      put(this.tools, tool('rewind', t('rewindSearch'), () => this.rewind(), { class: 'bare', 'aria-disabled': isFirst }),
        tool('back', t('stepBack'), () => this.back(), { key: ',', class: 'bare', 'aria-disabled': isFirst }),
        tool('forward', t('stepOn'), () => void this.step(), { key: '.', class: 'bare', 'aria-disabled': !next }),
        tool(this.timer ? 'pause' : 'go', t(this.timer ? 'pauseSearch' : 'playSearch'), () => this.play(), { class: 'bare', 'aria-disabled': !next }),
        button(t('finishSearch'), () => void this.finish(), { 'aria-disabled': !next }));
      if (had >= 0) /** @type {any} */ (this.tools.children[had])?.focus();
    });
    when(this.said, [this.start, at, at >= MOST], () => put(this.said, this.words(next)));
    when(this.expanded, [this.start, at], () => this.fillExpanded());
    when(this.open, [this.start, at], () => this.fillOpen());
    when(this.closed, [this.start, at], () => {
      const list = [...search.closed.values()].reverse();
      put(this.closed, h('h2', null, t('closedRows', { n: list.length })), table(list.slice(0, ROWS)), more(list));
    });
  }

  /** @param {Node|null} next */
  words(next) {
    const { goal, open, closed } = /** @type {AStar} */ (this.search);
    if (goal) return t('goalTaken', { n: goal.g, closed: closed.size });
    if (!next) return t('unsolvable');
    return t(this.at >= MOST ? 'searchTooLong' : 'stepOf', { n: this.at, open: open.size, closed: closed.size });
  }

  fillExpanded() {
    const { last, goal } = /** @type {AStar} */ (this.search);
    if (!last) return put(this.expanded, h('h2', null, t('expandedRow')), h('p', { class: 'quiet' }, t('searchIs')));
    const way = goal ? wayTo(goal) : [];
    put(this.expanded, h('h2', null, t(goal ? 'wayFound' : 'expandedRow')),
      goal ? table(way) : [h('p', { class: 'one' }, strip(rowOf(last.node)), ' ', h('b', null, sum(last.node))),
        h('table', null, h('tbody', null, last.to.map(({ successor, outcome }) => {
          const g = last.node.g + successor.price;
          return h('tr', { class: outcome }, h('td', null, strip(rowOf(successor))), h('td', null, `+${successor.price}`),
            h('td', null, successor.h === null ? '✗' : `${g + successor.h} = ${g} + ${successor.h}`), h('td', null, t(`outcome.${outcome}`)));
        })))]);
  }

  fillOpen() {
    const list = /** @type {AStar} */ (this.search).queue();
    put(this.open, h('h2', null, t('openRows', { n: list.length })), table(list.slice(0, ROWS), !this.search?.goal), more(list));
  }

  /** @param {string} key */
  key(key) {
    if (!this.app || !showsProof(this.app)) return false;
    if (key === '.') void this.step();
    else if (key === ',') this.back();
    else return false;
    return true;
  }
}

/** The row of a position. @param {{name: string}} node */
const rowOf = ({ name }) => name.split(' ')[0] || '';

/** @param {Node} node */
const sum = ({ g, h: left }) => `f ${g + left} = g ${g} + h ${left}`;

/** @param {Node[]} list @param {boolean} [marksFirst] whether the first one comes next */
function table(list, marksFirst = false) {
  return list.length ? h('table', null, h('thead', null, h('tr', null, ['', 'f', 'g', 'h'].map((name) => h(name ? 'th' : 'td', name ? { scope: 'col' } : null, name)))),
    h('tbody', null, list.map((node, index) => h('tr', { class: marksFirst && !index ? 'next' : null },
      h('td', null, marksFirst ? h('span', { class: 'mark', 'aria-label': index ? null : t('comesNext'), role: index ? null : 'img' }, index ? '' : '▶') : null, strip(rowOf(node))),
      [node.g + node.h, node.g, node.h].map((n) => h('td', null, String(n))))))) : null;
}

/** @param {any[]} list */
const more = (list) => (list.length > ROWS ? h('p', { class: 'quiet' }, t('andMore', { n: list.length - ROWS })) : null);
