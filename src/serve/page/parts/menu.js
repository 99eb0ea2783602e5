// The menu: modes, opponent, puzzles, files, display and help.

import { button, h, mark, put, when } from '../dom.js';
import { t } from '../words.js';
import { canAgree, offerDraw, resign } from '../match.js';
import { isOfFile, save } from './files.js';
import { load } from './open.js';
import { showsProof, toggleProof, withLater } from '../proof.js';
import { flip } from '../steps.js';
import { copyLink } from './share.js';
import { saveRoute } from './route.js';
import { TIMES } from '../thinker.js';
import { setStage } from './stage.js';
import { step } from './controls.js';
import { openDaily, openLevel } from './daily.js';
import { levelChoice } from './levels.js';

/** @typedef {import('../app.js').App} App */

export class Menu {
  /** @param {App} app @param {any} host */
  constructor(app, host) {
    this.app = app;
    this.host = host;
    this.fill();
  }

  close() {
    if (this.host.matches(':popover-open')) this.host.hidePopover();
  }

  /** Updates the menu while it is open. */
  draw() {
    if (this.host.matches(':popover-open')) this.fill();
  }

  fill() {
    const { app, host } = this;
    if (!app.view && !app.isHome) return;
    const { settings, tree, thinker } = app;
    mark(host, 'role', 'dialog');
    mark(host, 'aria-label', t('menu'));
    const what = [app.isHome, app.game, tree.base, app.isProject, app.tree.mode, settings, tree.seats, tree.flipped, !!tree.at.parent, !!tree.after(), !!thinker.threat, canAgree(app)];
    if (host.matches(':active')) return;
    when(host, what, () => {
      const focus = /** @type {HTMLElement|null} */ (document.activeElement);
      const label = focus && host.contains(focus) ? focus.getAttribute('aria-label') || focus.textContent : '';
      put(host, ...this.parts().filter(({ items }) => items.some(Boolean)).map(({ name, items }) => h('section', { role: 'group', 'aria-label': t(name) }, h('h2', null, t(name)), items)));
      if (label) for (const one of host.querySelectorAll('button, select')) if ((one.getAttribute('aria-label') || one.textContent) === label) /** @type {HTMLElement} */ (one).focus();
    });
  }

  /** A button that closes the menu. @param {string} text @param {() => void} press @param {Record<string, any>} [more] */
  item(text, press, more = {}) {
    return button(text, () => {
      this.close();
      press();
    }, more);
  }

  /** The list of games that are kept. */
  kept() {
    const { app } = this;
    return this.item(t('slots'), () => void withLater(app, ({ showKept }) => showKept(app)));
  }

  /** Sheets of exercises. */
  exercises() {
    const { app } = this;
    return this.item(t('exercises'), () => void withLater(app, ({ showExercises }) => showExercises(app)));
  }

  /** Repetition of mistakes. */
  repeat() {
    const { app } = this;
    return this.item(t('repeat'), () => void withLater(app, ({ showRepeat }) => showRepeat(app)));
  }

  /** A switch, which does not close the menu. @param {string} text @param {boolean} on @param {() => void} press @param {string} [key] */
  toggle(text, on, press, key = '') {
    return button(text, press, { 'aria-pressed': on, title: key ? t('keyIs', { key }) : null });
  }

