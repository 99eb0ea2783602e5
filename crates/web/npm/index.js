export { Engine, solve } from './engine.js';
export { Board, draw, games, parseGame, writeGame } from './board.js';
