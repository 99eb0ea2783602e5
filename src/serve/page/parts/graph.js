// The graph of chances below the board: the first player's area from below, the second's from above. A click goes to a move.

import { h, hide, put, s, v, when } from '../dom.js';
import { numberOf, spelled } from './moves.js';
import { isMistake } from './recall.js';
import { pawns } from '../values.js';
import { t } from '../words.js';

const [WIDTH, HEIGHT] = [400, 60];

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawGraph(app, host) {
  const line = app.tree.line();
  const isShown = !app.isPuzzle && app.tree.mode === 'analyse' && line.filter((place) => place.value).length > 1;
  hide(host, !isShown);
  if (!isShown) return;
  // Redrawn only if it has changed.
  when(host, [app.game, line.map((place) => [place.value?.scale, place.value?.mate, isMistake(place), place.names])], () => fill(app, host, line));
  const here = host.querySelector('.here');
  here?.setAttribute('x1', String(across(app.tree.at.ply, line.length)));
  here?.setAttribute('x2', String(across(app.tree.at.ply, line.length)));
}

/** @param {number} ply @param {number} plies */
const across = (ply, plies) => Math.round((ply / Math.max(1, plies)) * WIDTH * 10) / 10;

/** @param {import('../app.js').App} app @param {HTMLElement} host @param {import('../tree.js').Place[]} line */
function fill(app, host, line) {
  const y = (/** @type {number} */ scale) => Math.round((HEIGHT / 2 - (scale * HEIGHT) / 2) * 10) / 10;
  const known = line.filter((place) => place.value);
  const points = known.filter(isMistake).map((place) => v('circle', {
    class: `point bad ${place.ply % 2 ? 'odd' : ''}`, cx: across(place.ply, line.length), cy: y(place.value?.scale || 0), r: 4,
  }, v('title', null, `${numberOf(place)} ${spelled(app, place)} ${place.value ? pawns(place.value) : ''}`)));
  const path = known.map((place) => `${across(place.ply, line.length)},${y(place.value?.scale || 0)}`).join(' ');
  const [from, to] = [across(known[0]?.ply || 0, line.length), across(known.at(-1)?.ply || 0, line.length)];
  const go = (/** @type {any} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * line.length);
    const place = line[Math.max(1, Math.min(line.length, ply)) - 1];
    if (place) app.goTo(place);
  };
  put(host, s('svg', { role: 'img', 'aria-label': t('graph'), viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', class: app.game, onclick: go, 'data-points': known.length },
    v('rect', { class: 'second', x: from, width: to - from, height: HEIGHT }), v('polygon', { class: 'first', points: `${from},${HEIGHT} ${path} ${to},${HEIGHT}` }),
    v('line', { class: 'middle', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }), v('line', { class: 'here', x1: 0, x2: 0, y1: 0, y2: HEIGHT }), points));
}
