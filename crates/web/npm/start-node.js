// Runs the engine in a Node thread that takes lines.

import { Worker } from 'node:worker_threads';

/**
 * Starts a thread. `heard` receives its messages. Returns `send` for a line, `finish` for the end of all lines, `end`, and `hold`, which says
 * whether the thread keeps the program alive.
 */
export function start(heard) {
  // The options of the program, such as `--input-type`, are not for the thread.
  const worker = new Worker(new URL('./worker-node.js', import.meta.url), { resourceLimits: { stackSizeMb: 16 }, execArgv: [] });
  worker.on('message', heard);
  worker.on('error', (error) => heard({ fault: error.message }));
  return {
    send: (line) => worker.postMessage(line),
    finish: () => worker.postMessage({ end: true }),
    hold: (isNeeded) => (isNeeded ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
}
