// The graph of all states of the river, or of a small puzzle of one's own, with the current state and the path marked.
// States not yet seen are hidden until the whole graph is asked for; then the shortest paths and the dead ends are shown, too.
//
// The states are found by asking the engine; the page knows no rules.

import { button, h, put, s, symbol, v, when } from '../dom.js';
import { look } from '../aside.js';
import { mount, showsProof, toggleProof } from '../proof.js';
import { t } from '../words.js';
import { legendOf } from '../parts/taskshop.js';
import { distances } from '../puzzles/ways.js';
import { inOrder } from './atoms.js';
import { drawing } from './drawing.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{priests: number, devils: number}} People */
/** A state and its successors, by load. @typedef {{fen: string, level: number, over: boolean, solved: boolean, links: Map<string, string>, own: any}} State */

/** Maximum number of states drawn. */
const MOST = 150;
/** Size of the box of a state, and distance between boxes, by game. @type {Record<string, [number, number, number, number]>} */
const SIZES = { river: [112, 50, 142, 74], plan: [150, 84, 186, 104] };
/** Maximum number of people of a kind drawn on a bank; more are counted. */
const DRAWN = 4;

export class States {
  constructor() {
    this.opener = button('', () => this.app && toggleProof(this.app));
    this.said = h('h2', null);
    this.body = h('div', { class: 'field' });
    this.legend = h('p', { class: 'quiet legend' });
    this.element = h('div', { class: 'states' }, h('div', { class: 'switches' }, this.said, this.opener), this.body, this.legend);
    /** @type {App|null} */
    this.app = null;
    /** Graphs that were found or are being found, by base; whether all of it was found. @type {Map<string, {states: Map<string, State>, isWhole: boolean}|null>} */
    this.graphs = new Map();
  }

  /** @param {App} app @param {HTMLElement} host */
  draw(app, host) {
    this.app = app;
    mount(host, this.element);
    const { base } = app.tree;
    const isOn = showsProof(app);
    const { own, fen } = app.view;
    const isOwn = app.game === 'plan';
    const count = isOwn ? 0 : (own.left.priests + own.right.priests + own.boat.priests + 1) * (own.left.devils + own.right.devils + own.boat.devils + 1);
    const found = this.graphs.get(base);
    const isLarge = count > MOST || found?.isWhole === false;
    this.opener.hidden = !found || isLarge;
    this.opener.textContent = t('allStates');
    this.opener.setAttribute('aria-pressed', String(isOn));
    this.legend.hidden = !found || isLarge;
    if (isLarge) return this.tell(t(word(app, 'tooManyStates'), { n: count, most: MOST }));
    if (!found) {
      this.tell(t('findingStates'));
      // The states of a puzzle of one's own may be many, and are found only for who looks at them.
      if (!this.graphs.has(base) && (!isOwn || app.tree.tab === 'proof')) void this.explore(app, base);
      return;
    }
    const { states } = found;
    when(this.element, [base, fen, isOn, app.tree.path(), app.tree.all().filter((place) => place.view).length, app.tree.all().length], () => this.fill(app, states, isOn));
  }

  /** @param {string} text */
  tell(text) {
    when(this.element, [text], () => {
      put(this.said);
      put(this.body, h('p', { class: 'quiet' }, text));
    });
  }

  /** @param {App} app @param {string} base */
  async explore(app, base) {
    this.graphs.set(base, null);
    /** @type {Map<string, State>} */
    const states = new Map();
    const { game } = app;
    const first = await look(game, base, []);
    if (!first) return void this.graphs.delete(base);
    /** What is still to be looked at, with the way there. @type {{view: any, path: string[]}[]} */
    const queue = [{ view: first, path: [] }];
    const add = (/** @type {any} */ view, /** @type {number} */ level) => states.set(view.fen, { fen: view.fen, level, over: view.verdict.over, solved: view.verdict.winner === 'first', links: new Map(), own: view.own });
    add(first, 0);
    while (queue.length && states.size < MOST) {
      // Nobody waits for the states of another puzzle.
      if (app.tree.base !== base) return void this.graphs.delete(base);
      const { view, path } = /** @type {{view: any, path: string[]}} */ (queue.shift());
      const state = /** @type {State} */ (states.get(view.fen));
      if (view.verdict.over) continue;
      for (const { move } of view.moves) {
        // From the same text each time, which the engine has read.
        const after = await look(game, base, [...path, move]);
        if (!after) return void this.graphs.delete(base);
        if (!states.has(after.fen)) {
          add(after, state.level + 1);
          queue.push({ view: after, path: [...path, move] });
        }
        state.links.set(move, after.fen);
      }
    }
    this.graphs.set(base, { states, isWhole: !queue.length });
    app.render();
  }

