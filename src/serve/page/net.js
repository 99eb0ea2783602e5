// One session of the engine, over a WebSocket or in a worker: commands are lines, answers are events, an object of JSON each.
//
// Each `go` is answered by one `bestmove`, each `view` by one `view`, in order: so answers find their questions by counting.

import { t } from './words.js';

/** A line of a search. @typedef {{depth: number, multipv: number, cp?: number, mate?: number, bound?: 'lower'|'upper', wdl?: number[], nodes: number, nps: number, time: number, pv: string[]}} Info */
/** What a plan of a puzzle comes to. @typedef {{objective: string, value: number|null, bound: number|null, status: 'proven'|'anytime'}} Worth */
/** What could not be done. Where a move was refused, its number; where both languages are known, the other one, too. @typedef {{code: string, message: string, number?: number, reason?: string, translated?: {message: string, reason?: string}}} Fault */
/** What a door, a fight or a purchase of a plan is worth: the final hp that are lost without it; null where nothing goes without it. @typedef {{kind: string, floor: string, x: number, y: number, name: string, hp: number|null, status: string}} Price */
/** A plan, with what is known of a tower with many floors: the highest floor where it is not won, the prices where it is. @typedef {Worth & {facts?: {floor?: string, hp?: number, prices?: Price[]}}} Solution */
/** What is heard while the engine thinks. @typedef {{info?: (info: Info) => void, spelled?: (line: {multipv: number, moves: string[]}) => void, value?: (value: Worth & {move: string}) => void, solution?: (solution: Solution) => void}} Listener */
/** @typedef {{listener: Listener, done: (best: string|null) => void, stopped: boolean}} Going */
/** @typedef {{view: any, errors: Fault[]}} Answer */
/** How a session stands: it may have no place (`full`), have given it away (`away`), or not know the token (`strange`). @typedef {'open'|'closed'|'full'|'away'|'strange'} State */
/** What the program is talked to by: as much of a WebSocket as is used here. @typedef {Pick<WebSocket, 'readyState'|'binaryType'|'send'|'close'|'onopen'|'onmessage'|'onclose'>} Link */

// A page without a server brings an engine of its own, which is talked to in the same way.
/** @type {((what: string) => Link)|undefined} */
const own = Reflect.get(globalThis, 'engineSocket');

/** Where the token is kept that let the page in last: a tab that was there before the program was started anew finds the new one. */
const TOKEN = 'meihua.token';
/** The token of the address with which the page was opened. */
const given = new URLSearchParams(globalThis.location?.search).get('token') || '';
/** The token that is tried. */
let token = given;

/** The token that another tab was let in with. */
function otherToken() {
  try {
    return localStorage.getItem(TOKEN) || given;
  } catch {
    return given;
  }
}

/** The token works. */
function keepToken() {
  try {
    if (token) localStorage.setItem(TOKEN, token);
  } catch {
    // Then each tab is opened by the printed address.
  }
}

/** The path of something that the server gives only to those who know its token. @param {string} path */
export const secret = (path) => `${path}?token=${token}`;

/** Opens a connection to the program: a session, or a piece of work. @param {'engine'|'story'|'picture'|'route'} what @returns {Link} */
export const open = (what) => own?.(what) ?? new WebSocket(`ws://${location.host}${secret(`/${what}`)}`);

/**
 * Asks for a piece of work, which is answered by messages; the last one is the answer. It is null where there was none.
 * @param {'story'|'picture'|'route'} what @param {any} wish @param {(data: any) => void} [heard] each message
 * @returns {{answer: Promise<any>, end: () => void}}
 */
export function work(what, wish, heard) {
  const link = open(what);
  link.binaryType = 'arraybuffer';
  return {
    end: () => link.close(),
    answer: new Promise((done) => {
      /** @type {any} */
      let last = null;
      link.onopen = () => link.send(JSON.stringify(wish));
      link.onmessage = ({ data }) => {
        last = data;
        heard?.(data);
      };
      link.onclose = () => done(last);
    }),
  };
}

/** The session's place was given to another one, which needed it. */
const PLACE_TAKEN = 4000;
/** What a person does when the page is used again. */
const USE = ['pointerdown', 'keydown', 'focus', 'hashchange'];

export class Engine {
  /** @param {(state: State) => void} heard */
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
    const socket = open('engine');
    this.socket = socket;
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.wait = 300;
      keepToken();
      this.send('json');
      this.heard('open');
    };
    socket.onmessage = (event) => this.take(String(event.data));
    socket.onclose = ({ code } = /** @type {any} */ ({})) => {
      if (this.socket !== socket) return;
      this.socket = null;
      const { going, views, asked } = this;
      this.clear();
      going.forEach((one) => one.done(null));
      views.forEach((one) => one({ view: null, errors: [] }));
      asked.forEach((list) => list.forEach((one) => one({ error: t('stopped') })));
      if (!this.wanted) return;
      this.heard(code === PLACE_TAKEN ? 'away' : 'closed');
      if (code === PLACE_TAKEN) return this.waitForUse();
      if (!opened && !own) void this.whyRefused();
      setTimeout(() => this.wanted && !this.socket && this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 3000);
    };
  }

  /** Connects again when the page is used: until then another tab needs the place more. */
  waitForUse() {
    const go = () => {
      USE.forEach((event) => removeEventListener(event, go));
      if (this.wanted && !this.socket) this.connect();
    };
    USE.forEach((event) => addEventListener(event, go));
  }

  /** A socket that is refused by a program that answers: all its sessions are taken, or it has a new token. A script is not shown the status. */
  async whyRefused() {
    const status = await fetch(secret('/given'), { cache: 'no-store' }).then((answer) => answer.status, () => 0);
    if (!status || this.isOpen) return;
    this.heard(status === 403 ? 'strange' : 'full');
    if (status === 403) token = token === given ? otherToken() : given;
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

  /**
   * A question that may be refused: its answer, else an object with the reason in `error`.
   * @param {string} word @param {string} rest @returns {Promise<any>}
   */
  async inquire(word, rest) {
    this.errors = [];
    const answer = this.ask(word, rest);
    const waiting = this.asked.get(word) || [];
    const own = waiting[waiting.length - 1];
    // What is answered at all is answered before the program says that it is ready.
    await this.ask('readyok', '', 'isready');
    if (!own || !waiting.includes(own)) return answer;
    waiting.splice(waiting.indexOf(own), 1);
    return { error: this.errors.shift()?.message || t('stopped') };
  }

  /** A question that is answered by an event of the same name. @param {string} word @param {string} rest @param {string} [command] where it has another name */
  ask(word, rest, command = word) {
    return new Promise((done) => {
      const waiting = this.asked.get(word) || [];
      waiting.push(done);
      this.asked.set(word, waiting);
      this.send(`${command} ${rest}`.trim());
    });
  }
}
