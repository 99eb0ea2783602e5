// The task of the current game, and a verdict on the last move from what is proven.

import { button, h, hide, put, when } from '../dom.js';
import { t } from '../words.js';
import { gradeOf, ownSide, proofOf } from '../puzzles/proof.js';
import { endingName, openDaily, openEnding, taskOf } from './daily.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app @param {import('./daily.js').Task} task */
function goal(app, { aim }) {
  if (!aim) return t(`${app.game}.goal`);
  return t(aim === 'win' ? 'task.win' : 'task.hold', { who: t(`${app.game}.${ownSide(app)}`) });
}

/** What the person's last move was worth. @param {App} app @returns {{text: string, grade: string}} */
function verdict(app) {
  const { tree, view } = app;
  let place = tree.at;
  // If it is the person's turn again, the last move was the engine's.
  if (place.parent && view.side === ownSide(app)) place = place.parent;
  const before = place.parent;
  if (!before) return { text: '', grade: '' };
  const [was, is] = [proofOf(app, before), proofOf(app, place)];
  if (!was || !is) return { text: '…', grade: '' };
  if (was.result === null || is.result === null) return { text: t('task.unknown'), grade: '' };
  const grade = gradeOf(was, is);
  const mine = -is.result;
  if (grade === 'lost') return { text: t(mine === 0 ? 'task.onlyDraw' : 'task.thrown'), grade };
  if (mine < 1) return { text: t(mine === 0 ? 'task.held' : 'task.lost'), grade };
  return { text: is.moves ? t(grade === 'best' ? 'task.shortest' : 'task.slower', { n: is.moves, best: was.moves - 1 }) : '', grade };
}

/** @param {App} app @param {HTMLElement} host */
export function drawTask(app, host) {
  const task = taskOf(app.tree);
  hide(host, !task || app.tree.mode === 'setup' || !app.view);
  if (!task || host.hidden) return;
  const { text, grade } = app.isPuzzle || app.tree.mode !== 'play' ? { text: '', grade: '' } : verdict(app);
  const sign = /** @type {Record<string, string>} */ ({ best: '✓ ', worse: '△ ', lost: '✗ ' })[grade] || '';
  when(host, [app.tree.id, app.tree.tags, app.game, app.tree.seats, text, grade], () => put(host,
    h('h2', null, task.day ? t('dailyOf', { day: task.day }) : endingName(task.kind)),
    h('p', { class: 'goal' }, goal(app, task)),
    h('p', { class: `verdict ${grade}`, 'aria-live': 'polite' }, text ? sign + text : ''),
    h('div', { class: 'switches' },
      grade === 'lost' && button(t('takeBack'), () => void app.undo()),
      task.kind ? button(t('another'), () => void openEnding(app, app.board, task.kind, endingName(task.kind))) : null)));
}

/** A button to today's puzzle of the game that is on. @param {App} app */
export const dailyButton = (app) => button(t('daily'), () => void openDaily(app, app.board));
