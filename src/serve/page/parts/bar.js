// The evaluation bar beside the board, on a scale of win minus loss.

import { h, hide, mark, put } from '../dom.js';
import { ofFirst, pawns } from '../values.js';
import { t } from '../words.js';

/** The value of the position: of the first line of the search, else of the analysis. @param {import('../app.js').App} app */
export function valueNow({ thinker, tree, view }) {
  const line = thinker.lines[0];
  return line?.pv.length && !line.bound && view ? ofFirst(line, view.side) : tree.at.value;
}

const fill = h('div', { class: 'fill' });

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawBar(app, host) {
  const isShown = app.tree.mode === 'analyse' && !app.isPuzzle;
  hide(host, !isShown);
  if (!isShown) return;
  const value = valueNow(app);
  const share = String(Math.round(50 + (value?.scale || 0) * 50));
  if (!host.firstChild) put(host, fill);
  const marks = { role: 'meter', 'aria-label': t('bar'), 'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-valuenow': share, 'aria-valuetext': value ? pawns(value) : '…' };
  for (const [name, text] of Object.entries(marks)) mark(host, name, text);
  if (fill.style.height !== `${share}%`) fill.style.setProperty('height', `${share}%`);
  host.classList.toggle('flipped', app.tree.flipped);
}
