// The interface of a match: clocks, draw offers and resignation, the dialog for a new match, and the result.

import { at, button, h, hide, put, say, when } from '../dom.js';
import { answerOffer, canAgree, checkTime, clockText, newMatch, offerDraw, other, resign, timeLeft } from '../match.js';
import { Tree } from '../tree.js';
import { t } from '../words.js';
import { endWords, next } from './over.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../match.js').Side} Side */

/** Time controls: minutes and seconds added per move; empty: no clock. */
const CONTROLS = ['', '1+0', '3+2', '5+0', '5+3', '10+0', '15+10', '30+0', '60+30'];
/** Remaining times that are announced, ms. */
const WARNINGS = [60_000, 30_000, 10_000];
/** @type {Side[]} */
const SIDES = ['first', 'second'];

/** @type {any} */
let timer = 0;
/** Remaining time at the last update, ms. */
let before = 0;
/** When the time was kept last, ms since 1970. */
let kept = 0;
/** The live region for times. @type {HTMLElement|null} */
let voice = null;

/** @param {string} text */
function speak(text) {
  if (voice) say(voice, text);
}

/** A time in words. @param {number} ms */
function words(ms) {
  const seconds = Math.ceil(ms / 1000);
  return [seconds >= 60 && t('minutes', { n: Math.floor(seconds / 60) }), (seconds % 60 || !seconds) && t('seconds', { n: seconds % 60 })].filter(Boolean).join(t('wordSpace'));
}

/** @param {App} app @param {Side} side @param {number} left */
const clockWords = (app, side, left) => t('clockOf', { who: t(`${app.game}.${side}`), time: words(left) });

/**
 * The clock as it goes: for whoever looks back at earlier moves, that of the side that is to move at the end.
 * @param {App} app @returns {{isBack: boolean, since: number, mover: Side, left: (side: Side) => number}|null} null without one, or while the position is asked for
 */
function clockOf({ tree, view }) {
  const { match, at: place } = tree;
  if (!match?.control || !view || view !== place.view) return null;
  const isBack = !!match.away && !match.since && tree.mode === 'play' && place.children.length > 0;
  const since = isBack ? match.away : match.since;
  const end = /** @type {import('../tree.js').Place} */ (tree.line().at(-1) || place);
  const mover = isBack && (end.ply - place.ply) % 2 ? other(view.side) : view.side;
  return { isBack, since, mover, left: (side) => timeLeft({ ...match, since }, side, mover, Date.now()) };
}

/** Announces both clocks. @param {App} app */
export function sayClocks(app) {
  const clock = clockOf(app);
  if (clock) speak(SIDES.map((side) => clockWords(app, side, clock.left(side))).join(t('listComma')));
}

/** Updates the clocks, announces low time, and ends the game when time is up. @param {App} app @param {Element[]} faces */
function tick(app, faces) {
  const clock = clockOf(app);
  if (!clock) return;
  const { isBack, since, mover } = clock;
  SIDES.forEach((side, index) => {
    const left = clock.left(side);
    const face = /** @type {HTMLElement} */ (faces[index]);
    say(face, clockText(left));
    face.toggleAttribute('data-short', left < 30_000);
    face.toggleAttribute('data-runs', !!since && side === mover);
  });
  // What was said of a time holds no longer.
  if (app.verdict.over) speak('');
  if (!since) return;
  const left = clock.left(mover);
  if (WARNINGS.some((time) => before > time && left <= time)) speak(clockWords(app, mover, left));
  before = left;
  // The game ends where it was left.
  if (isBack) return left ? undefined : app.goTo(/** @type {import('../tree.js').Place} */ (app.tree.line().at(-1)));
  // Browsers keep nothing that a page says at its end.
  if (Date.now() - kept >= 1000) {
    kept = Date.now();
    app.keep();
  }
  checkTime(app);
}

/** Whether the clock of a game that has begun stands. @param {App} app */
const clockStands = (app) => !!app.view && !!app.tree.match?.control && !app.tree.match.since && app.tree.mode === 'play' && app.tree.root.children.length > 0 && !app.verdict.over;

