// The games that were on last, as small boards with their names, result and accuracy.

import { look } from '../aside.js';
import { boardOf } from '../boards/index.js';
import { button, h, hide, put, when } from '../dom.js';
import * as store from '../store.js';
import { t } from '../words.js';
import { dueCount, showRepeat } from './drill.js';

/** @typedef {import('../app.js').App} App */

/** Number of games shown. */
const SHOWN = 6;
/** Positions that were looked at, by game and moves. @type {Map<string, any>} */
const views = new Map();

/** The players, else the title or the game. @param {import('../tree.js').Tree} tree @param {string} game */
function nameOf({ tags, base, title, at }, game) {
  const [first, second] = [tags.Red || tags.White, tags.Black];
  return first || second ? `${first || '?'} – ${second || '?'}` : tags.Title || at.view?.own.title || title || boardOf(game)?.titleOf(base) || t(`game.${game}`);
}

/** Length, result and accuracy of a game. @param {import('../tree.js').Tree} tree @param {boolean} isPuzzle */
function stateOf(tree, isPuzzle) {
  const plies = tree.main().length;
  return [t('moveCount', { n: isPuzzle ? plies : Math.ceil(plies / 2) }), tree.result === '*' ? '' : tree.result, accuracyOf(tree.id)].filter(Boolean).join(' · ');
}

/** How accurately both sides of a kept game played; empty where it was not analysed. @param {string} id @returns {string} */
export function accuracyOf(id) {
  const sides = store.story(id)?.review.sides || [];
  return sides.map((/** @type {any} */ side) => (side.accuracy === undefined ? '–' : `${Math.round(side.accuracy)} %`)).join(' : ');
}

/** @param {App} app @param {HTMLElement} host */
export function drawRecent(app, host) {
  const { keeper } = app;
  const all = keeper.all();
  const list = all.filter(([, { content }]) => boardOf(content.game)).slice(0, SHOWN).map(([id]) => ({ id, tree: keeper.find(id) }));
  const games = list.flatMap(({ id, tree }) => {
    const board = boardOf(id.split('.')[0] || '');
    return tree && board ? [{ id, tree, board, key: `${board.name} ${tree.base} ${tree.path().join(' ')}` }] : [];
  });
  hide(host, !games.length);
  if (app.link === 'open') {
    for (const { tree, board, key } of games) {
      if (views.has(key)) continue;
      views.set(key, null);
      void look(board.name, tree.base, tree.path()).then((view) => {
        if (view) views.set(key, view);
        else views.delete(key);
        // Earlier versions kept no title.
        if (view?.own.title) tree.title = view.own.title;
        if (view) app.render();
      });
    }
  }
  const due = games.length ? dueCount(app, all) : 0;
  const words = games.map(({ tree, board }) => [nameOf(tree, board.name), stateOf(tree, board.isPuzzle)]);
  when(host, [games.map(({ id, key }) => [id, key, !!views.get(key)]), words, due], () => put(host, h('h2', null, t('recent')), due ? h('p', null, button(t('repeatHome', { n: due }), () => showRepeat(app), { class: 'main' })) : null, h('ul', { class: 'recent' }, games.map(({ id, tree, board, key }, index) => {
    const [name = '', state = ''] = words[index] || [];
    const view = views.get(key);
    return h('li', null, button([h('span', { class: 'face' }, view ? board.picture(view) : null), h('b', null, name), h('small', null, state)], () => app.choose(board.name, keeper.find(id) || tree), { 'aria-label': `${t(`game.${board.name}`)}: ${name}, ${state}` }));
  }))));
}
