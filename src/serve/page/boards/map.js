// The map of a single-floor tower. Arrow keys and WASD walk, a click walks to a reachable target. Each monster shows its cost, each target
// the best final hp if it is taken next.

import { redraw, symbol, v } from '../dom.js';
import { Floor, SIDE, cost, critical, criticalWords, danger, way } from './floor.js';
import { lang, t } from '../words.js';
import { editorPress, isEditing } from '../parts/setup.js';

/** @typedef {import('../app.js').App} App */

/** The code of free floor. */
export const FLOOR = 10;
/** The hero's values that are shown above the map. */
const VALUES = ['hp', 'attack', 'defence', 'magic'];

/** The name of what is on a cell. @param {number} code */
export function thing(code) {
  if (code === 99) return t('tile.99');
  // The pictures of five kinds come again in other colours.
  return code > 50 ? t('tile.monster', { kind: t(`foe.${(code - 51) % 5}`), n: code }) : t(`tile.${code}`);
}

/** @type {Record<string, string>} */
const KEYS = { ArrowUp: 'w', ArrowLeft: 'a', ArrowDown: 's', ArrowRight: 'd', w: 'w', a: 'a', s: 's', d: 'd' };

export class Cells extends Floor {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    super(app, host, (app.preview || app.view).own.map);
    this.homed = false;
  }

  /** @param {number} row @param {number} column */
  press(row, column) {
    const { app } = this;
    if (isEditing(app)) return editorPress(app, `${row},${column}`);
    if (app.view.verdict.over) return;
    const { hero } = app.view.own;
    if (hero.row === row && hero.col === column) return;
    const code = app.view.own.map[row][column];
    const isTarget = app.view.own.targets.some((/** @type {any} */ one) => one.row === row && one.col === column);
    if (isTarget || code !== FLOOR) void app.play(`${row},${column}`);
    else {
      const { map } = app.view.own;
      const keys = way([hero.row, hero.col], [row, column], (r, c) => map[r]?.[c] === FLOOR, 'wasd');
      if (keys) void app.play([...keys].join(' '));
    }
  }

  /** @param {any} view */
  draw(view) {
    const { app } = this;
    const { own } = view;
    const { hero } = own;
    const { thinker } = app;
    const damage = new Map(own.monsters.map((/** @type {any} */ monster) => [monster.code, monster]));
    const targets = new Map(own.targets.map((/** @type {any} */ target) => [`${target.row},${target.col}`, target]));
    const [cells, rings] = /** @type {[any[], any[]]} */ ([[], []]);
    /** @type {any[]} */
    const tags = [];
    own.map.forEach((/** @type {number[]} */ line, /** @type {number} */ row) => line.forEach((code, column) => {
      const [x, y] = [column * SIDE, row * SIDE];
      const name = `${row},${column}`;
      cells.push(v('rect', { class: code === 11 ? 'wall' : 'floor', x, y, width: SIDE, height: SIDE }));
      if (code > 11) cells.push(symbol(`t-${code}`, x, y, SIDE));
      const target = targets.get(name);
      const value = target && app.showsValues && !app.preview ? thinker.values.get(name) : null;
      if (target && !view.verdict.over) rings.push(v('rect', { class: `target ${value?.best ? 'best' : ''} ${thinker.hint === name ? 'hinted' : ''}`, x: x + 1.5, y: y + 1.5, width: SIDE - 3, height: SIDE - 3, rx: 6 }));
      const monster = damage.get(code);
      if (monster) tags.push(tag(x + SIDE / 2, y + SIDE - 1, cost(monster, own.hero.hp), danger(monster, own.hero.hp)));
      if (monster && !value && critical(monster, hero)) tags.push(v('text', { class: 'tag critical', x: x + 2, y: y + 10 }, critical(monster, hero)));
      if (value) tags.push(tag(x + SIDE / 2, y + 11, value.text, value.best ? 'best' : value.good));
      const known = [lang(), code, hero.row === row && hero.col === column, monster?.damage, monster?.next?.damage, monster && critical(monster, hero), !!target, value?.words].join();
      const number = row * this.columns + column;
      if (known === this.known[number]) return;
      this.known[number] = known;
      this.grid.name(row, column, this.describe(name, code, monster, target, value, own));
    }));
    this.show(VALUES.filter((name) => hero[name] || name !== 'magic').map((name) => [name, hero[name]]), [21, 22, 23].map((code, index) => [code, t(`tile.${code}`), hero.keys[index]]));
    this.lay(own.map.join(), cells);
    redraw(this.rings, rings);
    redraw(this.hero, symbol('t-hero', hero.col * SIDE, hero.row * SIDE, SIDE));
    redraw(this.marks, tags);
    const isIn = this.frame.contains(document.activeElement);
    if (isIn && !isEditing(app)) this.grid.focus(hero.row, hero.col);
    else if (!this.homed) this.grid.home(hero.row, hero.col);
    this.homed = true;
  }

  /** @param {string} name @param {number} code @param {any} monster @param {any} target @param {any} value @param {any} own */
  describe(name, code, monster, target, value, own) {
    const [row, column] = name.split(',').map(Number);
    const isHero = own.hero.row === row && own.hero.col === column;
    const parts = [name, isHero ? t('hero') : thing(code)];
    if (monster) parts.push(monster.damage === null ? t('unbeatable') : t('costs', { n: monster.damage }), criticalWords(monster, own.hero));
    if (target) parts.push(t('reachable'));
    if (value) parts.push(value.words);
    return parts.filter(Boolean).join(', ');
  }

  /** @param {string} key */
  key(key) {
    const step = KEYS[key];
    if (!step || isEditing(this.app)) return false;
    void this.step(step);
    return true;
  }
}

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
function tag(x, y, text, kind) {
  return v('text', { class: `tag ${kind}`, x, y: y - 1, 'text-anchor': 'middle' }, text);
}
