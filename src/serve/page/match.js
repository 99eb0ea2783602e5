// A match: a game between two people, or with a clock. Clocks, and the results that players bring about themselves:
// resignation, a draw by agreement, loss on time.

import { linesOf } from './puzzles/exact.js';
import { withLater } from './proof.js';
import { alone } from './aside.js';
import { ofFirst } from './values.js';
import { both, t } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {'first'|'second'} Side */
/**
 * `control` is minutes and seconds added per move (`5+3`), empty without a clock; `left` is the time of each side in ms, at the moment
 * `since` (ms since 1970, 0 while the clock stands); `away` is when the game was left while it ran, else 0; `turns` says whether the
 * board turns to the side to move.
 * @typedef {{control: string, turns: boolean, left: Record<Side, number>, since: number, away: number}} Match
 */

/** Codes of results by the value of the PGN tag `Termination`. @type {Record<string, string>} */
const CODES = { resignation: 'resigned', agreement: 'agreed', 'time forfeit': 'time' };
/** @type {Record<string, 'first'|'second'|'none'>} */
const WINNERS = { '1-0': 'first', '0-1': 'second', '1/2-1/2': 'none' };
/** First ply at which the engine accepts a draw. */
const MIN_DRAW_PLY = 30;
/** Maximum expectation with which the engine accepts a draw, on a scale from -1 to 1. */
const DRAW_MARGIN = 0.03;

/** @param {string} control @param {boolean} turns @returns {Match} */
export function newMatch(control, turns) {
  const time = Number(control.split('+')[0] || 0) * 60_000;
  return { control, turns, left: { first: time, second: time }, since: 0, away: 0 };
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'first' ? 'second' : 'first');

/** The time that a side has left, ms. @param {Match} match @param {Side} side @param {Side} mover whose clock runs @param {number} now ms since 1970 */
export function timeLeft({ left, since }, side, mover, now) {
  return Math.max(0, left[side] - (since && side === mover ? now - since : 0));
}

/** Updates the clock after a move. The first move starts it. @param {Match} match @param {Side} mover @param {number} now ms since 1970 */
export function press(match, mover, now) {
  if (!match.control) return;
  const [, added = '0'] = match.control.split('+');
  match.left[mover] = timeLeft(match, mover, mover, now) + (match.since ? Number(added) * 1000 : 0);
  match.since = now;
  match.away = 0;
}

/** Stops the clock. @param {Match} match @param {Side} mover @param {number} now ms since 1970 */
export function halt(match, mover, now) {
  match.left[mover] = timeLeft(match, mover, mover, now);
  match.since = 0;
}

