// A floor of a Magic Tower: the grid with its layers, shortest paths over free floor, and queued keys.

import { button, h, put, redraw, s, symbol, when } from '../dom.js';
import { Grid } from '../parts/grid.js';
import { t } from '../words.js';

export const SIDE = 44;
const STEPS = [[-1, 0], [0, -1], [1, 0], [0, 1]];

export class Floor {
  /** The map that the ground layer shows. */
  drawn = '';
  /** The state that each cell's name was made from. @type {string[]} */
  known = [];

  /** @param {import('../app.js').App} app @param {HTMLElement} host @param {any[][]} cells */
  constructor(app, host, cells) {
    this.app = app;
    this.rows = cells.length;
    this.columns = /** @type {any[]} */ (cells[0]).length;
    /** Keys that wait for the previous one. @type {string[]} */
    this.waiting = [];
    this.busy = false;
    this.grid = new Grid({ rows: this.rows, columns: this.columns, label: t('board.tower'), press: (row, column) => this.press(row, column) });
    this.grid.steps = true;
    this.grid.lay((row, column) => [(column + 0.5) / this.columns, (row + 0.5) / this.rows], 1 / this.columns, 1 / this.rows);
    this.tiles = s('g');
    this.rings = s('g');
    this.hero = s('g');
    this.marks = s('g', { class: 'tags' });
    const box = { viewBox: `0 0 ${this.columns * SIDE} ${this.rows * SIDE}`, 'aria-hidden': 'true' };
    // The static part is a picture of its own, so that it is not repainted with what moves.
    this.frame = h('div', { class: 'frame tower' }, s('svg', { ...box, class: 'picture' }, this.tiles), s('svg', { ...box, class: 'picture above' }, this.rings, this.hero, this.marks), this.grid.element);
    this.frame.style.setProperty('--ratio', String(this.columns / this.rows));
    this.vitals = h('p', { class: 'hero vitals' });
    put(host, this.vitals, this.frame, this.pad());
  }

  /** What the hero has, above the map. @param {[string, any][]} values by their words @param {[number, string, any][]} keys symbols, words and counts */
  show(values, keys) {
    when(this.vitals, [values, keys], () => put(this.vitals,
      values.map(([name, value]) => h('span', null, `${t(name)} `, h('b', null, String(value)))),
      keys.map(([code, name, count]) => h('span', { class: 'key' }, s('svg', { viewBox: '0 0 44 44', width: 22, height: 22, role: 'img', 'aria-label': name }, symbol(`t-${code}`, 0, 0, 44)), h('b', null, String(count))))));
  }

  /** Draws the ground layer if it has changed. @param {string} key what it shows @param {any[]} tiles */
  lay(key, tiles) {
    if (key !== this.drawn) redraw(this.tiles, tiles);
    this.drawn = key;
  }

  /** Direction buttons for touch screens. */
  pad() {
    const keys = [['ArrowUp', 'w', '↑'], ['ArrowLeft', 'a', '←'], ['ArrowDown', 's', '↓'], ['ArrowRight', 'd', '→']];
    return h('div', { class: 'pad', role: 'group', 'aria-label': t('walk') },
      keys.map(([key, step, sign]) => button(String(sign), () => this.key(String(key)), { class: `pad-${step}`, 'aria-label': t(`step.${step}`) })));
  }

  /** Handles a step; overridden by each board. @param {string} _key */
  key(_key) {
    return false;
  }

  /** Handles a click on a cell; overridden by each board. @param {number} _row @param {number} _column */
  press(_row, _column) {}

  /** Queues a key: held keys repeat. @param {string} step */
  async step(step) {
    if (this.waiting.length < 8) this.waiting.push(step);
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length) await this.make(/** @type {string} */ (this.waiting.shift()));
    this.busy = false;
  }

  /** Makes a step. @param {string} step @returns {Promise<any>} */
  make(step) {
    return this.app.play(step);
  }
}

