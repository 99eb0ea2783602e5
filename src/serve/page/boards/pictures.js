// The second set of xiangqi pieces: pictures, for those who cannot read the characters. Drawn for this page.

import { at, s } from '../dom.js';

/** Silhouettes around the middle of a piece, by the letter of its kind. @type {Record<string, string>} */
const PICTURES = {
  k: 'M-11 9H11V13H-11ZM-11 6L-14 -8L-6 -1L0 -13L6 -1L14 -8L11 6Z',
  a: 'M-3 14L-2 4L-14 -4Q-9 -13 0 -13Q9 -13 14 -4L2 4L3 14ZM-9 -5L-1.4 1L-3.4 -9.6A10 10 0 0 0 -9 -5ZM9 -5L1.4 1L3.4 -9.6A10 10 0 0 1 9 -5Z',
  b: 'M-14 12V-1Q-14 -11 -4 -11H3Q9 -13 13 -6Q15 -2 14 4V10Q14 14 9 13V9Q11 9 11 5V4L7 3V12H2V6H-7V12ZM8 -5V-2H10V-5Z',
  n: 'M-9 14Q-9 5 -1 -1Q-7 -1 -10 4L-14 0Q-11 -8 -4 -10L-3 -15L2 -10Q14 -7 12 14ZM-4 -6.5V-4.5H-2V-6.5Z',
  r: 'M-14 -11H2V-2H14V3H-14ZM-12 9A5 5 0 0 1 -2 9A5 5 0 0 1 -12 9ZM-9 9A2 2 0 0 0 -5 9A2 2 0 0 0 -9 9ZM3 9A5 5 0 0 1 13 9A5 5 0 0 1 3 9ZM6 9A2 2 0 0 0 10 9A2 2 0 0 0 6 9Z',
  c: 'M-14 2L9 -12L14 -4L-9 9ZM-9 7A6.5 6.5 0 0 1 4 7A6.5 6.5 0 0 1 -9 7ZM-5 7A2.5 2.5 0 0 0 0 7A2.5 2.5 0 0 0 -5 7Z',
  p: 'M-6 13V2Q-9 -2 -7 -6L-4 -6Q-4 -11 0 -14Q4 -11 4 -6H7Q9 -2 6 2V13ZM9 14V-13L10.5 -16L12 -13V14Z',
};

/** Makes the symbols `y-…`: the discs of the other set, with pictures. @returns {boolean} that they are there */
export function makePictures() {
  if (at('y-K')) return true;
  for (const letter of 'KABNRCPkabnrcp') {
    const made = /** @type {Element} */ (at(`x-${letter}`).cloneNode(true));
    made.id = `y-${letter}`;
    const written = /** @type {Element} */ (made.querySelector('path'));
    written.replaceWith(s('path', { d: PICTURES[letter.toLowerCase()], fill: written.getAttribute('fill'), 'fill-rule': 'evenodd' }));
    document.querySelector('.art')?.append(made);
  }
  return true;
}
