// The entry point: the frame around the board, language and theme, keys, and the game that the address names.

import { App } from './app.js';
import { look } from './aside.js';
import { BOARDS, boardOf } from './boards/index.js';
import { at, button, h, hide, keepPresses, mark, oneStop, put, say, settle, steady, tool, when } from './dom.js';
import { has, lang, said, speak, t } from './words.js';
import * as address from './address.js';
import { Home } from './parts/home.js';
import { Panels } from './parts/panels.js';
import { controls } from './parts/controls.js';
import { drawBar } from './parts/bar.js';
import { drawPlayers } from './parts/players.js';
import { leaveClock } from './match.js';
import { listen } from './parts/keys.js';
import { listenToLeafing } from './parts/leaf.js';
import { secret, work } from './net.js';
import { listenToPaste } from './parts/paste.js';
import { sounds } from './parts/sound.js';
import { isStage, setStage } from './parts/stage.js';
import { lateScript, later, showsProof, withLater } from './proof.js';
import { status, warning } from './status.js';

const app = new App();
/** The board that is drawn. @type {import('./boards/board.js').Drawing|null} */
let drawing = null;
let drawingKey = '';
const darkness = matchMedia('(prefers-color-scheme: dark)');

function language() {
  const asked = new URLSearchParams(location.search).get('lang') || app.settings.lang || navigator.language;
  speak(asked.startsWith('zh') ? 'zh' : 'en');
  if (app.settings.usual) app.settings.notation = lang() === 'zh' ? 'chinese' : 'wxf';
}

function theme() {
  const dark = app.settings.theme === 'dark' || (!app.settings.theme && darkness.matches);
  mark(document.documentElement, 'data-theme', dark ? 'dark' : 'light');
  mark(document.documentElement, 'data-board', app.settings.board);
}

function head() {
  theme();
  when(at('head'), [app.game, app.isHome], () => {
    put(at('games'), BOARDS.map(({ name: game }) =>
      h('a', { href: `#${game}`, tabindex: 0, 'aria-current': !app.isHome && game === app.game ? 'page' : null, onclick: (/** @type {MouseEvent} */ event) => !app.isHome && game === app.game && !event.ctrlKey && !event.metaKey && event.preventDefault() }, t(`game.${game}`))));
    // One tab stop, as in a toolbar: arrow keys go from game to game.
    settle(at('games'), at('games').querySelector('[aria-current]'));
    at('games').setAttribute('aria-label', t('games'));
    const other = lang() === 'zh' ? 'en' : 'zh';
    const hadFocus = at('tools').querySelector(':focus-visible');
    put(at('tools'), button(other === 'en' ? 'EN' : '中文', () => {
      app.set({ lang: other });
      const address = new URL(location.href);
      address.searchParams.delete('lang');
      history.replaceState(history.state, '', address);
      language();
      drawingKey = '';
      void app.sync();
      app.render();
    }, { lang: other, class: 'plain' }), tool('menu', t('menu'), () => {}, { popovertarget: 'menu', 'aria-haspopup': 'dialog', class: 'bare' }));
    if (hadFocus) at('tools').firstChild.focus();
  });
  menu?.draw();
}

function draw() {
  if (document.documentElement.lang === 'en' && lang() === 'zh') language();
  head();
  home.draw();
  hide(at('main'), app.isHome);
  if (app.isHome) {
    if (isStage()) setStage(app, false);
    document.title = 'Meihua 梅花';
    return;
  }
  const title = `${t(`game.${app.game}`)} – Meihua`;
  if (document.title !== title) document.title = title;
  const shown = app.preview || app.view;
  // The board is built anew when its dimensions change; else it is updated, so that focus stays.
  const key = shown ? `${app.game} ${lang()} ${app.tree.mode === 'setup'} ${app.board.shape(shown)}` : '';
  if (key !== drawingKey) {
    drawingKey = key;
    drawing = shown ? app.board.open(app, at('board')) : null;
    if (shown) at('board').dataset.game = app.game;
  }
  drawing?.draw(shown);
  say(at('status'), (app.tree.lesson && later(app)?.question(app)) || status(app));
  sayAlert();
  const found = said(app.found);
  say(at('found'), found);
  hide(at('found'), !found);
  say(at('warning'), warning(app));
  // Without a connection there may be no board of this game yet, and that of another one would be taken for it.
  mark(at('main'), 'data-away', !shown && at('board').dataset.game !== app.game ? '' : null);
  mark(at('main'), 'data-mode', app.tree.mode);
  mark(at('main'), 'data-game', app.game);
  mark(at('main'), 'data-proof', showsProof(app) ? '' : null);
  // The label lies over the board, so that nothing moves under the pointer.
  const preview = app.preview && app.previewed ? t('preview', { moves: app.previewed }) : '';
  say(at('preview'), preview);
  hide(at('preview'), !preview);
  drawBar(app, at('bar'));
  drawPlayers(app, at('players'));
  const match = app.tree.match || app.tree.offer ? later(app) : null;
  hide(at('clocks'), !match);
  hide(at('agree'), !match);
  match?.drawClocks(app, at('clocks'));
  match?.drawAgree(app, at('agree'));
  panels.draw();
  controls(app, at('controls'));
  if (isStage()) later(app)?.drawCode(app);
}

