// A multi-floor tower. Arrow keys and WASD walk, a click walks to a reachable target. The hero's floor is shown; each
// monster shows its cost.

import { redraw, symbol, v } from '../dom.js';
import { Floor, SIDE, cost, critical, criticalWords, danger, numbersOf, way } from './floor.js';
import { Question, answerWords, isOff, plainText } from './question.js';
import { spritesOf } from './sprites.js';
import { groundOf, letter, nameAt, symbolOf } from './things.js';
import { both, t } from '../words.js';

/** @type {Record<string, string>} */
const KEYS = { ArrowUp: 'U', ArrowLeft: 'L', ArrowDown: 'D', ArrowRight: 'R', w: 'U', a: 'L', s: 'D', d: 'R' };
/** The hero's values above the map, and the symbols of the keys among his items. */
const VALUES = ['hp', 'attack', 'defence', 'magic', 'gold', 'experience'];
/** @type {Record<string, number|undefined>} */
const KEYS_OF = { yellowKey: 21, blueKey: 22, redKey: 23 };
/** The id of the tower of a game. @param {import('../tree.js').Tree} tree */
export const towerOf = (tree) => tree.base.replace(/^project /, '');

/** Columns and rows of a step, and its word, by its key. @type {Record<string, [number, number, string]|undefined>} */
const STEPS = { U: [0, -1, 'w'], L: [-1, 0, 'a'], D: [0, 1, 's'], R: [1, 0, 'd'] };

/** The path without its last key. @param {string} keys */
const before = (keys) => keys.replace(/([ULDR])(\d*)$/, (_, key, count) => (count > 2 ? key + (count - 1) : count ? key : ''));

/** @typedef {import('./question.js').Choice} Choice */

/** What a choice does, in words. @param {any} own @param {Choice} choice */
function choiceDone(own, choice) {
  const what = choice.name;
  if (choice.answers.length) return t('answered', { what, answer: answerWords(own, choice) });
  return t(choice.move.startsWith('F') ? 'flown' : isOff(choice) ? 'takenOff' : 'used', { what });
}

/** How the game has ended, in the words of the event that ended it. @param {any} own */
export function endWords({ won, end }) {
  const text = plainText(end);
  if (!text) return won ? t('towerWon') : '';
  return t(won ? 'towerWonBy' : 'towerLostBy', { text });
}

/** A step whose place is not known yet, in words; empty for other keys. @param {string} move */
export function keyWords(move) {
  const step = STEPS[move.replace('N', '')];
  return step ? t(`step.${step[2]}`) : '';
}

/** What a key does, in words. @param {any} own @param {string} move */
export function describeKey(own, move) {
  const step = STEPS[move.replace('N', '')];
  if (!step) {
    const turned = STEPS[/^t([ULDR]):$/.exec(move)?.[1] || ''];
    if (turned) return t('turned', { way: t(`step.${turned[2]}`) });
    const choice = own.choices.find((/** @type {Choice} */ one) => one.move === move);
    return choice ? choiceDone(own, choice) : move;
  }
  const [x, y] = [own.hero.x + step[0], own.hero.y + step[1]];
  const done = /** @type {Record<string, string|undefined>} */ ({ monster: 'fought', door: 'opened', item: 'taken' })[(own.floor.things[y]?.[x] || '').split(' ')[0]];
  return done ? t(done, { what: nameAt(own, x, y), at: `${x},${y}` }) : t(`step.${step[2]}`);
}

/** The first cell of a plan on this floor that is not free floor; null if there is none. @param {any} own @param {string[]} plan @returns {[number, number]|null} column and row */
function aimOf(own, plan) {
  let [x, y] = [own.hero.x, own.hero.y];
  for (const key of plan) {
    const step = STEPS[key[0] || ''];
    if (!step) return null;
    [x, y] = [x + step[0], y + step[1]];
    if (own.floor.things[y]?.[x] !== 'floor' && !key.endsWith('N')) return [x, y];
  }
  return null;
}

/** The first target of a plan, in words. @param {any} own @param {string[]} plan */
export function aimWords(own, plan) {
  const aim = aimOf(own, plan);
  return aim ? t('aimAt', { what: nameAt(own, ...aim), at: aim.join() }) : '';
}

/** Steps in one direction: no floor is larger. */
const MOST_STEPS = 1000;

/**
 * What is typed, as a route: a cell that can be reached, or steps by the letters of the keys. Other texts stay.
 * @param {any} own @param {string} text
 */
