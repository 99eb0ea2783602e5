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
const COPIED = ['functions.js', 'plugins.js', 'icons.js', 'events.js'];
const VARIABLES = {
  enemys: 'enemys_fcae963b_31c9_42b4_b48c_bb48d09f3f80',
  items: 'items_296f5d02_12fd_4166_a7c1_b5e830c9ee3a',
  maps: 'maps_90f36752_8815_4be8_b32b_d7fad1d0542e',
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
};

// What a feature needs to make a difference.
const NEEDED = {
  closingShop: ['shop'], coin: ['shop'], shopDamage: ['shop', 'lava'], flyPoint: ['fly'], cross: ['special'], worn: ['equipment'], amulet: ['lava'], deadZone: ['zone'],
};

// Events and conditions, each with the draft to which it is added. The order is that in which they find free cells.
const ADDED = { shop, choices, trap, guardedDoor, firstArrive, afterItem, hpCondition, worn, eachArrive, afterDoor, oneWay, passage, flyPoint };

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
    return features;
  }

  drawFloor(number) {
    const block = () => (this.chance(0.3) ? this.numbers[this.pick(['yellowWall', 'yellowWall', 'lava'])] : 0);
    return {
      id: `F${number + 1}`, map: Array.from({ length: this.height }, () => Array.from({ length: this.width }, block)),
      events: {}, changeFloor: {}, afterBattle: {}, afterGetItem: {}, afterOpenDoor: {}, cannotMove: {}, cannotMoveIn: {},
      firstArrive: [], eachArrive: [],
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
    n: draft.between(2, 4), zone: draft.between(1, 8), laser: draft.between(1, 5), range: draft.between(1, 2), zoneSquare: draft.chance(0.3),
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
    floorId: id, title: id, name: id, width: draft.width, height: draft.height, images: [], ratio: 1, defaultGround: 'ground', bgm: null,
    canFlyTo: !draft.chance(0.1), canFlyFrom: !draft.chance(0.1), canUseQuickShop: !draft.chance(0.2), cannotViewMap: false,
    parallelDo: '', beforeBattle: {}, autoEvent: {}, bgmap: [], fgmap: [], ...floor,
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
