// Arrows over a board: thick is good, a chip at the tip bears the value, a threat is dashed.

import { v } from '../dom.js';

/** @typedef {[number, number]} Point */

/**
 * @param {Point[]} way where it bends @param {{width?: number, chip?: string, kind?: string, rank?: number}} [look]
 */
export function arrow(way, look = {}) {
  const { width = 9, chip = '', kind = 'line', rank = 0 } = look;
  const [from, to] = [way[way.length - 2], way[way.length - 1]];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const tip = length - 8;
  const neck = tip - 2.4 * width;
  const along = (/** @type {number} */ d, /** @type {number} */ a) => `${(from[0] + ux * d - uy * a).toFixed(1)},${(from[1] + uy * d + ux * a).toFixed(1)}`;
  const shaft = [...way.slice(0, -1).map((point) => point.join(',')), along(neck, 0)].join(' ');
  const half = 7 + chip.length * 4.2;
  // The chip of a short arrow stands beside it, else it would cover the head.
  const reach = Math.abs(ux) * half + Math.abs(uy) * 11;
  const aside = 0.62 * length + reach > neck ? 1.5 * width + 2 + Math.abs(uy) * half + Math.abs(ux) * 11 : 0;
  const badge = chip
    ? v('g', { class: 'chip', transform: `translate(${along(length * (aside ? 0.5 : 0.62), aside).replace(',', ' ')})` },
      v('rect', { x: -half, y: -11, width: 2 * half, height: 22, rx: 11 }),
      v('text', { 'text-anchor': 'middle', y: 5 }, chip))
    : null;
  return v('g', { class: `arrow ${kind}`, 'data-rank': rank },
    v('polyline', { points: shaft, 'stroke-width': width }),
    v('polygon', { points: [along(tip, 0), along(neck, 1.5 * width), along(neck, -1.5 * width)].join(' ') }),
    badge);
}
