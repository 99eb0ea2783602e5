// Animations as GIF, for pictures of few colours.

/** What clears the table of codes, and what ends them. */
const [CLEAR, END] = [256, 257];

/** Colours with so many of their lowest bits left out. @param {number} colour @param {number} cut */
const coarse = (colour, cut) => colour & (((255 << cut) & 255) * 0x010101);

/**
 * A palette: the number of each colour, where those that differ in the lowest bits are one if there are too many.
 * @param {Set<number>} colours as 0xBBGGRR @returns {{numbers: Map<number, number>, list: number[]}}
 */
export function palette(colours) {
  for (let cut = 0; ; cut++) {
    /** @type {Map<number, number>} */
    const first = new Map();
    for (const colour of colours) if (!first.has(coarse(colour, cut))) first.set(coarse(colour, cut), colour);
    if (first.size > 256) continue;
    const order = new Map([...first.keys()].map((key, index) => [key, index]));
    return { numbers: new Map([...colours].map((colour) => [colour, order.get(coarse(colour, cut)) ?? 0])), list: [...first.values()] };
  }
}

/** The numbers of a frame in codes of growing length, as GIF has them: T. Welch, IEEE Computer 17(6), 1984. @param {Iterable<number>} numbers @returns {number[]} */
function packed(numbers) {
  /** @type {number[]} */
  const bytes = [];
  /** @type {Map<number, number>} */
  let known = new Map();
  let [bits, held, size, next, before] = [0, 0, 9, END + 1, -1];
  const emit = (/** @type {number} */ code) => {
    bits |= code << held;
    for (held += size; held >= 8; held -= 8) {
      bytes.push(bits & 255);
      bits >>>= 8;
    }
  };
  emit(CLEAR);
  for (const number of numbers) {
    const key = (before << 8) | number;
    const code = before < 0 ? number : known.get(key);
    if (code !== undefined) {
      before = code;
      continue;
    }
    emit(before);
    if (next === 4096) {
      emit(CLEAR);
      [known, size, next] = [new Map(), 9, END + 1];
    } else {
      if (next >= 1 << size) size += 1;
      known.set(key, next++);
    }
    before = number;
  }
  emit(before);
  emit(END);
  if (held) bytes.push(bits & 255);
  return bytes;
}

/**
 * An animation without end.
 * @param {number} width @param {number} height @param {number} delay of a frame, in hundredths of a second
 * @param {number[]} colours at most 256, as 0xBBGGRR @param {Iterable<Iterable<number>>} frames the numbers of their colours @returns {Uint8Array}
 */
export function gif(width, height, delay, colours, frames) {
  const two = (/** @type {number} */ number) => [number & 255, number >> 8];
  const parts = [Uint8Array.from([...new TextEncoder().encode('GIF89a'), ...two(width), ...two(height), 0xf7, 0, 0,
    ...Array.from({ length: 256 }, (_, index) => [0, 8, 16].map((bits) => ((colours[index] || 0) >> bits) & 255)).flat(),
    0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0])];
  for (const frame of frames) {
    parts.push(Uint8Array.from([0x21, 0xf9, 4, 0, ...two(delay), 0, 0, 0x2c, 0, 0, 0, 0, ...two(width), ...two(height), 0, 8]));
    const bytes = packed(frame);
    for (let at = 0; at < bytes.length; at += 255) parts.push(Uint8Array.from([Math.min(255, bytes.length - at), ...bytes.slice(at, at + 255)]));
    parts.push(Uint8Array.of(0));
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 1));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  whole[at] = 0x3b;
  return whole;
}
