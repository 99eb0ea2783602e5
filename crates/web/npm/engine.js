// The engine as an object: lines in, lines out, in a web worker or a Node thread.

const isNode = typeof process === 'object' && Boolean(process.versions?.node);

export class Engine {
  #worker = null;
  #early = [];
  #late = [];
  #waiting = [];
  #listeners = new Set();
  #end = null;

  constructor(options = {}) {
    void import(isNode ? './start-node.js' : './start.js').then(({ start }) => {
      if (this.#end) return;
      this.#worker = start((message) => this.#take(message), options);
      this.#early.splice(0).forEach((line) => this.#worker.send(line));
    }, (error) => this.#take({ fault: error.message }));
  }

  #take(message) {
    if (typeof message !== 'string') return this.#finish(message.fault ? new Error(message.fault) : null);
    this.#listeners.forEach((listen) => listen(message));
    const next = this.#waiting.shift();
    if (next) next.done({ value: message, done: false });
    else if (this.#isIterated) this.#late.push(message);
  }

  #isIterated = false;

  #finish(error) {
    if (this.#end) return;
    this.#end = { error };
    this.#worker?.end();
    this.#listeners.forEach((listen) => listen(null, error));
    for (const { done, failed } of this.#waiting.splice(0)) error ? failed(error) : done({ value: undefined, done: true });
  }

  /** Sends a line. */
  send(line) {
    if (this.#end) throw this.#end.error ?? new Error('the engine has ended');
    if (this.#worker) this.#worker.send(line);
    else this.#early.push(line);
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
    return new Promise((done, failed) => {
      const lines = [];
      const listen = (answer, error) => {
        if (answer !== null) lines.push(answer);
        if (answer !== null && !answer.startsWith(last)) return;
        this.#listeners.delete(listen);
        if (answer === null) failed(error ?? new Error('the engine has ended'));
        else done(lines);
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

  /** Switches to a game. */
  game(name) {
    this.send(`setoption name UCI_Variant value ${name}`);
  }

  /** Sets up a position, `startpos` or `fen …`, and plays moves from it. */
  position(base = 'startpos', moves = []) {
    this.send(`position ${base}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
  }

  /** Searches; `words` are the arguments of `go`. */
  async go(words = 'movetime 1000') {
    const lines = await this.ask(`go ${words}`, 'bestmove');
    const [, best, , ponder] = lines.at(-1).split(' ');
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

/** Finds the best plan of a puzzle, or the best line in a two-player game. */
export async function solve(game, fen, { movetime = 5000 } = {}) {
  const engine = new Engine();
  try {
    engine.send('json');
    engine.game(game);
    if (fen) engine.position(`fen ${fen}`);
    const lines = await engine.ask(`go movetime ${movetime}`, '{"event":"bestmove"');
    const events = lines.map((line) => JSON.parse(line));
    const fault = events.find(({ event }) => event === 'error');
    if (fault) throw new Error(fault.message);
    const solved = events.findLast(({ event }) => event === 'solution');
    const info = events.findLast(({ event, pv }) => event === 'info' && pv);
    const best = events.at(-1).move ?? null;
    const plan = info?.pv ?? [];
    if (!solved) return { best, plan, value: null, status: null, score: info?.score ?? null };
    return { best, plan, value: solved.value, status: solved.status, score: null };
  } finally {
    engine.quit();
  }
}
