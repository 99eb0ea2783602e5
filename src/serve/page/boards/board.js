// The interface between the page and a game, with defaults that suit most games. Each board overrides what differs.

import { ofFirst, pawns } from '../values.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../net.js').Info} Info */
/** @typedef {import('../tree.js').Names} Names */
/** @typedef {import('../values.js').MoveValue} MoveValue */
/** A drawn board: `draw` updates it, `key` handles a key and returns whether it was one of the board's. @typedef {{draw: (view: any) => void, key?: (key: string) => boolean}} Drawing */
/** An entry of the palette: what is put on the board, its name, and its symbol if there is one. @typedef {{what: string, name: string, art?: string}} Piece */
/** A position that is being set up: its view, its text, and a function that takes another text. @typedef {{view: any, text: () => string, change: (text: string) => void}} Edit */
/** A generated puzzle: the argument of `position` and, in a two-player game, whether to win or to hold a draw. @typedef {{base: string, aim: ''|'win'|'hold'}} Dealt */
/** A choice in the menu. @typedef {{label: string, options: [string, string][], value: string, change: (value: string) => void}} Choice */

/** A game of two players. */
export class Board {
  /** The engine's name of the game. */
  name = '';
  /** Its texts by language. The page needs `game.NAME`, `NAME.example` (but for `isOwn`), `NAME.first`, `NAME.second` and the codes of its outcomes. @type {Record<string, Record<string, string>>} */
  words = {};
  /** The keys of this board, for the list of keys. @type {string[]} */
  keys = [];
  isPuzzle = false;
  /** Whether a text describes the game. What knows the rules of the program's own games is left out for it. */
  isOwn = false;
  /** The text on its card before anybody has written one. */
  sample = '';
  /** Whether the board can be turned round. */
  isFlippable = false;
  /** Whether lines are drawn as arrows. */
  hasArrows = false;
  /** Whether a repetition is announced before it happens. */
  warnsOfRepetition = false;
  /** Whether a zip archive can hold a project of this game. */
  hasProjects = false;
  /** Whether a hint is taken from the known values, because they are exact. */
  hintsFromValues = true;
  /** Limits of a search for the values of all moves. */
  valueBounds = 'movetime 20000';
  /** Whether there are endings to practise. */
  hasEndings = false;
  /** Limits of a search that proves the value of a position; empty if there is none. */
  proofBounds = '';
  /** Height of the text field for a position, in lines. */
  textRows = 2;
  /** Draws the panel beside the board that only this game has. @type {((app: App, host: HTMLElement) => void)|null} */
  book = null;

  /** The proof that can be shown; null if the game has none. @type {import('../proof.js').Proof|null} */
  proof = null;
  /** Whether the proof is a panel beside the board instead of standing below it. */
  provesBeside = false;

  /** The text to be mended where the engine refuses a position of it; null if there is none. @param {string} _base @returns {string|null} */
  draftOf(_base) {
    return null;
  }

  /** Draws the board into a host. @param {App} _app @param {HTMLElement} _host @returns {Drawing} */
  open(_app, _host) {
    throw new Error('a board is drawn');
  }

  /** A key of the board's dimensions: when it changes, the board is built anew. @param {any} _view @returns {string} */
  shape(_view) {
    return '';
  }

  /** A move in words; the view is that of the position before it. @param {any} _view @param {string} move */
  describe(_view, move) {
    return move;
  }

  /** The name of the game of a position, where it has one of its own. @param {string} _base */
  titleOf(_base) {
    return '';
  }

  /** A move in short. @param {string} move */
  short(move) {
    return move;
  }

  /** A move in the notation that the person has chosen. @param {Names} names @param {App['settings']} _settings */
  spell(names, _settings) {
    return this.short(names.move);
  }

  /** The last move for the status line. @param {Names} names @param {App['settings']} _settings */
  tell(names, _settings) {
    return names.what || this.short(names.move);
  }

  /** The first target of a plan in words; empty if its first move says it. @param {any} _view @param {string[]} _plan */
  aimOf(_view, _plan) {
    return '';
  }

  /** Why a move is illegal, with the engine's abbreviations put into words. @param {string} reason @param {'en'|'zh'} _language */
  refusal(reason, _language) {
    return reason;
  }

  /** How a puzzle has ended, in words of the board's own; empty if it has none. @param {any} _view */
  ending(_view) {
    return '';
  }

  /** What is typed, as the engine takes it. @param {any} _view @param {string} text @returns {string} */
  typed(_view, text) {
    return text;
  }

  /** Whether a route was refused where somebody asks a question. @param {import('../net.js').Fault} [_fault] */
  asks(_fault) {
    return false;
  }

