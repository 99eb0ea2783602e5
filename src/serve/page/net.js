// One session of the engine, over a WebSocket: lines of the text protocol, either way.
//
// Each `go` is answered by one `bestmove`, each `view` by one `view`, in order: so answers find their questions by counting.

import { learn, t } from './words.js';

/** @typedef {{depth: number, multipv: number, cp?: number, mate?: number, bound?: 'lower'|'upper', wdl?: number[], nodes: number, nps: number, time: number, pv: string[]}} Info */
/** @typedef {{line?: (info: Info) => void, text?: (text: string) => void}} Listener */
/** @typedef {{listener: Listener, done: (best: string|null) => void, stopped: boolean}} Going */

/** Reads an `info` line with a score; null for another one. @param {string} line @returns {Info|null} */
export function readInfo(line) {
  const words = line.split(' ');
  /** @type {any} */
  const info = { depth: 0, multipv: 1, nodes: 0, nps: 0, time: 0, pv: [] };
  let scored = false;
  for (let i = 1; i < words.length; i++) {
    const word = words[i];
    if (word === 'string') return null;
    if (word === 'score') {
      info[words[i + 1]] = Number(words[i + 2]);
      scored = true;
      i += 2;
    } else if (word === 'lowerbound' || word === 'upperbound') info.bound = word.slice(0, 5);
    else if (word === 'wdl') {
      info.wdl = words.slice(i + 1, i + 4).map(Number);
      i += 3;
    } else if (word === 'pv') {
      info.pv = words.slice(i + 1);
      break;
    } else if (word in info) info[word] = Number(words[++i]);
  }
  return scored ? info : null;
}

export class Engine {
  /** @param {(state: 'open'|'closed'|'full') => void} heard */
  constructor(heard) {
    this.heard = heard;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.wanted = true;
    this.wait = 300;
    this.clear();
    this.connect();
  }

  clear() {
    /** @type {Going[]} */
    this.going = [];
    /** @type {((answer: {view: any, errors: string[]}) => void)[]} */
    this.views = [];
    /** @type {Map<string, ((json: any) => void)[]>} */
    this.asked = new Map();
    /** @type {string[]} */
    this.errors = [];
    /** @type {Map<string, string>} */
    this.options = new Map();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/engine`);
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.wait = 300;
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
      if (!opened) void this.whyRefused();
      setTimeout(() => this.wanted && !this.socket && this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 3000);
    };
  }

  /** A socket that is refused by a program that answers: all its sessions are taken. A script is not shown the status 503. */
  async whyRefused() {
    const answers = await fetch('/icon.svg', { cache: 'no-store' }).then((answer) => answer.ok, () => false);
    if (answers && !this.isOpen) this.heard('full');
  }

  close() {
    this.wanted = false;
    this.socket?.close();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {string} line */
  send(line) {
    if (this.isOpen) this.socket?.send(line);
  }

  /** @param {string} line */
  take(line) {
    if (line.startsWith('info string ')) {
      const text = line.slice(12);
      if (text.startsWith('words ')) for (const [english, chinese] of JSON.parse(text.slice(6))) learn(english, chinese);
      if (text.startsWith('error: ')) this.errors.push(text.slice(7));
      this.going[0]?.listener.text?.(text);
    } else if (line.startsWith('info ')) {
      const info = readInfo(line);
      if (info) this.going[0]?.listener.line?.(info);
    } else if (line.startsWith('bestmove')) {
      const word = line.split(' ')[1];
      this.going.shift()?.done(word === '(none)' ? null : word);
    } else {
      const [word] = line.split(' ', 1);
      const json = () => JSON.parse(line.slice(word.length + 1));
      if (word === 'view') this.views.shift()?.({ view: json(), errors: this.errors.splice(0) });
      else this.asked.get(word)?.shift()?.(json());
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
   * @param {string} game @param {string} base @param {string[]} moves @returns {Promise<{view: any, errors: string[]}>}
   */
  position(game, base, moves) {
    if (!this.isOpen) return Promise.resolve({ view: null, errors: [] });
    this.stop();
    this.set('UCI_Variant', game);
    this.errors = [];
    this.send(`position ${base}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
    return this.view();
  }

  /** @returns {Promise<{view: any, errors: string[]}>} */
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

  /** A question that is answered by a line of JSON with the same first word. @param {string} word @param {string} rest */
  ask(word, rest) {
    return new Promise((done) => {
      const waiting = this.asked.get(word) || [];
      waiting.push(done);
      this.asked.set(word, waiting);
      this.send(`${word} ${rest}`);
    });
  }
}
