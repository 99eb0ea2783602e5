// A mistake as a question: the position before it, its cost, judged tries, and the better move on demand.

import { alone } from '../aside.js';
import { button, hide, put, say, when } from '../dom.js';
import { withLater } from '../proof.js';
import { lessonOf } from '../tree.js';
import { pawns } from '../values.js';
import { both, t } from '../words.js';
import { noteHelp } from './daily.js';
import { AT_ONCE, LATER, NEVER, keyOf, note } from './deck.js';
import { glyphsOf, numberOf, spelled } from './moves.js';
import { isMistake } from './recall.js';
import { judge, SLIP } from './report.js';
import { analyseGame, keepStory, reason, storyOf } from './story.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */

/** A question: the mistake, whether its answer is shown, the move that was tried, the verdict on it, wrong tries, whether the answer is noted, and whether a move was played, which may be the mistake again. @typedef {{place: Place, shown: boolean, tried: Place|null, answer: string, wrong: number, isNoted: boolean, isPlayed: boolean}} Lesson */

/** Whether the answer to a mistake is known to the person. @param {Place} place */
export const isAnswered = (place) => place.isAnswered;

/** Who made a move. @param {App} app @param {Place} place @returns {'first'|'second'} */
function mover({ tree }, place) {
  const starts = tree.root.view?.side === 'second' ? 'second' : 'first';
  return (place.ply % 2 === 1) === (starts === 'first') ? 'first' : 'second';
}

/**
 * Asks about the next move that was marked as a mistake.
 * @param {App} app @param {1|-1} way @param {'first'|'second'|''} [who] whose mistakes
 */
export async function nextMistake(app, way, who = '') {
  const { tree } = app;
  const { lesson } = tree;
  // A try is a variation; the next mistake is searched in the line of the question.
  const asked = lesson ? lesson.place : tree.at;
  const bad = tree.line(asked).filter((place) => isMistake(place) && (!who || mover(app, place) === who));
  const here = asked.ply;
  const next = way > 0 ? bad.find((place) => place.ply > here) || bad[0] : [...bad].reverse().find((place) => place.ply < here) || bad[bad.length - 1];
  if (next) return askAbout(app, next);
  if (tree.tags.Exercise) return;
  app.alert = both(storyOf(app) ? 'noMistakes' : 'noMarks');
  app.render();
}

/** Asks for a better move than one of the game. @param {App} app @param {Place} place */
export async function askAbout(app, place) {
  const { tree, game } = app;
  const before = place.parent;
  if (!before) return;
  tree.lesson = lessonOf(place, false);
  app.goTo(before);
  for (const one of [before, place]) if (!one.value?.line) await alone((engine) => judge(engine, app, tree, game, one));
  tree.remember(place);
  app.render();
}

/** Marks the answer to the question as known; the first answer decides when it is asked again. @param {App} app @param {Lesson} lesson @param {number} grade */
function know(app, lesson, grade) {
  const { tree } = app;
  lesson.place.isAnswered = true;
  keepStory(tree);
  if (!lesson.isNoted) note(app, keyOf(tree.base, tree.path(lesson.place)), grade);
  lesson.isNoted = true;
}

/** Ends the question; the engine analyses again. @param {App} app */
function end(app) {
  app.tree.lesson = null;
  app.keep();
  if (app.tree.mode === 'analyse' && app.thinker.kind === '') app.thinker.begin(app.turn);
}

/** Back to the question, with its answer or without. @param {App} app @param {boolean} shown */
function again(app, shown) {
  const { lesson } = app.tree;
  if (!lesson) return;
  const before = /** @type {Place} */ (lesson.place.parent);
  Object.assign(lesson, { shown, tried: null, answer: '', isPlayed: false });
  if (shown) {
    know(app, lesson, NEVER);
    noteHelp(app, before);
  }
  if (app.tree.at !== before) app.goTo(before);
  else app.keep();
  app.render();
}

