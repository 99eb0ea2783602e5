// Animations: what was packed is read again, as other programs read it.

import assert from 'node:assert/strict';
import test from 'node:test';
import { gif, palette } from '../../src/serve/page/parts/gif.js';

/** The numbers of the frames of a GIF without local palettes. */
function framesOf(bytes) {
  const frames = [];
  for (let at = 13 + 768; bytes[at] !== 0x3b;) {
    const isFrame = bytes[at] === 0x2c;
    at += isFrame ? 11 : 2;
    const data = [];
    for (; bytes[at]; at += bytes[at] + 1) data.push(...bytes.slice(at + 1, at + 1 + bytes[at]));
    at += 1;
    if (isFrame) frames.push(unpacked(data));
  }
  return frames;
}

/** Codes of growing length, read bit by bit. */
function unpacked(data) {
  const out = [];
  let [at, size, table, before] = [0, 9, [], null];
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < size; bit++, at++) code |= ((data[at >> 3] >> (at & 7)) & 1) << bit;
    if (code === 257) return out;
    if (code === 256) [size, table, before] = [9, Array.from({ length: 258 }, (_, n) => [n]), null];
    else {
      const found = table[code] ?? [...before, before[0]];
      out.push(...found);
      if (before && table.length < 4096) table.push([...before, found[0]]);
      if (table.length === 1 << size && size < 12) size += 1;
      before = found;
    }
  }
}

test('frames come out as they went in', () => {
  const noise = (seed, most) => Uint32Array.from({ length: 200 * 150 }, () => (seed = (seed * 48271) % 0x7fffffff) % most);
  const frames = [new Uint32Array(200 * 150), noise(1, 256), noise(2, 3), noise(3, 17)];
  const bytes = gif(200, 150, 80, [0xff, 0xff00, 0xff0000], frames);
  assert.equal(String.fromCharCode(...bytes.slice(0, 6)), 'GIF89a');
  assert.deepEqual([...bytes.slice(6, 10)], [200, 0, 150, 0]);
  assert.deepEqual([...bytes.slice(13, 22)], [255, 0, 0, 0, 255, 0, 0, 0, 255], 'red, green, blue');
  assert.deepEqual(framesOf(bytes), frames.map((frame) => [...frame]));
});

test('a palette has at most 256 colours, and all of them if it can', () => {
  const few = new Set([0, 0xffffff, 0x010101]);
  assert.deepEqual(palette(few).list, [...few]);
  const many = new Set(Array.from({ length: 5000 }, (_, n) => n * 3331 & 0xffffff));
  const { numbers, list } = palette(many);
  assert.ok(list.length <= 256 && list.length > 20, `${list.length} colours`);
  assert.ok([...many].every((colour) => [0, 8, 16].every((bits) => Math.abs(((list[numbers.get(colour)] >> bits) & 255) - ((colour >> bits) & 255)) < 64)));
});
