/** A game of the engine. */
export type Game = 'xiangqi' | 'cfour' | 'river' | 'sliding' | 'tower';

/** How a move is spelt. `wire` is what the engine's lines have; the others are those of xiangqi. */
export type Notation = 'wire' | 'ranks1' | 'iccs' | 'wxf' | 'chinese';

/** A format of saved games. */
export type Format = 'pgn' | 'pgn-chinese' | 'pgn-wxf' | 'pgn-iccs' | 'dhtmlxq' | 'iccs' | 'uci' | 'xqf' | 'json';

/** What a `go` came to. */
export interface Answer {
  /** The move; null where there is none. */
  best: string | null;
  /** The reply expected. */
  ponder: string | null;
  /** All lines of the search, `bestmove` last. */
  lines: string[];
}

/** The engine, in a worker of the browser or a thread of Node: UCI, UCCI, UGI or JSON by lines. */
export class Engine implements AsyncIterable<string> {
  constructor();
  /** Sends a line. @throws where the engine has ended */
  send(line: string): void;
  /** The lines of the engine, from this call on. Ends when the engine ends. */
  [Symbol.asyncIterator](): AsyncIterator<string>;
  /** Sends a line and waits for a line that begins with `last`; all lines till then. */
  ask(line: string, last: string): Promise<string[]>;
  /** Chooses a game. */
  game(name: Game): void;
  /** Sets a position, `startpos` or `fen …`, and plays moves from it. */
  position(base?: string, moves?: string[]): void;
  /** Thinks; `words` are those of UCI's `go`, one second unless given. */
  go(words?: string): Promise<Answer>;
  /** Ends the thinking under way soon. */
  stop(): void;
  /** Ends the engine. */
  quit(): void;
}

/** A score for the side to move. */
export type Score = { cp: number } | { mate: number };

/** What was found. */
export interface Solution {
  /** The first move; null where there is none. */
  best: string | null;
  /** The moves of the plan, or of the best line. */
  plan: string[];
  /** What the plan of a puzzle comes to, in its own unit; null of a game of two players. */
  value: number | null;
  /** Whether a better plan is known not to exist. */
  status: 'proven' | 'anytime' | null;
  /** The score of a game of two players. */
  score: Score | null;
}

/** The best plan of a puzzle, or the best line of a game of two players. `fen` empty: from the start. */
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

/** How a picture is drawn. */
export interface Look {
  /** Moves as arrows. */
  pv?: string;
  /** Milliseconds for the plan of a puzzle. */
  movetime?: number;
  /** Xiangqi: seen by black. */
  flip?: boolean;
}

/** A game that is on. It is given back when nobody holds it any more, or at once by `close`. */
export class Board {
  private constructor();
  static start(game?: Game): Promise<Board>;
  /** @throws where the text is no position */
  static fromFen(fen: string, game?: Game): Promise<Board>;
  readonly fen: string;
  legalMoves(): string[];
  /** Plays a move in any notation of the game. @throws where it is illegal */
  push(move: string): this;
  /** Takes moves back; how many there were. */
  undo(count?: number): number;
  /** Null while the game goes on. */
  outcome(): Outcome | null;
  /** A legal move in a notation; null where it is none. */
  moveName(move: string, notation?: Notation): string | null;
  /** The leaves of the tree of legal moves. */
  perft(depth: number): number;
  /** All that is to be shown: `view` of protocol.md. */
  view(): Record<string, unknown>;
  /** The picture, as SVG. */
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

/** What a file held. */
export interface Parsed {
  games: SavedGame[];
  /** What could not be taken over. */
  faults?: string[];
  /** Whether there were more than an answer holds. */
  more: boolean;
}

export function games(): Promise<Game[]>;
/** Fetches the tables of endings, which boards know only then (`view().table`). An engine fetches its own. */
export function loadTables(): Promise<void>;
/** Reads a file of saved games of any format. @throws where it is none */
export function parseGame(file: string | ArrayBuffer | Uint8Array, options?: { game?: Game }): Promise<Parsed>;
/** The bytes of a file of a game. */
export function writeGame(game: SavedGame, format?: Format): Promise<Uint8Array>;
/** A picture of a position, as SVG; of the start where `fen` is empty. */
export function draw(fen?: string, options?: Look & { game?: Game }): Promise<string>;
