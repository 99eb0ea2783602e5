// Starts the engine's searches: its move, the values of moves, the analysis, a hint, a threat.

import { clockBounds } from './match.js';
import { noteHelp, taskOf } from './parts/daily.js';
import { laterNow, lateScript } from './proof.js';
import { markBest, ofFirst, ofLines, ofMove } from './values.js';

/** Limits of the engine's search, by the setting `time`. @type {Record<string, string>} */
export const TIMES = { quick: 'depth 8 movetime 1000', second: 'movetime 1000', slow: 'movetime 5000' };
/** A hidden tab stops its analysis after this time, ms. */
const HIDDEN = 60_000;
const MANY = 256;
/** Bounds of a search for a plan of a tower with many floors. */
const ROUTE = 'movetime 10000';

export class Thinker {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.on = true;
    this.reset();
    /** @type {any} */
    let timer = 0;
    document.addEventListener('visibilitychange', () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => app.engine.stop(), HIDDEN);
      else if (this.kind === 'analysis' && app.engine.going.length && app.engine.going[0].stopped !== false) void app.sync();
    });
  }

  /** Clears the results of the previous position. */
  reset() {
    /** @type {import('./net.js').Info[]} */
    this.lines = [];
    /** The lines in the notation that is on. @type {string[][]} */
    this.named = [];
    /** @type {Map<string, import('./values.js').MoveValue>} */
    this.values = new Map();
    /** @type {string[]} */
    this.plan = [];
    /** What is proven of a puzzle. @type {import('./net.js').Solution|null} */
    this.solution = null;
    this.hint = '';
    this.threat = '';
    this.kind = '';
    this.app.engine?.stop();
  }

  get isThinking() {
    return this.app.engine.going.some((one) => !one.stopped);
  }

  /** Begins what the mode wants. @param {number} turn */
  begin(turn) {
    const { app } = this;
    const { view } = app;
    if (!view || app.tree.mode === 'setup') return;
    // A hero who can do nothing more is told why.
    if (app.isProject && view.verdict.code === 'stuck') return void this.route(turn).then(() => this.tellWhy(turn));
    if (view.verdict.over || (app.tree.mode === 'play' && app.verdict.over)) return;
    if (app.isEnginesTurn) {
      if (!app.tree.paused) void this.reply(turn);
    } else if (app.tree.mode === 'analyse' && !app.isPuzzle) {
      // No analysis while a question is asked, or while the whole game is analysed.
      if (this.on && !app.tree.lesson && !app.report) void this.analyse(turn);
    } else if (app.showsValues) void (app.isProject ? this.route(turn) : this.value(turn));
  }

  /** @param {boolean} strong @param {number} lines */
  options(strong, lines) {
    const { engine, settings, board } = this.app;
    // In puzzles, the engine plays its best.
    engine.set('Skill Level', strong || taskOf(this.app.tree) ? 20 : settings.level);
    engine.set('MultiPV', lines);
    engine.set('UCI_ShowWDL', true);
    engine.set('Notation', board.notation(settings));
  }

  /** @param {number} turn @param {boolean} [keepAll] @returns {import('./net.js').Listener} */
  listener(turn, keepAll = true) {
    const { app } = this;
    return {
      info: (info) => {
        if (turn !== app.turn || !info.pv.length) return;
        // The names of a line follow it; drop those of the previous line.
        if (this.lines[info.multipv - 1]?.pv.join() !== info.pv.join()) delete this.named[info.multipv - 1];
        if (keepAll || info.multipv === 1) this.lines[info.multipv - 1] = info;
        if (info.multipv === 1 && !app.isPuzzle && !info.bound && !app.tree.at.judged) app.tree.at.value = ofFirst(info, app.view.side);
        if (!app.isPuzzle) this.values = ofLines(app.board, app.view, this.lines);
        else if (info.multipv === 1) this.plan = info.pv;
        app.render();
      },
      spelled: ({ multipv, moves }) => {
        if (turn !== app.turn) return;
        this.named[multipv - 1] = moves;
        app.render();
      },
      value: (found) => {
        if (turn !== app.turn) return;
        this.values.set(found.move, ofMove(found));
        markBest(this.values);
        app.render();
      },
      solution: (solution) => {
        if (turn !== app.turn) return;
        // A search that is asked again ends by the clock, and may find less than the one before.
        Object.assign(this, (app.isProject && laterNow()?.bestTold(app, { plan: this.plan, solution })) || { solution });
        // A line without a plan is any first move. Towers alone have a next best aim.
        if (solution.value === null && solution.objective !== 'hp') this.plan = [];
        app.render();
      },
    };
  }

  /** The engine's move. @param {number} turn */
  async reply(turn) {
    const { app } = this;
    this.kind = 'reply';
    noteHelp(app);
    this.options(false, 1);
    const best = await app.engine.go(clockBounds(app) || TIMES[app.settings.time] || TIMES.quick, this.listener(turn));
    if (turn !== app.turn || !best) return;
    if (app.tree.mode === 'watch') await new Promise((done) => setTimeout(done, 300));
    if (turn === app.turn && !app.tree.paused) await app.play(best, turn);
  }

  /** Analyses without limit. @param {number} turn */
  async analyse(turn) {
    const { app } = this;
    this.kind = 'analysis';
    noteHelp(app);
    this.options(true, app.showsValues ? MANY : app.settings.lines);
    await app.engine.go('infinite', this.listener(turn));
    if (turn === app.turn) app.render();
  }

  /** The value of every move. @param {number} turn */
  async value(turn) {
    const { app } = this;
    this.kind = 'values';
    noteHelp(app);
    this.options(true, MANY);
    await app.engine.go(app.board.valueBounds, this.listener(turn));
    if (turn === app.turn) app.render();
  }

  /** Finds a plan of a multi-floor tower: the known one, as long as the person follows it, else a new one. @param {number} turn */
  async route(turn) {
    const { app } = this;
    const { tree } = app;
    const path = tree.path();
    const kept = tree.plan && path.every((key, index) => key === tree.plan?.keys[index]) ? tree.plan : null;
    // At the end of a plan that does not win there may be another one.
    const known = kept && (kept.keys.length > path.length || kept.solution?.value !== null) ? kept : null;
    this.kind = 'values';
    if (known) Object.assign(this, { plan: known.keys.slice(path.length), solution: known.solution });
    else {
      this.options(true, 1);
      if (app.alert === this.whyNot) app.alert = '';
      const asked = app.engine.go(ROUTE, this.listener(turn));
      app.render();
      await asked;
      if (turn !== app.turn) return;
      if (this.plan.length) tree.plan = { keys: [...path, ...this.plan], solution: this.solution };
    }
    app.render();
  }

  /** Why a multi-floor tower is not won, where no plan wins. @type {import('./words.js').Text} */
  whyNot = '';

  /** @param {number} turn */
  tellWhy(turn) {
    const { app, solution } = this;
    if (turn !== app.turn) return;
    if (solution?.value === null || !this.plan.length) app.alert = this.whyNot = laterNow()?.whyNot(solution) || '';
    app.render();
  }

  /** The best move, shown and not played. */
  async showHint() {
    const { app } = this;
    const { view } = app;
    if (!view || view.verdict.over || app.isEnginesTurn || app.tree.mode === 'setup') return;
    const turn = app.turn;
    app.alert = '';
    app.tree.help.hints += 1;
    app.keep();
    if (app.isProject) {
      await this.route(turn);
      if (turn === app.turn) this.hint = this.plan[0] || '';
      return this.tellWhy(turn);
    }
    const best = [...this.values.values()].find((value) => value.best);
    if (best && app.board.hintsFromValues) this.hint = best.move;
    else {
      app.engine.stop();
      this.options(true, 1);
      const move = await app.engine.go('movetime 1000', this.listener(turn));
      if (turn !== app.turn) return;
      const { solution } = this;
      const isLost = app.isPuzzle && solution?.value === null;
      this.hint = isLost ? this.plan[0] || '' : move || '';
      if (isLost) {
        app.alert = (await lateScript()).noPlan(solution);
        if (turn !== app.turn) return;
      }
      if (app.tree.mode === 'analyse') this.begin(turn);
    }
    app.render();
  }

  /** Shows the move that the other side threatens. */
  async showThreat() {
    const { app } = this;
    const { view } = app;
    if (!view || app.isPuzzle || view.verdict.over || app.tree.mode === 'setup') return;
    if (this.threat) {
      this.threat = '';
      app.render();
      return;
    }
    const turn = app.turn;
    noteHelp(app);
    app.engine.stop();
    this.options(true, 1);
    const move = await app.engine.go(`side ${view.side === 'first' ? 'b' : 'w'} movetime 500`);
    if (turn !== app.turn) return;
    this.threat = move || '';
    app.render();
    if (app.tree.mode === 'analyse') this.begin(turn);
  }

  /** The engine on or off. */
  toggle() {
    const { app } = this;
    if (app.tree.mode !== 'analyse' || app.isPuzzle) {
      app.engine.moveNow();
      return;
    }
    this.on = !!app.tree.lesson || !this.on;
    app.tree.lesson = null;
    if (this.on) this.begin(app.turn);
    else app.engine.stop();
    app.render();
  }
}
