/** A game that the engine plays. */
export type Game = 'xiangqi' | 'cfour' | 'river' | 'sliding' | 'tower' | 'plan';

/** The text of a file that describes games of your own, as docs/own-games.md has it. */
export interface Variants {
  variants: string;
}

/** How to write a move. `wire` is the form in the lines of the engine; the others are for xiangqi. */
export type Notation = 'wire' | 'ranks1' | 'iccs' | 'wxf' | 'chinese' | 'san';

/** A format of saved games. */
export type Format = 'pgn' | 'pgn-chinese' | 'pgn-wxf' | 'pgn-iccs' | 'dhtmlxq' | 'iccs' | 'uci' | 'xqf' | 'json';

/** The answer to `go`. */
export interface Answer {
  /** The best move, or null if there is none. */
  best: string | null;
  /** The expected reply. */
  ponder: string | null;
  /** All lines of the search; `bestmove` is the last. */
  lines: string[];
}

/** The engine in a worker of the browser or a thread of Node. It speaks UCI, UCCI, UGI or JSON, one line at a time. Calls are executed in their order. A program in Node ends when nothing waits for an engine. */
export class Engine implements AsyncIterable<string> {
  /** Starts an engine. */
  constructor();
  /** Sends a line, after the calls before it; `stop`, `ponderhit`, `isready` and `quit` at once. @throws if the engine has ended */
  send(line: string): void;
  /** Iterates over the lines of the engine from this call on, until the engine ends. Each loop has every line. */
  [Symbol.asyncIterator](): AsyncIterator<string>;
  /** Sends a line and waits for an answer to it that begins with `last`. Returns all lines up to it. */
  ask(line: string, last: string): Promise<string[]>;
  /** Selects a game. Rejected if there is no such game; so are searches until another game or position is set. */
  game(name: Game): Promise<void>;
  /** Selects a game that a text describes. Rejected if the text describes no such game; faults in its other games are only lines. */
  game(name: string, options: Variants): Promise<void>;
  /** Sets up a position, `startpos` or `fen …`, and plays moves. Rejected if one is refused; so are searches until another one is set. */
  position(base?: string, moves?: string[]): Promise<void>;
  /** Searches. `words` are those of UCI's `go`; the default is one second. The next `go`, `position` or `game` stops it: it has the best answer so far, and the next search one of its own. Rejected if the words, or the position or game before, are refused. */
  go(words?: string): Promise<Answer>;
  /** Stops the searches that have been asked for, soon. @throws if the engine has ended */
  stop(): void;
  /** Ends the engine. Pending calls are rejected with the error `the engine has ended`, which need not be caught. */
  quit(): void;
}

/** A score from the point of view of the side to move. */
export type Score = { cp: number } | { mate: number };

/** The result of `solve`. */
export interface Solution {
  /** The first move, or null if there is none. */
  best: string | null;
  /** The moves of the plan, or of the best line. */
  plan: string[];
  /** The value of a puzzle's plan, in its own unit; null for a two-player game. */
  value: number | null;
  /** `proven` if no better plan exists; null for a two-player game. */
  status: 'proven' | 'anytime' | null;
  /** The best value of a puzzle that is still possible; null if there is none or it is not known, and for a two-player game. */
  bound: number | null;
  /** The score of a two-player game; null for a puzzle. */
  score: Score | null;
}

/** Finds the best plan of a puzzle, or the best line of a two-player game. Without `fen`, it starts from the start position. @throws if `fen` is no text or `movetime` no number of milliseconds, which are rounded */
export function solve(game: Game, fen?: string, options?: { movetime?: number }): Promise<Solution>;

/** The value of the best plan that begins with a move. */
export type Worth = Pick<Solution, 'value' | 'bound' | 'status'>;

/** The value of every legal move of a puzzle, by move; empty for a two-player game. Moves for which no time was left are missing, and those after the first 256. */
export function values(game: Game, fen?: string, options?: { movetime?: number }): Promise<Record<string, Worth>>;

