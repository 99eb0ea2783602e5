// Four in a row. The value of each column is shown above it, also while playing.

import { h, isStill, put, redraw, s, symbol, v } from '../dom.js';
import { Grid } from '../parts/grid.js';
import { look } from '../aside.js';
import { ofFirst, pawns } from '../values.js';
import { t } from '../words.js';
import { editorPress, isEditing } from '../parts/setup.js';
import { canPremove, premove } from '../steps.js';
import { Board } from './board.js';
import { late } from '../proof.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'game.cfour': 'Four in a row', 'cfour.first': 'Red', 'cfour.second': 'Yellow', 'code.four': 'four in a row', 'code.full': 'the board is full',
    'code.board-full': 'the board is full', dropped: 'column {column}', 'board.cfour': 'Four in a row board', columnRow: 'column {column}, row {row}', column: 'column {n}',
    winsIn: 'wins in {n}', losesIn: 'loses in {n}', draw: 'draw', 'cfour.example': '4', 'cfour.invite': 'Four in a row win. The engine knows every position.',

  },
  zh: {
    'game.cfour': '四子棋', 'cfour.first': '红方', 'cfour.second': '黄方', 'code.four': '四子连线', 'code.full': '棋盘已满', 'code.board-full': '棋盘已满', dropped: '第 {column} 列',
    'board.cfour': '四子棋棋盘', columnRow: '第 {column} 列第 {row} 行', column: '第 {n} 列', winsIn: '{n} 步胜', 'cfour.invite': '四子连线即胜。引擎知道每个局面的结果。', losesIn: '{n} 步负', draw: '和', 'cfour.example': '4',

  },
};

/** @typedef {import('../net.js').Info} Info */

const SIDE = 64;

/** The cell of a square: row from the top, column. @param {string} name @param {number} rows @returns {[number, number]} */
const cell = (name, rows) => [rows - Number(name.slice(1)), name.charCodeAt(0) - 97];

/** The column of a move, from 0. @param {string} move */
const columnOf = (move) => move.charCodeAt(2) - 97;

export class ConnectFour extends Board {
  name = 'cfour';
  words = WORDS;
  keys = ['1-9'];
  proofBounds = 'nodes 20000000';
  proof = late('cfour');
  provesBeside = true;

  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  open(app, host) {
    return new Columns(app, host);
  }

  /** @param {any} view */
  shape({ own }) {
    return `${own.columns}x${own.rows}`;
  }

  /** @param {any} _view @param {string} move */
  describe(_view, move) {
    return t('dropped', { column: columnOf(move) + 1 });
  }

  /** @param {string} move */
  short(move) {
    return String(columnOf(move) + 1);
  }

  /** @param {string} reason */
  refusal(reason) {
    return reason.replace(/column ([a-i])\b|\b([a-i]) 列/, (_, en, zh) => (en ? `column ${en.charCodeAt(0) - 96}` : `${zh.charCodeAt(0) - 96} 列`));
  }

  /** @param {any} view @param {string} text */
  premoved(view, text) {
    return view.moves.some((/** @type {any} */ one) => columnOf(one.move) === Number(text) - 1) ? text : '';
  }

  /** Digits are columns. @param {string} text */
  movesOf(text) {
    return /^[1-9]+$/.test(text) ? [...text] : null;
  }

  /** @param {Info} info @param {any} view @returns {ReturnType<Board['worth']>} */
  worth(info, view) {
    const exact = exactScore(info, view.own);
    const number = exact ?? super.worth(info, view).number;
    const bound = info.bound === 'lower' ? '≥' : info.bound === 'upper' ? '≤' : '';
    const text = exact === null ? '?' : `${bound}${signed(exact)}`;
    const words = info.mate !== undefined ? t(info.mate > 0 ? 'winsIn' : 'losesIn', { n: Math.abs(info.mate) }) : exact === 0 ? t('draw') : text;
    return { text, words, number, good: number > 0 ? 'good' : number < 0 ? 'bad' : 'even', proven: exact !== null && !info.bound };
  }

  /** @param {import('../values.js').MoveValue} value @param {number} most */
  isBest(value, most) {
    return value.proven && value.number === most;
  }

  /** @param {Info} info @param {any} view */
  score(info, view) {
    const exact = exactScore(info, view.own);
    return exact === null ? pawns(ofFirst(info, view.side)) : signed(exact);
  }

  /** @param {any} view @param {{played?: string, better?: string}} [moves] */
  picture({ own }, { played = '', better = '' } = {}) {
    const { rows, columns, board } = own;
    const cells = board.flatMap((/** @type {string} */ line, /** @type {number} */ row) => [...line].map((letter, column) => {
      const [x, y] = [column * SIDE, row * SIDE];
      return letter === '.' ? v('circle', { class: 'hole', cx: x + 32, cy: y + 32, r: 26 }) : symbol(`c-${letter}`, x, y, SIDE);
    }));
    const mark = (/** @type {string} */ move, /** @type {string} */ kind, /** @type {string} */ text) => {
      const [row, column] = cell(move.slice(2), rows);
      return v('g', { class: kind }, v('circle', { cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE, r: 24 }), v('text', { x: (column + 0.5) * SIDE, y: (row + 0.5) * SIDE + 12, 'text-anchor': 'middle' }, text));
    };
    return s('svg', { viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, class: 'picture', 'aria-hidden': 'true' }, v('rect', { class: 'body', width: columns * SIDE, height: rows * SIDE, rx: 14 }), cells,
      better && better !== played && mark(better, 'better', '!'), played && mark(played, 'played', '?'));
  }

