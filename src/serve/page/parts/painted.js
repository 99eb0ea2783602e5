// The picture that a legend makes of a puzzle, as a file. Only the page knows legends, so it draws them itself.

import { h, s } from '../dom.js';
import { drawing } from '../boards/drawing.js';

/** @typedef {import('../boards/legend.js').Legend} Legend */

/** Dots per unit of a picture. */
const SCALE = 2;

/** A state on a canvas of its own. @param {Legend} legend @param {any} own @returns {HTMLCanvasElement} */
function painted(legend, own) {
  const { width, height, ground, shapes } = drawing(legend, own);
  const canvas = h('canvas', { width: Math.ceil(width * SCALE), height: Math.ceil(height * SCALE) });
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
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

/** The state on view as PNG. @param {Legend} legend @param {any} own @returns {Promise<Uint8Array|null>} */
export async function pictureOf(legend, own) {
  /** @type {Blob|null} */
  const blob = await new Promise((done) => painted(legend, own).toBlob(done));
  return blob && new Uint8Array(await blob.arrayBuffer());
}
