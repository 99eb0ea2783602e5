// The games that the browser keeps: a list to open them from. Nothing is done by a mere change of a choice.

import { at, button, h, put } from '../dom.js';
import { Tree } from '../tree.js';
import { lang, t } from '../words.js';
import { title } from './files.js';

/** A game in a line. @param {any} content @param {number} when */
function words(content, when) {
  const { tags } = content;
  const name = tags && Object.keys(tags).length ? title(content) : (content.moves || []).slice(0, 3).map((/** @type {any} */ one) => one.move).join(' ');
  const time = when ? new Date(when).toLocaleString(lang(), { dateStyle: 'short', timeStyle: 'short' }) : t('onlyHere');
  return `${name || content.base} · ${t('moveCount', { n: (content.moves || []).length })} · ${time}`;
}

/** @param {import('../app.js').App} app */
export function showKept(app) {
  const sheet = at('sheet');
  const { keeper, game } = app;
  app.keep();
  const item = (/** @type {string} */ id, /** @type {any} */ record) => {
    const isHere = id === app.tree.id;
    const open = () => {
      sheet.close();
      const tree = keeper.find(id) || Tree.fromJson(record.content);
      if (tree !== app.tree) app.past.push(app.tree);
      app.choose(game, tree);
    };
    const row = h('li', null, button(words(record.content, record.when), open, { 'aria-current': isHere ? 'true' : null }), ' ',
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
  };
  const list = keeper.all(game);
  sheet.setAttribute('aria-label', t('slots'));
  put(sheet, h('h2', null, t('slots')), list.length ? h('ol', { class: 'text games' }, list.map(([id, record]) => item(id, record))) : h('p', null, t('noKept')),
    button(t('close'), () => sheet.close(), { class: 'main' }));
  if (!sheet.open) sheet.showModal();
}
