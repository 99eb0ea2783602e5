// The library of games: the explorer of the current position, and a search. The library is that of whoever started the program.

import { alone } from '../aside.js';
import { button, h, hide, oneStop, put, settle, when } from '../dom.js';
import { addGames, added, mayAdd } from './adding.js';
import { gameText } from './files.js';
import { Tree } from '../tree.js';
import { movesOf, pawns } from '../values.js';
import { both, said, t, wrongIn } from '../words.js';

/** @typedef {import('../app.js').App} App */
/** What was played, and what an analysis of the library found, for the first player. @typedef {{move: string, red: number, draws: number, black: number, unknown: number, years?: [number, number], value?: {cp?: number, plies?: number}}} Played */
/** The answer of the explorer, or why there is none. @typedef {{fen?: string, games?: number, moves?: Played[], ended?: number, opening?: {code: string, name: string, chinese: string}, error?: string, isFile?: boolean}} Explored */
/** A game of the list. @typedef {{number: number, red?: string, black?: string, result: string, plies: number, date?: string, event?: string, opening?: string|{code: string}}} Listed */

/** Games that are fetched at a time. */
const PAGE = 50;
/** Positions that are remembered. */
const MAX_KNOWN = 500;
/** @type {Map<string, Explored|null>} */
const known = new Map();

/** Whether the page is a folder of files, which holds what was exported from a library. */
const isOfFiles = 'engineSocket' in globalThis;

/** @param {App} app */
const keyOf = ({ game, tree }) => `${added.times} ${game} ${tree.base} ${tree.path().join(' ')}`;

/** Asks about the position on view. @param {App} app @returns {Explored|null} null while it is not answered */
function explored(app) {
  const key = keyOf(app);
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, null);
  const { game, tree } = app;
  const moves = tree.path();
  void alone(async (engine) => {
    await engine.position(game, tree.base, moves);
    return engine.inquire('explore', '');
  }).then((answer) => {
    known.set(key, answer);
    if (!answer.error !== app.settings.library) app.set({ library: !answer.error });
    app.render();
  });
  return null;
}

/** What is searched for. */
const query = { players: '', result: '', opening: '', here: false };
/** What was found: the games so far, how many there are, and what was asked. @type {{games: Listed[], found: number, asked: string, error?: import('../words.js').Text|undefined, times: number}} */
let list = { games: [], found: -1, asked: '', times: 0 };
/** No search yet. */
const NOTHING = list;
/** The game on view when it was searched in a position: the list goes with its moves. @type {Tree|null} */
let searched = null;
let isSearching = false;

/** Searches, from the beginning or on; again for what was asked before. @param {App} app @param {boolean} [isMore] @param {string} [again] */
async function search(app, isMore = false, again = '') {
  const { game, view } = app;
  const players = query.players.split(/[,，]/).map((name) => name.trim()).filter(Boolean);
  const asked = again || (isMore && list.asked) || JSON.stringify({ game, ...(players.length && { player: players }), ...(query.result && { result: query.result }), ...(query.opening && { opening: query.opening }), ...(query.here && { position: view.fen }) });
  searched = app.tree;
  const before = isMore ? list.games : [];
  isSearching = true;
  const answer = await alone((engine) => engine.inquire('library', `find ${JSON.stringify({ ...JSON.parse(asked), limit: PAGE, offset: before.length })}`)).finally(() => (isSearching = false));
  const found = answer.error ? { games: [], found: 0, error: wrongIn(answer)[0] } : { games: [...before, ...answer.games], found: answer.found };
  list = { ...found, asked, times: added.times };
  app.render();
}

/** Opens a game of the library. @param {App} app @param {number} number */
async function open(app, number) {
  const answer = await alone((engine) => engine.inquire('library', `game ${number}`));
  const [json] = Array.isArray(answer) ? answer : [];
  if (json) app.open(json.game, Tree.fromJson(json));
  else app.alert = answer.error ? wrongIn(answer)[0] : both('gameGone');
  app.render();
}

