// An exhaustive search of a small tower, key by key. Its rules are written from the platform's own code (libs/*.js and functions.js) and
// share nothing with the engine's. It reads what small.mjs makes: floors of one size, few kinds of items, the words of events that
// words.mjs has. What it does not read it refuses with an error.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEYS, dress, reachOut } from './keys.mjs';
import { DIRECTIONS, EVENT, FREE, HIDDEN, NETS, SKILL_COST, answer, copy, press, routeTo } from './states.mjs';
import { WORDS } from './words.mjs';

// Added to numbers that become characters: some are negative.
const SHIFT = 1000;
const SPECIAL = {
  firstStrike: 1, magic: 2, hard: 3, twice: 4, thrice: 5, often: 6, breaksArmour: 7, counters: 8, purifies: 9, imitates: 10, drains: 11,
  poisons: 12, weakens: 13, curses: 14, zone: 15, pincer: 16, hatred: 17, repels: 18, leavesOne: 19, unbeatable: 20, degrades: 21,
  fixedDamage: 22, comesBack: 23, laser: 24, halo: 25, helps: 26, ambush: 27,
};
const EFFECT = /^core\.status\.hero\.(\w+) ?(\+|\*)= ?(?:core\.values\.(\w+) \* core\.status\.thisMap\.ratio|(\d+))$/;
const TABLES = [
  'events', 'changeFloor', 'beforeBattle', 'afterBattle', 'afterGetItem', 'afterOpenDoor', 'cannotMove', 'cannotMoveIn',
];
// Where the platform keeps by what share equipment raises a number.
const buffOf = (name) => `__${name}_buff__`;

const assigned = (text) => JSON.parse(text.slice(text.indexOf('=') + 1).trim().replace(/;$/, ''));

/** The parts of a project folder that the search reads. */
function readProject(folder) {
  const read = (name) => assigned(readFileSync(join(folder, `${name}.js`), 'utf8'));
  const data = read('data');
  const floors = data.main.floorIds.map((id) => read(`floors/${id}`));
  return { data, blocks: read('maps'), enemies: read('enemys'), items: read('items'), common: read('events').commonEvent, floors };
}

/**
 * The rules of one tower. A cell is a number, row after row. What can go on in several ways takes `then`, which it calls with each state
 * that results; it may change the state that it is given.
 */
