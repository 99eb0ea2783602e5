// The values over the game: the first player above, a click goes there; and the analysis of the whole game.

import { button, h, put, s, v, when } from '../dom.js';
import { drawLesson, nextMistake } from './lesson.js';
import { analyseGame } from './story.js';
import { spelled } from './moves.js';
import { pawns } from '../values.js';
import { t } from '../words.js';

const [WIDTH, HEIGHT] = [400, 90];
const lesson = h('div', { class: 'lesson', 'aria-live': 'polite' });

/** One button for a whole analysis: one that is made anew at each step could not be pressed. @type {HTMLElement | null} */
let analyse = null;

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawGraph(app, host) {
  const line = app.tree.line();
  const isShown = app.tree.mode === 'analyse' || line.some((place) => place.value);
  // Drawn anew only where it shows something else.
  const what = [isShown, app.tree.mode, app.game, app.report, app.tree.at.ply, isShown && line.map((place) => [place.value?.scale, place.value?.cp, place.value?.mate, place.marks, place.names])];
  when(host, what, () => (isShown ? fill(app, host, line) : put(host)));
  drawLesson(app, lesson);
}

/** @param {import('../app.js').App} app @param {HTMLElement} host @param {import('../tree.js').Place[]} line */
function fill(app, host, line) {
  const x = (/** @type {number} */ ply) => (line.length ? (ply / line.length) * (WIDTH - 16) + 8 : 8);
  const y = (/** @type {number} */ scale) => HEIGHT / 2 - (scale * (HEIGHT - 12)) / 2;
  const known = line.filter((place) => place.value);
  const points = known.map((place) => v('circle', {
    class: `point ${place.marks.some((mark) => mark === 4 || mark === 2) ? 'bad' : ''} ${place === app.tree.at ? 'here' : ''}`, cx: x(place.ply), cy: y(place.value?.scale || 0), r: place === app.tree.at ? 5 : 3,
    onclick: () => app.goTo(place),
  }, v('title', null, `${Math.ceil(place.ply / 2)}. ${spelled(app, place)} ${place.value ? pawns(place.value) : ''}`)));
  const path = known.map((place) => `${x(place.ply).toFixed(1)},${y(place.value?.scale || 0).toFixed(1)}`).join(' ');
  const go = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round((((event.clientX - box.left) / box.width) * WIDTH - 8) / (WIDTH - 16) * line.length);
    const place = line[Math.max(1, Math.min(line.length, ply)) - 1];
    if (place) app.goTo(place);
  };
  const whole = analyse ?? (analyse = button('', () => analyseGame(app)));
  whole.textContent = app.report ? t('stopReport', { n: app.report }) : t('analyseGame');
  put(host,
    app.tree.mode === 'analyse' && line.length > 0 && h('div', { class: 'switches' },
      whole,
      button(t('nextMistake'), () => void nextMistake(app, 1), { title: t('keyIs', { key: 'M' }) })),
    known.length ? s('svg', { role: 'img', 'aria-label': t('graph'), viewBox: `0 0 ${WIDTH} ${HEIGHT}`, onclick: go, 'data-points': known.length },
      v('rect', { class: 'ground', width: WIDTH, height: HEIGHT, rx: 6 }), v('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      v('polyline', { class: 'curve', points: path }), points) : null, lesson);
}