/** How a game ended. */
export interface Outcome {
  /** Always true: a game that goes on has no outcome. */
  over: true;
  /** The winner: `first` is red, X or the player of a puzzle. */
  winner: 'first' | 'second' | 'none';
  /** The rule as a code: `mate`, `perpetual-check`, … */
  code: string;
  /** The rule in English. */
  reason: string;
  /** The result as a sentence. */
  sentence: string;
}

/** Options of a picture. */
export interface Look {
  /** Moves to draw as arrows. */
  pv?: string;
  /** Milliseconds to find the plan of a puzzle. */
  movetime?: number;
  /** Xiangqi: the board from black's side. */
  flip?: boolean;
  /** Whether a puzzle is drawn with the plan that is found for it, as it is by default. */
  plan?: boolean;
}

/** A game in progress. Its memory is freed when nothing refers to it any more, or at once by `close`. */
export class Board {
  private constructor();
  /** A game from its start position; xiangqi by default. */
  static start(game?: Game): Promise<Board>;
  /** A game that a text describes, from its start position. @throws if the text has faults */
  static start(game: string, options: Variants): Promise<Board>;
  /** A game from a position. @throws if the text is not a position */
  static fromFen(fen: string, game?: Game): Promise<Board>;
  /** The same for a game that a text describes. */
  static fromFen(fen: string, game: string, options: Variants): Promise<Board>;
  /** A puzzle in PDDL: its domain and its problem, or one text with both. Its game is `plan`. @throws if a text has a fault, with line and column */
  static fromPddl(domain: string, problem?: string): Promise<Board>;
  /** The position as text. */
  readonly fen: string;
  /** The legal moves, in wire notation. */
  legalMoves(): string[];
  /** Plays a move in any notation of the game. @throws if it is illegal */
  push(move: string): this;
  /** Takes back moves, one by default. Returns how many it took back. @throws if `count` is not a whole number */
  undo(count?: number): number;
  /** How the game ended, or null while it goes on. */
  outcome(): Outcome | null;
  /** Writes a legal move in a notation; null if the move is not legal. */
  moveName(move: string, notation?: Notation): string | null;
  /** Counts the leaves of the tree of legal moves. */
  perft(depth: number): number;
  /** Everything needed to show the game: the object of `view` in protocol.md. */
  view(): Record<string, unknown>;
  /** A picture of the position, as SVG. */
  draw(look?: Look): string;
  /** Frees the memory of the game at once; every other method throws then. */
  close(): void;
}

/** A saved game, in the JSON of docs/records.md. */
export interface SavedGame {
  /** The name of the game. */
  game: string;
  /** The FEN of the start position. */
  start: string;
  /** All moves: the main line first, then the variations. */
  moves: unknown[];
  /** Names and values, such as `Event` and `Red`. */
  tags?: Record<string, string>;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`; `*` if it is missing. */
  result?: string;
  /** Other fields, such as `comment`. */
  [name: string]: unknown;
}

/** The contents of a file. */
export interface Parsed {
  /** The games, in their order. */
  games: SavedGame[];
  /** What could not be read. */
  faults?: string[];
  /** Whether the file has more games than the answer. */
  more: boolean;
}

/** The names of the games. */
export function games(): Promise<Game[]>;
/** The names of the games, with those that a text describes. @throws if the text describes no game */
export function games(options: Variants): Promise<string[]>;
/** Loads the tables of endings for boards (`view().own.table`). An engine loads them by itself. */
export function loadTables(): Promise<void>;
/** Reads a file of saved games in any format. @throws if it contains none, or is neither a text nor bytes */
export function parseGame(file: string | ArrayBuffer | ArrayBufferView, options?: { game?: Game }): Promise<Parsed>;
/** Writes a game; returns the bytes of the file. The default format is PGN. */
export function writeGame(game: SavedGame, format?: Format): Promise<Uint8Array>;
/** Draws a position as SVG. Without `fen`, it draws the start position. @throws if `fen` is no text */
export function draw(fen?: string, options?: Look & { game?: Game }): Promise<string>;
/** The same for a game that a text describes. */
export function draw(fen: string | undefined, options: Look & Variants & { game: string }): Promise<string>;