export function routeOf(own, text) {
  const typed = text.trim();
  if (/^[wasd]+$/.test(typed)) return [...typed].map((key) => KEYS[key]).join('');
  // Steps by themselves: those before a question are made.
  if (/^(?:[UDLR]\d*)+$/.test(typed)) return typed.replace(/([UDLR])(\d*)/g, (_, key, times) => `${key} `.repeat(Math.min(Number(times || 1), MOST_STEPS))).trim();
  const [, column, row] = /^(\d+)\s*,\s*(\d+)$/.exec(typed) || [];
  return column === undefined ? typed : keysTo(own, Number(row), Number(column)) || typed;
}

/** Why a move is refused, in plain words; empty where the engine's own are. @param {string} text that was played @param {import('../net.js').Fault} fault @returns {import('../words.js').Text} */
export function refusedKey(text, { reason = '' }) {
  const isCell = /^\s*\d+\s*,\s*\d+\s*$/.test(text);
  const key = isCell ? 'noWayThere' : reason.includes('an answer is missing') ? 'chooseAnswer' : reason.startsWith('unreadable move') ? 'typeRoute' : '';
  return key && both(key);
}

/** The keys that lead to a cell; empty where there is no way. @param {any} own @param {number} row @param {number} column */
function keysTo(own, row, column) {
  const target = own.targets.find((/** @type {any} */ one) => one.x === column && one.y === row);
  const isFree = (/** @type {number} */ r, /** @type {number} */ c) => own.floor.things[r]?.[c] === 'floor';
  // The hero walks up to somebody who asks a question; the answers then stand over the floor.
  return target ? (target.hp === null && before(target.keys)) || target.keys : way([own.hero.y, own.hero.x], [row, column], isFree, 'ULDR');
}

/** What a thing is worth to the plan, in words. @param {number|null} hp lost without it; null if the plan does not go without it */
const priceWords = (hp) => (hp === null ? t('priceNeeded') : t('priceIs', { n: hp }));

