// The picture of a state of a puzzle of one's own, as its legend says.

import { v } from '../dom.js';
import { matched } from './legend.js';

/** @typedef {import('./legend.js').Rule} Rule */
/** @typedef {import('./legend.js').Legend} Legend */
/** @typedef {import('../dom.js').Shape} Shape */
/** Something that is drawn: its rule, label and colour, the objects that a press on it may mean, where it is, and how often. @typedef {{rule: Rule, label: string, colour: string, objects: string[], place: string, count: number}} Thing */
/** A place of the picture: where it is, how large, and whether things stand side by side in it. @typedef {{name: string, x: number, y: number, width: number, height: number, isRow: boolean}} Spot */

/** Side of a cell; width and height of a thing in a wide place; height of a bar, its largest width; height of a name; width of water. */
const [CELL, SIDE, HIGH, BAR, BROAD, NAME, WATER] = [48, 62, 42, 18, 116, 18, 44];
/** Things beside each other in all places of a line. */
const ACROSS = 8;

/** The number in a name; 1 if there is none. @param {string} name */
const numberIn = (name) => Number(/\d+/.exec(name)?.[0] ?? 1);

/** Whether a name is that of a gap or of water. */
const isPlain = (/** @type {string} */ name) => name === '-' || name === '~';

/** What is to be drawn, in the order of the rules. @param {Legend} legend @param {any} own @returns {Thing[]} */
function thingsOf({ rules }, own) {
  const facts = [...own.atoms, ...own.constants].map((atom) => atom.split(' '));
  const goals = (own.goals[0] || []).filter((/** @type {string} */ atom) => !atom.startsWith('not ') && !own.atoms.includes(atom)).map((/** @type {string} */ atom) => atom.split(' '));
  return rules.flatMap((rule) => (rule.isWanted ? goals : facts).flatMap((/** @type {string[]} */ atom) => {
    const values = matched(rule.fact, atom);
    if (!values) return [];
    const filled = (/** @type {string} */ word) => (word.startsWith('"') ? word.slice(1, -1) : word.split('/').map((part) => values.get(part) ?? part).join('/'));
    const [place, colour] = [filled(rule.place), filled(rule.colour)];
    const beside = [...place.split('/'), filled(rule.times), colour];
    const count = rule.times ? Math.min(numberIn(filled(rule.times)), 20) : 1;
    return [{ rule, label: filled(rule.text), colour, objects: atom.slice(1).filter((one) => !beside.includes(one)), place, count }];
  }));
}

/** Each thing with those that stand on it, from below. @param {Thing[]} things @returns {{piles: Map<string, Thing[][]>, flat: Thing[]}} */
function piled(things) {
  const standing = things.filter(({ rule }) => rule.isOn);
  const carriers = new Set(things.flatMap(({ objects }) => objects.slice(0, 1)));
  const onto = (/** @type {Thing} */ thing, /** @type {Set<Thing>} */ seen) => {
    if (seen.has(thing)) return [];
    seen.add(thing);
    /** @type {Thing[]} */
    const above = standing.filter(({ place }) => place === thing.objects[0]).flatMap((one) => onto(one, seen));
    return [thing, ...above];
  };
  /** @type {Map<string, Thing[][]>} */
  const piles = new Map();
  const seen = new Set();
  const isLow = (/** @type {Thing} */ { rule, place }) => !rule.isWanted && rule.look !== 'fill' && (!rule.isOn || !carriers.has(place));
  for (const thing of things.filter(isLow)) {
    for (let index = 0; index < thing.count; index++) piles.set(thing.place, [...(piles.get(thing.place) || []), index ? [thing] : onto(thing, seen)]);
  }
  return { piles, flat: things.filter(({ rule }) => rule.isWanted || rule.look === 'fill') };
}

/** Where everything lies. @param {Legend} legend @param {Map<string, Thing[][]>} piles @returns {{spots: Spot[], width: number, height: number}} */
function laidOut({ lines }, piles) {
  const inLine = (/** @type {string[]} */ names) => names.flatMap((name) => piles.get(name) || []);
  const sizes = lines.map(({ isRow, names }) => {
    if (isRow) return { wide: CELL, high: CELL, step: CELL };
    const all = inLine(names);
    const tallest = Math.max(0, ...all.map((pile) => pile.length));
    const count = all.flat().length;
    if (all.flat().some(({ rule }) => rule.look === 'bar')) return { wide: BROAD + 12, high: count * BAR + NAME + 12, step: BROAD + 20 };
    const holding = names.filter((name) => !isPlain(name)).length || 1;
    const most = Math.max(1, ...names.map((name) => (piles.get(name) || []).length));
    const columns = Math.max(1, Math.min(count, Math.max(2, Math.floor(ACROSS / holding))), tallest > 1 ? most : 0);
    const rows = tallest > 1 ? Math.max(tallest, Math.ceil(count / 2)) : Math.max(1, Math.ceil((holding > 1 ? count : most) / columns / (holding > 2 ? 2 : 1)), Math.ceil(most / columns));
    const wide = Math.max(90, columns * SIDE + 10);
    return { wide, high: rows * HIGH + NAME + 8, step: wide + 8 };
  });
  const across = (/** @type {number} */ at) => (lines[at]?.names || []).reduce((sum, name) => sum + (name === '~' && !lines[at]?.isRow ? WATER : sizes[at]?.step || 0), 0);
  // Rows lie exactly below each other, places in the middle.
  const widths = lines.map((_, at) => across(at));
  const board = Math.max(0, ...widths.filter((_, at) => lines[at]?.isRow));
  const width = Math.max(...widths, 1);
  /** @type {Spot[]} */
  const spots = [];
  let y = 4;
  lines.forEach(({ isRow, names }, at) => {
    const { wide, high, step } = /** @type {{wide: number, high: number, step: number}} */ (sizes[at]);
    let x = 4 + (width - (isRow ? board : widths[at] || 0)) / 2;
    for (const name of names) {
      const isWater = name === '~' && !isRow;
      if (name !== '-') spots.push({ name, x: isWater ? x - 4 : x, y, width: isWater ? WATER : wide, height: high, isRow });
      x += isWater ? WATER : step;
    }
    y += high + (isRow ? 0 : 8);
  });
  return { spots, width: width + 8, height: y + 4 };
}