  /** Drops a stone into the column. @param {import('./board.js').Edit} edit @param {string} at */
  async place({ view }, at) {
    const column = Number(at.split(',')[1]);
    const move = view.moves.find((/** @type {any} */ mv) => columnOf(mv.move) === column);
    return move ? (await look(this.name, `fen ${view.fen}`, [move.move]))?.fen ?? null : null;
  }
}

/** The exact score as in Pons' solver: 0 for a draw, else the moves left before the board is full; null if nothing is proven. @param {Info} info @param {any} own */
function exactScore(info, own) {
  if (info.mate === undefined) return info.cp === 0 ? 0 : null;
  const stones = own.board.join('').replaceAll('.', '').length;
  const cells = own.columns * own.rows;
  const plies = info.mate > 0 ? 2 * info.mate - 1 : -2 * info.mate;
  const score = Math.floor((cells - stones - plies) / 2) + 1;
  return info.mate > 0 ? score : -score;
}

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0');

class Columns {
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
      for (let column = 0; column < columns; column++) holes.push(v('circle', { class: 'hole', cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE, r: 26 }));
    }
    const picture = s('svg', { viewBox: `0 0 ${columns * SIDE} ${rows * SIDE}`, class: 'picture', 'aria-hidden': 'true' },
      s('rect', { class: 'body', width: columns * SIDE, height: rows * SIDE, rx: 14 }), holes, this.stones, this.over);
    // The column headers are the first row of the grid.
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
    const text = String(column + 1);
    if (canPremove(app) && column < this.columns) premove(app, app.premove === text ? '' : text);
    else if (!app.isEnginesTurn && !app.view.verdict.over && column < this.columns) void app.play(text);
  }

  /** Shows where a stone would land. @param {number} column */
  shadow(column) {
    const { own, moves, side } = this.app.view || {};
    const move = own && moves.find((/** @type {any} */ mv) => columnOf(mv.move) === column);
    if (!move || this.app.isEnginesTurn) return put(this.over);
    const [row] = cell(move.move.slice(2), this.rows);
    put(this.over, v('circle', { class: `shadow ${side}`, cx: (column + 0.5) * SIDE, cy: (row + 0.5) * SIDE, r: 24 }));
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
    /** The stone that is animated. @type {any} */
    let fall = null;
    own.board.forEach((/** @type {string} */ line, /** @type {number} */ row) => [...line].forEach((letter, column) => {
      const name = String.fromCharCode(97 + column) + (rows - row);
      const [x, y] = [(column + 0.5) * SIDE, (row + 0.5) * SIDE];
      if (letter !== '.') {
        const stone = symbol(`c-${letter}`, x - 32, y - 32, 64);
        if (last && last[0] === row && last[1] === column) {
          if (this.last && this.last !== view.key && !isStill()) fall = { at: shapes.length, from: -y - 32 };
          shapes.push(stone, v('circle', { class: 'lastStone', cx: x, cy: y, r: 28 }));
        } else shapes.push(stone);
        if (four.has(name)) shapes.push(v('circle', { class: 'four', cx: x, cy: y, r: 27 }));
      } else if (app.showsValues || app.tree.mode === 'analyse') {
        own.threats.forEach((/** @type {string[]} */ squares, /** @type {number} */ player) => {
          if (squares.includes(name)) shapes.push(v('circle', { class: `threat p${player}`, cx: x + (player ? 9 : -9), cy: y, r: 6 }));
        });
      }
    }));
    this.last = view.key;
    const stands = redraw(this.stones, shapes);
    // It falls, and bounces once.
    if (fall) {
      const at = (/** @type {number} */ y, /** @type {number} */ offset, /** @type {string} */ easing) => ({ transform: `translate(0, ${y}px)`, offset, easing });
      stands[fall.at].animate([at(fall.from, 0, 'ease-in'), at(0, 0.7, 'ease-out'), at(-14, 0.85, 'ease-in'), at(0, 1, 'linear')], { duration: 250 });
    }
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
    const { thinker, showsValues } = this.app;
    const move = view.moves.find((/** @type {any} */ mv) => columnOf(mv.move) === column);
    const value = showsValues && move && !this.app.preview ? thinker.values.get(move.move) : null;
    const waits = showsValues && move && thinker.kind === 'values' && thinker.isThinking;
    const isNext = this.app.premove === String(column + 1);
    head.className = `value ${isNext ? 'premove' : ''} ${value?.best ? 'best' : ''} ${value ? value.good : 'none'} ${thinker.hint && thinker.hint === move?.move ? 'hinted' : ''}`;
    const sign = value ? { good: '▲', even: '●', bad: '▼' }[value.good] : '';
    put(head, h('span', { 'aria-hidden': 'true' }, sign), isNext ? '↓' : value ? value.text.replace('−', '-') : waits ? '…' : '▾');
    const words = [t('column', { n: column + 1 }), value?.words].filter(Boolean).join(', ');
    head.setAttribute('title', words);
    head.setAttribute('aria-label', words);
  }

  /** Handles a key of the board. @param {string} key */
  key(key) {
    if (!/^[1-9]$/.test(key)) return false;
    this.drop(Number(key) - 1);
    return true;
  }
}
