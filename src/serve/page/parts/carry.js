// Carries the picture on a button to a cell of the board.

import { h } from '../dom.js';

/**
 * Follows the pointer with the picture of the button under it.
 * @param {PointerEvent} start @param {() => void} begin called once it has moved @param {(cell: HTMLElement|undefined) => void} drop called with the cell that it is released on
 */
export function carry(start, begin, drop) {
  if (start.button) return;
  const picture = /** @type {any} */ (start.currentTarget).firstElementChild.cloneNode(true);
  const over = new AbortController();
  /** What follows the pointer. @type {any} */
  let ghost = null;
  addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!ghost && Math.hypot(clientX - start.clientX, clientY - start.clientY) < 6) return;
    if (!ghost) {
      document.body.append((ghost = h('div', { class: 'ghost', 'aria-hidden': 'true' }, picture)));
      begin();
    }
    ghost.style.setProperty('translate', `${clientX}px ${clientY}px`);
  }, over);
  for (const name of ['pointerup', 'pointercancel']) addEventListener(name, (/** @type {any} */ event) => {
    over.abort();
    if (!ghost) return;
    ghost.remove();
    drop(event.type === 'pointerup' ? /** @type {any} */ (document.elementsFromPoint(event.clientX, event.clientY).find((one) => one.getAttribute('role') === 'gridcell')) : undefined);
  }, over);
}
