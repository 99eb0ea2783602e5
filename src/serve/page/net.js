// A session of the engine, over a WebSocket or in a worker. Commands are lines, answers are JSON objects.
//
// Each `go` is answered by one `bestmove` and each `view` by one `view`, in order, so answers are matched by counting.

import { patiently } from './connection.js';
import { lateScript } from './proof.js';
import { hexOf, wireOf } from './rules.js';
import { t } from './words.js';

/** A line of a search. @typedef {{depth: number, multipv: number, cp?: number, mate?: number, bound?: 'lower'|'upper', wdl?: number[], nodes: number, nps: number, time: number, pv: string[]}} Info */
/** The value of a plan. @typedef {{objective: string, value: number|null, bound: number|null, status: 'proven'|'anytime'}} Worth */
/** An error: for a refused move, with its number; with a translation, if there is one. @typedef {{code: string, message: string, number?: number, reason?: string, translated?: {message: string, reason?: string}}} Fault */
/** The worth of an action of a plan: the final hp lost without it; null if the plan is impossible without it. @typedef {{kind: string, floor: string, x: number, y: number, name: string, hp: number|null, status: string}} Price */
/** A plan; for multi-floor towers, with the highest floor reached and why if not won, and the worth of its actions if won. @typedef {Worth & {facts?: {floor?: string, hp?: number, why?: string[], translated?: string[], prices?: Price[]}}} Solution */
/** Callbacks during a search. @typedef {{info?: (info: Info) => void, spelled?: (line: {multipv: number, moves: string[]}) => void, value?: (value: Worth & {move: string}) => void, solution?: (solution: Solution) => void}} Listener */
/** @typedef {{listener: Listener, done: (best: string|null) => void, stopped: boolean}} Going */
/** @typedef {{view: any, errors: Fault[]}} Answer */
/** State of a session: `full`: no free session; `away`: given to another tab; `strange`: wrong token; `slow`: open, but without an answer for a while; `prompt`: it answers again. @typedef {'open'|'closed'|'full'|'away'|'strange'|'slow'|'prompt'} State */
/** A connection: the part of WebSocket's interface that is used here. @typedef {Pick<WebSocket, 'readyState'|'binaryType'|'send'|'close'|'onopen'|'onmessage'|'onclose'>} Link */

// The static page provides its own engine with the same interface.
/** @type {((what: string) => Link)|undefined} */
const own = Reflect.get(globalThis, 'engineSocket');

/** Storage key of the last valid token, so that an older tab finds the new one after a restart of the program. */
const TOKEN = 'meihua.token';
/** The token in the page's address. */
const given = new URLSearchParams(globalThis.location?.search).get('token') || '';
/** The token in use. */
let token = given;

/** The token of another tab. */
function otherToken() {
  try {
    return localStorage.getItem(TOKEN) || given;
  } catch {
    return given;
  }
}

/** Stores a token that works. */
function keepToken() {
  try {
    if (token) localStorage.setItem(TOKEN, token);
  } catch {
    // Without storage, each tab needs the printed address.
  }
}

/** A path with the token. @param {string} path */
export const secret = (path) => `${path}?token=${token}`;

/** Opens a connection: a session or a task. @param {'engine'|'story'|'picture'|'route'} what @returns {Link} */
export const open = (what) => own?.(what) ?? new WebSocket(`ws://${location.host}${secret(`/${what}`)}`);

/**
 * Runs a task. Its messages are passed on; the last one is the answer, null if there was none.
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

/** Close code: the session was given to another tab. */
const PLACE_TAKEN = 4000;
/** Events that show that the page is used again. */
const USE = ['pointerdown', 'keydown', 'focus', 'hashchange'];

export class Engine {
  /** @param {(state: State) => void} heard */
  constructor(heard) {
    this.heard = heard;
    this.base = '';
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

  /** Reconnects when the page is used again; until then, another tab has the session. */
  waitForUse() {
    const go = () => {
      USE.forEach((event) => removeEventListener(event, go));
      if (this.wanted && !this.socket) this.connect();
    };
    USE.forEach((event) => addEventListener(event, go));
  }

  /** Finds out why the server refused a socket (scripts cannot see the status): no free session, or a new token. */
  async whyRefused() {
    const status = await fetch(secret('/given0'), { cache: 'no-store' }).then((answer) => answer.status, () => 0);
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
        // The way to the highest floor that was reached has no value.
        if (what.score || what.pv?.length) listener.info?.({ ...what, ...what.score });
        break;
      case 'spelled': listener.spelled?.(what); break;
      case 'value': listener.value?.(what); break;
      case 'solution': listener.solution?.(what); break;
      case 'bestmove': this.going.shift()?.done(what.move); break;
      case 'view': this.views.shift()?.({ view: what.view, errors: this.errors.splice(0) }); break;
      case 'error': this.errors.push(what); break;
      default: this.asked.get(event)?.shift()?.(what.translated ? { en: what.text, zh: what.translated } : what[event]);
    }
  }

