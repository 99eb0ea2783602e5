// The boards of the page, in the order in which they are listed; a board is added here and nowhere else.

import { addWords } from '../words.js';
import { ConnectFour } from './cfour.js';
import { Own } from './own.js';
import { River } from './river.js';
import { Sliding } from './sliding.js';
import { Task } from './task.js';
import { Tower } from './tower.js';
import { Xiangqi } from './xiangqi.js';

/** @typedef {import('./board.js').Board} Board */

/** @type {Board[]} */
export const BOARDS = [new Xiangqi(), new ConnectFour(), new River(), new Sliding(), new Tower(), new Own(), new Task()];

for (const board of BOARDS) addWords(board.words);

/** The board of a game. @param {string} name @returns {Board|undefined} */
export function boardOf(name) {
  return BOARDS.find((board) => board.name === name);
}
