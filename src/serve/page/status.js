// The status line.

import { offerWords } from './match.js';
import { winnableWords } from './parts/plan.js';
import { t } from './words.js';

/** @typedef {import('./app.js').App} App */

/** The state of the connection, in words. @param {App} app */
export function linkWords(app) {
  const { link, keeper } = app;
  return t(link === 'closed' ? (keeper.isFull ? 'stoppedFull' : 'stopped') : { full: 'crowded', away: 'away', strange: 'strange' }[/** @type {string} */ (link)] || 'connecting');
}

/** The text of the status line. @param {App} app */
export function status(app) {
  if (app.link !== 'open' || !app.view) return linkWords(app);
  if (app.tree.mode === 'setup') return t('setUp', { play: t('play') });
  const last = app.tree.at.names;
  const mover = app.tree.at.parent?.view?.side;
  const standing = app.board.standing(app.view);
  const told = last ? mover && !app.isPuzzle ? t('whoMoved', { who: t(`${app.game}.${mover}`), what: app.board.tell(last, app.settings) }) : app.board.tell(last, app.settings) : '';
  return [told && standing ? t('doneTo', { what: told, standing }) : told && t('done', { what: told }), outcome(app), offerWords(app), winnableWords(app), hintWords(app)].filter(Boolean).join(t('wordSpace'));
}

/** The hint that is on the board. @param {App} app */
function hintWords({ thinker, view, board, settings }) {
  const { hint } = thinker;
  if (!hint) return '';
  const known = view.moves.find((/** @type {any} */ one) => one.move === hint);
  return t('hintIs', { move: board.tell({ ...known, move: hint, what: board.aimOf(view, thinker.plan) || board.describe(view, hint) }, settings) });
}

/** Warns of repetitions: the moves that would end the game by a rule. @param {App} app */
export function warning(app) {
  const { view } = app;
  if (app.keeper.isFull) return t('notKept');
  if (!view || view.verdict.over || !app.board.warnsOfRepetition || view.seen < 2) return '';
  const ends = view.moves.filter((/** @type {any} */ mv) => mv.ends && !['mate', 'stalemate'].includes(mv.ends.code));
  const seen = t('again', { n: view.seen });
  return [seen, ...ends.map((/** @type {any} */ mv) => t('warn', { move: app.board.spell(mv, app.settings), outcome: verdictWords(app, mv.ends) }))].join(' ');
}

/** @param {App} app @param {any} verdict */
function verdictWords(app, verdict) {
  const reason = t(`code.${verdict.code}`);
  return verdict.winner === 'none' ? t('drawn', { reason }) : t('wins', { who: t(`${app.game}.${verdict.winner}`), reason });
}

/** How a puzzle ended. @param {App} app */
export function puzzleEnd({ board, game, view }) {
  const { winner, code } = view.verdict;
  return board.ending(view) || t(winner === 'first' ? `${game}.solved` : 'failed', { reason: t(`code.${code}`) });
}

/** Who is to move, or how it ended. @param {App} app */
function outcome(app) {
  const { verdict, view: { side } } = app;
  if (verdict.over) {
    if (app.isPuzzle) return puzzleEnd(app);
    return verdictWords(app, verdict);
  }
  if (app.isProject && app.thinker.isThinking) return t('solving');
  if (app.isPuzzle) return t(`${app.game}.turn`);
  if (app.isEnginesTurn && !app.tree.paused) return t('thinking', { who: t(`${app.game}.${side}`) }) + (app.premove ? ` ${t('premoveIs', { move: app.premove })}` : '');
  const { check: isCheck, checkers } = app.view.own;
  const check = isCheck || checkers?.length ? ` ${t('check')}` : '';
  return t('toMove', { who: t(`${app.game}.${side}`) }) + check;
}
