// The players, the result and the value, above the status line.

import { h, hide, put, when } from '../dom.js';
import { pawns } from '../values.js';
import { t } from '../words.js';
import { nearest } from './levels.js';
import { valueNow } from './bar.js';

/** @typedef {import('../app.js').App} App */

/** The name of a side: from the tags, else you or the engine. @param {App} app @param {'first'|'second'} side */
function nameOf({ tree, settings }, side) {
  const { tags, seats, mode } = tree;
  const name = side === 'first' ? tags.Red || tags.White : tags.Black;
  if (name || mode !== 'play' || seats.first === seats.second) return name || '';
  return seats[side] === 'person' ? t('you') : t('engineAt', { level: t(`level.${nearest(settings.level)}`) });
}

/** @param {App} app @param {HTMLElement} host */
export function drawPlayers(app, host) {
  const { view, tree, game } = app;
  const isShown = !!view && !app.isPuzzle && tree.mode !== 'setup';
  hide(host, !isShown);
  if (!isShown) return;
  const value = tree.mode === 'analyse' ? valueNow(app) : null;
  const score = value ? pawns(value) : '';
  const result = tree.result === '*' ? '' : tree.result;
  const sides = /** @type {('first'|'second')[]} */ (['first', 'second']);
  const names = sides.map((side) => nameOf(app, side));
  const { over } = app.verdict;
  when(host, [game, names, view.side, over, score, result], () => put(host,
    sides.map((side, index) => h('span', { class: `player ${game} ${side}`, 'aria-current': !over && view.side === side ? 'true' : null },
      h('b', null, t(`${game}.${side}`)), names[index] ? h('span', null, ` ${names[index]}`) : null)),
    result ? h('b', { class: 'result' }, result) : null, score ? h('b', { class: 'worth', title: t('bar') }, score) : null));
}
