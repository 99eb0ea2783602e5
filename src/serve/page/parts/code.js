// The position as a QR code: on the stage, and for whoever shares it.

import { h, put, s, when } from '../dom.js';
import * as address from '../address.js';
import { t } from '../words.js';
import { isStage } from './stage.js';
import { qr } from './qr.js';

/** @typedef {import('../app.js').App} App */

/** Whether others can open this page by its address. */
const isPublic = () => !/^(127\.|localhost$|\[::1\]$)/.test(location.hostname);

/** What the code says: a link where others can open it, else the position as text. @param {App} app */
function textOf({ game, tree, view }) {
  const hash = isPublic() ? address.of(game, tree.base, tree.path()) : null;
  return hash ? location.origin + location.pathname + hash : String(view.fen);
}

/** A QR code of the position on view, and what it is of; null where it is too long. @param {App} app */
export function codeOf(app) {
  const rows = qr(textOf(app));
  if (!rows) return null;
  const size = rows.length + 8;
  const dark = rows.map((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : '')).join('')).join('');
  const words = t(isPublic() ? 'codeOfLink' : 'codeOfPosition');
  return h('figure', { class: 'code' }, s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': words }, s('rect', { width: size, height: size, fill: '#fff' }), s('path', { d: dark, fill: '#000', 'shape-rendering': 'crispEdges' })), h('figcaption', null, words));
}

const host = () => document.querySelector('.leave .place');

/** Draws the code on the stage. @param {App} app */
export function drawCode(app) {
  const place = host();
  if (place && isStage() && app.view) when(place, [app.game, app.tree.base, app.tree.path()], () => put(place, codeOf(app)));
}