  /** @param {App} app @param {Map<string, State>} states @param {boolean} isOn */
  fill(app, states, isOn) {
    const here = app.view.fen;
    const list = [...states.values()];
    // Visited in some variation. A game that is opened again has not looked at all of its positions, but has all of its moves.
    /** @type {Map<any, string|undefined>} */
    const fens = new Map([[app.tree.root, list[0]?.fen]]);
    for (const one of app.tree.all()) fens.set(one, one.view?.fen ?? states.get(fens.get(one.parent) || '')?.links.get(one.names?.move || ''));
    const seen = new Set([...fens.values()].filter(Boolean));
    const near = new Set(list.filter(({ fen }) => seen.has(fen)).flatMap(({ links }) => [...links.values()]));
    const isSeen = (/** @type {string} */ fen) => isOn || seen.has(fen);
    const shown = list.filter(({ fen }) => isSeen(fen) || near.has(fen));
    const place = placed(list, SIZES[app.game] || []);
    const trail = [app.tree.root, ...app.tree.line()].filter((one) => one.ply <= app.tree.at.ply).map((one) => fens.get(one));
    const walked = new Set(trail.slice(1).map((fen, index) => `${trail[index]}>${fen}`));
    const ways = isOn ? distances(new Map(list.map(({ fen, links }) => [fen, [...links.values()]])), list[0]?.fen || '', list.filter((state) => state.solved).map((state) => state.fen)) : null;
    const edges = list.flatMap(({ fen, links }) => [...links.values()].map((to) => {
      const [from, end] = [place.get(fen), place.get(to)];
      const isWay = ways?.isShortest(fen, to);
      const isTrail = walked.has(`${fen}>${to}`);
      // A step that can be taken back is one line.
      const isOnce = fen < to || ![...(states.get(to)?.links.values() || [])].includes(fen);
      if (!from || !end || !(isSeen(fen) || isSeen(to)) || !(isOnce || isTrail || isWay)) return null;
      return s('line', { class: isTrail ? 'trail' : isWay ? 'way' : '', x1: from[0], y1: from[1], x2: end[0], y2: end[1] });
    }));
    const neighbours = states.get(here)?.links || new Map();
    const nodes = shown.map((state) => {
      const load = [...neighbours].find(([, fen]) => fen === state.fen)?.[0];
      const isDead = ways !== null && !state.solved && state.fen !== list[0]?.fen && (ways.left(state.fen) === null || (app.game === 'river' && state.links.size <= 1));
      return node(app, state, /** @type {[number, number]} */ (place.get(state.fen)), { isHere: state.fen === here, isFog: !isSeen(state.fen), isDead, left: ways?.left(state.fen), load: load || '' });
    });
    put(this.said, t(isOn ? 'states' : 'statesSeen', { n: list.length, seen: list.filter(({ fen }) => seen.has(fen)).length }));
    const [width, height] = place.extent;
    const picture = s('svg', { role: 'list', 'aria-label': t(word(app, 'statesLabel')), viewBox: `0 0 ${width} ${height}`, class: 'graphOfStates' }, edges, nodes);
    picture.style.setProperty('--least', `${Math.round(width * (app.game === 'plan' ? 0.8 : 0.5))}px`);
    const had = this.body.contains(document.activeElement) && document.activeElement?.getAttribute('class')?.includes('node');
    put(this.body, picture);
    put(this.legend, t(word(app, isOn ? 'legendAll' : 'legendFog')));
    const current = /** @type {any} */ (picture.querySelector('[aria-current]'));
    if (had) /** @type {any} */ (picture.querySelector('.node[tabindex="0"]'))?.focus({ preventScroll: true });
    // On a narrow screen, the graph scrolls so that the current state stays visible.
    requestAnimationFrame(() => {
      const { body } = this;
      if (!current || body.scrollWidth <= body.clientWidth) return;
      const [x] = place.get(here) || [0];
      body.scrollLeft = (x / width) * body.scrollWidth - body.clientWidth / 2;
    });
  }
}

/** The name of a sentence that a puzzle of one's own has for itself. @param {App} app @param {string} name */
const word = (app, name) => (app.game === 'plan' ? `plan.${name}` : name);

