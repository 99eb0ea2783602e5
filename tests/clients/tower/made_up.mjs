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
    switch (below(depth > 0 ? 21 : 15)) {
      case 0: return { type: 'setValue', name: pick(['status:atk', 'status:def', 'status:mdef', 'status:money', 'status:exp']), operator: '+=', value: value() };
      case 1: return { type: 'setValue', name: pick(['flag:a', 'flag:b', 'switch:A']), operator: pick(['=', '+=', '-=']), value: value() };
      case 2: return { type: 'setValue', name: pick(['item:yellowKey', 'item:blueKey', 'item:bomb', 'item:pickaxe']), operator: '+=', value: String(between(1, 2)) };
      case 3: return { type: 'setBlock', number: pick([...kinds, ...GEMS, ...KEYS, 0, 1]), loc, ...floorId };
      case 4: return { type: 'hide', loc, remove: chance() < 0.5, ...floorId };
      case 5: return { type: 'show', loc, ...floorId };
      case 6: return { type: 'openDoor', loc: loc[0] };
      case 7: return { type: 'setEnemy', id: maps[pick(kinds)].id, name: pick(['atk', 'def', 'hp', 'money']), operator: '+=', value: String(between(1, 9)) };
      case 8: return { type: 'setValue', name: 'status:hp', operator: '+=', value: value() };
      case 9: return { type: 'trigger', loc: loc[0] };
      case 10: return { type: 'setEnemyOnPoint', loc, ...floorId, name: pick(['atk', 'def', 'hp', 'money', 'exp']), operator: pick(['+=', '*=']), value: String(between(1, 3)) };
      // Only from the outermost lists to inner ones: no event inserts itself.
      case 11: return depth < 2 ? { type: 'resetEnemyOnPoint', loc } : { type: 'insert', loc: loc[0], floorId: pick(ids), which: pick(['afterBattle', 'afterGetItem', 'afterOpenDoor']) };
      case 12: return { type: 'moveHero', steps: pick([['forward:1', 'backward:1'], ['left:2', 'right:1', 'right'], ['up', 'down'], ['backward:2', 'forward:2']]) };
      case 13: return { type: 'resetEnemyOnPoint', loc };
      case 14: return { type: 'moveAction' };
      case 15: return { type: 'if', condition: condition(), true: actions(depth - 1), false: actions(depth - 1) };
      case 19: return { type: 'wait', forceChild: chance() < 0.5, data: [
        { case: 'keyboard', keycode: pick(['13', '13,32', '65']), break: chance() < 0.5, action: actions(depth - 1) },
        { case: 'mouse', px: [40, between(50, 200)], py: [40, 200], break: chance() < 0.5, action: actions(depth - 1) },
        pick([{ case: 'mouse', px: [90, 400], py: [90, 400], action: actions(depth - 1) }, { case: 'condition', condition: condition(), action: actions(depth - 1) }]),
      ] };
      case 20: return { type: 'if', condition: 'flag:input == 3', true: actions(depth - 1), false: [{ type: 'input', text: 'a number' }, ...actions(depth - 1)] };
      case 16: return { type: 'choices', text: 'which', choices: Array.from({ length: between(2, 3) }, (_, n) => ({ text: `${n}`, action: actions(depth - 1) })) };
      case 17: return { type: 'for', name: `temp:${'ABC'[depth]}`, from: '1', to: String(between(1, 3)), step: '1', data: actions(depth - 1) };
      default: return { type: 'switch', condition: 'flag:a', caseList: [{ case: '1', action: actions(depth - 1) }, { case: 'default', action: actions(depth - 1) }] };
    }
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
      beforeBattle: {}, afterBattle: events(6, () => actions(1)), afterGetItem: events(4, () => actions(1)), afterOpenDoor: events(4, () => actions(1)),
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
  const items = { tools: Object.fromEntries(TOOL_IDS.map((id) => [id, between(0, 3)]).filter(([, count]) => count)), constants: { book: 1, fly: 1 }, equips: {} };
  Object.assign(data.firstData, { title: `made up ${seed}`, name: 'made_up', floorId: ids[0], startText: [], startCanvas: [] });
  Object.assign(data.firstData.hero, { hp: 9000, atk: 60, def: 25, mdef: between(0, 20), money: 10, items, flags: {}, loc: { direction: 'up', x: 6, y: 6 } });
  Object.assign(data.flags, { startUsingCanvas: false, enableNegativeDamage: chance() < 0.2, betweenAttackMax: chance() < 0.3, canGoDeadZone: false });
  write('data.js', 'data_a1e2fb4a_e986_4524_b0da_9b7ba7c0874d', data);
}
