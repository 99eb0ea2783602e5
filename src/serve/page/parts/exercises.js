// Sheets of exercises: positions of any game, collected by one person, given away as a file or a link, and solved by others.

import * as address from '../address.js';
import { alone } from '../aside.js';
import { boardOf } from '../boards/index.js';
import { linesOf, solved } from '../puzzles/exact.js';
import { hash } from '../puzzles/seed.js';
import * as store from '../store.js';
import { words } from '../shapes.js';
import { Tree } from '../tree.js';
import { t } from '../words.js';
import { exerciseKey } from './deck.js';
import { isMistake } from './recall.js';

/** @typedef {import('../app.js').App} App */
/** An exercise: the position, the moves that are right, or how good the best plan is, and what its author says there is to do. @typedef {{game: string, fen: string, moves?: string[], best?: number, objective?: string, task?: string}} Exercise */
/** What came of an exercise: the tries that were wrong, the hints that were asked for, whether the solution was shown. @typedef {{tries: number, hints: number, shown: boolean}} Solved */
/** @typedef {{wrong: string[], solved: Solved|null}} Attempt */
/** What a pupil has solved: the name, which may be empty, each exercise, and who it is, which earlier versions did not note. @typedef {[string, (Solved|null)[], string?]} Result */
/** A sheet. Until it is given away, exercises are added to it. @typedef {{id: string, title: string, isOpen: boolean, when: number, exercises: Exercise[], attempts: Attempt[], name: string, by?: string, results: Result[]}} Sheet */

/** Maximum number of exercises, and of names of a class. */
export const MOST = 100;
/** Nodes for the best moves of a position, and how many are looked at. */
const [NODES, LINES] = [200_000, 5];
/** A move is right if it loses no more than this against the best one, in centipawns. */
const SLACK = 30;

/** Maximum length of what an author says, in characters. */
const LONGEST = 200;

/** What a plan is judged by. */
const OBJECTIVES = ['crossings', 'cost', 'moves', 'hp'];

export const bytesOf = (/** @type {any} */ what) => new TextEncoder().encode(JSON.stringify(what));

/** The part of a sheet that is given away. @param {Sheet} sheet */
export const givenOf = ({ title, exercises }) => ({ meihua: 'sheet', title, exercises });

/** Exercises, each once. @param {Exercise[]} exercises */
function distinct(exercises) {
  const keys = exercises.map(exerciseKey);
  return exercises.filter((_, index) => keys.indexOf(/** @type {string} */ (keys[index])) === index);
}

/** That a sheet has no room for so many; empty if it has. @param {Exercise[]} exercises */
export function leftOut(exercises) {
  const n = distinct(exercises).length - MOST;
  return n > 0 ? t('sheetMost', { most: MOST, n }) : '';
}

/** A sheet of these exercises, each once, as far as it has room. @param {string} title @param {Exercise[]} given @param {boolean} isOpen @returns {Sheet} */
export function sheetOf(title, given, isOpen) {
  const exercises = distinct(given).slice(0, MOST);
  const sheet = { id: '', title, isOpen, when: Date.now(), exercises, attempts: exercises.map(() => ({ wrong: [], solved: null })), name: '', results: [] };
  // The same sheet has the same name everywhere.
  return { ...sheet, id: isOpen ? `draft${Date.now().toString(36)}` : hash(JSON.stringify(givenOf({ ...sheet, exercises: given }))).toString(36) };
}

/** @returns {Sheet[]} the latest first */
export const sheets = () => store.sheets().sort((/** @type {Sheet} */ one, /** @type {Sheet} */ other) => other.when - one.when);

/** Keeps a sheet; whether the browser has room for it. @param {App} app @param {Sheet} sheet */
export function keep(app, sheet) {
  const isKept = store.keepSheet(sheet.id, JSON.stringify({ ...sheet, when: Date.now() }));
  if (!isKept) app.alert = t('sheetFull');
  return isKept;
}

/** Changes a sheet as it is stored now: another tab may have changed it, too. @param {App} app @param {Sheet} shown @param {(sheet: Sheet) => void} how */
export function change(app, shown, how) {
  const sheet = store.sheet(shown.id) || shown;
  how(sheet);
  return keep(app, sheet);
}

/** Whether something is a position or a move as the engine writes them: one line, not too long. @param {any} text */
const isPlain = (text) => typeof text === 'string' && /^[ -~]{1,500}$/.test(text);

/** An exercise of a text from elsewhere; null if it is none. @param {any} given @returns {Exercise|null} */
function exerciseOf(given) {
  const { game, fen, moves, best, objective, task } = given || {};
  const board = boardOf(game);
  if (!board || board.isOwn || !isPlain(fen)) return null;
  const told = typeof task === 'string' && task.trim() ? { task: task.trim().replace(/\s+/g, ' ').slice(0, LONGEST) } : {};
  if (board.isPuzzle) return Number.isInteger(best) && OBJECTIVES.includes(objective) ? { game, fen, best, objective, ...told } : null;
  return Array.isArray(moves) && moves.length > 0 && moves.every(isPlain) ? { game, fen, moves, ...told } : null;
}

/** @param {App} app @param {any} given @returns {string} the name of the sheet; empty if it cannot be read */
export function takeExercises(app, { title, exercises }) {
  const list = Array.isArray(exercises) ? exercises.map(exerciseOf) : [];
  const whole = /** @type {Exercise[]} */ (list.filter(Boolean));
  if (!whole.length || whole.length < list.length) return '';
  const sheet = sheetOf(String(title || ''), whole, false);
  // What was solved of it before stays.
  keep(app, store.sheet(sheet.id) || sheet);
  return sheet.id;
}

