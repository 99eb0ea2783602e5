// Small made-up towers for the exhaustive search, on the platform's template: two or three floors of a few cells, each tower with up to
// three features that a planner may get wrong.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from './walker.mjs';

const MONSTERS = ['greenSlime', 'redSlime', 'blackSlime', 'slimelord', 'bat'];
const BOSS = 'skeletonWarrior';
const DOORS = ['yellowDoor', 'blueDoor'];
const EQUIPMENT = ['sword1', 'sword2', 'shield1'];
const RINGS = ['sword3', 'sword4', 'shield2', 'shield3'];
const COPIED = ['functions.js', 'plugins.js', 'icons.js'];
const VARIABLES = {
  enemys: 'enemys_fcae963b_31c9_42b4_b48c_bb48d09f3f80',
  items: 'items_296f5d02_12fd_4166_a7c1_b5e830c9ee3a',
  maps: 'maps_90f36752_8815_4be8_b32b_d7fad1d0542e',
  events: 'events_c12a15a8_c380_4b28_8144_256cba95f760',
  data: 'data_a1e2fb4a_e986_4524_b0da_9b7ba7c0874d',
};

// What a monster may be where a tower has the feature: how often, and one of which specials.
const SPECIALS = {
  special: { chance: 0.6, numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 22] },
  zone: { chance: 0.5, numbers: [15, 16, 24] },
  ambush: { chance: 0.4, numbers: [27] },
  poison: { chance: 0.3, numbers: [12] },
  weakness: { chance: 0.4, numbers: [13, 14] },
  hatred: { chance: 0.4, numbers: [17] },
  drain: { chance: 0.4, numbers: [11] },
  respawn: { chance: 0.4, numbers: [23] },
  halo: { chance: 0.3, numbers: [25] },
  degrade: { chance: 0.3, numbers: [19, 21] },
  repel: { chance: 0.5, numbers: [18] },
  help: { chance: 0.4, numbers: [26] },
  rangedHalo: { chance: 0.4, numbers: [25] },
  pincer: { chance: 0.6, numbers: [16] },
};

// Blocks that a feature scatters over the tower: how often, and one of which.
const SCATTERED = {
  poison: [[1, ['poisonNet']], [0.5, ['poisonNet']], [0.5, ['poisonWine']]],
  weakness: [[1, ['weakNet', 'curseNet']], [0.4, ['weakWine', 'curseWine']]],
  lava: [[1, ['lavaNet']], [0.7, ['lavaNet']], [0.4, ['lavaNet']]],
  pickaxe: [[1, ['pickaxe']]],
  bomb: [[1, ['bomb']]],
  fly: [[1, ['fly']]],
  centerFly: [[1, ['centerFly']]],
  levelFly: [[1, ['upFly', 'downFly']]],
  equipment: EQUIPMENT.map((id) => [0.6, [id]]),
  rings: RINGS.map((id) => [0.8, [id]]),
  coin: [[1, ['coin']]],
  cross: [[1, ['cross']]],
  amulet: [[1, ['amulet']]],
  superPotion: [[1, ['superPotion']]],
  arrows: Array(3).fill([0.8, ['arrowUp', 'arrowDown', 'arrowLeft', 'arrowRight']]),
  boxes: [[1, ['box']], [0.7, ['box']], [0.5, ['flower']], [0.3, ['boxed']]],
  ownItems: [[1, ['hammer']], [0.6, ['lifeWand']], [0.2, ['dagger']]],
  yellowGem: [[1, ['yellowGem']]],
  earthquake: [[1, ['earthquake']]],
  bigKey: [[1, ['bigKey']], [1, ['yellowDoor']], [1, ['yellowDoor']]],
  icePickaxe: [[1, ['icePickaxe']], [1, ['ice']], [1, ['ice']]],
  jumpShoes: [[1, ['jumpShoes']]],
  skill: [[1, ['skill1']]],
};

// What a feature needs to make a difference.
const NEEDED = {
  closingShop: ['shop'], coin: ['shop'], shopDamage: ['shop', 'lava'], flyPoint: ['fly'], cross: ['special'], worn: ['equipment'],
  amulet: ['lava'], deadZone: ['zone'],
  equipEvents: ['equipment'], percentage: ['equipment'], underGround: ['fly'], flyRecord: ['fly'], setEquip: ['equipment'],
};

// Events and conditions, each with the draft to which it is added. The order is that in which they find free cells.
const ADDED = {
  shop, choices, trap, guardedDoor, firstArrive, afterItem, hpCondition, worn, eachArrive, afterDoor, oneWay, passage, flyPoint, levels, points,
  thresholds, oddKeys, needKey, monsterChange, moved, hidden, loops, commonEvent, confirm, forcedBattle, noPass, beforeBattle, afterKind,
  percentage, equipEvents, setEquip, arithmetic, skill, stairPoints, flyRecord, commonShop, ratio, rangedHalo, pincer, ice, ownItems,
  yellowGem, death, altar, underGround, hpLimit, closingDoor, automatic,
};

/**
 * The names of all features. With `negative` a fight may give hp, with `deadZone` the hero may walk into his death, with `walkableStairs`
 * some stairs say themselves whether he may walk over them.
 */
export const FEATURES = [...new Set([
  ...Object.keys(SPECIALS), ...Object.keys(SCATTERED), ...Object.keys(ADDED), ...Object.keys(NEEDED), 'negative', 'walkableStairs',
])];

const assigned = (text) => JSON.parse(text.slice(text.indexOf('=') + 1).trim().replace(/;$/, ''));
const setValue = (name, operator, value) => ({ type: 'setValue', name, operator, value: String(value) });
const hide = () => ({ type: 'hide', remove: true });
const win = () => ({ type: 'win', reason: 'won' });
const when = (condition, actions) => ({ type: 'if', condition, true: actions, false: [] });

/** A tower that is being drawn: its numbers by a seed, its features, its floors. */
class Draft {
  constructor(source, seed, only) {
    this.draw = random(seed * 7919 + 17);
    for (const name of Object.keys(VARIABLES)) this[name] = assigned(readFileSync(join(source, `${name}.js`), 'utf8'));
    this.numbers = Object.fromEntries(Object.entries(this.maps).map(([number, { id }]) => [id, Number(number)]));
    this.features = this.drawFeatures(only);
    this.width = this.between(3, 5);
    this.height = this.between(4, 5);
    this.floors = Array.from({ length: this.chance(0.75) ? 2 : 3 }, (_, number) => this.drawFloor(number));
    this.hero = [this.below(this.width), this.below(this.height)];
    this.floors[0].map[this.hero[1]][this.hero[0]] = 0;
    this.shops = [];
  }