export class Climb extends Floor {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    const { own } = app.preview || app.view;
    super(app, host, own.floor.things);
    this.grid.home(own.hero.y, own.hero.x);
    /** The tower that is drawn. */
    this.tower = '';
    /** Its own pictures, once they are found. @type {import('./sprites.js').Sprites|null} */
    this.art = null;
    this.question = new Question(app);
    this.frame.append(this.question.box);
    this.frame.after(this.question.tools);
  }

  /** Looks for the pictures of the tower, if it is another one than before. */
  dress() {
    const tower = towerOf(this.app.tree);
    if (this.tower === tower) return;
    this.tower = tower;
    this.art = null;
    void spritesOf(tower).then((art) => {
      if (this.tower !== tower || !art) return;
      // Without pictures, too, there are its floors to be listed.
      if (art.isDrawn) this.art = art;
      this.app.render();
    }, () => {});
  }

  /** @param {number} row @param {number} column */
  press(row, column) {
    const { own, verdict } = this.app.view;
    if (verdict.over || (own.hero.x === column && own.hero.y === row)) return;
    const keys = keysTo(own, row, column);
    if (keys) return void this.app.play(keys);
    this.app.refusals += 1;
    this.app.alert = both('noWayThere');
    this.app.render();
  }

  /** @param {any} view */
  draw(view) {
    const { own } = view;
    const { things } = own.floor;
    const book = new Map(own.monsters.map((/** @type {any} */ monster) => [monster.id, monster]));
    const numbers = numbersOf(own.monsters);
    const targets = new Map(own.targets.map((/** @type {any} */ target) => [`${target.y},${target.x}`, target]));
    this.dress();
    const { art } = this;
    // Where the price of a thing stands, there is no room for another number.
    const prices = this.prices(own);
    const priced = new Map(prices.map(({ x, y, hp }) => [`${y},${x}`, hp]));
    const { map } = own.floor;
    const blocks = art ? art.layer(map, map, SIDE) : [];
    const [cells, rings, tags] = /** @type {[any[], any[], any[]]} */ ([art ? art.under(own.floor.id, map, SIDE) : [], [], []]);
    things.forEach((/** @type {string[]} */ line, /** @type {number} */ row) => line.forEach((thing, column) => {
      const [x, y] = [column * SIDE, row * SIDE];
      const [kind, id] = thing.split(' ');
      const monster = kind === 'monster' && book.get(id);
      const target = targets.get(`${row},${column}`);
      const picture = blocks[row * this.columns + column];
      if (picture) cells.push(picture);
      else if (!art || kind === 'wall') cells.push(groundOf(thing, x, y));
      if (!picture) cells.push(symbolOf(thing, x, y));
      if (monster) {
        if (!picture && numbers.get(id)) cells.push(v('text', { class: 'tag', x: x + SIDE - 2, y: y + 26, 'text-anchor': 'end' }, numbers.get(id)));
        if (critical(monster, own.hero) && !priced.has(`${row},${column}`)) tags.push(v('text', { class: 'tag critical', x: x + 2, y: y + 10 }, critical(monster, own.hero)));
        tags.push(letter(`tag ${danger(monster, own.hero.hp)}`, x + 22, y + SIDE - 2, cost(monster, own.hero.hp)));
      }
      if (target && !view.verdict.over) rings.push(v('rect', { class: 'target', x: x + 1.5, y: y + 1.5, width: SIDE - 3, height: SIDE - 3, rx: 6 }));
      const price = priced.has(`${row},${column}`) ? priceWords(priced.get(`${row},${column}`)) : '';
      const known = [thing, own.hero.x === column && own.hero.y === row, monster?.damage, monster && critical(monster, own.hero), target?.name, price].join();
      const number = row * this.columns + column;
      if (known === this.known[number]) return;
      this.known[number] = known;
      this.grid.name(row, column, this.describe(row, column, monster, target, price, own));
    }));
    this.show(VALUES.filter((name) => own.hero[name] || name !== 'magic').map((name) => [name, own.hero[name]]), own.items.filter((/** @type {any} */ item) => KEYS_OF[item.id]).map((/** @type {any} */ item) => [KEYS_OF[item.id], item.name, item.count]));
    this.question.draw(view);
    this.plan(own, rings, tags, prices);
    if (art) cells.push(...art.over(own.floor.id, map, SIDE));
    this.lay(`${!!art} ${own.floor.id} ${map} ${things} ${own.monsters.map((/** @type {any} */ monster) => monster.id)}`, cells.filter(Boolean));
    redraw(this.rings, rings);
    redraw(this.hero, art?.hero(own.hero.direction, own.hero.x * SIDE, own.hero.y * SIDE, SIDE) || symbol('t-hero', own.hero.x * SIDE, own.hero.y * SIDE, SIDE));
    redraw(this.marks, tags);
    if (this.grid.element.contains(document.activeElement)) this.grid.focus(own.hero.y, own.hero.x);
    else this.grid.home(own.hero.y, own.hero.x);
  }

  /** The hp lost without each thing of this floor that the plan needs. @param {any} own @returns {any[]} */
  prices(own) {
    const { showsValues, preview, thinker } = this.app;
    return showsValues && !preview ? (thinker.solution?.facts?.prices || []).filter((/** @type {any} */ { floor, x, y }) => floor === own.floor.id && own.floor.things[y]?.[x] !== 'floor') : [];
  }

  /** The first target of the plan, and the prices. @param {any} own @param {any[]} rings @param {any[]} tags @param {any[]} prices */
  plan(own, rings, tags, prices) {
    const { app } = this;
    const { thinker } = app;
    if (app.preview || (!app.showsValues && !thinker.hint)) return;
    const aim = aimOf(own, thinker.plan);
    if (aim) rings.push(v('rect', { class: 'target best', x: aim[0] * SIDE + 1.5, y: aim[1] * SIDE + 1.5, width: SIDE - 3, height: SIDE - 3, rx: 6 }));
    for (const { x, y, hp } of prices) {
      tags.push(v('text', { class: 'tag best', x: x * SIDE + SIDE - 2, y: y * SIDE + 11, 'text-anchor': 'end' }, hp === null ? '!' : hp ? `−${hp}` : '0', v('title', null, priceWords(hp))));
    }
  }

  /** @param {number} row @param {number} column @param {any} monster @param {any} target @param {string} price @param {any} own */
  describe(row, column, monster, target, price, own) {
    const what = own.hero.x === column && own.hero.y === row ? t('hero') : nameAt(own, column, row);
    const parts = [`${column},${row}`, what];
    if (monster) parts.push(monster.damage === null ? t('unbeatable') : t('costs', { n: monster.damage }), criticalWords(monster, own.hero));
    if (target) parts.push(t('reachable'));
    parts.push(price);
    return parts.filter(Boolean).join(', ');
  }

  /** @param {string} key */
  key(key) {
    const step = KEYS[key];
    if (!step) return false;
    void this.step(step);
    return true;
  }

  /** A hero who has a tool for what he faces turns where he cannot go. @param {string} step */
  async make(step) {
    const moves = this.app.view?.moves.map((/** @type {any} */ one) => one.move) || [];
    const canGo = moves.some((/** @type {string} */ move) => move.startsWith(step));
    await this.app.play(!canGo && moves.includes(`t${step}:`) ? `t${step}:` : step);
  }
}