/** The picture of a state. `sign` says how something with these objects is marked. @param {Legend} legend @param {any} own @param {(objects: string[], isPlace: boolean) => string} [sign] */
export function drawing(legend, own, sign = () => '') {
  const all = thingsOf(legend, own);
  const { piles, flat } = piled(all);
  const { spots, width, height } = laidOut(legend, piles);
  const ground = spots.map((spot) => place(spot, sign));
  const shapes = spots.flatMap((spot) => {
    const inside = piles.get(spot.name) || [];
    const under = flat.filter(({ place }) => place === spot.name).map((thing) => form(thing, cellOf(spot, thing), [spot.name], sign));
    const columns = Math.max(1, Math.floor((spot.width - 6) / SIDE));
    return [...under, ...inside.flatMap((pile, index) => {
      // A press on what lies below means the top, too.
      const top = pile.at(-1)?.objects.slice(0, 1) || [];
      return pile.map((thing, level) => form(thing, boxOf(spot, thing, index, level, columns, inside.every(({ length }) => length === 1)), [...top, spot.name], sign));
    })];
  });
  const places = new Set(spots.filter(({ name }) => !isPlain(name)).map(({ name }) => name));
  const things = new Set([...piles.values()].flat(2).flatMap(({ objects }) => objects).filter((one) => !places.has(one)));
  return { width, height, ground, shapes, places, things };
}

/** The box of what fills a place, or is wanted there. @param {Spot} spot @param {Thing} thing @returns {number[]} */
function cellOf({ x, y, width, height, isRow }, { rule }) {
  return isRow ? [x, y, rule.size[0] * width, rule.size[1] * height] : [x, y, width, height - NAME];
}

/** The box of a thing: in a cell the whole of it, in a wide place one after the other, or in piles. @param {Spot} spot @param {Thing} thing @param {number} index @param {number} level @param {number} columns @param {boolean} isFlat @returns {number[]} */
function boxOf({ x, y, width, height, isRow }, { rule, label }, index, level, columns, isFlat) {
  if (isRow) return [x, y - level * 6, rule.size[0] * width, rule.size[1] * height];
  const foot = y + height - NAME;
  if (rule.look === 'bar') {
    const wide = Math.min(BROAD, 24 + 11.5 * numberIn(label));
    return [x + (width - wide) / 2, foot - (level + 1) * BAR, wide, BAR];
  }
  const [column, row] = isFlat ? [index % columns, Math.floor(index / columns)] : [index, level];
  return [x + 5 + column * SIDE, foot - (row + 1) * HIGH, SIDE, HIGH];
}

/** @param {Spot} spot @param {(objects: string[], isPlace: boolean) => string} sign @returns {Shape} */
function place({ name, x, y, width, height, isRow }, sign) {
  if (name === '~') return v('rect', { class: 'water', x, y, width, height });
  const rect = v('rect', { class: 'spot', x, y, width, height, rx: isRow ? 0 : 8 });
  const shown = isRow ? null : v('text', { class: 'name', x: x + width / 2, y: y + height - 5, 'text-anchor': 'middle' }, name);
  return v('g', { class: `site ${isRow ? 'cell' : ''} ${sign(name.split('/'), true)}`, 'data-objects': name }, rect, shown);
}

/** @param {Thing} thing @param {number[]} box @param {string[]} behind what else a press may mean @param {(objects: string[], isPlace: boolean) => string} sign @returns {Shape} */
function form({ rule, label, colour, objects }, box, behind, sign) {
  const [x = 0, y = 0, width = 0, height = 0] = box;
  const gap = rule.look === 'fill' ? 1 : 2;
  const [wide, high] = [width - 2 * gap, height - 2 * gap];
  const round = rule.look === 'disc' ? Math.min(wide, high) / 2 : rule.look === 'fill' ? 2 : 6;
  const broad = rule.look === 'disc' && !label ? high : wide;
  const shape = v('rect', { class: 'solid', x: x + (width - broad) / 2, y: y + gap, width: broad, height: high, rx: round });
  const room = wide - (rule.look === 'disc' ? 8 : 6);
  const size = Math.max(10, Math.min(label.length > 1 ? (width > height ? 15 : 20) : 32, high * 0.62, (room / Math.max(1, label.length)) * 1.6));
  // Longer names are pressed together.
  const tight = label.length * size * 0.58 > room ? { textLength: room.toFixed(0), lengthAdjust: 'spacingAndGlyphs' } : {};
  const text = label && v('text', { x: x + width / 2, y: y + height / 2, style: { 'font-size': `${size.toFixed(1)}px` }, 'text-anchor': 'middle', 'dominant-baseline': 'central', ...tight }, label);
  const own = objects.length ? objects : behind.slice(-1);
  return v('g', { class: `thing ${rule.look} ${colour} ${rule.isWanted ? 'wanted' : ''} ${sign(own, false)}`, 'data-objects': [...new Set([...objects, ...behind])].join(' ') }, shape, text || null);
}