/** Results as a bar, with a label for screen readers. @param {App} app @param {Played} played */
function bar(app, { red, draws, black, unknown }) {
  const sum = red + draws + black;
  const words = t('resultsAre', { first: t(`${app.game}.first`), second: t(`${app.game}.second`), red, draws, black, unknown });
  return h('span', { class: `results ${app.game}`, role: 'img', 'aria-label': words, title: words }, sum ? [red, draws, black].map((part, index) => {
    const share = Math.round((100 * part) / sum);
    return h('i', { style: { width: `${(100 * part) / sum}%` }, class: ['first', 'none', 'second'][index] }, share >= 15 ? `${share}%` : '');
  }) : null);
}

/** A value of the library as the engine writes it. @param {Played['value']} value */
function kept(value) {
  if (!value) return '';
  const { cp, plies } = value;
  return pawns({ cp, mate: plies && movesOf(plies), scale: 0 });
}

/** The moves that were played. @param {App} app @param {Explored} found @param {HTMLElement} host */
function drawExplorer(app, found, host) {
  const { view, thinker, board, settings } = app;
  const moves = found.moves || [];
  const spelled = (/** @type {string} */ move) => {
    const names = view.moves.find((/** @type {any} */ one) => one.move === move);
    return names ? board.spell(names, settings) : board.short(move);
  };
  const values = moves.map(({ move, value }) => thinker.values.get(move)?.text || kept(value));
  when(host, [keyOf(app), found.games, values, settings.notation], () => {
    const had = host.contains(document.activeElement);
    const { opening } = found;
    put(host, h('h2', null, [t('explorer'), opening && `${opening.code} ${document.documentElement.lang === 'en' ? opening.name : opening.chinese}`].filter(Boolean).join(' · ')),
      moves.length ? h('table', { class: 'explorer' }, h('caption', { class: 'unseen' }, t('explorer')), h('thead', null, h('tr', null, ['move', 'gamesPlayed', 'results', 'years', 'worth'].map((name) => h('th', { scope: 'col' }, t(name))))),
        h('tbody', null, moves.map((played, index) => h('tr', null, h('th', { scope: 'row' }, button(spelled(played.move), () => void app.play(played.move), { class: 'move', tabindex: -1 })),
          h('td', null, String(played.red + played.draws + played.black + played.unknown)), h('td', null, bar(app, played)), h('td', null, played.years ? [...new Set(played.years)].join('–') : ''), h('td', null, values[index] || '')))))
        : h('p', { class: 'quiet' }, t(found.ended ? 'gamesEnded' : 'neverPlayed', { n: found.ended || 0 })));
    settle(host);
    if (had) host.querySelector('button')?.focus();
  });
}

/** The games that were found. @param {App} app @param {HTMLElement} host */
function drawList(app, host) {
  const { games, found, error } = list;
  when(host, [list.asked, games.length, found, error], () => {
    const title = (/** @type {Listed} */ { red, black }) => `${red || '?'} – ${black || '?'}`;
    put(host, found < 0 ? null : h('p', { class: 'quiet', role: 'status' }, error ? said(error) : t('gamesFound', { n: found })),
      games.length ? h('ol', { class: 'games found' }, games.map((game) => h('li', null, button([h('b', null, title(game)), ' ', h('span', null, game.result), ' ', h('small', null, [game.date, game.event, typeof game.opening === 'string' ? game.opening : game.opening?.code, t('moveCount', { n: Math.ceil(game.plies / 2) })].filter(Boolean).join(' · '))], () => void open(app, game.number), { class: 'bare', tabindex: -1 })))) : null,
      games.length < found ? button(t('moreFound'), () => void search(app, true)) : null);
    settle(host);
  });
}

