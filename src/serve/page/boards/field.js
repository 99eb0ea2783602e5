// The board of a game of one's own: squares or hexagons, pieces in hand, and what a move needs beyond its squares.
//
// A move is a list of steps: the piece in hand or the square that it begins with, each square that it goes to, and the
// square of a wall. People press one step after the other; what cannot be told apart by steps is asked for at the end.

import { arrow, room } from '../parts/arrows.js';
import { h, isStill, mark, oneStop, put, redraw, s, scatter, v } from '../dom.js';
import { Grid } from '../parts/grid.js';
import { t } from '../words.js';
import { drawAnswers } from './answers.js';
import { drawHands } from './hands.js';
import { ROW, SIDE, goalsOf, placeOf } from './small.js';
import { isWhite, pieceAt } from './symbols.js';
import { nameOf, stepsOf } from './steps.js';

/** Width of the edge with the coordinates. */
const EDGE = 16;
/** How long a piece slides, ms. */
const SLIDE = 150;

/** @param {number} file @param {number} rank from 0 */
const squareOf = (file, rank) => String.fromCharCode(97 + file) + (rank + 1);

export class Field {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    /** The steps that are pressed already. @type {string[]} */
    this.taken = [];
    /** Moves that differ in what is asked for at the end. @type {string[]} */
    this.asked = [];
    this.last = '';
    const { own } = app.preview || app.view;
    Object.assign(this, { files: own.files, ranks: own.ranks, isHex: own.shape === 'hexagons' });
    this.width = 2 * EDGE + SIDE * (own.files + (this.isHex ? (own.ranks - 1) / 2 : 0));
    this.height = 2 * EDGE + SIDE * (this.isHex ? (own.ranks - 1) * ROW + 1.16 : own.ranks);
    this.grid = new Grid({
      rows: own.ranks, columns: own.files, label: t('board.own'),
      press: (row, column) => this.press(this.at(row, column)),
      drag: (row, column) => !this.taken.length && this.options([this.at(row, column)]).length > 0,
    });
    this.grid.home(own.ranks - 1, 0);
    this.grid.lift = (row, column) => this.take([this.at(row, column)]);
    this.grid.carry = (dx, dy) => {
      const piece = this.men.querySelector(`[data-at="${this.taken[0]}"]`);
      const scale = this.width / this.picture.getBoundingClientRect().width;
      const [x, y] = this.middle(this.taken[0] || 'a1');
      piece?.setAttribute('transform', `translate(${x + dx * scale} ${y + dy * scale})`);
    };
    this.grid.drop = (row, column) => {
      const [from = ''] = this.taken;
      const [x, y] = this.middle(from || 'a1');
      this.men.querySelector(`[data-at="${from}"]`)?.setAttribute('transform', `translate(${x} ${y})`);
      if (row < 0) this.take([]);
      else if (this.at(row, column) !== from) this.press(this.at(row, column));
    };
    this.ground = s('g', { class: 'plane' });
    this.marks = s('g', { class: 'marks' });
    this.men = s('g', { class: 'men' });
    this.over = s('g', { class: 'arrows' });
    this.picture = s('svg', { viewBox: `0 0 ${this.width} ${this.height}`, class: 'picture', 'aria-hidden': 'true' }, this.ground, this.marks, this.men, this.over);
    this.hands = [0, 1].map(() => h('div', { class: 'hand', role: 'toolbar' }));
    this.hands.forEach(oneStop);
    this.choices = h('div', { class: 'choices switches', role: 'group' });
    // Over the board, so that it is in sight however high the window is; a press beside the answers takes the move back.
    this.asks = h('div', { class: 'asks', role: 'group', onclick: (/** @type {any} */ event) => event.target === this.asks && this.leave() });
    const square = h('div', { class: 'square' }, this.picture, this.grid.element, this.asks);
    this.frame = h('div', { class: `frame made ${own.art}` }, this.hands[1], square, this.hands[0], this.choices);
    this.frame.style.setProperty('--ratio', String(this.width / this.height));
    put(host, this.frame);
    this.flipped = null;
  }

  /** @type {boolean|null} */
  flipped;
  files = 8;
  ranks = 8;
  isHex = false;
  /** Whether pieces are or were in hand. */
  hasHands = false;

  /** The square of a cell of the grid. @param {number} row @param {number} column */
  at(row, column) {
    const flipped = this.app.tree.flipped;
    return squareOf(flipped ? this.files - 1 - column : column, flipped ? row : this.ranks - 1 - row);
  }

  /** The middle of a square. @param {string} name @returns {[number, number]} */
  middle(name) {
    const { files, ranks, isHex, app: { tree: { flipped } } } = this;
    const [file, rank] = placeOf(name);
    const [column, row] = flipped ? [files - 1 - file, rank] : [file, ranks - 1 - rank];
    if (!isHex) return [EDGE + (column + 0.5) * SIDE, EDGE + (row + 0.5) * SIDE];
    return [EDGE + SIDE * (column + 0.5 + (ranks - 1 - row) / 2), EDGE + SIDE * (row * ROW + 0.58)];
  }

  /** The legal moves, unless it is not a person's turn. @returns {string[]} */
  moves() {
    const { app } = this;
    return !app.view || app.isEnginesTurn || app.verdict.over || app.preview ? [] : app.view.moves.map((/** @type {any} */ one) => one.move);
  }

  /** The moves that begin with some steps. @param {string[]} steps */
  options(steps) {
    return this.moves().filter((move) => {
      const all = stepsOf(move);
      return steps.every((step, index) => all[index] === step);
    });
  }

  /** @param {string[]} steps @param {string[]} [asked] */
  take(steps, asked = []) {
    this.taken = steps;
    this.asked = asked;
    this.app.render();
  }

  /** Adds a step: a square, or a piece in hand as `P@`. @param {string} step */
  press(step) {
    const { app, taken } = this;
    app.alert = '';
    if (taken.length === 1 && taken[0] === step) return this.take([]);
    let steps = [...taken, step];
    let found = this.options(steps);
    if (!found.length) {
      steps = [step];
      found = this.options(steps);
    }
    if (!found.length && !this.hasHands) {
      // Where pieces come from outside and are of one kind, a square says all.
      const [drop = '', ...others] = new Set(this.moves().map((move) => stepsOf(move)[0] || '').filter((first) => first.endsWith('@')));
      steps = drop && !others.length ? [drop, step] : [step];
      found = this.options(steps);
    }
    const done = found.filter((move) => stepsOf(move).length === steps.length);
    if (found.length === 1 && done.length === 1) {
      this.taken = [];
      this.asked = [];
      return void app.play(done[0] || '');
    }
    if (!found.length) {
      if (app.view && !app.isEnginesTurn && !app.verdict.over && taken.length) app.alert = t('own.noMove', { at: step });
      return this.take([]);
    }
    // The engine names the queen last.
    this.take(steps, done.reverse());
  }

  /** Leaves a move that is begun; the keys stay on the board. */
  leave() {
    this.take([]);
    this.grid.focus(this.grid.row, this.grid.column);
  }

  /** @param {string} key */
  key(key) {
    if (key !== 'Escape' || !this.taken.length) return false;
    this.leave();
    return true;
  }

  /** @param {any} view */
  draw(view) {
    const { app } = this;
    const { own } = view;
    if (!this.options(this.taken).length) [this.taken, this.asked] = [[], []];
    if (app.tree.flipped !== this.flipped) this.lay(own);
    const targets = app.preview || !this.taken.length ? [] : [...new Set(this.options(this.taken).map((move) => stepsOf(move)[this.taken.length] || ''))].filter(Boolean);
    const cellAt = (/** @type {string} */ name) => {
      const [file, rank] = placeOf(name);
      return own.board[own.ranks - 1 - rank]?.[file] || '';
    };
    const around = (/** @type {string} */ name, /** @type {string} */ kind) => {
      const [x, y] = this.middle(name);
      if (kind === 'dot') return v('circle', { class: kind, cx: x, cy: y, r: 7 });
      if (kind === 'ring' || this.isHex) return v('circle', { class: kind, cx: x, cy: y, r: 20 });
      return v('rect', { class: kind, x: x - 21, y: y - 21, width: 42, height: 42, rx: 4 });
    };
    const picked = this.taken.filter((step) => !step.endsWith('@'));
    redraw(this.marks, own.last.map((/** @type {string} */ name) => around(name, 'last')), own.checkers.length ? own.checkers.map((/** @type {string} */ name) => around(name, 'check')) : null, picked.map((name) => around(name, 'picked')));
    /** @type {any[]} */
    const men = [];
    own.board.forEach((/** @type {string[]} */ line, /** @type {number} */ row) => line.forEach((cell, file) => {
      if (!cell) return;
      const name = squareOf(file, own.ranks - 1 - row);
      const [x, y] = this.middle(name);
      men.push(cell === '*' ? v('rect', { class: 'block', x: x - 19, y: y - 19, width: 38, height: 38, rx: 5 }) : pieceAt(own, cell, x, y, app.tree.flipped, { 'data-at': name }));
    }));
    scatter(this.men, men);
    redraw(this.over, targets.map((name) => around(name, cellAt(name) ? 'ring' : 'dot')), app.preview ? null : this.arrows());
    this.slide(view);
    drawHands(this, view);
    drawAnswers(this);
    this.name(view, targets, cellAt);
  }

  /** Draws the squares and places the cells; both depend on which way round the board is. @param {any} own */
  lay(own) {
    const { files, ranks, isHex } = this;
    this.flipped = this.app.tree.flipped;
    this.grid.lay((row, column) => {
      const [x, y] = this.middle(this.at(row, column));
      return [x / this.width, y / this.height];
    }, SIDE / this.width, (SIDE * (isHex ? ROW : 1)) / this.height);
    const hexagon = [30, 90, 150, 210, 270, 330].map((angle) => [Math.cos((angle * Math.PI) / 180) * 25.4, Math.sin((angle * Math.PI) / 180) * 25.4]);
    const squares = [];
    for (let rank = 0; rank < ranks; rank++) {
      for (let file = 0; file < files; file++) {
        const name = squareOf(file, rank);
        const [x, y] = this.middle(name);
        const look = `sq ${!own.chequered ? 'even' : (file + rank) % 2 ? 'light' : 'dark'}`;
        squares.push(isHex ? v('polygon', { class: look, points: hexagon.map(([dx = 0, dy = 0]) => `${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`).join(' ') })
          : v('rect', { class: look, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
      }
    }
    const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => v('text', { class: 'rim', x, y, 'text-anchor': 'middle' }, text);
    const isTurned = !!this.flipped;
    const bottom = Array.from({ length: files }, (_, file) => {
      const [x, y] = this.middle(squareOf(file, isTurned ? ranks - 1 : 0));
      return write(String.fromCharCode(97 + file), x, isHex ? Math.min(y + 36, this.height - 2) : this.height - 3);
    });
    const left = Array.from({ length: ranks }, (_, rank) => {
      const [x, y] = this.middle(squareOf(isTurned ? files - 1 : 0, rank));
      return write(String(rank + 1), x - (isHex ? 32 : 30), y + 4);
    });
    const across = own.diagonals.map((/** @type {string[]} */ ends) => v('polyline', { class: 'across', points: ends.map((name) => this.middle(name).join()).join(' ') }));
    redraw(this.ground, squares, across, goalsOf(own, (name) => this.middle(name), !!this.flipped), bottom, left);
  }

  /** The best lines, a hint and a threat as arrows. */
  arrows() {
    const { app } = this;
    const { thinker, settings } = app;
    const { own } = app.view;
    const pieces = own.board.flatMap((/** @type {string[]} */ line, /** @type {number} */ row) => line.flatMap((cell, file) => (cell ? [this.middle(squareOf(file, own.ranks - 1 - row))] : [])));
    const isFree = room(pieces, this.width, this.height, 19);
    const draw = (/** @type {string} */ move, /** @type {any} */ look) => {
      const squares = stepsOf(move).filter((step) => !step.endsWith('@')).map((step) => this.middle(step));
      const [one] = squares;
      if (!one) return null;
      if (squares.length > 1 && squares[1]?.join() !== one.join()) return arrow(squares, { ...look, isFree });
      return v('g', { class: `arrow ${look.kind}`, 'data-rank': look.rank }, v('circle', { class: 'spot', cx: one[0], cy: one[1], r: 19 }),
        look.chip ? v('g', { class: 'chip', transform: `translate(${one[0]} ${one[1]})` }, v('rect', { x: -20, y: -11, width: 40, height: 22, rx: 11 }), v('text', { 'text-anchor': 'middle', y: 5 }, look.chip)) : null);
    };
    const shown = (app.tree.mode === 'analyse' || app.showsValues) && thinker.kind !== 'reply' && settings.arrows
      ? [...thinker.values.values()].filter((value) => value.rank < settings.lines).sort((a, b) => b.rank - a.rank) : [];
    return [...shown.map((value) => draw(value.move, { width: 7 - Math.min(value.rank, 3), chip: value.text, rank: value.rank, kind: 'line' })),
      thinker.threat ? draw(thinker.threat, { width: 6, kind: 'threat' }) : null, thinker.hint ? draw(thinker.hint, { width: 7, kind: 'hint' }) : null];
  }

  /** Animates the last move. @param {any} view */
  slide(view) {
    if (this.last === view.key) return;
    const isNext = !!this.last;
    this.last = view.key;
    const steps = stepsOf(view.history.at(-1) || '').filter((step) => !step.endsWith('@'));
    const [from, to] = steps;
    if (!isNext || !from || !to || isStill()) return;
    const [a, b] = [this.middle(from), this.middle(to)];
    this.men.querySelector(`[data-at="${to}"]`)?.animate([{ transform: `translate(${a[0]}px, ${a[1]}px)` }, { transform: `translate(${b[0]}px, ${b[1]}px)` }], { duration: SLIDE, easing: 'ease-out' });
  }

  /** Names the cells. @param {any} view @param {string[]} targets @param {(name: string) => string} cellAt */
  name({ own }, targets, cellAt) {
    const starts = new Set(this.moves().map((move) => stepsOf(move)[0]));
    for (let row = 0; row < this.ranks; row++) {
      for (let column = 0; column < this.files; column++) {
        const name = this.at(row, column);
        const cell = cellAt(name);
        const what = cell === '*' ? t('own.wall') : cell ? t('own.piece', { who: t(`own.${isWhite(cell) ? 'first' : 'second'}`), piece: nameOf(own, cell) }) : t('empty');
        this.grid.name(row, column, [name, what, targets.includes(name) && t('target')].filter(Boolean).join(t('comma')), { 'aria-selected': this.taken.includes(name) ? 'true' : null, 'data-pick': starts.has(name) ? '' : null });
      }
    }
  }
}
