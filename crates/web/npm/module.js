// The host's side of the WebAssembly module: its memory, its imports, and text in and out. `crates/web` has the other side.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Refuses what is no text, by the name of the argument. */
export function checkText(name, value) {
  if (typeof value !== 'string' || !value.trim()) throw new TypeError(`${name}: expected a text, found ${told(value)}`);
}

/** The largest number that the module takes. */
const MOST = 2 ** 32 - 1;

/** Refuses what is no number of things, by the name of the argument. */
export function checkCount(name, value) {
  if (!Number.isInteger(value) || value < 0 || value > MOST) throw new RangeError(`${name}: expected a whole number from 0 to ${MOST}, found ${told(value)}`);
}

/** A time as the engine takes it, in whole milliseconds. */
export function milliseconds(movetime) {
  if (!(movetime >= 0 && movetime <= MOST)) throw new RangeError(`movetime: expected milliseconds, 0 or more, found ${told(movetime)}`);
  return Math.round(movetime);
}

/** What was found in the place of an argument, in a few characters. */
export const told = (value) => (typeof value === 'object' && value !== null ? value.constructor?.name ?? 'an object' : typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value));

/** Refuses texts with half a character, which cannot be written as UTF-8. */
function checked(name, value) {
  if (/\p{Surrogate}/u.test(typeof value === 'string' ? name + value : name)) throw new TypeError(`${name}: a lone surrogate is no character`);
  return value;
}

/** What {@link load}'s `ask` returns if a line is waiting that it cannot hand over. */
export const MORE = Symbol('a line waits');

/** WASI error numbers: a file that is not open, and an unsupported call. */
const BAD_FILE = 8;
const NO_CALL = 52;
const ERROR_STREAM = 2;

/** The WASI calls that a module needs: time, random numbers, and the error stream for panic messages. */
export function wasi(bytes) {
  const view = () => new DataView(bytes().buffer);
  const calls = {
    clock_time_get(clock, _precision, to) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(to, BigInt(Math.round(now * 1e6)), true);
      return 0;
    },
    random_get(to, length) {
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(bytes().subarray(to + done, to + Math.min(length, done + 65536)));
      return 0;
    },
    environ_sizes_get(count, length) {
      view().setUint32(count, 0, true);
      view().setUint32(length, 0, true);
      return 0;
    },
    environ_get: () => 0,
    sched_yield: () => 0,
    fd_prestat_get: () => BAD_FILE,
    fd_write(file, parts, count, written) {
      if (file !== ERROR_STREAM) return BAD_FILE;
      let text = '';
      let length = 0;
      for (let part = 0; part < count; part++) {
        const at = view().getUint32(parts + 8 * part, true);
        const size = view().getUint32(parts + 8 * part + 4, true);
        text += decoder.decode(bytes().slice(at, at + size));
        length += size;
      }
      console.error(text.trimEnd());
      view().setUint32(written, length, true);
      return 0;
    },
    proc_exit(status) {
      throw new Error(`the engine has ended with status ${status}`);
    },
  };
  return new Proxy(calls, { get: (known, name) => known[name] ?? (() => NO_CALL), has: () => true });
}

/**
 * Creates an engine from the module. `source` is a streaming response, bytes, or a compiled module.
 *
 * `say` receives its output lines. While it thinks it calls `ask`, which returns a line that has arrived, null, or {@link MORE}. If
 * `turn` is given, which needs promise integration (`WebAssembly.Suspending`), the engine first waits for it, so that messages are
 * dispatched, and `hear` returns a promise. With `chinese`, refusals are also given in Chinese.
 */
export async function load(source, { say = () => {}, ask = () => null, turn, chinese = false } = {}) {
  let memory;
  let line = null;
  const bytes = () => new Uint8Array(memory.buffer);
  const look = () => {
    const next = ask();
    if (next === null) return -1;
    if (next === MORE) return -2;
    line = encoder.encode(next);
    return line.length;
  };
  const imports = {
    meihua: {
      say: (at, length) => say(decoder.decode(bytes().slice(at, at + length))),
      ask: turn ? new WebAssembly.Suspending(() => turn().then(look)) : look,
      take: (to) => bytes().set(line, to),
    },
    wasi_snapshot_preview1: wasi(bytes),
  };
  const given = await source;
  let made;
  if (given instanceof WebAssembly.Module) made = { instance: await WebAssembly.instantiate(given, imports) };
  else if (typeof Response === 'function' && given instanceof Response) made = await stream(given, imports);
  else made = await WebAssembly.instantiate(given, imports);
  const { exports } = made.instance;
  memory = exports.memory;
  exports._initialize?.();
  if (chinese) exports.add_chinese();
  const hear = turn ? WebAssembly.promising(exports.hear) : exports.hear;
  const put = (data) => {
    const to = exports.buffer(data.length);
    bytes().set(data, to);
  };
  const got = (length) => {
    const at = exports.begin();
    return decoder.decode(bytes().slice(at, at + length));
  };
  return {
    /** Executes a line. Returns false, or a promise of it, once the session is over. */
    hear(text) {
      put(encoder.encode(text));
      const on = hear();
      return typeof on === 'number' ? on !== 0 : on.then((is) => is !== 0);
    },
    /** Loads tables, the bytes of `openings.bin` or `endings.bin`. Not while the engine thinks. */
    takeTables(data) {
      put(new Uint8Array(data));
      const fault = got(exports.take_tables());
      if (fault) throw new Error(`a table: ${fault}`);
    },
    /** Answers a question; see `answers.rs`. */
    answer(question) {
      put(encoder.encode(JSON.stringify(question, checked)));
      const { ok, error } = JSON.parse(got(exports.answer()));
      if (error !== undefined) throw new Error(error);
      return ok;
    },
    /** Does what a page asks beside its session: `story` or `route`, with its request; the answer is said. */
    work(what, request) {
      put(encoder.encode(`${what} ${request}`));
      exports.work();
    },
    /** The legal moves of a board. */
    legalMoves(board) {
      const text = got(exports.legal_moves(board));
      return text ? text.split(' ') : [];
    },
  };
}

/** The browser refuses to stream the file if the host does not send its media type. */
async function stream(response, imports) {
  if (!response.ok) throw new Error(`the engine's module cannot be fetched: ${response.status} ${response.url}`);
  const isNamed = (response.headers.get('content-type') || '').startsWith('application/wasm');
  if (isNamed) return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