/** The fields of the search. They are made once, so that nothing that is typed is lost. @param {App} app */
function form(app) {
  const text = (/** @type {'players'|'opening'} */ name) => h('input', { type: 'search', value: query[name], 'aria-label': t(`find.${name}`), placeholder: t(`find.${name}`), oninput: (/** @type {any} */ event) => (query[name] = event.target.value) });
  const results = [['', t('anyResult')], ['1-0', '1-0'], ['1/2-1/2', '½-½'], ['0-1', '0-1']];
  return h('form', { class: 'find', role: 'search', 'aria-label': t('findGames'), onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void search(app);
  } }, text('players'), text('opening'),
    h('select', { 'aria-label': t('results'), onchange: (/** @type {any} */ event) => (query.result = event.target.value) }, results.map(([value, words]) => h('option', { value, selected: value === query.result }, words))),
    h('label', { class: 'check' }, h('input', { type: 'checkbox', checked: query.here, onchange: (/** @type {any} */ event) => (query.here = event.target.checked) }), h('span', null, t('thisPosition'))),
    h('button', { class: 'main' }, t('find')));
}

/** What adds games: that on view, and files, which may also be dropped on the panel. @param {App} app */
function adder(app) {
  const files = h('input', { type: 'file', multiple: true, hidden: true, onchange: () => void addFiles(app, [...files.files]) });
  return h('div', { class: 'switches' }, button(t('addThis'), async () => addGames(app, [new TextEncoder().encode(await gameText(app.game, app.tree, app.view))])), button(t('addFiles'), () => files.click()), files);
}

/** @param {App} app @param {Blob[]} files */
async function addFiles(app, files) {
  await addGames(app, await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer()))));
}

/** The parts of the panel. @type {{explorer: HTMLElement, adder: HTMLElement, form: HTMLElement, list: HTMLElement, language: string}|null} */
let parts = null;

/** @param {App} app @param {HTMLElement} host */
export function drawLibrary(app, host) {
  const found = explored(app);
  const language = document.documentElement.lang;
  if (!parts || parts.language !== language) {
    parts = { explorer: h('div', { class: 'explored' }), adder: adder(app), form: form(app), list: h('div', null), language };
    oneStop(parts.explorer);
    oneStop(parts.list);
    put(host, parts.explorer, parts.adder, parts.form, parts.list);
    host.ondrop = (event) => {
      if (!mayAdd(app) || !event.dataTransfer?.files.length) return;
      event.preventDefault();
      event.stopPropagation();
      void addFiles(app, [...event.dataTransfer.files]);
    };
  }
  hide(parts.adder, !mayAdd(app));
  /** @type {HTMLButtonElement} */ (parts.adder.firstElementChild).disabled = !app.tree.root.children.length;
  const asked = list.asked && JSON.parse(list.asked);
  if (asked && asked.game !== app.game) list = NOTHING;
  if (list.found >= 0 && list.times !== added.times) {
    list = { ...list, times: added.times };
    void search(app, false, list.asked);
  }
  if (list.found >= 0 && searched === app.tree && app.view && !isSearching) {
    if (asked.position && asked.position !== app.view.fen) void search(app, false, JSON.stringify({ ...asked, position: app.view.fen }));
  }
  // The files of a static page have no search.
  hide(parts.form, !!found?.error || !!found?.isFile);
  hide(parts.list, !!found?.error || !!found?.isFile);
  if (found?.error) when(parts.explorer, [found.error, mayAdd(app)], () => put(/** @type {any} */ (parts).explorer, h('p', { class: 'quiet' }, t(isOfFiles ? 'noExplorer' : mayAdd(app) ? 'makeLibrary' : 'noLibrary')), h('pre', { tabindex: 0 }, isOfFiles ? 'meihua library export --explorer explorer' : 'meihua library add FILES')));
  else if (found) drawExplorer(app, found, parts.explorer);
  if (!found?.error) drawList(app, parts.list);
}
