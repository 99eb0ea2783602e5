// QR codes: read back by the rules of the standard, without the code that made them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { qr } from '../../src/serve/page/parts/qr.js';

const MASKS = [(r, c) => (r + c) % 2, (r) => r % 2, (r, c) => c % 3, (r, c) => (r + c) % 3, (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2, (r, c) => ((r * c) % 2) + ((r * c) % 3), (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2];

/** Reads a code of one block, versions 1 to 5. */
function read(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const format = [...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => rows[8][column]), ...[7, 5, 4, 3, 2, 1, 0].map((row) => rows[row][8])];
  const bits = parseInt(format.map(Number).join(''), 2) ^ 0x5412;
  assert.equal(bits >> 13, 1, 'level L');
  const inverts = MASKS[(bits >> 10) & 7];
  const middle = version > 1 ? size - 7 : -9;
  const isFixed = (r, c) => r === 6 || c === 6 || (r < 9 && (c < 9 || c > size - 9)) || (r > size - 9 && c < 9) || (Math.abs(r - middle) < 3 && Math.abs(c - middle) < 3);
  const stream = [];
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let line = 0; line < size; line++) for (const c of [right, right - 1]) {
      const r = up ? size - 1 - line : line;
      if (!isFixed(r, c)) stream.push(Number(rows[r][c] !== !inverts(r, c)));
    }
  }
  const number = (from, length) => parseInt(stream.slice(from, from + length).join(''), 2);
  assert.equal(number(0, 4), 4, 'bytes');
  return Buffer.from(Array.from({ length: number(4, 8) }, (_, index) => number(12 + 8 * index, 8))).toString();
}

test('a text is read back, of every version of one block', () => {
  const sizes = new Set();
  for (const text of ['梅花', 'https://example.org/', 'x'.repeat(30), 'https://example.org/board/#xiangqi//h2e2.h9g7.h0g2', 'y'.repeat(100)]) {
    const rows = qr(text);
    sizes.add(rows.length);
    assert.equal(read(rows), text);
  }
  assert.deepEqual([...sizes], [21, 25, 29, 33, 37].filter((size) => sizes.has(size)));
  assert.ok(sizes.size >= 4);
});

test('a text that is too long has no code', () => {
  assert.equal(qr('z'.repeat(1300)), null);
  assert.equal(qr('z'.repeat(1200)).length, 117);
});