/** Draws the clocks. @param {App} app @param {HTMLElement} host */
export function drawClocks(app, host) {
  const { tree: { match, tags }, game } = app;
  clearInterval(timer);
  const isShown = !!match?.control && ['play', 'watch'].includes(app.tree.mode);
  hide(host, !isShown);
  if (!isShown) return;
  const live = (voice ??= h('p', { class: 'unseen', 'aria-live': 'assertive' }));
  const names = [tags.Red || tags.White, tags.Black];
  when(host, [game, names], () => put(host, SIDES.map((side, index) => h('span', { class: `clock player ${game} ${side}` }, h('b', { role: 'timer', 'aria-label': t('clock', { who: t(`${game}.${side}`) }) }), names[index] && h('small', { class: 'name', title: names[index] }, names[index]))), h('small', { class: 'quiet' }), live));
  const faces = [...host.querySelectorAll('.clock b')];
  say(/** @type {HTMLElement} */ (host.querySelector('small.quiet')), clockStands(app) ? t(app.tree.match?.away ? 'clockGoes' : 'clockStands') : '');
  tick(app, faces);
  if (match?.since || match?.away) timer = setInterval(() => tick(app, faces), 100);
}

/** Draws the buttons for draw offers and resignation. @param {App} app @param {HTMLElement} host */
export function drawAgree(app, host) {
  const { tree: { match, offer, seats }, game } = app;
  hide(host, !(match || offer) || !canAgree(app));
  if (host.hidden) return;
  host.setAttribute('role', 'group');
  host.setAttribute('aria-label', t('agree'));
  const isAsked = !!offer && seats[offer === 'first' ? 'second' : 'first'] === 'person';
  when(host, [offer, isAsked, game], () => {
    const had = host.contains(document.activeElement);
    put(host, isAsked ? [button(t('accept'), () => answerOffer(app, true), { class: 'main' }), button(t('decline'), () => answerOffer(app, false))]
      : [button(t('offerDraw'), () => void offerDraw(app), { disabled: !!offer }), button(t('resign'), () => resign(app))]);
    if (had) host.querySelector('button')?.focus();
  });
}

/** The dialog for a new match between two people. @param {App} app */
export function showTwo(app) {
  const { board, game, tree } = app;
  const sheet = at('sheet');
  const field = (/** @type {Side} */ side, /** @type {string|undefined} */ name) => h('input', { type: 'text', maxlength: 40, value: tree.match && name ? name : '', 'aria-label': t('nameOf', { who: t(`${game}.${side}`) }) });
  const names = [field('first', tree.tags.Red), field('second', tree.tags.Black)];
  const control = h('select', { 'aria-label': t('clockIs') }, CONTROLS.map((one) => h('option', { value: one, selected: one === (tree.match?.control || '') }, one ? t('controlIs', { minutes: one.split('+')[0] || '', seconds: one.split('+')[1] || '' }) : t('noClock'))));
  const turns = h('input', { type: 'checkbox', checked: !!tree.match?.turns });
  const start = () => {
    sheet.close();
    const fresh = new Tree();
    app.replace(fresh);
    Object.assign(fresh, { seats: { first: 'person', second: 'person' }, mode: 'play', flipped: false, paused: false, match: newMatch(control.value, turns.checked), made: true });
    ['Red', 'Black'].forEach((tag, index) => names[index].value.trim() && (fresh.tags[tag] = names[index].value.trim()));
    app.keep();
    void app.sync();
  };
  sheet.setAttribute('aria-label', t('twoPeople'));
  put(sheet, h('h2', null, t('twoPeople')), h('form', { class: 'text two', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    start();
  } },
    SIDES.map((side, index) => h('label', null, h('span', null, t(`${game}.${side}`)), names[index])),
    h('label', null, h('span', null, t('clockIs')), control),
    board.isFlippable ? h('label', { class: 'check' }, turns, h('span', null, t('boardTurns'))) : null,
    h('div', { class: 'switches' }, h('button', { class: 'main' }, t('start')), button(t('close'), () => sheet.close()))));
  sheet.showModal();
}

/** The dialog with the result of a match. @param {App} app */
export function showEnd(app) {
  const { tree, view } = app;
  const { match, at: place } = tree;
  const sheet = at('sheet');
  // Another dialog comes first.
  if (sheet.open) return sheet.addEventListener('close', () => setTimeout(() => tree === app.tree && place === tree.at && app.verdict.over && showEnd(app)), { once: true });
  if (!match) return;
  const [headline, reason] = endWords(app);
  const clocks = match.control ? SIDES.map((side) => clockWords(app, side, timeLeft(match, side, view.side, Date.now()))).join(t('listComma')) : '';
  sheet.setAttribute('aria-label', t('over'));
  put(sheet, h('h2', null, headline), h('p', { class: 'text' }, reason), h('p', { class: 'quiet' }, [t('moveCount', { n: Math.ceil(place.ply / 2) }), clocks].filter(Boolean).join(' · ')),
    h('div', { class: 'switches', onclick: (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest('button') && sheet.close() },
      next(app, false, false), button(t('takeBack'), () => void app.undo()), button(t('close'), () => {})));
  sheet.showModal();
}
