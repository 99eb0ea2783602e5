// The loop of a worker: lines are carried out one after the other, and what comes while the engine thinks is handed to it.

import { load } from './module.js';

/**
 * Serves a session. `tables` fetches the tables of endings, which is done when the module is there; until they have come too the
 * engine plays without them, unless it `waits` for them. `next` gives the line that is next, or null; while the engine thinks `ask` does, which may answer MORE, too.
 * `post` takes lines and, at the end, `{ over: true }` or `{ fault }`.
 * Returns what is to be called when something has come.
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
  /** What is wrong with the module, a line is answered by. */
  const tabled = ready.then(async (module) => {
    try {
      brought = await tables();
    } catch (error) {
      console.warn(`the tables of endings cannot be fetched: ${error.message}`);
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
        if (!(await module.hear(line))) return post({ over: true });
      }
      isRunning = false;
    } catch (error) {
      post({ fault: String(error?.message || error) });
    }
  };
}