  /** Sets an option, if its value changes. @param {string} name @param {string|number|boolean} value */
  set(name, value) {
    if (this.options.get(name) === String(value)) return;
    this.options.set(name, String(value));
    this.stop();
    this.send(`setoption name ${name} value ${value}`);
  }

  /**
   * Sets a position and asks for its view; the errors are those of the position.
   * @param {string} game @param {string} base @param {string[]} moves @returns {Promise<Answer>}
   */
  async position(game, base, moves) {
    const answer = await this.place(game, base, moves);
    return base.startsWith('project shelf') && answer.errors[0] && answer.errors[0].number === undefined ? (await lateScript()).bringTower(this, game, base, moves, answer) : answer;
  }

  /** The same, where the engine knows the base. @param {string} game @param {string} base @param {string[]} moves @returns {Promise<Answer>} */
  place(game, base, moves) {
    this.base = base;
    if (!this.isOpen) return Promise.resolve({ view: null, errors: [] });
    this.stop();
    const { variant, text, position } = wireOf(game, base);
    if (text) this.describe(text);
    this.set('UCI_Variant', variant);
    this.errors = [];
    this.send(`position ${position}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
    // The page knows all games of texts by one name.
    return text ? this.view().then(({ view, errors }) => {
      if (view?.game !== variant) return { view, errors };
      // A game of the program, which has no board of this kind, may have the same name. A refused position has no board.
      const isTaken = view.own && !view.own.shape;
      return { view: { ...view, game, variant, own: isTaken ? null : view.own }, errors: isTaken ? [{ code: 'name-taken', message: `the program has a game called ${variant}` }] : errors };
    }) : this.view();
  }

  /** Takes the text that describes games. @param {string} text */
  describe(text) {
    const hex = hexOf(text);
    if (this.options.get('VariantText') === hex) return;
    this.options.delete('UCI_Variant');
    this.set('VariantText', hex);
  }

  /** @returns {Promise<Answer>} */
  view() {
    return new Promise((done) => {
      this.views.push(patiently(done, (state) => this.heard(state)));
      this.send('view');
    });
  }

  /**
   * Searches; returns the best move, null if there is none or the connection is lost.
   * @param {string} words @param {Listener} [listener] @returns {Promise<string|null>}
   */
  go(words, listener = {}) {
    if (!this.isOpen) return Promise.resolve(null);
    return new Promise((done) => {
      this.going.push({ listener, done, stopped: false });
      this.send(`go ${words}`.trim());
    });
  }

  /** Stops all searches and ignores what they still report. */
  stop() {
    for (const one of this.going) {
      if (!one.stopped) this.send('stop');
      one.stopped = true;
      one.listener = {};
      const done = one.done;
      one.done = () => done(null);
    }
  }

  /** Makes the engine answer at once. */
  moveNow() {
    if (this.going.length) this.send('stop');
  }

  /**
   * Asks a question that may be refused: returns the answer, or an object with the reason in `error`.
   * @param {string} word @param {string} rest @returns {Promise<any>}
   */
  async inquire(word, rest) {
    this.errors = [];
    const answer = this.ask(word, rest);
    const waiting = this.asked.get(word) || [];
    const own = waiting[waiting.length - 1];
    // The answer comes before `readyok`.
    await this.ask('readyok', '', 'isready');
    if (!own || !waiting.includes(own)) return answer;
    waiting.splice(waiting.indexOf(own), 1);
    const { message = t('stopped'), translated } = this.errors.shift() || {};
    return { error: message, translated: { error: translated?.message } };
  }

  /** Asks a question; the event of the same name is its answer. @param {string} word @param {string} rest @param {string} [command] where it has another name */
  ask(word, rest, command = word) {
    return new Promise((done) => {
      const waiting = this.asked.get(word) || [];
      waiting.push(done);
      this.asked.set(word, waiting);
      this.send(`${command} ${rest}`.trim());
    });
  }
}
