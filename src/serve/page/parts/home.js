// The first page: a card for each game, with the game as it stands, its level, today's puzzle.

import { look } from '../aside.js';
import { BOARDS } from '../boards/index.js';
import { button, h, icon, put, when } from '../dom.js';
import { said, t } from '../words.js';
import { Tree } from '../tree.js';
import { begin, isDone, openDaily, openLevel, today } from './daily.js';
import { showEndings } from './endings.js';
import { load } from './files.js';
import { levelChoice } from './levels.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../boards/board.js').Board} Board */

export class Home {
  /** @param {App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    this.host = host;
    this.cards = h('div', { class: 'home' });
    this.alert = h('p', { class: 'said', 'aria-live': 'polite' });
    put(host, this.alert, this.cards);
    /** Positions that were looked at, by the game and the moves that lead there. @type {Map<string, any>} */
    this.views = new Map();
  }

  draw() {
    const { app, host } = this;
    host.hidden = !app.isHome;
    if (!app.isHome) return;
    host.setAttribute('aria-label', t('home'));
    const text = app.link === 'open' ? said(app.alert) : t(app.link === 'full' ? 'crowded' : app.link === 'closed' ? 'stopped' : 'connecting');
    if (this.alert.textContent !== text) this.alert.textContent = text;
    const games = BOARDS.map((board) => ({ board, tree: app.keeper.current(board.name) }));
    if (app.link === 'open') for (const { board, tree } of games) void this.find(board, tree);
    const what = games.map(({ board, tree }) => [tree.path(), tree.base, !!this.views.get(keyOf(board, tree)), isDone(app, board.name)]);
    when(this.cards, [what, app.settings.level, app.settings.puzzles, today()], () => put(this.cards, games.map(({ board, tree }) => this.card(board, tree))));
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

  /** @param {Board} board @param {Tree} tree */
  card(board, tree) {
    const { app } = this;
    const { name } = board;
    const view = this.views.get(keyOf(board, tree));
    const begun = tree.at.ply > 0 && !view?.verdict.over;
    const picture = view && board.picture(view);
    const puzzle = /** @type {import('../boards/board.js').Puzzle} */ (board);
    const play = () => {
      if (board.isPuzzle) void openLevel(app, puzzle, app.settings.puzzles[name] ?? 1);
      else begin(app, name, tree.at.ply || tree.base !== 'startpos' ? new Tree() : tree);
    };
    const isToday = isDone(app, name);
    return h('section', { class: 'door', 'aria-label': t(`game.${name}`) },
      h('a', { href: `#${name}`, class: 'face', 'aria-label': begun ? t('goOnWith', { game: t(`game.${name}`), n: tree.at.ply }) : t(`game.${name}`) }, picture || h('span', { class: 'blank' })),
      h('h2', null, t(`game.${name}`)), h('p', { class: 'quiet' }, t(`${name}.invite`)),
      h('div', { class: 'switches' },
        begun && h('a', { href: `#${name}`, class: 'button main' }, t('goOn', { n: tree.at.ply })),
        button(t(begun ? 'anew' : 'play'), play, { class: begun ? null : 'main', 'aria-label': `${t(begun ? 'anew' : 'play')}: ${t(`game.${name}`)}` }),
        levelChoice(app, board, (number) => app.set({ puzzles: { ...app.settings.puzzles, [name]: number } }))),
      h('div', { class: 'switches' },
        button([isToday && icon('done'), t(isToday ? 'dailyDone' : 'daily')], () => void openDaily(app, board), { class: isToday ? 'done' : null, 'aria-label': `${t(isToday ? 'dailyDone' : 'daily')}: ${t(`game.${name}`)}` }),
        board.hasEndings && button(t('endings'), () => showEndings(app, board)),
        board.hasProjects && button(t('openTower'), () => load(app))));
  }
}

/** @param {Board} board @param {Tree} tree */
const keyOf = (board, tree) => `${board.name} ${tree.base} ${tree.path().join(' ')}`;
