// Rules, saved games and pictures, in the caller's own thread.

import { host } from './host.js';
import { checkCount, checkText, load, milliseconds, told } from './module.js';

let loaded = null;
let module = null;

async function open() {
  module = await load(host.read('module'));
  return module;
}

const ready = () => (loaded ??= open());

/** Refuses what is no name of a game, and no text that describes games. */
function checkGame(game, variants) {
  checkText('game', game);
  if (variants !== undefined) checkText('variants', variants);
}

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
    checkGame(game, variants);
    return new Board((await ready()).answer({ ask: 'open', game, variants }));
  }

  /** Opens a game at a position. */
  static async fromFen(fen, game = 'xiangqi', { variants } = {}) {
    checkText('fen', fen);
    checkGame(game, variants);
    return new Board((await ready()).answer({ ask: 'open', game, fen, variants }));
  }

  /** Opens a puzzle in PDDL: its domain and its problem, or one text with both. */
  static async fromPddl(domain, problem) {
    checkText('domain', domain);
    if (problem !== undefined) checkText('problem', problem);
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
    this.#check();
    checkText('move', move);
    this.#ask('push', { move });
    return this;
  }

  /** Takes back up to `count` moves and returns how many. */
  undo(count = 1) {
    this.#check();
    checkCount('count', count);
    return this.#ask('undo', { count });
  }

  /** The result and the rule behind it; null if the game is not over. */
  outcome() {
    return this.#ask('outcome');
  }

  /** A legal move in another notation; null if it is not legal. */
  moveName(move, notation = 'wire') {
    this.#check();
    checkText('move', move);
    checkText('notation', notation);
    return this.#ask('moveName', { move, notation });
  }

  /** The number of leaves in the tree of legal moves. */
  perft(depth) {
    this.#check();
    checkCount('depth', depth);
    return this.#ask('perft', { depth });
  }

  /** Everything a GUI needs: board, moves in every notation, verdict. */
  view() {
    return this.#ask('view');
  }

  /** Draws the position as SVG. */
  draw({ pv = '', movetime = 1000, flip = false, plan = true } = {}) {
    if (pv) checkText('pv', pv);
    return this.#ask('draw', { pv: pv || '', movetime: milliseconds(movetime), flip: !!flip, plan: !!plan });
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
  const [module, tables] = await Promise.all([ready(), host.read('endings')]);
  module.takeTables(tables);
}

/** The names of the games. */
export async function games({ variants } = {}) {
  if (variants !== undefined) checkText('variants', variants);
  return (await ready()).answer({ ask: 'games', variants });
}

/** The bytes of a file, or of a text. */
function bytesOf(file) {
  if (typeof file === 'string') return new TextEncoder().encode(file);
  if (ArrayBuffer.isView(file)) return new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  // That of another frame is no instance of the class of this one.
  if (/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(file))) return new Uint8Array(file);
  throw new TypeError(`file: expected a text or bytes, found ${told(file)}`);
}

/** Reads saved games, as text or bytes in any supported format. */
export async function parseGame(file, { game = 'xiangqi' } = {}) {
  checkText('game', game);
  const hex = Array.from(bytesOf(file), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (await ready()).answer({ ask: 'parseGame', hex, game });
}

/** Writes a game in a file format. */
export async function writeGame(game, format = 'pgn') {
  if (typeof game !== 'object' || game === null) throw new TypeError(`game: expected a saved game, found ${told(game)}`);
  checkText('format', format);
  checkText('game.game', game.game);
  checkText('game.start', game.start);
  if (!Array.isArray(game.moves)) throw new TypeError(`game.moves: expected a list of moves, found ${told(game.moves)}`);
  game.moves.forEach((entry, index) => checkText(`game.moves[${index}].move`, entry?.move));
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
