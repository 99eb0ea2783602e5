// Lines from a page to its worker through shared memory: the worker reads them while it thinks, without an event loop.

const HEAD = 8;
const [WRITTEN, READ] = [0, 1];
/** Ends a line. UTF-8 has no such byte, and a line may contain line breaks. */
const END = 0xff;

export class Ring {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory = new SharedArrayBuffer(HEAD + (1 << 16))) {
    this.memory = memory;
    this.counts = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEAD);
  }

  /** Adds a line; false if there is no room. */
  put(line) {
    const text = new TextEncoder().encode(line);
    const data = new Uint8Array(text.length + 1).fill(END);
    data.set(text);
    const size = this.bytes.length;
    let at = Atomics.load(this.counts, WRITTEN);
    const used = (at - Atomics.load(this.counts, READ) + size) % size;
    if (data.length >= size - used) return false;
    for (const byte of data) {
      this.bytes[at] = byte;
      at = (at + 1) % size;
    }
    Atomics.store(this.counts, WRITTEN, at);
    return true;
  }

  /** The next line; null if there is none. */
  next() {
    const end = Atomics.load(this.counts, WRITTEN);
    let at = Atomics.load(this.counts, READ);
    if (at === end) return null;
    const data = [];
    for (; this.bytes[at] !== END; at = (at + 1) % this.bytes.length) data.push(this.bytes[at]);
    Atomics.store(this.counts, READ, (at + 1) % this.bytes.length);
    return new TextDecoder().decode(Uint8Array.from(data));
  }
}
