// The card at the end of a game: the result, how good it was as far as that is proven, and what comes next.

import { alone } from '../aside.js';
import { button, h, hide, put, when } from '../dom.js';
import { puzzleEnd } from '../status.js';
import { t } from '../words.js';
import { solved } from '../puzzles/exact.js';
import { grades, ownSide } from '../puzzles/proof.js';
import { row } from '../puzzles/squares.js';
import { endingName, isDone, openEnding, taskOf } from './daily.js';
import { SKILLS, nearest, nextLevel } from './levels.js';
import { analyseGame } from './story.js';
import { dailyButton } from './task.js';

/** @typedef {import('../app.js').App} App */

/** Best results from the start, by game and base. @type {Map<string, import('../net.js').Worth|null>} */
const optima = new Map();

/** @param {App} app @returns {import('../net.js').Worth|null} */
function optimum(app) {
  const { game, tree } = app;
  const key = `${game} ${tree.base}`;
  if (!optima.has(key)) {
    optima.set(key, null);
    void alone(async (engine) => optima.set(key, await solved(engine, game, tree.base))).then(() => app.render());
  }
  return optima.get(key) || null;
}

/** The row of squares of a game, found when it ended. @type {{key: string, text: string}} */
let squares = { key: '', text: '' };

/** @param {App} app @returns {string} */
function squaresOf(app) {
  const key = `${app.tree.id} ${app.tree.path().join(' ')}`;
  if (squares.key !== key) {
    squares = { key, text: '' };
    const own = squares;
    void grades(app).then((found) => {
      own.text = row(found);
      app.render();
    });
  }
  return squares.text;
}

/** How a puzzle ended. @param {App} app @returns {{words: string, isBest: boolean, isWon: boolean}} */
function ofPuzzle(app) {
  const { verdict } = app.view;
  if (verdict.winner !== 'first') return { words: puzzleEnd(app), isBest: false, isWon: false };
  const best = app.isProject ? null : optimum(app);
  const board = /** @type {import('../boards/board.js').Puzzle} */ (app.board);
  const n = board.reached(app);
  if (best?.status !== 'proven' || best.value === null) return { words: puzzleEnd(app), isBest: false, isWon: true };
  // Shown solutions do not count as solved.
  if (app.tree.help.shown) return { words: t('over.shown', { n: t(`best.${best.objective}`, { n }) }), isBest: false, isWon: false };
  const isBest = n === best.value;
  const said = t(`best.${best.objective}`, { n });
  const what = said.charAt(0).toUpperCase() + said.slice(1);
  return { words: t(isBest ? 'over.best' : 'over.notBest', { what, best: t(`best.${best.objective}`, { n: best.value }) }), isBest, isWon: true };
}

/** Whether a person plays against the engine. @param {App} app */
const isPersons = ({ tree: { mode, seats } }) => mode === 'play' && seats.first !== seats.second;

/** How a game of two ended, for the person. @param {App} app @returns {{words: string, isBest: boolean, isWon: boolean}} */
function ofGame(app) {
  const { verdict } = app;
  const n = Math.ceil(app.tree.at.ply / 2);
  const reason = t(`code.${verdict.code}`);
  const isOwn = isPersons(app);
  if (verdict.winner === 'none') return { words: t('over.drawn', { n, reason }), isBest: false, isWon: false };
  const isWon = verdict.winner === ownSide(app);
  const level = t(`level.${taskOf(app.tree) ? 20 : nearest(app.settings.level)}`);
  const words = isOwn ? t(isWon ? 'over.won' : 'over.lost', { n, reason, level }) : t('over.ended', { who: t(`${app.game}.${verdict.winner}`), n, reason });
  return { words, isBest: false, isWon: isOwn && isWon };
}

