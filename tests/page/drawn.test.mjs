// The pictures of a tower: its tables, and which part of which sheet a block is.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Sprites, isPicture, quarter, tablesOf } from '../../src/serve/page/boards/sprites.js';

const text = (value) => new TextEncoder().encode(`var it = \n${JSON.stringify(value)};\n`);
const files = new Map([
  ['maps.js', text({ 1: { cls: 'animates', id: 'yellowWall' }, 20: { cls: 'autotile', id: 'grass' }, 201: { cls: 'enemys', id: 'greenSlime' }, 260: { cls: 'enemy48', id: 'dragon' }, 300: { cls: 'terrains', id: 'ground' } })],
  ['icons.js', text({ animates: { yellowWall: 3 }, enemys: { greenSlime: 2 }, enemy48: { dragon: 1 }, terrains: { ground: 0 }, hero: { down: { loc: 0 }, left: { loc: 1 } } })],
  ['data.js', text({ main: { tilesets: ['a.png', 'b.png'] }, firstData: { hero: { image: 'knight.png' } } })],
  ['floors/MT1.js', text({ floorId: 'MT1', defaultGround: 'ground', bgmap: [[0, 1]] })],
  ['floors/MT2.js', new TextEncoder().encode('main.floors.MT2 = { floorId: code() }')],
]);
const sheet = (width, height) => ({ blob: new Blob([]), width, height });

function sprites() {
  const sheets = { 'animates.png': sheet(128, 320), 'enemys.png': sheet(64, 320), 'enemy48.png': sheet(128, 96), 'terrains.png': sheet(32, 64), 'knight.png': sheet(128, 192), 'tilesets/b.png': sheet(96, 96), 'autotiles/grass.png': sheet(96, 128) };
  return new Sprites({ ...tablesOf(files), sheets, when: 0 });
}
const part = (shape) => shape && [shape.properties.viewBox, shape.properties.y];

test('the files of a project that its pictures need, and not those of its platform', () => {
  for (const name of ['塔/project/materials/enemys.png', 'images/hero.png', 'project/autotiles/autotile.png', 'project/icons.js', 'project/floors/MT1.js']) assert.ok(isPicture(name), name);
  for (const name of ['塔/libs/maps.js', 'project/bgms/a.mp3', 'project/plugins.js', '__MACOSX/project/icons.js']) assert.ok(!isPicture(name), name);
});

test('tables are read, and what is not written as JSON is left out', () => {
  const tables = tablesOf(files);
  assert.deepEqual([tables.blocks[201], tables.tilesets, tables.rows.hero.image, Object.keys(tables.floors)], [['enemys', 'greenSlime'], ['a.png', 'b.png'], 'knight.png', ['MT1']]);
  assert.deepEqual(tables.floors.MT1.back, [[0, 1]]);
  assert.equal(tablesOf(new Map([['icons.js', files.get('icons.js')]])), null);
});

test('a block is a row of the sheet of its class, a tile its place in a tileset', () => {
  const all = sprites();
  assert.deepEqual(part(all.block(201, 0, 0, 44)), ['0 64 32 32', 0]);
  // What is higher than a cell stands on it.
  assert.deepEqual(part(all.block(260, 0, 44, 44)), ['0 48 32 48', 22]);
  assert.deepEqual(part(all.block(20004, 0, 0, 44)), ['32 32 32 32', 0]);
  assert.deepEqual([all.block(999, 0, 0, 44), all.block(10001, 0, 0, 44)], [null, null]);
  assert.deepEqual(part(all.hero('left', 0, 0, 44)), ['0 48 32 48', -22]);
  assert.equal(all.under('MT1', [[0, 201]], 44).filter(Boolean).length, 3);
});

test('the quarters of an autotile: alone, in a row, around a corner, within', () => {
  assert.deepEqual([0, 1, 2, 3].map((corner) => quarter(corner, false, false, false)), [[0, 2], [5, 2], [0, 7], [5, 7]]);
  assert.deepEqual([0, 1, 2, 3].map((corner) => quarter(corner, true, false, false)), [[2, 2], [3, 2], [2, 7], [3, 7]]);
  assert.deepEqual([0, 1, 2, 3].map((corner) => quarter(corner, true, true, false)), [[4, 0], [5, 0], [4, 1], [5, 1]]);
  assert.deepEqual([0, 1, 2, 3].map((corner) => quarter(corner, true, true, true)), [[2, 4], [3, 4], [2, 5], [3, 5]]);
  assert.equal(sprites().autotile('grass', 0, 0, 44, () => true).children.length, 4);
});