/** What a try is worth. @param {App} app @param {Place} tried */
async function answer(app, tried) {
  const { tree, game } = app;
  const asked = tree.lesson;
  if (!asked) return;
  Object.assign(asked, { tried, answer: '…' });
  if (!tried.judged) await alone((engine) => judge(engine, app, tree, game, tried));
  const before = asked.place.parent;
  if (asked !== tree.lesson || !before?.value || !tried.value) return;
  const sign = mover(app, asked.place) === 'first' ? 1 : -1;
  const holds = sign * (before.value.scale - tried.value.scale) < SLIP || before.value.best === tried.names?.move;
  if (holds) know(app, asked, asked.wrong ? LATER : AT_ONCE);
  else asked.wrong += 1;
  asked.answer = holds ? 'holds' : 'notYet';
  app.render();
}

/** The question, the verdict on a try, or the answer, for the status line; empty if there is no question. @param {App} app */
export function question(app) {
  const { at, lesson } = app.tree;
  if (!lesson || app.link !== 'open' || app.tree.mode !== 'analyse' || (at !== lesson.place.parent && at !== lesson.tried)) return '';
  const { place, shown, tried, answer } = lesson;
  const { value } = /** @type {Place} */ (place.parent);
  // The names of moves and the language may change while the answer stands.
  if (answer && answer !== '…' && tried?.value && value) return t(answer, { move: spelled(app, tried), value: pawns(tried.value), best: pawns(value) });
  if (answer) return '…';
  const name = `${numberOf(place)} ${spelled(app, place)}${glyphsOf(place)}`;
  const who = t(`${app.game}.${mover(app, place)}`);
  const told = storyOf(app)?.review.moves[place.ply - 1];
  if (!shown) {
    // What the analysis of the game has found stands in its story, too.
    const loss = told?.loss ?? (value && place.value ? Math.abs(value.scale - place.value.scale) * 50 : null);
    const points = loss === null ? 0 : Math.max(1, Math.round(loss));
    return t(points ? 'ask' : 'askLater', { move: name, who, n: points });
  }
  const why = told?.why;
  const line = (value?.line || []).slice(0, 6).map((move, index) => value?.names?.[index] || move);
  return `${name}${why ? ` ${reason(why)}` : ''} ${value ? t('better', { line: line.join(' '), value: pawns(value) }) : '…'}`;
}

/** The button is created once: a new one at each step of the analysis could not be pressed. @type {HTMLElement|null} */
let analyse = null;

/** Draws the buttons of the question, or those that start the analysis. @param {App} app @param {HTMLElement} host */
export function drawQuestion(app, host) {
  const { at, mode, root } = app.tree;
  const isTry = (/** @type {Lesson} */ { place, isPlayed }) => at.parent === place.parent && (at !== place || isPlayed);
  if (app.tree.lesson && (mode !== 'analyse' || (at !== app.tree.lesson.place.parent && !isTry(app.tree.lesson)))) end(app);
  const { lesson } = app.tree;
  const isShown = mode === 'analyse' && !app.isPuzzle && root.children.length > 0;
  hide(host, !isShown);
  if (!isShown) return;
  const whole = analyse ?? (analyse = button('', () => analyseGame(app)));
  say(whole, app.report ? t('stopReport', { n: app.report }) : t('analyseGame'));
  if (lesson && isTry(lesson) && at !== lesson.tried) void answer(app, at);
  const best = lesson?.shown ? lesson.place.parent?.value?.best : '';
  if (best && at === lesson?.place.parent && app.thinker.hint !== best) {
    app.thinker.hint = best;
    app.render();
  }
  when(host, [!!lesson, lesson?.shown, !!lesson?.tried], () => put(host, lesson ? null : whole,
    lesson && (lesson.tried || lesson.shown) ? button(t('tryAgain'), () => again(app, false)) : null,
    lesson && !lesson.shown ? button(t('showBetter'), () => again(app, true)) : null,
    button(t('nextMistake'), () => void nextMistake(app, 1), { title: t('keyIs', { key: 'M' }) }),
    lesson && button(t('repeatOn'), () => void withLater(app, ({ nextDue }) => nextDue(app)))));
}
