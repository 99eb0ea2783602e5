// Shows the analysis of a game: accuracy of both sides, and turning points with a board, a sentence and a second try.

import { look } from '../aside.js';
import { button, h, hide, put, when } from '../dom.js';
import { t } from '../words.js';
import { askAbout, isAnswered, nextMistake } from './lesson.js';
import { numberOf, spelled } from './moves.js';
import { reason, storyOf } from './story.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app @param {HTMLElement} host */
export function drawTale(app, host) {
  const isShown = app.tree.mode === 'analyse' && !app.isPuzzle;
  const story = isShown ? storyOf(app) : null;
  hide(host, !isShown);
  const known = story?.review.turning_points.map((ply) => /** @type {import('../tree.js').Place} */ (story.line[ply - 1])).map((place) => [isAnswered(place), spelled(app, place)]);
  when(host, [isShown, story?.text, story?.review.moves.length, story?.language, app.game, app.settings.notation, known, app.report], () => (story ? fill(app, host, story) : put(host, isShown && h('p', { class: 'quiet' }, t(app.report ? 'analysing' : 'noStory', { n: app.report })))));
}

/** @param {App} app @param {HTMLElement} host @param {import('./story.js').Story} story */
function fill(app, host, { review, line }) {
  const sides = review.sides.map((side, index) => card(app, side, index === 0 ? 'first' : 'second'));
  const points = review.turning_points.map((ply) => point(app, /** @type {any} */ (review.moves[ply - 1]), /** @type {any} */ (line[ply - 1])));
  put(host, h('div', { class: 'cards' }, sides), points.length ? h('h2', null, t('turningPoints')) : null, points.length ? h('ol', { class: 'turns' }, points) : null);
}

/** @param {App} app @param {import('./story.js').Side} side @param {'first'|'second'} who */
function card(app, side, who) {
  const name = { first: app.tree.tags.Red || app.tree.tags.White, second: app.tree.tags.Black }[who];
  const colour = t(`${app.game}.${who}`);
  const counts = [[side.inaccuracies, 'inaccuracies'], [side.mistakes, 'mistakes'], [side.blunders, 'blunders']].map(([n, word]) => t(`count.${word}`, { n: /** @type {number} */ (n) })).join(t('listComma'));
  const total = side.inaccuracies + side.mistakes + side.blunders;
  return h('section', { class: `card ${who}`, 'aria-label': t('accuracyOf', { who: colour }) },
    h('p', { class: 'who' }, name ? `${name} · ${colour}` : colour),
    h('p', { class: 'percent' }, side.accuracy === undefined ? '–' : `${side.accuracy.toFixed(1)} %`),
    h('p', { class: 'quiet' }, counts),
    total > 0 && button(t('nextOf', { who: colour }), () => void nextMistake(app, 1, who)));
}

/** @param {App} app @param {import('./story.js').Move} move @param {import('../tree.js').Place} place */
function point(app, move, place) {
  const before = /** @type {import('../tree.js').Place} */ (place.parent);
  const picture = h('div', { class: 'small' });
  const words = `${numberOf(place)} ${spelled(app, place)}`;
  const known = isAnswered(place);
  const draw = () => put(picture, app.board.picture(before.view, { played: move.move, better: (known && move.best[0]?.moves[0]) || '' }));
  if (before.view) draw();
  else {
    void look(app.game, app.tree.base, app.tree.path(before)).then((view) => {
      before.view = view;
      if (view) draw();
    });
  }
  return h('li', null,
    button('', () => app.goTo(before), { class: 'bare', 'aria-label': t('goTo', { move: words }) }),
    picture, h('p', null, h('b', null, words), ' ', known && move.why ? reason(move.why) : t('costsPoints', { n: Math.max(1, Math.round(move.loss)) })), button(t('findBetter'), () => void askAbout(app, place), { 'aria-label': t('findBetterAt', { move: words }) }));
}
