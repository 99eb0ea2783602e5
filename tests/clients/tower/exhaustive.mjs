// An exhaustive search of a small tower, key by key. Its rules are written from the platform's own code (libs/*.js and functions.js) and
// share nothing with the engine's. It reads what small.mjs makes: floors of one size, few kinds of items, few words of events. What it
// does not read it refuses with an error.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTIONS = [
  { key: 'U', name: 'up', back: 'down', x: 0, y: -1 },
  { key: 'D', name: 'down', back: 'up', x: 0, y: 1 },
  { key: 'L', name: 'left', back: 'right', x: -1, y: 0 },
  { key: 'R', name: 'right', back: 'left', x: 1, y: 0 },
];
// What a cell holds is the number of its block, or the platform's block without an image where an event lies on free floor.
const FREE = 0;
const EVENT = 999;
// Added to the number of a dead monster that comes back.
const HIDDEN = 1000;
// Added to numbers that become characters: some are negative.
const SHIFT = 1000;
const SPECIAL = {
  firstStrike: 1, magic: 2, hard: 3, twice: 4, thrice: 5, often: 6, breaksArmour: 7, counters: 8, purifies: 9, imitates: 10, drains: 11,
  poisons: 12, weakens: 13, curses: 14, zone: 15, pincer: 16, hatred: 17, leavesOne: 19, unbeatable: 20, degrades: 21, fixedDamage: 22,
  comesBack: 23, laser: 24, halo: 25, ambush: 27,
};
const STAIRS = new Set(['upFloor', 'downFloor', 'leftPortal', 'rightPortal', 'upPortal', 'downPortal', 'portal', 'starPortal']);
const NETS = { poisonNet: 'poison', weakNet: 'weak', curseNet: 'curse' };
const WINES = { poisonWine: 'poison', weakWine: 'weak', curseWine: 'curse' };
const EFFECT = /^core\.status\.hero\.(\w+) (\+|\*)= (?:core\.values\.(\w+) \* core\.status\.thisMap\.ratio|(\d+))$/;
const TABLES = ['events', 'changeFloor', 'afterBattle', 'afterGetItem', 'afterOpenDoor', 'cannotMove', 'cannotMoveIn'];

const assigned = (text) => JSON.parse(text.slice(text.indexOf('=') + 1).trim().replace(/;$/, ''));

/** The parts of a project folder that the search reads. */
function readProject(folder) {
  const read = (name) => assigned(readFileSync(join(folder, `${name}.js`), 'utf8'));
  const data = read('data');
  const floors = data.main.floorIds.map((id) => read(`floors/${id}`));
  return { data, blocks: read('maps'), enemies: read('enemys'), items: read('items'), floors };
}

/** A state that may be changed without changing `state`. */
function copy(state) {
  return { ...state, items: { ...state.items }, flags: { ...state.flags }, shops: { ...state.shops }, worn: [...state.worn] };
}

/** A copy of a state, to which a key is about to lead. */
function press(state, key) {
  const next = copy(state);
  next.before = state;
  next.keys = key;
  return next;
}

/** A copy of a state in which the hero has answered a question or a shop. */
function answer(state, choice) {
  const next = copy(state);
  next.keys += `C${choice}`;
  return next;
}

/** The keys that have led to a state. */
function routeTo(state) {
  const keys = [];
  for (let at = state; at; at = at.before) keys.push(at.keys);
  return keys.reverse().join('');
}

/**
 * The rules of one tower. A cell is a number, row after row. What can go on in several ways takes `then`, which it calls with each state
 * that results; it may change the state that it is given.
 */
class Rules {
  constructor({ data, blocks, enemies, items, floors }, won) {
    Object.assign(this, { blocks, enemies, items, floors, won });
    this.values = data.values;
    this.flags = data.flags;
    this.hero = data.firstData.hero;
    this.floorIds = data.main.floorIds;
    this.slots = data.main.equipName;
    this.firstFloor = this.floorIds.indexOf(data.firstData.floorId);
    this.shops = Object.fromEntries((data.firstData.shops ?? []).map((shop) => [shop.id, shop]));
    this.width = floors[0].width;
    this.height = floors[0].height;
    this.area = this.width * this.height;
    this.expressions = new Map();
    const isOther = ({ width, height }) => width !== this.width || height !== this.height;
    if (floors.some(isOther)) throw new Error('not read: floors of several sizes');
    if (this.flags.flyRecordPosition) throw new Error('not read: flyRecordPosition');
    this.layOut();
    this.study(JSON.stringify([...floors.map((floor) => ({ ...floor, map: [] })), data.firstData.shops]));
  }

