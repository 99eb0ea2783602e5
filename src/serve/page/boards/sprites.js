// The pictures of a tower of many floors: the sheets of its own zip, cut by its own tables (project/maps.js, icons.js, data.js and floors
// of the h5mota platform). Kept in the browser beside the towers; towers that have none are drawn with the symbols of the page.

import { v } from '../dom.js';
import { answer, keep, openStore } from '../towers.js';
import { entriesOf, inflated, isForeign } from '../parts/zip.js';

/** A sheet or tile: its picture and size in pixels. @typedef {{blob: Blob, width: number, height: number}} Sheet */
/** A floor as it is at first: its name, ground and layers of numbers. @typedef {{name: string, ground: string, back: number[][], map: number[][], front: number[][]}} First */
/** What is kept of a tower. @typedef {{blocks: Record<string, [string, string]>, rows: Record<string, Record<string, any>>, sheets: Record<string, Sheet>, tilesets: string[], order: string[], floors: Record<string, First>, when: number}} Kept */

/** Names of the sheets whose cells are 48 pixels high. */
const HIGH = ['enemy48', 'npc48'];
/** Pictures in a project that are wanted; in old projects all stand in one folder. */
const WANTED = /(^|\/)((materials|images|autotiles|tilesets)\/[^/]+\.png|(icons|maps|data)\.js|floors\/[^/]+\.js)$/;
/** What stands before that in the name of a file. */
const FOLDER = /^.*?(?=(materials|images|autotiles|tilesets|floors)\/[^/]+$|(icons|maps|data)\.js$)/;
/** Sheets and autotiles among the pictures of a project. */
const SHEET = /^((materials|images)\/(terrains|animates|enemys|enemy48|items|npcs|npc48|autotile\d*)|(autotiles|tilesets)\/[^/]+)\.png$/;
/** Maximum size of the pictures of one tower, bytes, and number of towers whose pictures are kept. */
const MOST = 12_000_000;
const TOWERS = 12;
/** Side of a cell in a sheet, pixels. */
const CELL = 32;
/** Numbers from here on are tiles of tilesets, as many for each. */
const TILESETS = 10_000;

/** Whether a file of a zip or folder has to do with the pictures of a tower. @param {string} name */
export const isPicture = (name) => WANTED.test(name) && !isForeign(name);

/** The object that a file of a project assigns; null if it is not written as JSON. @param {Uint8Array|undefined} bytes @returns {any} */
function tableOf(bytes) {
  if (!bytes) return null;
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text.slice(text.indexOf('{')).replace(/[;\s]+$/, ''));
  } catch {
    return null;
  }
}

/** @param {any} layer @returns {number[][]} */
const layerOf = (layer) => (Array.isArray(layer) && layer.every(Array.isArray) ? layer : []);

/** Reads the tables of a project. @param {Map<string, Uint8Array>} files by their names within the project @returns {Omit<Kept, 'sheets'|'when'>|null} */
export function tablesOf(files) {
  const [maps, rows, data] = ['maps.js', 'icons.js', 'data.js'].map((name) => tableOf(files.get(name)));
  if (!maps) return null;
  const blocks = Object.fromEntries(Object.entries(maps).map(([number, block]) => [number, [String(block?.cls), String(block?.id)]]));
  /** @type {Kept['floors']} */
  const floors = {};
  for (const [name, bytes] of files) {
    const floor = name.startsWith('floors/') ? tableOf(bytes) : null;
    if (floor?.floorId) floors[floor.floorId] = { name: String(floor.name || floor.title || floor.floorId), ground: String(floor.defaultGround || 'ground'), back: layerOf(floor.bgmap), map: layerOf(floor.map), front: layerOf(floor.fgmap) };
  }
  const { hero } = data?.firstData || {};
  const { tilesets = [], floorIds = [] } = data?.main || {};
  return { blocks: /** @type {any} */ (blocks), rows: { ...rows, hero: { ...rows?.hero, image: String(hero?.image || 'hero.png') } }, tilesets, order: floorIds, floors };
}

