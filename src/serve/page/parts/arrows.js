// Arrows on a board: thicker is better, a label at the tip shows the value, a threat is dashed.

import { v } from '../dom.js';

/** @typedef {[number, number]} Point */

/** @param {string} point @returns {Point} */
const numbers = (point) => /** @type {Point} */ (point.split(',').map(Number));

/**
 * @param {Point[]} way where it bends @param {{width?: number, chip?: string, kind?: string, rank?: number, isFree?: (x: number, y: number, half: number, onPieces?: boolean) => boolean}} [look]
 * whether a chip of half a width may lie somewhere: the first such place beside the arrow is taken, if need be on a piece
 */
export function arrow(way, look = {}) {
  const { width = 9, chip = '', kind = 'line', rank = 0, isFree } = look;
  const [from, to] = [way[way.length - 2], way[way.length - 1]];
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const tip = length - 8;
  const neck = tip - 2.4 * width;
  const along = (/** @type {number} */ d, /** @type {number} */ a) => `${(from[0] + ux * d - uy * a).toFixed(1)},${(from[1] + uy * d + ux * a).toFixed(1)}`;
  const shaft = [...way.slice(0, -1).map((point) => point.join(',')), along(neck, 0)].join(' ');
  const half = 7 + chip.length * 4.2;
  // The label of a short arrow stands beside it, so that it does not cover the head.
  const reach = Math.abs(ux) * half + Math.abs(uy) * 11;
  const beside = 1.5 * width + 2 + Math.abs(uy) * half + Math.abs(ux) * 11;
  const aside = 0.62 * length + reach > neck ? beside : 0;
  const usual = along(length * (aside ? 0.5 : 0.62), aside);
  const places = [usual, ...[0.5, 0.65, 0.35, 0.8, 0.2].flatMap((part) => [0, 14, 28].flatMap((more) => [1, -1].map((sign) => along(length * part, sign * (beside + more)))))];
  const place = (chip && isFree && [false, true].flatMap((onPieces) => places.find((point) => isFree(...numbers(point), half, onPieces)) || [])[0]) || usual;
  const badge = chip
    ? v('g', { class: 'chip', transform: `translate(${place.replace(',', ' ')})` },
      v('rect', { x: -half, y: -11, width: 2 * half, height: 22, rx: 11 }),
      v('text', { 'text-anchor': 'middle', y: 5 }, chip))
    : null;
  return v('g', { class: `arrow ${kind}`, 'data-rank': rank },
    v('polyline', { points: shaft, 'stroke-width': width }),
    v('polygon', { points: [along(tip, 0), along(neck, 1.5 * width), along(neck, -1.5 * width)].join(' ') }),
    badge);
}

/**
 * Returns a function that places labels: true if a label fits without covering another label or, unless it may, a piece.
 * @param {Point[]} pieces where they stand @param {number} width of the board @param {number} height @param {number} piece the radius of one
 */
export function room(pieces, width, height, piece) {
  /** @type {[number, number, number][]} */
  const chips = [];
  return (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ half, onPieces = false) => {
    const isFree = x > half && x < width - half && y > 11 && y < height - 11
      && (onPieces || pieces.every(([px, py]) => Math.hypot(Math.max(0, Math.abs(px - x) - half), Math.max(0, Math.abs(py - y) - 11)) > piece))
      && chips.every(([cx, cy, other]) => Math.abs(cx - x) > half + other || Math.abs(cy - y) > 22);
    if (isFree) chips.push([x, y, half]);
    return isFree;
  };
}
