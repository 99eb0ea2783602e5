// What stands on the cells of a tower of many floors: its names, its symbols, and a small picture of a floor.

import { s, symbol, v } from '../dom.js';
import { SIDE, spriteOf } from './floor.js';
import { has, lang, t } from '../words.js';

/** Symbols of things by their ids. @type {Record<string, number>} */
const CODES = {
  yellowKey: 21, blueKey: 22, redKey: 23, redGem: 24, blueGem: 25, greenGem: 26, redPotion: 27, bluePotion: 28, yellowPotion: 29,
  greenPotion: 30, yellowDoor: 31, blueDoor: 32, redDoor: 33,
};
/** Letters for things without a symbol. @type {Record<string, string>} */
const LETTERS = { up: '▲', down: '▼', stairs: '◆', event: '?', item: '★', door: '▥' };

/** A net on the ground that hurts, around the middle of its cell. */
const NET = 'M-16 -8L8 16M-16 -16L16 16M-8 -16L16 8M-16 8L8 -16M-16 16L16 -16M-8 16L16 -8';

/** @param {string} kind @param {number} x @param {number} y @param {string} text */
export function letter(kind, x, y, text) {
  return v('text', { class: kind, x, y, 'text-anchor': 'middle' }, text);
}

/** The symbol of a thing; null where nothing stands. @param {string} thing its kind and id @param {number} x @param {number} y */
export function symbolOf(thing, x, y) {
  const [kind = '', id = ''] = thing.split(' ');
  if (kind === 'monster') return symbol(spriteOf(id), x, y, SIDE);
  if (CODES[id]) return symbol(`t-${CODES[id]}`, x, y, SIDE);
  if (kind === 'hazard') return v('path', { d: NET, transform: `translate(${x + 22} ${y + 22})`, fill: 'none', stroke: '#b3261e', 'stroke-width': 2.5 });
  return LETTERS[kind] ? letter('thing', x + 22, y + 30, LETTERS[kind]) : null;
}

/** The ground of a cell. @param {string} thing @param {number} x @param {number} y */
export const groundOf = (thing, x, y) => v('rect', { class: thing === 'wall' ? 'wall' : 'floor', x, y, width: SIDE, height: SIDE });

/** A name for a thing that the tower does not name, from its id. @param {string} kind @param {string} id */
function plainName(kind, id) {
  const plain = id.replace(/([a-z])([A-Z\d])/g, '$1 $2').toLowerCase();
  if (has(`thing.${id}`)) return t(`thing.${id}`);
  return id ? t('thingNamed', { kind: t(`thing.${kind}`), name: plain }) : t(`thing.${kind}`);
}

/** The name of what is on a cell. The engine names what can be reached, what the hero has, and what the tower names on the floor. @param {any} own @param {number} x @param {number} y */
export function nameAt(own, x, y) {
  const [kind = '', id = ''] = (own.floor.things[y]?.[x] || '').split(' ');
  const monster = kind === 'monster' && own.monsters.find((/** @type {any} */ one) => one.id === id);
  if (monster) return monster.name;
  const known = [own.targets.find((/** @type {any} */ one) => one.x === x && one.y === y), own.items.find((/** @type {any} */ one) => one.id === id)];
  const named = known.find((one) => one?.name && one.name !== id)?.name || own.floor.names?.[id];
  // A tower in English: in Chinese the page has better words for what every tower has.
  const isForeign = lang() === 'zh' && has(`thing.${id}`) && /^[ -~]*$/.test(named || '');
  return (!isForeign && named) || plainName(kind, id);
}

/** A small picture of the floor where the hero is. @param {any} own */
export function floorPicture({ floor, hero }) {
  const cells = floor.things.flatMap((/** @type {string[]} */ line, /** @type {number} */ row) => line.flatMap((thing, column) => [groundOf(thing, column * SIDE, row * SIDE), symbolOf(thing, column * SIDE, row * SIDE)]));
  return s('svg', { viewBox: `0 0 ${floor.things[0].length * SIDE} ${floor.things.length * SIDE}`, class: 'picture', 'aria-hidden': 'true' }, cells, symbol('t-hero', hero.x * SIDE, hero.y * SIDE, SIDE));
}
