// The keys of the exhaustive search that are no steps: tools, flights, shops from afar, equipment, leaps. Each function takes the rules, a
// state that it does not change, and what takes the states that result.

import { DIRECTIONS, FREE, NETS, SKILL_COST, press } from './states.mjs';

const STAIRS = new Set(['upFloor', 'downFloor', 'leftPortal', 'rightPortal', 'upPortal', 'downPortal', 'portal', 'starPortal']);
const WINES = { poisonWine: 'poison', weakWine: 'weak', curseWine: 'curse' };
// Items whose use has rules of its own.
const STANDARD = new Set(['skill1', 'earthquake', 'bigKey', 'icePickaxe', 'jumpShoes']);

/** What the hero does to the cell in a direction without a step: he takes an item, or uses a tool. */
export function reachOut(rules, before, direction, then) {
  const to = rules.neighbours[direction][before.cell];
  const block = rules.block(before, to);
  if (!block) return;
  const turn = `t${DIRECTIONS[direction].key}:`;
  const canTake = rules.flags.enableGentleClick && !rules.isHeld(before, direction);
  const { trigger } = rules.thing(before, to);
  if (trigger === 'getItem' && canTake) rules.take(press(before, `${turn}G`), to, then);
  if (block.id === 'lava') clear(rules, before, to, 'freezeBadge', turn, then);
  if (block.canBreak) clear(rules, before, to, 'pickaxe', turn, then);
  if (block.cls === 'enemys' && !rules.enemies[block.id].notBomb) clear(rules, before, to, 'bomb', turn, then);
}

function clear(rules, before, cell, tool, turn, then) {
  if (!before.items[tool]) return;
  const state = press(before, `${turn}I${tool}:`);
  rules.put(state, cell, FREE);
  const todo = rules.refresh(state);
  if (rules.items[tool].cls === 'tools') state.items[tool] -= 1;
  rules.begin(todo, state, cell, then);
}

/** Flights to all floors, the hero's own included. */
function fly(rules, before, then) {
  if (!before.items.fly || !rules.floors[before.floor].canFlyFrom || (rules.flags.flyNearStair && !isNearStairs(rules, before))) return;
  for (const [floor, { canFlyTo, flyPoint }] of rules.floors.entries()) {
    if (!canFlyTo || !rules.hasVisited(before, floor)) continue;
    const state = press(before, `F${rules.floorIds[floor]}:`);
    const isBelow = before.floor < floor || (before.floor === floor && !rules.floors[floor].underGround);
    const stairs = rules.findStairs(state, floor, isBelow ? 'downFloor' : 'upFloor');
    const left = before.flags[`__left${floor}`];
    const to = left ? left - 1 : stairs ?? before.cell;
    rules.arrive(state, floor, flyPoint ? rules.cellAt(...flyPoint) : to, false, then, true);
  }
}

/** Whether the hero stands on stairs or beside some; the platform counts portals, too. */
function isNearStairs(rules, state) {
  const around = [state.cell, ...rules.neighbours.map((neighbours) => neighbours[state.cell])];
  return around.some((cell) => STAIRS.has(rules.block(state, cell)?.id));
}

/** The tools that carry the hero to another cell. */
function carry(rules, before, then) {
  const use = (id, floor, cell, arrive) => {
    if (!before.items[id] || !rules.floors[floor] || rules.content(before, cell, floor) !== FREE) return;
    const state = press(before, `I${id}:`);
    state.items[id] -= 1;
    arrive(state);
  };
  const opposite = rules.area - 1 - before.cell;
  use('centerFly', before.floor, opposite, (state) => {
    state.cell = opposite;
    then(state);
  });
  for (const [id, floor] of [['upFly', before.floor + 1], ['downFly', before.floor - 1]]) {
    use(id, floor, before.cell, (state) => rules.arrive(state, floor, before.cell, false, then));
  }
}

function drink(rules, before, then) {
  for (const [id, debuff] of Object.entries(WINES)) {
    if (!before.items[id] || !before.flags[debuff]) continue;
    const state = press(before, `I${id}:`);
    state.items[id] -= 1;
    rules.cure(state, debuff);
    then(state);
  }
}

/** The skill that doubles the attack in one fight, which the hero may leave off again. */
function prepare(rules, before, then) {
  if (!before.items.skill1 || (!before.flags.skill && before.mana < SKILL_COST)) return;
  const state = press(before, 'Iskill1:');
  state.flags.skill = before.flags.skill ? 0 : 1;
  then(state);
}

