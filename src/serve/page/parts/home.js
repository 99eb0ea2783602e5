// The home page: what this is, a field to open or paste a game, the latest games, and a card for each game with its level
// and today's puzzle.

import { look } from '../aside.js';
import { BOARDS } from '../boards/index.js';
import { button, h, hide, icon, put, say, when } from '../dom.js';
import { later, withLater } from '../proof.js';
import { rulesOf } from '../rules.js';
import { linkWords } from '../status.js';
import { said, t } from '../words.js';
import { Tree } from '../tree.js';
import { begin, isDone, openDaily, openLevel, today } from './daily.js';
import { levelChoice } from './levels.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../boards/board.js').Board} Board */

export class Home {
  /** @param {App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.host = host;
    this.cards = BOARDS.map(() => h('section', { class: 'door' }));
    this.alert = h('p', { class: 'said', 'aria-live': 'polite' });
    this.what = h('p', { class: 'what' });
    this.zone = h('div', { class: 'zone' });
    this.recent = h('section', { class: 'lately' });
    put(host, this.what, this.zone, this.alert, this.recent, h('div', { class: 'home' }, this.cards));
    /** Positions that were looked at, by the game and the moves that lead there. @type {Map<string, any>} */
    this.views = new Map();
  }

  draw() {
    const { app, host } = this;
    hide(host, !app.isHome);
    if (!app.isHome) return;
    host.setAttribute('aria-label', t('home'));
    const text = app.link === 'open' ? said(app.alert) : linkWords(app);
    if (this.alert.textContent !== text) this.alert.textContent = text;
    say(this.what, t('whatThisIs'));
    when(this.zone, [], () => this.fillZone());
    const script = app.keeper.all().length ? later(app) : null;
    if (script) script.drawRecent(app, this.recent);
    else hide(this.recent, true);
    const games = BOARDS.map((board) => ({ board, tree: app.keeper.current(board.name) }));
    if (app.link === 'open') for (const { board, tree } of games) void this.find(board, tree);
    games.forEach(({ board, tree }, index) => {
      const card = this.cards[index];
      // A card is not redrawn while it is being pressed.
      if (card.matches(':active')) return addEventListener('pointerup', () => app.render(), { once: true });
      const what = [tree.path(), tree.base, !!this.views.get(keyOf(board, tree)), !!script, isDone(app, board.name), app.settings.level, app.settings.puzzles, today()];
      when(card, what, () => this.fill(card, board, tree));
    });
  }

  /** A text field and a file button: phones have no other way to open a game. */
  fillZone() {
    const { app } = this;
    const field = h('textarea', { rows: 1, 'aria-label': t('pasteHere'), placeholder: t('pasteHere'), value: this.zone.querySelector('textarea')?.value, spellcheck: 'false', onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      open();
    } });
    const open = () => field.value.trim() && void withLater(app, (late) => late.openText(app, field.value));
    put(this.zone, field, button(t('openText'), open), button(t('openFile'), () => void withLater(app, (late) => late.load(app)), { class: 'main' }), h('span', { class: 'quiet' }, t('orDrop')));
  }

  /** Fills a card and keeps the focus. @param {any} card @param {Board} board @param {Tree} tree */
  fill(card, board, tree) {
    const stops = () => /** @type {HTMLElement[]} */ ([...card.querySelectorAll('a, button, select')]);
    const had = stops().indexOf(/** @type {HTMLElement} */ (document.activeElement));
    card.setAttribute('aria-label', t(`game.${board.name}`));
    put(card, ...this.card(board, tree));
    if (had >= 0) stops()[had]?.focus();
  }

  /** Looks at the position of a game, for its picture. @param {Board} board @param {Tree} tree */
  async find(board, tree) {
    const key = keyOf(board, tree);
    if (this.views.has(key)) return;
    this.views.set(key, null);
    const view = await look(board.name, tree.base, tree.path());
    if (view) this.views.set(key, view);
    else this.views.delete(key);
    if (view) this.app.render();
  }

  /** What stands on a card. @param {Board} board @param {Tree} tree */
  card(board, tree) {
    const { app } = this;
    const { name } = board;
    const view = this.views.get(keyOf(board, tree));
    const begun = tree.at.ply > 0 && !view?.verdict.over;
    // Two plies are one move of a game of two.
    const movesOf = (/** @type {number} */ ply) => (board.isPuzzle ? ply : Math.ceil(ply / 2));
    // The picture of a game of one's own is its text. It is a picture: nothing to be read aloud or translated.
    const picture = board.isOwn ? h('span', { class: 'script', 'data-text': tree.base === 'startpos' ? board.sample : rulesOf(tree.base).text }) : view?.own && board.picture(view);
    const puzzle = /** @type {import('../boards/board.js').Puzzle} */ (board);
    const play = () => {
      if (board.isOwn) begin(app, name, tree.at.ply ? new Tree(tree.base) : tree);
      else if (board.isPuzzle) void openLevel(app, puzzle, app.settings.puzzles[name] ?? 1);
      else begin(app, name, tree.at.ply || tree.base !== 'startpos' ? new Tree() : tree);
    };
    const isToday = isDone(app, name);
    const of = (/** @type {string} */ what) => t('whatOf', { what: t(what), game: t(`game.${name}`) });
    return [
      h('a', { href: `#${name}`, class: 'face', 'aria-label': begun ? t('goOnWith', { game: t(`game.${name}`), n: movesOf(tree.at.ply) }) : t(`game.${name}`) }, picture || h('span', { class: 'blank' })),
      h('h2', null, t(`game.${name}`)), h('p', { class: 'quiet' }, t(`${name}.invite`)),
      h('div', { class: 'switches' },
        begun && h('a', { href: `#${name}`, class: 'button main' }, t('goOn', { n: movesOf(tree.at.ply) })),
        button(t(begun ? 'anew' : 'play'), play, { class: begun ? null : 'main', 'aria-label': of(begun ? 'anew' : 'play') }),
        !(board.isOwn && board.isPuzzle) && levelChoice(app, board, (number) => app.set({ puzzles: { ...app.settings.puzzles, [name]: number } }))),
      h('div', { class: 'switches' },
        !board.isOwn && button([isToday && icon('done'), t(isToday ? 'dailyDone' : 'daily')], () => void openDaily(app, board), { class: isToday ? 'done' : null, 'aria-label': of(isToday ? 'dailyDone' : 'daily') }),
        !board.isPuzzle && button(t('twoPeople'), () => void withLater(app, ({ showTwo }) => {
          app.choose(name);
          showTwo(app);
        }, true), { 'aria-label': of('twoPeople') }),
        board.hasEndings && button(t('endings'), () => void withLater(app, ({ showEndings }) => showEndings(app, board), true)),
        board.hasProjects && button(t('openTower'), () => void withLater(app, (late) => late.load(app)))),
    ];
  }
}

/** @param {Board} board @param {Tree} tree */
const keyOf = (board, tree) => `${board.name} ${tree.base} ${tree.path().join(' ')}`;
