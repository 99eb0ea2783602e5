// Made-up towers on the platform's template: its blocks, items and monsters, random maps, numbers, specials and events.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from './walker.mjs';

const SIZE = 13;
const FILES = ['enemys.js', 'items.js', 'maps.js', 'events.js', 'functions.js', 'plugins.js', 'icons.js', 'data.js'];
const WALLS = [1, 2, 4, 5, 6];
const DOORS = [81, 82, 83, 84, 86];
const KEYS = [21, 22, 23, 24, 25];
const GEMS = [27, 28, 29, 30];
const POTIONS = [31, 32, 33, 34];
const EQUIPMENT = [35, 36, 37, 38, 39, 40, 41, 42, 43, 44];
const TOOLS = [26, 47, 48, 49, 50, 51, 52, 53, 55, 56, 57, 58, 59, 60, 61, 63, 64, 68, 69, 69];
const NETS = [11, 12, 13, 14, 165];
const WAYS = [161, 162, 163, 164, 301, 302, 303, 304, 306, 307];
const BOXES = [168, 168, 169, 169, 169, 170];
const BACKGROUND = [167, 167, 167, 161, 162, 163, 164];
const PEOPLE = [121, 122, 124, 125, 126];
const TOOL_IDS = ['pickaxe', 'bomb', 'centerFly', 'upFly', 'downFly', 'icePickaxe', 'earthquake', 'bigKey', 'lifeWand', 'jumpShoes'];

const assigned = (text) => JSON.parse(text.slice(text.indexOf('=') + 1).trim().replace(/;$/, ''));

