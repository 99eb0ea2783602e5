// The board of the Magic Tower. `map.js` draws single-floor towers, `project.js` multi-floor ones.

import { s, symbol, v } from '../dom.js';
import { SIDE, heroHas } from './floor.js';
import { Cells, FLOOR, thing } from './map.js';
import { t } from '../words.js';
import { lateScript, later, laterNow } from '../proof.js';
import { Puzzle } from './board.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'game.tower': 'Tower', 'tower.turn': 'Walk with the arrows, or press where to go.', 'tower.solved': 'The boss is dead.', fought: '{what} at {at} beaten',
    opened: '{what} at {at} opened', taken: '{what} at {at} taken', 'step.w': 'up', 'step.a': 'left', 'step.s': 'down', 'step.d': 'right', 'tile.99': 'the boss',
    'tile.monster': '{kind} {n}', 'foe.0': 'slime', 'foe.1': 'bat', 'foe.2': 'wizard', 'foe.3': 'guard', 'foe.4': 'skeleton', 'tile.10': 'floor', 'tile.11': 'wall', 'tile.21': 'yellow key', 'tile.22': 'blue key', 'tile.23': 'red key', 'tile.24': 'red gem',
    'tile.25': 'blue gem', 'tile.26': 'green gem', 'tile.27': 'small potion', 'tile.28': 'large potion', 'tile.29': 'yellow potion', 'tile.30': 'green potion',
    'tile.31': 'yellow door', 'tile.32': 'blue door', 'tile.33': 'red door', hero: 'the hero', wall: 'Wall', hp: 'hp', attack: 'attack', defence: 'defence', magic: 'magic',
    book: 'Monsters', costs: 'costs {n} hp', unbeatable: 'cannot be hurt', reachable: 'reachable',
    'board.tower': 'Tower map',
    'left.hp': '{n} hp at the end', winnable: 'Still winnable: best {n} from here.', lostNow: 'No longer winnable from here.', 'best.hp': '{n} hp',
    'tower.example': '7,3 or wwa', 'tower.invite': 'Reach the boss with as many hp as can be left.', 'tower.goal': 'Beat the boss with as many hp left as can be.', walk: 'Walk', criticalIs: '{damage} with {n} more attack',
    heroHas: 'hp {hp}, attack {attack}, defence {defence}, keys {keys}',
  },
  zh: {
    'game.tower': '魔塔', 'tower.turn': '用方向键行走，或点击目标。', 'tower.solved': '魔王已被击败。', fought: '击败 {at} 的{what}', opened: '打开 {at} 的{what}', taken: '取得 {at} 的{what}',
    'step.w': '上', 'step.a': '左', 'step.s': '下', 'step.d': '右', 'tile.99': '魔王', 'tile.monster': '{kind} {n}', 'foe.0': '史莱姆', 'foe.1': '蝙蝠', 'foe.2': '法师', 'foe.3': '卫兵', 'foe.4': '骷髅', 'tile.10': '地面', 'tile.11': '墙', 'tile.21': '黄钥匙',
    'tile.22': '蓝钥匙', 'tile.23': '红钥匙', 'tile.24': '红宝石', 'tile.25': '蓝宝石', 'tile.26': '绿宝石', 'tile.27': '小血瓶', 'tile.28': '大血瓶', 'tile.29': '黄血瓶', 'tile.30': '绿血瓶',
    'tile.31': '黄门', 'tile.32': '蓝门', 'tile.33': '红门', hero: '勇士', wall: '墙', hp: '生命', attack: '攻击', defence: '防御', magic: '护盾',
    book: '怪物手册', costs: '损失 {n} 生命', unbeatable: '无法击破', reachable: '可到达',
    'board.tower': '魔塔地图', 'left.hp': '最终生命 {n}', winnable: '仍可获胜：此后最优 {n}。', lostNow: '此后已无法获胜。', 'best.hp': '最终生命 {n}',
    'tower.example': '7,3 或 wwa', 'tower.invite': '剩尽可能多的生命击败魔王。', 'tower.goal': '击败魔王，剩余生命越多越好。', walk: '行走', criticalIs: '攻击再加 {n} 时 {damage}',
    heroHas: '生命 {hp}、攻击 {attack}、防御 {defence}、钥匙 {keys}',
  },
};

/** @typedef {import('../app.js').App} App */

/** Codes of the palette. */
const THINGS = [21, 22, 23, 31, 32, 33, 24, 25, 26, 27, 28, 51, 52, 53, 54, 99];
/** Change of row and column of a step, by key. @type {Record<string, [number, number]|undefined>} */
const STEPS = { w: [-1, 0], a: [0, -1], s: [1, 0], d: [0, 1] };

export class Tower extends Puzzle {
  name = 'tower';
  words = WORDS;
  keys = ['WASD'];
  hasProjects = true;
  textRows = 12;
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  book = (app, host) => later(app)?.drawBook(app, host);
  tellsWinnable = true;
  listsPlan = false;
  pace = 150;
  levels = ['1', '2', '3', 'startpos', '5', '6', '7'];

  /** The fewer hp are left at best, the harder. @param {number} number @param {import('../net.js').Engine} engine */
  async level(number, engine) {
    if (number === 3) return 'startpos';
    const most = [600, 250, 160, 0, 90, 50, 20][number] || 90;
    const dealt = await (await lateScript()).dealTower(Math.floor(most / 2), most, `level ${number}`, engine);
    return dealt?.base || 'startpos';
  }

