// The hero and the monsters of a tower: what each costs now.

import { h, put, s, symbol } from '../dom.js';
import { t } from '../words.js';

/** Special 4 is another one under the rules of seven values. @param {import('../app.js').App} app */
function rules(app) {
  const { fen, own } = app.view;
  return fen.split(';')[2 + own.map.length]?.trim().split(/\s+/).length === 7 ? 'v2' : 'v1';
}

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawBook(app, host) {
  const { hero, monsters } = (app.preview || app.view).own;
  const stat = (/** @type {string} */ name, /** @type {number} */ value) => h('span', null, `${t(name)} `, h('b', null, String(value)));
  const keys = [21, 22, 23].map((code, index) => h('span', { class: 'key' }, s('svg', { viewBox: '0 0 44 44', width: 22, height: 22, role: 'img', 'aria-label': t(`tile.${code}`) }, symbol(`t-${code}`, 0, 0, 44)), h('b', null, String(hero.keys[index]))));
  const kind = (/** @type {number} */ number) => (number === 4 && rules(app) === 'v2' ? '4b' : number);
  const rows = monsters.map((/** @type {any} */ monster) => h('tr', null,
    h('th', { scope: 'row' }, monster.code === 99 ? t('tile.99') : String(monster.code)), h('td', null, monster.hp), h('td', null, monster.attack), h('td', null, monster.defence),
    h('td', null, monster.damage === null ? '☠' : String(monster.damage)), h('td', null, monster.special ? t(`special.${kind(monster.special)}`) : '')));
  put(host, h('p', { class: 'hero' }, stat('hp', hero.hp), stat('attack', hero.attack), stat('defence', hero.defence), stat('magic', hero.magic), keys),
    monsters.length ? h('table', null, h('caption', null, t('book')),
      h('thead', null, h('tr', null, ['monster', 'hp', 'attack', 'defence', 'cost', 'special'].map((name) => h('th', { scope: 'col' }, t(name))))), h('tbody', null, rows)) : null);
}
