// The graph of all states of the river: yours ringed, your trail drawn, the rest as far as there is room.
//
// The states are found by asking the engine for one after the other: the page knows no rules.

import { h, put, s, when } from '../dom.js';
import { look } from '../aside.js';
import { t } from '../words.js';

/** The most states that are drawn. */
const MOST = 150;

/** @typedef {{fen: string, level: number, over: boolean, solved: boolean, links: Map<string, string>, text: string}} State */

/** The graphs that were found, by the base of the game. @type {Map<string, Map<string, State>>} */
const graphs = new Map();
/** @type {Set<string>} */
const asked = new Set();

/** A state without its counters. @param {any} view */
const name = (view) => view.fen;

/** @param {import('../app.js').App} app @param {string} base */
async function explore(app, base) {
  /** @type {Map<string, State>} */
  const states = new Map();
  const { game } = app;
  const first = await look(game, base, []);
  const queue = [{ view: first, level: 0 }];
  const add = (/** @type {any} */ view, /** @type {number} */ level) => {
    const { own } = view;
    const side = (/** @type {any} */ people) => `${people.priests}${people.devils}`;
    states.set(name(view), { fen: view.fen, level, over: view.verdict.over, solved: view.verdict.winner === 'first', links: new Map(), text: `${side(own.left)}|${side(own.right)}` });
  };
  add(first, 0);
  while (queue.length && states.size < MOST) {
    const { view, level } = /** @type {{view: any, level: number}} */ (queue.shift());
    const state = states.get(name(view));
    if (view.verdict.over) continue;
    for (const { move } of view.moves) {
      const after = await look(game, `fen ${view.fen}`, [move]);
      if (!states.has(name(after))) {
        add(after, level + 1);
        queue.push({ view: after, level: level + 1 });
      }
      state?.links.set(move, name(after));
    }
  }
  graphs.set(base, states);
  app.render();
}

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawStates(app, host) {
  const { base } = app.tree;
  const { own } = app.view;
  const count = (own.left.priests + own.right.priests + own.boat.priests + 1) * (own.left.devils + own.right.devils + own.boat.devils + 1);
  if (count > MOST) return when(host, [count], () => put(host, h('p', { class: 'quiet' }, t('tooManyStates', { n: count, most: MOST }))));
  const states = graphs.get(base);
  if (!states) {
    if (!asked.has(base)) {
      asked.add(base);
      void explore(app, base);
    }
    return when(host, [base, ''], () => put(host, h('p', { class: 'quiet' }, t('findingStates'))));
  }
  const here = app.view.fen;
  when(host, [base, here, app.tree.path()], () => drawGraph(app, host, states, here));
}

/** @param {import('../app.js').App} app @param {HTMLElement} host @param {Map<string, State>} states @param {string} here */
function drawGraph(app, host, states, here) {
  const list = [...states.values()];
  /** @type {State[][]} */
  const levels = [];
  list.forEach((state) => (levels[state.level] ||= []).push(state));
  const [wide, high] = [76, 46];
  const tallest = Math.max(...levels.map((level) => level.length));
  const [width, height] = [levels.length * wide, tallest * high + 10];
  const place = new Map();
  levels.forEach((level, x) => level.forEach((state, y) => place.set(state.fen, [x * wide + wide / 2, ((y + 0.5) * height) / level.length])));
  const trail = [app.tree.root, ...app.tree.line()].filter((one) => one.ply <= app.tree.at.ply).map((one) => one.view?.fen);
  const walked = new Set(trail.slice(1).map((fen, index) => `${trail[index]}>${fen}`));
  const edges = list.flatMap((state) => [...state.links.values()].map((to) => {
    const [from, end] = [place.get(state.fen), place.get(to)];
    const isTrail = walked.has(`${state.fen}>${to}`);
    return end && (state.fen < to || isTrail) ? s('line', { class: isTrail ? 'trail' : '', x1: from[0], y1: from[1], x2: end[0], y2: end[1] }) : null;
  }));
  const neighbours = states.get(here)?.links || new Map();
  const nodes = list.map((state) => {
    const [x, y] = place.get(state.fen);
    const move = [...neighbours].find(([, fen]) => fen === state.fen)?.[0];
    return s('g', { role: 'listitem', class: `node ${state.solved ? 'solved' : ''} ${state.over && !state.solved ? 'dead' : ''} ${move ? 'next' : ''}`, 'aria-current': state.fen === here ? 'step' : null, 'aria-label': state.fen, transform: `translate(${x.toFixed(0)} ${y.toFixed(0)})`, tabindex: move ? 0 : null, onclick: () => move && void app.play(move), onkeydown: (/** @type {KeyboardEvent} */ event) => press(event, () => move && void app.play(move)) },
      s('rect', { x: -27, y: -13, width: 54, height: 26, rx: 8 }), s('text', { y: 5, 'text-anchor': 'middle' }, state.text), s('title', null, state.fen));
  });
  put(host, h('h2', null, t('states', { n: list.length })), s('svg', { role: 'list', 'aria-label': t('statesLabel'), viewBox: `0 0 ${width} ${height}`, class: 'graphOfStates' }, edges, nodes));
}

/** Enter and Space on a state. @param {KeyboardEvent} event @param {() => void} act */
function press(event, act) {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
