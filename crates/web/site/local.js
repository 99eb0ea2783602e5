// The page without a server: before its script begins, this puts an engine in the place of the connection to one.

import { start } from './engine/start.js';

/** Fetched and compiled while the page is drawn; null where the worker has to see for itself. */
const module = WebAssembly.compileStreaming(fetch('./engine/meihua.wasm')).catch(() => null);

/** As much of a WebSocket as the page uses, with a worker behind it. */
class EngineSocket {
  onopen = null;
  onmessage = null;
  onclose = null;
  readyState = 0;

  constructor() {
    this.worker = start((message) => this.take(message), { chinese: true, module, by: new URLSearchParams(location.search).get('hearing') ?? undefined });
  }

  /** The worker keeps what comes before its module is there: the board is drawn meanwhile. */
  open() {
    setTimeout(() => {
      if (this.readyState !== 0) return this.onclose?.();
      this.readyState = 1;
      this.onopen?.();
    });
    return this;
  }

  take(message) {
    keepOffline();
    if (typeof message === 'string') return this.onmessage?.({ data: message });
    if (message.fault) console.warn(`the engine has ended: ${message.fault}`);
    this.close();
  }

  send(line) {
    this.worker.send(line);
  }

  /** The page opens another one and goes on with its game, if it still wants one. */
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.worker.end();
    this.onclose?.();
  }
}

/** The first one begins at once, so that its module is fetched while the board is drawn. */
let first = new EngineSocket();
globalThis.engineSocket = () => {
  const socket = first ?? new EngineSocket();
  first = null;
  return socket.open();
};

let isKept = false;
/** Fetches all files for use without a network, when the engine has answered: it would wait for its module longer otherwise. */
function keepOffline() {
  if (isKept || !('serviceWorker' in navigator)) return;
  isKept = true;
  navigator.serviceWorker.register('./sw.js').catch((error) => console.warn(`offline use: ${error.message}`));
}
