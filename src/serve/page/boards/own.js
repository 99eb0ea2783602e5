// A game of one's own. Its board and the text of its rules are drawn by the late script.

import { laterNow } from '../proof.js';
import { FIRST, rulesOf } from '../rules.js';
import { Board } from './board.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: { 'game.own': 'Your own game', 'own.first': 'White', 'own.second': 'Black', 'own.invite': 'Describe a game in a few lines, and play it.', 'tab.own': 'Text' },
  zh: { 'game.own': '自创棋', 'own.first': '白方', 'own.second': '黑方', 'own.invite': '几行文字写出一种棋，马上就能下。', 'tab.own': '规则文本' },
};

export class Own extends Board {
  name = 'own';
  words = WORDS;
  isOwn = true;
  sample = FIRST;
  isFlippable = true;
  hasArrows = true;
  hintsFromValues = false;
  valueBounds = 'movetime 3000';

  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  open(app, host) {
    const script = laterNow(app);
    return script ? new script.Field(app, host) : { draw: () => {} };
  }

  /** @param {any} view */
  shape({ variant, own }) {
    return `${!!laterNow()} ${variant} ${own.shape} ${own.files} ${own.ranks}`;
  }

  /** @param {any} view @param {string} move */
  describe(view, move) {
    return laterNow()?.describe(view, move) || move;
  }

  /** @param {import('./board.js').Names} names */
  spell({ san, move }) {
    return san || move;
  }

  notation() {
    return 'san';
  }

  /** The move of a name that the page itself gives it. @param {any} view @param {string} text */
  typed(view, text) {
    const plain = (/** @type {string} */ name) => name.trim().toLowerCase().replaceAll('×', 'x');
    return view.moves.find((/** @type {any} */ { move }) => plain(this.describe(view, move)) === plain(text))?.move || text;
  }

  /** @param {any} view @param {{played?: string, better?: string}} [moves] */
  picture(view, moves) {
    return laterNow()?.drawSmall(view, moves) || null;
  }

  /** A file of games: its last one is opened. @param {string} text */
  fromFile(text) {
    return laterNow()?.baseOfFile(text) || '';
  }

  /** @param {string} base */
  draftOf(base) {
    return base.startsWith('rules ') ? rulesOf(base).text : null;
  }

  /** @param {string} base */
  titleOf(base) {
    return rulesOf(base).name;
  }
}
