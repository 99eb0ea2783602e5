// The state of the page and what changes it. The engine decides what is legal; here moves are only sent and remembered.

import { Engine } from './net.js';
import { Tree } from './tree.js';
import * as store from './store.js';
import * as address from './address.js';
import { Thinker } from './thinker.js';
import { describe } from './describe.js';
import { nameMoves } from './aside.js';
import { t } from './words.js';

export const GAMES = ['xiangqi', 'cfour', 'river', 'sliding', 'tower'];
export const MODES = ['play', 'analyse', 'watch', 'setup'];

export class App {
  constructor() {
    this.settings = store.settings();
    this.game = 'xiangqi';
    this.mode = 'play';
    this.tree = new Tree();
    /** Trees left behind by New and Load, so that Undo brings them back. @type {Tree[]} */
    this.past = [];
    /** @type {any} */
    this.view = null;
    /** A view to look at instead, while the pointer is on a line. @type {any} */
    this.preview = null;
    /** Who plays: person or engine. */
    this.seats = { first: 'person', second: 'engine' };
    this.flipped = false;
    this.paused = false;
    this.link = 'connecting';
    this.alert = '';
    /** How far the analysis of the game is; empty while there is none. */
    this.report = '';
    this.turn = 0;
    /** @type {(() => void)[]} */
    this.watchers = [];
    this.engine = new Engine((state) => this.linked(state));
    this.thinker = new Thinker(this);
    this.frame = 0;
  }