  parts() {
    const { app } = this;
    const { settings, thinker, isPuzzle } = app;
    const { mode } = app.tree;
    if (app.isHome) return [{ name: 'thisGame', items: [this.kept(), this.exercises(), this.repeat()] }, { name: 'show', items: this.looks() }, { name: 'help', items: [this.item(t('keys'), () => void withLater(app, ({ showSheet }) => showSheet(app, 'keys')))] }];
    const isTwo = !isPuzzle;
    const modes = ['play', ...(isTwo ? ['watch'] : []), ...(app.isProject || app.board.isOwn ? [] : ['setup'])];
    return [
      { name: 'modes', items: modes.length > 1 ? modes.map((one) => this.item(t(`mode.${one}`), () => void app.setMode(one), { 'aria-pressed': one === mode })) : [] },
      { name: 'opponent', items: isTwo && mode !== 'analyse' ? [
        mode === 'play' && this.seats(), levelChoice(app, app.board, () => {}), this.time(), this.item(t('twoPeople'), () => void withLater(app, ({ showTwo }) => showTwo(app))),
        canAgree(app) && this.item(t('offerDraw'), () => void offerDraw(app)), canAgree(app) && this.item(t('resign'), () => resign(app)),
      ] : [] },
      { name: 'puzzles', items: [
        isPuzzle && !app.isProject && !app.board.isOwn && levelChoice(app, app.board, (number) => void openLevel(app, /** @type {any} */ (app.board), number)),
        !app.board.isOwn && this.item(t('daily'), () => void openDaily(app, app.board)), app.board.hasEndings && this.item(t('endings'), () => void withLater(app, ({ showEndings }) => showEndings(app, app.board))), this.exercises(), this.repeat(),
      ] },
      { name: 'thisGame', items: [
        this.item(t('redo'), () => void app.redo(), { title: t('keyIs', { key: 'Y' }), disabled: !app.tree.after() }),
        this.item(t('toStart'), step(app, () => app.tree.root), { disabled: !app.tree.at.parent }),
        this.item(t('toEnd'), step(app, () => app.tree.line().at(-1)), { disabled: !app.tree.after() }),
        this.item(t('load'), () => load(app)), this.item(t('save'), () => save(app)), !isOfFile(app.tree) && this.item(t('copyLink'), () => copyLink(app)),
        app.isProject && this.item(t('saveRoute'), () => void saveRoute(app)),
        this.kept(),
      ] },
      { name: 'show', items: [
        mode !== 'setup' && !app.isProject && isTwo && this.toggle(t('values'), app.showsValues, () => app.showValues(!app.showsValues), 'V'),
        app.board.hasArrows && this.toggle(t('arrows'), settings.arrows, () => app.set({ arrows: !settings.arrows }), 'A'),
        isTwo && mode !== 'setup' && this.item(t('threat'), () => void thinker.showThreat(), { 'aria-pressed': !!thinker.threat, title: t('keyIs', { key: 'T' }) }),
        app.board.isFlippable && this.item(t('flip'), () => flip(app), { title: t('keyIs', { key: 'F' }) }),
        isTwo && choice(t('linesCount'), [1, 2, 3, 4, 5].map((count) => [String(count), String(count)]), String(settings.lines), (count) => {
          app.set({ lines: Number(count) });
          void app.sync();
        }),
        ...app.board.choices(app).map(({ label, options, value, change }) => choice(label, options, value, change)),
        app.board.proof && mode !== 'setup' && this.toggle(t('proof'), showsProof(app), () => toggleProof(app), 'G'),
        this.item(t('stage'), () => setStage(app), { title: t('keyIs', { key: 'B' }) }),
        ...this.looks(),
      ] },
      { name: 'help', items: [!app.board.isOwn && this.item(t('rules'), () => void withLater(app, ({ showSheet }) => showSheet(app, 'rules'))), this.item(t('keys'), () => void withLater(app, ({ showSheet }) => showSheet(app, 'keys')))] },
    ];
  }

  /** Settings that apply to all games. */
  looks() {
    const { app } = this;
    const dark = document.documentElement.dataset.theme === 'dark';
    return [
      this.toggle(t('darkLook'), dark, () => app.set({ theme: dark ? 'light' : 'dark' })),
      this.toggle(t('sound'), app.settings.sound, () => app.set({ sound: !app.settings.sound })),
    ];
  }

  seats() {
    const { app } = this;
    const { first, second } = app.tree.seats;
    const engines = first === 'engine' ? (second === 'engine' ? 'both' : 'first') : second === 'engine' ? 'second' : 'nobody';
    const sides = ['second', 'first', 'nobody', 'both'].map((who) => /** @type {[string, string]} */ ([who, t(who === 'nobody' || who === 'both' ? who : `${app.game}.${who}`)]));
    return choice(t('enginePlays'), sides, engines, (who) => {
      const engine = (/** @type {string} */ side) => (who === side || who === 'both' ? 'engine' : 'person');
      app.tree.seats = { first: engine('first'), second: engine('second') };
      if (app.board.isFlippable) app.tree.flipped = app.tree.seats.first === 'engine' && app.tree.seats.second === 'person';
      app.tree.paused = false;
      app.keep();
      void app.sync();
    });
  }

  time() {
    const times = Object.keys(TIMES).map((time) => /** @type {[string, string]} */ ([time, t(`time.${time}`)]));
    return choice(t('time'), times, this.app.settings.time, (time) => this.app.set({ time }));
  }
}

/** @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} change */
function choice(label, options, value, change) {
  return h('label', null, h('span', null, label), h('select', { onchange: (/** @type {any} */ event) => change(event.target.value) },
    options.map(([key, text]) => h('option', { value: key, selected: key === value }, text))));
}
