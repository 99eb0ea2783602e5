// The loop of a worker: it executes lines in order and passes on those that arrive while the engine thinks.

import { load } from './module.js';

/** Such lines wait for the openings: without them, the first moves of four in a row take minutes to solve. */
const FOUR_IN_A_ROW = /cfour|connect4|fourinarow/i;

/**
 * Serves a session. `tables` fetches the tables, promises of `openings` and `endings`, once the module is loaded; until they arrive the
 * engine plays without them, unless it `waits` for them. `next` returns the next line or null; while the engine thinks, `ask` does, and it may also return MORE.
 * `next` may also return `{ work, request }`, which is answered by messages and `{ done }`; `picture` by `{ film }` or `{ refused }`.
 * `post` receives output lines and, at the end, `{ over: true }` or `{ fault }`.
 * Returns a function to call when something has arrived.
 */
export function serve({ source, tables, waits = false, next, ask = next, turn, chinese, post }) {
  let isRunning = false;
  const ready = load(source, { say: post, ask, turn, chinese });
  const brought = [];
  const bring = (module) => {
    for (const file of brought.splice(0)) {
      try {
        module.takeTables(file);
      } catch (error) {
        console.warn(error.message);
      }
    }
  };
  const arrival = async (module, table) => {
    try {
      brought.push(await table);
    } catch (error) {
      console.warn(`a table cannot be fetched: ${error.message}`);
    }
    if (!isRunning) bring(module);
  };
  const arrivals = ready.then((module) => {
    const { openings, endings } = tables();
    return { openings: arrival(module, openings), endings: arrival(module, endings) };
  });
  // If the module is bad, every line is answered with the reason.
  arrivals.catch(() => {});
  return async function wake() {
    if (isRunning) return;
    isRunning = true;
    try {
      const module = await ready;
      const { openings, endings } = await arrivals;
      if (waits) await endings;
      for (let line; (line = next()) !== null;) {
        if (waits || FOUR_IN_A_ROW.test(line.request ?? line)) await openings;
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
