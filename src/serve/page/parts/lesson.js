// A mistake, as a question: the position before it, what was played, the better move with its line, and a second try.

import { alone } from '../aside.js';
import { button, h, put } from '../dom.js';
import { pawns } from '../values.js';
import { t } from '../words.js';
import { GLYPHS, spelled } from './moves.js';
import { judge, SLIP } from './report.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../tree.js').Place} Place */

/** The mistake that one is at, whether one tries again, and what the try was worth. @type {{place: Place, trying: boolean, tried: Place|null, answer: string}|null} */
let lesson = null;

/**
 * Goes to the position before the next move that was marked as a mistake.
 * @param {App} app @param {1|-1} way @param {'first'|'second'|''} [who] whose mistakes
 */
export async function nextMistake(app, way, who = '') {
  const { tree } = app;
  // A second try is a line of its own; the next mistake is one of the line that the lesson is about.
  const asked = lesson && (isHere(app) || lesson.trying) ? lesson.place : tree.at;
  const starts = tree.root.view?.side === 'second' ? 'second' : 'first';
  const mover = (/** @type {Place} */ place) => ((place.ply % 2 === 1) === (starts === 'first') ? 'first' : 'second');
  const bad = tree.line(asked).filter((place) => place.marks.some((mark) => [2, 4, 6].includes(mark)) && (!who || mover(place) === who));
  const here = asked.ply;
  const next = way > 0 ? bad.find((place) => place.ply > here) || bad[0] : [...bad].reverse().find((place) => place.ply < here) || bad[bad.length - 1];
  if (next) await show(app, next);
}

/** A second try at a move. @param {App} app @param {Place} place */
export async function tryAt(app, place) {
  await show(app, place);
  attempt(app, true);
}

/** The lesson of a move. @param {App} app @param {Place} next */
async function show(app, next) {
  const { tree, game } = app;
  const before = next.parent;
  if (!before) return;
  end(app);
  lesson = { place: next, trying: false, tried: null, answer: '' };
  app.goTo(before);
  // After a reload the marks are there, the values not.
  for (const place of [before, next]) if (!place.value?.line) await alone((engine) => judge(engine, app, tree, game, place));
  tree.remember(next);
  app.render();
}

/** Whether the board shows the position before the mistake. @param {App} app */
function isHere(app) {
  return lesson !== null && app.tree.at === lesson.place.parent;
}

/** @param {App} app */
function end(app) {
  if (lesson?.trying) app.thinker.on = true;
  lesson = null;
}

/** @param {App} app @param {boolean} trying */
function attempt(app, trying) {
  if (!lesson) return;
  Object.assign(lesson, { trying, tried: null, answer: '' });
  app.thinker.on = !trying;
  app.goTo(/** @type {Place} */ (lesson.place.parent));
}

/** What the second try is worth. @param {App} app @param {Place} place */
async function mark(app, place) {
  if (!lesson) return;
  const asked = lesson;
  const { tree, game } = app;
  asked.tried = place;
  asked.answer = '…';
  if (!place.judged) await alone((engine) => judge(engine, app, tree, game, place));
  const before = asked.place.parent;
  if (asked !== lesson || !before?.value || !place.value) return;
  const sign = before.view?.side === 'first' ? 1 : -1;
  const fall = sign * (before.value.scale - place.value.scale);
  const values = { value: pawns(place.value), best: pawns(before.value) };
  asked.answer = t(fall < SLIP || before.value.best === place.names?.move ? 'holds' : 'notYet', values);
  app.render();
}

/** @param {App} app @param {HTMLElement} host */
export function drawLesson(app, host) {
  const { at } = app.tree;
  if (lesson && !isHere(app) && !(lesson.trying && at.parent === lesson.place.parent && at !== lesson.place)) end(app);
  if (!lesson || app.tree.mode !== 'analyse') return put(host);
  const { place, trying, tried } = lesson;
  if (trying && at !== place.parent && at !== tried) void mark(app, at);
  const { value } = /** @type {Place} */ (place.parent);
  const name = `${Math.ceil(place.ply / 2)}${place.ply % 2 ? '.' : '…'} ${spelled(app, place)}${place.marks.map((one) => GLYPHS[one] || '').join('')}`;
  const line = (value?.line || []).slice(0, 8).map((move, index) => value?.names?.[index] || move);
  if (!trying && value?.best && app.thinker.hint !== value.best) {
    app.thinker.hint = value.best;
    app.render();
  }
  put(host, h('p', null, t('wasPlayed', { move: name, value: place.value ? pawns(place.value) : '…' })),
    trying ? h('p', null, lesson.answer || t('findBetter')) : h('p', { class: 'better' }, value ? t('better', { line: line.join(' '), value: pawns(value) }) : '…'),
    h('div', { class: 'switches' }, button(t('tryAgain'), () => attempt(app, true)), trying ? button(t('showBetter'), () => attempt(app, false)) : null));
}