/**
 * Whether one result is another of the same pupil, or an older one: one that lacks exercises, or the name. Two pupils may have one name,
 * or none, and may share a browser; files of earlier versions do not say who is who.
 * @param {Result} one @param {Result} other
 */
function isBefore([name, solved, by], [otherName, others, otherBy]) {
  return (by && otherBy ? by === otherBy && (!name || name === otherName) : name === otherName) && solved.every((one, index) => !one || others[index]);
}

/** Takes the results of a pupil. @param {App} app @param {any} given @returns {string} the name of the sheet; empty if it is not here */
export function takeResults(app, given) {
  /** @type {Sheet|null} */
  const sheet = store.sheet(String(given?.sheet));
  if (!sheet || !Array.isArray(given.solved)) return '';
  const name = String(given.name || '').slice(0, 80);
  const count = (/** @type {any} */ n) => (Number.isInteger(n) && n >= 0 ? n : 0);
  const one = (/** @type {any} */ of) => (of ? { tries: count(of.tries), hints: count(of.hints), shown: !!of.shown } : null);
  const solved = sheet.exercises.map((_, index) => one(given.solved[index]));
  const by = String(given.by || '').slice(0, 20);
  const rest = sheet.results.filter((known) => !isBefore(known, [name, solved, by]));
  const isOlder = rest.some((known) => isBefore([name, solved, by], known));
  if (isOlder) return sheet.id;
  if (rest.length >= MOST) app.alert = t('sheetCrowd', { n: MOST });
  else {
    sheet.results = [...rest, [name, solved, by]];
    keep(app, sheet);
  }
  return sheet.id;
}

/** What the game of an exercise says there is to do. @param {Tree} tree */
export const taskIn = ({ root, tags }) => words(root.comment) || tags.Exercise;

/** The exercises that `meihua analyse --exercises` writes: after the mistake, the only good move is the variation. @param {any[]} games @returns {Exercise[]} */
export function exercisesOf(games) {
  const exercises = games.map((game) => {
    const tree = Tree.fromJson(game);
    return exerciseOf({ game: game.game, fen: tree.base.replace(/^fen /, ''), moves: [tree.root.children[1]?.names?.move], task: taskIn(tree) });
  });
  return /** @type {Exercise[]} */ (exercises.filter(Boolean));
}

/** @param {ReadableStream} stream */
const readAll = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** The link of a sheet; null if it would be too long. @param {Sheet} sheet */
export async function linkOf(sheet) {
  const packed = await readAll(new Blob([bytesOf(givenOf(sheet))]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  const text = btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length < address.MOST ? `${location.origin}${location.pathname}${address.SHEET}${text}` : null;
}

/** The sheet of a link, as the text of its file; empty if it was cut off. @param {string} link */
export async function unpacked(link) {
  try {
    const text = atob(link.slice(link.indexOf(address.SHEET) + address.SHEET.length).replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await readAll(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))));
  } catch {
    return '';
  }
}

/** The right moves of a position, or how good its best plan is; null if there is no clear answer. @param {App} app @returns {Promise<Pick<Exercise, 'moves'|'best'|'objective'>|null>} */
export function answerOf({ game, tree, view, board }) {
  const base = `fen ${view.fen}`;
  // The move that follows, unless it is marked as a mistake, stands where the engine sees no clear best move.
  const after = tree.after();
  const next = after && !isMistake(after) ? after.names?.move : undefined;
  return alone(async (engine) => {
    if (board.isPuzzle) {
      const found = await solved(engine, game, base);
      return found?.status === 'proven' && found.value !== null ? { best: found.value, objective: found.objective } : null;
    }
    const { errors } = await engine.position(game, base, []);
    const lines = errors.length ? [] : await linesOf(engine, `nodes ${NODES}`, LINES);
    const worth = (/** @type {import('../net.js').Info} */ { mate, cp }) => (mate === undefined ? cp || 0 : Math.sign(mate) * (100_000 - 1000 * Math.abs(mate)));
    const good = lines.filter((line) => worth(line) >= worth(lines[0]) - SLACK);
    if (good.length && (good.length < lines.length || lines.length < 2)) return { moves: good.map(({ pv }) => pv[0]) };
    return next ? { moves: [next] } : null;
  });
}

/** What the person has done with the exercise that is on: right, wrong, or nothing yet. @param {App} app @param {Exercise} exercise @returns {'right'|'wrong'|''} */
export function outcome(app, { moves, best }) {
  const [first] = app.tree.path();
  if (moves) return first === undefined ? '' : moves.includes(first) ? 'right' : 'wrong';
  const { over, winner } = app.view.verdict;
  if (!over) return '';
  const board = /** @type {import('../boards/board.js').Puzzle} */ (app.board);
  return winner === 'first' && board.reached(app) === best ? 'right' : 'wrong';
}

/** What there is to do, in a few words. @param {Exercise} exercise */
export function itemOf({ game, moves, best, objective, task }) {
  return t('sheetItem', { game: t(`game.${game}`), what: task || (moves ? t('sheetMove') : t(`best.${objective}`, { n: best ?? '' })) });
}

/** What there is to do, and for whom. @param {Exercise} exercise @param {string} side the side to move */
export function goalOf({ game, moves, best, objective, task }, side) {
  const what = moves ? t('sheetFind', { who: t(`${game}.${side}`) }) : `${t(`${game}.goal`)} ${t('sheetBest', { best: t(`best.${objective}`, { n: best ?? '' }) })}`;
  return [what, task].filter(Boolean).join(t('wordSpace'));
}
