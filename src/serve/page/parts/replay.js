// Replays a puzzle, forwards and backwards, at any speed.

import { button, h, hide, put, say, tool, when } from '../dom.js';
import { t } from '../words.js';
import { withLater } from '../proof.js';

/** @typedef {import('../app.js').App} App */

const SPEEDS = [1, 2, 4, 8, 24];
/** Duration of a step at speed 1, ms. */
const STEP = 500;

/** Speed, and direction (0: paused). */
const replay = { speed: 2, way: 0, /** @type {any} */ timer: 0 };

/** @param {App} app */
export function stopReplay(app) {
  clearTimeout(replay.timer);
  if (!replay.way) return;
  replay.way = 0;
  app.render();
}

/** @param {App} app @param {number} way */
function start(app, way) {
  clearTimeout(replay.timer);
  replay.way = way;
  if (way > 0 && !app.tree.after()) app.goTo(app.tree.root);
  const { tree } = app;
  let { at } = tree;
  const step = () => {
    // Stops if the person has moved on.
    if (app.tree !== tree || tree.at !== at) return stopReplay(app);
    const next = replay.way > 0 ? tree.after() : tree.at.parent;
    if (!next) return stopReplay(app);
    // Waits until the current state is shown.
    if (app.tree.at.view === app.view) {
      app.goTo(next);
      at = next;
    }
    replay.timer = setTimeout(step, STEP / replay.speed);
  };
  replay.timer = setTimeout(step, 0);
  app.render();
}

/** @param {App} app @param {HTMLElement} host */
export function drawReplay(app, host) {
  const { tree } = app;
  const line = tree.line();
  hide(host, !app.isPuzzle || app.tree.mode === 'setup' || !(line.length || tree.rest.length));
  if (host.hidden) return;
  when(host, [tree.id, replay.speed, replay.way, tree.rest.length], () => {
    const slider = h('input', { type: 'range', min: 0, 'aria-label': t('replay'), oninput: () => {
      stopReplay(app);
      app.goTo(app.tree.line()[Number(slider.value) - 1] || tree.root);
    } });
    put(host, tool(replay.way < 0 ? 'pause' : 'rewind', t(replay.way < 0 ? 'pause' : 'rewind'), () => (replay.way < 0 ? stopReplay(app) : start(app, -1)), { class: 'bare' }),
      tool(replay.way > 0 ? 'pause' : 'go', t(replay.way > 0 ? 'pauseReplay' : 'replay'), () => (replay.way > 0 ? stopReplay(app) : start(app, 1)), { class: 'bare' }),
      slider,
      button(`${replay.speed}×`, () => {
        replay.speed = SPEEDS[(SPEEDS.indexOf(replay.speed) + 1) % SPEEDS.length] || 1;
        app.render();
      }, { class: 'bare', 'aria-label': t('speed', { n: replay.speed }) }), h('span', { class: 'at' }), tree.rest.length > 1 && button(t('restOfRoute'), () => void withLater(app, ({ playRest }) => playRest(app))));
  });
  const slider = /** @type {HTMLInputElement} */ (host.querySelector('input'));
  if (slider.max !== String(line.length)) slider.max = String(line.length);
  if (slider.value !== String(tree.at.ply)) slider.value = String(tree.at.ply);
  say(host.querySelector('.at'), `${tree.at.ply}/${line.length}`);
}
