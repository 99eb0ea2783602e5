// The engine as an object: lines in, lines out, in a web worker or a Node thread.

import { host } from './host.js';
import { checkText, milliseconds } from './module.js';

/** The reason in a line that refuses something; undefined in any other line. In UCI, UCCI and JSON. */
function refusalIn(line) {
  const [, text] = /^info (?:string|message) error: (.*)/.exec(line) ?? [];
  return text ?? (line.startsWith('{"event":"error"') ? JSON.parse(line).message : undefined);
}

/** Whether a line ends a search, in UCI, UCCI and JSON. */
const isBest = (line) => /^((no)?bestmove\b|\{"event":"bestmove")/.test(line);

/** Whether a line begins a search, whose answer is a move; those before it have theirs first. */
const isSearch = (line) => /^\s*go\b(?!.*\bperft\b)/.test(line);

/** Whether a line is answered by `readyok`. */
const isReadying = (line) => line.trim() === 'isready';

/** Lines that the engine hears at once, whatever waits. */
const isUrgent = (line) => /^\s*(stop|ponderhit|isready|quit)\b/.test(line);

/** A text as hexadecimal digits of its UTF-8. */
const hex = (text) => Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

export class Engine {
  #worker = null;
  /** The loops over the lines: each has those that it has not read, and the reads that wait. */
  #loops = new Set();
  #listeners = new Set();
  #end = null;

  /** Why the last position or game was refused. */
  #refused = null;
  /** Who waits for the next `readyok`, in order: a function of this class, or null for a line of the caller. */
  #readies = [];
  /** Who hears the searches that have been sent, in order: a function of this class, or null for a line of the caller. */
  #searches = [];
  /** Whether the first of them has said something. In UCCI, `nobestmove` also answers a `stop` without a search. */
  #hasBegun = false;
  /** What is done once the call that runs is over, in order: functions, which may return a promise of their end. */
  #queue = [];
  #isBusy = false;
  /** How many searches have been asked for, and how many of them are to stop. */
  #asked = 0;
  #stopped = 0;
  /** The promises that are not settled. They alone keep a program in Node alive. */
  #pending = new Set();

  constructor(options = {}) {
    this.#worker = host.start((message) => this.#take(message), options);
    this.#hold();
  }

  #hold() {
    this.#worker.hold?.(this.#pending.size > 0);
  }

  /** A promise that `begin` settles. */
  #promise(begin) {
    const mine = {};
    mine.promise = new Promise((done, failed) => {
      const over = (settle) => (value) => {
        this.#pending.delete(mine);
        this.#hold();
        settle(value);
      };
      this.#pending.add(mine);
      this.#hold();
      begin(over(done), over(failed));
    });
    return mine.promise;
  }

  #take(message) {
    if (typeof message !== 'string') return this.#finish(message.fault ? new Error(message.fault) : null);
    const refusal = refusalIn(message);
    if (refusal && /^(position|option (UCI_Variant|VariantText))\b/.test(refusal)) this.#refused ??= new Error(refusal);
    const isReady = message.startsWith('readyok') || message.startsWith('{"event":"readyok"');
    const own = isReady ? this.#readies.shift() : null;
    if (own) return own();
    const isOver = isBest(message) && (this.#hasBegun || message !== 'nobestmove');
    (isOver ? this.#searches.shift() : this.#searches[0])?.(message, isOver);
    this.#hasBegun = !isBest(message) && this.#searches.length > 0;
    this.#listeners.forEach((listen) => listen(message, isOver, isReady));
    for (const { late, waiting } of this.#loops) {
      if (waiting.length) waiting.shift().done({ value: message, done: false });
      else late.push(message);
    }
  }

  #finish(error) {
    if (this.#end) return;
    this.#end = { error };
    this.#worker.end();
    // Whoever ends the engine need not catch what no longer comes.
    if (!error) for (const { promise } of this.#pending) promise.catch(() => {});
    this.#listeners.forEach((listen) => listen(null));
    this.#searches.splice(0).forEach((hear) => hear?.(null));
    this.#readies.splice(0).forEach((own) => own?.());
    for (const { waiting } of this.#loops) {
      for (const { done, failed } of waiting.splice(0)) error ? failed(error) : done({ value: undefined, done: true });
    }
    this.#loops.clear();
  }

  #check() {
    if (this.#end) throw this.#end.error ?? new Error('the engine has ended');
  }

  /** Sends a line, behind the calls that have not begun. */
  send(line) {
    this.#check();
    this.#inOrder(line, () => this.#end || this.#put(line));
  }

  /** Does what sends a line, once the calls before have begun. */
  #inOrder(line, put) {
    if (/^\s*stop\b/.test(line)) this.#stopped = this.#asked;
    if (this.#queue.length && !isUrgent(line)) this.#queue.push(() => void put());
    else put();
  }

  #put(line) {
    this.#check();
    if (/^\s*(position|ucinewgame|setoption name UCI_Variant)\b/i.test(line)) this.#refused = null;
    if (isReadying(line)) this.#readies.push(null);
    if (isSearch(line)) this.#searches.push(null);
    this.#worker.send(line);
  }

  /** Does something once the calls before are over; the searches among them are stopped. */
  #inTurn(work) {
    if (this.#isBusy) {
      this.#stopped = this.#asked;
      if (this.#searches.length && !this.#end) this.#put('stop');
    }
    return this.#promise((done, failed) => {
      this.#queue.push(() => work().then(done, failed));
      this.#next();
    });
  }

  #next() {
    while (!this.#isBusy && this.#queue.length) {
      const over = this.#queue.shift()();
      this.#isBusy = over !== undefined;
      over?.then(() => {
        this.#isBusy = false;
        this.#next();
      });
    }
  }

  /** The output lines of the engine, from this call on. Each loop has them all. */
  [Symbol.asyncIterator]() {
    const late = [];
    const waiting = [];
    const mine = { late, waiting };
    let isLeft = false;
    if (!this.#end) this.#loops.add(mine);
    return {
      next: () => {
        if (late.length) return Promise.resolve({ value: late.shift(), done: false });
        if (this.#end?.error && !isLeft) return Promise.reject(this.#end.error);
        if (this.#end || isLeft) return Promise.resolve({ value: undefined, done: true });
        return this.#promise((done, failed) => waiting.push({ done, failed }));
      },
      return: () => {
        isLeft = true;
        this.#loops.delete(mine);
        late.length = 0;
        for (const { done } of waiting.splice(0)) done({ value: undefined, done: true });
        return Promise.resolve({ value: undefined, done: true });
      },
    };
  }

  /** Sends a line and waits for one that begins with `last`. Returns all lines up to and including it. */
  ask(line, last) {
    return this.#promise((done, failed) => {
      const lines = [];
      /** The answers that come first: those of lines of the same kind that were sent before. */
      let others = 0;
      const listen = (answer, isOver, isReady) => {
        if (answer === null) return failed(this.#end.error ?? new Error('the engine has ended'));
        if (others) return void (others -= (isReadying(line) ? isReady : isOver) ? 1 : 0);
        lines.push(answer);
        if (!answer.startsWith(last)) return;
        this.#listeners.delete(listen);
        done(lines);
      };
      this.#inOrder(line, () => {
        if (this.#end) return listen(null);
        if (/^\s*go\b/.test(line)) others = this.#searches.length;
        else if (isReadying(line)) others = this.#readies.filter((own) => !own).length;
        this.#listeners.add(listen);
        this.#put(line);
      });
    });
  }

  /** Sends lines that set something up. The promise is rejected if one is refused; whoever does not wait for it learns that from `go`. */
  #set(...lines) {
    const told = this.#inTurn(async () => {
      lines.forEach((line) => this.#put(line));
      // A search that the caller sent is over before these lines are executed; `isready` would be answered before.
      await new Promise((done) => {
        if (!this.#searches.length) return done();
        this.#searches[this.#searches.length - 1] = (line, isOver) => (line === null || isOver) && done();
      });
      await new Promise((done) => {
        this.#put('isready');
        this.#readies[this.#readies.length - 1] = done;
      });
      this.#check();
      if (this.#refused) throw this.#refused;
    });
    told.catch(() => {});
    return told;
  }

  /** Switches to a game; `variants` is the text of a file that describes it. */
  game(name, { variants } = {}) {
    const text = variants === undefined ? [] : [`setoption name VariantText value ${hex(variants)}`];
    return this.#set(...text, `setoption name UCI_Variant value ${name}`);
  }

  /** Sets up a position, `startpos` or `fen …`, and plays moves from it. */
  position(base = 'startpos', moves = []) {
    return this.#set(`position ${base}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
  }

  /**
   * Searches; `words` are the arguments of `go`. Rejected if they, or the position or game before, are refused. The next `go`, `position` or
   * `game` stops it.
   */
  go(words = 'movetime 1000') {
    const number = this.#asked + 1;
    const found = this.#inTurn(() => this.#search(words, number));
    this.#asked = number;
    return found;
  }

  async #search(words, number) {
    if (/\bperft\b/.test(words)) throw new Error('go: expected a search; ask counts moves (perft)');
    if (this.#refused) throw this.#refused;
    const lines = [];
    await new Promise((done, failed) => {
      let refused = null;
      this.#put(`go ${words}`);
      this.#searches[this.#searches.length - 1] = (line, isOver) => {
        if (line === null) return failed(this.#end.error ?? new Error('the engine has ended'));
        lines.push(line);
        const refusal = refusalIn(line);
        if (refusal?.startsWith('go:')) {
          // The engine searches all the same, with what it has understood.
          refused = new Error(refusal);
          this.#put('stop');
        }
        refused ??= this.#refused;
        if (isOver) refused ? failed(refused) : done();
      };
      if (number <= this.#stopped) this.#put('stop');
    });
    const last = lines.at(-1);
    if (last.startsWith('{')) {
      const { move, ponder } = JSON.parse(last);
      return { best: move ?? null, ponder: ponder ?? null, lines };
    }
    const [, best = '(none)', , ponder = null] = last.split(' ');
    return { best: best === '(none)' ? null : best, ponder, lines };
  }

  /** Stops the searches that have been asked for; `go` then resolves to the best answer so far. */
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
  const time = milliseconds(movetime);
  if (fen !== undefined) checkText('fen', fen);
  const engine = new Engine();
  try {
    engine.send('json');
    engine.send(`setoption name MultiPV value ${lines}`);
    await engine.game(game);
    if (fen !== undefined) await engine.position(`fen ${fen}`);
    const found = await engine.go(`movetime ${time}`);
    return found.lines.map((line) => JSON.parse(line));
  } finally {
    engine.quit();
  }
}

/** Finds the best plan of a puzzle, or the best line in a two-player game. */
export async function solve(game, fen, options = {}) {
  const events = await search(game, fen, options);
  // `solved`: at its goal already.
  const solved = events.findLast(({ event }) => event === 'solution' || event === 'solved');
  const info = events.findLast(({ event, pv }) => event === 'info' && pv);
  const plan = info?.pv ?? [];
  const move = events.at(-1).move ?? null;
  if (!solved) return { best: move, plan, value: null, bound: null, status: null, score: info?.score ?? null };
  // The engine names a move all the same.
  const best = isHopeless(solved) ? null : move;
  return { best, plan, ...worth(solved), score: null };
}

/** Whether there is no plan. */
const isHopeless = ({ value, status }) => value === null && status === 'proven';

/** What is known of the value of a plan. */
function worth(found) {
  const { value, bound, status } = found;
  return { value, bound: isHopeless(found) ? null : bound, status };
}

/** The value of every move of a puzzle, by move. */
export async function values(game, fen, options = {}) {
  const found = (await search(game, fen, options, MOST_LINES)).filter(({ event }) => event === 'value');
  return Object.fromEntries(found.map(({ move, ...found }) => [move, worth(found)]));
}
