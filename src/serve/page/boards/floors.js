// The floors of a tower as a strip of small maps, with what is left on each. A press shows a floor as it was seen last; one that
// was not seen yet, as its file has it.

import { look as lookAt } from '../aside.js';
import { button, h, put, s, v } from '../dom.js';
import { SIDE } from './floor.js';
import { t } from '../words.js';

/** A floor: how it was seen last, or its file. @typedef {{id: string, name: string, number: number, isSeen: boolean, isRecalled?: boolean, map: number[][], kinds: string[][], left: {monsters: number, doors: number, items: number}}} Seen */

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
  // After a record or a reload there are places without a view: what was seen before them may be gone.
  let isSure = true;
  const lacking = [];
  for (let here = app.tree.at.parent; here; here = here.parent) {
    const floor = here.view?.own.floor;
    isSure &&= !!floor;
    if (!floor || all.has(floor.id)) continue;
    const one = seen(floor);
    if (!isSure && !lasts.has(here) && sure !== app.tree.at) lacking.push(one);
    all.set(floor.id, one);
  }
  art?.kept.order.forEach((id, number) => all.has(id) || (art.kept.floors[id]?.map.length && all.set(id, first(art, id, number))));
  if (!app.preview) lacking.push(...[...all.values()].filter(({ id, isSeen }) => !isSeen && own.visited.includes(id)));
  for (const floor of lacking) all.set(floor.id, recalled(floor));
  if (lacking.length) void recall(app, own.visited);
  return [...all.values()].sort((a, b) => a.number - b.number);
}

/** Floors that were seen, whose last view is being looked for. @type {WeakMap<Seen, Seen>} */
const lost = new WeakMap();

/** @param {Seen} floor @returns {Seen} */
function recalled(floor) {
  const found = lost.get(floor) || { ...floor, isRecalled: true };
  lost.set(floor, found);
  return found;
}

/** The distances at which a walk is asked where it was: floors that were left at once are found by the small ones. */
const STRIDES = [16, 4, 1];
/** The place whose walk is looked through. @type {import('../tree.js').Place|null} */
let recalling = null;

/** The last places on their floors that were found. @type {WeakSet<import('../tree.js').Place>} */
const lasts = new WeakSet();
/** The place whose walk was looked through to its start. @type {import('../tree.js').Place|null} */
let sure = null;

/** Looks for the last view of each floor that was visited, from the end of the walk on. @param {import('../app.js').App} app @param {string[]} visited */
async function recall(app, visited) {
  const { tree, game } = app;
  const end = tree.at;
  if (recalling === end) return;
  recalling = end;
  const line = [end];
  for (let here = end.parent; here; here = here.parent) line.push(here);
  const floorAt = async (/** @type {number} */ index) => {
    const place = /** @type {import('../tree.js').Place} */ (line[index]);
    if (app.tree !== tree || tree.at !== end) return '';
    place.view ??= await lookAt(game, tree.base, tree.path(place));
    return place.view?.own.floor.id || '';
  };
  const found = new Set([await floorAt(0)]);
  for (const stride of STRIDES) {
    for (let near = 0; near < line.length - 1 && found.size < visited.length; near += stride) {
      let [late, early] = [near, Math.min(near + stride, line.length - 1)];
      const floor = await floorAt(early);
      // Somebody went on meanwhile: the next view asks again.
      if (!floor) return void (recalling = recalling === end ? null : recalling);
      if (found.has(floor)) continue;
      // Its last place stands between the two.
      while (early - late > 1) {
        const middle = (early + late) >> 1;
        if ((await floorAt(middle)) === floor) early = middle;
        else late = middle;
      }
      found.add(floor);
      lasts.add(/** @type {import('../tree.js').Place} */ (line[early]));
      app.render();
    }
  }
  sure = end;
  app.render();
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

/** The key of the words for how a floor is known. @param {Seen} floor */
const wordOf = ({ isSeen, isRecalled }) => (isRecalled ? 'recalled' : isSeen ? 'seenLast' : 'notSeen');

/** What is left on a floor, in words. @param {Seen} floor */
const leftWords = (floor) => t(floor.isRecalled ? 'recalled' : 'leftThere', floor.left);

/** Scrolls the strip to the hero's floor once it is in sight; where he stays on it, the strip stays where a person has scrolled it. @param {HTMLElement} host @param {string} floor @param {number} scrolled where it was */
export function follow(host, floor, scrolled) {
  const list = /** @type {HTMLElement|null} */ (host.querySelector('.floors'));
  const here = list?.querySelector('[aria-current]');
  if (!list || !here || list.dataset.at || host.closest('[hidden]') || !list.clientWidth) return;
  const where = `${floor} ${list.children.length}`;
  list.dataset.at = where;
  const [strip, tile] = [list.getBoundingClientRect(), here.getBoundingClientRect()];
  list.scrollLeft = followed === where ? scrolled : tile.left - strip.left - (strip.width - tile.width) / 2;
  followed = where;
}

/** The floor that the strip was scrolled to, and of how many. */
let followed = '';

/** The strip, and the floor that is looked at. @param {any} own @param {Seen[]} floors @param {import('./sprites.js').Sprites|null} art */
export function strip(own, floors, art) {
  const look = h('figure', { class: 'look', hidden: true });
  const show = (/** @type {Seen} */ floor) => {
    look.hidden = false;
    put(look, h('figcaption', null, `${floor.name}: ${t(wordOf(floor))}`), floor.isRecalled ? null : large(floor, art));
  };
  const items = floors.map((floor) => h('li', { 'aria-current': floor.id === own.floor.id ? 'location' : null, class: floor.isSeen || floor.isRecalled ? null : 'untrod' },
    button([small(floor), h('b', null, floor.name), h('small', null, floor.isRecalled ? '…' : `●${floor.left.monsters} ▥${floor.left.doors} ★${floor.left.items}`)], () => {
      looked = looked === floor.id ? '' : floor.id;
      if (looked) show(floor);
      else look.hidden = true;
    }, { title: leftWords(floor), 'aria-label': `${floor.name}: ${leftWords(floor)}${floor.isSeen || floor.isRecalled ? '' : `, ${t('notSeen')}`}` })));
  const shown = floors.find(({ id }) => id === looked);
  if (shown) show(shown);
  return [h('ol', { class: 'floors', 'aria-label': t('floors') }, items), look];
}
