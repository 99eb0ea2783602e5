export { Engine, solve } from './engine.js';
export { Board, draw, games, loadTables, parseGame, writeGame } from './board.js';