/** Those that were looked for. @type {Map<string, Promise<Sprites|null>>} */
const known = new Map();
/** Those that are there. @type {Map<string, Sprites>} */
const ready = new Map();

/** Keeps the tables and pictures in the zip of a tower, as far as it has them. @param {string} tower its id @param {Uint8Array} zip */
export async function keepSprites(tower, zip) {
  const all = entriesOf(zip, isPicture);
  const isSmall = all.reduce((sum, { size }) => sum + size, 0) <= MOST;
  const entries = all.filter(({ name }) => isSmall || name.endsWith('.js'));
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const entry of entries) files.set(entry.name.replace(FOLDER, ''), await inflated(entry));
  const tables = tablesOf(files);
  const db = tables && (await openStore('meihua.pictures'));
  if (!tables || !db) return;
  /** @type {Kept['sheets']} */
  const sheets = {};
  for (const [name, bytes] of files) {
    if (!SHEET.test(name) && name !== `images/${tables.rows.hero?.image}`) continue;
    const blob = new Blob([/** @type {any} */ (bytes)], { type: 'image/png' });
    const { width, height } = await createImageBitmap(blob).catch(() => ({ width: 0, height: 0 }));
    if (width) sheets[name.replace(/^(materials|images)\//, '')] = { blob, width, height };
  }
  await keep(db, tower, { ...tables, sheets }, TOWERS);
  known.delete(tower);
}

/** @param {string} tower @returns {Promise<Sprites|null>} */
async function found(tower) {
  const db = await openStore('meihua.pictures');
  const kept = db && (await answer(db.transaction('towers').objectStore('towers').get(tower)));
  db?.close();
  if (kept) ready.set(tower, new Sprites(kept));
  return ready.get(tower) || null;
}

/** The pictures of a tower; null where none are kept. @param {string} tower its id @returns {Promise<Sprites|null>} */
export function spritesOf(tower) {
  const asked = known.get(tower) || found(tower);
  known.set(tower, asked);
  return asked;
}

/** The same, where they have been found already. @param {string} tower its id */
export const spritesNow = (tower) => ready.get(tower) || null;

/** Where the quarters of an autotile stand in its sheet, in half cells: for the corners of a cell, column and row by whether its neighbours beside, above or below, and in the corner are of the same kind. @param {number} corner 0 to 3, the rows one after the other @param {boolean} beside @param {boolean} over @param {boolean} across @returns {[number, number]} */
export function quarter(corner, beside, over, across) {
  const [right, low] = [corner & 1, corner >> 1];
  if (beside && over && !across) return [4 + right, low];
  // Of the frame of three by three cells below: its corner, an edge, or the middle.
  return [beside ? 2 + right : right * 5, over ? 4 + low : low ? 7 : 2];
}

export class Sprites {
  /** @param {Kept} kept */
  constructor(kept) {
    this.kept = kept;
    /** @type {Record<string, string>} */
    this.urls = {};
    /** Whether there are pictures, not only tables. */
    this.isDrawn = Object.keys(kept.sheets).length > 0;
    /** The numbers of blocks by their ids. @type {Map<string, string>} */
    this.numbers = new Map(Object.entries(kept.blocks).map(([number, [, id]]) => [id, number]));
  }

  /** A part of a sheet in a box. @param {string} name @param {[number, number, number, number]} from left, top, width, height in pixels @param {[number, number, number, number]} to the same on the board */
  cut(name, [left, top, width, height], [x, y, w, h]) {
    const sheet = this.kept.sheets[name];
    if (!sheet || left + width > sheet.width || top + height > sheet.height) return null;
    this.urls[name] ??= URL.createObjectURL(sheet.blob);
    // A little larger, so that no line is seen between two cells.
    return v('svg', { x, y, width: w + 0.4, height: h + 0.4, preserveAspectRatio: 'none', viewBox: `${left} ${top} ${width} ${height}` }, v('image', { class: 'pixels', href: this.urls[name], width: sheet.width, height: sheet.height }));
  }

  /**
   * A block of a map on its cell; null where there is no picture of it.
   * @param {number|string} number @param {number} x @param {number} y @param {number} side of a cell on the board @param {(dx: number, dy: number) => boolean} [isSame] whether the block beside it is the same
   */
  block(number, x, y, side, isSame = () => false) {
    const { blocks, rows, tilesets, sheets } = this.kept;
    if (Number(number) >= TILESETS) {
      const name = `tilesets/${tilesets[Math.floor(Number(number) / TILESETS) - 1]}`;
      const columns = Math.floor((sheets[name]?.width || 0) / CELL);
      const place = Number(number) % TILESETS;
      return columns ? this.cut(name, [(place % columns) * CELL, Math.floor(place / columns) * CELL, CELL, CELL], [x, y, side, side]) : null;
    }
    const [kind = '', id = ''] = blocks[number] || [];
    if (kind === 'autotile') return this.autotile(id, x, y, side, isSame);
    const row = rows[kind]?.[id];
    if (typeof row !== 'number') return null;
    const height = HIGH.includes(kind) ? 48 : CELL;
    const tall = (side * height) / CELL;
    return this.cut(`${kind}.png`, [0, row * height, CELL, height], [x, y + side - tall, side, tall]);
  }

  /** @param {string} id @param {number} x @param {number} y @param {number} side @param {(dx: number, dy: number) => boolean} isSame */
  autotile(id, x, y, side, isSame) {
    const name = this.kept.sheets[`autotiles/${id}.png`] ? `autotiles/${id}.png` : `${id}.png`;
    const parts = [0, 1, 2, 3].map((corner) => {
      const [dx, dy] = [corner & 1 ? 1 : -1, corner >> 1 ? 1 : -1];
      const [column, row] = quarter(corner, isSame(dx, 0), isSame(0, dy), isSame(dx, dy));
      const half = CELL / 2;
      return this.cut(name, [column * half, row * half, half, half], [x + ((corner & 1) * side) / 2, y + ((corner >> 1) * side) / 2, side / 2, side / 2]);
    });
    return parts.every(Boolean) ? v('g', null, ...parts) : null;
  }

  /** A monster or item in a square, by its id. @param {string} id @param {number} side */
  icon(id, side) {
    const number = this.numbers.get(id) || '';
    const isHigh = HIGH.includes(this.kept.blocks[number]?.[0] || '');
    const width = isHigh ? (side * CELL) / 48 : side;
    return this.block(number, (side - width) / 2, side - width, width);
  }

  /** The hero. @param {'up'|'down'|'left'|'right'} direction @param {number} x @param {number} y @param {number} side of a cell on the board */
  hero(direction, x, y, side) {
    const { image, width = CELL, height = 48, ...rows } = this.kept.rows.hero || {};
    const row = rows[direction]?.loc ?? 0;
    const [w, h] = [(side * width) / CELL, (side * height) / CELL];
    return this.cut(String(image), [0, row * height, width, height], [x + (side - w) / 2, y + side - h, w, h]);
  }

  /** The ground of a floor and what lies on it, without the blocks. @param {string} id @param {number[][]} map @param {number} side */
  under(id, map, side) {
    const { ground = 'ground', back = [] } = this.kept.floors[id] || {};
    const number = this.numbers.get(ground) || '';
    return [...map.flatMap((line, row) => line.map((_, column) => this.block(number, column * side, row * side, side))), ...this.layer(back, map, side)];
  }

  /** What hangs over the blocks of a floor. @param {string} id @param {number[][]} map @param {number} side */
  over(id, map, side) {
    return this.layer(this.kept.floors[id]?.front || [], map, side);
  }

  /** The blocks of a layer, by cell; null where there is none or no picture of it. @param {number[][]} layer @param {number[][]} map of the same size @param {number} side */
  layer(layer, map, side) {
    return map.flatMap((line, row) => line.map((_, column) => {
      const number = Number(layer[row]?.[column] || 0);
      return number ? this.block(number, column * side, row * side, side, (dx, dy) => (layer[row + dy]?.[column + dx] ?? number) === number) : null;
    }));
  }
}
