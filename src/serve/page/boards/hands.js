// The pieces in hand beside the board of a game of one's own: pressed, or dragged to the board.

import { button, h, mark, put, s, settle, when } from '../dom.js';
import { carry } from '../parts/carry.js';
import { t } from '../words.js';
import { pieceAt } from './symbols.js';
import { nameOf, stepsOf } from './steps.js';

/** The pieces in hand, those of the side at the bottom below the board. @param {import('./field.js').Field} field @param {any} view */
export function drawHands(field, { own, side }) {
  const { app } = field;
  // The rows stay while the game may bring pieces to hand again.
  const hasHands = own.hands.some((/** @type {any[]} */ hand) => hand.length) || field.hasHands;
  field.hasHands = hasHands;
  field.frame.style.setProperty('--more', hasHands ? '124px' : '32px');
  field.hands.forEach((host, place) => {
    const player = app.tree.flipped ? 1 - place : place;
    const isTheirs = (side === 'first') === (player === 0);
    const hand = hasHands ? own.hands[player] : [];
    host.hidden = !hasHands;
    mark(host, 'aria-label', t('own.hand', { who: t(`own.${player ? 'second' : 'first'}`) }));
    const steps = new Set(isTheirs ? field.moves().map((move) => stepsOf(move)[0]) : []);
    when(host, [hand, field.taken[0], [...steps], app.tree.flipped], () => {
      put(host, hand.map((/** @type {[string, number]} */ [letter, count]) => {
        const step = `${letter.toUpperCase()}@`;
        return button([s('svg', { viewBox: '-22 -22 44 44', class: 'sprite', 'aria-hidden': 'true' }, pieceAt(own, letter, 0, 0, app.tree.flipped)), h('b', null, String(count))], () => field.press(step), {
          'aria-label': t('own.inHand', { piece: nameOf(own, letter), n: count }), 'aria-pressed': isTheirs && field.taken[0] === step, disabled: !steps.has(step),
          onpointerdown: (/** @type {PointerEvent} */ event) => carry(event, () => field.take([step]), (cell) => (cell ? cell.click() : field.take([]))),
        });
      }));
      settle(host);
    });
  });
}
