// Runs the engine in a Node thread that takes lines.

import { Worker } from 'node:worker_threads';

/** Starts a thread. `heard` receives its messages. Returns `send` for a line, `finish` for the end of all lines, and `end`. */
export function start(heard) {
  const worker = new Worker(new URL('./worker-node.js', import.meta.url), { resourceLimits: { stackSizeMb: 16 } });
  worker.on('message', heard);
  worker.on('error', (error) => heard({ fault: error.message }));
  return {
    send: (line) => worker.postMessage(line),
    finish: () => worker.postMessage({ end: true }),
    end: () => void worker.terminate(),
  };
}
