// The package in a browser.

import { host } from './host.js';
import { start } from './start.js';

// Bundlers find the files by these expressions.
const urls = {
  module: () => new URL('./meihua.wasm', import.meta.url),
  openings: () => new URL('./openings.bin', import.meta.url),
  endings: () => new URL('./endings.bin', import.meta.url),
};

/** Fetches a file of the package. */
async function read(name) {
  const answer = await fetch(urls[name]());
  if (!answer.ok) throw new Error(`a file of the engine cannot be fetched: ${answer.status} ${answer.url}`);
  return name === 'module' ? answer : answer.arrayBuffer();
}

Object.assign(host, { start, read });

export { Engine, solve, values } from './engine.js';
export { Board, draw, games, loadTables, parseGame, writeGame } from './board.js';
