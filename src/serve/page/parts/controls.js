// The row below the board: steps, hint, undo, the engine's level and seat, files, and a field for moves that are typed.

import { button, h, put } from '../dom.js';
import { t } from '../words.js';
import { copyLink, load, save } from './files.js';
import { showKept } from './kept.js';
import { TIMES } from '../thinker.js';

/** @type {any} */
let field = null;

/** @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} change */
function choice(label, options, value, change) {
  return h('label', null, label, ' ', h('select', { onchange: (/** @type {any} */ event) => change(event.target.value) },
    options.map(([key, text]) => h('option', { value: key, selected: key === value }, text))));
}

/** @param {import('../app.js').App} app */
function type(app) {
  field ??= h('input', { type: 'text', class: 'type', autocomplete: 'off', spellcheck: 'false', onkeydown: async (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter' || !field.value.trim()) return;
    if (await app.play(field.value)) field.value = '';
  } });
  field.setAttribute('aria-label', t('move'));
  field.placeholder = t(`${app.game}.example`);
  return field;
}

let key = '';

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function controls(app, host) {
  const { tree, settings } = app;
  if (!app.view) return;
  const line = tree.line();
  const now = JSON.stringify([app.game, app.mode, tree.at.ply, line.length, settings, app.seats, app.paused, document.documentElement.lang, app.isEnginesTurn, app.past.length, app.alert, app.thinker.isThinking && app.mode === 'analyse']);
  if (now === key) return;
  // What is being pressed stays until it is released.
  if (host.matches(':active')) return addEventListener('pointerup', () => app.render(), { once: true });
  key = now;
  host.setAttribute('aria-label', t('controls'));
  const focus = /** @type {HTMLElement|null} */ (document.activeElement);
  const label = focus && host.contains(focus) ? focus.getAttribute('aria-label') || focus.textContent : '';
  // Where a step leads is asked when it is made: two quick presses are two steps.
  const step = (/** @type {() => any} */ to) => () => {
    const place = to();
    if (place) app.goTo(place);
  };
  const engines = app.seats.first === 'engine' ? (app.seats.second === 'engine' ? 'both' : 'first') : app.seats.second === 'engine' ? 'second' : 'nobody';
  put(host,
    h('div', { class: 'steps' },
      button('|<', step(() => app.tree.root), { 'aria-label': t('toStart'), disabled: !tree.at.parent }),
      button('<', step(() => app.tree.at.parent), { 'aria-label': t('back'), disabled: !tree.at.parent }),
      h('span', { class: 'ply' }, `${tree.at.ply}/${line.length}`),
      button('>', step(() => app.tree.after()), { 'aria-label': t('forward'), disabled: !tree.after() }),
      button('>|', step(() => app.tree.line().at(-1)), { 'aria-label': t('toEnd'), disabled: !tree.after() })),
    button(t('hint'), () => void app.thinker.showHint(), { title: t('keyIs', { key: 'H' }) }),
    button(t('undo'), () => void app.undo(), { title: t('keyIs', { key: 'Z' }), disabled: !tree.at.parent && !app.past.length }),
    button(t('redo'), () => void app.redo(), { title: t('keyIs', { key: 'Y' }), disabled: !tree.after() }),
    button(t('new'), () => app.renew()),
    app.board.isFlippable && button(t('flip'), () => {
      app.flipped = !app.flipped;
      app.keep();
      app.render();
    }, { title: t('keyIs', { key: 'F' }) }),
    app.isEnginesTurn && !app.paused && button(t('moveNow'), () => app.engine.moveNow()),
    app.mode === 'watch' && button(t(app.paused ? 'resume' : 'pause'), () => {
      app.paused = !app.paused;
      void app.sync();
    }),
    app.mode === 'play' && app.paused && app.isEnginesTurn && button(t('resume'), () => {
      app.paused = false;
      void app.sync();
    }),
    !app.isPuzzle && app.mode === 'play' && choice(t('enginePlays'), ['second', 'first', 'nobody', 'both'].map((who) => [who, who === 'nobody' || who === 'both' ? t(who) : t(`${app.game}.${who}`)]), engines, (who) => {
      const engine = (/** @type {string} */ side) => (who === side || who === 'both' ? 'engine' : 'person');
      app.seats = { first: engine('first'), second: engine('second') };
      if (app.board.isFlippable) app.flipped = app.seats.first === 'engine' && app.seats.second === 'person';
      app.paused = false;
      app.keep();
      void app.sync();
    }),
    !app.isPuzzle && app.mode !== 'analyse' && choice(t('level'), Array.from({ length: 25 }, (_, n) => [String(n - 4), `${n - 4} ${t(`level.${Math.floor(n / 4) * 4 - 4}`)}`]), String(settings.level), (level) => app.set({ level: Number(level) })),
    !app.isPuzzle && app.mode !== 'analyse' && choice(t('time'), Object.keys(TIMES).map((time) => [time, t(`time.${time}`)]), settings.time, (time) => app.set({ time })),
    app.board.choices(app).map(({ label: name, options, value, change }) => choice(name, options, value, change)),
    button(t('load'), () => load(app)), button(t('save'), () => save(app)), button(t('slots'), () => showKept(app)), button(t('copyLink'), () => copyLink(app)),
    type(app));
  if (label) for (const one of host.querySelectorAll('button, select, input')) if ((one.getAttribute('aria-label') || one.textContent) === label) /** @type {HTMLElement} */ (one).focus();
}
