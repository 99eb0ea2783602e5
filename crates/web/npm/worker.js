// The engine in a web worker. It takes UCI lines as messages and answers with lines, as stockfish.js does. The package itself sends
// `{ line }`, whose line breaks are spaces of that one line, as they are in Node:
//
//   const worker = new Worker('worker.js', { type: 'module' });
//   worker.onmessage = ({ data }) => console.log(data);
//   worker.postMessage('uci');
//
// How it receives `stop` while it thinks: in a page that is cross-origin isolated, through shared memory that the page sends first
// (`{ ring }`); otherwise its stack is suspended while messages are dispatched (promise integration, `WebAssembly.Suspending`); in
// a browser without that, by signs (`{ signs }`, see signals.js). Without any of these, lines wait until the engine has answered, as
// they do in a worker that is to do a piece of work (`isDeaf`): whoever does not want the answer any more ends the worker.

import { MORE } from './module.js';
import { Ring } from './ring.js';
import { serve } from './serve.js';
import { isGiven } from './signals.js';

/** Milliseconds between two checks for a sign. Each check takes a fraction of a millisecond. */
const SIGN_EVERY = 15;

const lines = [];
let ring = null;
let signs = null;
/** A line too long for the ring is sent as a message; lines after it wait in the ring. */
let isLongAwaited = false;
/** Number of `stop` lines that a sign has announced and that have not yet arrived as messages. */
let stopsHeard = 0;
let looked = 0;
let wake = null;

function next() {
  if (!isLongAwaited) {
    const line = ring?.next() ?? null;
    if (line === '\0') isLongAwaited = true;
    else if (line !== null) return line;
  }
  while (lines.length) {
    isLongAwaited = false;
    const line = lines.shift();
    if (line !== 'stop' || stopsHeard === 0) return line;
    stopsHeard -= 1;
  }
  return null;
}

function ask() {
  if (signs) return askSigns();
  const line = next();
  return line === null && isLongAwaited ? MORE : line;
}

function askSigns() {
  if (performance.now() - looked < SIGN_EVERY) return null;
  const { any, stop, more } = signs;
  const isAny = isGiven(any);
  looked = performance.now();
  if (!isAny) return null;
  // There are no more signs until the page's new URLs arrive, which is when the engine has answered.
  signs = { any: null, stop, more };
  looked = Infinity;
  if (isGiven(stop)) {
    stopsHeard += 1;
    return 'stop';
  }
  return MORE;
}

async function table(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  return response.arrayBuffer();
}

// Bundlers find the files by these expressions.
const tables = () => ({
  openings: table(new URL('./openings.bin', import.meta.url)),
  endings: table(new URL('./endings.bin', import.meta.url)),
});

/** Lets messages that have arrived be dispatched. */
const channel = new MessageChannel();
let turned = null;
channel.port1.onmessage = () => turned?.();
const turn = () => new Promise((done) => {
  turned = done;
  channel.port2.postMessage(null);
});

let giveModule = null;

function begin({ chinese, isModuleComing, isDeaf }) {
  const canSuspend = !ring && !signs && !isDeaf && typeof WebAssembly.Suspending === 'function';
  const file = () => fetch(new URL('./meihua.wasm', import.meta.url));
  const source = isModuleComing ? new Promise((done) => (giveModule = done)).then((module) => module ?? file()) : file();
  wake = serve({ source, tables, next, ask, turn: canSuspend ? turn : undefined, chinese, post: (message) => postMessage(message) });
}

onmessage = ({ data }) => {
  if (data?.ring) ring = new Ring(data.ring);
  if (data?.signs) {
    signs = data.signs;
    looked = 0;
  }
  if (typeof data === 'string') lines.push(...data.split('\n'));
  if (typeof data?.line === 'string') lines.push(data.line);
  if (data?.work) lines.push(data);
  if (data && 'module' in Object(data)) giveModule?.(data.module);
  if (!wake) begin(data ?? {});
  void wake();
};