/**
 * The shortest path over free floor, as keys (`keys` are those for up, left, down, right); empty if there is
 * none. Places are pairs of row and column.
 * @param {[number, number]} start @param {[number, number]} goal @param {(row: number, column: number) => boolean} isFree @param {string} keys
 */
export function way(start, goal, isFree, keys) {
  const from = new Map([[start.join(), '']]);
  const queue = [start];
  while (queue.length) {
    const [r, c] = /** @type {[number, number]} */ (queue.shift());
    const way = from.get(`${r},${c}`) || '';
    if (r === goal[0] && c === goal[1]) return way;
    STEPS.forEach(([dr, dc], index) => {
      const [row, column] = [r + /** @type {number} */ (dr), c + /** @type {number} */ (dc)];
      if (from.has(`${row},${column}`) || !isFree(row, column)) return;
      from.set(`${row},${column}`, way + keys[index]);
      queue.push([row, column]);
    });
  }
  return '';
}

/** The attack that is missing until a monster costs less, as a label on the board; empty if more attack does not help. @param {any} monster @param {any} hero */
export function critical(monster, hero) {
  return monster.next ? `+${monster.next.attack - hero.attack}` : '';
}

/** The same in words. @param {any} monster @param {any} hero */
export function criticalWords(monster, hero) {
  return monster.next ? t('criticalIs', { n: monster.next.attack - hero.attack, damage: monster.next.damage }) : '';
}

/** How dangerous a monster is, as a CSS class. @param {any} monster @param {number} hp */
export function danger(monster, hp) {
  return monster.damage === null || monster.damage >= hp ? 'deadly' : monster.damage > 0 ? 'hurts' : 'plain';
}

/** What the hero has, in words. @param {any} own */
export function heroHas({ hero, items }) {
  /** @type {number[]} */
  const keys = items ? items.filter((/** @type {any} */ item) => /Key$/.test(item.id)).map((/** @type {any} */ item) => item.count) : hero.keys;
  return t('heroHas', { hp: hero.hp, attack: hero.attack, defence: hero.defence, keys: keys.reduce((sum, n) => sum + n, 0) });
}

/** What a monster costs, as a label on the board. @param {any} monster @param {number} hp */
export function cost(monster, hp) {
  if (monster.damage === null) return '☠';
  return monster.damage >= hp ? `☠${monster.damage}` : monster.damage > 0 ? `−${monster.damage}` : '0';
}

/** Kinds of monsters by their sprites, from 51: slime, bat, mage, guard, skeleton. */
const KINDS = [/slime/i, /bat|bird|eagle/i, /priest|wizard|witch|magician|mage|vampire/i, /guard|knight|sword|soldier|captain|king/i, /skeleton|zombie|ghost|rock|bone|stone/i];
/** Words in the name of a monster for the tints of the sprites: green, purple, orange, blue. */
const TINTS = [/^green/i, /^(black|purple|dark|evil)/i, /^(red|yellow|gold|orange|poison)/i, /^(blue|white|silver|blood)/i];

/** The symbol of a monster of a multi-floor tower, by its id. @param {string} id */
export function spriteOf(id) {
  if (/dragon|octopus|demon|devil|boss/i.test(id)) return 't-99';
  const hash = [...id].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 9973, 0);
  const [named, tinted] = [KINDS.findIndex((one) => one.test(id)), TINTS.findIndex((one) => one.test(id))];
  const kind = named < 0 ? hash % KINDS.length : named;
  const tint = tinted < 0 ? (hash >> 3) % TINTS.length : tinted;
  return `t-${51 + kind + KINDS.length * ((tint - kind + 2 * TINTS.length) % TINTS.length)}`;
}

/** What tells monsters of a floor with the same sprite apart: 1, 2, … by id; empty for the others. @param {{id: string}[]} monsters @returns {Map<string, string>} */
export function numbersOf(monsters) {
  const sprites = monsters.map(({ id }) => spriteOf(id));
  return new Map(monsters.map(({ id }, index) => [id, sprites.filter((one) => one === sprites[index]).length > 1 ? String(sprites.slice(0, index + 1).filter((one) => one === sprites[index]).length) : '']));
}
