// The words of events that the exhaustive search knows, written from the platform's own code (libs/events.js). Each takes the rules, its
// action, the state, where it runs, and what goes on after it. Where it runs is `at`: the cell of the event, the floor if it is not the
// hero's, what goes on after a `break` for each loop around it, the innermost first, and what goes on after `exit`.

import { EVENT, FREE, HIDDEN } from './states.mjs';

const OPERATORS = {
  '+=': (old, given) => old + given, '-=': (old, given) => old - given, '*=': (old, given) => old * given, '=': (_, given) => given,
  '//=': (old, given) => Math.trunc(old / given), '%=': (old, given) => old % given, 'min=': Math.min, 'max=': Math.max,
};
const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The floor whose cells an action names. */
function floorOf(rules, { floorId }, state, at) {
  return floorId ? rules.floorIds.indexOf(floorId) : at.floor ?? state.floor;
}

/** The cells that an action names: one or several, or the event's own. */
function cellsOf(rules, { loc }, at) {
  if (!loc) return [at.cell];
  return (Array.isArray(loc[0]) ? loc : [loc]).map(([x, y]) => rules.cellAt(x, y));
}

/** Goes on after the platform has looked for automatic events, if it was the hero's floor that changed. */
function changed(rules, state, floor, at, goOn) {
  if (floor === state.floor) rules.run(rules.refresh(state), state, at, goOn);
  else goOn(state);
}

/** Where a name of the kinds that events set is kept. */
function ownerOf(rules, kind, field, state, at) {
  if (kind === 'status') return [state, field];
  if (kind === 'item') return [state.items, field];
  if (kind === 'flag') return [state.flags, field];
  if (kind === 'temp') return [state.flags, `@temp@${field}`];
  if (kind === 'switch') return [state.flags, `${rules.prefix(state, at)}@${field}`];
  throw new Error(`not read: ${kind}:${field}`);
}

function setValue(rules, { name, operator, value }, state, at, goOn) {
  const [kind, field] = name.split(':');
  const [owner, key] = ownerOf(rules, kind, field, state, at);
  owner[key] = OPERATORS[operator](owner[key] ?? 0, Number(rules.evaluate(value, state, at)));
  if (kind === 'item') owner[key] = Math.max(0, rules.items[field].cls === 'constants' ? Math.min(1, owner[key]) : owner[key]);
  if (state.hp > 0) changed(rules, state, state.floor, at, goOn);
}

function setBlock(rules, action, state, at, goOn) {
  const floor = floorOf(rules, action, state, at);
  for (const cell of cellsOf(rules, action, at)) {
    const old = rules.raw(state, cell, floor);
    const number = action.number === FREE && rules.tables[floor].events[cell] ? EVENT : action.number;
    // What is hidden stays so, except that nothing takes its place.
    rules.put(state, cell, old >= HIDDEN && number !== FREE ? number + HIDDEN : number, floor);
  }
  changed(rules, state, floor, at, goOn);
}

function hide(rules, action, state, at, goOn) {
  const floor = floorOf(rules, action, state, at);
  for (const cell of cellsOf(rules, action, at)) {
    const old = rules.raw(state, cell, floor);
    if (action.remove) rules.put(state, cell, FREE, floor);
    else if (old !== FREE && old < HIDDEN) rules.put(state, cell, old + HIDDEN, floor);
  }
  changed(rules, state, floor, at, goOn);
}

function show(rules, action, state, at, goOn) {
  const floor = floorOf(rules, action, state, at);
  for (const cell of cellsOf(rules, action, at)) {
    const old = rules.raw(state, cell, floor);
    if (old >= HIDDEN) rules.put(state, cell, old - HIDDEN, floor);
  }
  goOn(state);
}

/** Opens what is a door; on another floor it takes anything away. */
function openDoor(rules, action, state, at, goOn) {
  const floor = floorOf(rules, action, state, at);
  const [cell] = cellsOf(rules, action, at);
  if (floor === state.floor) {
    rules.unlock(state, cell, action.needKey, goOn);
    return;
  }
  rules.put(state, cell, FREE, floor);
  goOn(state);
}

function closeDoor(rules, action, state, at, goOn) {
  const [cell] = cellsOf(rules, action, at);
  if (rules.content(state, cell) !== FREE) {
    goOn(state);
    return;
  }
  rules.put(state, cell, rules.numbers[action.id]);
  changed(rules, state, state.floor, at, goOn);
}

/** Repeats actions while a condition holds. A state that has come to the condition before, with as much hp, goes no further. */
function repeat(rules, { condition, data }, state, at, goOn, isFirst) {
  const seen = new Map();
  const inside = { ...at, breaks: [goOn, ...at.breaks] };
  const again = (next) => {
    const known = rules.identity(next);
    if (seen.get(known) >= next.hp) return;
    seen.set(known, next.hp);
    if (rules.evaluate(condition, next, at)) rules.run(data, next, inside, again);
    else goOn(next);
  };
  if (isFirst) rules.run(data, state, inside, again);
  else again(state);
}

function count(rules, { name, from, to, step, data }, state, at, goOn) {
  const key = `@temp@${name.slice('temp:'.length)}`;
  const [first, last, by] = [from, to, step].map((value) => rules.evaluate(value, state, at));
  const inside = { ...at, breaks: [goOn, ...at.breaks] };
  const go = (next) => {
    if (by > 0 ? next.flags[key] > last : next.flags[key] < last) {
      goOn(next);
      return;
    }
    rules.run(data, next, inside, (after) => {
      after.flags[key] += by;
      go(after);
    });
  };
  state.flags[key] = first;
  go(state);
}

