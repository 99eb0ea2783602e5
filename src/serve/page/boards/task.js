// A puzzle of one's own, in PDDL. Its state and the text are drawn by the late script.

import { late, laterNow } from '../proof.js';
import { rulesOf } from '../rules.js';
import { Puzzle } from './board.js';
import { t } from '../words.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: { 'game.plan': 'Your own puzzle', 'plan.invite': 'Write a puzzle down; the best plan comes with its proof.', 'plan.turn': 'Choose an action.', 'plan.solved': 'Solved: the goal is reached.' },
  zh: { 'game.plan': '自创谜题', 'plan.invite': '把谜题写出来，最优方案连同证明一起给出。', 'plan.turn': '请选择一个动作。', 'plan.solved': '完成：目标已达到。' },
};

/** What stands on the card before anybody has written a puzzle. */
const SAMPLE = `(:action cross
  :parameters (?from ?to - bank)
  :precondition (ferryman ?from)
  :effect (and (ferryman ?to)
    (not (ferryman ?from))))
`;

export class Task extends Puzzle {
  name = 'plan';
  words = WORDS;
  isOwn = true;
  sample = SAMPLE;
  tellsWinnable = true;
  proof = late('plan');
  provesBeside = true;

  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  open(app, host) {
    const script = laterNow(app);
    return script ? new script.Atoms(app, host) : { draw: () => {} };
  }

  shape() {
    return String(!!laterNow());
  }

  /** `take(goat,left,right)` in words. @param {any} _view @param {string} move */
  describe(_view, move) {
    return move.replace(/[(),]+/g, ' ').trim();
  }

  /** @param {string} base */
  titleOf(base) {
    return base.startsWith('rules ') ? rulesOf(base).name : '';
  }

  /** @param {import('../app.js').App} app */
  spent(app) {
    return app.tree.at.ply ? t('spent.steps', { n: app.tree.at.ply }) : '';
  }
}
