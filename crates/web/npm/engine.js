// The engine as an object: lines in, lines out, in a web worker or a Node thread.

import { host } from './host.js';

/** The reason in a line that refuses something; undefined in any other line. In UCI, UCCI and JSON. */
function refusalIn(line) {
  const [, text] = /^info (?:string|message) error: (.*)/.exec(line) ?? [];
  return text ?? (line.startsWith('{"event":"error"') ? JSON.parse(line).message : undefined);
}

/** Whether a line is the answer of this name, in UCI, UCCI and JSON. */
const isAnswer = (line, name) => line.startsWith(name) || line.startsWith(`{"event":"${name}"`);

/** A text as hexadecimal digits of its UTF-8. */
const hex = (text) => Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Engine {
  #worker = null;
  #late = [];
  #waiting = [];
  #listeners = new Set();
  #end = null;

  /** Why the last position or game was refused. */
  #refused = null;
  /** Who waits for the next `readyok`, in order: a function of this class, or null for a line of the caller. */
  #readies = [];
  /** The searches that have not been answered, as promises that are never rejected. */
  #going = new Set();

  constructor(options = {}) {
    this.#worker = host.start((message) => this.#take(message), options);
  }

  #take(message) {
    if (typeof message !== 'string') return this.#finish(message.fault ? new Error(message.fault) : null);
    const refusal = refusalIn(message);
    if (refusal && /^(position|option (UCI_Variant|VariantText))\b/.test(refusal)) this.#refused ??= new Error(refusal);
    const own = isAnswer(message, 'readyok') ? this.#readies.shift() : null;
    if (own) return own();
    this.#listeners.forEach((listen) => listen(message));
    const next = this.#waiting.shift();
    if (next) next.done({ value: message, done: false });
    else if (this.#isIterated) this.#late.push(message);
  }

  #isIterated = false;

  #finish(error) {
    if (this.#end) return;
    this.#end = { error };
    this.#worker.end();
    this.#listeners.forEach((listen) => listen(null, error));
    this.#readies.splice(0).forEach((own) => own?.());
    for (const { done, failed } of this.#waiting.splice(0)) error ? failed(error) : done({ value: undefined, done: true });
  }

  /** Sends a line. */
  send(line) {
    if (this.#end) throw this.#end.error ?? new Error('the engine has ended');
    if (/^\s*(position|ucinewgame|setoption name UCI_Variant)\b/i.test(line)) this.#refused = null;
    if (line.trim() === 'isready') this.#readies.push(null);
    this.#worker.send(line);
  }

  /** The output lines of the engine, from the first call on. */
  [Symbol.asyncIterator]() {
    this.#isIterated = true;
    return {
      next: () => {
        if (this.#late.length) return Promise.resolve({ value: this.#late.shift(), done: false });
        if (this.#end?.error) return Promise.reject(this.#end.error);
        if (this.#end) return Promise.resolve({ value: undefined, done: true });
        return new Promise((done, failed) => this.#waiting.push({ done, failed }));
      },
      return: () => {
        this.#isIterated = false;
        this.#late = [];
        return Promise.resolve({ value: undefined, done: true });
      },
    };
  }

  /** Sends a line and waits for one that begins with `last`. Returns all lines up to and including it. */
  ask(line, last) {
    return this.#until(line, (answer) => answer.startsWith(last));
  }

  /** Sends a line and waits for one that `isLast`, which may throw what the promise is rejected with. */
  #until(line, isLast) {
    return new Promise((done, failed) => {
      const lines = [];
      const listen = (answer, error) => {
        try {
          if (answer === null) throw error ?? new Error('the engine has ended');
          lines.push(answer);
          if (!isLast(answer)) return;
          done(lines);
        } catch (reason) {
          failed(reason);
        }
        this.#listeners.delete(listen);
      };
      this.#listeners.add(listen);
      try {
        this.send(line);
      } catch (error) {
        this.#listeners.delete(listen);
        failed(error);
      }
    });
  }

  /** Sends a line that sets something up. The promise is rejected if it is refused; whoever does not wait for it learns that from `go`. */
  #set(line) {
    const told = this.#tell(line);
    told.catch(() => {});
    return told;
  }

  async #tell(line) {
    this.send(line);
    // The line ends a search and is executed after it; `isready` would be answered before.
    await Promise.all(this.#going);
    await new Promise((done) => {
      this.send('isready');
      this.#readies[this.#readies.length - 1] = done;
    });
    if (this.#end) throw this.#end.error ?? new Error('the engine has ended');
    if (this.#refused) throw this.#refused;
  }

  /** Switches to a game; `variants` is the text of a file that describes it. */
  game(name, { variants } = {}) {
    if (variants !== undefined) this.send(`setoption name VariantText value ${hex(variants)}`);
    return this.#set(`setoption name UCI_Variant value ${name}`);
  }

  /** Sets up a position, `startpos` or `fen …`, and plays moves from it. */
  position(base = 'startpos', moves = []) {
    return this.#set(`position ${base}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
  }

  /** Searches; `words` are the arguments of `go`. Rejected if they, or the position or game before, are refused. */
  async go(words = 'movetime 1000') {
    let refused = null;
    const search = this.#until(`go ${words}`, (line) => {
      const refusal = refusalIn(line);
      if (refusal?.startsWith('go:')) {
        // The engine searches all the same, with what it has understood.
        refused = new Error(refusal);
        this.send('stop');
      }
      if (refused && isAnswer(line, 'bestmove')) throw refused;
      return isAnswer(line, 'bestmove');
    });
    const settled = search.catch(() => {}).then(() => this.#going.delete(settled));
    this.#going.add(settled);
    const lines = await search;
    if (this.#refused) throw this.#refused;
    const last = lines.at(-1);
    if (last.startsWith('{')) {
      const { move, ponder } = JSON.parse(last);
      return { best: move ?? null, ponder: ponder ?? null, lines };
    }
    const [, best, , ponder] = last.split(' ');
    return { best: best === '(none)' ? null : best, ponder: ponder ?? null, lines };
  }

  /** Stops the running search; `go` then resolves to the best answer so far. */
  stop() {
    this.send('stop');
  }

  /** Ends the engine. */
  quit() {
    this.#finish(null);
  }
}

/** The largest number of lines, more than there are moves in most positions. */
const MOST_LINES = 256;

/** What an engine of its own says in a search. */
async function search(game, fen, { movetime = 5000 }, lines = 1) {
  const engine = new Engine();
  try {
    engine.send('json');
    engine.send(`setoption name MultiPV value ${lines}`);
    await engine.game(game);
    if (fen) await engine.position(`fen ${fen}`);
    const found = await engine.go(`movetime ${movetime}`);
    return found.lines.map((line) => JSON.parse(line));
  } finally {
    engine.quit();
  }
}

/** Finds the best plan of a puzzle, or the best line in a two-player game. */
export async function solve(game, fen, options = {}) {
  const events = await search(game, fen, options);
  const solved = events.findLast(({ event }) => event === 'solution');
  const info = events.findLast(({ event, pv }) => event === 'info' && pv);
  const best = events.at(-1).move ?? null;
  const plan = info?.pv ?? [];
  if (!solved) return { best, plan, value: null, bound: null, status: null, score: info?.score ?? null };
  return { best, plan, value: solved.value, bound: solved.bound, status: solved.status, score: null };
}

/** The value of every move of a puzzle, by move. */
export async function values(game, fen, options = {}) {
  const found = (await search(game, fen, options, MOST_LINES)).filter(({ event }) => event === 'value');
  return Object.fromEntries(found.map(({ move, value, bound, status }) => [move, { value, bound, status }]));
}