/** Items that do something to the hero's whole floor, or to the cells before him. */
function work(rules, before, then) {
  const use = (id, keys, act) => {
    if (!before.items[id]) return;
    const state = press(before, keys);
    state.items[id] -= 1;
    act(state);
  };
  const cells = [...rules.names.keys()];
  const walls = cells.filter((cell) => rules.block(before, cell)?.canBreak);
  const doors = cells.filter((cell) => rules.block(before, cell)?.id === 'yellowDoor');
  if (walls.length) {
    use('earthquake', 'Iearthquake:', (state) => {
      for (const cell of walls) rules.put(state, cell, FREE);
      then(state);
    });
  }
  const open = (keys, id, list) => use(id, keys, (state) => {
    rules.begin(list.map((cell) => ({ type: 'openDoor', loc: rules.names[cell].split(',').map(Number) })), state, before.cell, then);
  });
  if (doors.length) open('IbigKey:', 'bigKey', doors);
  for (const [direction, neighbours] of rules.neighbours.entries()) {
    const turn = `t${DIRECTIONS[direction].key}:`;
    const next = neighbours[before.cell], second = next < 0 ? -1 : neighbours[next];
    if (next >= 0 && rules.block(before, next)?.id === 'ice') open(`${turn}IicePickaxe:`, 'icePickaxe', [next]);
    if (second < 0 || rules.content(before, second) !== FREE) continue;
    use('jumpShoes', `${turn}IjumpShoes:`, (state) => {
      state.cell = second;
      then(state);
    });
  }
}

/** Items with events of their own. */
function use(rules, before, then) {
  for (const id of rules.itemIds) {
    const { cls, useItemEvent, canUseItemEffect } = rules.items[id];
    if (!useItemEvent || STANDARD.has(id) || !before.items[id] || !rules.evaluate(canUseItemEffect, before)) continue;
    const state = press(before, `I${id}:`);
    if (cls === 'tools') state.items[id] -= 1;
    rules.begin(useItemEvent, state, before.cell, then);
  }
}

/** A leap over free cells, which does not count as a step: no automatic event begins. Elsewhere it is as good to walk. */
function leap(rules, before, then) {
  const here = rules.thing(before, before.cell);
  if (!rules.automatic.length || rules.stepDamage(before, before.cell) || (here && here.trigger !== 'changeFloor')) return;
  const steps = new Map([[before.cell, 0]]);
  for (const [cell, number] of steps) {
    for (const [direction, neighbours] of rules.neighbours.entries()) {
      const to = neighbours[cell];
      if (to < 0 || steps.has(to) || rules.isBarred(before, cell, direction)) continue;
      const thing = rules.thing(before, to);
      const isOpen = !thing?.noPass && !NETS[thing?.id] && (!thing?.trigger
        || (thing.trigger === 'changeFloor' && (thing.data.ignoreChangeFloor ?? rules.flags.ignoreChangeFloor)));
      const isFree = isOpen && !rules.isIce(before, to) && !rules.stepDamage(before, to);
      if (!isFree || rules.ambushers(before, to).length || rules.movers(before, to).length) continue;
      steps.set(to, number + 1);
      const damage = before.flags.poison ? (number + 1) * rules.values.poisonDamage : 0;
      if (thing?.trigger || damage >= before.hp) continue;
      const state = press(before, `M${rules.names[to].replace(',', ':')}`);
      state.hp -= damage;
      state.cell = to;
      then(state);
    }
  }
}

/** Shops that the hero knows, from afar. */
function shopFromAfar(rules, before, then) {
  if (rules.floors[before.floor].canUseQuickShop === false) return;
  const at = { cell: before.cell, breaks: [], end: then };
  for (const id of rules.shopIds.filter((shop) => before.shops[shop])) rules.trade(id, press(before, `S${id}:`), at, then);
}

export function dress(rules, before, then) {
  for (const id of rules.itemIds.filter((item) => before.items[item] && rules.items[item].cls === 'equips')) {
    const slot = rules.slotFor(before, id);
    if (slot < 0) continue;
    const state = press(before, `e${rules.numbers[id]}:`);
    rules.wear(state, slot, id);
    then(state);
  }
  for (const slot of before.worn.keys()) {
    if (!before.worn[slot]) continue;
    const state = press(before, `u${slot}`);
    rules.wear(state, slot, null);
    then(state);
  }
}

/** What the hero can do without a step, wherever he stands. */
export const KEYS = [fly, carry, drink, prepare, work, use, leap, shopFromAfar, dress];
