// The deck of mistakes: the marked moves of all kept games, and the exercises that were solved once, each due again at growing
// intervals: SuperMemo 2 (P. A. Woźniak, Optimization of learning, 1990, chapter 3).

import { boardOf } from '../boards/index.js';
import { hash } from '../puzzles/seed.js';
import * as store from '../store.js';
import { t } from '../words.js';
import { isMistake } from './recall.js';

/** @typedef {import('../app.js').App} App */
/** What is known of a question: the day it is due, the interval in days, how easy it is, right answers in a row, the time of the last answer (ms). @typedef {{due: number, days: number, ease: number, times: number, seen: number}} Card */
/** A question: a mistake in a kept game, by its ply, or an exercise of a sheet, by its number. @typedef {{key: string, id: string, ply: number, isSheet: boolean, who: string, card: Card|undefined}} Question */

/** Grades of SuperMemo 2: right at once. */
export const AT_ONCE = 5;
/** Right after a wrong try or a hint. */
export const LATER = 3;
/** Not found. */
export const NEVER = 1;

/** The number of a local day. @param {number} now ms */
export const dayNumber = (now) => Math.floor((now - new Date(now).getTimezoneOffset() * 60_000) / 86_400_000);

/** The card after an answer. One that was not found stays due the same day. @param {Card|undefined} card @param {number} grade @param {number} now ms @returns {Card} */
export function graded(card, grade, now) {
  const today = dayNumber(now);
  const { ease: had, times, days: last } = card || { ease: 2.5, times: 0, days: 0 };
  const ease = Math.max(1.3, had + 0.1 - (5 - grade) * (0.08 + (5 - grade) * 0.02));
  if (grade < 3) return { due: today, days: 0, ease, times: 0, seen: now };
  const days = times === 0 ? 1 : times === 1 ? 6 : Math.ceil(last * had);
  return { due: today + days, days, ease, times: times + 1, seen: now };
}

/** Names a question: the same one in every browser. @param {string} base @param {string[]} moves */
export const keyOf = (base, moves) => hash([base, ...moves].join(' ')).toString(36);

/** The name of an exercise. @param {import('./exercises.js').Exercise} exercise */
export const exerciseKey = ({ game, fen }) => keyOf(`exercise ${game} ${fen}`, []);

/** Notes an answer. A question that is not due any more today keeps its day. @param {App} app @param {string} key @param {number} grade */
export function note(app, key, grade) {
  const cards = store.deck();
  const card = cards[key];
  const now = Date.now();
  if (card && card.due > dayNumber(now) && grade >= 3) return;
  if (!store.keepDeck({ ...cards, [key]: graded(card, grade, now) })) app.alert = t('sheetFull');
}

/** The mistakes in the main line of a kept game. @param {string} id @param {any} content @param {Record<string, Card>} cards @returns {Question[]} */
function mistakesOf(id, content, cards) {
  const { base, tags = {}, moves = [] } = content;
  /** @type {Question[]} */
  const found = [];
  /** @type {string[]} */
  const line = [];
  const isSecond = /^fen \S+ b\b/.test(base);
  // The first move after each place is the main line.
  for (let place = 0, next = 0; next < moves.length; next++) {
    if ((moves[next].parent ?? next) !== place) continue;
    place = next + 1;
    line.push(moves[next].move);
    if (!isMistake(moves[next])) continue;
    const key = keyOf(base, line);
    const isFirst = (line.length % 2 === 1) !== isSecond;
    found.push({ key, id, ply: line.length, isSheet: false, who: (isFirst ? tags.Red || tags.White : tags.Black) || '', card: cards[key] });
  }
  return found;
}

/** All questions: mistakes in these games first, then exercises that were solved. @param {ReturnType<App['keeper']['all']>} games @returns {Question[]} */
export function questions(games) {
  const cards = store.deck();
  const ofTwo = games.filter(([, { content }]) => boardOf(content.game)?.isPuzzle === false);
  const mistakes = ofTwo.flatMap(([id, { content }]) => mistakesOf(id, content, cards));
  const sheets = store.sheets().filter((/** @type {any} */ sheet) => !sheet.isOpen);
  const exercises = sheets.flatMap((/** @type {any} */ { id, exercises: list }) => list.map((/** @type {any} */ one, /** @type {number} */ index) => {
    const key = exerciseKey(one);
    return { key, id, ply: index, isSheet: true, who: '', card: cards[key] };
  })).filter((/** @type {Question} */ { card }) => card);
  return [...mistakes, ...exercises];
}

/** Those of a player, of all if the name is empty, and the exercises. A game that is kept twice asks once. @param {Question[]} all @param {string} who */
export function questionsOf(all, who) {
  const keys = new Set();
  return all.filter((one) => (!who || one.isSheet || one.who === who) && !keys.has(one.key) && keys.add(one.key));
}

/** The questions that are due, those that were not answered today first. @param {Question[]} all @returns {Question[]} */
export function due(all) {
  const today = dayNumber(Date.now());
  const askedToday = (/** @type {Question} */ { card }) => (card && dayNumber(card.seen) === today ? card.seen : 0);
  return all.filter(({ card }) => !card || card.due <= today).sort((one, other) => askedToday(one) - askedToday(other));
}

/** Joins the cards of another browser: of two, the one that was answered later. @param {any} given @returns {number} how many there are */
export function takeDeck(given) {
  const cards = store.deck();
  const isCard = (/** @type {any} */ card) => ['due', 'days', 'ease', 'times', 'seen'].every((name) => Number.isFinite(card?.[name]));
  const list = Object.entries(given && typeof given === 'object' ? given : {}).filter(([key, card]) => /^\w{1,8}$/.test(key) && isCard(card));
  for (const [key, { due: day, days, ease, times, seen }] of /** @type {[string, Card][]} */ (list)) if (!(cards[key]?.seen >= seen)) cards[key] = { due: day, days, ease, times, seen };
  store.keepDeck(cards);
  return list.length;
}
