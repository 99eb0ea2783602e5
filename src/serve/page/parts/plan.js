// The plan of a puzzle: what is proven, its moves to step or play through, and a slider over its states.

import { button, h, put, say } from '../dom.js';
import { look } from '../aside.js';
import { laterNow } from '../proof.js';
import { isHopeless } from '../values.js';
import { said, t } from '../words.js';

/** Position of the slider, and its plan. */
let at = 0;
/** @type {string[]} */
let film = [];
let shown = '';
/** @type {any} */
let timer = 0;

/** What is proven, in words. @param {import('../app.js').App} app */
function proof(app) {
  const { solution } = app.thinker;
  if (app.view.verdict.over) return '';
  if (!solution) return app.thinker.isThinking ? t('solving') : '';
  const { objective, value, bound, status } = solution;
  if (value === null && app.isProject) return said(laterNow()?.whyNot(solution));
  if (isHopeless(solution)) return t('unsolvable');
  if (value === null) return said(laterNow(app)?.noPlan(solution));
  return t(status, { what: t(`left.${objective}`, { n: value }), bound: bound ?? t('none') });
}

/** Whether the goal can still be reached, and with what result, if that is known and may be told. @param {import('../app.js').App} app */
export function winnableWords(app) {
  const { thinker, view } = app;
  if (!app.isPuzzle || !app.showsValues || !puzzle(app).tellsWinnable || (view.own.won ?? view.verdict.winner === 'first')) return '';
  const best = [...thinker.values.values()].find((value) => value.best);
  if (best) return t(best.number === -Infinity ? 'lostNow' : 'winnable', { n: best.text });
  const { solution } = thinker;
  if (!solution || (solution.value === null && !isHopeless(solution))) return '';
  return isHopeless(solution) ? t('lostNow') : t('winnable', { n: `${solution.status === 'proven' ? '' : '≥'}${solution.value}` });
}

/** The board, which is a puzzle's. @param {import('../app.js').App} app */
const puzzle = (app) => /** @type {import('../boards/board.js').Puzzle} */ (app.board);

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawPlan(app, host) {
  // A plan that is being looked at is not replaced by a better one.
  if (!app.preview && !looking) at = 0;
  // The solution is hidden until asked for.
  const isHidden = !app.showsValues;
  const plan = at ? film : isHidden ? [] : app.thinker.plan;
  const proven = [isHidden ? '' : proof(app), puzzle(app).spent(app)].filter(Boolean).join(' · ') || ' ';
  const { over } = app.view.verdict;
  // While it is played, the rest of it is found anew after each step: its buttons stay.
  if (timer && !plan.length && !over && host.querySelector('.switches')) return;
  const now = JSON.stringify([app.game, isHidden, plan, proven, over, !!timer, document.documentElement.lang]);
  if (now !== shown || !host.childNodes.length) {
    shown = now;
    const stops = () => /** @type {HTMLElement[]} */ ([...host.querySelectorAll('input, .switches button')]);
    const had = stops().findIndex((one) => one.matches('input:focus, :focus-visible'));
    put(host, h('h2', null, t('plan')), h('p', { class: 'proof' }, proven),
      isHidden && !over ? button(t('showPlan'), () => app.showValues(true)) : null,
      plan.length ? h('div', { class: 'switches' },
        h('input', { type: 'range', min: 0, max: plan.length, 'aria-label': t('plan'), oninput: (/** @type {any} */ event) => void scrub(app, Number(event.target.value)) }),
        h('span', { class: 'at' }),
        button(t('next'), () => void app.play(app.thinker.plan[0] || ''), { disabled: over }),
        button(t(timer ? 'stop' : 'autoplay'), () => autoplay(app))) : null,
      plan.length && puzzle(app).listsPlan ? h('p', { class: 'quiet film' }, plan.slice(0, 60).map((move) => app.board.short(move)).join('  ')) : null);
    stops()[had]?.focus();
  }
  const slider = host.querySelector('input');
  if (!slider) return;
  if (slider.value !== String(at)) slider.value = String(at);
  say(host.querySelector('.at'), `${at}/${plan.length}`);
}

/** Whether a view is being fetched. */
let looking = false;

/** Previews a state of the plan. @param {import('../app.js').App} app @param {number} to */
async function scrub(app, to) {
  if (!at) film = [...app.thinker.plan];
  at = to;
  if (!to) return app.endPreview();
  const { turn } = app;
  looking = true;
  const view = await look(app.game, app.tree.base, [...app.tree.path(), ...film.slice(0, to)]);
  if (at !== to) return;
  looking = false;
  if (turn === app.turn && app.tree.mode !== 'setup') app.showPreview(view, film.slice(Math.max(0, to - 6), to).join(' '));
}

/** Plays the plan until a key is pressed or it ends. @param {import('../app.js').App} app */
export function autoplay(app) {
  if (timer) return stopAutoplay(app);
  const plan = [...app.thinker.plan];
  let { at: place } = app.tree;
  const step = async () => {
    const move = plan.shift();
    // Stops if the person has moved on.
    if (!move || !timer || app.tree.at !== place || app.view?.verdict.over) return stopAutoplay(app);
    if (!(await app.play(move))) return stopAutoplay(app);
    place = app.tree.at;
    if (timer) timer = setTimeout(step, puzzle(app).pace);
  };
  timer = setTimeout(step, 0);
}

/** @param {import('../app.js').App} app */
export function stopAutoplay(app) {
  if (!timer) return;
  clearTimeout(timer);
  timer = 0;
  app.render();
}
