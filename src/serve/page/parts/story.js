// The analysis of a game, as `meihua analyse` makes it, from the last move to the first. Its values, marks and reasons
// are stored in the tree.

import { look } from '../aside.js';
import { boardOf } from '../boards/index.js';
import { work } from '../net.js';
import { withRules } from '../rules.js';
import { noteHelp } from './daily.js';
import { judgeLine, textOf, verdictOf } from './recall.js';
import * as store from '../store.js';
import { both, inEnglish, lang, t } from '../words.js';

/** Nodes for each position. */
const NODES = 20_000;
/** A value in the program's answer. @typedef {{cp?: number, plies?: number, expectation: number}} Told */
/** What a marked move loses or misses. @typedef {{code: string, moves?: number, piece?: string, points?: number, with: string}} Why */
/** @typedef {{side: string, moves: number, accuracy?: number, average_loss?: number, inaccuracies: number, mistakes: number, blunders: number}} Side */
/** @typedef {{ply: number, move: string, name: string, before: Told, after: Told, loss: number, mark?: string, why?: Why, best: {value: Told, moves: string[], names: string[]}[]}} Move */
/** @typedef {{exact: boolean, value: Told, moves: Move[], sides: Side[], turning_points: number[]}} Review */
/** An analysis and its line; report and PGN are empty after a reload. @typedef {{review: Review, report: string, pgn: string, line: import('../tree.js').Place[], text: string, language: string}} Story */

/** The analysis of the main line; null if there is none. @param {import('../app.js').App} app @returns {Story|null} */
export function storyOf(app) {
  const { story } = app.tree;
  return story && story.text === textOf(app.tree.main()) ? story : null;
}

/** Ends the analysis that runs. @type {(() => void)|null} */
let end = null;

/** Analyses the main line; a second press ends that. @param {import('../app.js').App} app */
export async function analyseGame(app) {
  if (app.report) {
    app.report = '';
    end?.();
    return app.render();
  }
  const { tree, game } = app;
  const line = tree.main();
  noteHelp(app, tree.root);
  app.report = `0/${line.length + 1}`;
  app.alert = '';
  app.render();
  // The live analysis would take half of the processor time.
  app.engine.stop();
  const told = await analyseTree(app, game, tree, (done, of, stop) => {
    end = stop;
    // The person may have opened another game meanwhile.
    if (app.tree !== tree || !app.report) return stop();
    app.report = `${done}/${of}`;
    app.render();
  });
  if (app.tree !== tree) return;
  const isEnded = !app.report;
  app.report = '';
  if (told?.event === 'story') {
    tree.tab = 'story';
    const hasMarks = told.review.moves.some((/** @type {Move} */ move) => move.mark);
    app.alert = hasMarks ? '' : t('noMistakes');
    app.found = hasMarks ? both('analysed') : '';
  }
  else if (told || !isEnded) app.alert = told?.message ? inEnglish(told.message, 'notAnalysed') : t('stopped');
  app.keep();
  app.render();
  if (!app.thinker.isThinking) app.thinker.begin(app.turn);
}

/**
 * Analyses the main line of a game, which need not be the one on view, and stores what was found in its tree.
 * @param {import('../app.js').App} app @param {string} game @param {import('../tree.js').Tree} tree
 * @param {(done: number, of: number, end: () => void) => void} step @returns {Promise<any>} null where it was ended
 */
export async function analyseTree(app, game, tree, step) {
  const line = tree.main();
  const start = tree.root.view?.fen || (await look(game, tree.base, []))?.fen;
  const { base, ...json } = tree.toJson(game, start);
  const content = boardOf(game)?.isOwn ? withRules(json, base) : json;
  /** @type {any} */
  let told = null;
  const asked = work('story', { game: content, notation: boardOf(game)?.notation(app.settings), language: lang(), nodes: NODES }, (data) => {
    told = JSON.parse(data);
    if (told.event === 'progress') step(told.done, told.of, asked.end);
  });
  step(0, line.length + 1, asked.end);
  await asked.answer;
  if (told?.event === 'progress') return null;
  if (told?.event === 'story') take(tree, line, told);
  return told;
}

/** @param {import('../tree.js').Tree} tree @param {import('../tree.js').Place[]} line @param {any} told */
function take(tree, line, { review, report, pgn }) {
  tree.story = { review, report, pgn, line, text: textOf(line), language: lang() };
  judgeLine(tree, line, review);
  line.forEach((place, index) => (place.verdict = verdictOf(review.moves[index])));
  keepStory(tree);
}

/** Maximum length of stored lines, in plies. */
const KEPT_LINE = 8;

/** Stores the analysis with its game, without report and PGN; the verdicts are kept with the moves, apart from marks. @param {import('../tree.js').Tree} tree */
export function keepStory({ id, story }) {
  if (!id || !story) return;
  const { review, line, text, language } = story;
  const moves = review.moves.map((move) => ({ ...move, best: move.best.slice(0, 1).map((best) => ({ ...best, moves: best.moves.slice(0, KEPT_LINE), names: best.names.slice(0, KEPT_LINE) })) }));
  const answered = line.filter((place) => place.isAnswered).map((place) => place.ply);
  store.keepStory(id, JSON.stringify({ review: { ...review, moves }, text, language, answered, apart: true }));
}

/** Why a move is marked, in a sentence. @param {Why} why */
export function reason(why) {
  const piece = why.piece ? t(`kind.${why.piece}`) : '';
  return t(`why.${why.code}`, { ...why, piece, moves: why.moves ?? '', points: why.points ?? '' });
}