/** A time as minutes and seconds; below ten seconds, with tenths. @param {number} ms */
export function clockText(ms) {
  const seconds = ms < 10_000 ? Math.floor(ms / 100) / 10 : Math.ceil(ms / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${ms < 10_000 ? rest.toFixed(1).padStart(4, '0') : String(rest).padStart(2, '0')}`;
}

/** The result that the players brought about; null if there is none, or if the current position is not the last one. @param {import('./tree.js').Tree} tree @returns {{over: true, code: string, winner: string}|null} */
export function agreedEnd({ tags, result, at, root }) {
  const code = CODES[tags.Termination || ''];
  if (!code || at.children.length) return null;
  for (let place = at; place !== root; place = /** @type {import('./tree.js').Place} */ (place.parent)) if (place.parent?.children[0] !== place) return null;
  return { over: true, code, winner: WINNERS[result] || 'none' };
}

/** Whether players can end the game now; not while they look at an earlier position. @param {App} app */
export const canAgree = (app) => !!app.view && !app.isPuzzle && app.tree.mode === 'play' && !app.verdict.over && !app.tree.at.children.length;

/** Ends the game. @param {App} app @param {'resignation'|'agreement'|'time forfeit'} why @param {Side|'none'} winner */
function end(app, why, winner) {
  const { tree, view } = app;
  // A result belongs to the main line.
  tree.promote(tree.at);
  tree.result = { first: '1-0', second: '0-1', none: '1/2-1/2' }[winner];
  tree.tags = { ...tree.tags, Termination: why };
  tree.offer = '';
  if (tree.match) halt(tree.match, view.side, Date.now());
  app.thinker.reset();
  app.turn++;
  app.keep();
  app.render();
  showEnd(app);
}

/** Shows how a match ended, over the page. @param {App} app */
export function showEnd(app) {
  if (app.tree.match && app.verdict.over) void withLater(app, (late) => late.showEnd(app));
}

/** What a loss on time that is taken back leaves on the clock, ms. */
const GIVEN = 60_000;

/** Takes back a resignation, an agreed draw or a loss on time; whether there was one. @param {App} app */
export function takeBackEnd(app) {
  const { tree } = app;
  if (!agreedEnd(tree)) return false;
  tree.result = '*';
  const { Termination, ...tags } = tree.tags;
  // Who has lost on time has none left to go on with.
  if (Termination === 'time forfeit' && tree.match) for (const side of /** @type {Side[]} */ (['first', 'second'])) tree.match.left[side] = Math.max(tree.match.left[side], GIVEN);
  tree.tags = tags;
  void app.sync();
  return true;
}

/** The side that resigns or offers: against the engine the person, else the side to move. @param {App} app @returns {Side} */
const speaker = ({ tree: { seats }, view }) => (seats.first !== seats.second ? (seats.first === 'person' ? 'first' : 'second') : view.side);

/** @param {App} app */
export function resign(app) {
  if (canAgree(app)) end(app, 'resignation', other(speaker(app)));
}

/** Offers a draw; the engine answers by what it expects. @param {App} app */
export async function offerDraw(app) {
  if (!canAgree(app) || app.tree.offer) return;
  const { tree, view } = app;
  const side = speaker(app);
  tree.offer = side;
  app.keep();
  app.render();
  if (tree.seats[other(side)] !== 'engine') return;
  const place = tree.at;
  const [line] = await alone(async (engine) => {
    await engine.position(app.game, tree.base, tree.path(place));
    return linesOf(engine, 'movetime 500', 1);
  });
  if (tree !== app.tree || tree.at !== place || !tree.offer) return;
  const sign = side === 'first' ? -1 : 1;
  answerOffer(app, !!line && place.ply >= MIN_DRAW_PLY && sign * ofFirst(line, view.side).scale <= DRAW_MARGIN);
}

/** @param {App} app @param {boolean} accepts */
export function answerOffer(app, accepts) {
  const { tree } = app;
  const who = /** @type {Side} */ (tree.offer);
  if (!who) return;
  tree.offer = '';
  if (accepts) return end(app, 'agreement', 'none');
  const text = (/** @type {string} */ language) => t('declined', { who: t(`${app.game}.${other(who)}`, {}, language) }, language);
  app.found = { en: text('en'), zh: text('zh') };
  app.keep();
  app.render();
}

/** The question of a draw offer; empty if there is none. @param {App} app */
export function offerWords({ game, tree }) {
  const who = /** @type {Side|''} */ (tree.offer);
  return who && t('offered', { who: t(`${game}.${who}`), other: t(`${game}.${other(who)}`) });
}

/** Updates clock, board and offer after a move. @param {App} app @param {Side} mover */
export function moved(app, mover) {
  const { tree, view } = app;
  // A move declines an offer of the other side.
  if (tree.offer && tree.offer !== mover) tree.offer = '';
  if (!tree.match || tree.mode !== 'play') return;
  press(tree.match, mover, Date.now());
  if (view.verdict.over) halt(tree.match, view.side, Date.now());
  if (tree.match.turns && app.board.isFlippable && !view.verdict.over) tree.flipped = view.side === 'second';
}

/** Limits of the engine's search from the clock; empty without a clock. @param {App} app */
export function clockBounds({ tree: { match }, view }) {
  if (!match?.control) return '';
  const [, added = '0'] = match.control.split('+');
  const time = (/** @type {Side} */ side) => Math.max(1, Math.round(timeLeft(match, side, view.side, Date.now())));
  return `wtime ${time('first')} btime ${time('second')} winc ${Number(added) * 1000} binc ${Number(added) * 1000}`;
}

/** Ends the game if the side to move has no time left. @param {App} app */
export function checkTime(app) {
  const { tree: { match }, view } = app;
  if (match?.since && view && view === app.tree.at.view && canAgree(app) && !timeLeft(match, view.side, view.side, Date.now())) end(app, 'time forfeit', other(view.side));
}

/** Stops the clock when the person leaves the position; who does not come back soon starts it again by the next move. @param {App} app */
export function leaveClock({ tree: { match }, view }) {
  if (!match?.since || !view) return;
  match.away = Date.now();
  halt(match, view.side, match.away);
}

/** Whoever looks back at earlier moves thinks meanwhile: back at the end, his time has gone on. @param {import('./tree.js').Tree} tree */
export function comeBack({ match, at, mode }) {
  if (!match?.away || mode !== 'play' || at.children.length) return;
  match.since = match.away;
  match.away = 0;
}

/** How long a game may be left, by F5, for another game or to analyse it, before its clock stands until the next move, ms. */
const SOON = 60_000;

/** Less than this nobody notices, ms. */
const BLINK = 2000;

/**
 * Lets the clock run on in a game that is opened again at once.
 * @param {import('./tree.js').Tree} tree @param {number} now ms since 1970 @returns {import('./words.js').Text} that it stood meanwhile, if anybody would wonder
 */
export function resume({ match, at, mode }, now) {
  if (!match?.away || mode !== 'play') return '';
  const isSoon = now - match.away < SOON;
  // Who looked back then still does.
  if (isSoon && at.children.length) return '';
  const n = Math.round((now - match.away) / 1000);
  const hasStood = isSoon && now - match.away >= BLINK;
  if (isSoon) match.since = now;
  match.away = 0;
  return hasStood ? both('clockStood', { n }) : '';
}
