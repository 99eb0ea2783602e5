// The floors of a tower as a strip of small maps, with what is left on each. A press shows a floor as it was seen last; one that
// was not seen yet, as its file has it.

import { button, h, put, s, v } from '../dom.js';
import { SIDE } from './floor.js';
import { t } from '../words.js';

/** A floor: how it was seen last, or its file. @typedef {{id: string, name: string, number: number, isSeen: boolean, map: number[][], kinds: string[][], left: {monsters: number, doors: number, items: number}}} Seen */

/** The floor that is looked at, by its id. */
let looked = '';

/** Classes of blocks that a hero does not walk over. */
const WALLS = ['animates', 'autotile', 'tileset'];

/** Floors in the form of the strip, computed once. @type {WeakMap<any, Seen>} */
const known = new WeakMap();

/** @param {Omit<Seen, 'left'>} floor @returns {Seen} */
function counted(floor) {
  const all = floor.kinds.flat();
  const count = (/** @type {string} */ kind) => all.filter((one) => one === kind).length;
  return { ...floor, left: { monsters: count('monster'), doors: count('door'), items: count('item') } };
}

/** A floor that was seen. @param {any} floor of a view @returns {Seen} */
function seen(floor) {
  const found = known.get(floor) || counted({ id: floor.id, name: floor.name, number: floor.number, isSeen: true, map: floor.map, kinds: floor.things.map((/** @type {string[]} */ line) => line.map((thing) => thing.split(' ')[0] || '')) });
  known.set(floor, found);
  return found;
}

/** What a block is, as far as its class and id tell. @param {string} kind @param {string} id */
function kindOf(kind, id) {
  if (kind.startsWith('enem')) return 'monster';
  if (kind === 'items') return 'item';
  if (/Door$/.test(id)) return 'door';
  if (/Floor$|[Pp]ortal/.test(id)) return 'stairs';
  return WALLS.includes(kind) ? 'wall' : 'floor';
}

/** A floor of the tower's files. @param {import('./sprites.js').Sprites} art @param {string} id @param {number} number @returns {Seen} */
function first(art, id, number) {
  const floor = art.kept.floors[id];
  const found = floor && known.get(floor);
  if (found) return found;
  const { map = [], name = id } = floor || {};
  const made = counted({ id, name, number, isSeen: false, map, kinds: map.map((line) => line.map((block) => (block ? kindOf(...(art.kept.blocks[block] || ['tileset', ''])) : 'floor'))) });
  if (floor) known.set(floor, made);
  return made;
}

/**
 * The floors of a tower: those visited so far, each in its latest state, and the others where its files are at hand.
 * @param {import('../app.js').App} app @param {any} own @param {import('./sprites.js').Sprites|null} art @returns {Seen[]}
 */
export function floorsOf(app, own, art) {
  /** @type {Map<string, Seen>} */
  const all = new Map([[own.floor.id, seen(own.floor)]]);
  for (let here = app.tree.at.parent; here; here = here.parent) {
    const floor = here.view?.own.floor;
    if (floor && !all.has(floor.id)) all.set(floor.id, seen(floor));
  }
  art?.kept.order.forEach((id, number) => all.has(id) || (art.kept.floors[id]?.map.length && all.set(id, first(art, id, number))));
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** A floor as a small map: a square for each wall, thing and way out. @param {Seen} floor */
function small({ kinds }) {
  const path = (/** @type {string} */ kind) => {
    const cells = kinds.flatMap((line, y) => line.flatMap((one, x) => (one === kind || (kind === 'stairs' && (one === 'up' || one === 'down')) ? [`M${x} ${y}h1v1h-1z`] : [])));
    return cells.length ? v('path', { class: `mini-${kind}`, d: cells.join('') }) : null;
  };
  return s('svg', { class: 'atlas-floor', viewBox: `0 0 ${kinds[0]?.length || 1} ${kinds.length || 1}`, 'aria-hidden': 'true' }, ['wall', 'door', 'item', 'stairs', 'monster'].map(path));
}

/** A floor as it is drawn on the board; a small map made large where the tower has no pictures. @param {Seen} floor @param {import('./sprites.js').Sprites|null} art */
function large(floor, art) {
  if (!art?.isDrawn) return small(floor);
  const { id, map } = floor;
  const shapes = [...art.under(id, map, SIDE), ...art.layer(map, map, SIDE), ...art.over(id, map, SIDE)];
  return s('svg', { class: 'picture', viewBox: `0 0 ${(map[0]?.length || 1) * SIDE} ${map.length * SIDE}`, 'aria-hidden': 'true' }, shapes);
}

/** The strip, and the floor that is looked at. @param {any} own @param {Seen[]} floors @param {import('./sprites.js').Sprites|null} art */
export function strip(own, floors, art) {
  const look = h('figure', { class: 'look', hidden: true });
  const show = (/** @type {Seen} */ floor) => {
    look.hidden = false;
    put(look, h('figcaption', null, `${floor.name}: ${t(floor.isSeen ? 'seenLast' : 'notSeen')}`), large(floor, art));
  };
  const items = floors.map((floor) => h('li', { 'aria-current': floor.id === own.floor.id ? 'location' : null, class: floor.isSeen ? null : 'untrod' },
    button([small(floor), h('b', null, floor.name), h('small', null, `●${floor.left.monsters} ▥${floor.left.doors} ★${floor.left.items}`)], () => {
      looked = looked === floor.id ? '' : floor.id;
      if (looked) show(floor);
      else look.hidden = true;
    }, { title: t('leftThere', floor.left), 'aria-label': `${floor.name}: ${t('leftThere', floor.left)}${floor.isSeen ? '' : `, ${t('notSeen')}`}` })));
  const shown = floors.find(({ id }) => id === looked);
  if (shown) show(shown);
  return [h('ol', { class: 'floors', 'aria-label': t('floors') }, items), look];
}
