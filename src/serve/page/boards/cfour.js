// Four in a row: the value of each column stands above it and stays while one plays.

import { h, isStill, put, redraw, s, symbol } from '../dom.js';
import { Grid } from '../parts/grid.js';
import { t } from '../words.js';
import { editorPress, isEditing } from '../parts/setup.js';

const SIDE = 64;

/** The cell of a square's name, from the top. @param {string} name @param {number} rows @returns {[number, number]} */
const cell = (name, rows) => [rows - Number(name.slice(1)), name.charCodeAt(0) - 97];

export class Board {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.last = '';
    const { columns, rows } = (app.preview || app.view).own;
    this.columns = columns;
    this.rows = rows;
    this.grid = new Grid({
      rows, columns, label: t('board.cfour'),
      press: (row, column) => this.press(row, column),
      hover: (_row, column, on) => this.shadow(on ? column : -1),
    });
    this.grid.home(rows - 1, Math.floor(columns / 2));
    this.grid.lay((row, column) => [(column + 0.5) / columns, (row + 0.5) / rows], 1 / columns, 1 / rows);
    this.heads = Array.from({ length: columns }, (_, column) => h('div', { role: 'columnheader', class: 'value', onclick: () => this.press(0, column) }));
    const head = h('div', { role: 'row', class: 'heads' }, this.heads);
    head.style.setProperty('grid-template-columns', `repeat(${columns}, 1fr)`);
    this.stones = s('g');
    this.over = s('g');
    const holes = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) holes.push(s('circle', { class: 'hole', cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE, r: 26 }));
    }
    const picture = s('svg', { viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, class: 'picture', 'aria-hidden': 'true' },
      s('rect', { class: 'body', width: columns * SIDE, height: rows * SIDE, rx: 14 }), holes, this.stones, this.over);
    // The heads belong to the grid: they are its first row.
    const box = h('div', { class: 'cells' }, picture, ...this.grid.element.childNodes);
    box.setAttribute('role', 'rowgroup');
    this.grid.element.classList.add('cfour');
    put(this.grid.element, head, box);
    const numbers = h('div', { class: 'heads numbers', 'aria-hidden': 'true' }, Array.from({ length: columns }, (_, column) => h('span', null, String(column + 1))));
    numbers.style.setProperty('grid-template-columns', `repeat(${columns}, 1fr)`);
    this.frame = h('div', { class: 'frame four' }, this.grid.element, numbers);
    this.frame.style.setProperty('--ratio', String(columns / rows));
    put(host, this.frame);
  }

  /** @param {number} row @param {number} column */
  press(row, column) {
    const { app } = this;
    if (isEditing(app)) return editorPress(app, `${row},${column}`);
    this.drop(column);
  }

  /** @param {number} column */
  drop(column) {
    const { app } = this;
    if (!app.isEnginesTurn && !app.view.verdict.over && column < this.columns) void app.play(String(column + 1));
  }

  /** The disc that would fall. @param {number} column */
  shadow(column) {
    const { own, moves, side } = this.app.view || {};
    const move = own && moves.find((/** @type {any} */ mv) => mv.move.charCodeAt(2) - 97 === column);
    if (!move || this.app.isEnginesTurn) return put(this.over);
    const [row] = cell(move.move.slice(2), this.rows);
    put(this.over, s('circle', { class: `shadow ${side}`, cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE, r: 24 }));
  }

  /** @param {any} view */
  draw(view) {
    const { app, rows } = this;
    const { own } = view;
    const lastMove = app.preview ? view.history.at(-1) : app.tree.at.names?.move;
    const last = lastMove && /^P@/.test(lastMove) ? cell(lastMove.slice(2), rows) : null;
    const four = new Set(own.four);
    /** @type {any[]} */
    const shapes = [];
    /** The stone that falls to its place. @type {any} */
    let fall = null;
    own.board.forEach((/** @type {string} */ line, /** @type {number} */ row) => [...line].forEach((letter, column) => {
      const name = String.fromCharCode(97 + column) + (rows - row);
      const [x, y] = [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
      if (letter !== '.') {
        const stone = symbol(`c-${letter}`, x - 32, y - 32, 64);
        if (last && last[0] === row && last[1] === column) {
          if (this.last && this.last !== view.key && !isStill()) fall = { at: shapes.length, from: -y - 32 };
          shapes.push(stone, s('circle', { class: 'lastStone', cx: x, cy: y, r: 5 }));
        } else shapes.push(stone);
        if (four.has(name)) shapes.push(s('circle', { class: 'four', cx: x, cy: y, r: 27 }));
      } else {
        own.threats.forEach((/** @type {string[]} */ squares, /** @type {number} */ player) => {
          if (squares.includes(name)) shapes.push(s('circle', { class: `threat p${player}`, cx: x + (player ? 9 : -9), cy: y, r: 6 }));
        });
      }
    }));
    this.last = view.key;
    const stands = redraw(this.stones, shapes);
    if (fall) stands[fall.at].animate([{ transform: `translate(0, ${fall.from}px)` }, { transform: 'none' }], { duration: 250, easing: 'ease-in' });
    this.heads.forEach((head, column) => this.head(view, head, column));
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const letter = own.board[row][column];
        const what = letter === '.' ? t('empty') : t(`cfour.${letter === 'X' ? 'first' : 'second'}`);
        this.grid.name(row, column, `${t('columnRow', { column: column + 1, row: rows - row })}, ${what}`);
      }
    }
  }

  /** @param {any} view @param {any} head @param {number} column */
  head(view, head, column) {
    const { thinker, settings } = this.app;
    const move = view.moves.find((/** @type {any} */ mv) => mv.move.charCodeAt(2) - 97 === column);
    const value = settings.values.cfour && move && !this.app.preview ? thinker.values.get(move.move) : null;
    const waits = settings.values.cfour && move && thinker.kind === 'values' && thinker.isThinking;
    head.className = `value ${value?.best ? 'best' : ''} ${value ? value.good : ''} ${thinker.hint && thinker.hint === move?.move ? 'hinted' : ''}`;
    const sign = value ? { good: '▲', even: '●', bad: '▼' }[value.good] : '';
    put(head, h('span', { 'aria-hidden': 'true' }, sign), value ? value.text.replace('−', '-') : waits ? '…' : '·');
    head.setAttribute('title', value ? value.words : t('column', { n: column + 1 }));
  }

  /** A key that the board itself understands. @param {string} key */
  key(key) {
    if (!/^[1-9]$/.test(key)) return false;
    this.drop(Number(key) - 1);
    return true;
  }
}
