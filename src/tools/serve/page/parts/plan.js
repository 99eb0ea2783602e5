// The plan of a puzzle: what is proven of it, its moves to step or play through, its states as one drags along.

import { button, h, put } from '../dom.js';
import { look } from '../aside.js';
import { t } from '../words.js';

/** Where the slider stands; the plan it belongs to. */
let at = 0;
let of = '';
/** @type {any} */
let timer = 0;

/** What is proven, in words. @param {import('../app.js').App} app */
function proof(app) {
  const { solution } = app.thinker;
  if (app.view.verdict.over) return '';
  if (solution.startsWith('unsolvable')) return t('unsolvable');
  const [, objective, value, , bound, status] = solution.split(' ');
  if (!objective) return app.thinker.isThinking ? t('solving') : '';
  const key = status === 'proven' ? 'proven' : 'anytime';
  return t(key, { what: t(`left.${objective}`, { n: value === 'none' ? '?' : value }), bound });
}

/** What the person has spent so far. @param {import('../app.js').App} app */
function spent(app) {
  const way = [];
  for (let place = app.tree.at; place.parent; place = place.parent) way.unshift(place);
  if (app.game === 'river') return t('spent.crossings', { n: way.length });
  if (app.game !== 'sliding') return '';
  const price = way.reduce((sum, place) => {
    const prices = place.parent?.view?.own.prices || [];
    const found = prices.find((/** @type {any} */ one) => `${one.from}-${one.to}` === place.names?.move);
    return sum + (found ? found.price : 1);
  }, 0);
  return t(`spent.${app.view.own.objective}`, { n: price });
}

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawPlan(app, host) {
  const { plan } = app.thinker;
  const id = `${app.view.key} ${plan.join(' ')}`;
  if (id !== of) {
    of = id;
    at = 0;
  }
  const best = [...app.thinker.values.values()].find((value) => value.best);
  const won = app.view.own.won ?? app.view.verdict.winner === 'first';
  const had = host.contains(document.activeElement) && document.activeElement?.tagName === 'INPUT';
  put(host, h('h2', null, t('plan')), h('p', { class: 'proof' }, [proof(app), spent(app)].filter(Boolean).join(' · ') || ' '),
    app.game === 'tower' && best && !won ? h('p', { class: 'winnable' }, t(best.number === -Infinity ? 'lostNow' : 'winnable', { n: best.text })) : null,
    plan.length ? h('div', { class: 'switches' },
      h('input', { type: 'range', min: 0, max: plan.length, value: at, 'aria-label': t('plan'), oninput: (/** @type {any} */ event) => void scrub(app, Number(event.target.value)), onchange: () => hide(app) }),
      h('span', null, `${at}/${plan.length}`),
      button(t('next'), () => void app.play(plan[0]), { disabled: app.view.verdict.over }),
      button(t(timer ? 'stop' : 'autoplay'), () => autoplay(app))) : null,
    plan.length && app.game !== 'tower' ? h('p', { class: 'quiet film' }, plan.slice(0, 60).join('  ')) : null);
  if (had) /** @type {HTMLElement|null} */ (host.querySelector('input'))?.focus();
}

/** Looks at a state of the plan. @param {import('../app.js').App} app @param {number} to */
async function scrub(app, to) {
  at = to;
  const { turn } = app;
  const { plan } = app.thinker;
  const view = to ? await look(app.game, app.tree.base, [...app.tree.path(), ...plan.slice(0, to)]) : null;
  if (turn !== app.turn || at !== to) return;
  app.preview = view;
  app.render();
}

/** @param {import('../app.js').App} app */
function hide(app) {
  setTimeout(() => {
    at = 0;
    app.preview = null;
    app.render();
  }, 1500);
}

/** Walks the plan, until a key or the end. @param {import('../app.js').App} app */
export function autoplay(app) {
  if (timer) return stopAutoplay(app);
  const plan = [...app.thinker.plan];
  const step = async () => {
    const move = plan.shift();
    if (!move || !timer || app.view.verdict.over) return stopAutoplay(app);
    await app.play(move);
    if (timer) timer = setTimeout(step, app.game === 'tower' ? 150 : 500);
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
