// The package in Node.

import { host } from './host.js';
import { read } from './files-node.js';
import { start } from './start-node.js';

Object.assign(host, { start, read });

export { Engine, solve, values } from './engine.js';
export { Board, draw, games, loadTables, parseGame, writeGame } from './board.js';
