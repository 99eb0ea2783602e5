// The state of the page and what changes it. The engine decides what is legal; here moves are only sent and remembered.

import { BOARDS, boardOf } from './boards/index.js';
import { Engine } from './net.js';
import { Tree } from './tree.js';
import * as address from './address.js';
import * as store from './store.js';
import { Keeper } from './keeper.js';
import { Thinker } from './thinker.js';
import { nameMoves } from './aside.js';
import { hear } from './connection.js';
import { agreedEnd, comeBack, leaveClock, newMatch, resume } from './match.js';
import { leaveDraft, showDraft } from './parts/setup.js';
import { playNow, redo, respell, undo } from './steps.js';
import { both, faultText } from './words.js';

export class App {
  constructor() {
    this.settings = store.settings();
    this.game = BOARDS[0].name;
    /** Whether the home page is shown instead of a game. */
    this.isHome = false;
    this.keeper = new Keeper();
    this.tree = new Tree();
    /** For each game, the trees that New and Load replaced, so that Undo can bring them back. @type {Record<string, Tree[]>} */
    this.pasts = {};
    /** @type {any} */
    this.view = null;
    /** A view shown instead of the current one while the pointer is on a line, and the moves that lead to it, in words. @type {any} */
    this.preview = null;
    this.previewed = '';
    this.link = 'connecting';
    /** @type {import('./words.js').Text} */
    this.alert = '';
    /** How many moves were refused: each is told, if the words are the same, too. */
    this.refusals = 0;
    /** What an opened file or text turned out to be. @type {import('./words.js').Text} */
    this.found = '';
    /** A premove: played after the engine's move, if it is legal then. */
    this.premove = '';
    /** Progress of the analysis of the game; empty while none runs. */
    this.report = '';
    /** A person's move that was sent when the connection was lost. @type {{from: import('./tree.js').Place, text: string}|null} */
    this.lost = null;
    this.turn = 0;
    /** @type {(() => void)[]} */
    this.watchers = [];
    this.engine = new Engine((state) => this.linked(state));
    this.thinker = new Thinker(this);
    this.frame = 0;
  }

