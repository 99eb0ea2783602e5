// The loop of a worker: it executes lines in order and passes on those that arrive while the engine thinks.

import { load } from './module.js';

/**
 * Serves a session. `tables` fetches the endgame tables, once the module is loaded; until they arrive the engine plays without
 * them, unless it `waits` for them. `next` returns the next line or null; while the engine thinks, `ask` does, and it may also return MORE.
 * `next` may also return `{ work, request }`, which is answered by messages and `{ done }`; `picture` by `{ film }` or `{ refused }`.
 * `post` receives output lines and, at the end, `{ over: true }` or `{ fault }`.
 * Returns a function to call when something has arrived.
 */
export function serve({ source, tables, waits = false, next, ask = next, turn, chinese, post }) {
  let isRunning = false;
  const ready = load(source, { say: post, ask, turn, chinese });
  let brought = null;
  const bring = (module) => {
    if (!brought) return;
    try {
      module.takeTables(brought);
    } catch (error) {
      console.warn(error.message);
    }
    brought = null;
  };
  /** If the module is bad, every line is answered with the reason. */
  const tabled = ready.then(async (module) => {
    try {
      brought = await tables();
    } catch (error) {
      console.warn(`the endgame tables cannot be fetched: ${error.message}`);
    }
    if (!isRunning) bring(module);
  }, () => {});
  return async function wake() {
    if (isRunning) return;
    isRunning = true;
    try {
      const module = await ready;
      if (waits) await tabled;
      for (let line; (line = next()) !== null;) {
        bring(module);
        if (line.work) {
          post(work(module, line));
          continue;
        }
        if (!(await module.hear(line))) return post({ over: true });
      }
      isRunning = false;
    } catch (error) {
      post({ fault: String(error?.message || error) });
    }
  };
}

/** Does a piece of work; returns the last message. */
function work(module, { work: what, request }) {
  if (what !== 'picture') {
    module.work(what, request);
    return { done: true };
  }
  try {
    return { film: module.answer({ ask: 'film', request }) };
  } catch (error) {
    return { refused: error.message };
  }
}