  /** Why a move is illegal, in words of the board's own; empty if it has none. @param {any} _view @param {string} _text @param {import('../net.js').Fault} _fault @returns {import('../words.js').Text} */
  refused(_view, _text, _fault) {
    return '';
  }

  /** What the player has, for the status line; empty if there is nothing to say. @param {any} _view */
  standing(_view) {
    return '';
  }

  /** The moves that a short text in an address stands for; null if it is a position. @param {string} _text @returns {string[]|null} */
  movesOf(_text) {
    return null;
  }

  /** Whether a move is more than a step on free floor. @param {string} _move @param {() => Promise<any>} _view the view before it @returns {Promise<boolean>} */
  async isDeed(_move, _view) {
    return true;
  }

  /** The notation of lines. @param {App['settings']} _settings */
  notation(_settings) {
    return 'iccs';
  }

  /** The value of the first move of a line. @param {Info} info @param {any} view @returns {{text: string, words: string, number: number, good: MoveValue['good'], proven: boolean}} */
  worth(info, view) {
    const text = pawns(ofFirst(info, view.side));
    const number = info.mate ? Math.sign(info.mate) * (1000 - Math.abs(info.mate)) : (info.cp || 0) / 100;
    return { text, words: text, number, good: 'even', proven: false };
  }

  /** Whether a move is one of the best. @param {MoveValue} value @param {number} _most the number of the best */
  isBest(value, _most) {
    return value.rank === 0;
  }

  /** The value of a line of the list. @param {Info} info @param {any} view */
  score(info, view) {
    return pawns(ofFirst(info, view.side));
  }

  /** A premove in the engine's spelling; empty if it is not legal now. @param {any} view @param {string} text */
  premoved(view, text) {
    return view.moves.some((/** @type {any} */ one) => one.move === text) ? text : '';
  }

  /** The text of a position in one line, as the engine reads it. @param {string} text as people write it */
  toLine(text) {
    return text.trim().split(/\r?\n/).map((line) => line.trim()).join(' ');
  }

  /** The text of a position as people write it. @param {string} line */
  toText(line) {
    return line;
  }

  /** A view of a position that the engine refuses; null if the text is not a board at all. @param {any} _view of another one @param {string} _text @returns {any} */
  sketch(_view, _text) {
    return null;
  }

  /** The text of the position after a click on a cell; null if nothing changes. @param {Edit} _edit @param {string} _at @param {string} _chosen what of the palette @returns {Promise<string|null>} */
  async place(_edit, _at, _chosen) {
    return null;
  }

  /** The palette. @returns {Piece[]} */
  pieces() {
    return [];
  }

  /** Form fields that change the position. @param {Edit} _edit @returns {any[]} */
  fields(_edit) {
    return [];
  }

  /**
   * A small picture of a position: the move played in red, the better one in green.
   * @param {any} _view @param {{played?: string, better?: string}} [_moves] @returns {any}
   */
  picture(_view, _moves) {
    return null;
  }

  /** Whether a text looks like a position, legal or not. @param {string} _text */
  isPosition(_text) {
    return false;
  }

  /** The argument of `position` for a file in the game's own format; empty if it is another file. @param {string} _text */
  fromFile(_text) {
    return '';
  }

  /** The position as a file in that format; empty if there is none. @param {any} _view */
  toFile(_view) {
    return '';
  }

  /** The format of saved games. @param {App['settings']} _settings */
  format(_settings) {
    return 'pgn';
  }

  /** Choices of the menu that only this game has. @param {App} _app @returns {Choice[]} */
  choices(_app) {
    return [];
  }
}

/** A puzzle. The page also needs the texts `NAME.turn` and `NAME.solved`. */
export class Puzzle extends Board {
  isPuzzle = true;
  valueBounds = 'movetime 4000';
  /** Whether the status line says what can still be reached. */
  tellsWinnable = false;
  /** Whether the plan is listed. */
  listsPlan = true;
  /** Time between the steps of a plan that is played, ms. */
  pace = 500;

  /** The quantity that is plotted over a run; null if there is none. @param {any} _view @returns {number|null} */
  gauge(_view) {
    return null;
  }

  /** Positions from the easiest to the hardest, one for each level. @type {string[]} */
  levels = [];

  /** The position of a level, from 0. @param {number} number @param {import('../net.js').Engine} _engine @returns {Promise<string>} */
  async level(number, _engine) {
    return this.levels[number] || 'startpos';
  }

  /** The level that a position belongs to; -1 if none. @param {string} base */
  levelOf(base) {
    return this.levels.indexOf(base);
  }

  /** The cost so far, in words. @param {App} _app */
  spent(_app) {
    return '';
  }

  /** The cost or result at a place, in the unit of solutions. @param {App} app @param {import('../tree.js').Place} [place] */
  reached(app, place = app.tree.at) {
    return place.ply;
  }
}