  /** Notes the neighbours of each cell, its name in the project's tables, and what lies on the cells at first. */
  layOut() {
    const cells = Array.from({ length: this.area }, (_, cell) => [cell % this.width, Math.floor(cell / this.width)]);
    this.names = cells.map(([x, y]) => `${x},${y}`);
    this.neighbours = DIRECTIONS.map((direction) => cells.map(([x, y]) => this.cellAt(x + direction.x, y + direction.y)));
    const table = (floor, name) => this.names.map((cell) => floor[name]?.[cell]);
    this.tables = this.floors.map((floor) => Object.fromEntries(TABLES.map((name) => [name, table(floor, name)])));
    const first = this.floors.map((floor, number) => cells.map(([x, y], cell) => {
      const block = floor.map[y][x];
      return block === FREE && this.tables[number].events[cell] ? EVENT : block;
    }));
    this.firstMap = String.fromCharCode(...first.flat());
  }

  /** Notes what can come to lie on the cells, and what makes two states different. */
  study(text) {
    const named = (pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
    const placed = new Set([...this.firstMap].map((content) => content.charCodeAt(0)));
    for (const number of named(/"number":(\d+)/g)) placed.add(Number(number));
    const ids = (kind) => [...placed].filter((number) => this.blocks[number]?.cls === kind).map((number) => this.blocks[number].id);
    this.numbers = Object.fromEntries(Object.entries(this.blocks).map(([number, { id }]) => [id, Number(number)]));
    this.noPass = new Set(Object.keys(this.blocks).map(Number).filter((number) => {
      const { canPass, cls } = this.blocks[number];
      return canPass == null ? cls !== 'items' : !canPass;
    }));
    this.specials = Object.fromEntries(Object.entries(this.enemies).map(([id, { special }]) => [id, special ? [special].flat() : []]));
    const has = (...specials) => ids('enemys').some((id) => specials.some((special) => this.specials[id].includes(special)));
    this.hasHalo = has(SPECIAL.halo);
    this.hasHatred = has(SPECIAL.hatred);
    this.hasAmbush = has(SPECIAL.ambush);
    this.hasReach = has(SPECIAL.zone, SPECIAL.laser, SPECIAL.pincer);
    const carried = [...Object.keys(this.firstItems()), ...ids('items'), ...named(/item:(\w+)/g)];
    this.itemIds = [...new Set(carried)].filter((id) => this.items[id].cls !== 'items');
    this.flagNames = [...new Set(['poison', 'weak', 'curse', 'hatred', ...named(/flag:(\w+)/g)])];
    this.shopIds = Object.keys(this.shops);
    // Elsewhere more hp are never worse, and of two states that differ in nothing else the one with fewer is dropped.
    const healsByHp = ids('enemys').some((id) => this.specials[id].includes(SPECIAL.drains) && this.enemies[id].add);
    this.doesHpMatter = healsByHp || /status:hp [<>]/.test(text);
  }

  firstItems() {
    const { tools, constants, equips } = this.hero.items;
    return { ...tools, ...constants, ...equips };
  }

  firstState() {
    const { hp, atk, def, mdef = 0, money = 0, loc } = this.hero;
    return {
      floor: this.firstFloor, cell: this.cellAt(loc.x, loc.y), hp, atk, def, mdef, money, items: this.firstItems(), flags: {}, shops: {},
      worn: this.slots.map(() => null), visited: 1 << this.firstFloor, map: this.firstMap, before: null, keys: '',
    };
  }

  /** A text by which states are the same but for the hero's hp. */
  identity(state) {
    const numbers = [state.floor, state.cell, state.atk, state.def, state.mdef, state.money, state.visited];
    for (const name of this.flagNames) numbers.push(state.flags[name] ?? 0);
    for (const id of this.itemIds) numbers.push(state.items[id] ?? 0);
    for (const id of this.shopIds) numbers.push(state.shops[id] ? 1 : 0);
    for (const id of state.worn) numbers.push(id ? this.numbers[id] : 0);
    if (this.doesHpMatter) numbers.push(state.hp);
    return state.map + String.fromCharCode(...numbers.map((number) => number + SHIFT));
  }

  // The map.

  /** The cell in a column and row, -1 off the map. */
  cellAt(x, y) {
    return x < 0 || y < 0 || x >= this.width || y >= this.height ? -1 : y * this.width + x;
  }

  content(state, cell, floor = state.floor) {
    if (cell < 0) return FREE;
    const number = state.map.charCodeAt(floor * this.area + cell);
    return number >= HIDDEN ? FREE : number;
  }

  put(state, cell, number, floor = state.floor) {
    const at = floor * this.area + cell;
    state.map = state.map.slice(0, at) + String.fromCharCode(number) + state.map.slice(at + 1);
  }

  /** The block on a cell, also where it is only an event's. */
  block(state, cell, floor = state.floor) {
    const number = this.content(state, cell, floor);
    return number === EVENT ? { cls: 'terrains', id: 'none' } : this.blocks[number];
  }

  /** The id of the monster on a cell, null where there is none. */
  monster(state, cell) {
    const block = this.block(state, cell);
    return block?.cls === 'enemys' ? block.id : null;
  }

  /** What the project's tables have for a cell of the hero's floor. */
  entry(state, table, cell) {
    return this.tables[state.floor][table][cell];
  }

  // Expressions and events.

  evaluate(expression, state) {
    const text = String(expression);
    if (!this.expressions.has(text)) {
      const read = text.replace(/status:(\w+)/g, 'state.$1').replace(/(item|flag):(\w+)/g, '(state.$1s.$2 ?? 0)');
      const body = read.replace(/core\.hasEquip\(/g, 'state.worn.includes(');
      this.expressions.set(text, new Function('state', `return (${body});`));
    }
    return this.expressions.get(text)(state);
  }

  /** Runs the actions of an event at a cell. */
  run(actions, state, cell, then) {
    if (!actions?.length) {
      then(state);
      return;
    }
    const [action, ...rest] = actions;
    const goOn = (next) => this.run(rest, next, cell, then);
    switch (action.type) {
      case 'setValue':
        this.setValue(action, state);
        if (state.hp > 0) goOn(state);
        break;
      case 'if':
        this.run(this.evaluate(action.condition, state) ? action.true : action.false, state, cell, goOn);
        break;
      case 'choices':
        this.choose(action.choices, state, cell, goOn);
        break;
      case 'hide':
        this.put(state, cell, FREE);
        goOn(state);
        break;
      case 'setBlock':
        for (const [x, y] of action.loc) this.put(state, this.cellAt(x, y), action.number);
        goOn(state);
        break;
      case 'openDoor':
        this.openDoor(state, this.cellAt(...action.loc));
        goOn(state);
        break;
      case 'openShop':
        state.shops[action.id] = true;
        if (action.open) this.trade(action.id, state, cell, goOn);
        else goOn(state);
        break;
      case 'disableShop':
        delete state.shops[action.id];
        goOn(state);
        break;
      case 'changeFloor':
        this.arrive(state, this.floorIds.indexOf(action.floorId), this.cellAt(...action.loc), goOn);
        break;
      case 'win':
        this.won(state);
        break;
      default:
        throw new Error(`not read: ${action.type}`);
    }
  }

  setValue({ name, operator, value }, state) {
    const [kind, field] = name.split(':');
    const owner = { status: state, item: state.items, flag: state.flags }[kind];
    const old = owner[field] ?? 0;
    const given = Number(this.evaluate(value, state));
    owner[field] = { '+=': old + given, '-=': old - given, '=': given }[operator];
    if (kind === 'item') owner[field] = Math.max(0, owner[field]);
  }

  /** Answers a question in each way that it offers. Where it offers none, nobody is asked. */
  choose(choices, state, cell, then) {
    const shown = this.offered(choices, state);
    for (const [number, { action }] of shown.entries()) this.run(action, answer(state, number), cell, then);
    if (!shown.length) then(state);
  }

  offered(choices, state) {
    return choices.filter(({ condition }) => !condition || this.evaluate(condition, state));
  }

  openDoor(state, cell) {
    const block = this.block(state, cell);
    if (block?.doorInfo && block.cls === 'animates') this.put(state, cell, FREE);
  }

  /** Opens a shop and buys there in every way, until the hero leaves it. */
  trade(id, state, cell, then) {
    const shop = this.shops[id];
    const seen = new Map();
    const stay = (customer) => {
      const known = this.identity(customer);
      if (seen.get(known) >= customer.hp) return;
      seen.set(known, customer.hp);
      const isOpen = customer.shops[id];
      if (!isOpen && shop.disablePreview) {
        then(customer);
        return;
      }
      const shown = this.offered(shop.choices, customer);
      for (const [number, { need, action }] of shown.entries()) {
        if (isOpen && this.evaluate(need, customer)) this.run(action, answer(customer, number), cell, stay);
      }
      then(answer(customer, shown.length));
    };
    stay(state);
  }

  // Fights and damage.

  /** What the halos on the hero's floor add, in percent. */
  halos(state) {
    const added = { hp: 0, atk: 0, def: 0 };
    const seen = new Set();
    for (let cell = 0; cell < this.area; cell += 1) {
      const id = this.monster(state, cell);
      if (!id || !this.specials[id].includes(SPECIAL.halo)) continue;
      const { haloAdd, hpBuff, atkBuff, defBuff } = this.enemies[id];
      if (!haloAdd && seen.has(id)) continue;
      seen.add(id);
      added.hp += hpBuff;
      added.atk += atkBuff;
      added.def += defBuff;
    }
    return added;
  }

  /** The hp, attack and defence of a monster, as the hero meets it. */
  strength(state, id) {
    const has = (special) => this.specials[id].includes(special);
    let { hp, atk, def } = this.enemies[id];
    if (has(SPECIAL.imitates)) ({ atk, def } = state);
    if (has(SPECIAL.hard)) def = Math.max(def, state.atk - 1);
    if (this.hasHalo) {
      const added = this.halos(state);
      hp *= 1 + added.hp / 100;
      atk *= 1 + added.atk / 100;
      def *= 1 + added.def / 100;
    }
    return { hp: Math.floor(hp), atk: Math.floor(atk), def: Math.floor(def) };
  }

  /** What a fight costs, null where the hero cannot win one at any cost. */
  fightDamage(state, id) {
    const enemy = this.enemies[id];
    const has = (special) => this.specials[id].includes(special);
    const atk = Math.max(0, state.atk), def = Math.max(0, state.def), mdef = Math.max(0, state.mdef);
    const monster = this.strength(state, id);
    const hit = atk - monster.def;
    if (hit <= 0 || (has(SPECIAL.unbeatable) && !state.items.cross)) return null;
    let damage = -mdef;
    if (has(SPECIAL.drains)) {
      const drained = Math.floor(state.hp * enemy.vampire);
      if (enemy.add) monster.hp += drained;
      damage += drained;
    }
    let perTurn = Math.max(0, has(SPECIAL.magic) ? monster.atk : monster.atk - def);
    if (has(SPECIAL.twice)) perTurn *= 2;
    if (has(SPECIAL.thrice)) perTurn *= 3;
    if (has(SPECIAL.often)) perTurn *= enemy.n;
    if (has(SPECIAL.firstStrike)) damage += perTurn;
    if (has(SPECIAL.breaksArmour)) damage += Math.floor((enemy.breakArmor || this.values.breakArmor) * def);
    if (has(SPECIAL.purifies)) damage += Math.floor((enemy.purify || this.values.purify) * mdef);
    const counter = has(SPECIAL.counters) ? Math.floor((enemy.counterAttack || this.values.counterAttack) * atk) : 0;
    const turns = Math.ceil(monster.hp / hit);
    damage += (turns - 1) * perTurn + turns * counter;
    if (!this.flags.enableNegativeDamage) damage = Math.max(0, damage);
    if (has(SPECIAL.hatred)) damage += state.flags.hatred ?? 0;
    if (has(SPECIAL.fixedDamage)) damage += enemy.damage;
    return damage;
  }

  /** Fights a monster on a cell, and does what follows it; nothing where the hero would not survive. */
  fight(state, id, cell, then) {
    const damage = this.fightDamage(state, id);
    if (damage === null || damage >= state.hp) return;
    state.hp -= damage;
    this.settle(state, id);
    if (this.content(state, cell) !== FREE) {
      const comesBack = this.specials[id].includes(SPECIAL.comesBack);
      this.put(state, cell, comesBack ? this.numbers[id] + HIDDEN : FREE);
    }
    this.run(this.entry(state, 'afterBattle', cell), state, cell, then);
  }

  /** What a fight brings, and what the monster's specials do after it. */
  settle(state, id) {
    const enemy = this.enemies[id];
    const has = (special) => this.specials[id].includes(special);
    if (!state.flags.curse) state.money += enemy.money * (state.items.coin ? 2 : 1);
    if (has(SPECIAL.poisons)) this.afflict(state, 'poison');
    if (has(SPECIAL.weakens)) this.afflict(state, 'weak');
    if (has(SPECIAL.curses)) this.afflict(state, 'curse');
    if (has(SPECIAL.hatred)) state.flags.hatred = Math.floor((state.flags.hatred ?? 0) / 2);
    if (has(SPECIAL.leavesOne)) state.hp = 1;
    if (has(SPECIAL.degrades)) {
      state.atk = Math.max(0, state.atk - enemy.atkValue);
      state.def = Math.max(0, state.def - enemy.defValue);
    }
    if (this.hasHatred) state.flags.hatred = (state.flags.hatred ?? 0) + this.values.hatred;
  }

  afflict(state, debuff) {
    if (state.flags[debuff]) return;
    state.flags[debuff] = 1;
    if (debuff === 'weak') this.strengthen(state, -this.values.weakValue);
  }

  cure(state, debuff) {
    delete state.flags[debuff];
    if (debuff === 'weak') this.strengthen(state, this.values.weakValue);
  }

  strengthen(state, points) {
    state.atk += points;
    state.def += points;
  }

  /** What it costs to step on a cell. */
  stepDamage(state, cell) {
    const isLava = this.content(state, cell) === this.numbers.lavaNet && !state.items.amulet;
    const lava = isLava ? this.values.lavaDamage : 0;
    if (!this.hasReach) return lava;
    let damage = lava;
    for (let other = 0; other < this.area; other += 1) {
      const id = this.monster(state, other);
      if (id) damage += this.reachDamage(id, other, cell);
    }
    const left = state.hp - damage;
    if (left > 1 && this.isBetweenTwins(state, cell)) damage += Math.floor(left / 2);
    return damage;
  }

  /** What a monster on one cell costs the hero on another one. */
  reachDamage(id, from, to) {
    const enemy = this.enemies[id];
    const { across, down } = this.distance(from, to);
    let damage = 0;
    if (this.specials[id].includes(SPECIAL.zone) && from !== to) {
      const distance = enemy.zoneSquare ? Math.max(across, down) : across + down;
      if (distance <= enemy.range) damage += enemy.zone;
    }
    if (this.specials[id].includes(SPECIAL.laser) && (across === 0) !== (down === 0)) damage += enemy.laser;
    return damage;
  }

  distance(from, to) {
    const across = Math.abs((from % this.width) - (to % this.width));
    return { across, down: Math.abs(Math.floor(from / this.width) - Math.floor(to / this.width)) };
  }

  /** Whether two monsters of one kind stand on opposite sides of a cell and take half of the hp. */
  isBetweenTwins(state, cell) {
    const [above, below, left, right] = this.neighbours.map((neighbours) => neighbours[cell]);
    return [[above, below], [left, right]].some(([one, other]) => {
      const id = this.monster(state, one);
      return id && id === this.monster(state, other) && this.specials[id].includes(SPECIAL.pincer);
    });
  }

  /** The monsters that attack the hero once he stands on a cell. */
  ambushers(state, cell) {
    const found = [];
    for (let other = 0; this.hasAmbush && other < this.area; other += 1) {
      const id = this.monster(state, other);
      if (!id || other === cell || !this.specials[id].includes(SPECIAL.ambush)) continue;
      const { across, down } = this.distance(other, cell);
      if ((this.enemies[id].zoneSquare ? Math.max(across, down) : across + down) === 1) found.push({ id, cell: other });
    }
    return found;
  }

  /** Fights one monster after the other. */
  fightAll(state, [first, ...rest], then) {
    if (first) this.fight(state, first.id, first.cell, (next) => this.fightAll(next, rest, then));
    else then(state);
  }

  // Items and floors.

  /** Takes the item on a cell, and does what follows it. */
  take(state, cell, then) {
    const { id } = this.block(state, cell);
    this.put(state, cell, FREE);
    this.gain(state, id);
    this.run(this.entry(state, 'afterGetItem', cell), state, cell, then);
  }

  gain(state, id) {
    if (this.items[id].cls !== 'items') {
      state.items[id] = (state.items[id] ?? 0) + 1;
      return;
    }
    const [, field, operator, value, points] = EFFECT.exec(this.items[id].itemEffect) ?? [];
    if (!field) throw new Error(`not read: item ${id}`);
    const given = value ? this.values[value] * this.floors[state.floor].ratio : Number(points);
    state[field] = operator === '+' ? state[field] + given : state[field] * given;
  }

  /** The slot that equipment goes into: of several with one name an empty one, or none. */
  slotFor(state, id) {
    const { type } = this.items[id].equip;
    if (typeof type === 'number') return type;
    const named = [...this.slots.keys()].filter((slot) => this.slots[slot] === type);
    return named.find((slot) => !state.worn[slot]) ?? (named.length === 1 ? named[0] : -1);
  }

  /** Puts equipment into a slot, or takes it off where `id` is null. */
  wear(state, slot, id) {
    const old = state.worn[slot];
    for (const [name, points] of Object.entries(id ? this.items[id].equip.value : {})) state[name] += points;
    for (const [name, points] of Object.entries(old ? this.items[old].equip.value : {})) state[name] -= points;
    if (id) state.items[id] -= 1;
    if (old) state.items[old] = (state.items[old] ?? 0) + 1;
    state.worn[slot] = id;
  }

  /** The hero comes to a cell of a floor: monsters there come back, and what happens on arrival does. */
  arrive(state, floor, cell, then) {
    Object.assign(state, { floor, cell });
    for (let at = 0; at < this.area; at += 1) {
      const number = state.map.charCodeAt(floor * this.area + at);
      if (number >= HIDDEN) this.put(state, at, number - HIDDEN);
    }
    const isFirst = !this.hasVisited(state, floor);
    state.visited |= 1 << floor;
    const { firstArrive, eachArrive } = this.floors[floor];
    this.run([...(isFirst ? firstArrive : []), ...eachArrive], state, cell, then);
  }

  hasVisited(state, floor) {
    return Boolean((state.visited >> floor) & 1);
  }

  /** The first cell of a floor with stairs of an id, null where there are none. */
  findStairs(state, floor, id) {
    for (let cell = 0; cell < this.area; cell += 1) if (this.content(state, cell, floor) === this.numbers[id]) return cell;
    return null;
  }

  climb(state, { floorId, loc, stair }, then) {
    const { floor } = state;
    const named = { ':next': Math.min(floor + 1, this.floorIds.length - 1), ':before': Math.max(0, floor - 1) };
    const to = named[floorId] ?? this.floorIds.indexOf(floorId);
    const given = loc ? this.cellAt(...loc) : state.cell;
    const cell = stair ? this.findStairs(state, to, stair) ?? given : given;
    this.arrive(state, to, cell, then);
  }

  // Keys.

  /** Whether the hero cannot leave his cell in a direction, or must not. */
  isHeld(state, direction) {
    const { name, back } = DIRECTIONS[direction];
    const to = this.neighbours[direction][state.cell];
    if (this.entry(state, 'cannotMove', state.cell)?.includes(name) || this.entry(state, 'cannotMoveIn', to)?.includes(back)) return true;
    // He does not walk into his death, unless there is something on the cell.
    const isEmpty = [FREE, EVENT].includes(this.content(state, to));
    return !this.flags.canGoDeadZone && isEmpty && state.hp <= this.stepDamage(state, to);
  }

  /** A step in a direction. */
  step(before, direction, then) {
    const to = this.neighbours[direction][before.cell];
    if (to < 0 || this.isHeld(before, direction)) return;
    const state = press(before, DIRECTIONS[direction].key);
    if (this.noPass.has(this.content(state, to))) this.bump(state, to, then);
    else this.enter(state, to, then);
  }

  /** Walks into what lets nobody pass: a person, a door, a monster, or a wall, where nothing happens. */
  bump(state, cell, then) {
    const block = this.block(state, cell);
    const event = this.entry(state, 'events', cell);
    if (event) this.run(event, state, cell, then);
    else if (block.trigger === 'openDoor') this.unlock(state, block, cell, then);
    else if (block.cls === 'enemys') this.fight(state, block.id, cell, then);
  }

  unlock(state, { doorInfo }, cell, then) {
    const keys = Object.entries(doorInfo.keys);
    if (keys.some(([id, count]) => (state.items[id] ?? 0) < count)) return;
    for (const [id, count] of keys) state.items[id] -= count;
    this.put(state, cell, FREE);
    this.run(this.entry(state, 'afterOpenDoor', cell), state, cell, then);
  }

  /** Walks onto a cell: pays for it, is attacked there, and then does what lies on it. */
  enter(state, cell, then) {
    state.cell = cell;
    if (state.flags.poison) state.hp -= this.values.poisonDamage;
    if (state.hp <= 0) return;
    const isItem = this.block(state, cell)?.cls === 'items';
    // An item after which nothing happens is the hero's before the cell costs him anything.
    const isTaken = isItem && !this.entry(state, 'afterGetItem', cell);
    if (isTaken) this.take(state, cell, () => {});
    const damage = this.stepDamage(state, cell);
    state.hp -= damage;
    if (damage && this.flags.disableShopOnDamage) state.shops = {};
    if (state.hp <= 0) return;
    const attackers = this.ambushers(state, cell);
    for (const attacker of attackers) this.put(state, attacker.cell, FREE);
    this.fightAll(state, attackers, (next) => {
      if (isTaken) then(next);
      else if (isItem) this.take(next, cell, then);
      else this.touch(next, cell, attackers.length > 0, then);
    });
  }

  /** What lies on the hero's cell and lets him pass does what it does: an event, stairs, a net. */
  touch(state, cell, isAttacked, then) {
    const block = this.block(state, cell);
    const event = block && this.entry(state, 'events', cell);
    const stairs = block && this.entry(state, 'changeFloor', cell);
    if (event) this.run(event, state, cell, then);
    else if (stairs) this.useStairs(state, stairs, isAttacked, then);
    else {
      const debuff = NETS[block?.id];
      if (debuff && !state.items.amulet) this.afflict(state, debuff);
      then(state);
    }
  }

  /** Climbs stairs or, where that is allowed, walks over them. After an ambush the platform does not ask. */
  useStairs(state, stairs, isAttacked, then) {
    if ((stairs.ignoreChangeFloor ?? this.flags.ignoreChangeFloor) && !isAttacked) {
      const passing = copy(state);
      passing.keys += 'N';
      then(passing);
    }
    this.climb(state, stairs, then);
  }

  /** What the hero does to the cell in a direction without a step: he takes an item, or uses a tool. */
  reachOut(before, direction, then) {
    const to = this.neighbours[direction][before.cell];
    const block = this.block(before, to);
    if (!block) return;
    const turn = `t${DIRECTIONS[direction].key}:`;
    const canTake = this.flags.enableGentleClick && !this.isHeld(before, direction);
    if (block.cls === 'items' && canTake) this.take(press(before, `${turn}G`), to, then);
    if (block.canBreak) this.clear(before, to, 'pickaxe', turn, then);
    if (block.cls === 'enemys' && !this.enemies[block.id].notBomb) this.clear(before, to, 'bomb', turn, then);
  }

  clear(before, cell, tool, turn, then) {
    if (!before.items[tool]) return;
    const state = press(before, `${turn}I${tool}:`);
    state.items[tool] -= 1;
    this.put(state, cell, FREE);
    then(state);
  }

  /** Flights to all floors, the hero's own included. */
  fly(before, then) {
    if (!before.items.fly || !this.floors[before.floor].canFlyFrom || (this.flags.flyNearStair && !this.isNearStairs(before))) return;
    for (const [floor, { canFlyTo, flyPoint }] of this.floors.entries()) {
      if (!canFlyTo || !this.hasVisited(before, floor)) continue;
      const state = press(before, `F${this.floorIds[floor]}:`);
      const stairs = this.findStairs(state, floor, before.floor <= floor ? 'downFloor' : 'upFloor');
      this.arrive(state, floor, flyPoint ? this.cellAt(...flyPoint) : stairs ?? before.cell, then);
    }
  }

  /** Whether the hero stands on stairs or beside some; the platform counts portals, too. */
  isNearStairs(state) {
    const around = [state.cell, ...this.neighbours.map((neighbours) => neighbours[state.cell])];
    return around.some((cell) => STAIRS.has(this.block(state, cell)?.id));
  }

  /** The tools that carry the hero to another cell. */
  carry(before, then) {
    const use = (id, floor, cell, arrive) => {
      if (!before.items[id] || !this.floors[floor] || this.content(before, cell, floor) !== FREE) return;
      const state = press(before, `I${id}:`);
      state.items[id] -= 1;
      arrive(state);
    };
    const opposite = this.area - 1 - before.cell;
    use('centerFly', before.floor, opposite, (state) => {
      state.cell = opposite;
      then(state);
    });
    for (const [id, floor] of [['upFly', before.floor + 1], ['downFly', before.floor - 1]]) {
      use(id, floor, before.cell, (state) => this.arrive(state, floor, before.cell, then));
    }
  }

  drink(before, then) {
    for (const [id, debuff] of Object.entries(WINES)) {
      if (!before.items[id] || !before.flags[debuff]) continue;
      const state = press(before, `I${id}:`);
      state.items[id] -= 1;
      this.cure(state, debuff);
      then(state);
    }
  }

  /** Shops that the hero knows, from afar. */
  shopFromAfar(before, then) {
    if (this.floors[before.floor].canUseQuickShop === false) return;
    for (const id of this.shopIds.filter((shop) => before.shops[shop])) this.trade(id, press(before, `S${id}:`), before.cell, then);
  }

  dress(before, then) {
    for (const id of this.itemIds.filter((item) => before.items[item] && this.items[item].cls === 'equips')) {
      const slot = this.slotFor(before, id);
      if (slot < 0) continue;
      const state = press(before, `e${this.numbers[id]}:`);
      this.wear(state, slot, id);
      then(state);
    }
    for (const slot of before.worn.keys()) {
      if (!before.worn[slot]) continue;
      const state = press(before, `u${slot}`);
      this.wear(state, slot, null);
      then(state);
    }
  }

  /** Calls `then` with the states after each key that does something. */
  expand(state, then) {
    for (const direction of DIRECTIONS.keys()) {
      this.step(state, direction, then);
      this.reachOut(state, direction, then);
    }
    this.fly(state, then);
    this.shopFromAfar(state, then);
    this.carry(state, then);
    this.drink(state, then);
    this.dress(state, then);
  }
}

/**
 * Searches a tower until every state has been tried, or there are more than `limit` of them.
 * @returns {{done: boolean, hp: number, route: string, states: number}} `hp` is the most with which the tower was won, -1 if it was not
 */
export function exhaust(folder, limit) {
  let best = null;
  const rules = new Rules(readProject(folder), (state) => {
    if (!best || state.hp > best.hp) best = copy(state);
  });
  // The best state of each identity, and those identities whose state has not been expanded.
  const found = new Map();
  const waiting = new Set();
  const add = (state) => {
    const identity = rules.identity(state);
    if (found.get(identity)?.hp >= state.hp) return;
    found.set(identity, state);
    waiting.add(identity);
  };
  const first = rules.firstState();
  rules.run(rules.floors[first.floor].eachArrive, first, first.cell, add);
  let expanded = 0;
  for (const identity of waiting) {
    // Where fights give hp, a state may come again and again, each time with more.
    if (found.size > limit || expanded > limit * 4) break;
    expanded += 1;
    waiting.delete(identity);
    rules.expand(found.get(identity), add);
  }
  const done = waiting.size === 0;
  return { done, hp: best ? best.hp : -1, route: best ? routeTo(best) : '', states: found.size };
}