class Rules {
  constructor({ data, blocks, enemies, items, common, floors }, won) {
    Object.assign(this, { blocks, enemies, items, common, floors, won });
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
    this.layOut();
    this.levels = this.flags.statusBarItems.includes('enableLevelUp') ? data.firstData.levelUp : [];
    this.isHpLimited = this.flags.statusBarItems.includes('enableHPMax');
    this.listAutomatic();
    const { shops, levelUp } = data.firstData;
    this.study(JSON.stringify([...floors.map((floor) => ({ ...floor, map: [] })), shops, levelUp, this.own(), common, this.automatic]));
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
      const event = this.tables[number].events[cell];
      return (block === FREE && event ? EVENT : block) + (event?.enable === false ? HIDDEN : 0);
    }));
    this.firstMap = String.fromCharCode(...first.flat());
  }

  /** What the project's own items and monsters do. */
  own() {
    const items = Object.values(this.items).map(({ useItemEvent, canUseItemEffect, equip }) => ({ useItemEvent, canUseItemEffect, equip }));
    return [items, Object.values(this.enemies).map(({ beforeBattle, afterBattle }) => ({ beforeBattle, afterBattle }))];
  }

  /** Notes the automatic events in the platform's order. Equipment has some, too; they come last. */
  listAutomatic() {
    const listed = this.floors.flatMap(({ autoEvent = {} }, floor) => Object.entries(autoEvent).flatMap(([name, events]) => (
      Object.entries(events).filter(([, event]) => event?.condition && event.data).map(([index, event]) => {
        const [x, y] = name.split(',').map(Number);
        return { ...event, floor, x, y, index: Number(index), cell: this.cellAt(x, y) };
      }))));
    listed.sort((one, other) => other.priority - one.priority || one.floor - other.floor || one.x - other.x || one.y - other.y
      || one.index - other.index);
    const worn = Object.keys(this.items).flatMap((id) => {
      const { cls, equip } = this.items[id];
      if (cls !== 'equips' || !(equip?.equipEvent || equip?.unequipEvent)) return [];
      const name = `flag:_equipEvent_${id}`;
      const event = (condition, value, data = []) => (
        { condition, multiExecute: true, data: [{ type: 'setValue', name, operator: '=', value }, ...data] });
      return [
        event(`core.hasEquip('${id}') && !${name}`, '1', equip.equipEvent), event(`!core.hasEquip('${id}') && ${name}`, '0', equip.unequipEvent),
      ];
    });
    this.automatic = [...listed, ...worn];
  }

  /** Notes what can come to lie on the cells, and what makes two states different. */
  study(text) {
    const named = (pattern) => [...text.matchAll(pattern)].map(([, name]) => name);
    const placed = new Set([...this.firstMap].map((content) => content.charCodeAt(0) % HIDDEN));
    for (const number of named(/"number":(\d+)/g)) placed.add(Number(number));
    const mentioned = new Set(named(/"id":"(\w+)"/g));
    for (const number of Object.keys(this.blocks)) if (mentioned.has(this.blocks[number].id)) placed.add(Number(number));
    const ids = (kind) => [...placed].filter((number) => this.blocks[number]?.cls === kind).map((number) => this.blocks[number].id);
    this.numbers = Object.fromEntries(Object.entries(this.blocks).map(([number, { id }]) => [id, Number(number)]));
    this.specials = Object.fromEntries(Object.entries(this.enemies).map(([id, { special }]) => [id, special ? [special].flat() : []]));
    const has = (...specials) => ids('enemys').some((id) => specials.some((special) => this.specials[id].includes(special)));
    this.hasHalo = has(SPECIAL.halo);
    this.hasHatred = has(SPECIAL.hatred);
    this.hasAmbush = has(SPECIAL.ambush);
    this.hasReach = has(SPECIAL.zone, SPECIAL.laser, SPECIAL.pincer, SPECIAL.repels);
    this.hasHelp = has(SPECIAL.helps);
    const carried = [...Object.keys(this.firstItems()), ...ids('items'), ...named(/item:(\w+)/g)];
    this.itemIds = [...new Set(carried)].filter((id) => this.items[id].cls !== 'items');
    this.shopIds = Object.keys(this.shops);
    // Elsewhere more hp are never worse, and of two states that differ in nothing else the one with fewer is dropped.
    const healsByHp = ids('enemys').some((id) => this.specials[id].includes(SPECIAL.drains) && this.enemies[id].add);
    const isRead = /"(value|condition|need|case|to|canUseItemEffect)":"[^"]*(status:|status\.hero\.)hp\b/;
    this.doesHpMatter = healsByHp || isRead.test(text) || /"name":"status:hp","operator":"%="/.test(text);
  }

  firstItems() {
    const { tools, constants, equips } = this.hero.items;
    return { ...tools, ...constants, ...equips };
  }

  firstState() {
    const { hp, atk, def, mdef = 0, money = 0, exp = 0, lv = 1, mana = 0, loc } = this.hero;
    return {
      floor: this.firstFloor, cell: this.cellAt(loc.x, loc.y), hp: this.isHpLimited ? Math.min(hp, this.hero.hpmax) : hp,
      atk, def, mdef, money, exp, lv, mana,
      items: this.firstItems(), flags: {}, shops: {}, changed: {}, executed: 0, executing: 0, isDressing: false,
      worn: this.slots.map(() => null), visited: 1 << this.firstFloor, map: this.firstMap, before: null, keys: '',
    };
  }

  /** A text by which states are the same but for the hero's hp. */
  identity(state) {
    const numbers = [
      state.floor, state.cell, state.atk, state.def, state.mdef, state.money, state.visited, state.exp, state.lv, state.mana, state.executed,
      state.isDressing ? 1 : 0,
    ];
    for (const id of this.itemIds) numbers.push(state.items[id] ?? 0);
    for (const id of this.shopIds) numbers.push(state.shops[id] ? 1 : 0);
    for (const id of state.worn) numbers.push(id ? this.numbers[id] : 0);
    if (this.doesHpMatter) numbers.push(state.hp);
    const named = (values) => Object.keys(values).filter((name) => values[name] && !name.startsWith('@temp@')).sort()
      .map((name) => `${name}=${values[name]}`);
    return state.map + String.fromCharCode(...numbers.map((number) => number + SHIFT)) + named(state.flags) + named(state.changed);
  }

  // The map.

  /** The cell in a column and row, -1 off the map. */
  cellAt(x, y) {
    return x < 0 || y < 0 || x >= this.width || y >= this.height ? -1 : y * this.width + x;
  }

  content(state, cell, floor = state.floor) {
    if (cell < 0) return FREE;
    const number = this.raw(state, cell, floor);
    return number >= HIDDEN ? FREE : number;
  }

  /** What lies on a cell even if it is hidden. */
  raw(state, cell, floor) {
    return state.map.charCodeAt(floor * this.area + cell);
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

  /** What lies on a cell, with what its event says of it; null where there is nothing. */
  thing(state, cell) {
    const block = this.block(state, cell);
    if (!block) return null;
    const usual = { enemys: 'battle', items: 'getItem' };
    const noPass = block.canPass == null ? block.cls !== 'items' && block.id !== 'none' : !block.canPass;
    const thing = { id: block.id, noPass, trigger: block.trigger ?? usual[block.cls] };
    const event = this.entry(state, 'events', cell), stairs = this.entry(state, 'changeFloor', cell);
    if (event) Object.assign(thing, { trigger: thing.trigger ?? 'action', data: event }, Array.isArray(event) ? {} : event);
    return stairs ? Object.assign(thing, { trigger: 'changeFloor', data: stairs }) : thing;
  }

  // Expressions and events.

  evaluate(expression, state, at) {
    const text = String(expression).replace(/switch:(\w+)/g, (_, name) => `(state.flags['${this.prefix(state, at)}@${name}'] ?? 0)`);
    if (!this.expressions.has(text)) {
      const read = text.replace(/status:(\w+)/g, 'state.$1').replace(/(item|flag):(\w+)/g, '(state.$1s.$2 ?? 0)')
        .replace(/temp:(\w+)/g, "(state.flags['@temp@$1'] ?? 0)").replace(/core\.status\.hero\./g, 'state.');
      const body = read.replace(/core\.hasEquip\(/g, 'state.worn.includes(');
      this.expressions.set(text, new Function('state', `return (${body});`));
    }
    return this.expressions.get(text)(state);
  }

  /** What the names of an event's switches begin with. */
  prefix(state, at) {
    return `${this.floorIds[at.floor ?? state.floor]}@${this.names[at.cell].replace(',', '@')}`;
  }

  /** Runs the actions of an event at a cell, outside of all others. */
  begin(actions, state, cell, then) {
    if (actions?.length) this.run(actions, state, { cell, breaks: [], end: then }, then);
    else then(state);
  }

  /** Runs actions; `at` is where, as words.mjs has it. */
  run(actions, state, at, then) {
    if (!actions?.length) {
      then(state);
      return;
    }
    const [action, ...rest] = actions;
    const word = typeof action === 'string' ? WORDS.comment : WORDS[action.type];
    if (!word) throw new Error(`not read: ${action.type}`);
    word(this, action, state, at, (next) => this.run(rest, next, at, then));
  }

  /**
   * What the platform does whenever it draws the status bar: it limits the hp, raises the hero's level, and looks for automatic events
   * if it is not a `quick` one. Gives the actions that follow, before those that wait.
   */
  refresh(state, isQuick = false) {
    const raised = [];
    for (let next = this.levels[state.lv]; next; next = this.levels[state.lv]) {
      const need = this.evaluate(next.need, state);
      if (state.exp < need) break;
      state.lv += 1;
      if (next.clear) state.exp -= need;
      raised.push(...(next.action ?? []));
    }
    if (this.isHpLimited) state.hp = Math.min(state.hp, this.hero.hpmax);
    return isQuick ? raised : [...this.due(state), ...raised];
  }

  /** The automatic events whose time has come. */
  due(state) {
    const found = [];
    for (const [number, { condition, multiExecute, currentFloor, floor, cell }] of this.automatic.entries()) {
      const bit = 1 << number;
      if ((currentFloor && floor !== state.floor) || (!multiExecute && state.executed & bit) || state.executing & bit) continue;
      if (!this.evaluate(condition, state, { floor, cell })) continue;
      state.executing |= bit;
      if (!multiExecute) state.executed |= bit;
      found.push({ type: 'automatic', number });
    }
    return found;
  }

  /** Answers a question in each way that it offers. Where it offers none, nobody is asked. */
  choose(choices, state, at, then) {
    const shown = this.offered(choices, state, at);
    for (const [number, { need, action }] of shown.entries()) {
      if (!need || this.evaluate(need, state, at)) this.run(action, answer(state, number), at, then);
    }
    if (!shown.length) then(state);
  }

  offered(choices, state, at) {
    return choices.filter(({ condition }) => !condition || this.evaluate(condition, state, at));
  }

  /** Opens a shop and buys there in every way, until the hero leaves it. */
  trade(id, state, at, then) {
    const shop = this.shops[id];
    if (shop.commonEvent) {
      this.run([{ type: 'insert', name: shop.commonEvent, args: shop.args }], state, at, then);
      return;
    }
    const seen = new Map();
    const inside = { ...at, breaks: [then, ...at.breaks] };
    const stay = (customer) => {
      const known = this.identity(customer);
      if (seen.get(known) >= customer.hp) return;
      seen.set(known, customer.hp);
      const isOpen = customer.shops[id];
      if (!isOpen && shop.disablePreview) {
        then(customer);
        return;
      }
      const shown = this.offered(shop.choices, customer, at);
      for (const [number, { need, action }] of shown.entries()) {
        if (isOpen && this.evaluate(need, customer, at)) this.run(action, answer(customer, number), inside, stay);
      }
      then(answer(customer, shown.length));
    };
    stay(state);
  }

  // Fights and damage.

  /** A number of a monster, as events have changed it for its kind or on its cell. */
  value(state, id, name, cell = -1, floor = state.floor) {
    return state.changed[`${floor}@${cell}@${name}`] ?? state.changed[`${id}@${name}`] ?? this.enemies[id][name];
  }

  /** A number of the hero with what his equipment adds by shares. */
  real(state, name) {
    return Math.floor(state[name] * (state.flags[buffOf(name)] ?? 1));
  }

  /** What the halos on the hero's floor add, in percent. */
  halos(state, target) {
    const added = { hp: 0, atk: 0, def: 0 };
    const seen = new Set();
    for (let cell = 0; cell < this.area; cell += 1) {
      const id = this.monster(state, cell);
      if (!id || !this.specials[id].includes(SPECIAL.halo)) continue;
      const { haloAdd, haloRange, haloSquare, hpBuff, atkBuff, defBuff } = this.enemies[id];
      if (!haloAdd && seen.has(id)) continue;
      const { across, down } = this.distance(cell, target);
      if (haloRange != null && !(target >= 0 && (haloSquare ? Math.max(across, down) : across + down) <= haloRange)) continue;
      seen.add(id);
      added.hp += hpBuff;
      added.atk += atkBuff;
      added.def += defBuff;
    }
    return added;
  }

  /** The hp, attack and defence of a monster, as the hero meets it. */
  strength(state, id, cell) {
    const has = (special) => this.specials[id].includes(special);
    let [hp, atk, def] = ['hp', 'atk', 'def'].map((name) => this.value(state, id, name, cell));
    if (has(SPECIAL.imitates)) [atk, def] = [this.real(state, 'atk'), this.real(state, 'def')];
    if (has(SPECIAL.hard)) def = Math.max(def, this.real(state, 'atk') - 1);
    if (this.hasHalo) {
      const added = this.halos(state, cell);
      hp *= 1 + added.hp / 100;
      atk *= 1 + added.atk / 100;
      def *= 1 + added.def / 100;
    }
    return { hp: Math.floor(hp), atk: Math.floor(atk), def: Math.floor(def) };
  }

  /** What a fight costs, null where the hero cannot win one at any cost. */
  fightDamage(state, id, cell, helpers = []) {
    return this.course(state, id, cell, helpers)?.damage ?? null;
  }

  /** The damage and the turns of a fight, after those that others have taken before. The helpers of a monster fight after it. */
  course(state, id, cell, helpers, { before = 0, isHelper = false } = {}) {
    const enemy = this.enemies[id];
    const has = (special) => this.specials[id].includes(special);
    const isDoubled = state.flags.skill === 1;
    const [atk, def] = ['atk', 'def'].map((name) => Math.max(0, this.real(state, name)) * (isDoubled && name === 'atk' ? 2 : 1));
    const mdef = isHelper ? 0 : Math.max(0, this.real(state, 'mdef'));
    const monster = this.strength(state, id, cell);
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
    const turns = before + Math.ceil(monster.hp / hit);
    let taken = turns;
    for (const helper of helpers) {
      const course = this.course(state, helper.id, -1, [], { before: taken, isHelper: true });
      if (!course) return null;
      taken = course.turns;
      damage += course.damage;
    }
    damage += (turns - 1) * perTurn + turns * counter;
    if (!this.flags.enableNegativeDamage) damage = Math.max(0, damage);
    if (has(SPECIAL.hatred)) damage += state.flags.hatred ?? 0;
    if (has(SPECIAL.fixedDamage)) damage += enemy.damage;
    return { damage, turns };
  }

  /** Fights a monster on a cell, or on none, and does what follows it; nothing where the hero would not survive. */
  fight(state, id, cell, then, helpers = null) {
    const called = helpers ?? this.helpersOf(state, cell);
    const damage = this.fightDamage(state, id, cell, called);
    if (damage === null || damage >= state.hp) return;
    if (!helpers && called.length) {
      this.call(state, id, cell, called, then);
      return;
    }
    state.hp -= damage;
    this.settle(state, id, cell, called);
    const point = called.reduce((sum, helper) => sum + this.enemies[helper.id].point, this.value(state, id, 'point', cell));
    const raise = this.flags.enableAddPoint && point > 0 ? [{ type: 'insert', name: '加点事件', args: [point] }] : [];
    const todo = [...raise, ...(this.entry(state, 'afterBattle', cell) ?? []), ...(this.enemies[id].afterBattle ?? [])];
    for (const key of Object.keys(state.changed)) if (key.startsWith(`${state.floor}@${cell}@`)) delete state.changed[key];
    if (this.content(state, cell) !== FREE) {
      const comesBack = this.specials[id].includes(SPECIAL.comesBack);
      this.put(state, cell, comesBack ? this.numbers[id] + HIDDEN : FREE);
    }
    this.begin([...this.refresh(state), ...todo], state, cell, then);
  }

  /** The monsters around a cell that help the one on it. */
  helpersOf(state, cell) {
    const found = [];
    for (let other = 0; this.hasHelp && cell >= 0 && other < this.area; other += 1) {
      const id = this.monster(state, other);
      if (!id || other === cell || !this.specials[id].includes(SPECIAL.helps)) continue;
      const { across, down } = this.distance(cell, other);
      if (Math.max(across, down) === 1) found.push({ id, cell: other });
    }
    return found;
  }

  /** Helpers leave their cells, and then there is a fight that the hero cannot refuse. */
  call(state, id, cell, helpers, then) {
    const todo = [];
    for (const helper of helpers) {
      this.put(state, helper.cell, FREE);
      todo.push(...this.refresh(state));
    }
    this.put(state, cell, this.numbers[id]);
    todo.push(...this.refresh(state));
    this.begin(todo, state, cell, (next) => this.fight(next, id, cell, then, helpers));
  }

  /** Attacks a monster: what happens before that happens first, and then the hero cannot refuse. */
  attack(state, id, cell, then) {
    const before = [...(this.entry(state, 'beforeBattle', cell) ?? []), ...(this.enemies[id].beforeBattle ?? [])];
    if (before.length) this.begin([...before, { type: 'battle' }], state, cell, then);
    else this.fight(state, id, cell, then);
  }

  /** What a fight brings, and what the monster's specials do after it. */
  settle(state, id, cell, helpers) {
    const enemy = this.enemies[id];
    const has = (special) => this.specials[id].includes(special);
    if (!state.flags.curse) {
      const sum = (name) => helpers.reduce((points, helper) => points + this.value(state, helper.id, name), this.value(state, id, name, cell));
      state.money += sum('money') * (state.items.coin ? 2 : 1);
      state.exp += sum('exp');
    }
    if (has(SPECIAL.poisons)) this.afflict(state, 'poison');
    if (has(SPECIAL.weakens)) this.afflict(state, 'weak');
    if (has(SPECIAL.curses)) this.afflict(state, 'curse');
    if (has(SPECIAL.hatred)) state.flags.hatred = Math.floor((state.flags.hatred ?? 0) / 2);
    if (has(SPECIAL.leavesOne)) state.hp = 1;
    if (has(SPECIAL.degrades)) {
      state.atk = Math.max(0, state.atk - enemy.atkValue);
      state.def = Math.max(0, state.def - enemy.defValue);
    }
    if (state.flags.skill) {
      state.mana -= SKILL_COST;
      state.flags.skill = 0;
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
    if (left > 1) damage += this.squeeze(state, cell, Math.floor(left / 2));
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
    if (this.repels(id, from, to)) damage += enemy.repulse;
    if (this.specials[id].includes(SPECIAL.laser) && (across === 0) !== (down === 0)) damage += enemy.laser;
    return damage;
  }

  /** Whether a monster on one cell strikes the hero on another one beside it, and steps back. */
  repels(id, from, to) {
    if (!this.specials[id].includes(SPECIAL.repels)) return false;
    const { across, down } = this.distance(from, to);
    return (this.enemies[id].zoneSquare ? Math.max(across, down) : across + down) === 1;
  }

  /** The monsters that step back from the hero's cell, and where to. */
  movers(state, cell) {
    const found = [];
    for (let from = 0; this.hasReach && from < this.area; from += 1) {
      const id = this.monster(state, from);
      if (!id || !this.repels(id, from, cell)) continue;
      const [x, y, heroX, heroY] = [from % this.width, Math.floor(from / this.width), cell % this.width, Math.floor(cell / this.width)];
      const to = this.cellAt(2 * x - heroX, 2 * y - heroY);
      const direction = this.neighbours.findIndex((neighbours) => neighbours[from] === to);
      if (to < 0 || this.content(state, to) !== FREE || (direction >= 0 && this.isBarred(state, from, direction))) continue;
      found.push({ id, from, to });
    }
    return found;
  }

  /** Monsters step back; gives the actions that follow. */
  stepBack(state, movers) {
    const todo = [];
    for (const { from } of movers) {
      this.put(state, from, FREE);
      todo.push(...this.refresh(state));
    }
    for (const { id, from, to } of movers) {
      this.put(state, to, this.numbers[id]);
      todo.push(...this.refresh(state));
      const here = `${state.floor}@${from}@`;
      for (const key of Object.keys(state.changed).filter((name) => name.startsWith(here))) {
        state.changed[key.replace(here, `${state.floor}@${to}@`)] = state.changed[key];
        delete state.changed[key];
      }
    }
    return todo;
  }

  distance(from, to) {
    const across = Math.abs((from % this.width) - (to % this.width));
    return { across, down: Math.abs(Math.floor(from / this.width) - Math.floor(to / this.width)) };
  }

  /** What two monsters of one kind on opposite sides of a cell take: half of the hp, or not more than a fight would. */
  squeeze(state, cell, half) {
    const [above, below, left, right] = this.neighbours.map((neighbours) => neighbours[cell]);
    const twins = [[left, right], [above, below]].map(([one, other]) => {
      const id = this.monster(state, one);
      return id && id === this.monster(state, other) && this.specials[id].includes(SPECIAL.pincer) ? id : null;
    });
    if (!twins.some(Boolean)) return 0;
    const costs = this.flags.betweenAttackMax ? twins.map((id) => id && this.fightDamage(state, id, cell)) : [];
    return Math.max(0, Math.min(half, ...costs.filter((cost) => cost !== null)));
  }

  /** The monsters that attack the hero once he stands on a cell. */
  ambushers(state, cell) {
    const found = [];
    for (let other = 0; this.hasAmbush && other < this.area; other += 1) {
      const id = this.monster(state, other);
      if (!id || other === cell || !this.specials[id].includes(SPECIAL.ambush)) continue;
      const { across, down } = this.distance(other, cell);
      const isBeside = across + down === 1;
      if (isBeside ? this.isBarred(state, other, this.neighbours.findIndex((to) => to[other] === cell)) : !this.enemies[id].zoneSquare) continue;
      if (Math.max(across, down) === 1) found.push({ id, cell: other });
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
    this.begin(this.pick(state, cell), state, cell, then);
  }

  /** Takes the item on a cell, and gives the actions that follow: what the platform inserts last comes first. */
  pick(state, cell) {
    const { id } = this.block(state, cell);
    const { cls, useItemEvent } = this.items[id];
    this.put(state, cell, FREE);
    const removed = this.refresh(state);
    this.gain(state, id);
    const isUsed = cls === 'items';
    const gained = this.refresh(state, isUsed);
    return [...(this.entry(state, 'afterGetItem', cell) ?? []), ...gained, ...((isUsed && useItemEvent) || []), ...removed];
  }

  gain(state, id) {
    const { cls, itemEffect } = this.items[id];
    if (cls !== 'items') {
      state.items[id] = cls === 'constants' ? 1 : (state.items[id] ?? 0) + 1;
      return;
    }
    for (const effect of itemEffect.split(';').filter(Boolean)) {
      const [, field, operator, value, points] = EFFECT.exec(effect) ?? [];
      if (!field) throw new Error(`not read: item ${id}`);
      const given = value ? this.values[value] * this.floors[state.floor].ratio : Number(points);
      state[field] = operator === '+' ? state[field] + given : state[field] * given;
    }
  }

  /** The slot that equipment goes into: of several with one name an empty one, or none. */
  slotFor(state, id) {
    const { type } = this.items[id].equip;
    if (typeof type === 'number') return type;
    const named = [...this.slots.keys()].filter((slot) => this.slots[slot] === type);
    return named.find((slot) => !state.worn[slot]) ?? (named.length === 1 ? named[0] : -1);
  }

  /** What equipment adds, by points or by shares, as events have changed it. */
  worth(state, id, kind) {
    const begin = `${id}!${kind}!`;
    const own = Object.keys(state.changed).filter((key) => key.startsWith(begin)).map((key) => [key.slice(begin.length), state.changed[key]]);
    return { ...this.items[id].equip[kind], ...Object.fromEntries(own) };
  }

  /** Adds what one piece of equipment is worth and takes away what another one is. */
  raise(state, kind, to, from) {
    for (const name of new Set([...Object.keys(to), ...Object.keys(from)])) {
      const points = (to[name] ?? 0) - (from[name] ?? 0);
      if (kind === 'value') state[name] += points;
      // The platform keeps three digits.
      else state.flags[buffOf(name)] = Number(((state.flags[buffOf(name)] ?? 1) + points / 100).toFixed(3));
    }
  }

  /** Puts equipment into a slot, or takes it off where `id` is null. */
  wear(state, slot, id) {
    const old = state.worn[slot];
    const kinds = (kind) => [id, old].map((item) => (item ? this.worth(state, item, kind) : {}));
    for (const kind of ['value', 'percentage']) this.raise(state, kind, ...kinds(kind));
    if (id) state.items[id] -= 1;
    if (old) state.items[old] = (state.items[old] ?? 0) + 1;
    state.worn[slot] = id;
    state.isDressing = this.automatic.length > 0;
  }

  /** The hero comes to a cell of a floor: monsters there come back, and what happens on arrival does. */
  arrive(state, floor, cell, isInEvent, then, isFlight = false) {
    if (this.flags.flyRecordPosition && !(isFlight && floor === state.floor)) state.flags[`__left${state.floor}`] = state.cell + 1;
    Object.assign(state, { floor, cell });
    for (let at = 0; at < this.area; at += 1) {
      const number = this.raw(state, at, floor) - HIDDEN;
      if (this.specials[this.blocks[number]?.id]?.includes(SPECIAL.comesBack)) this.put(state, at, number);
    }
    const drawn = isInEvent ? this.refresh(state) : [];
    const isFirst = !this.hasVisited(state, floor);
    state.visited |= 1 << floor;
    const { firstArrive, eachArrive } = this.floors[floor];
    this.begin([...(isFirst ? firstArrive : []), ...eachArrive, ...drawn], state, cell, then);
  }

  hasVisited(state, floor) {
    return Boolean((state.visited >> floor) & 1);
  }

  /** The cell that a floor names for stairs of an id, or the first one that has them, null where there are none. */
  findStairs(state, floor, id) {
    if (this.floors[floor][id]) return this.cellAt(...this.floors[floor][id]);
    for (let cell = 0; cell < this.area; cell += 1) if (this.content(state, cell, floor) === this.numbers[id]) return cell;
    return null;
  }

  climb(state, { floorId, loc, stair }, isInEvent, then) {
    const { floor } = state;
    const named = { ':next': Math.min(floor + 1, this.floorIds.length - 1), ':before': Math.max(0, floor - 1) };
    const to = named[floorId] ?? this.floorIds.indexOf(floorId);
    const given = loc ? this.cellAt(...loc) : state.cell;
    const cell = stair ? this.findStairs(state, to, stair) ?? given : given;
    this.arrive(state, to, cell, isInEvent, then);
  }

  // Keys.

  /** Whether nobody can go from a cell in a direction. */
  isBarred(state, cell, direction) {
    const { name, back } = DIRECTIONS[direction];
    const to = this.neighbours[direction][cell];
    if (to < 0 || this.entry(state, 'cannotMove', cell)?.includes(name) || this.entry(state, 'cannotMoveIn', to)?.includes(back)) return true;
    return Boolean(this.block(state, cell)?.cannotOut?.includes(name) || this.block(state, to)?.cannotIn?.includes(back));
  }

  /** Whether the hero cannot leave his cell in a direction, or must not. */
  isHeld(state, direction) {
    if (this.isBarred(state, state.cell, direction)) return true;
    const to = this.neighbours[direction][state.cell];
    // He does not walk into his death, unless there is something on the cell.
    const isEmpty = [FREE, EVENT].includes(this.content(state, to));
    return !this.flags.canGoDeadZone && isEmpty && state.hp <= this.stepDamage(state, to);
  }

  /** A step in a direction. */
  step(before, direction, then) {
    const to = this.neighbours[direction][before.cell];
    if (to < 0 || this.isHeld(before, direction)) return;
    const state = press(before, DIRECTIONS[direction].key);
    const thing = this.thing(state, to);
    if (thing?.trigger === 'pushBox') this.push(state, to, direction, then);
    else if (thing?.noPass) this.activate(state, to, false, then);
    else this.enter(state, to, direction, then);
  }

  /** Pushes a box, and follows it. */
  push(state, cell, direction, then) {
    const to = this.neighbours[direction][cell];
    if (this.isBarred(state, cell, direction)) return;
    const { flower, box, boxed } = this.numbers;
    const beyond = this.content(state, to);
    if (beyond !== FREE && beyond !== flower) return;
    const old = this.content(state, cell);
    this.put(state, to, beyond === FREE ? box : boxed);
    const put = this.refresh(state);
    this.put(state, cell, old === box ? FREE : flower);
    const left = this.refresh(state);
    this.begin([...left, ...put], state, cell, (next) => this.enter(next, cell, direction, then, true));
  }

  /** What lies on a cell does what it does, when the hero walks into it, stands on it, or an event triggers it. */
  activate(state, cell, isInEvent, then) {
    const thing = this.thing(state, cell);
    const debuff = NETS[thing?.id];
    if (debuff && !state.items.amulet) this.afflict(state, debuff);
    switch (thing?.trigger) {
      case 'action':
        this.begin(thing.data.data ?? thing.data, state, cell, then);
        break;
      case 'battle':
        this.attack(state, thing.id, cell, then);
        break;
      case 'openDoor':
        this.unlock(state, cell, true, then);
        break;
      case 'getItem':
        this.take(state, cell, then);
        break;
      case 'changeFloor':
        this.useStairs(state, thing.data, isInEvent || thing.noPass, isInEvent, then);
        break;
      default:
        then(state);
    }
  }

  /** Opens the door on a cell, if it is one and the hero has the keys where he needs them. */
  unlock(state, cell, needKey, then) {
    const { cls, doorInfo } = this.block(state, cell) ?? {};
    const wanted = Object.entries(needKey ? doorInfo?.keys ?? {} : {});
    const keys = wanted.map(([id, number]) => ({ id: id.replace(/:o$/, ''), number, stays: id.endsWith(':o') }));
    const lacks = ({ id, number }) => !this.items[id] || (state.items[id] ?? 0) < number;
    if (!doorInfo || !['animates', 'npc48'].includes(cls) || keys.some(lacks)) {
      then(state);
      return;
    }
    const todo = [];
    for (const { id, number } of keys.filter(({ stays }) => !stays)) {
      state.items[id] -= number;
      todo.unshift(...this.refresh(state));
    }
    this.put(state, cell, FREE);
    todo.unshift(...this.refresh(state));
    this.begin([...(this.entry(state, 'afterOpenDoor', cell) ?? []), ...(doorInfo.afterOpenDoor ?? []), ...todo], state, cell, then);
  }

  /** Walks onto a cell: pays for it, is attacked there, and then does what lies on it. */
  enter(state, cell, direction, then, isInEvent = false) {
    state.cell = cell;
    if (state.flags.poison) state.hp -= this.values.poisonDamage;
    if (state.hp <= 0) return;
    const todo = this.due(state);
    const isLate = isInEvent || todo.length > 0;
    // An item after which nothing happens is the hero's before the cell costs him anything, unless an event has begun.
    const isTaken = !isLate && this.thing(state, cell)?.trigger === 'getItem' && !this.entry(state, 'afterGetItem', cell);
    if (isTaken) todo.push(...this.pick(state, cell));
    const damage = this.stepDamage(state, cell);
    state.hp -= damage;
    if (damage && this.flags.disableShopOnDamage) state.shops = {};
    if (state.hp <= 0) return;
    const attackers = this.ambushers(state, cell), movers = this.movers(state, cell);
    const goOn = this.isIce(state, cell) ? (next) => this.slide(next, direction, then) : then;
    const gone = this.stepBack(state, movers);
    for (const attacker of attackers) {
      this.put(state, attacker.cell, FREE);
      gone.push(...this.refresh(state));
    }
    this.begin(gone, state, cell, (after) => this.fightAll(after, attackers, (next) => {
      this.begin(todo, next, cell, (last) => {
        if (isTaken) goOn(last);
        else this.activate(last, cell, isLate || attackers.length > 0 || movers.length > 0, goOn);
      });
    }));
  }

  isIce(state, cell) {
    const [x, y] = this.names[cell].split(',');
    return this.numbers.ski === this.floors[state.floor].bgmap?.[y]?.[x];
  }

  /** Another step in the same direction, which is no key: the hero does not see his death, nor can he refuse a fight. */
  slide(state, direction, then) {
    if (this.isBarred(state, state.cell, direction)) {
      then(state);
      return;
    }
    const to = this.neighbours[direction][state.cell];
    if (this.thing(state, to)?.noPass) this.activate(state, to, true, then);
    else this.enter(state, to, direction, then, true);
  }

  /** Climbs stairs or, where that is allowed, walks over them. In an event the platform does not ask. */
  useStairs(state, stairs, isForced, isInEvent, then) {
    if ((stairs.ignoreChangeFloor ?? this.flags.ignoreChangeFloor) && !isForced) {
      const passing = copy(state);
      passing.keys += 'N';
      then(passing);
    }
    this.climb(state, stairs, isInEvent, then);
  }

  /** Calls `then` with the states after each key that does something. */
  expand(state, then) {
    if (state.isDressing) {
      // Only a key of another kind lets the platform look for automatic events.
      dress(this, state, then);
      const dressed = press(state, 'tU:');
      dressed.isDressing = false;
      this.begin(this.due(dressed), dressed, dressed.cell, then);
      return;
    }
    for (const direction of DIRECTIONS.keys()) {
      this.step(state, direction, then);
      reachOut(this, state, direction, then);
    }
    for (const key of KEYS) key(this, state, then);
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
  // Automatic events that are for all floors may begin before the hero is on any floor. The others wait for his first deed.
  const { firstArrive, eachArrive } = rules.floors[first.floor];
  const beforeAll = { ...first, floor: -1 };
  rules.begin(rules.due(beforeAll), beforeAll, first.cell, (state) => {
    Object.assign(state, { floor: first.floor, cell: first.cell });
    rules.begin([...firstArrive, ...eachArrive], state, first.cell, add);
  });
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