/** The layout: distance from the start is the column. @param {State[]} list @param {number[]} sizes */
function placed(list, [, , wide = 0, high = 0]) {
  /** @type {State[][]} */
  const levels = [];
  list.forEach((state) => (levels[state.level] ||= []).push(state));
  const height = Math.max(...levels.map((level) => level.length)) * high;
  /** @type {Map<string, [number, number]>} */
  const places = new Map();
  levels.forEach((level, x) => level.forEach((state, y) => places.set(state.fen, [x * wide + wide / 2, ((y + 0.5) * height) / level.length])));
  return Object.assign(places, { extent: /** @type {[number, number]} */ ([levels.length * wide, height]) });
}

/**
 * @param {App} app @param {State} state @param {[number, number]} place
 * @param {{isHere: boolean, isFog: boolean, isDead: boolean, left: number|null|undefined, load: string}} how
 */
function node(app, state, [x, y], { isHere, isFog, isDead, left, load }) {
  const cross = () => load && void app.play(load);
  const [wide, high] = SIZES[app.game] || [0, 0];
  const isOwn = app.game === 'plan';
  const name = isOwn ? inOrder(state.own.atoms).join(', ') : state.fen;
  const words = [isFog ? t('unseenState') : name, isDead && t('deadEnd'), !isFog && state.solved && t(word(app, 'goalState')), left ? t(isOwn ? 'left.steps' : 'left.crossings', { n: left }) : '', load && isOwn ? app.board.describe(app.view, load) : load].filter(Boolean).join(', ');
  return s('g', {
    role: 'listitem', class: `node ${!isFog && state.solved ? 'solved' : ''} ${isDead ? 'dead' : ''} ${isFog ? 'fog' : ''} ${load ? 'next' : ''}`, 'aria-current': isHere ? 'step' : null, 'aria-label': words,
    transform: `translate(${(x - wide / 2).toFixed(0)} ${(y - high / 2).toFixed(0)})`, tabindex: load ? 0 : null, onclick: cross, onkeydown: (/** @type {KeyboardEvent} */ event) => press(event, cross),
  }, v('rect', { width: wide, height: high, rx: 8 }),
  isFog ? v('text', { class: 'unseen', x: wide / 2, y: high / 2 + 8, 'text-anchor': 'middle' }, '?') : isOwn ? small(app, state.own, wide, high) : v('g', null, scene(state.own, wide, high)),
  isDead || (!isFog && state.solved) || left ? v('text', { class: 'sign', x: wide / 2, y: 12, 'text-anchor': 'middle' }, isDead ? '✗' : state.solved ? '★' : String(left)) : null,
  v('title', null, words));
}

/** A state of a puzzle of one's own, if a legend says how it looks. @param {App} app @param {any} own @param {number} wide @param {number} high */
function small(app, own, wide, high) {
  const legend = legendOf(app.tree.base);
  if (!legend) return null;
  const { width, height, ground, shapes } = drawing(legend, own);
  return v('svg', { x: 5, y: 14, width: wide - 10, height: high - 18, viewBox: `0 0 ${width} ${height}` }, ground, shapes);
}

/** Both banks with their people, the boat at one of them. @param {any} own @param {number} wide @param {number} high */
function scene(own, wide, high) {
  const middle = wide / 2;
  const boat = own.boat_at === 'left' ? middle - 8 : middle + 8;
  const all = (/** @type {'left'|'right'} */ side) => ({ priests: own[side].priests + (own.boat_at === side ? own.boat.priests : 0), devils: own[side].devils + (own.boat_at === side ? own.boat.devils : 0) });
  return /** @type {any[]} */ ([v('rect', { class: 'stream', x: middle - 17, y: 1.5, width: 34, height: high - 3 }), symbol('r-boat', boat - 9, high / 2 + 4, 18, 10), ...bank(all('left'), 3), ...bank(all('right'), middle + 19)]);
}

/** The people of a bank: priests above, devils below. @param {People} people @param {number} x */
function bank({ priests, devils }, x) {
  const row = (/** @type {number} */ count, /** @type {string} */ kind, /** @type {number} */ y) => {
    if (count > DRAWN) return [symbol(`r-${kind}`, x, y, 14, 23), v('text', { x: x + 16, y: y + 17 }, String(count))];
    return Array.from({ length: count }, (_, index) => symbol(`r-${kind}`, x + index * 8.5, y, 14, 23));
  };
  return [...row(priests, 'priest', 1), ...row(devils, 'devil', 25)];
}

/** Enter and Space on a state. @param {KeyboardEvent} event @param {() => void} act */
function press(event, act) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