  /** Draws everything anew, once a frame. */
  render() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.watchers.forEach((watch) => watch());
    });
  }

  /** @param {'open'|'closed'|'full'} state */
  linked(state) {
    this.link = state;
    if (state === 'open') void this.sync();
    else this.render();
  }

  get isPuzzle() {
    return !['xiangqi', 'cfour'].includes(this.game);
  }

  /** Whether the engine has the move. */
  get isEnginesTurn() {
    if (!this.view || this.view.verdict.over || this.isPuzzle) return false;
    if (this.mode === 'watch') return true;
    return this.mode === 'play' && this.seats[/** @type {'first'|'second'} */ (this.view.side)] === 'engine';
  }

  /** Asks for the view of the place where the tree stands, then thinks as the mode wants it. */
  async sync() {
    const turn = ++this.turn;
    this.preview = null;
    this.thinker.reset();
    const path = this.tree.path();
    const { view, errors } = await this.engine.position(this.game, this.tree.base, path);
    if (turn !== this.turn || !view) return;
    if (errors.length) {
      // A kept or linked game that this engine refuses: what it could play of it stays.
      this.alert = errors[0];
      if (view.history.length < path.length || errors[0].includes('old position stays')) this.rebuild(view);
    }
    this.name(view.history);
    this.view = view;
    this.tree.at.view = view;
    this.keep();
    this.render();
    this.thinker.begin(turn);
    void nameMoves(this);
  }

  /** The moves that lead here get the engine's own spelling. @param {string[]} history */
  name(history) {
    const path = this.tree.path();
    if (history.join() === path.join()) return;
    if (history.length === path.length) {
      for (let here = this.tree.at; here.parent; here = here.parent) here.names = { ...here.names, move: history[here.ply - 1] };
      return;
    }
    let place = this.tree.root;
    for (const move of history) place = this.tree.add(place, { move });
    this.tree.goTo(place);
  }

  /** Builds the tree anew from what the engine has. @param {any} view */
  rebuild(view) {
    if (view.game !== this.game || !view.history.length) {
      this.tree = new Tree(view.game === this.game && view.history.length ? this.tree.base : 'startpos');
      void this.sync();
      return;
    }
    let place = this.tree.root;
    for (const move of view.history) place = this.tree.add(place, { move });
    this.tree.goTo(place);
  }

  keep() {
    store.keepGame(this.game, { ...this.tree.toJson(this.game, ''), path: this.tree.path(), seats: this.seats, flipped: this.flipped });
    address.write(this.game, this.tree.base, this.tree.path());
  }

  /** @param {string} game @param {Tree|null} [tree] @param {any} [kept] */
  choose(game, tree = null, kept = store.game(game)) {
    this.game = game;
    this.past = [];
    this.flipped = false;
    this.seats = { first: 'person', second: 'engine' };
    this.tree = tree || new Tree();
    if (!tree && kept?.moves) {
      this.tree = Tree.fromJson(kept);
      let place = this.tree.root;
      for (const move of kept.path || []) place = place.children.find((child) => child.names?.move === move) || place;
      this.tree.goTo(place);
      this.seats = kept.seats || this.seats;
      this.flipped = !!kept.flipped;
    }
    if (this.mode === 'setup' || (this.isPuzzle && this.mode === 'watch')) this.mode = 'play';
    this.alert = '';
    this.view = null;
    void this.sync();
  }

  /** @param {string} mode */
  setMode(mode) {
    this.mode = mode;
    this.paused = false;
    this.alert = '';
    void this.sync();
  }

  /**
   * Plays what was typed or clicked: the engine says whether it is a move, and what it is called.
   * @param {string} text @returns {Promise<boolean>}
   */
  play(text) {
    // One after the other: a second move may come before the engine has answered the first.
    const played = this.playing.then(() => this.playNow(text));
    this.playing = played.catch(() => false);
    return played;
  }

  /** @type {Promise<any>} */
  playing = Promise.resolve();

  /** @param {string} text @returns {Promise<boolean>} */
  async playNow(text) {
    const turn = ++this.turn;
    const path = this.tree.path();
    const words = text.trim().split(/\s+/).filter(Boolean);
    if (!words.length) return false;
    this.thinker.reset();
    const before = this.view;
    const { view, errors } = await this.engine.position(this.game, this.tree.base, [...path, ...words]);
    if (turn !== this.turn || !view) return false;
    const added = view.history.slice(path.length);
    if (errors.length || !added.length) {
      this.alert = errors[0] ? errors[0].replace(/^position: (move \d+: )?/, '').replace(/; the moves before it stay$/, '') : '';
      await this.sync();
      return false;
    }
    this.alert = '';
    added.forEach((/** @type {string} */ move, /** @type {number} */ index) => {
      const known = index === 0 && before?.moves.find((/** @type {any} */ one) => one.move === move);
      const what = index === 0 && before ? describe(before, move) : '';
      this.tree.play({ move, ...(known ? { wxf: known.wxf, chinese: known.chinese, ranks1: known.ranks1 } : {}), ...(what ? { what } : {}) });
    });
    this.view = view;
    this.tree.at.view = view;
    this.sounds?.(before, view, added);
    this.keep();
    this.render();
    this.thinker.begin(turn);
    return true;
  }

  /** @type {((before: any, view: any, moves: string[]) => void)|undefined} */
  sounds;

  /** @param {import('./tree.js').Place} place */
  goTo(place) {
    this.tree.goTo(place);
    this.alert = '';
    void this.sync();
  }

  /** How many plies one step back is: against the engine, to the person's own turn. */
  undo() {
    const tree = this.tree;
    if (tree.at === tree.root) {
      const before = this.past.pop();
      if (before) this.adopt(before);
      return;
    }
    let place = /** @type {any} */ (tree.at.parent);
    const is = (/** @type {any} */ here, /** @type {string} */ who) => this.seats[/** @type {'first'|'second'} */ (here.view?.side)] === who;
    if (this.mode === 'play' && !this.isPuzzle && is(place, 'engine') && place.parent && is(place.parent, 'person')) place = place.parent;
    while (this.game === 'tower' && place.parent && /^[wasd]$/.test(place.names.move)) place = place.parent;
    this.paused = this.mode === 'play' && is(place, 'engine');
    this.goTo(place);
  }

  redo() {
    let place = this.tree.after();
    if (!place) return;
    const is = (/** @type {any} */ here) => this.seats[/** @type {'first'|'second'} */ (here.view?.side)] === 'engine';
    if (this.mode === 'play' && !this.isPuzzle && is(place) && place.next) place = place.next;
    while (this.game === 'tower' && place?.next && /^[wasd]$/.test(place.names?.move || '')) place = place.next;
    this.goTo(/** @type {any} */ (place));
  }

  /** @param {Tree} tree */
  adopt(tree) {
    this.tree = tree;
    this.alert = '';
    this.paused = false;
    void this.sync();
  }

  /** Another game; Undo brings the old one back. @param {Tree} tree */
  replace(tree) {
    if (this.tree.root.children.length || this.tree.base !== 'startpos') this.past.push(this.tree);
    this.adopt(tree);
  }

  /** A new game from the same start. */
  renew() {
    this.replace(new Tree(this.tree.base));
  }

  /** @param {Partial<import('./store.js').Settings>} change */
  set(change) {
    Object.assign(this.settings, change);
    store.keepSettings(this.settings);
    this.render();
  }

  /** What stands in the line of status. */
  status() {
    if (this.link !== 'open') return t({ closed: 'stopped', full: 'crowded' }[this.link] || 'connecting');
    if (!this.view) return t('connecting');
    const last = this.tree.at.names;
    const mover = this.tree.at.parent?.view?.side;
    const said = last ? `${mover && !this.isPuzzle ? `${t(`${this.game}.${mover}`)}: ` : ''}${last.what || last.move}. ` : '';
    return said + this.outcome();
  }

  /** What a repetition would cost, before it does: the moves that end the game by a rule, in words. */
  warning() {
    const { view } = this;
    if (!view || view.verdict.over || this.game !== 'xiangqi' || view.seen < 2) return '';
    const ends = view.moves.filter((/** @type {any} */ mv) => mv.ends && !['mate', 'stalemate'].includes(mv.ends.code));
    const seen = t('again', { n: view.seen });
    return [seen, ...ends.map((/** @type {any} */ mv) => t('warn', { move: mv.move, outcome: this.verdictWords(mv.ends) }))].join(' ');
  }

  /** @param {any} verdict */
  verdictWords(verdict) {
    const reason = t(`code.${verdict.code}`);
    return verdict.winner === 'none' ? t('drawn', { reason }) : t('wins', { who: t(`${this.game}.${verdict.winner}`), reason });
  }

  /** Who is to move, or how it ended. */
  outcome() {
    const { verdict, side } = this.view;
    if (verdict.over) {
      const reason = t(`code.${verdict.code}`);
      if (this.isPuzzle) return t(verdict.winner === 'first' ? `${this.game}.solved` : 'failed', { reason });
      return this.verdictWords(verdict);
    }
    if (this.isPuzzle) return t(`${this.game}.turn`);
    if (this.isEnginesTurn && !this.paused) return t('thinking', { who: t(`${this.game}.${side}`) });
    const check = this.view.own.check ? ` ${t('check')}` : '';
    return t('toMove', { who: t(`${this.game}.${side}`) }) + check;
  }
}