/** The refusals that were told. */
let told = 0;

/** Shows the alert. One that comes again differs by a space, or nobody would hear it. */
function sayAlert() {
  const text = said(app.alert);
  const isAgain = told !== app.refusals && at('alert').textContent === text;
  if (isAgain || at('alert').textContent.trim() !== text) say(at('alert'), text + (isAgain ? '\u00a0' : ''));
  else if (told !== app.refusals) say(at('alert'), text);
  told = app.refusals;
}

/** Turns the icon into a bitmap: browsers redraw it at each change of the address, and an SVG takes longer than a step. */
async function plainIcon() {
  const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=icon]'));
  const image = h('img', { src: link.href });
  await image.decode();
  const canvas = h('canvas', { width: 64, height: 64 });
  canvas.getContext('2d').drawImage(image, 0, 0, 64, 64);
  link.href = canvas.toDataURL();
}

/** Opens the game of the history entry, else the one that the address names, as a new game. */
async function open() {
  const { state } = history;
  const own = state?.id && app.keeper.find(state.id, state.view);
  if (own) return app.choose(state.id.split('.')[0], own);
  const [, given] = /^#given(\d)$/.exec(location.hash) || [];
  if (given) {
    while (app.link !== 'open') await new Promise((next) => setTimeout(next, 20));
    for (let n = 0; n < Number(given); n += 1) {
      const answer = await fetch(secret(`/given${n}`));
      if (answer.ok) await (await lateScript()).openFile(app, new Uint8Array(await answer.arrayBuffer()));
    }
    return;
  }
  if (location.hash.startsWith(address.SHEET)) return (await lateScript()).openSheet(app, location.hash);
  const wanted = address.read(location.hash);
  if (address.isHome(location.hash) || !wanted || !boardOf(wanted.game)) return app.goHome();
  if (wanted.base === 'startpos' && !wanted.moves.length && !wanted.line) return app.choose(wanted.game);
  app.follow(wanted);
}

language();
oneStop(at('games'));
app.sounds = (before, view, moves) => {
  try {
    sounds(app, before, view, moves);
  } catch (fault) {
    // A move is drawn and answered without its sound, too.
    console.info(fault);
  }
};
/** The menu, created when it is first opened. @type {InstanceType<import('./proof.js').Late['Menu']>|null} */
let menu = null;
at('menu').addEventListener('beforetoggle', (/** @type {any} */ event) => {
  if (event.newState !== 'open') return;
  if (menu) menu.fill();
  else void withLater(app, ({ Menu }) => (menu = new Menu(app, at('menu'))));
});
const home = new Home(app, at('doors'));
const panels = new Panels(app);
/** Where one goes on who has lost his place. */
const ON = '#board [tabindex="0"], #board button:enabled';
/** Whether the focus was on the home page or in its dialog when that was left, and the board has not got it yet. */
let isLost = false;
/** Whether the last input was a key: after a press of the mouse, nothing has the focus. */
let isByKey = false;
keepPresses();
for (const name of ['keydown', 'pointerdown']) addEventListener(name, () => (isByKey = name === 'keydown'), true);
/** Gives the board the focus once it is there, unless something else has it. */
function goOn() {
  const to = /** @type {HTMLElement|null} */ (isLost && app.view && !app.isHome && !at('sheet').open ? at('main').querySelector(ON) : null);
  if (!to) return;
  isLost = false;
  const { activeElement } = document;
  if (isByKey && (activeElement === document.body || activeElement?.closest('[hidden], #sheet'))) to.focus({ preventScroll: true });
}
at('sheet').addEventListener('close', goOn);
app.watchers.push(() => {
  isLost ||= !app.isHome && !at('doors').hidden && (at('sheet').open || at('doors').contains(document.activeElement));
  steady(at('main'), draw, ON);
  goOn();
});
darkness.addEventListener('change', () => app.render());
addEventListener('popstate', () => {
  const { state } = history;
  app.keeper.recall(state);
  const isGame = state?.id ? state.id === app.tree.id : location.hash === `#${app.game}`;
  const isHere = address.isHome(location.hash) ? app.isHome : !app.isHome && isGame;
  if (!isHere) {
    // A dialog belongs to the place that is left.
    /** @type {HTMLDialogElement} */ (at('sheet')).close();
    return void open();
  }
  app.keep();
  app.render();
});
listen(app, (key) => !!(drawing?.key?.(key) || (app.tree.mode !== 'setup' && app.board.proof?.key?.(key))));
listenToPaste(app);
// Stores the remaining time.
addEventListener('pagehide', () => {
  leaveClock(app);
  if (app.tree.match) app.keep();
});
listenToLeafing(app, at('board'));
app.keeper.recall(history.state);
void open();
app.render();
void plainIcon();
// For debugging in the console and for the tests.
Object.assign(window, { meihua: app, words: { has, t }, look, work });
