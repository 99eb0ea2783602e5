// One session of the engine, over a WebSocket or in a worker: commands are lines, answers are events, an object of JSON each.
//
// Each `go` is answered by one `bestmove`, each `view` by one `view`, in order: so answers find their questions by counting.

import { t } from './words.js';

/** A line of a search. @typedef {{depth: number, multipv: number, cp?: number, mate?: number, bound?: 'lower'|'upper', wdl?: number[], nodes: number, nps: number, time: number, pv: string[]}} Info */
/** What a plan of a puzzle comes to. @typedef {{objective: string, value: number|null, bound: number|null, status: 'proven'|'anytime'}} Worth */
/** What could not be done. Where a move was refused, its number; where both languages are known, the other one, too. @typedef {{code: string, message: string, number?: number, reason?: string, translated?: {message: string, reason?: string}}} Fault */
/** What is heard while the engine thinks. @typedef {{info?: (info: Info) => void, spelled?: (line: {multipv: number, moves: string[]}) => void, value?: (value: Worth & {move: string}) => void, solution?: (solution: Worth) => void}} Listener */
/** @typedef {{listener: Listener, done: (best: string|null) => void, stopped: boolean}} Going */
/** @typedef {{view: any, errors: Fault[]}} Answer */
/** What a session of the engine is talked to by: as much of a WebSocket as is used here. @typedef {Pick<WebSocket, 'readyState'|'send'|'close'|'onopen'|'onmessage'|'onclose'>} Link */

export class Engine {
  /** @param {(state: 'open'|'closed'|'full') => void} heard */
  constructor(heard) {
    this.heard = heard;
    /** @type {Link|null} */
    this.socket = null;
    this.wanted = true;
    this.wait = 300;
    this.clear();
    this.connect();
  }

  clear() {
    /** @type {Going[]} */
    this.going = [];
    /** @type {((answer: Answer) => void)[]} */
    this.views = [];
    /** @type {Map<string, ((json: any) => void)[]>} */
    this.asked = new Map();
    /** @type {Fault[]} */
    this.errors = [];
    /** @type {Map<string, string>} */
    this.options = new Map();
  }

  connect() {
    // A page without a server brings an engine of its own, which is talked to in the same way.
    /** @type {(() => Link)|undefined} */
    const own = Reflect.get(globalThis, 'engineSocket');
    const socket = own?.() ?? new WebSocket(`ws://${location.host}/engine`);
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.wait = 300;
      this.send('json');
      this.heard('open');
    };
    socket.onmessage = (event) => this.take(String(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      const { going, views, asked } = this;
      this.clear();
      going.forEach((one) => one.done(null));
      views.forEach((one) => one({ view: null, errors: [] }));
      asked.forEach((list) => list.forEach((one) => one({ error: t('stopped') })));
      if (!this.wanted) return;
      this.heard('closed');
      if (!opened && !own) void this.whyRefused();
      setTimeout(() => this.wanted && !this.socket && this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 3000);
    };
  }

  /** A socket that is refused by a program that answers: all its sessions are taken. A script is not shown the status 503. */
  async whyRefused() {
    const answers = await fetch('/', { cache: 'no-store' }).then((answer) => answer.ok, () => false);
    if (answers && !this.isOpen) this.heard('full');
  }

  close() {
    this.wanted = false;
    this.socket?.close();
  }

  get isOpen() {
    return this.socket?.readyState === 1;
  }

  /** @param {string} line */
  send(line) {
    if (this.isOpen) this.socket?.send(line);
  }

  /** @param {string} line */
  take(line) {
    const { event, ...what } = JSON.parse(line);
    const { listener = {} } = this.going[0] || {};
    switch (event) {
      case 'info':
        if (what.score) listener.info?.({ ...what, ...what.score });
        break;
      case 'spelled': listener.spelled?.(what); break;
      case 'value': listener.value?.(what); break;
      case 'solution': listener.solution?.(what); break;
      case 'bestmove': this.going.shift()?.done(what.move); break;
      case 'view': this.views.shift()?.({ view: what.view, errors: this.errors.splice(0) }); break;
      case 'error': this.errors.push(what); break;
      default: this.asked.get(event)?.shift()?.(what[event]);
    }
  }

  /** Sets an option, if it has another value. @param {string} name @param {string|number|boolean} value */
  set(name, value) {
    if (this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.stop();
    this.send(`setoption name ${name} value ${value}`);
  }

  /**
   * Sets a position and asks for its view. The errors are those of the position.
   * @param {string} game @param {string} base @param {string[]} moves @returns {Promise<Answer>}
   */
  position(game, base, moves) {
    if (!this.isOpen) return Promise.resolve({ view: null, errors: [] });
    this.stop();
    this.set('UCI_Variant', game);
    this.errors = [];
    this.send(`position ${base}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
    return this.view();
  }

  /** @returns {Promise<Answer>} */
  view() {
    return new Promise((done) => {
      this.views.push(done);
      this.send('view');
    });
  }

  /**
   * Thinks; the answer is the move, null where there is none or the engine is gone.
   * @param {string} words @param {Listener} [listener] @returns {Promise<string|null>}
   */
  go(words, listener = {}) {
    if (!this.isOpen) return Promise.resolve(null);
    return new Promise((done) => {
      this.going.push({ listener, done, stopped: false });
      this.send(`go ${words}`.trim());
    });
  }

  /** Ends all thinking; what is still reported of it is not heard. */
  stop() {
    for (const one of this.going) {
      if (!one.stopped) this.send('stop');
      one.stopped = true;
      one.listener = {};
      const done = one.done;
      one.done = () => done(null);
    }
  }

  /** The engine answers at once with what it has. */
  moveNow() {
    if (this.going.length) this.send('stop');
  }

  /** A question that is answered by an event of the same name. @param {string} word @param {string} rest */
  ask(word, rest) {
    return new Promise((done) => {
      const waiting = this.asked.get(word) || [];
      waiting.push(done);
      this.asked.set(word, waiting);
      this.send(`${word} ${rest}`);
    });
  }
}
