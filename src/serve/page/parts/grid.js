// The board as an ARIA grid: one tab stop, arrow keys inside, Enter and Space click; a drag clicks at its start and end.

import { h } from '../dom.js';

/** @typedef {{rows: number, columns: number, label: string, press: (row: number, column: number) => void, drag?: (row: number, column: number) => boolean, hover?: (row: number, column: number, on: boolean) => void, mark?: (from: [number, number], to: [number, number], colour: string) => void}} Plan */

/** Duration of a long press, which draws, ms. */
const LONG = 450;

export class Grid {
  /** @param {Plan} plan */
  constructor(plan) {
    this.plan = plan;
    this.row = 0;
    this.column = 0;
    /** @type {any[][]} */
    this.cells = [];
    this.element = h('div', { role: 'grid', class: 'grid', 'aria-label': plan.label, onkeydown: (/** @type {any} */ event) => this.key(event), oncontextmenu: (/** @type {Event} */ event) => plan.mark && event.preventDefault() });
    for (let row = 0; row < plan.rows; row++) {
      const line = h('div', { role: 'row' });
      this.cells.push([]);
      for (let column = 0; column < plan.columns; column++) {
        const cell = h('div', { role: 'gridcell', tabindex: -1 });
        this.listen(cell, row, column);
        this.cells[row].push(cell);
        line.append(cell);
      }
      this.element.append(line);
    }
    this.home(0, 0);
  }

  /** The cell that Tab stops at. @param {number} row @param {number} column */
  home(row, column) {
    this.cells[this.row][this.column].tabIndex = -1;
    [this.row, this.column] = [row, column];
    this.cells[row][column].tabIndex = 0;
  }

  /** @param {number} row @param {number} column */
  focus(row, column) {
    this.home(row, column);
    this.cells[row][column].focus();
  }

  /** @param {any} cell @param {number} row @param {number} column */
  listen(cell, row, column) {
    const { plan } = this;
    cell.addEventListener('focus', () => this.home(row, column));
    cell.addEventListener('pointerenter', () => plan.hover?.(row, column, true));
    cell.addEventListener('pointerleave', () => plan.hover?.(row, column, false));
    cell.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      if (event.button === 2) return this.draw(event, [row, column]);
      if (event.button) return;
      if (event.pointerType === 'touch' && plan.mark) this.rest(event, cell, [row, column]);
      this.home(row, column);
      if (!plan.drag?.(row, column)) return;
      this.follow(event, cell, row, column);
    });
    cell.addEventListener('click', () => {
      if (this.dragged) {
        this.dragged = false;
        return;
      }
      this.home(row, column);
      plan.press(row, column);
    });
  }

  /** The cell under a pointer. @param {PointerEvent} event @returns {[number, number]|null} */
  under(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    for (let row = 0; row < this.cells.length; row++) {
      const column = this.cells[row].findIndex((cell) => found.includes(cell));
      if (column >= 0) return [row, column];
    }
    return null;
  }

  /** Draws an arrow to where the pointer is released, or a circle. @param {PointerEvent} start @param {[number, number]} from */
  draw(start, from) {
    const colour = start.shiftKey ? 'R' : start.altKey ? 'B' : 'G';
    addEventListener('pointerup', (event) => {
      const to = this.under(event);
      if (to) this.plan.mark?.(from, to, colour);
    }, { once: true });
  }

  /** A long press draws from its cell. @param {PointerEvent} start @param {any} cell @param {[number, number]} from */
  rest(start, cell, from) {
    const end = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      this.dragged = true;
      cell.setPointerCapture?.(start.pointerId);
      this.draw(start, from);
      addEventListener('pointerup', () => setTimeout(() => (this.dragged = false), 0), { once: true });
    }, LONG);
    for (const what of ['pointerup', 'pointercancel']) cell.addEventListener(what, end, { once: true });
    cell.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 6 && end());
  }

  /** Where an arrow that is drawn by key begins. @type {[number, number]|null} */
  marked = null;

  /** Follows the pointer with what was picked up. @param {PointerEvent} start @param {any} cell @param {number} row @param {number} column */
  follow(start, cell, row, column) {
    let moved = false;
    cell.setPointerCapture(start.pointerId);
    const move = (/** @type {PointerEvent} */ event) => {
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!moved && Math.hypot(dx, dy) < 6) return;
      if (!moved) this.lift?.(row, column);
      moved = true;
      this.carry?.(dx, dy);
    };
    const end = (/** @type {PointerEvent} */ event) => {
      cell.removeEventListener('pointermove', move);
      cell.removeEventListener('pointerup', end);
      cell.removeEventListener('pointercancel', end);
      if (!moved) return;
      this.dragged = true;
      setTimeout(() => (this.dragged = false), 0);
      const to = event.type === 'pointerup' ? this.under(event) : null;
      if (to) return this.drop?.(...to);
      this.drop?.(-1, -1);
    };
    cell.addEventListener('pointermove', move);
    cell.addEventListener('pointerup', end);
    cell.addEventListener('pointercancel', end);
  }

  dragged = false;
  /** @type {((row: number, column: number) => void)|undefined} */
  lift;
  /** @type {((dx: number, dy: number) => void)|undefined} */
  carry;
  /** @type {((row: number, column: number) => void)|undefined} */
  drop;

  /** @param {KeyboardEvent} event */
  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step && !this.steps) {
      const [row, column] = [this.row + step[0], this.column + step[1]];
      if (this.cells[row]?.[column]) this.focus(row, column);
    } else if (event.key === 'Enter' || event.key === ' ') this.plan.press(this.row, this.column);
    else if (event.key.toLowerCase() === 'o' && this.plan.mark) {
      const here = /** @type {[number, number]} */ ([this.row, this.column]);
      if (this.marked) this.plan.mark(this.marked, here, event.shiftKey ? 'R' : 'G');
      this.marked = this.marked ? null : here;
    } else return;
    if (step && this.steps) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether arrow keys belong to the game (walking in towers). */
  steps = false;

  /** What a cell is called. @param {number} row @param {number} column @param {string} name @param {Record<string, any>} [more] */
  name(row, column, name, more = {}) {
    const cell = this.cells[row][column];
    if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
    for (const [key, value] of Object.entries(more)) {
      if (value === null || value === false) cell.removeAttribute(key);
      else if (cell.getAttribute(key) !== String(value)) cell.setAttribute(key, String(value));
    }
  }

  /** Places the cells over a picture, all in parts of its size. @param {(row: number, column: number) => [number, number]} middle @param {number} width @param {number} height */
  lay(middle, width, height) {
    this.cells.forEach((line, row) => line.forEach((cell, column) => {
      const [x, y] = middle(row, column);
      Object.assign(cell.style, { left: `${(x - width / 2) * 100}%`, top: `${(y - height / 2) * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
    }));
  }
}
