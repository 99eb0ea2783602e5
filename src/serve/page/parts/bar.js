// The bar: how the game stands, on a scale of win minus loss, the number in pawns.

import { h, hide, put } from '../dom.js';
import { ofFirst, pawns } from '../values.js';
import { t } from '../words.js';

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawBar(app, host) {
  // The same number as in the first line, while there is one.
  const line = app.thinker.lines[0];
  const value = line?.pv.length && !line.bound && app.view ? ofFirst(line, app.view.side) : app.tree.at.value;
  const isShown = app.tree.mode === 'analyse' && !app.isPuzzle;
  hide(host, !isShown);
  if (!isShown) return;
  const share = Math.round(50 + (value?.scale || 0) * 50);
  host.setAttribute('role', 'meter');
  host.setAttribute('aria-label', t('bar'));
  host.setAttribute('aria-valuemin', '0');
  host.setAttribute('aria-valuemax', '100');
  host.setAttribute('aria-valuenow', String(share));
  host.setAttribute('aria-valuetext', value ? pawns(value) : '…');
  const fill = h('div', { class: 'fill' });
  fill.style.setProperty('height', `${share}%`);
  host.classList.toggle('flipped', app.tree.flipped);
  put(host, fill, h('span', null, value ? pawns(value) : ''));
}
