// The picture that a legend makes of a puzzle, as a file: its state as PNG, or all of its actions as GIF. Only the page knows legends,
// so it draws them itself.

import { look } from '../aside.js';
import { h, s } from '../dom.js';
import { drawing } from '../boards/drawing.js';
import { gif, palette } from './gif.js';

/** @typedef {import('../boards/legend.js').Legend} Legend */

/** Dots per unit of a picture and of a film; hundredths of a second for each state. */
const [FINE, PLAIN, DELAY] = [2, 1, 80];

/** A state on a canvas of its own, or of a given size. @param {Legend} legend @param {any} own @param {number} scale @param {number[]} [size] @returns {HTMLCanvasElement} */
function painted(legend, own, scale, size) {
  const { width, height, ground, shapes } = drawing(legend, own);
  const [wide, high] = size || [width, height];
  const canvas = h('canvas', { width: Math.ceil(wide * scale), height: Math.ceil(high * scale) });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.scale(scale, scale);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, wide, high);
  // Colours and letters are those of the style sheet.
  const host = h('div', { class: 'drawn', hidden: true }, s('svg', {}, ground, shapes));
  document.body.append(host);
  for (const one of host.querySelectorAll('rect, text')) {
    const { fill, stroke, strokeWidth, strokeDasharray, fontWeight, fontSize, fontFamily } = getComputedStyle(one);
    const part = (/** @type {string} */ name) => Number(one.getAttribute(name) || 0);
    context.fillStyle = fill === 'none' ? 'transparent' : fill;
    if (one.tagName === 'text') {
      Object.assign(context, { font: `${fontWeight} ${fontSize} ${fontFamily}`, textAlign: 'center', textBaseline: one.hasAttribute('dominant-baseline') ? 'middle' : 'alphabetic' });
      context.fillText(one.textContent, part('x'), part('y'), part('textLength') || undefined);
      continue;
    }
    context.strokeStyle = stroke === 'none' ? 'transparent' : stroke;
    context.lineWidth = parseFloat(strokeWidth);
    context.setLineDash(strokeDasharray === 'none' ? [] : strokeDasharray.split(',').map(parseFloat));
    context.beginPath();
    context.roundRect(part('x'), part('y'), part('width'), part('height'), part('rx'));
    context.fill();
    context.stroke();
  }
  host.remove();
  return canvas;
}

/** The colours of the dots of a canvas, as 0xBBGGRR. @param {HTMLCanvasElement} canvas */
function dotsOf(canvas) {
  const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
  return new Uint32Array(data.buffer).map((dot) => dot & 0xffffff);
}

/** A film of states. @param {Legend} legend @param {any[]} states @returns {Uint8Array} */
function film(legend, states) {
  const sizes = states.map((own) => drawing(legend, own));
  const size = [Math.max(...sizes.map(({ width }) => width)), Math.max(...sizes.map(({ height }) => height))];
  const dots = (/** @type {any} */ own) => dotsOf(painted(legend, own, PLAIN, size));
  /** @type {Set<number>} */
  const colours = new Set();
  for (const own of states) for (const dot of dots(own)) colours.add(dot);
  const { numbers, list } = palette(colours);
  // One after the other: all at once would take much memory.
  const frames = function* () {
    for (const own of states) yield dots(own).map((dot) => numbers.get(dot) ?? 0);
  };
  const { width, height } = painted(legend, states[0], PLAIN, size);
  return gif(width, height, DELAY, list, frames());
}

/** The state on view, or the way to it and on, as a file; null if the engine has stopped. @param {import('../app.js').App} app @param {Legend} legend @param {'png'|'gif'} kind @returns {Promise<Uint8Array|null>} */
export async function puzzleFile({ game, tree, view }, legend, kind) {
  if (kind === 'png') {
    /** @type {Blob|null} */
    const blob = await new Promise((done) => painted(legend, view.own, FINE).toBlob(done));
    return blob && new Uint8Array(await blob.arrayBuffer());
  }
  const places = [tree.root, ...tree.line()];
  for (const place of places) place.view ??= await look(game, tree.base, tree.path(place));
  return places.every((place) => place.view) ? film(legend, places.map((place) => place.view.own)) : null;
}
