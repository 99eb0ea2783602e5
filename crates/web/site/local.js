// The page without a server: before its script begins, this puts an engine in the place of the connection to one.

import { start } from './engine/start.js';
import { Explorer } from './explorer.js';
import { Shelf } from './shelf.js';

/** Fetched and compiled while the page is drawn; null where the worker has to see for itself. */
const module = WebAssembly.compileStreaming(fetch('./engine/meihua.wasm')).catch(() => null);
const shelf = new Shelf();

/** A file of the explorer. It is fetched anew: a later export may have replaced it. */
async function explorerFile(name) {
  const answer = await fetch(`./explorer/${name}`);
  if (!answer.ok) throw new Error(`explorer/${name}: ${answer.status}`);
  return answer.json();
}
const explorer = new Explorer(explorerFile);
/** Whether there are such files, asked once. */
let hasExplorer = null;

/** As much of a WebSocket as the page uses, with a worker behind it: a session (`engine`), or one piece of work, which ends with its answer. */
class EngineSocket {
  onopen = null;
  onmessage = null;
  onclose = null;
  readyState = 0;
  /** Lines of the page that put a tower on the shelf, and whether their answer is awaited by the page. */
  imports = [];
  /** The game and the position of the page. */
  game = 'xiangqi';
  position = '';
  /** Lines that wait until the explorer has answered; null where it was not asked. */
  held = null;
  /** Towers on this worker's own shelf. */
  towers = new Set();

  constructor(what) {
    this.what = what;
    const by = what === 'engine' ? (new URLSearchParams(location.search).get('hearing') ?? undefined) : 'nothing';
    this.worker = start((message) => this.take(message), { chinese: true, module, by });
  }

  /** The worker keeps what comes before its module is there: the board is drawn meanwhile. */
  open() {
    void shelf.ready.then(() => {
      if (this.readyState !== 0) return this.onclose?.({});
      this.readyState = 1;
      this.onopen?.();
    });
    return this;
  }

  take(message) {
    keepOffline();
    if (typeof message === 'string') return this.hear(message);
    if (message.film) return this.paint(message.film);
    const text = message.refused ?? message.bytes;
    if (text) this.onmessage?.({ data: text });
    if (message.fault) console.warn(`the engine has ended: ${message.fault}`);
    this.close();
  }

  /** Pictures become pixels in a worker of their own. */
  paint(film) {
    this.worker.end();
    const painter = new Worker(new URL('./painter.js', import.meta.url), { type: 'module' });
    this.worker = { end: () => painter.terminate() };
    painter.onmessage = ({ data }) => this.take(data);
    painter.onerror = (event) => this.take({ fault: event.message || 'the pictures cannot be made' });
    painter.postMessage(film);
  }

  hear(line) {
    // A worker that has no session of the page yet answers in the words of UCI.
    if (/^(\{"event":"import"|import )/.test(line)) {
      const { text, isOwn } = this.imports.shift() ?? {};
      const name = Shelf.nameIn(line);
      if (name && text) {
        this.towers.add(name);
        shelf.put(name, text);
      }
      if (isOwn) return;
    }
    this.onmessage?.({ data: line });
  }

  send(line) {
    if (this.held) return void this.held.push(line);
    this.game = /^setoption name UCI_Variant value (\S+)/.exec(line)?.[1] ?? this.game;
    this.position = /^position (.*)/.exec(line)?.[1] ?? this.position;
    if (line === 'explore') return void this.explore();
    const name = Shelf.nameIn(line);
    const text = name && !this.towers.has(name) && shelf.get(name);
    if (text) {
      this.towers.add(name);
      this.pass(text, true);
    }
    if (this.what === 'engine') this.pass(line, false);
    else this.worker.work(this.what, line);
  }

  /** Answers from the files of an explorer, else by the engine, which has no library. */
  async explore() {
    this.held = [];
    hasExplorer ??= explorerFile('index.json').then(({ meihua, games }) => meihua === 'explorer 1' && games > 0, () => false);
    const [, fen, moves] = /^(?:startpos|fen (.*?))(?: moves (.*))?$/.exec(this.position) ?? [];
    const ask = async () => ((await hasExplorer) ? explorer.explore(this.game, fen, moves?.split(' ') ?? []) : null);
    const found = await ask().catch(() => null);
    if (found) this.hear(JSON.stringify({ event: 'explore', explore: { ...found, isFile: true } }));
    else this.pass('explore', false);
    const { held } = this;
    this.held = null;
    held.forEach((line) => this.send(line));
  }

  /** Sends a line; `isOwn`: the page does not wait for its answer. */
  pass(line, isOwn) {
    if (line.startsWith('import ')) this.imports.push({ text: line, isOwn });
    this.worker.send(line);
  }

  /** The page opens another one and goes on with its game, if it still wants one. */
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.worker.end();
    this.onclose?.({});
  }
}

/** The first one begins at once, so that its module is fetched while the board is drawn. */
let first = new EngineSocket('engine');
globalThis.engineSocket = (what) => {
  const socket = (what === 'engine' && first) || new EngineSocket(what);
  if (socket === first) first = null;
  return socket.open();
};

let isKept = false;
/** Fetches all files for use without a network, when the engine has answered: it would wait for its module longer otherwise. */
function keepOffline() {
  if (isKept || !('serviceWorker' in navigator)) return;
  isKept = true;
  navigator.serviceWorker.register('./sw.js').then(keepRedirect, (error) => console.warn(`offline use: ${error.message}`));
}

/** The address without its last slash is no place of the service worker: the browser remembers where the host sends it. */
function keepRedirect() {
  const bare = location.pathname.replace(/\/(index\.html)?$/, '');
  if (bare) return fetch(bare, { redirect: 'manual' }).catch(() => {});
}
