// The engine in a Node thread. While it thinks, lines are read directly from the port.

import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { read } from './files-node.js';
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
  source: read('module'),
  tables: () => ({ openings: read('openings'), endings: read('endings') }),
  waits: true,
  next: () => poll() ?? (isEnding ? 'quit' : null),
  ask: () => poll() ?? (isEnding ? MORE : null),
  post: (message) => parentPort.postMessage(message),
});

parentPort.on('message', (message) => {
  take(message);
  void wake();
});
