// The list of stored games, latest first, to open, save and delete them. Nothing happens by a mere change
// of a choice.

import { look } from '../aside.js';
import { boardOf } from '../boards/index.js';
import { at, button, h, offer, put } from '../dom.js';
import { Tree } from '../tree.js';
import { lang, t } from '../words.js';
import { saveGame, title } from './files.js';
import { towersOf } from './shelf.js';
import { nextMistake } from './lesson.js';
import { accuracyOf } from './recent.js';

/** @typedef {import('../app.js').App} App */

/** A game in a line. @param {string} id @param {any} content @param {number} when @param {string} [tower] what its tower is called */
function words(id, content, when, tower) {
  const { tags } = content;
  const base = String(content.base).replace(/^project .*/, '').replace(/^rules \S+ \S+ (startpos$)?/, '').slice(0, 60);
  const name = tags && Object.keys(tags).length ? title(content) : (content.moves || []).slice(0, 3).map((/** @type {any} */ one) => one.move).join(' ') || base;
  const time = when ? new Date(when).toLocaleString(lang(), { dateStyle: 'short', timeStyle: 'short' }) : t('onlyHere');
  const plies = Tree.fromJson(content).main().length;
  const n = boardOf(content.game)?.isPuzzle ? plies : Math.ceil(plies / 2);
  return [tower || boardOf(content.game)?.titleOf(content.base) || t(`game.${content.game}`), name, t('moveCount', { n }), accuracyOf(id), time].filter(Boolean).join(' · ');
}

/** @param {App} app */
export function showKept(app) {
  const sheet = at('sheet');
  const { keeper } = app;
  app.keep();
  const list = keeper.all().filter(([, record]) => boardOf(record.content.game));
  const text = JSON.stringify({ meihua: 'games', games: list.map(([, record]) => record.content) });
  sheet.setAttribute('aria-label', t('slots'));
  put(sheet, h('h2', null, t('slots')),
    list.length ? h('p', { class: 'quiet' }, t('keptSize', { n: list.length, size: Math.ceil(text.length / 1000) })) : null,
    list.length ? h('ol', { class: 'text games' }, list.map(([id, record]) => item(app, id, record))) : h('p', null, t('noKept')),
    h('div', { class: 'switches' }, button(t('close'), () => sheet.close(), { class: 'main' }), list.length > 0 && button(t('saveAll'), () => void saveAll(list))));
  if (!sheet.open) sheet.showModal();
}

/** Offers all games as one file, with the towers that they need. @param {[string, any][]} list */
async function saveAll(list) {
  const games = list.map(([, record]) => record.content);
  const towers = await towersOf(games.map((game) => String(game.base)));
  offer(new TextEncoder().encode(JSON.stringify({ meihua: 'games', games, towers })), 'meihua-games.json');
}

/** @param {App} app @param {string} id @param {any} record */
function item(app, id, record) {
  const sheet = at('sheet');
  const { keeper } = app;
  const { content } = record;
  const isHere = !app.isHome && id === app.tree.id;
  const open = () => {
    sheet.close();
    const tree = keeper.find(id) || Tree.fromJson(content);
    if (!app.isHome && content.game === app.game && tree !== app.tree) app.past.push(app.tree);
    app.choose(content.game, tree);
    if (tree.tags.Exercise) void nextMistake(app, 1);
  };
  const save = async () => {
    const tree = keeper.find(id) || Tree.fromJson(content);
    const view = await look(content.game, tree.base, tree.path());
    if (view) await saveGame(app, content.game, tree, view);
  };
  const row = h('li', null, button(words(id, content, record.when, keeper.trees.get(id)?.look().title || record.view?.title), open, { 'aria-current': isHere ? 'true' : null }), ' ',
    button(t('save'), () => void save()), ' ',
    !isHere && button(t('delete'), () => {
      const tree = keeper.find(id);
      keeper.forget(id);
      put(row, t('deleted'), ' ', button(t('bringBack'), () => {
        if (tree) keeper.trees.set(id, tree);
        app.keep();
        showKept(app);
      }));
    }));
  return row;
}
