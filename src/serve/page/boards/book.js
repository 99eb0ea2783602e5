// The monster manual of a tower: what each monster costs now, and the attack at which it costs less.

import { h, put, s, symbol, when } from '../dom.js';
import { SIDE, numbersOf, spriteOf } from './floor.js';
import { floorsOf, follow, strip } from './floors.js';
import { towerOf } from './project.js';
import { spritesNow } from './sprites.js';
import { has, t } from '../words.js';

/** Special ability 4 has another meaning in towers with seven values. @param {import('../app.js').App} app */
function rules(app) {
  const { fen, own } = app.view;
  return fen.split(';')[2 + own.map.length]?.trim().split(/\s+/).length === 7 ? 'v2' : 'v1';
}

/** A small sprite. @param {import('../dom.js').Shape} shape */
const sprite = (shape) => s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, class: 'sprite', 'aria-hidden': 'true' }, shape);

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawBook(app, host) {
  const { own } = app.preview || app.view;
  // The table does not depend on where the hero stands.
  const { row, col, x, y, direction, ...hero } = own.hero;
  const art = own.floor ? spritesNow(towerOf(app.tree)) : null;
  const floors = own.floor ? floorsOf(app, own, art) : [];
  let scrolled = 0;
  when(host, [own.floor?.id, floors, hero, own.items, own.monsters, !!art], () => {
    scrolled = host.querySelector('.floors')?.scrollLeft || 0;
    if (own.floor) fillProject(own, floors, host, art);
    else fill(app, own, host);
  });
  if (own.floor) follow(host, `${app.tree.base} ${own.floor.id}`, scrolled);
}

/** @param {import('../app.js').App} app @param {any} own @param {HTMLElement} host */
function fill(app, { monsters }, host) {
  const kind = (/** @type {number} */ number) => (number === 4 && rules(app) === 'v2' ? '4b' : number);
  const rows = monsters.map((/** @type {any} */ monster) => h('tr', null,
    h('th', { scope: 'row' }, sprite(symbol(`t-${monster.code}`, 0, 0, SIDE)), monster.code === 99 ? t('tile.99') : String(monster.code), monster.special ? h('small', { class: 'special' }, t(`special.${kind(monster.special)}`)) : null), h('td', null, monster.hp), h('td', null, monster.attack), h('td', null, monster.defence),
    h('td', null, cost(monster)), h('td', null, next(monster))));
  put(host, table(rows));
}

/** @param {any} own @param {import('./floors.js').Seen[]} floors @param {HTMLElement} host @param {import('./sprites.js').Sprites|null} art */
function fillProject(own, floors, host, art) {
  const { title, floor, items, monsters } = own;
  const numbers = numbersOf(monsters);
  const rows = monsters.map((/** @type {any} */ monster) => {
    const picture = art?.icon(monster.id, SIDE);
    return h('tr', null,
      h('th', { scope: 'row' }, sprite(picture || symbol(spriteOf(monster.id), 0, 0, SIDE)), [!picture && numbers.get(monster.id), monster.name].filter(Boolean).join(' '), specials(monster)), h('td', null, monster.hp), h('td', null, monster.attack), h('td', null, monster.defence),
      h('td', null, cost(monster)), h('td', null, next(monster)));
  });
  put(host, h('h2', null, `${title}, ${floor.name}`), strip(own, floors, art),
    items.length ? h('p', { class: 'quiet' }, items.map((/** @type {any} */ item) => (item.count > 1 ? `${item.name} × ${item.count}` : item.name)).join(t('comma'))) : null, table(rows));
}

/** What a monster of a multi-floor tower can do, in words: the specials of the platform by number, and the tower's own. @param {any} monster */
function specials(monster) {
  const names = [...monster.specials.filter((/** @type {number} */ number) => has(`ability.${number}`)).map((/** @type {number} */ number) => t(`ability.${number}`)), ...monster.own_specials];
  return names.length ? h('small', { class: 'special' }, names.join(t('comma'))) : null;
}

/** @param {any} monster */
const cost = (monster) => (monster.damage === null ? '☠' : String(monster.damage));

/** The next attack at which a monster costs less, in words. @param {any} monster */
const next = (monster) => (monster.next ? t('atAttack', { attack: monster.next.attack, damage: monster.next.damage }) : '');

/** @param {any[]} rows */
function table(rows) {
  return rows.length ? h('table', null, h('caption', null, t('book')),
    h('thead', null, h('tr', null, ['monster', 'hp', 'attack', 'defence', 'cost', 'threshold'].map((name) => h('th', { scope: 'col' }, t(name))))), h('tbody', null, rows)) : null;
}
