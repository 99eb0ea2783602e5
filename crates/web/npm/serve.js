// The loop of a worker: lines are carried out one after the other, and what comes while the engine thinks is handed to it.

import { load } from './module.js';

/**
 * Serves a session. `next` gives the line that is next, or null; while the engine thinks `ask` does, which may answer MORE, too.
 * `post` takes lines and, at the end, `{ over: true }` or `{ fault }`.
 * Returns what is to be called when something has come.
 */
export function serve({ source, next, ask = next, turn, chinese, post }) {
  let isRunning = false;
  const ready = load(source, { say: post, ask, turn, chinese });
  return async function wake() {
    if (isRunning) return;
    isRunning = true;
    try {
      const module = await ready;
      for (let line; (line = next()) !== null;) {
        if (!(await module.hear(line))) return post({ over: true });
      }
      isRunning = false;
    } catch (error) {
      post({ fault: String(error?.message || error) });
    }
  };
}
