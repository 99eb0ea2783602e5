// The person's run and the best known plan as two curves of hp.

import { alone } from '../aside.js';
import { button, h, hide, put, s, v, when } from '../dom.js';
import { t } from '../words.js';

/** @typedef {import('../app.js').App} App */

const [WIDTH, HEIGHT, EDGE] = [400, 130, 8];
/** Maximum number of points of a curve. */
const MOST = 60;
/** Time limit of the search for the best plan, ms; a proof ends it sooner. */
const TIME = 8000;

/** Curves of plans by base; null while one is being computed. @type {Map<string, number[]|null>} */
const plans = new Map();
/** The person's curve, and the moves it was computed for. @type {{key: string, points: number[]}} */
let own = { key: '', points: [] };

/** A sample of the places of a walk, including its ends. @param {number} length moves @param {number} [most] @returns {number[]} */
export function samples(length, most = MOST) {
  const count = Math.min(length, most - 1);
  return Array.from({ length: count + 1 }, (_, index) => (count ? Math.round((index * length) / count) : 0));
}

/** The curve of a walk. @param {import('../net.js').Engine} engine @param {{game: string, board: import('../boards/board.js').Board}} of @param {string} base @param {string[]} moves @returns {Promise<number[]>} */
async function curve(engine, { game, board }, base, moves) {
  const points = [];
  for (const place of samples(moves.length)) {
    const { view } = await engine.position(game, base, moves.slice(0, place));
    if (view) points.push(/** @type {import('../boards/board.js').Puzzle} */ (board).gauge(view) ?? 0);
  }
  return points;
}

/** Finds the best plan and its curve. @param {App} app */
async function find(app) {
  const { base } = app.tree;
  const { game, board } = app;
  plans.set(base, null);
  app.render();
  const points = await alone(async (engine) => {
    await engine.position(game, base, []);
    engine.set('MultiPV', 1);
    /** @type {string[]} */
    let plan = [];
    let isWon = false;
    await engine.go(`movetime ${TIME}`, {
      info: ({ pv }) => {
        if (pv.length) plan = pv;
      },
      solution: ({ value }) => (isWon = value !== null),
    });
    // A plan that does not win is not drawn as the best one.
    return isWon ? curve(engine, { game, board }, base, plan) : [];
  });
  plans.set(base, points);
  app.render();
}

/** The person's curve, as far as it is computed. @param {App} app @returns {number[]} */
function ownCurve(app) {
  const { tree, game, board } = app;
  const moves = tree.line().map((place) => /** @type {import('../tree.js').Names} */ (place.names).move);
  const key = `${tree.base} ${moves.join(' ')}`;
  if (own.key !== key) {
    own = { key, points: own.points };
    const asked = own;
    void alone((engine) => curve(engine, { game, board }, tree.base, moves)).then((points) => {
      asked.points = points;
      if (own === asked) app.render();
    });
  }
  return own.points;
}

/** @param {App} app @param {HTMLElement} host */
export function drawCurves(app, host) {
  hide(host, !app.tree.root.children.length);
  if (host.hidden) return;
  const { base } = app.tree;
  const best = plans.get(base);
  const mine = best ? ownCurve(app) : [];
  when(host, [base, best === null, best, mine], () => {
    if (!best) return put(host, button(t(best === null ? 'solving' : 'compare'), () => void find(app), { disabled: best === null }));
    put(host, h('h2', null, t('curves')), best.length ? drawing(best, mine) : h('p', { class: 'quiet' }, t('noPlanKnown')),
      h('p', { class: 'keys' }, h('span', { class: 'mine' }, t('curveMine', { n: mine.at(-1) ?? '?' })), best.length > 0 && [' ', h('span', { class: 'plan' }, t('curvePlan', { n: best.at(-1) ?? '?' }))]));
  });
}

/** @param {number[]} best @param {number[]} mine */
function drawing(best, mine) {
  const most = Math.max(1, ...best, ...mine);
  const path = (/** @type {number[]} */ points) => points.map((value, index) =>
    `${(EDGE + (index / Math.max(1, points.length - 1)) * (WIDTH - 2 * EDGE)).toFixed(1)},${(HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE)).toFixed(1)}`).join(' ');
  return s('svg', { role: 'img', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-label': t('curvesAre', { mine: mine.at(-1) ?? '?', best: best.at(-1) ?? '?' }) },
    v('rect', { class: 'ground', width: WIDTH, height: HEIGHT, rx: 6 }), v('polyline', { class: 'curve plan', points: path(best) }), v('polyline', { class: 'curve mine', points: path(mine) }),
    v('text', { class: 'scale', x: EDGE, y: EDGE + 8 }, String(most)));
}