/** Writes a project below `folder`, made of the template at `platform` and a seed. */
export function makeTower(platform, folder, seed) {
  const chance = random(seed * 7919 + 17);
  const below = (count) => Math.floor(chance() * count);
  const pick = (list) => list[below(list.length)];
  const between = (from, to) => from + below(to - from + 1);
  const source = join(platform, 'project'), target = join(folder, 'project');
  mkdirSync(join(target, 'floors'), { recursive: true });
  for (const file of FILES) cpSync(join(source, file), join(target, file));
  const write = (file, name, json) => writeFileSync(join(target, file), `var ${name} =\n${JSON.stringify(json, null, 1)}`);

  const maps = assigned(readFileSync(join(source, 'maps.js'), 'utf8'));
  const enemies = assigned(readFileSync(join(source, 'enemys.js'), 'utf8'));
  const monsters = Object.entries(maps).filter(([, block]) => block.cls === 'enemys' && enemies[block.id] && !enemies[block.id].faceIds);
  const kinds = Array.from({ length: 10 }, () => Number(pick(monsters)[0]));
  for (const number of kinds) enemies[maps[number].id] = monster(enemies[maps[number].id].name);
  write('enemys.js', 'enemys_fcae963b_31c9_42b4_b48c_bb48d09f3f80', enemies);

  function monster(name) {
    const specials = new Set();
    if (chance() < 0.7) specials.add(between(1, 27));
    if (chance() < 0.3) specials.add(between(1, 27));
    // Halos and support need more than a walk to be told apart: they have checks of their own.
    const special = [...specials].filter((number) => ![25, 26].includes(number));
    return {
      name, hp: between(10, 400), atk: between(5, 60), def: between(0, 25), money: between(0, 9), exp: between(0, 5), point: 0, special,
      n: between(2, 6), zone: between(1, 40), repulse: between(1, 30), laser: between(1, 20), range: between(1, 2), zoneSquare: chance() < 0.3,
      vampire: between(1, 4) / 10, add: chance() < 0.5, atkValue: between(1, 3), defValue: between(1, 3), damage: between(1, 50),
      ...(chance() < 0.3 ? { breakArmor: 0.5 } : {}), ...(chance() < 0.3 ? { counterAttack: 0.2 } : {}), ...(chance() < 0.3 ? { purify: 2 } : {}),
      ...(chance() < 0.2 ? { notBomb: true } : {}),
    };
  }

  const floors = between(2, 4);
  const ids = Array.from({ length: floors }, (_, n) => `MT${n}`);
  const cell = () => [between(0, SIZE - 1), between(0, SIZE - 1)];
  const ends = Array.from({ length: floors }, () => [cell(), cell()]);

  /** Words of an event, at most `depth` deep. */
  function actions(depth) {
    return Array.from({ length: between(1, 3) }, () => action(depth));
  }
  function value() {
    return pick(['1', '2', '5', 'status:hp % 7', 'flag:a + 1', 'item:yellowKey + 1', 'core.values.redGem', 'status:atk - status:def + 30']);
  }
  function condition() {
    return pick(['flag:a > 1', 'status:hp > 3000', 'item:yellowKey >= 2', '!flag:b', 'core.hasItem(\'book\')', 'status:money > 20 || flag:a == 2', 'switch:A', 'flag:b == 0', 'switch:A == 0', 'core.getFlag(\'b\', 2) == 2', 'core.hasVisitedFloor(\'MT1\')', 'core.hasEquip(\'sword1\')']);
  }
  function action(depth) {
    const loc = [cell()];
    const floorId = chance() < 0.2 ? { floorId: pick(ids) } : {};
    const enemy = () => maps[pick(kinds)].id;
    const steps = () => pick([['forward:1', 'backward:1'], ['left:2', 'right:1', 'right'], ['up', 'down'], ['backward:2', 'forward:2']]);
    const counted = (data) => [{ type: 'setValue', name: `temp:N${depth}`, operator: '+=', value: '1' }, ...data];
    const flat = [
      () => ({ type: 'setValue', name: pick(['status:atk', 'status:def', 'status:mdef', 'status:money', 'status:exp']), operator: pick(['+=', '+=', '+=', 'max=']), value: value() }),
      () => ({ type: 'setValue', name: pick(['flag:a', 'flag:b', 'switch:A']), operator: pick(['=', '+=', '-=', '//=', '%=', 'min=', 'max=']), value: value() }),
      () => ({ type: 'setValue', name: pick(['item:yellowKey', 'item:blueKey', 'item:bomb', 'item:pickaxe', 'item:sword2', 'item:redGem']), operator: '+=', value: String(between(1, 2)) }),
      () => ({ type: 'setBlock', number: pick([...kinds, ...GEMS, ...KEYS, 0, 1]), loc, ...floorId }),
      () => ({ type: 'hide', loc, remove: chance() < 0.5, ...floorId }),
      () => ({ type: 'show', loc, ...floorId }),
      () => ({ type: 'openDoor', loc: loc[0], ...(chance() < 0.3 ? { needKey: true } : {}), ...floorId }),
      () => ({ type: 'closeDoor', id: pick(['yellowDoor', 'blueDoor', 'specialDoor']), loc: loc[0] }),
      () => ({ type: 'setEnemy', id: enemy(), name: pick(['atk', 'def', 'hp', 'money']), operator: '+=', value: String(between(1, 9)) }),
      () => ({ type: 'setValue', name: 'status:hp', operator: '+=', value: value() }),
      () => ({ type: 'setEquip', id: 'sword2', valueType: 'value', name: 'atk', operator: pick(['=', '+=', 'max=']), value: String(between(1, 30)) }),
      () => ({ type: 'setEquip', id: 'sword2', valueType: pick(['value', 'percentage']), name: pick(['def', 'mdef']), operator: '=', value: String(between(-5, 30)) }),
      () => ({ type: 'trigger', loc: loc[0] }),
      () => ({ type: 'setEnemyOnPoint', loc, ...floorId, name: pick(['atk', 'def', 'hp', 'money', 'exp']), operator: pick(['+=', '*=', '//=', 'min=', 'max=']), value: String(between(1, 3)) }),
      // Only from the outermost lists to inner ones: no event inserts itself.
      () => (depth < 2 ? { type: 'resetEnemyOnPoint', loc } : { type: 'insert', loc: loc[0], floorId: pick(ids), which: pick(['afterBattle', 'afterGetItem', 'afterOpenDoor']) }),
      () => (depth < 2 ? { type: 'moveAction' } : { type: 'insert', name: 'made up', args: [between(1, 3)] }),
      () => ({ type: 'moveHero', steps: steps() }),
      () => ({ type: 'moveAction' }),
      () => ({ type: 'move', loc: loc[0], steps: [pick(['up', 'down', 'left:2', 'right'])], time: 100, keep: chance() < 0.7 }),
      () => ({ type: 'jump', from: loc[0], ...(chance() < 0.5 ? { to: cell() } : { dxy: [between(-2, 2), between(-2, 2)] }), time: 100, keep: chance() < 0.7 }),
      // To a cell: the platform lets him jump off the map.
      () => ({ type: 'jumpHero', loc: cell(), time: 100 }),
      () => ({ type: 'changePos', ...(chance() < 0.5 ? { loc: cell() } : {}), direction: pick(['up', 'left', ':back', ':left']) }),
      // Not from events of an arrival, which would go round in a circle.
      () => (depth < 2 ? { type: 'changePos', direction: ':right' } : { type: 'changeFloor', floorId: pick(ids), loc: cell(), ...(chance() < 0.5 ? { direction: 'down' } : {}) }),
      // By its kind alone: the platform stops where a cell to fight at has no monster.
      () => ({ type: 'battle', id: enemy() }),
      () => ({ type: 'useItem', id: pick(['bomb', 'pickaxe', 'redPotion', 'earthquake', 'centerFly', 'jumpShoes']) }),
      () => ({ type: 'loadEquip', id: pick(['sword1', 'shield1', 'sword2']) }),
      () => ({ type: 'unloadEquip', pos: between(0, 1) }),
      () => ({ type: 'setValue', name: `flag:${pick(['no_zone', 'no_repulse', 'no_laser', 'no_betweenAttack', 'no_ambush'])}`, operator: '=', value: pick(['true', 'false']) }),
      () => ({ type: 'openShop', id: 'shop', open: chance() < 0.6 }),
      () => ({ type: 'disableShop', id: 'shop' }),
      () => ({ type: 'exit' }),
    ];
    const inner = () => actions(depth - 1);
    const nested = [
      () => ({ type: 'if', condition: condition(), true: inner(), false: inner() }),
      () => ({ type: 'wait', forceChild: chance() < 0.5, data: [
        { case: 'keyboard', keycode: pick(['13', '13,32', '65']), break: chance() < 0.5, action: inner() },
        { case: 'mouse', px: [40, between(50, 200)], py: [40, 200], break: chance() < 0.5, action: inner() },
        pick([{ case: 'mouse', px: [90, 400], py: [90, 400], action: inner() }, { case: 'condition', condition: condition(), action: inner() }]),
      ] }),
      () => ({ type: 'if', condition: 'flag:input == 3', true: inner(), false: [{ type: 'input', text: 'a number' }, ...inner()] }),
      () => ({ type: 'choices', text: 'which', choices: Array.from({ length: between(2, 3) }, (_, n) => ({ text: `${n}`, action: inner(), ...(chance() < 0.2 ? { condition: condition() } : {}), ...(chance() < 0.2 ? { need: condition() } : {}) })) }),
      () => ({ type: 'confirm', text: 'sure?', yes: inner(), no: inner() }),
      () => ({ type: 'for', name: `temp:${'ABC'[depth]}`, from: '1', to: String(between(1, 3)), step: '1', data: [...inner(), ...(chance() < 0.4 ? [{ type: 'if', condition: condition(), true: [{ type: pick(['break', 'continue']), n: 1 }], false: [] }] : []), ...inner()] }),
      () => ({ type: pick(['while', 'dowhile']), condition: `temp:N${depth} < 2`, data: counted(inner()) }),
      () => ({ type: 'switch', condition: 'flag:a', caseList: [{ case: '1', action: inner(), ...(chance() < 0.3 ? { nobreak: true } : {}) }, { case: '2', action: inner() }, { case: 'default', action: inner() }] }),
    ];
    return pick(depth > 0 && chance() < 0.4 ? nested : flat)();
  }

  const at = ([x, y]) => `${x},${y}`;
  const events = (count, make) => Object.fromEntries(Array.from({ length: count }, () => [at(cell()), make()]));
  for (const [n, id] of ids.entries()) {
    const map = Array.from({ length: SIZE }, () => Array.from({ length: SIZE }, () => {
      const roll = chance();
      if (roll < 0.45) return 0;
      if (roll < 0.6) return pick(WALLS);
      if (roll < 0.76) return pick(kinds);
      if (roll < 0.82) return pick(DOORS);
      if (roll < 0.87) return pick(KEYS);
      if (roll < 0.92) return pick([...GEMS, ...POTIONS]);
      if (roll < 0.95) return pick(TOOLS);
      if (roll < 0.965) return pick(EQUIPMENT);
      if (roll < 0.975) return pick(NETS);
      if (roll < 0.985) return pick(BOXES);
      return pick(WAYS);
    }));
    const changeFloor = {};
    const [down, up] = ends[n];
    if (n > 0) {
      map[down[1]][down[0]] = 88;
      changeFloor[at(down)] = { floorId: ':before', stair: 'upFloor' };
    }
    if (n + 1 < floors) {
      map[up[1]][up[0]] = 87;
      changeFloor[at(up)] = { floorId: ':next', stair: 'downFloor' };
    }
    const talks = {};
    for (let count = 0; count < 4; count += 1) {
      const [x, y] = cell();
      if (changeFloor[at([x, y])]) continue;
      map[y][x] = pick(PEOPLE);
      talks[at([x, y])] = [...actions(2), ...(chance() < 0.5 ? [{ type: 'hide', remove: true }] : [])];
    }
    writeFileSync(join(target, `floors/${id}.js`), `main.floors.${id}=\n${JSON.stringify({
      floorId: id, title: id, name: String(n), width: SIZE, height: SIZE, canFlyTo: true, canFlyFrom: true, canUseQuickShop: true, cannotViewMap: false,
      images: [], ratio: between(1, 2), defaultGround: 'ground', bgm: null, map, events: talks, changeFloor,
      firstArrive: chance() < 0.4 ? actions(1) : [], eachArrive: chance() < 0.2 ? actions(0) : [], parallelDo: '',
      beforeBattle: chance() < 0.3 ? events(3, () => actions(1)) : {}, afterBattle: events(6, () => actions(1)), afterGetItem: events(4, () => actions(1)), afterOpenDoor: events(4, () => actions(1)),
      autoEvent: chance() < 0.5 ? { [at(cell())]: { 0: { condition: 'flag:a > 2', currentFloor: chance() < 0.5, priority: 0, delayExecute: false, multiExecute: false, data: actions(0) } } } : {},
      cannotMove: chance() < 0.3 ? { [at(cell())]: ['up', 'left'] } : {}, cannotMoveIn: chance() < 0.3 ? { [at(cell())]: ['down'] } : {},
      // Stairs on ice: the platform begins to slide before it changes the floor.
      bgmap: map.map((row, y) => row.map((_, x) => (!changeFloor[at([x, y])] && chance() < 0.08 ? pick(BACKGROUND) : 0))), fgmap: [], bg2map: [], fg2map: [],
    })}`);
  }
  const data = assigned(readFileSync(join(source, 'data.js'), 'utf8'));
  data.main.floorIds = ids;
  data.main.levelChoose = [];
  data.main.floorPartitions = [];
  data.firstData.shops = [{ id: 'shop', text: 'buy', textInList: 'buy', mustEnable: chance() < 0.5, disablePreview: false, choices: Array.from({ length: between(1, 3) }, (_, n) => ({
    text: `${n}`, need: pick(['status:money >= 5', 'item:yellowKey > 0', '']), action: [{ type: 'setValue', name: 'status:money', operator: '-=', value: '5' }, ...actions(chance() < 0.3 ? 1 : 0)],
  })) }];
  const common = assigned(readFileSync(join(source, 'events.js'), 'utf8'));
  common.commonEvent['made up'] = actions(1);
  write('events.js', 'events_c12a15a8_c380_4b28_8144_256cba95f760', common);
  // What blocks do where they are walked into: a script before their own doing, an event in its place.
  const walkedInto = () => String(pick([...kinds, ...GEMS, ...KEYS, ...DOORS]));
  if (chance() < 0.3) maps[walkedInto()].script = "core.setFlag('b', core.getFlag('b', 0) + 1);";
  if (chance() < 0.2) maps[walkedInto()].event = actions(1);
  write('maps.js', 'maps_90f36752_8815_4be8_b32b_d7fad1d0542e', maps);
  const items = { tools: Object.fromEntries(TOOL_IDS.map((id) => [id, between(0, 3)]).filter(([, count]) => count)), constants: { book: 1, fly: 1, skill1: 1 }, equips: {} };
  Object.assign(data.firstData, { title: `made up ${seed}`, name: 'made_up', floorId: ids[0], startText: [], startCanvas: [] });
  Object.assign(data.firstData.hero, { hp: 9000, atk: 60, def: 25, mdef: between(0, 20), money: 10, mana: between(0, 40), items, flags: {}, loc: { direction: 'up', x: 6, y: 6 } });
  if (chance() < 0.7) data.flags.statusBarItems = [...data.flags.statusBarItems, 'enableSkill'];
  Object.assign(data.flags, { startUsingCanvas: false, enableNegativeDamage: chance() < 0.2, betweenAttackMax: chance() < 0.3, canGoDeadZone: false });
  write('data.js', 'data_a1e2fb4a_e986_4524_b0da_9b7ba7c0874d', data);
}
