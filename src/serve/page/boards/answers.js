// What a move in a game of one's own leaves open at its end, what a pawn becomes and whether a move goes on, and the pass.

import { button, mark, put, s, when } from '../dom.js';
import { t } from '../words.js';
import { choiceWords, endOf, placeOf } from './small.js';
import { pieceAt } from './symbols.js';

/** What is asked for at the end of a move, and a pass. @param {import('./field.js').Field} field */
export function drawAnswers(field) {
  const { app, asked } = field;
  const { own } = app.view;
  const pass = field.taken.length ? '' : field.moves().find((move) => move === '0000' || /^([a-p]\d+)\1$/.test(move)) || '';
  // Where the move may also go on, the answers stand below the board: its squares are answers, too.
  const isWhole = field.options(field.taken).length === asked.length;
  const answers = () => [
    asked.map((move) => button([s('svg', { viewBox: '-22 -22 44 44', class: 'sprite', 'aria-hidden': 'true' }, pieceAt(own, becomes(field, move), 0, 0, app.tree.flipped)), choiceWords(own, move)], () => {
      field.take([]);
      void app.play(move);
    })),
    asked.length > 0 && button(t('own.leave'), () => field.leave()),
  ];
  const first = (/** @type {HTMLElement} */ host) => asked.length && host.querySelector('button')?.focus();
  when(field.choices, [isWhole, asked, pass], () => {
    put(field.choices, isWhole ? null : answers(), pass && button(t('own.pass'), () => void app.play(pass)));
    if (!isWhole) first(field.choices);
  });
  when(field.asks, [isWhole, asked], () => {
    put(field.asks, isWhole ? answers() : null);
    if (isWhole) first(field.asks);
  });
  for (const host of [field.choices, field.asks]) mark(host, 'aria-label', t('own.choose'));
}

/** The piece that stands there after a move that leaves a choice, as the view names pieces. @param {import('./field.js').Field} field @param {string} move */
function becomes(field, move) {
  const { own, side } = field.app.view;
  const [file, rank] = placeOf(field.taken[0] || 'a1');
  const piece = own.board[own.ranks - 1 - rank]?.[file] || '';
  const end = endOf(move);
  if (end === '+') return `+${piece}`;
  if (end === '-') return piece.replace('+', '');
  return end ? (side === 'first' ? end.toUpperCase() : end.toLowerCase()) : piece;
}
