// A sheet of endings to practise, from the program's own tables.

import { at, button, h, put } from '../dom.js';
import { BESIDE, CLASSICS, GUARDS } from '../puzzles/endings.js';
import { t } from '../words.js';
import { endingName, guards, openEnding } from './daily.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app @param {import('../boards/board.js').Board} board */
export function showEndings(app, board) {
  const sheet = at('sheet');
  const go = (/** @type {string} */ kind) => {
    sheet.close();
    void openEnding(app, board, kind, endingName(kind));
  };
  const select = (/** @type {string} */ name, /** @type {[string, string][]} */ options) => h('select', { name }, options.map(([value, text]) => h('option', { value }, text)));
  const piece = select('piece', Object.keys(BESIDE).map((letter) => [letter, t(`ending.${{ R: 'rook', N: 'horse', C: 'cannon', P: 'pawn' }[letter]}`)]));
  const other = select('other', GUARDS.map((letters) => [letters, letters ? guards(letters) : t('guard.bare')]));
  const own = select('own', []);
  const fill = () => put(own, GUARDS.slice(0, BESIDE[piece.value]).map((letters) => h('option', { value: letters }, guards(letters))));
  piece.addEventListener('change', fill);
  fill();
  sheet.setAttribute('aria-label', t('endings'));
  put(sheet, h('h2', null, t('endings')), h('p', { class: 'quiet' }, t('endingsIs')),
    h('ul', { class: 'text shares' }, CLASSICS.map((kind) => h('li', null, button(endingName(kind), () => go(kind))))),
    h('div', { class: 'switches kinds' }, [[piece, 'attacker'], [own, 'beside'], [other, 'against']].map(([field, name]) => h('label', null, h('span', null, t(`kinds.${name}`)), ' ', field)),
      button(t('dealEnding'), () => go(`${piece.value}${own.value}-${other.value || 'K'}`), { class: 'main' })),
    button(t('close'), () => sheet.close()));
  sheet.showModal();
}
