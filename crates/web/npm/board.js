// Rules, saved games and pictures, in the caller's own thread.

import { load } from './module.js';

const isNode = typeof process === 'object' && Boolean(process.versions?.node);
const url = new URL('./meihua.wasm', import.meta.url);
const tablesUrl = new URL('./endings.bin', import.meta.url);
let loaded = null;
let module = null;

const read = (file) => isNode ? import('node:fs/promises').then(({ readFile }) => readFile(file)) : fetch(file);

async function open() {
  module = await load(read(url));
  return module;
}

const ready = () => (loaded ??= open());

/** Closes boards that nobody holds any more. */
const closer = new FinalizationRegistry((board) => module?.answer({ ask: 'close', board }));

/** A game that is on: its position and its moves. */
export class Board {
  #board;

  constructor(board) {
    this.#board = board;
    closer.register(this, board, this);
  }

  /** The start of a game. */
  static async start(game = 'xiangqi') {
    return new Board((await ready()).answer({ ask: 'open', game }));
  }

  /** A position. */
  static async fromFen(fen, game = 'xiangqi') {
    return new Board((await ready()).answer({ ask: 'open', game, fen }));
  }

  #ask(ask, more = {}) {
    return module.answer({ ask, board: this.#board, ...more });
  }

  get fen() {
    return this.#ask('fen');
  }

  /** The legal moves, as the engine's lines have them. */
  legalMoves() {
    return module.legalMoves(this.#board);
  }

  /** Plays a move, in any notation of the game. */
  push(move) {
    this.#ask('push', { move });
    return this;
  }

  /** Takes moves back; how many there were. */
  undo(count = 1) {
    return this.#ask('undo', { count });
  }

  /** The result and the rule that brought it; null while the game goes on. */
  outcome() {
    return this.#ask('outcome');
  }

  /** A legal move in a notation; null where it is none. */
  moveName(move, notation = 'wire') {
    return this.#ask('moveName', { move, notation });
  }

  /** The leaves of the tree of legal moves. */
  perft(depth) {
    return this.#ask('perft', { depth });
  }

  /** All that is to be shown: board, moves in every notation, verdict. */
  view() {
    return this.#ask('view');
  }

  /** The picture, as SVG. */
  draw(options = {}) {
    return this.#ask('draw', options);
  }

  /** Gives the board back at once. */
  close() {
    closer.unregister(this);
    this.#ask('close');
  }
}

/** Fetches the tables of endings, for the verdict of `view`: boards know none before. */
export async function loadTables() {
  const [module, given] = await Promise.all([ready(), read(tablesUrl)]);
  if (given.ok === false) throw new Error(`the tables of endings cannot be fetched: ${given.status} ${given.url}`);
  module.takeTables(isNode ? given : await given.arrayBuffer());
}

/** The games that there are. */
export async function games() {
  return (await ready()).answer({ ask: 'games' });
}

/** Reads a file of saved games, text or bytes of any format. */
export async function parseGame(file, { game = 'xiangqi' } = {}) {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : new Uint8Array(file);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return (await ready()).answer({ ask: 'parseGame', hex, game });
}

/** The bytes of a file of a game. */
export async function writeGame(game, format = 'pgn') {
  const { hex } = (await ready()).answer({ ask: 'writeGame', format, game });
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

/** A picture of a position, as SVG. */
export async function draw(fen, { game = 'xiangqi', ...options } = {}) {
  const board = fen ? await Board.fromFen(fen, game) : await Board.start(game);
  try {
    return board.draw(options);
  } finally {
    board.close();
  }
}
