// The engine in a Node thread. While it thinks, lines are read directly from the port.

import { readFile } from 'node:fs/promises';
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { MORE } from './module.js';
import { serve } from './serve.js';

const lines = [];
let isEnding = false;

const take = (message) => {
  if (typeof message === 'string') lines.push(message);
  else if (message?.end) isEnding = true;
};

function poll() {
  for (let got; (got = receiveMessageOnPort(parentPort)) !== undefined;) take(got.message);
  return lines.shift() ?? null;
}

const wake = serve({
  source: readFile(new URL('./meihua.wasm', import.meta.url)),
  tables: () => readFile(new URL('./endings.bin', import.meta.url)),
  waits: true,
  next: () => poll() ?? (isEnding ? 'quit' : null),
  ask: () => poll() ?? (isEnding ? MORE : null),
  post: (message) => parentPort.postMessage(message),
});

parentPort.on('message', (message) => {
  take(message);
  void wake();
});