  below(count) {
    return Math.floor(this.draw() * count);
  }

  between(from, to) {
    return from + this.below(to - from + 1);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  chance(share) {
    return this.draw() < share;
  }

  has(feature) {
    return this.features.has(feature);
  }

  drawFeatures(only) {
    const count = this.pick([0, 1, 1, 2, 2, 2, 3]);
    const features = new Set(only ?? Array.from({ length: count }, () => this.pick(FEATURES)));
    for (const feature of features) for (const needed of NEEDED[feature] ?? []) features.add(needed);
    // Where monsters come back, hatred could grow for ever.
    if (features.has('respawn')) features.delete('hatred');
    // Events that turn the hero would turn him on the ice, too.
    if (features.has('ice')) features.delete('moved');
    return features;
  }

  drawFloor(number) {
    const block = () => (this.chance(0.3) ? this.numbers[this.pick(['yellowWall', 'yellowWall', 'lava'])] : 0);
    return {
      id: `F${number + 1}`, map: Array.from({ length: this.height }, () => Array.from({ length: this.width }, block)),
      events: {}, changeFloor: {}, afterBattle: {}, afterGetItem: {}, afterOpenDoor: {}, cannotMove: {}, cannotMoveIn: {},
      beforeBattle: {}, autoEvent: {}, firstArrive: [], eachArrive: [], ratio: 1, bgmap: [],
      // Cells on which something is put or arrives in the course of the game: they have no events of their own.
      plain: [],
    };
  }

  anyFloor() {
    return this.pick(this.floors);
  }

  lastFloor() {
    return this.floors[this.floors.length - 1];
  }

  isFree(floor, [x, y]) {
    const isHero = floor === this.floors[0] && x === this.hero[0] && y === this.hero[1];
    return !floor.map[y][x] && !floor.events[`${x},${y}`] && !isHero;
  }

  /** A free cell of a floor, null where none was found. */
  freeCell(floor) {
    for (let tries = 60; tries > 0; tries -= 1) {
      const cell = [this.below(this.width), this.below(this.height)];
      if (this.isFree(floor, cell)) return cell;
    }
    return null;
  }

  put(floor, [x, y], id) {
    floor.map[y][x] = this.numbers[id];
  }

  /** Puts a block on a free cell of a floor, and gives the cell; null where none was found. */
  place(floor, id) {
    const cell = this.freeCell(floor);
    if (cell) this.put(floor, cell, id);
    return cell;
  }

  placeSome(floor, count, ids) {
    for (let left = count; left > 0; left -= 1) this.place(floor, this.pick(ids));
  }

  /** The names of those cells of a floor that hold one of some blocks. */
  cellsWith(floor, ids) {
    const numbers = ids.map((id) => this.numbers[id]);
    const cells = floor.map.flatMap((row, y) => row.map((number, x) => ({ number, cell: `${x},${y}` })));
    return cells.filter(({ number }) => numbers.includes(number)).map(({ cell }) => cell);
  }

  /** Whether nothing happens on the cells on which something is put or arrives. */
  isSound() {
    return this.floors.every((floor) => floor.plain.every((cell) => !floor.events[cell] && !floor.changeFloor[cell]));
  }
}

function drawMonsters(draft) {
  for (const id of MONSTERS) draft.enemys[id] = monster(draft, id);
  draft.enemys[BOSS] = {
    name: BOSS, hp: draft.between(20, 80), atk: draft.between(10, 25), def: draft.between(2, 12), money: 0, exp: 0, point: 0, special: [],
    notBomb: draft.chance(0.7),
  };
}

function monster(draft, name) {
  const special = [];
  for (const [feature, { chance, numbers }] of Object.entries(SPECIALS)) {
    if (draft.has(feature) && draft.chance(chance)) special.push(draft.pick(numbers));
  }
  // Those who ambush do not come back.
  const specials = special.includes(27) ? special.filter((number) => number !== 23) : special;
  return {
    name, hp: draft.between(5, 40), atk: draft.between(6, 20), def: draft.between(0, 9), exp: 0, point: 0, special: specials,
    // Where monsters come back, gold could grow for ever.
    money: draft.has('respawn') ? 0 : draft.between(0, 5),
    n: draft.between(2, 4), zone: draft.between(1, 8), laser: draft.between(1, 5),
    repulse: draft.between(1, 6), range: draft.between(1, 2), zoneSquare: draft.chance(0.3),
    vampire: draft.between(1, 4) / 10, add: draft.has('drain') && draft.chance(0.4), atkValue: draft.between(1, 2),
    defValue: draft.between(0, 2), damage: draft.between(1, 15), hpBuff: draft.between(0, 3) * 10, atkBuff: draft.between(0, 3) * 10,
    defBuff: draft.between(0, 2) * 10, haloAdd: draft.chance(0.5), notBomb: draft.chance(0.2),
  };
}

function drawEquipment(draft) {
  const values = {
    sword1: { atk: draft.between(1, 6) },
    sword2: { atk: draft.between(3, 9), def: -draft.between(0, 4) },
    shield1: { def: draft.between(1, 6) },
  };
  for (const [id, value] of Object.entries(values)) {
    draft.items[id] = { ...draft.items[id], cls: 'equips', equip: { type: id === 'shield1' ? 1 : 0, value } };
  }
}

/** Four rings of different worth for two slots of one name. */
function drawRings(draft) {
  draft.data.main.equipName.push('ring', 'ring');
  for (const id of RINGS) {
    const value = draft.chance(0.5) ? { atk: draft.between(1, 6) } : { def: draft.between(1, 6) };
    draft.items[id] = { ...draft.items[id], cls: 'equips', equip: { type: 'ring', value } };
  }
}

/** Stairs from each floor to the next one, at times a second way; whether there was room for them. */
function placeStairs(draft) {
  const own = [{}, { ignoreChangeFloor: true }, { ignoreChangeFloor: true }, { ignoreChangeFloor: false }];
  const walkable = () => (draft.has('walkableStairs') ? draft.pick(own) : {});
  for (const [number, above] of draft.floors.slice(1).entries()) {
    const floor = draft.floors[number];
    const up = draft.place(floor, 'upFloor'), down = draft.place(above, 'downFloor');
    if (!up || !down) return false;
    floor.changeFloor[up.join()] = { floorId: ':next', stair: 'downFloor', ...walkable() };
    above.changeFloor[down.join()] = { floorId: ':before', stair: 'upFloor', ...walkable() };
    const from = draft.freeCell(floor), to = draft.freeCell(above);
    if (!from || !to || !draft.chance(draft.has('walkableStairs') ? 0.7 : 0.25)) continue;
    draft.put(floor, from, 'portal');
    draft.put(above, to, 'portal');
    floor.changeFloor[from.join()] = { floorId: above.id, loc: to, ...walkable() };
    above.changeFloor[to.join()] = { floorId: floor.id, loc: from, ...walkable() };
  }
  return true;
}

/** A boss or a man, after whom the tower is won; whether there was room for one. */
function placeEnd(draft) {
  const floor = draft.lastFloor();
  const isBoss = draft.chance(0.75);
  const cell = draft.place(floor, isBoss ? BOSS : 'man');
  if (cell) floor[isBoss ? 'afterBattle' : 'events'][cell.join()] = [win()];
  return cell !== null;
}

function placeBlocks(draft) {
  for (const floor of draft.floors) {
    draft.placeSome(floor, draft.between(1, 3), MONSTERS);
    draft.placeSome(floor, draft.between(0, 2), ['yellowDoor', 'yellowDoor', 'blueDoor']);
    draft.placeSome(floor, draft.between(0, 2), ['yellowKey', 'yellowKey', 'blueKey']);
    draft.placeSome(floor, draft.between(0, 2), ['redGem', 'blueGem', 'redPotion', 'redPotion', 'greenGem']);
  }
  for (const [feature, scattered] of Object.entries(SCATTERED)) {
    if (!draft.has(feature)) continue;
    for (const [share, ids] of scattered) if (draft.chance(share)) draft.place(draft.anyFloor(), draft.pick(ids));
  }
}

/** A shop whose prices may rise, and which may close after a trade. */
function shop(draft) {
  const price = draft.pick(['3', '5', '2 + 2 * flag:trades']);
  const closes = () => (draft.has('closingShop') && draft.chance(0.7) ? [{ type: 'disableShop', id: 'gold' }] : []);
  const offer = (name, points) => ({
    text: name, need: `status:money >= ${price}`,
    action: [setValue('status:money', '-=', price), setValue('flag:trades', '+=', 1), setValue(name, '+=', points), ...closes()],
  });
  const choices = [offer('status:atk', draft.between(1, 3)), offer('status:def', draft.between(1, 3))];
  if (draft.chance(0.5)) choices.push(offer('status:hp', draft.between(8, 25)));
  if (draft.chance(0.3)) choices.push({ ...offer('item:yellowKey', 1), condition: draft.chance(0.5) ? 'flag:trades > 0' : '' });
  draft.shops.push({ id: 'gold', text: 'buy', textInList: 'buy', mustEnable: draft.chance(0.5), disablePreview: draft.chance(0.4), choices });
  const floor = draft.anyFloor(), cell = draft.place(floor, 'moneyShop');
  const leaves = draft.chance(0.25) ? [hide()] : [];
  if (cell) floor.events[cell.join()] = [{ type: 'openShop', id: 'gold', open: draft.chance(0.8) }, ...leaves];
}

/** Traders who ask, or who take what the hero has. */
function choices(draft) {
  const ask = (...offers) => ({ type: 'choices', text: 'which', choices: [...offers, { text: 'none', action: [] }] });
  const deals = [
    () => [ask(
      { text: 'attack', action: [setValue('status:atk', '+=', draft.between(1, 3)), hide()] },
      { text: 'defence', action: [setValue('status:def', '+=', draft.between(1, 3)), hide()] },
    )],
    () => [ask(
      { text: 'gold', condition: 'item:yellowKey >= 1', action: [setValue('item:yellowKey', '-=', 1), setValue('status:money', '+=', 4)] },
      { text: 'key', condition: 'status:money >= 5', action: [setValue('status:money', '-=', 5), setValue('item:blueKey', '+=', 1)] },
    )],
    () => [ask({
      text: 'blood', condition: 'status:hp > 20',
      action: [setValue('status:hp', '-=', 20), setValue('item:redKey', '+=', 1), setValue('status:atk', '+=', 2), hide()],
    })],
    () => [when('item:yellowKey >= 1', [setValue('item:yellowKey', '-=', 1), setValue('status:def', '+=', 2), hide()])],
  ];
  for (let count = draft.between(1, 2); count > 0; count -= 1) {
    const floor = draft.anyFloor(), cell = draft.place(floor, 'trader');
    if (cell) floor.events[cell.join()] = draft.pick(deals)();
  }
}

/** Events on free floor, some of which put something on another cell. */
function trap(draft) {
  const puts = (id, loc, ...actions) => [{ type: 'setBlock', number: draft.numbers[id], loc: [loc] }, ...actions, hide()];
  const traps = [
    (cell) => puts('yellowWall', cell),
    (cell) => puts(draft.pick(MONSTERS), cell, setValue('status:atk', '+=', 1)),
    (cell) => puts(draft.pick(['redPotion', 'redGem', 'yellowKey']), cell),
    () => [setValue('status:hp', '-=', draft.between(1, 9)), hide()],
    () => [setValue('status:hp', '-=', draft.between(1, 3))],
  ];
  for (let count = draft.between(1, 2); count > 0; count -= 1) {
    const floor = draft.anyFloor(), cell = draft.freeCell(floor), other = draft.freeCell(floor);
    if (!cell || !other || cell.join() === other.join()) continue;
    const event = draft.pick(traps)(other);
    floor.events[cell.join()] = event;
    if (event[0].type === 'setBlock') floor.plain.push(other.join());
  }
}

/** A door that opens after a fight. */
function guardedDoor(draft) {
  const floor = draft.anyFloor(), door = draft.place(floor, 'specialDoor'), guards = draft.cellsWith(floor, MONSTERS);
  if (!door || !guards.length) return;
  const opening = { type: 'openDoor', loc: door };
  const counted = [setValue('flag:guards', '+=', 1), when('flag:guards == 1', [opening])];
  floor.afterBattle[draft.pick(guards)] = draft.chance(0.5) ? [opening] : counted;
}

function firstArrive(draft) {
  const hurt = setValue('status:hp', '-=', draft.between(1, 15));
  draft.lastFloor().firstArrive = [draft.pick([hurt, setValue('status:atk', '+=', 1), setValue('item:yellowKey', '=', 1)])];
}

function eachArrive(draft) {
  const hurt = setValue('status:hp', '-=', draft.between(1, 4));
  const buy = when('item:yellowKey >= 1', [setValue('item:yellowKey', '-=', 1), setValue('status:hp', '+=', 5)]);
  draft.anyFloor().eachArrive = [draft.pick([hurt, buy])];
}

function afterItem(draft) {
  const floor = draft.anyFloor(), cell = draft.place(floor, draft.pick(['redPotion', 'redGem', 'yellowKey']));
  const hurt = setValue('status:hp', '-=', draft.between(1, 9));
  if (cell) floor.afterGetItem[cell.join()] = [draft.pick([hurt, setValue('status:money', '+=', 5)])];
}

function afterDoor(draft) {
  for (const floor of draft.floors) {
    for (const door of draft.cellsWith(floor, DOORS)) {
      const hurt = setValue('status:hp', '-=', draft.between(1, 5));
      const gifts = [setValue('item:yellowKey', '+=', 1), setValue('status:money', '+=', 3)];
      if (draft.chance(0.6)) floor.afterOpenDoor[door] = [draft.pick([hurt, ...gifts])];
    }
  }
}

/** A fairy who heals only a hero with few hp. */
function hpCondition(draft) {
  const floor = draft.anyFloor(), cell = draft.place(floor, 'fairy');
  const heal = [setValue('status:hp', '+=', draft.between(10, 60)), hide()];
  if (cell) floor.events[cell.join()] = [when(`status:hp < ${draft.between(10, 60)}`, heal)];
}

/** A fairy who helps those who wear something, or do not. */
function worn(draft) {
  const floor = draft.anyFloor(), cell = draft.place(floor, 'fairy');
  const heal = [setValue('status:hp', '+=', draft.between(10, 60)), hide()];
  if (cell) floor.events[cell.join()] = [when(`${draft.pick(['', '!'])}core.hasEquip('${draft.pick(EQUIPMENT)}')`, heal)];
}

function oneWay(draft) {
  for (let count = 3; count > 0; count -= 1) {
    const floor = draft.anyFloor(), cell = draft.freeCell(floor);
    if (cell) floor[draft.pick(['cannotMove', 'cannotMoveIn'])][cell.join()] = [draft.pick(['up', 'down', 'left', 'right'])];
  }
}

/** A hermit who takes the hero to a cell somewhere. */
function passage(draft) {
  const floor = draft.anyFloor(), to = draft.anyFloor();
  const cell = draft.place(floor, 'recluse'), loc = draft.freeCell(to);
  if (!cell || !loc) return;
  floor.events[cell.join()] = [setValue('status:hp', '-=', 1), { type: 'changeFloor', floorId: to.id, loc }];
  to.plain.push(loc.join());
}

/** Cells to which flights lead, instead of stairs. */
function flyPoint(draft) {
  for (const floor of draft.floors) {
    const cell = draft.chance(0.6) ? draft.freeCell(floor) : null;
    if (cell) floor.flyPoint = cell;
  }
}

/** Puts a person on a free cell of a floor, with an event that is made for the floor and the cell. */
function person(draft, id, makeEvent) {
  const floor = draft.anyFloor(), cell = draft.place(floor, id);
  if (cell) floor.events[cell.join()] = makeEvent(floor, cell);
}

/** Something good or bad that can happen in an event. */
function luck(draft) {
  return draft.pick([
    setValue('status:hp', '-=', draft.between(1, 12)), setValue('status:hp', '+=', draft.between(5, 30)), setValue('status:atk', '+=', 1),
    setValue('status:atk', '-=', 1), setValue('status:def', '+=', 1), setValue('status:def', '-=', 1), setValue('status:money', '+=', 3),
    setValue('status:money', '-=', draft.between(1, 3)), setValue('item:yellowKey', '+=', 1), setValue('item:yellowKey', '-=', 1),
    setValue('status:mdef', '+=', 2), setValue('item:blueKey', '+=', 1),
  ]);
}

/** A condition on what the hero is or has; of two that are opposites, one is as likely as the other. */
function someCondition(draft) {
  return draft.pick([
    () => `status:hp ${draft.pick(['<', '>=', '>'])} ${draft.between(10, 90)}`,
    () => `status:atk ${draft.pick(['<', '>=', '=='])} ${draft.between(9, 19)}`,
    () => `status:def ${draft.pick(['<', '>=', '=='])} ${draft.between(3, 11)}`,
    () => `status:money ${draft.pick(['<', '>=', '=='])} ${draft.between(1, 8)}`,
    () => `item:yellowKey ${draft.pick(['== 0', '>= 1', '== 1', '>= 2'])}`,
    () => `item:blueKey ${draft.pick(['== 0', '>= 1'])}`,
  ])();
}

/** Levels that cost experience, or do not; what they bring may be bad. */
function levels(draft) {
  draft.data.flags.statusBarItems.push('enableLevelUp');
  for (const id of MONSTERS) draft.enemys[id].exp = draft.between(0, 4);
  const clears = draft.chance(0.4);
  const level = (need) => ({ need: String(need), title: '', clear: clears && draft.chance(0.8), action: draft.chance(0.8) ? [luck(draft)] : [] });
  const needs = [draft.between(1, 4), draft.between(4, 8), draft.between(7, 12)];
  draft.data.firstData.levelUp = [{ need: '0', title: '', action: [] }, ...needs.map(level)];
}

/** Monsters that give points, which the hero spends as he likes. */
function points(draft) {
  draft.data.flags.enableAddPoint = true;
  for (const id of MONSTERS) draft.enemys[id].point = draft.pick([0, 0, 1, 2]);
  const [, { choices: offers }] = draft.events.commonEvent.加点事件;
  offers[2].action = [setValue('status:hp', '+=', '8 * flag:arg1')];
}

/** Persons and free cells that ask what the hero is or has. */
function thresholds(draft) {
  for (let number = draft.between(1, 3); number > 0; number -= 1) {
    const other = draft.chance(0.4) ? [luck(draft)] : [];
    const ask = { type: 'if', condition: someCondition(draft), true: [luck(draft)], false: other };
    if (draft.chance(0.5)) person(draft, 'thief', () => [ask, hide()]);
    else {
      const floor = draft.anyFloor(), cell = draft.freeCell(floor);
      if (cell) floor.events[cell.join()] = [ask, ...(draft.chance(0.7) ? [hide()] : [])];
    }
  }
}

/** Doors that want several keys, or keys that they leave to the hero. */
function oddKeys(draft) {
  const kinds = {
    yellowDoor: [{ yellowKey: 2 }, { yellowKey: 1, blueKey: 1 }, { 'yellowKey:o': 2 }, { 'blueKey:o': 1, yellowKey: 1 }],
    blueDoor: [{ blueKey: 1, 'yellowKey:o': 1 }, { 'blueKey:o': 1 }, { yellowKey: 3 }],
    redDoor: [{ 'yellowKey:o': 1, 'blueKey:o': 1 }, { redKey: 1, yellowKey: 1 }, {}],
  };
  for (const [id, keys] of Object.entries(kinds)) draft.maps[draft.numbers[id]].doorInfo.keys = draft.pick(keys);
  for (let number = draft.between(1, 3); number > 0; number -= 1) draft.place(draft.anyFloor(), draft.pick(Object.keys(kinds)));
  draft.placeSome(draft.anyFloor(), 2, ['yellowKey', 'blueKey', 'redKey']);
  if (draft.chance(0.3)) draft.maps[draft.numbers.yellowDoor].doorInfo.afterOpenDoor = [luck(draft)];
}

/** A person who opens a door with the hero's keys. */
function needKey(draft) {
  const floor = draft.anyFloor(), door = draft.place(floor, draft.pick([...DOORS, 'redDoor'])), cell = draft.place(floor, 'wizard');
  if (!door || !cell) return;
  const opening = { type: 'openDoor', loc: door, needKey: true };
  floor.events[cell.join()] = [opening, ...(draft.chance(0.5) ? [luck(draft), hide()] : [])];
}

/** A person who makes monsters stronger or weaker, a kind or one of them. */
function monsterChange(draft) {
  for (let number = draft.between(1, 2); number > 0; number -= 1) {
    const floor = draft.anyFloor(), guards = draft.cellsWith(floor, [...MONSTERS, BOSS]), cell = draft.place(floor, 'sign');
    if (!cell) continue;
    const [name, operator, value] = draft.pick([
      ['hp', '+=', 7], ['hp', '-=', 4], ['hp', '*=', 2], ['atk', '+=', 2], ['atk', '-=', 3], ['def', '=', 3], ['def', '+=', 2], ['money', '+=', 3],
    ]);
    const change = { name, operator, value: String(value) };
    const all = { type: 'setEnemy', id: draft.pick([...MONSTERS, BOSS]), ...change };
    const one = guards.length ? { type: 'setEnemyOnPoint', loc: [draft.pick(guards).split(',').map(Number)], ...change } : all;
    const event = [draft.chance(0.5) ? all : one, ...(draft.chance(0.6) ? [luck(draft)] : []), hide()];
    floor.events[cell.join()] = event;
    const isSmall = draft.chance(0.3);
    if (isSmall) floor.firstArrive = [one === all ? luck(draft) : one];
  }
}

/** Events that carry the hero to another cell of his floor, past what lies between. */
function moved(draft) {
  for (let number = draft.between(1, 2); number > 0; number -= 1) {
    const floor = draft.anyFloor(), to = draft.freeCell(floor), isPerson = draft.chance(0.5);
    const cell = isPerson ? draft.place(floor, 'princess') : draft.freeCell(floor);
    if (!cell || !to || to.join() === cell.join()) continue;
    const turns = { up: cell[1] > 0, down: cell[1] < draft.height - 1, left: cell[0] > 0, right: cell[0] < draft.width - 1 };
    const step = { type: 'moveHero', steps: [draft.pick(Object.keys(turns).filter((name) => turns[name]))] };
    const move = draft.pick([{ type: 'jumpHero', loc: to }, { type: 'changePos', loc: to }, isPerson ? { type: 'changePos', loc: to } : step]);
    floor.events[cell.join()] = [...(draft.chance(0.3) ? [luck(draft), hide()] : []), move];
    if (move.loc) floor.plain.push(to.join());
  }
}

/** Things that are hidden until an event shows them, or that an event hides for a time. */
function hidden(draft) {
  for (let number = draft.between(1, 2); number > 0; number -= 1) {
    const floor = draft.anyFloor(), id = draft.pick(['redPotion', 'redGem', 'yellowKey', 'yellowWall', 'yellowDoor', ...MONSTERS]);
    const cell = draft.place(floor, id), switching = draft.freeCell(floor);
    if (!cell || !switching || switching.join() === cell.join()) continue;
    if (draft.chance(0.7)) floor.events[cell.join()] = { enable: false, data: [] };
    const words = [{ type: 'show', loc: [cell] }, { type: 'hide', loc: [cell] }, { type: 'hide', loc: [cell], remove: true }];
    const other = draft.chance(0.5) ? draft.anyFloor() : floor, from = draft.freeCell(other);
    const word = draft.pick(words), once = draft.chance(0.5) ? [hide()] : [];
    if (other !== floor && from) other.events[from.join()] = [{ ...word, floorId: floor.id }, ...once];
    else floor.events[switching.join()] = [word, ...once];
  }
}

/** Events with loops and cases. */
function loops(draft) {
  const ask = (...offers) => ({ type: 'choices', text: 'which', choices: [...offers, { text: 'none', action: [{ type: 'break', n: 1 }] }] });
  const trade = () => ({
    text: 'buy', need: draft.chance(0.5) ? 'status:money >= 2' : '', condition: 'status:money >= 2',
    // What is bought gives no money: the trade could go on for ever.
    action: [
      setValue('status:money', '-=', 2),
      setValue(draft.pick(['status:atk', 'status:def', 'status:hp', 'item:yellowKey']), '+=', draft.between(1, 3)),
    ],
  });
  const events = [
    () => [{ type: 'while', condition: draft.pick(['1', 'status:money >= 2', 'flag:loops < 2']), data: [
      ask(trade(), trade()), setValue('flag:loops', '+=', 1),
    ] }],
    () => [{ type: 'dowhile', condition: 'item:yellowKey > 0', data: [setValue('item:yellowKey', '-=', 1), luck(draft)] }, hide()],
    () => [{ type: 'for', name: 'temp:A', from: '1', to: draft.pick(['3', 'item:yellowKey', 'status:money']), step: '1', data: [
      setValue('status:hp', '+=', draft.pick(['temp:A', '0 - temp:A'])), when('temp:A >= 4', [{ type: 'break', n: 1 }]),
    ] }, hide()],
    () => [{ type: 'switch', condition: draft.pick(['item:yellowKey', 'status:money % 3', 'status:atk % 3']), caseList: [
      { case: '0', action: [luck(draft)] }, { case: '1', nobreak: draft.chance(0.4), action: [luck(draft)] },
      { case: 'default', action: [luck(draft)] },
    ] }, hide()],
    () => [when('status:money < 3', [{ type: 'exit' }]), setValue('status:money', '-=', 3), luck(draft), luck(draft)],
  ];
  for (let number = draft.between(1, 2); number > 0; number -= 1) person(draft, 'king', () => draft.pick(events)());
}

/** A common event, which several persons use, each with its own number, and an event that another one uses. */
function commonEvent(draft) {
  draft.events.commonEvent.gift = [
    when('flag:arg1 >= 3', [setValue('status:money', '-=', 1), { type: 'break', n: 1 }]), setValue('status:hp', '+=', '4 * flag:arg1'),
    setValue('flag:gifts', '+=', 1), when('flag:gifts >= 2', [luck(draft)]),
  ];
  for (let number = draft.between(1, 3); number > 0; number -= 1) {
    person(draft, 'youngMan', () => [{ type: 'insert', name: 'gift', args: [draft.between(1, 4)] }, luck(draft), hide()]);
  }
  const floor = draft.anyFloor(), persons = Object.keys(floor.events).filter((cell) => Array.isArray(floor.events[cell]));
  const cell = persons.length ? draft.place(floor, 'greenMan') : null;
  if (cell) floor.events[cell.join()] = [{ type: 'insert', loc: draft.pick(persons).split(',').map(Number) }, ...(draft.chance(0.7) ? [hide()] : [])];
}

function confirm(draft) {
  for (let number = draft.between(1, 2); number > 0; number -= 1) {
    const no = draft.chance(0.4) ? [luck(draft), hide()] : [];
    person(draft, 'npc0', () => [{ type: 'confirm', text: 'yes?', yes: [luck(draft), luck(draft), hide()], no }]);
  }
}

/** Events in which the hero has to fight. */
function forcedBattle(draft) {
  for (let number = draft.between(1, 2); number > 0; number -= 1) {
    const floor = draft.anyFloor(), guards = draft.cellsWith(floor, MONSTERS), cell = draft.place(floor, 'blueTrader');
    if (!cell) continue;
    const guard = guards.length ? draft.pick(guards).split(',').map(Number) : null;
    const isThere = guard && draft.chance(0.5);
    const battle = isThere ? { type: draft.pick(['battle', 'trigger']), loc: guard } : { type: 'battle', id: draft.pick(MONSTERS) };
    const after = battle.id ? [luck(draft), ...(draft.chance(0.8) ? [hide()] : [])] : [];
    floor.events[cell.join()] = [...(battle.id ? [] : [hide()]), battle, ...after];
  }
}

/** Events that say themselves whether the hero can pass, and things that do nothing. */
function noPass(draft) {
  const once = () => [luck(draft), hide()];
  for (let number = draft.between(1, 3); number > 0; number -= 1) {
    const floor = draft.anyFloor(), kind = draft.below(4);
    const cell = kind === 0 ? draft.freeCell(floor) : draft.place(floor, kind === 1 ? 'man' : draft.pick([...MONSTERS, 'yellowDoor']));
    if (!cell) continue;
    floor.events[cell.join()] = [
      { noPass: true, data: once() }, { noPass: false, data: once() }, { trigger: 'action', displayDamage: false, data: once() },
      { trigger: 'null', noPass: draft.chance(0.5), data: [] },
    ][kind];
  }
}

/** What happens before the fights on some cells, or with a kind. */
function beforeBattle(draft) {
  for (const floor of draft.floors) {
    for (const cell of draft.cellsWith(floor, [...MONSTERS, BOSS])) if (draft.chance(0.4)) floor.beforeBattle[cell] = [luck(draft)];
  }
  if (draft.chance(0.5)) draft.enemys[draft.pick(MONSTERS)].beforeBattle = [luck(draft)];
}

function afterKind(draft) {
  for (const id of MONSTERS) if (draft.chance(0.4)) draft.enemys[id].afterBattle = [luck(draft)];
}

/** Equipment that raises numbers by shares. */
function percentage(draft) {
  for (const id of EQUIPMENT) {
    const main = id === 'shield1' ? 'def' : 'atk', other = draft.pick(['mdef', 'def', 'atk']);
    const shares = { [main]: draft.pick([10, 25, 33, 50, 15]), [other]: draft.pick([20, 50, -10]) };
    if (draft.chance(0.7)) draft.items[id].equip.percentage = shares;
    if (draft.chance(0.4)) draft.items[id].equip.value = {};
  }
}

/** Equipment with events. */
function equipEvents(draft) {
  for (const id of EQUIPMENT) {
    const once = when(`flag:got${id} == 0`, [setValue(`flag:got${id}`, '=', 1), setValue('status:hp', '+=', draft.between(1, 20))]);
    const paid = setValue('status:hp', '-=', draft.between(1, 4));
    if (draft.chance(0.7)) draft.items[id].equip.equipEvent = [draft.pick([once, paid, setValue('status:mdef', '+=', 3)])];
    if (draft.chance(0.5)) draft.items[id].equip.unequipEvent = [draft.pick([paid, setValue('status:mdef', '-=', 3)])];
  }
}

/** A smith who changes a sword, also while the hero wears it. */
function setEquip(draft) {
  const id = draft.pick(EQUIPMENT);
  const change = { type: 'setEquip', id, valueType: 'value', name: draft.pick(['atk', 'def']), operator: '+=', value: String(draft.between(-2, 4)) };
  person(draft, 'recluse', () => [change, ...(draft.chance(0.8) ? [hide()] : [])]);
}

/** Numbers that are made from others. */
function arithmetic(draft) {
  for (let number = draft.between(1, 3); number > 0; number -= 1) {
    person(draft, 'pinkShopLeft', () => [draft.pick([
      setValue('status:atk', '+=', 'Math.floor(status:hp / 40)'), setValue('status:hp', '=', 'status:atk * status:def'),
      setValue('status:hp', '=', 'Math.floor(status:hp / 2)'), setValue('status:hp', '=', 'status:hp % 50 + 1'),
      setValue('status:money', '=', 'status:money % 3'), setValue('status:money', '+=', 'status:hp % 4'),
      setValue('status:hp', '=', 'Math.min(status:hp, 45)'), setValue('status:hp', '=', 'Math.max(status:hp, 70)'),
      setValue('status:def', '=', '20 - status:atk'),
      setValue('status:hp', '+=', '10 - 4 * item:yellowKey'), setValue('status:hp', '+=', '3 * status:money'),
    ]), hide()]);
  }
}

function skill(draft) {
  draft.data.firstData.hero.mana = draft.pick([5, 10, 12]);
}

/** Cells to which stairs lead, instead of other stairs. */
function stairPoints(draft) {
  for (const floor of draft.floors) {
    for (const name of ['upFloor', 'downFloor']) {
      const cell = draft.chance(0.5) ? draft.freeCell(floor) : null;
      if (!cell) continue;
      floor[name] = cell;
      floor.plain.push(cell.join());
    }
  }
}

function flyRecord(draft) {
  draft.data.flags.flyRecordPosition = true;
}

/** A shop that is a common event. */
function commonShop(draft) {
  const offer = (condition, ...actions) => ({ text: condition, condition: draft.chance(0.5) ? condition : '', action: [when(condition, actions)] });
  draft.events.commonEvent.sale = [{ type: 'while', condition: '1', data: [{ type: 'choices', text: 'sell', choices: [
    offer('item:yellowKey >= 1', setValue('item:yellowKey', '-=', 1), setValue('status:money', '+=', 2)),
    offer('status:money >= 3', setValue('status:money', '-=', 3), setValue(draft.pick(['status:atk', 'status:def', 'item:blueKey']), '+=', 1)),
    { text: 'leave', action: [draft.chance(0.5) ? { type: 'exit' } : { type: 'break', n: 1 }] },
  ] }] }];
  draft.shops.push({ id: 'sale', textInList: 'sale', mustEnable: false, commonEvent: 'sale' });
  const open = draft.chance(0.7);
  person(draft, 'expShop', () => [{ type: 'openShop', id: 'sale', open }]);
}

function rangedHalo(draft) {
  for (const id of MONSTERS) {
    if (draft.chance(0.8)) Object.assign(draft.enemys[id], { haloRange: draft.between(1, 2), haloSquare: draft.chance(0.5) });
  }
}

/** Pairs of monsters that take half of the hp, or no more than a fight. */
function pincer(draft) {
  draft.data.flags.betweenAttackMax = draft.chance(0.5);
  const id = draft.pick(MONSTERS);
  for (const floor of draft.floors) draft.placeSome(floor, 2, [id]);
}

/** Ice, on which the hero slides on. */
function ice(draft) {
  for (const floor of draft.floors) {
    const row = (y) => Array.from({ length: draft.width }, (_, x) => (floor.changeFloor[`${x},${y}`] || draft.chance(0.6) ? 0 : draft.numbers.ski));
    floor.bgmap = Array.from({ length: draft.height }, (_, y) => row(y));
  }
}

function ratio(draft) {
  for (const floor of draft.floors) floor.ratio = draft.between(1, 3);
}

/** Items that events of their own make useful. */
function ownItems(draft) {
  const floor = draft.anyFloor(), loc = draft.freeCell(floor), doors = draft.cellsWith(floor, [...DOORS, 'yellowWall']);
  const door = doors.length ? draft.pick(doors).split(',').map(Number) : null;
  const events = [
    () => [setValue('status:hp', '+=', 'status:atk')],
    () => [setValue('status:atk', '+=', 2), setValue('status:hp', '-=', 6)],
    () => [when('status:hp < 40', [setValue('status:hp', '=', 60)])],
    () => (door ? [{ type: 'openDoor', loc: door, floorId: floor.id }] : [luck(draft)]),
    () => (loc ? [{ type: 'changeFloor', floorId: floor.id, loc }] : [luck(draft)]),
    () => [{ type: 'confirm', text: 'attack?', yes: [setValue('status:atk', '+=', 2)], no: [setValue('status:def', '+=', 2)] }],
  ];
  if (loc) floor.plain.push(loc.join());
  for (const id of ['hammer', 'lifeWand']) {
    const condition = draft.pick(['true', 'true', 'core.status.hero.hp > 30', 'core.status.hero.money >= 2']);
    Object.assign(draft.items[id], { cls: 'tools', useItemEvent: draft.pick(events)(), canUseItemEffect: condition });
  }
  // What stays with the hero has its price.
  const gain = setValue(draft.pick(['status:atk', 'status:def', 'status:mdef']), '+=', 1);
  const paid = [when('status:money >= 2', [setValue('status:money', '-=', 2), gain])];
  Object.assign(draft.items.dagger, { cls: 'constants', useItemEvent: paid, canUseItemEffect: 'true' });
}

/** A gem with an effect and a question. */
function yellowGem(draft) {
  const offer = (name, points) => ({ text: name, action: [setValue(name, '+=', points)] });
  Object.assign(draft.items.yellowGem, {
    itemEffect: 'core.status.hero.hp+=7;core.status.hero.atk+=1;',
    useItemEvent: [{ type: 'choices', choices: [offer('status:atk', 1), offer('status:def', 2), offer('status:hp', 20)] }],
  });
}

/** An end that is none. */
function death(draft) {
  const floor = draft.anyFloor(), cell = draft.freeCell(floor);
  const ask = { type: 'if', condition: someCondition(draft), true: [{ type: 'lose', reason: 'dead' }], false: [luck(draft), hide()] };
  if (cell) floor.events[cell.join()] = [ask];
}

/** An altar that keeps count of its own trades. */
function altar(draft) {
  const price = draft.pick(['2 + switch:A', '1 + 2 * switch:A', '3']);
  const offer = (name, points) => ({
    text: name, need: draft.chance(0.5) ? `status:money >= ${price}` : '', condition: `status:money >= ${price}`,
    action: [setValue('status:money', '-=', price), setValue('switch:A', '+=', 1), setValue(name, '+=', points)],
  });
  const leave = { text: 'leave', action: [] };
  const choices = [offer('status:hp', '5 + 3 * switch:A'), offer('status:atk', 1), offer('status:def', 1), leave];
  for (let number = draft.between(1, 2); number > 0; number -= 1) person(draft, 'blueShopLeft', () => [{ type: 'choices', text: 'buy', choices }]);
}

function underGround(draft) {
  for (const floor of draft.floors) floor.underGround = draft.chance(0.7);
}

function hpLimit(draft) {
  draft.data.flags.statusBarItems.push('enableHPMax');
  draft.hpLimit = draft.between(60, 160);
}

/** A door that closes behind the hero. */
function closingDoor(draft) {
  const floor = draft.anyFloor(), to = draft.freeCell(floor), cell = draft.freeCell(floor);
  if (!to || !cell || to.join() === cell.join()) return;
  const closing = { type: 'closeDoor', id: draft.pick(['yellowDoor', 'yellowWall', 'blueDoor']), loc: to };
  floor.events[cell.join()] = [closing, ...(draft.chance(0.7) ? [luck(draft), hide()] : [])];
  floor.plain.push(to.join());
}

/** Automatic events: on what the hero is or has, and on what he has done. */
function automatic(draft) {
  const trade = (isHere) => ({
    condition: 'status:money >= 4', currentFloor: isHere, priority: 0, delayExecute: false, multiExecute: true,
    data: [setValue('status:money', '-=', 4), setValue(draft.pick(['status:atk', 'status:def', 'status:hp']), '+=', 1)],
  });
  for (let number = draft.between(1, 3); number > 0; number -= 1) {
    const floor = draft.anyFloor(), cell = draft.freeCell(floor), isHere = draft.chance(0.5);
    if (!cell) continue;
    const id = draft.pick(['yellowWall', 'redPotion', 'yellowKey', 'redGem', ...MONSTERS]);
    const block = { type: 'setBlock', number: draft.numbers[id], loc: [cell], floorId: floor.id };
    const doors = draft.cellsWith(floor, [...DOORS, 'specialDoor', 'yellowWall']);
    const opening = doors.length ? { type: 'openDoor', loc: draft.pick(doors).split(',').map(Number), floorId: floor.id } : luck(draft);
    const ask = { type: 'choices', text: 'which', choices: [{ text: 'one', action: [luck(draft)] }, { text: 'other', action: [luck(draft)] }] };
    const data = [draft.pick([luck(draft), luck(draft), block, opening, ask])];
    if (data[0] === block) floor.plain.push(cell.join());
    floor.autoEvent[cell.join()] = {
      [draft.between(0, 2)]: draft.chance(0.2) ? trade(isHere) : {
        condition: someCondition(draft), currentFloor: isHere, priority: draft.between(0, 2), delayExecute: false, multiExecute: false, data,
      },
    };
  }
}

function writeProject(draft, source, target, seed) {
  mkdirSync(join(target, 'floors'), { recursive: true });
  for (const name of COPIED) cpSync(join(source, name), join(target, name));
  for (const floor of draft.floors) writeFloor(draft, floor, join(target, 'floors', `${floor.id}.js`));
  writeHero(draft, seed);
  for (const [name, variable] of Object.entries(VARIABLES)) {
    writeFileSync(join(target, `${name}.js`), `var ${variable} =\n${JSON.stringify(draft[name])}`);
  }
}

function writeFloor(draft, { id, plain, ...floor }, file) {
  writeFileSync(file, `main.floors.${id}=\n${JSON.stringify({
    floorId: id, title: id, name: id, width: draft.width, height: draft.height, images: [], defaultGround: 'ground', bgm: null,
    canFlyTo: !draft.chance(0.1), canFlyFrom: !draft.chance(0.1), canUseQuickShop: !draft.chance(0.2), cannotViewMap: false,
    parallelDo: '', fgmap: [], ...floor,
  })}`);
}

/** Sets the hero, the values and the flags of data.js. */
function writeHero(draft, seed) {
  const { main, firstData, values, flags } = draft.data;
  Object.assign(main, { floorIds: draft.floors.map(({ id }) => id), levelChoose: [], floorPartitions: [] });
  Object.assign(firstData, { title: `small ${seed}`, name: 'small', floorId: 'F1', startText: [], startCanvas: [], shops: draft.shops });
  const [x, y] = draft.hero;
  Object.assign(firstData.hero, {
    hp: draft.between(20, 160), atk: draft.between(8, 16), def: draft.between(2, 9), mdef: draft.chance(0.3) ? draft.between(1, 8) : 0,
    money: draft.between(0, 4), items: { tools: draft.chance(0.4) ? { yellowKey: 1 } : {}, constants: {}, equips: {} }, flags: {},
    loc: { direction: 'up', x, y },
  });
  if (draft.hpLimit) firstData.hero.hpmax = draft.hpLimit;
  Object.assign(values, {
    lavaDamage: draft.between(2, 10), poisonDamage: draft.between(1, 3), weakValue: draft.between(1, 3), redGem: draft.between(1, 3),
    blueGem: draft.between(1, 3), greenGem: 3, redPotion: draft.between(8, 30),
  });
  Object.assign(flags, {
    startUsingCanvas: false, flyRecordPosition: false, ignoreChangeFloor: draft.chance(0.5), flyNearStair: draft.chance(0.6),
    enableNegativeDamage: draft.has('negative'), canGoDeadZone: draft.has('deadZone'), disableShopOnDamage: draft.has('shopDamage'),
  });
}

/**
 * Writes a project below `folder`, made of the template at `platform`, a seed, and the features of `only`, if any are given.
 * @returns {string[] | null} the features; null, and nothing written, where they found no room
 */
export function makeSmall(platform, folder, seed, only = null) {
  const source = join(platform, 'project');
  const draft = new Draft(source, seed, only);
  drawMonsters(draft);
  if (draft.has('equipment')) drawEquipment(draft);
  if (draft.has('rings')) drawRings(draft);
  if (!placeStairs(draft) || !placeEnd(draft)) return null;
  placeBlocks(draft);
  for (const [feature, add] of Object.entries(ADDED)) if (draft.has(feature)) add(draft);
  if (!draft.isSound()) return null;
  writeProject(draft, source, join(folder, 'project'), seed);
  return [...draft.features];
}