  /** Draws everything with the next animation frame. */
  render() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => this.draw());
  }

  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.watchers.forEach((watch) => watch());
  }

  /** @param {import('./net.js').State} state */
  linked(state) {
    hear(this, state);
  }

  get past() {
    return (this.pasts[this.game] ??= []);
  }

  /** The board of the current game. @returns {import('./boards/board.js').Board} */
  get board() {
    return boardOf(this.game) || BOARDS[0];
  }

  get isPuzzle() {
    return this.board.isPuzzle;
  }

  /** Whether the values of moves are shown. */
  get showsValues() {
    return !!this.settings.values[this.game];
  }

  /** Shows the values of moves, or hides them. @param {boolean} shows */
  showValues(shows) {
    this.set({ values: { ...this.settings.values, [this.game]: shows } });
    void this.sync();
  }

  /** Whether it is a multi-floor tower. */
  get isProject() {
    return !!this.view?.own.floor;
  }

  /** The outcome of the current position: by the rules, else by what the players agreed on. */
  get verdict() {
    const { verdict } = this.view;
    return verdict.over || this.isPuzzle ? verdict : agreedEnd(this.tree) || verdict;
  }

  /** Whether it is the engine's turn. */
  get isEnginesTurn() {
    if (!this.view || this.isPuzzle || this.verdict.over) return false;
    if (this.tree.mode === 'watch') return true;
    return this.tree.mode === 'play' && this.tree.seats[/** @type {'first'|'second'} */ (this.view.side)] === 'engine';
  }

  /** Asks for the view of the current position, then starts the search that the mode needs. */
  async sync() {
    const turn = ++this.turn;
    this.endPreview();
    this.premove = '';
    this.thinker.reset();
    if (this.isHome) return this.render();
    const path = this.tree.path();
    const { view, errors } = await this.engine.position(this.game, this.tree.base, path);
    if (turn !== this.turn || !view) return;
    if (errors.length) {
      // The engine refuses a move of a kept or linked game: the position before it is shown, and the game keeps all its moves.
      this.alert = faultText(errors[0]);
      // If the fault names no move, the base itself was refused.
      if (view.game !== this.game || errors[0].number === undefined) return this.adopt(this.keeper.drafted(this.tree, this.board.draftOf(this.tree.base)), this.alert);
      let place = this.tree.root;
      for (const move of view.history) place = this.tree.add(place, { move });
      this.tree.goTo(place);
      if (this.tree.linked && this.tree.origin === null) place.children = [];
    }
    respell(this.tree, view.history);
    this.view = view;
    this.tree.at.view = view;
    this.keep();
    this.draw();
    if (this.tree.mode === 'setup') return showDraft(this);
    this.thinker.begin(turn);
    void nameMoves(this);
  }

  /** Until the engine has read a link, the address stays as it is. */
  keep() {
    if (this.isHome) this.keeper.leave();
    else if (this.view || !this.tree.linked || this.tree.origin) this.keeper.keep(this.game, this.tree);
  }

  /** @param {string} game @param {Tree} [tree] */
  choose(game, tree = this.keeper.current(game)) {
    if (this.isHome) address.enter();
    this.isHome = false;
    this.game = game;
    this.adopt(tree);
  }

  /** Shows the home page. */
  goHome() {
    this.isHome = true;
    this.alert = '';
    this.keep();
    void this.sync();
  }

  /** Opens a game from a file. If the same game is kept already, that one is opened. @param {string} game @param {Tree} tree */
  open(game, tree) {
    const opened = (tree !== this.tree && tree.draft === null && this.keeper.same(game, tree)) || tree;
    opened.made = true;
    opened.mode = 'analyse';
    if (this.game === game && this.tree !== opened) this.past.push(this.tree);
    if (!this.isHome && this.tree !== opened) address.enter(true);
    this.choose(game, opened);
  }

  /** Opens the game of an address. It is not kept until a move is made. @param {NonNullable<ReturnType<typeof address.read>>} wanted */
  follow(wanted) {
    const tree = new Tree(wanted.base);
    tree.linked = true;
    tree.goTo(address.grow(tree, wanted.moves.reduce((place, move) => tree.add(place, { move }), tree.root), wanted.line));
    // The engine waits, because people look at a link first.
    tree.paused = true;
    this.choose(wanted.game, tree);
  }

  /** @param {string} mode */
  async setMode(mode) {
    if (this.tree.mode === 'setup' && mode !== 'setup' && !(await leaveDraft(this, mode))) return;
    leaveClock(this);
    this.tree.mode = mode;
    this.found = resume(this.tree, Date.now()) || this.found;
    this.tree.tab = mode === 'analyse' ? 'lines' : '';
    this.tree.paused = false;
    this.alert = '';
    this.keep();
    void this.sync();
  }

  /**
   * Plays a move that was typed or clicked. The engine decides whether it is legal.
   * @param {string} text @param {number} [turn] when it was thought of, by the engine @returns {Promise<boolean>}
   */
  play(text, turn) {
    // A second move may arrive before the engine has answered the first.
    const { tree } = this;
    return this.inTurn(() => {
      const isLate = tree !== this.tree || tree.mode === 'setup' || (turn !== undefined && turn !== this.turn);
      if (!isLate && tree.mode === 'play' && this.view && !this.isPuzzle && agreedEnd(tree)) {
        this.alert = both('hasEnded');
        this.render();
        return Promise.resolve(false);
      }
      return isLate ? Promise.resolve(false) : playNow(this, text, turn === undefined);
    });
  }

  /** Runs tasks one after the other, in order. @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  inTurn(what) {
    const done = this.playing.then(what);
    this.playing = done.catch(() => null);
    return done;
  }

  /** @type {Promise<any>} */
  playing = Promise.resolve();

  /** @type {((before: any, view: any, moves: string[]) => void)|undefined} */
  sounds;

  /** @param {import('./tree.js').Place} place */
  goTo(place) {
    if (this.tree.mode === 'setup') return;
    leaveClock(this);
    this.tree.goTo(place);
    comeBack(this.tree);
    // The engine makes no moves in a game that is being replayed.
    this.tree.paused = !!this.tree.after();
    this.alert = '';
    this.keep();
    void this.sync();
  }

  undo() {
    return this.inTurn(() => undo(this));
  }

  redo() {
    return this.inTurn(() => redo(this));
  }

  /** @param {Tree} tree @param {import('./words.js').Text} [alert] */
  adopt(tree, alert = '') {
    leaveClock(this);
    const stood = resume(tree, Date.now());
    this.tree = tree;
    this.alert = alert;
    this.found = stood;
    this.view = null;
    this.endPreview();
    if (this.isPuzzle && !['play', 'setup'].includes(tree.mode)) tree.mode = 'play';
    this.report = '';
    this.keep();
    void this.sync();
  }

  /** Replaces the current game; Undo brings the old one back. @param {Tree} tree */
  replace(tree) {
    const { mode, seats, flipped } = this.tree;
    if (tree !== this.tree) this.past.push(this.tree);
    this.adopt(Object.assign(tree, { mode, seats, flipped, paused: !!tree.after() }));
  }

  /** Starts a new game from the same position; after a match, another one between the same people. */
  renew() {
    const { base, match, tags: { Red, Black } } = this.tree;
    const fresh = new Tree(base);
    if (match) Object.assign(fresh, { match: newMatch(match.control, match.turns), tags: { ...(Red && { Red }), ...(Black && { Black }) } });
    this.replace(fresh);
    if (match?.turns) this.tree.flipped = false;
    if (this.tree.mode === 'setup') void this.setMode('play');
  }

  /** Shows another position without going there. @param {any} view @param {string} words how one gets there */
  showPreview(view, words) {
    this.preview = view;
    this.previewed = words;
    this.render();
  }

  endPreview() {
    if (this.preview) this.showPreview(null, '');
  }

  /** @param {Partial<import('./store.js').Settings>} change */
  set(change) {
    Object.assign(this.settings, store.keepSettings(this.settings, change));
    this.render();
  }
}
