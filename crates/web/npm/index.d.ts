/** A game of the engine. */
export type Game = 'xiangqi' | 'cfour' | 'river' | 'sliding' | 'tower';

/** How a move is written. `wire` is the notation of the protocol; the others are for xiangqi only. */
export type Notation = 'wire' | 'ranks1' | 'iccs' | 'wxf' | 'chinese';

/** A format of saved games. */
export type Format = 'pgn' | 'pgn-chinese' | 'pgn-wxf' | 'pgn-iccs' | 'dhtmlxq' | 'iccs' | 'uci' | 'xqf' | 'json';

/** The result of a `go`. */
export interface Answer {
  /** The best move; null if there is no legal move. */
  best: string | null;
  /** The expected reply, if known. */
  ponder: string | null;
  /** All output lines of the search, ending with `bestmove`. */
  lines: string[];
}

/** The engine in a web worker or a Node thread. It speaks UCI, UCCI, UGI or JSON, line by line. */
export class Engine implements AsyncIterable<string> {
  constructor();
  /** Sends a line. @throws if the engine has ended */
  send(line: string): void;
  /** The output lines of the engine from now on. Ends when the engine ends. */
  [Symbol.asyncIterator](): AsyncIterator<string>;
  /** Sends a line and waits for an output line that begins with `last`. Returns all lines up to and including it. */
  ask(line: string, last: string): Promise<string[]>;
  /** Switches to a game. */
  game(name: Game): void;
  /** Sets up a position, `startpos` or `fen …`, and plays moves from it. */
  position(base?: string, moves?: string[]): void;
  /** Searches; `words` are the arguments of UCI's `go`. Default: one second. */
  go(words?: string): Promise<Answer>;
  /** Stops the running search. */
  stop(): void;
  /** Ends the engine. */
  quit(): void;
}

/** A score for the side to move. */
export type Score = { cp: number } | { mate: number };

/** The result of `solve`. */
export interface Solution {
  /** The first move; null if there is none. */
  best: string | null;
  /** The moves of the plan, or of the best line. */
  plan: string[];
  /** The value of a puzzle's plan, in the unit of the puzzle; null for a two-player game. */
  value: number | null;
  /** `proven` if no better plan exists; `anytime` if one may. */
  status: 'proven' | 'anytime' | null;
  /** The score in a two-player game. */
  score: Score | null;
}

/** Finds the best plan of a puzzle, or the best line in a two-player game. An empty `fen` is the start position. */
export function solve(game: Game, fen?: string, options?: { movetime?: number }): Promise<Solution>;

/** How a game ended. */
export interface Outcome {
  over: true;
  winner: 'first' | 'second' | 'none';
  /** The rule as a code: `mate`, `perpetual-check`, … */
  code: string;
  /** The rule in English. */
  reason: string;
  /** The result as a sentence. */
  sentence: string;
}

/** Options for drawing. */
export interface Look {
  /** Moves to draw as arrows. */
  pv?: string;
  /** Puzzles: maximum time to find the plan, in milliseconds. */
  movetime?: number;
  /** Xiangqi: view the board from Black's side. */
  flip?: boolean;
}

/** A game in progress. Its memory is freed when it is garbage-collected, or at once by `close`. */
export class Board {
  private constructor();
  static start(game?: Game): Promise<Board>;
  /** @throws if the text is not a valid position */
  static fromFen(fen: string, game?: Game): Promise<Board>;
  readonly fen: string;
  legalMoves(): string[];
  /** Plays a move in any notation of the game. @throws if it is illegal */
  push(move: string): this;
  /** Takes back up to `count` moves and returns how many. */
  undo(count?: number): number;
  /** How the game ended; null if it is not over. */
  outcome(): Outcome | null;
  /** A legal move in another notation; null if it is not legal. */
  moveName(move: string, notation?: Notation): string | null;
  /** The number of leaves in the tree of legal moves. */
  perft(depth: number): number;
  /** Everything a GUI needs to show the game: `view` in protocol.md. */
  view(): Record<string, unknown>;
  /** Draws the position as SVG. */
  draw(look?: Look): string;
  close(): void;
}

/** A game in the JSON of docs/records.md. */
export interface SavedGame {
  game?: string;
  start?: string;
  moves: unknown[];
  tags?: Record<string, string>;
  result?: string;
  [name: string]: unknown;
}

/** The contents of a file. */
export interface Parsed {
  games: SavedGame[];
  /** Descriptions of what could not be read. */
  faults?: string[];
  /** Whether the file has more games than one answer can hold. */
  more: boolean;
}

export function games(): Promise<Game[]>;
/** Fetches the endgame tables, which boards can use only after this (`view().table`). An engine fetches its own. */
export function loadTables(): Promise<void>;
/** Reads saved games in any supported format. @throws if the file is not one */
export function parseGame(file: string | ArrayBuffer | Uint8Array, options?: { game?: Game }): Promise<Parsed>;
/** Writes a game in a file format. */
export function writeGame(game: SavedGame, format?: Format): Promise<Uint8Array>;
/** Draws a position as SVG. An empty `fen` is the start position. */
export function draw(fen?: string, options?: Look & { game?: Game }): Promise<string>;
