// Rules, saved games and pictures, in the caller's own thread.

import { host } from './host.js';
import { checkText, load } from './module.js';

let loaded = null;
let module = null;

async function open() {
  module = await load(host.read('module'));
  return module;
}

const ready = () => (loaded ??= open());

/** Closes boards that have been garbage-collected. */
const closer = new FinalizationRegistry((board) => module?.answer({ ask: 'close', board }));

/** A game in progress: its position and its moves. */
export class Board {
  #board;

  constructor(board) {
    this.#board = board;
    closer.register(this, board, this);
  }

  /** Opens a game at its start position. */
  static async start(game = 'xiangqi', { variants } = {}) {
    return new Board((await ready()).answer({ ask: 'open', game, variants }));
  }

  /** Opens a game at a position. */
  static async fromFen(fen, game = 'xiangqi', { variants } = {}) {
    checkText('fen', fen);
    return new Board((await ready()).answer({ ask: 'open', game, fen, variants }));
  }

  /** Opens a puzzle in PDDL: its domain and its problem, or one text with both. */
  static async fromPddl(domain, problem) {
    checkText('domain', domain);
    return new Board((await ready()).answer({ ask: 'openPddl', domain, problem }));
  }

  #ask(ask, more = {}) {
    this.#check();
    return module.answer({ ask, board: this.#board, ...more });
  }

  /** The number of a closed board may be another board's. */
  #check() {
    if (this.#board === null) throw new Error('this board was closed');
  }

  get fen() {
    return this.#ask('fen');
  }

  /** The legal moves in the notation of the protocol. */
  legalMoves() {
    this.#check();
    return module.legalMoves(this.#board);
  }

  /** Plays a move in any notation of the game. */
  push(move) {
    this.#ask('push', { move });
    return this;
  }

  /** Takes back up to `count` moves and returns how many. */
  undo(count = 1) {
    return this.#ask('undo', { count });
  }

  /** The result and the rule behind it; null if the game is not over. */
  outcome() {
    return this.#ask('outcome');
  }

  /** A legal move in another notation; null if it is not legal. */
  moveName(move, notation = 'wire') {
    return this.#ask('moveName', { move, notation });
  }

  /** The number of leaves in the tree of legal moves. */
  perft(depth) {
    return this.#ask('perft', { depth });
  }

  /** Everything a GUI needs: board, moves in every notation, verdict. */
  view() {
    return this.#ask('view');
  }

  /** Draws the position as SVG. */
  draw(options = {}) {
    return this.#ask('draw', options);
  }

  /** Frees the board at once. */
  close() {
    closer.unregister(this);
    if (this.#board !== null) this.#ask('close');
    this.#board = null;
  }
}

/** Fetches the endgame tables for the verdict of `view`; until then boards have none. */
export async function loadTables() {
  const [module, tables] = await Promise.all([ready(), host.read('tables')]);
  module.takeTables(tables);
}

/** The names of the games. */
export async function games({ variants } = {}) {
  return (await ready()).answer({ ask: 'games', variants });
}

/** Reads saved games, as text or bytes in any supported format. */
export async function parseGame(file, { game = 'xiangqi' } = {}) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(file);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (await ready()).answer({ ask: 'parseGame', hex, game });
}

/** Writes a game in a file format. */
export async function writeGame(game, format = 'pgn') {
  const { hex } = (await ready()).answer({ ask: 'writeGame', format, game: { tags: {}, result: '*', ...game } });
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

/** Draws a position as SVG. */
export async function draw(fen, { game = 'xiangqi', variants, ...options } = {}) {
  const board = fen === undefined ? await Board.start(game, { variants }) : await Board.fromFen(fen, game, { variants });
  try {
    return board.draw(options);
  } finally {
    board.close();
  }
}
