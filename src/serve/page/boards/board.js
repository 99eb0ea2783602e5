// What the rest of the page asks about a game, answered as most games answer it. A board says what is different with its game.

import { ofFirst, pawns } from '../values.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../net.js').Info} Info */
/** @typedef {import('../tree.js').Names} Names */
/** @typedef {import('../values.js').MoveValue} MoveValue */
/** What is drawn: `draw` brings it up to date, `key` takes a key and says whether it was one of the board's. @typedef {{draw: (view: any) => void, key?: (key: string) => boolean}} Drawing */
/** Something that the palette offers: what is put on the board, its name, and its picture or a text. @typedef {{what: string, name: string, art?: string}} Piece */
/** A position that is being set up: its view, its text, and what takes another text. @typedef {{view: any, text: () => string, change: (text: string) => void}} Edit */
/** A puzzle that was dealt: what stands after `position`, and, in a game of two, whether it is to be won or held. @typedef {{base: string, aim: ''|'win'|'hold'}} Dealt */
/** A choice of the row below the board. @typedef {{label: string, options: [string, string][], value: string, change: (value: string) => void}} Choice */

/** A game of two players. */
export class Board {
  /** What the engine calls the game. */
  name = '';
  /** Its words, by language. The page asks for `game.NAME`, `NAME.example`, `NAME.first`, `NAME.second` and the codes of its ends. @type {Record<string, Record<string, string>>} */
  words = {};
  /** The keys of this board, as the sheet of keys lists them. @type {string[]} */
  keys = [];
  isPuzzle = false;
  /** Whether the board can be turned round. */
  isFlippable = false;
  /** Whether lines are drawn as arrows. */
  hasArrows = false;
  /** Whether a repetition is announced before it happens. */
  warnsOfRepetition = false;
  /** Whether a zip on the page may hold a whole project of this game. */
  hasProjects = false;
  /** Whether a hint is the best of the values that are known, which are exact. */
  hintsFromValues = true;
  /** Bounds of a search for the values of all moves. */
  valueBounds = 'movetime 20000';
  /** Whether endings of the program's tables can be practised. */
  hasEndings = false;
  /** Bounds of a search that proves what a position is worth; empty where none does. */
  proofBounds = '';
  /** Lines of the field for the text of a position. */
  textRows = 2;
  /** What stands beside the board besides lines, plan and moves. @type {((app: App, host: HTMLElement) => void)|null} */
  book = null;

  /** What proves the values of the game to those who look on; null where nothing does. @type {import('../proof.js').Proof|null} */
  proof = null;
  /** Whether the proof stands beside the board, in the column of the panels, or below it. */
  provesBeside = false;

  /** Draws the board into a host. @param {App} _app @param {HTMLElement} _host @returns {Drawing} */
  open(_app, _host) {
    throw new Error('a board is drawn');
  }

  /** The shape of what is drawn: where it changes, the board is drawn anew. @param {any} _view @returns {string} */
  shape(_view) {
    return '';
  }

  /** A move in words, from the view of the position that it was played in. @param {any} _view @param {string} move */
  describe(_view, move) {
    return move;
  }

  /** A move in few letters. @param {string} move */
  short(move) {
    return move;
  }

  /** A move of the list as the person wants it spelled. @param {Names} names @param {App['settings']} _settings */
  spell(names, _settings) {
    return this.short(names.move);
  }

  /** The last move, as the line of status says it. @param {Names} names @param {App['settings']} _settings */
  tell(names, _settings) {
    return names.what || this.short(names.move);
  }

  /** What the next moves of a plan lead to, in words; empty where the first of them says it. @param {any} _view @param {string[]} _plan */
  aimOf(_view, _plan) {
    return '';
  }

  /** Why a move is none, with what the engine writes in letters put into words. @param {string} reason @param {'en'|'zh'} _language */
  refusal(reason, _language) {
    return reason;
  }

  /** What the player has, for the line of status; empty where nothing is to be said. @param {any} _view */
  standing(_view) {
    return '';
  }

  /** The moves that a text in an address stands for where it is no position. @param {string} _text @returns {string[]|null} */
  movesOf(_text) {
    return null;
  }

  /** Whether a move is more than a step over free floor. @param {string} _move @param {() => Promise<any>} _view the view before it @returns {Promise<boolean>} */
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

  /** A move that was thought of before the engine moved, as the engine spells it; empty where it is none now. @param {any} view @param {string} text */
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

  /** What is shown of a position that the engine refuses; null where it is no board at all. @param {any} _view of another one @param {string} _text @returns {any} */
  sketch(_view, _text) {
    return null;
  }

  /** The text of a position after a press on a place of the board; null where nothing changes. @param {Edit} _edit @param {string} _at @param {string} _chosen what of the palette @returns {Promise<string|null>} */
  async place(_edit, _at, _chosen) {
    return null;
  }

  /** What is put on the board. @returns {Piece[]} */
  pieces() {
    return [];
  }

  /** Fields that change the position: elements. @param {Edit} _edit @returns {any[]} */
  fields(_edit) {
    return [];
  }

  /**
   * A position as a small picture: what was played in red, what is better in green.
   * @param {any} _view @param {{played?: string, better?: string}} [_moves] @returns {any}
   */
  picture(_view, _moves) {
    return null;
  }

  /** Whether a text has the form of a position, right or wrong. @param {string} _text */
  isPosition(_text) {
    return false;
  }

  /** What a file of the game's own form begins, after `position`; empty where it is none. @param {string} _text */
  fromFile(_text) {
    return '';
  }

  /** The position as a file of that form; empty where there is none. @param {any} _view */
  toFile(_view) {
    return '';
  }

  /**
   * A puzzle that dice determine; null where there is none.
   * @param {import('../puzzles/dice.js').Dice} _dice @param {import('../net.js').Engine} _engine @returns {Promise<Dealt|null>}
   */
  async deal(_dice, _engine) {
    return null;
  }

  /** How a game is written. @param {App['settings']} _settings */
  format(_settings) {
    return 'pgn';
  }

  /** What is chosen below the board, besides what every game has. @param {App} _app @returns {Choice[]} */
  choices(_app) {
    return [];
  }
}

/** A game of one player. The page also asks for the words `NAME.turn` and `NAME.solved`. */
export class Puzzle extends Board {
  isPuzzle = true;
  valueBounds = 'movetime 4000';
  /** Whether it is said what can still be reached. */
  tellsWinnable = false;
  /** Whether the plan is listed. */
  listsPlan = true;
  /** Time from step to step of a plan, ms. */
  pace = 500;

  /** What a run is measured by on its way; null where nothing is. @param {any} _view @returns {number|null} */
  gauge(_view) {
    return null;
  }

  /** Positions from the easiest to the hardest, one for each level. @type {string[]} */
  levels = [];

  /** The position of a level, from 0. @param {number} number @param {import('../net.js').Engine} _engine @returns {Promise<string>} */
  async level(number, _engine) {
    return this.levels[number] || 'startpos';
  }

  /** The level of a position; -1 where it is of none. @param {string} base */
  levelOf(base) {
    return this.levels.indexOf(base);
  }

  /** What the person has spent so far, in words. @param {App} _app */
  spent(_app) {
    return '';
  }

  /** What the person has reached at a place, in the unit of a solution. @param {App} app @param {import('../tree.js').Place} [place] */
  reached(app, place = app.tree.at) {
    return place.ply;
  }
}
