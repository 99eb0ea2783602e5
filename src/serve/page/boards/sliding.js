// Sliding blocks: each tile that may move bears what the whole costs if it moves now.

import { h, isStill, put } from '../dom.js';
import { t } from '../words.js';

export class Board {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.last = '';
    this.row = h('div', { class: 'row', role: 'group', 'aria-label': t('board.sliding') });
    /** @type {any[]} */
    this.tiles = [...(app.preview || app.view).own.row].map((_, index) => h('button', { type: 'button', onclick: () => this.press(index + 1) }));
    this.values = this.tiles.map((_, index) => h('div', { class: 'price', id: `price${index + 1}` }));
    put(this.row, this.tiles.map((tile, index) => h('div', { class: 'cell' }, h('small', { 'aria-hidden': 'true' }, String(index + 1)), tile, this.values[index])));
    this.row.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const at = this.tiles.indexOf(document.activeElement);
      const to = at + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0);
      if (at < 0 || to === at) return;
      this.tiles[to]?.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    put(host, h('div', { class: 'frame sliding' }, this.row));
  }

  /** @param {number} cell from 1 */
  press(cell) {
    void this.app.play(String(cell));
  }

  /** @param {any} view */
  draw(view) {
    const { app } = this;
    const { own } = view;
    const { thinker, settings } = app;
    const moved = this.last && this.last !== view.key && !app.preview && /^(\d+)-(\d+)$/.exec(app.tree.at.names?.move || '');
    this.last = view.key;
    [...own.row].forEach((letter, index) => {
      const cell = index + 1;
      const tile = this.tiles[index];
      const price = own.prices.find((/** @type {any} */ one) => one.from === cell);
      const move = price ? `${price.from}-${price.to}` : '';
      const value = price && settings.values.sliding && !app.preview ? thinker.values.get(move) : null;
      const what = t(letter === 'B' ? 'black' : letter === 'W' ? 'white' : 'gap');
      tile.className = `tile ${letter === '_' ? 'gap' : letter} ${value?.best ? 'best' : ''} ${thinker.hint === move && move ? 'hinted' : ''}`;
      tile.textContent = letter === '_' ? '' : letter;
      tile.setAttribute('aria-label', `${t('cell', { n: cell })}, ${what}${price ? `, ${t('price', { n: price.price })}` : ''}${value ? `, ${value.words}` : ''}`);
      put(this.values[index], price && !view.verdict.over ? h('span', { title: t('price', { n: price.price }) }, `+${price.price}`) : '',
        value ? h('b', { class: value.best ? 'best' : '' }, ` ${value.text}${value.best ? '▲' : ''}`) : '');
      if (moved && Number(moved[2]) === cell && !isStill()) {
        const way = (Number(moved[1]) - cell) * tile.getBoundingClientRect().width * 1.1;
        tile.animate([{ transform: `translate(${way}px, 0)` }, { transform: `translate(${way / 2}px, -40px)` }, { transform: 'none' }], { duration: 250 });
      }
    });
  }

  /** @param {string} key */
  key(key) {
    if (!/^[1-9]$/.test(key)) return false;
    this.press(Number(key));
    return true;
  }
}
