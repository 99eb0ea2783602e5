// Sliding blocks. Each movable tile shows the total cost if it moves now.

import { button, h, isStill, put, s, v, when } from '../dom.js';
import { t } from '../words.js';
import { Puzzle } from './board.js';
import { late } from '../proof.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'game.sliding': 'Sliding', 'sliding.turn': 'Choose a tile.', 'sliding.solved': 'Solved: every white tile is left of every black one.',
    hopped: 'tile {from} to {to}, over {n}', slid: 'tile {from} to {to}', 'board.sliding': 'Row of tiles', cell: 'cell {n}', black: 'black', white: 'white', gap: 'empty',
    price: 'price {n}', 'left.cost': 'cost {n}', 'left.moves': '{n} moves', 'spent.cost': 'cost {n} so far', 'spent.moves': '{n} moves so far', 'best.cost': 'cost {n}',
    'best.moves': '{n} moves', 'sliding.example': '4-7', 'sliding.invite': 'All white tiles to the left, at the least cost.', 'sliding.goal': 'All white tiles left of every black one, at the least cost.', aim: 'Aim: every white tile left of every black one', wayHere: 'The way so far', atStart: 'start',
  },
  zh: {
    'game.sliding': '滑块', 'sliding.turn': '请选择滑块。', 'sliding.solved': '完成：白块都在黑块左边。', hopped: '{from} 号跳到 {to}，越过 {n} 块', slid: '{from} 号滑到 {to}', 'board.sliding': '滑块一行',
    cell: '第 {n} 格', black: '黑', white: '白', gap: '空', price: '代价 {n}', 'left.cost': '代价 {n}', 'left.moves': '{n} 步', 'spent.cost': '已用代价 {n}', 'spent.moves': '已走 {n} 步',
    'best.cost': '代价 {n}', 'best.moves': '{n} 步', 'sliding.example': '4-7', 'sliding.invite': '以最小代价把白块移到左边。', 'sliding.goal': '以最小代价让白块都在黑块左边。', aim: '目标：白块都在黑块左边', wayHere: '走过的路', atStart: '开始',
  },
};

/** @typedef {import('../app.js').App} App */

export class Sliding extends Puzzle {
  name = 'sliding';
  words = WORDS;
  keys = ['1-9', ', .'];
  proof = late('sliding');
  levels = ['fen BBWW_ cost', 'fen BWB_WBW cost', 'fen BBBWWW_ moves', 'startpos', 'fen BBBBWWWW_ cost', 'fen BBBBBWWWWW_ cost', 'fen BBBBBBWWWWWW_ cost'];

  /** @param {any} view */
  picture({ own }) {
    const { length } = own.row;
    const side = 560 / length;
    const tiles = [...own.row].map((letter, index) => v('rect', { class: `mini ${letter === '_' ? 'gap' : letter}`, x: 20 + index * side, y: 175 - side / 2, width: side - 8, height: side - 8, rx: 10 }));
    return s('svg', { viewBox: '0 0 600 350', class: 'picture', 'aria-hidden': 'true' }, v('rect', { class: 'tray', x: 8, y: 163 - side / 2, width: 576, height: side + 16, rx: 16 }), tiles);
  }

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

  /** The cost of the moves so far. @param {App} app @param {import('../tree.js').Place} [place] */
  reached(app, place = app.tree.at) {
    const way = [];
    for (let here = place; here.parent; here = here.parent) way.push(here);
    if ((place.view || app.view).own.objective === 'moves') return way.length;
    return way.reduce((sum, place) => {
      const prices = place.parent?.view?.own.prices || [];
      const found = prices.find((/** @type {any} */ one) => `${one.from}-${one.to}` === place.names?.move);
      return sum + (found ? found.price : 1);
    }, 0);
  }
}

/** A small picture of a row. @param {string} row */
export function strip(row) {
  const words = [...row].map((letter) => t({ B: 'black', W: 'white' }[letter] || 'gap')).join(' ');
  return s('svg', { viewBox: `0 0 ${row.length * 20} 20`, class: 'strip', role: 'img', 'aria-label': words },
    [...row].map((letter, index) => v('rect', { class: `mini ${letter === '_' ? 'gap' : letter}`, x: index * 20 + 1, y: 1, width: 18, height: 18, rx: 4 })));
}

class Row {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.last = '';
    this.row = h('div', { class: 'row', role: 'group', 'aria-label': t('board.sliding') });
    /** @type {any[]} */
    this.tiles = [...(app.preview || app.view).own.row].map((_, index) => h('button', { type: 'button' }));
    this.values = this.tiles.map((_, index) => h('div', { class: 'price', id: `price${index + 1}` }));
    put(this.row, this.tiles.map((tile, index) => h('div', { class: 'cell', onclick: () => this.press(index + 1) }, h('small', { 'aria-hidden': 'true' }, String(index + 1)), tile, this.values[index])));
    this.row.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const at = this.tiles.indexOf(document.activeElement);
      const to = at + (event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0);
      if (at < 0 || to === at) return;
      this.tiles[to]?.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    this.way = h('ol', { class: 'way' });
    put(host, h('div', { class: 'frame sliding' }, this.row), this.way);
  }

  /** Draws the rows from the start to the current one, and the goal. @param {any} view */
  drawWay(view) {
    const { app } = this;
    const { tree } = app;
    const { at } = tree;
    /** @type {import('../tree.js').Place[]} */
    const places = [];
    for (let here = at; here; here = /** @type {any} */ (here.parent)) places.unshift(here);
    const rows = places.map((place) => place.view?.own.row || '');
    const sorted = (/** @type {string} */ row) => [...row].filter((letter) => letter === 'W').join('') + [...row].filter((letter) => letter === 'B').join('');
    when(this.way, [rows, places.map((place) => place.names?.move), !!app.preview], () => {
      this.way.setAttribute('aria-label', t('wayHere'));
      const shown = places.map((place, index) => h('li', null,
        button('', () => app.goTo(place), { class: 'bare', 'aria-label': `${place.ply} ${place.names?.what || place.names?.move || t('atStart')}`, 'aria-current': place === at ? 'step' : null, disabled: !rows[index] }),
        h('span', { class: 'number' }, String(place.ply)), strip(rows[index] || ''), h('small', null, place.names?.move || t('atStart'))));
      put(this.way, shown, view.verdict.over ? null : h('li', { class: 'aim' }, h('span', { class: 'number' }, '◎'), strip(sorted(view.own.row)), h('small', null, t('aim'))));
    });
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
    this.drawWay(view);
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
        // On its way the tile passes over others, which can be pressed meanwhile.
        const pointerEvents = 'none';
        tile.animate([{ transform: `translate(${way}px, 0)`, pointerEvents }, { transform: `translate(${way / 2}px, -40px)`, pointerEvents }, { transform: 'none', pointerEvents }], { duration: 250 });
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
