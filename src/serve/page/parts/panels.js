// The panels beside the board: lines, plan, moves, graph, monsters, library, rules.

import { at, button, h, hide, mark, oneStop, put, settle, when } from '../dom.js';
import { t } from '../words.js';
import { isExercise } from './daily.js';
import { Moves } from './moves.js';
import { drawPlan } from './plan.js';
import { drawSetup } from './setup.js';
import { look } from '../aside.js';
import { drawReplay } from './replay.js';
import { isStage } from './stage.js';
import { Tabs } from './tabs.js';
import { drawTask } from './task.js';
import { later } from '../proof.js';

/** A toggle button. @param {string} text @param {boolean} on @param {() => void} press @param {string} [key] */
export function toggle(text, on, press, key = '') {
  return button(text, press, { 'aria-pressed': on, title: key ? t('keyIs', { key }) : null });
}

/** Screens on which the proof stands below the board; on others, it is a tab. */
const roomy = matchMedia('(min-width: 1000px)');

export class Panels {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.switches = h('div', { class: 'switches', role: 'group' });
    this.lines = h('ol', { class: 'lines' });
    this.plan = h('div', { class: 'plan' });
    this.setup = h('div', { class: 'setup' });
    this.book = h('div', { class: 'book' });
    this.proof = h('div', { class: 'proofs' });
    this.moves = h('div', { class: 'moves' });
    this.tale = h('div', { class: 'tale' });
    this.remarks = h('div', { class: 'remarks' });
    this.curves = h('div', { class: 'curves' });
    this.task = h('div', { class: 'task' });
    this.over = h('div', { class: 'over' });
    this.replay = h('div', { class: 'replay' });
    this.rules = h('div', { class: 'rules text' });
    this.library = h('div', { class: 'library' });
    this.workshop = h('div', { class: 'workshop' });
    hide(this.remarks, true);
    this.list = new Moves(app, this.moves);
    this.linesKey = '';
    oneStop(this.lines);
    this.tabs = new Tabs(app, {
      own: [this.workshop], moves: [this.moves, this.remarks], lines: [this.switches, this.lines, this.plan, this.curves], story: [this.tale],
      proof: [this.proof], book: [this.book], library: [this.library], rules: [this.rules],
    });
    put(at('side'), this.over, this.task, this.setup, this.replay, this.tabs.element, this.list.field);
    roomy.addEventListener('change', () => app.render());
  }

  draw() {
    const { app, tabs } = this;
    if (!app.view) return;
    const isSetup = app.tree.mode === 'setup';
    const { isOwn } = app.board;
    mark(this.switches, 'aria-label', t('show'));
    mark(this.lines, 'aria-label', t('lines'));
    this.drawSwitches(isSetup);
    hide(this.setup, !isSetup);
    if (isSetup) drawSetup(app, this.setup);
    else put(this.setup);
    hide(this.lines, isSetup || app.isPuzzle || (app.tree.mode !== 'analyse' && !app.showsValues));
    if (!this.lines.hidden) this.drawLines();
    this.drawProof(isSetup);
    hide(this.workshop, !isOwn);
    if (isOwn) later(app)?.drawRulesText(app, this.workshop);
    hide(this.book, !app.board.book || isSetup);
    if (!this.book.hidden) app.board.book?.(app, this.book);
    hide(this.plan, !app.isPuzzle || isSetup);
    if (!this.plan.hidden) drawPlan(app, this.plan);
    hide(this.moves, isSetup);
    hide(this.list.field, isSetup);
    if (!isSetup) this.list.draw();
    const asking = app.tree.mode === 'analyse' || app.tree.lesson ? later(app) : null;
    if (asking) asking.drawQuestion(app, at('question'));
    else hide(at('question'), true);
    // Graph, analysis and comments are fetched only when needed.
    const isWritten = app.tree.mode === 'analyse' || (app.isPuzzle && app.tree.mode === 'play' && [app.tree.root, ...app.tree.all()].some((one) => one.children.length > 1 || one.comment));
    const written = isWritten || !this.remarks.hidden ? later(app) : null;
    written?.drawGraph(app, at('graph'));
    written?.drawTale(app, this.tale);
    written?.drawRemarks(app, this.remarks);
    drawReplay(app, this.replay);
    const isMeasured = !isSetup && app.isPuzzle && /** @type {import('../boards/board.js').Puzzle} */ (app.board).gauge(app.view) !== null;
    const script = isMeasured ? later(app) : null;
    if (script) script.drawCurves(app, this.curves);
    else hide(this.curves, true);
    const sheet = isExercise(app.tree) ? later(app) : null;
    if (sheet) sheet.drawExercise(app, this.task);
    else drawTask(app, this.task);
    const over = app.verdict.over ? later(app) : null;
    if (over) over.drawOver(app, this.over);
    else hide(this.over, true);
    const filled = (/** @type {HTMLElement} */ part) => !part.hidden && !!part.firstChild;
    tabs.draw(isSetup ? [] : tabs.panels.filter(({ name, list }) => (name === 'rules' ? !isOwn : name === 'library' ? !app.isPuzzle && !isOwn : list.some(filled))).map(({ name }) => name));
    if (tabs.isShown('library') && !isSetup) later(app)?.drawLibrary(app, this.library);
    if (app.tree.tab === 'rules' && !isSetup) void later(app)?.drawRules(app, this.rules);
  }

  /** @param {boolean} isSetup */
  drawProof(isSetup) {
    const { proof, provesBeside } = this.app.board;
    const hosts = [this.proof, at('proof')];
    const host = proof && !isSetup ? hosts[provesBeside || !(roomy.matches || isStage()) ? 0 : 1] : null;
    for (const one of hosts) if (one !== host && one.firstChild) put(one);
    if (host && !this.app.preview) proof?.draw(this.app, host);
  }

  /** @param {boolean} isSetup */
  drawSwitches(isSetup) {
    const { app } = this;
    const { thinker } = app;
    const isShown = !isSetup && app.tree.mode === 'analyse' && !app.isPuzzle;
    hide(this.switches, !isShown);
    const isOn = thinker.on && !app.tree.lesson;
    when(this.switches, [isShown, isOn], () => put(this.switches, isShown && toggle(t('engine'), isOn, () => thinker.toggle(), 'L')));
  }

  drawLines() {
    const { app } = this;
    const { thinker, view, settings, board } = app;
    const shown = thinker.lines.filter(Boolean).slice(0, app.tree.mode === 'analyse' ? settings.lines : 7);
    // Redrawn only if it has changed, so that hover and focus are not lost.
    const key = JSON.stringify([app.turn, view.key, shown.map((info) => [info.depth, info.cp, info.mate, info.bound, info.pv.slice(0, 12)]), thinker.named.map((words) => words?.length)]);
    if (key === this.linesKey) return;
    // A line that is being previewed stays as it is.
    if (this.wanted && this.turn === app.turn) return;
    this.linesKey = key;
    this.turn = app.turn;
    this.wanted = '';
    put(this.lines, shown.map((info, rank) => {
      const bound = info.bound === 'lower' ? '≥' : info.bound === 'upper' ? '≤' : '';
      return h('li', null, h('b', { class: 'score' }, bound + board.score(info, view)), ' ', h('small', null, `d${info.depth}`), ' ',
        info.pv.slice(0, 12).map((move, index) => button(thinker.named[rank]?.[index] || board.short(move), () => this.playLine(info.pv.slice(0, index + 1)), {
          class: 'move', onpointermove: (/** @type {PointerEvent} */ event) => this.point(event, info.pv.slice(0, index + 1), thinker.named[rank]), onpointerleave: () => this.hide(),
          onfocus: (/** @type {any} */ event) => event.target.matches(':focus-visible') && this.show(info.pv.slice(0, index + 1), thinker.named[rank]), onblur: () => this.hide(), tabindex: -1,
        })));
    }));
    settle(this.lines);
  }

  /** Last position of the pointer: a line drawn under a resting pointer is not previewed. */
  last = '';

  /** @param {PointerEvent} event @param {string[]} moves @param {string[]|undefined} names */
  point(event, moves, names) {
    const place = `${event.clientX} ${event.clientY}`;
    if (place === this.last) return;
    this.last = place;
    if (this.wanted !== moves.join()) void this.show(moves, names);
  }

  /** Looks at the position after some moves of a line. @param {string[]} moves @param {string[]} [names] */
  async show(moves, names) {
    const { app } = this;
    const turn = app.turn;
    this.wanted = moves.join();
    const view = await look(app.game, app.tree.base, [...app.tree.path(), ...moves]);
    if (turn !== app.turn || this.wanted !== moves.join()) return;
    app.showPreview(view, moves.map((move, index) => names?.[index] || move).join(' '));
  }

  /** @type {string|undefined} */
  wanted;
  turn = 0;

  hide() {
    this.wanted = '';
    if (this.app.tree.mode !== 'setup') this.app.endPreview();
  }

  /** @param {string[]} moves */
  playLine(moves) {
    this.hide();
    /** @type {HTMLElement|null} */ (document.activeElement)?.blur();
    void this.app.play(moves.join(' '));
  }
}
