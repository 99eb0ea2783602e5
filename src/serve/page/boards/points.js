// The xiangqi board, drawn.

import { h, isStill, put, redraw, s, scatter, symbol, v } from '../dom.js';
import { Grid } from '../parts/grid.js';
import { arrow, room } from '../parts/arrows.js';
import { art, letterAt, pieceName, point, withRanks } from './pieces.js';
import { comment, shapes, toggled, words } from '../shapes.js';
import { t } from '../words.js';
import { canPremove, premove } from '../steps.js';
import { change, editorPress, isEditing, textOf } from '../parts/setup.js';

const [WIDTH, HEIGHT, MARGIN, STEP] = [596, 656, 58, 60];
/** How long a piece slides, ms. */
const SLIDE = 150;
const LETTERS = 'abcdefghi';
const DIGITS = '123456789';
const CHINESE = '九八七六五四三二一';

/** @param {number} column @param {number} row from the top @returns {string} */
const square = (column, row) => LETTERS[column] + (9 - row);

export class Points {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.picked = '';
    this.last = '';
    /** The state that each cell's name was made from. @type {string[]} */
    this.known = [];
    this.grid = new Grid({
      rows: 10, columns: 9, label: t('board.xiangqi'),
      press: (row, column) => this.press(this.at(row, column)),
      drag: (row, column) => this.canPick(this.at(row, column)),
      mark: (from, to, colour) => this.mark(this.at(...from), this.at(...to), colour),
    });
    this.grid.home(9, 4);
    this.grid.lay((row, column) => [(MARGIN + column * STEP) / WIDTH, (MARGIN + row * STEP) / HEIGHT], STEP / WIDTH, STEP / HEIGHT);
    this.grid.lift = (row, column) => {
      this.pick(this.at(row, column));
      this.app.render();
    };
    this.grid.carry = (dx, dy) => {
      const piece = this.pieces.querySelector(`[data-at="${this.picked}"]`);
      const scale = WIDTH / this.picture.getBoundingClientRect().width;
      piece?.setAttribute('transform', `translate(${dx * scale} ${dy * scale})`);
    };
    this.grid.drop = (row, column) => this.drop(row < 0 ? '' : this.at(row, column));
    this.marks = s('g', { class: 'marks' });
    this.pieces = s('g', { class: 'pieces' });
    this.targeted = s('g');
    this.arrows = s('g', { class: 'arrows' });
    this.names = s('g', { class: 'coordinates' });
    const box = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' };
    // The static part is a picture of its own, so that it is not repainted with what moves.
    const ground = s('svg', { ...box, class: 'picture' }, s('rect', { width: WIDTH, height: HEIGHT, rx: 10, class: 'paper' }), symbol('x-board', 0, 0, WIDTH, HEIGHT), this.names);
    this.picture = s('svg', { ...box, class: 'picture above' }, this.marks, this.pieces, this.targeted, this.arrows);
    put(host, h('div', { class: 'frame xiangqi' }, ground, this.picture, this.grid.element));
  }

  /** @param {number} row @param {number} column */
  at(row, column) {
    return this.app.tree.flipped ? square(8 - column, 9 - row) : square(column, row);
  }

  /** @param {string} name @returns {[number, number]} */
  middle(name) {
    let [column, row] = point(name);
    if (this.app.tree.flipped) [column, row] = [8 - column, 9 - row];
    return [MARGIN + column * STEP, MARGIN + row * STEP];
  }

  /** @param {string} from */
  targets(from) {
    return from && this.app.view && !isEditing(this.app) ? this.app.view.moves.filter((/** @type {any} */ mv) => mv.move.startsWith(from)) : [];
  }

  /** Adds or removes an arrow or a circle of the person's own. @param {string} from @param {string} to @param {string} colour */
  mark(from, to, colour) {
    const { app } = this;
    const { at } = app.tree;
    at.comment = comment(words(at.comment), toggled(shapes(at.comment), { colour, from, to }));
    app.keep();
    app.render();
  }

  /** @param {string} name */
  canPick(name) {
    if (isEditing(this.app)) return letterAt((this.app.preview || this.app.view).own, name) !== '.';
    return canPremove(this.app) ? this.isTheirs(name, this.app.view.side === 'first' ? 'second' : 'first') : !this.app.isEnginesTurn && this.targets(name).length > 0;
  }

  /** Whether a point holds a piece of a side. @param {string} name @param {string} side */
  isTheirs(name, side) {
    const letter = letterAt(this.app.view.own, name);
    return letter !== '.' && (letter === letter.toUpperCase()) === (side === 'first');
  }

  /** @param {string} name */
  pick(name) {
    this.picked = name;
  }

  /** @param {string} name */
  press(name) {
    if (isEditing(this.app)) return editorPress(this.app, name);
    const { app } = this;
    if (canPremove(app)) {
      const from = this.picked;
      this.picked = this.canPick(name) && name !== from ? name : '';
      return premove(app, from && !this.picked && name !== from ? from + name : '');
    }
    if (this.picked && this.targets(this.picked).some((/** @type {any} */ mv) => mv.move === this.picked + name)) {
      const move = this.picked + name;
      this.picked = '';
      void app.play(move);
      return;
    }
    const isOwn = this.isTheirs(name, app.view.side);
    if (this.picked && !isOwn) {
      // Illegal: the engine gives the reason.
      const move = this.picked + name;
      this.picked = '';
      void app.play(move);
      return;
    }
    this.picked = this.picked === name || !this.canPick(name) ? '' : name;
    app.alert = isOwn && !this.canPick(name) && !app.isEnginesTurn && !app.view.verdict.over ? t('noMove', { at: name }) : '';
    app.render();
  }

  /** @param {string} name */
  drop(name) {
    const from = this.picked;
    this.picked = '';
    // A piece that was not moved returns to its point.
    this.pieces.querySelector(`[data-at="${from}"]`)?.removeAttribute('transform');
    if (isEditing(this.app)) this.carry(from, name);
    else if (name && name !== from && canPremove(this.app)) premove(this.app, from + name);
    else if (name && name !== from) void this.app.play(from + name);
    this.app.render();
  }

  /** Moves a piece while a position is set up; off the board removes it. @param {string} from @param {string} to */
  carry(from, to) {
    const { app } = this;
    const [[c, r], end] = [point(from), to ? point(to) : null];
    void change(app, withRanks(app.preview || app.view, textOf(app), (ranks) => {
      const piece = ranks[r][c];
      ranks[r][c] = '.';
      if (end) ranks[end[1]][end[0]] = piece;
    }));
  }

  /** @param {any} view */
  draw(view) {
    const { app } = this;
    const { own } = view;
    const move = app.preview ? view.history.at(-1) : app.tree.at.names?.move || '';
    this.coordinates();
    const mark = (/** @type {string} */ name, /** @type {string} */ kind) => {
      const [x, y] = this.middle(name);
      return kind === 'last' ? v('rect', { class: kind, x: x - 29, y: y - 29, width: 58, height: 58, rx: 8 })
        : v('circle', { class: kind, cx: x, cy: y, r: kind === 'dot' ? 8 : 29 });
    };
    const targets = app.preview ? [] : this.targets(this.picked);
    const check = own.check ? own.generals[view.side === 'first' ? 0 : 1] : '';
    redraw(this.marks, move ? [mark(move.slice(0, 2), 'last'), mark(move.slice(2, 4), 'last')] : null,
      check ? mark(check, 'check') : null, this.picked ? mark(this.picked, 'picked') : null,
      app.preview || !app.premove ? null : [app.premove.slice(0, 2), app.premove.slice(2, 4)].map((name) => mark(name, 'premove')),
      app.preview ? null : this.legs(own).map((name) => this.cross(name)));
    const uses = own.ranks.flatMap((/** @type {string} */ rank, /** @type {number} */ row) => [...rank].map((letter, column) => {
      if (letter === '.') return null;
      const name = square(column, row);
      const [x, y] = this.middle(name);
      return symbol(art(letter, app), x - 30, y - 30, 60, 60, { 'data-at': name });
    }));
    scatter(this.pieces, uses);
    redraw(this.targeted, targets.map((/** @type {any} */ mv) => mark(mv.move.slice(2), letterAt(own, mv.move.slice(2)) === '.' ? 'dot' : 'ring')));
    this.slide(view, move);
    redraw(this.arrows, app.preview ? null : [...this.lines(), ...this.own()]);
    this.name(view, targets);
  }

  /** Time of the last move, ms. */
  moved = 0;

  /** Animates the last move. @param {any} view @param {string} move */
  slide(view, move) {
    if (this.last === view.key) return;
    const is = this.last && move && view.history.at(-1) === move;
    this.last = view.key;
    if (!is || isStill()) return;
    const use = this.pieces.querySelector(`[data-at="${move.slice(2, 4)}"]`);
    const [from, to] = [this.middle(move.slice(0, 2)), this.middle(move.slice(2, 4))];
    // No animation while the person steps faster than pieces slide.
    const before = this.moved;
    this.moved = performance.now();
    if (this.moved - before < SLIDE) return;
    use?.animate([{ transform: `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)` }, { transform: 'none' }], { duration: SLIDE, easing: 'ease-out' });
  }

  /** The points where pieces block a picked horse or elephant. @param {any} own @returns {string[]} */
  legs(own) {
    if (!this.picked) return [];
    const letter = letterAt(own, this.picked).toLowerCase();
    const [column, row] = point(this.picked);
    const steps = letter === 'n' ? [[0, 1], [0, -1], [1, 0], [-1, 0]] : letter === 'b' ? [[1, 1], [1, -1], [-1, 1], [-1, -1]] : [];
    return steps.map(([dx, dy]) => [column + dx, row + dy]).filter(([x, y]) => own.ranks[y]?.[x] && own.ranks[y][x] !== '.').map(([x, y]) => square(x, y));
  }

  /** @param {string} name */
  cross(name) {
    const [x, y] = this.middle(name);
    return v('path', { class: 'leg', d: `M${x + 14} ${y - 30}l12 12m0 -12l-12 12` });
  }

  /** Lines of the search, a hint, a threat, as arrows. */
  lines() {
    const { app } = this;
    const { thinker, settings } = app;
    const way = (/** @type {string} */ move) => {
      const [from, to] = [this.middle(move.slice(0, 2)), this.middle(move.slice(2, 4))];
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const isHorse = letterAt(app.view.own, move.slice(0, 2)).toLowerCase() === 'n' && dx && dy;
      const leg = /** @type {[number, number]} */ ([from[0] + (Math.abs(dx) > Math.abs(dy) ? dx / 2 : 0), from[1] + (Math.abs(dy) > Math.abs(dx) ? dy / 2 : 0)]);
      return isHorse ? [from, leg, to] : [from, to];
    };
    const arrows = [];
    const shown = [...thinker.values.values()].sort((a, b) => b.rank - a.rank);
    const wanted = this.picked && app.showsValues ? shown.filter((value) => value.move.startsWith(this.picked)) : shown.filter((value) => value.rank < settings.lines);
    if (settings.arrows && (app.tree.mode === 'analyse' || app.showsValues) && thinker.kind !== 'reply') {
      const pieces = app.view.own.ranks.flatMap((/** @type {string} */ rank, /** @type {number} */ row) => [...rank].flatMap((letter, column) => (letter === '.' ? [] : [this.middle(square(column, row))])));
      const isFree = room(pieces, WIDTH, HEIGHT, 25);
      for (const value of wanted) arrows.push(arrow(way(value.move), { isFree, width: 10 - 2 * Math.min(value.rank, 3), chip: value.text, rank: value.rank, kind: 'line' }));
    }
    if (thinker.threat) arrows.push(arrow(way(thinker.threat), { width: 8, kind: 'threat' }));
    if (thinker.hint) arrows.push(arrow(way(thinker.hint), { width: 10, kind: 'hint' }));
    return arrows;
  }

  /** The arrows and circles of the comment. */
  own() {
    return shapes(this.app.tree.at.comment).map(({ colour, from, to }) => {
      const [x, y] = this.middle(from);
      return from === to ? v('circle', { class: `own ${colour}`, cx: x, cy: y, r: 28 }) : arrow([[x, y], this.middle(to)], { width: 9, kind: `own ${colour}` });
    });
  }

  coordinated = '';

  coordinates() {
    const { settings } = this.app;
    const { flipped } = this.app.tree;
    const { notation } = settings;
    const key = `${settings.coordinates} ${notation} ${flipped}`;
    if (key === this.coordinated) return;
    this.coordinated = key;
    /** @type {any[]} */
    const texts = [];
    const write = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => texts.push(v('text', { x, y, 'text-anchor': 'middle' }, text));
    const isShown = settings.coordinates !== 'none';
    // The labels match the notation: letters and ranks from Red's left, file numbers from each player's right.
    for (let column = 0; column < 9 && isShown; column++) {
      const x = MARGIN + (flipped ? 8 - column : column) * STEP;
      if (notation === 'iccs') {
        write(LETTERS[column], x, HEIGHT - 8);
        continue;
      }
      const [own, other] = [(notation === 'chinese' ? CHINESE : [...DIGITS].reverse())[column], DIGITS[column]];
      write(flipped ? other : own, x, HEIGHT - 8);
      write(flipped ? own : other, x, 20);
    }
    for (let row = 0; row < 10 && isShown && notation === 'iccs'; row++) write(String(flipped ? row : 9 - row), 14, MARGIN + row * STEP + 6);
    redraw(this.names, texts);
  }

  /** @param {any} view @param {any[]} targets */
  name(view, targets) {
    const { app } = this;
    const movers = new Set(app.view.moves.map((/** @type {any} */ one) => one.move.slice(0, 2)));
    const isAsked = isEditing(app) || canPremove(app);
    for (let row = 0; row < 10; row++) {
      for (let column = 0; column < 9; column++) {
        const name = this.at(row, column);
        const letter = letterAt(view.own, name);
        const isTarget = targets.some((mv) => mv.move.slice(2) === name);
        const value = this.picked ? app.thinker.values.get(this.picked + name) : null;
        const canPick = isAsked ? this.canPick(name) : !app.isEnginesTurn && movers.has(name);
        const known = `${name} ${letter} ${isTarget} ${canPick} ${this.picked} ${value?.words}`;
        const cell = row * 9 + column;
        if (known === this.known[cell]) continue;
        this.known[cell] = known;
        const text = `${name}, ${letter === '.' ? t('empty') : pieceName(letter)}${isTarget ? `, ${t('target')}` : ''}${value ? `, ${value.words}` : ''}`;
        this.grid.name(row, column, text, { 'aria-selected': this.picked === name ? 'true' : null, 'data-pick': canPick ? '' : null });
      }
    }
  }
}
