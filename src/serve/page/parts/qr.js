// QR codes (ISO/IEC 18004): bytes, level L, versions 1 to 25, as a square of dark and light modules.

/** Error correction codewords of a block, by version. */
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
/** Blocks, by version. */
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
/** Whether a module is inverted, by mask. @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** Powers of 2 in the field of 256 elements with x^8 + x^4 + x^3 + x^2 + 1, and their logarithms. @returns {number[][]} */
function tables() {
  const [powers, logarithms] = [[1], /** @type {number[]} */ ([])];
  for (let exponent = 0; exponent < 255; exponent++) {
    const value = /** @type {number} */ (powers[exponent]);
    logarithms[value] = exponent;
    powers.push(value < 128 ? 2 * value : (2 * value) ^ 0x11d);
  }
  return [powers, logarithms];
}
const [POWERS, LOGARITHMS] = tables();

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[(LOGARITHMS[a] + LOGARITHMS[b]) % 255] : 0);

/** The error correction of a block. @param {number[]} data @param {number} count */
function checksOf(data, count) {
  let generator = [1];
  for (let root = 0; root < count; root++) {
    const next = [...generator, 0];
    generator.forEach((factor, index) => (next[index + 1] ^= times(factor, POWERS[root])));
    generator = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at];
    generator.forEach((one, index) => (rest[at + index] ^= times(one, factor)));
  });
  return rest.slice(data.length);
}

/** Codewords of a version, data and error correction. @param {number} version */
function codewordsOf(version) {
  const aligned = Math.floor(version / 7) + 2;
  return ((16 * version + 128) * version + 64 - (version > 1 ? (25 * aligned - 10) * aligned - 55 : 0) - (version > 6 ? 36 : 0)) >> 3;
}

/** @param {number} version */
const capacityOf = (version) => codewordsOf(version) - CHECKS[version - 1] * BLOCKS[version - 1];

/** Appends the remainder of a division of polynomials of bits. @param {number} value @param {number} length of the remainder @param {number} divisor */
function withRemainder(value, length, divisor) {
  let rest = value;
  for (let bit = 0; bit < length; bit++) rest = (rest << 1) ^ ((rest >> (length - 1)) * divisor);
  return (value << length) | rest;
}

/** Data and error correction of all blocks, interleaved. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const bits = [0, 1, 0, 0];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  const capacity = capacityOf(version);
  put(0, Math.min(4, 8 * capacity - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, index) => parseInt(bits.slice(8 * index, 8 * index + 8).join(''), 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const count = BLOCKS[version - 1];
  const short = Math.floor(capacity / count);
  const blocks = Array.from({ length: count }, (_, index) => {
    const longBefore = Math.max(0, index - (count - (capacity % count)));
    const from = index * short + longBefore;
    return data.slice(from, from + short + (index >= count - (capacity % count) ? 1 : 0));
  });
  const checks = blocks.map((block) => checksOf(block, CHECKS[version - 1]));
  const woven = (/** @type {number[][]} */ lists) => Array.from({ length: Math.max(...lists.map((list) => list.length)) }, (_, index) => lists.map((list) => list[index])).flat().filter((one) => one !== undefined);
  return [...woven(blocks), ...woven(checks)];
}

/** How hard a code is to read: long runs, blocks of four, more dark than light. @param {boolean[][]} rows */
function penalty(rows) {
  const size = rows.length;
  let sum = 0;
  for (const lines of [rows, rows.map((_, column) => rows.map((row) => row[column]))]) {
    for (const line of lines) {
      for (let from = 0, to = 0; from < size; from = to) {
        while (to < size && line[to] === line[from]) to++;
        if (to - from >= 5) sum += to - from - 2;
      }
    }
  }
  for (let row = 1; row < size; row++) for (let column = 1; column < size; column++) if ([rows[row - 1][column - 1], rows[row - 1][column], rows[row][column - 1]].every((one) => one === rows[row][column])) sum += 3;
  return sum + 10 * Math.floor((20 * Math.abs(rows.flat().filter(Boolean).length - (size * size) / 2)) / (size * size));
}

/** The modules of a text, row by row, dark ones true; null where it is too long. @param {string} text @returns {boolean[][]|null} */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = CHECKS.findIndex((_, index) => capacityOf(index + 1) >= bytes.length + (index < 9 ? 2 : 3)) + 1;
  if (!version) return null;
  const size = 4 * version + 17;
  const rows = Array.from({ length: size }, () => /** @type {boolean[]} */ (Array(size).fill(false)));
  const fixed = rows.map((row) => [...row]);
  const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean|number} */ dark) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    rows[row][column] = !!dark;
    fixed[row][column] = true;
  };
  for (let at = 0; at < size; at++) [[6, at], [at, 6]].forEach(([row, column]) => set(row, column, at % 2 === 0));
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let y = -4; y <= 4; y++) for (let x = -4; x <= 4; x++) set(row + y, column + x, ![2, 4].includes(Math.max(Math.abs(x), Math.abs(y))));
  }
  const aligned = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * aligned - 2)) * 2;
  const middles = version > 1 ? [6, ...Array.from({ length: aligned - 1 }, (_, index) => size - 7 - index * step).reverse()] : [];
  for (const row of middles) {
    for (const column of middles) {
      if ((row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6)) continue;
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  }
  const format = (/** @type {number} */ mask) => {
    // Level L has the number 1.
    const bits = withRemainder((1 << 3) | mask, 10, 0x537) ^ 0x5412;
    for (let bit = 0; bit < 15; bit++) {
      const dark = (bits >> bit) & 1;
      set(bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, 8, dark);
      set(8, bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, dark);
    }
    set(size - 8, 8, true);
  };
  format(0);
  const told = version > 6 ? withRemainder(version, 12, 0x1f25) : 0;
  for (let bit = 0; told && bit < 18; bit++) {
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(near, far, (told >> bit) & 1);
    set(far, near, (told >> bit) & 1);
  }
  // Two columns at a time from the right, upwards and downwards in turn, past the dotted column.
  const stream = codewords(bytes, version);
  let at = 0;
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let line = 0; line < size; line++) {
      const row = up ? size - 1 - line : line;
      for (const column of [right, right - 1]) {
        if (fixed[row][column]) continue;
        rows[row][column] = !!((stream[at >> 3] >> (7 - (at & 7))) & 1);
        at++;
      }
    }
  }
  const plain = rows.map((row) => [...row]);
  const masked = MASKS.map((inverts, mask) => {
    format(mask);
    return rows.map((row, r) => row.map((dark, c) => (fixed[r][c] ? dark : plain[r][c] !== inverts(r, c))));
  });
  const least = Math.min(...masked.map(penalty));
  return masked.find((one) => penalty(one) === least) || null;
}