function choose(rules, { condition, caseList }, state, at, goOn) {
  const key = rules.evaluate(condition, state, at);
  const actions = [];
  for (const one of caseList) {
    if (one.case !== 'default' && rules.evaluate(one.case, state, at) !== key) continue;
    actions.push(...one.action);
    if (!one.nobreak) break;
  }
  rules.run(actions, state, at, goOn);
}

/** A common event, which a `break` in it leaves, or the event of another cell. */
function insert(rules, { name, args = [], loc, which = 'events', floorId }, state, at, goOn) {
  for (const [number, value] of args.entries()) state.flags[`arg${number + 1}`] = value;
  if (name) {
    rules.run(rules.common[name], state, { ...at, breaks: [goOn, ...at.breaks] }, goOn);
    return;
  }
  const event = rules.tables[floorOf(rules, { floorId }, state, at)][which][rules.cellAt(...loc)];
  rules.run(event?.data ?? event, state, at, goOn);
}

/** A fight that the hero cannot refuse. */
function battle(rules, action, state, at, goOn) {
  if (action.id) {
    rules.fight(state, action.id, -1, goOn);
    return;
  }
  const [cell] = cellsOf(rules, action, at);
  const id = rules.monster(state, cell);
  if (id) rules.fight(state, id, cell, goOn);
  else goOn(state);
}

function moveHero(rules, { steps }, state, _, goOn) {
  for (const [direction, number = 1] of steps.map((step) => step.split(':'))) {
    for (let left = Number(number); left > 0; left -= 1) {
      const [x, y] = STEPS[direction];
      state.cell += y * rules.width + x;
    }
  }
  goOn(state);
}

function place(rules, action, state, at, goOn) {
  [state.cell] = cellsOf(rules, action, at);
  goOn(state);
}

function setEnemy(rules, { id, name, operator, value }, state, at, goOn) {
  state.changed[`${id}@${name}`] = OPERATORS[operator](rules.value(state, id, name), Number(rules.evaluate(value, state, at)));
  changed(rules, state, state.floor, at, goOn);
}

function setEnemyOnPoint(rules, action, state, at, goOn) {
  const floor = floorOf(rules, action, state, at);
  for (const cell of cellsOf(rules, action, at)) {
    const block = rules.block(state, cell, floor);
    if (block?.cls !== 'enemys') continue;
    const old = rules.value(state, block.id, action.name, cell, floor);
    const given = Number(rules.evaluate(action.value, state, at));
    state.changed[`${floor}@${cell}@${action.name}`] = OPERATORS[action.operator](old, given);
  }
  changed(rules, state, state.floor, at, goOn);
}

/** Changes what equipment is worth, also while the hero wears it. */
function setEquip(rules, { id, valueType, name, operator, value }, state, at, goOn) {
  const old = rules.worth(state, id, valueType);
  // What it was not worth before becomes no number, which is worth nothing.
  const given = OPERATORS[operator](old[name], Number(rules.evaluate(value, state, at))) || 0;
  state.changed[`${id}!${valueType}!${name}`] = given;
  if (!state.worn.includes(id)) {
    goOn(state);
    return;
  }
  rules.raise(state, valueType, { ...old, [name]: given }, old);
  changed(rules, state, state.floor, at, goOn);
}

/** An automatic event: it runs for its own cell, and a `break` leaves it. */
function automatic(rules, { number }, state, at, goOn) {
  const { data, cell, floor } = rules.automatic[number];
  const end = (next) => {
    next.executing &= ~(1 << number);
    goOn(next);
  };
  rules.run(data, state, { ...at, cell: cell ?? at.cell, floor: floor ?? at.floor, breaks: [end, ...at.breaks] }, end);
}

const nothing = (rules, action, state, at, goOn) => goOn(state);

export const WORDS = {
  setValue, setBlock, hide, show, openDoor, closeDoor, insert, battle, moveHero, setEnemy, setEnemyOnPoint, setEquip, automatic,
  for: count, switch: choose, jumpHero: place, changePos: place, comment: nothing, tip: nothing, sleep: nothing, lose: () => {},
  if: (rules, action, state, at, goOn) => rules.run(rules.evaluate(action.condition, state, at) ? action.true : action.false, state, at, goOn),
  while: (rules, action, state, at, goOn) => repeat(rules, action, state, at, goOn, false),
  dowhile: (rules, action, state, at, goOn) => repeat(rules, action, state, at, goOn, true),
  // Outside of all loops it does nothing.
  break: (rules, { n = 1 }, state, at, goOn) => (at.breaks[n - 1] ?? at.breaks.at(-1) ?? goOn)(state),
  exit: (rules, action, state, at) => {
    state.executing = 0;
    at.end(state);
  },
  choices: (rules, { choices }, state, at, goOn) => rules.choose(choices, state, at, goOn),
  confirm: (rules, { yes, no }, state, at, goOn) => rules.choose([{ action: yes }, { action: no }], state, at, goOn),
  openShop: (rules, { id, open }, state, at, goOn) => {
    state.shops[id] = true;
    if (open) rules.trade(id, state, at, goOn);
    else goOn(state);
  },
  disableShop: (rules, { id }, state, at, goOn) => {
    delete state.shops[id];
    goOn(state);
  },
  changeFloor: (rules, { floorId, loc }, state, at, goOn) => {
    rules.arrive(state, rules.floorIds.indexOf(floorId), rules.cellAt(...loc), true, goOn);
  },
  trigger: (rules, action, state, at, goOn) => rules.activate(state, cellsOf(rules, action, at)[0], true, goOn),
  win: (rules, action, state) => rules.won(state),
};