/** How a match ended: who won, and why. @param {App} app @returns {[string, string]} */
export function endWords({ game, tree, verdict }) {
  const { code, winner } = verdict;
  const name = tree.tags[winner === 'first' ? 'Red' : 'Black'];
  const reason = t(`code.${code}`);
  const who = t(`${game}.${winner}`) + (name ? t('named', { name }) : '');
  return [winner === 'none' ? t('aDraw') : t('winner', { who }), reason.charAt(0).toUpperCase() + reason.slice(1) + t('fullStop')];
}

/** What can be done next. @param {App} app @param {boolean} isBest @param {boolean} isWon */
export function next(app, isBest, isWon) {
  const task = taskOf(app.tree);
  const again = button(t('playAgain'), () => app.renew(), { class: isBest ? null : 'main' });
  if (task?.kind) return [button(t('another'), () => void openEnding(app, app.board, task.kind, endingName(task.kind)), { class: 'main' }), again];
  if (app.isPuzzle) {
    const show = () => {
      app.goTo(app.tree.root);
      app.showValues(true);
    };
    return [isBest && nextLevel(app), again, !isBest && !app.isProject && button(t('showPlan'), show), !task && !app.isProject && !app.board.isOwn && !isDone(app, app.game) && dailyButton(app)];
  }
  const skill = SKILLS[SKILLS.indexOf(nearest(app.settings.level)) + (isWon ? 1 : -1)];
  const other = skill !== undefined && !task && isPersons(app) && button(t(isWon ? 'over.stronger' : 'over.easier', { level: t(`level.${skill}`) }), () => {
    app.set({ level: skill });
    app.renew();
  });
  const analyse = async () => {
    await app.setMode('analyse');
    await analyseGame(app);
  };
  return [again, other, button(t('analyseGame'), () => void analyse())];
}

/** With what help it was solved. @param {App} app */
function how({ tree }) {
  const { hints, tries } = tree.help;
  return [hints && t('how.hints', { n: hints }), tries && t('how.tries', { n: tries })].filter(Boolean).join(t('listComma')) || t('how.alone');
}

/** The day's row of squares, to be copied. @param {App} app @param {string} day */
function share(app, day) {
  const text = squaresOf(app);
  const best = app.isPuzzle ? optimum(app)?.value : null;
  const board = /** @type {import('../boards/board.js').Puzzle} */ (app.board);
  const number = app.isPuzzle ? `${board.reached(app)}/${best ?? '?'}` : '';
  const whole = [`Meihua 梅花 ${day}`, `${t(`game.${app.game}`)} ${number}`.trim(), `${text} ${how(app)}`].join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(whole);
      app.alert = t('squaresCopied');
    } catch {
      app.alert = whole;
    }
    app.render();
  };
  return h('div', { class: 'squares' }, h('p', { role: 'img', 'aria-label': t('squaresAre', { n: [...text].length }) }, text || '…'), h('span', { class: 'quiet' }, how(app)), button(t('copySquares'), () => void copy(), { disabled: !text }));
}

/** @param {App} app @param {HTMLElement} host */
export function drawOver(app, host) {
  const { view, tree } = app;
  hide(host, !view || !app.verdict.over || !tree.at.parent || !!app.preview || ['setup', 'analyse'].includes(tree.mode));
  if (host.hidden) return;
  const { words, isBest, isWon } = app.isPuzzle ? ofPuzzle(app) : ofGame(app);
  const task = taskOf(tree);
  const isDaily = !!task?.day && isWon && !tree.help.shown;
  if (isDaily && app.settings.daily[app.game] !== task.day) app.set({ daily: { ...app.settings.daily, [app.game]: task.day } });
  const line = isDaily ? squaresOf(app) : '';
  when(host, [tree.id, tree.path(), words, line, app.settings.level, app.settings.daily, isDaily && app.isPuzzle && optimum(app)?.value], () => {
    host.setAttribute('role', 'region');
    host.setAttribute('aria-label', t('over'));
    put(host, h('p', { class: 'headline' }, h('span', { 'aria-hidden': 'true' }, isBest ? '★ ' : isWon ? '✓ ' : ''), words), isDaily && share(app, task.day), h('div', { class: 'switches' }, next(app, isBest, isWon)));
  });
}