  /** @param {any} view */
  gauge({ own }) {
    return own.hero.hp;
  }

  /** @param {any} view */
  picture({ own }) {
    if (own.floor) return laterNow()?.floorPicture(own) || null;
    const { map, hero } = own;
    const cells = map.flatMap((/** @type {number[]} */ line, /** @type {number} */ row) => line.flatMap((code, column) => [
      v('rect', { class: code === 11 ? 'wall' : 'floor', x: column * SIDE, y: row * SIDE, width: SIDE, height: SIDE }), code > 11 && symbol(`t-${code}`, column * SIDE, row * SIDE, SIDE)]));
    return s('svg', { viewBox: `0 0 ${map[0].length * SIDE} ${map.length * SIDE}`, class: 'picture', 'aria-hidden': 'true' }, cells, symbol('t-hero', hero.col * SIDE, hero.row * SIDE, SIDE));
  }

  /** @param {App} app @param {HTMLElement} host */
  open(app, host) {
    if (!(app.preview || app.view).own.floor) return new Cells(app, host);
    const script = laterNow(app);
    return script ? new script.Climb(app, host) : { draw: () => {} };
  }

  /** @param {any} view */
  shape({ own }) {
    const cells = own.floor ? own.floor.things : own.map;
    return `${own.floor ? `floor ${!!laterNow()}` : 'map'} ${cells.length}x${cells[0].length}`;
  }

  /** @param {string} reason */
  refusal(reason) {
    return reason.replace(/^key \d+ \(\w\) at row \d+, column \d+: |^第 \d+ 键（\w），\d+ 行 \d+ 列：/, '');
  }

  /** @param {any} view */
  ending({ own }) {
    return (own.floor && laterNow()?.endWords(own)) || '';
  }

  /** @param {any} view @param {string} text */
  typed({ own }, text) {
    return (own.floor && laterNow()?.routeOf(own, text)) || text;
  }

  /** @param {import('../net.js').Fault} [fault] */
  asks(fault) {
    return !!fault?.reason?.includes('an answer is missing');
  }

  /** @param {any} view @param {string} text @param {import('../net.js').Fault} fault */
  refused({ own }, text, fault) {
    return (own.floor && laterNow()?.refusedKey(text, fault)) || '';
  }

  /** @param {any} view @param {string[]} plan */
  aimOf({ own }, plan) {
    return (own.floor && laterNow()?.aimWords(own, plan)) || '';
  }

  /** @param {any} view */
  standing({ own }) {
    return heroHas(own);
  }

  /** @param {any} view @param {string} move */
  describe({ own }, move) {
    if (own.floor) return laterNow()?.describeKey(own, move) || '';
    const step = STEPS[move];
    const [row, column] = step ? [own.hero.row + step[0], own.hero.col + step[1]] : move.split(',').map(Number);
    const code = own.map[row]?.[column];
    if (step && !(code > 11)) return t(`step.${move}`);
    return code ? t(code > 50 ? 'fought' : code > 30 ? 'opened' : 'taken', { what: thing(code), at: `${row},${column}` }) : move;
  }

  /** @param {import('./board.js').Names} names @param {App['settings']} settings */
  tell(names, settings) {
    return names.what || laterNow()?.keyWords(names.move) || super.tell(names, settings);
  }

  /** @param {string} move @param {() => Promise<any>} view */
  async isDeed(move, view) {
    const isKey = /^[ULDR]$/.test(move);
    const step = STEPS[isKey ? /** @type {any} */ ({ U: 'w', L: 'a', D: 's', R: 'd' })[move] : move];
    if (!step) return true;
    const own = (await view())?.own;
    // In a multi-floor tower, everything but free floor is an action.
    if (own?.floor) return own.floor.things[own.hero.y + step[0]]?.[own.hero.x + step[1]] !== 'floor';
    return own?.map?.[own.hero.row + step[0]]?.[own.hero.col + step[1]] !== FLOOR;
  }

  /** @param {App} app @param {import('../tree.js').Place} [place] */
  reached(app, place = app.tree.at) {
    return (place.view || app.view).own.hero.hp;
  }

  /** @param {string} text */
  toLine(text) {
    return text.trim().split(/\r?\n/).map((line) => line.trim()).join(';');
  }

  /** @param {string} line */
  toText(line) {
    return line.replaceAll(';', '\n');
  }

  /** @param {import('./board.js').Edit} edit @param {string} at @param {string} chosen */
  async place({ text }, at, chosen) {
    const [row, column] = at.split(',').map(Number);
    const lines = text().split(';');
    const cells = lines[2 + row].split(' ');
    cells[column] = chosen || String(FLOOR);
    lines[2 + row] = cells.join(' ');
    return lines.join(';');
  }

  pieces() {
    const things = THINGS.map((code) => ({ what: String(code), name: thing(code), art: `t-${code}` }));
    return [...things, { what: '11', name: t('wall') }];
  }

  /** @param {string} text */
  fromFile(text) {
    return /^\d+\s*\n\s*\d+ \d+\s*\n/.test(text) ? `fen ${this.toLine(text)}` : '';
  }

  /** @param {any} view */
  toFile({ fen, own }) {
    return own.floor ? '' : this.toText(fen);
  }
}
