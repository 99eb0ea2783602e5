// Sliding blocks: each tile that may move bears what the whole costs if it moves now.

import { h, isStill, put } from '../dom.js';
import { t } from '../words.js';
import { Puzzle } from './board.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'game.sliding': 'Sliding', 'sliding.turn': 'Choose a tile.', 'sliding.solved': 'Solved: every white tile is left of every black one.',
    hopped: 'tile {from} to {to}, over {n}', slid: 'tile {from} to {to}', 'board.sliding': 'Row of tiles', cell: 'cell {n}', black: 'black', white: 'white', gap: 'empty',
    price: 'price {n}', 'left.cost': 'cost {n}', 'left.moves': '{n} moves', 'spent.cost': 'cost {n} so far', 'spent.moves': '{n} moves so far', 'best.cost': 'cost {n}',
    'best.moves': '{n} moves', 'sliding.example': '4-7',
  },
  zh: {
    'game.sliding': '滑块', 'sliding.turn': '请选择滑块。', 'sliding.solved': '完成：白块都在黑块左边。', hopped: '{from} 号跳到 {to}，越过 {n} 块', slid: '{from} 号滑到 {to}', 'board.sliding': '滑块一行',
    cell: '第 {n} 格', black: '黑', white: '白', gap: '空', price: '代价 {n}', 'left.cost': '代价 {n}', 'left.moves': '{n} 步', 'spent.cost': '已用代价 {n}', 'spent.moves': '已走 {n} 步',
    'best.cost': '代价 {n}', 'best.moves': '{n} 步', 'sliding.example': '4-7',
  },
};

/** @typedef {import('../app.js').App} App */

export class Sliding extends Puzzle {
  name = 'sliding';
  words = WORDS;
  keys = ['1-9'];

  /** @param {App} app @param {HTMLElement} host */
  open(app, host) {
    return new Row(app, host);
  }

  /** @param {any} view */
  shape({ own }) {
    return String(own.row.length);
  }

  /** @param {any} _view @param {string} move */
  describe(_view, move) {
    const [from, to] = move.split('-').map(Number);
    const hops = Math.abs(from - to) - 1;
    return hops ? t('hopped', { from, to, n: hops }) : t('slid', { from, to });
  }

  /** @param {App} app */
  spent(app) {
    return t(`spent.${app.view.own.objective}`, { n: this.reached(app) });
  }

  /** What the moves have cost so far. @param {App} app */
  reached(app) {
    const way = app.tree.line().slice(0, app.tree.at.ply);
    if (app.view.own.objective === 'moves') return way.length;
    return way.reduce((sum, place) => {
      const prices = place.parent?.view?.own.prices || [];
      const found = prices.find((/** @type {any} */ one) => `${one.from}-${one.to}` === place.names?.move);
      return sum + (found ? found.price : 1);
    }, 0);
  }
}

class Row {
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
    const { thinker } = app;
    const moved = this.last && this.last !== view.key && !app.preview && /^(\d+)-(\d+)$/.exec(app.tree.at.names?.move || '');
    this.last = view.key;
    [...own.row].forEach((letter, index) => {
      const cell = index + 1;
      const tile = this.tiles[index];
      const price = own.prices.find((/** @type {any} */ one) => one.from === cell);
      const move = price ? `${price.from}-${price.to}` : '';
      const value = price && app.showsValues && !app.preview ? thinker.values.get(move) : null;
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
