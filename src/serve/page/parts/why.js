// What is known where no plan reaches the goal. Of a tower of many floors: the best told so far, and why it is not won, as the engine
// says it: in sentences.

import { isHopeless } from '../values.js';
import { towerOf } from '../boards/project.js';
import { spritesNow } from '../boards/sprites.js';
import { both, t } from '../words.js';

/** What is known of a puzzle that has no plan. @param {import('../net.js').Solution} solution @returns {import('../words.js').Text} */
export function noPlan(solution) {
  const { bound, objective } = solution;
  if (isHopeless(solution)) return both('noPlanLeads');
  return bound === null ? both('noPlanYet') : both(objective === 'hp' ? 'noPlanBelow' : 'noPlanAbove', { n: bound });
}

/** What is known where no plan of a tower wins. @param {import('../net.js').Solution|null} solution @returns {{en: string, zh: string}} */
export function whyNot(solution) {
  const { floor = '', hp = '?', why = [], translated = why } = solution?.facts || {};
  const isProven = !!solution && isHopeless(solution);
  const words = (/** @type {'en'|'zh'} */ language) => [t(isProven ? 'noPlanWins' : 'noPlanFound', {}, language), floor && !isProven ? t('partPlan', { floor, hp }, language) : ''];
  const english = why.map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
  return { en: [...words('en'), ...english].filter(Boolean).join(' '), zh: [...words('zh'), ...translated.map((reason) => `${reason}。`)].join('') };
}

/** A plan, and what is said of it. @typedef {{plan: string[], solution: import('../net.js').Solution|null}} Told */

/** The best that was told, by place. @type {WeakMap<import('../tree.js').Place, Told>} */
const told = new WeakMap();

/** How good a plan is, by what counts first: that it is proven or wins, hp at the end, else the floor that it gets to and hp there. @param {Told} plan @param {string[]} order of the floors */
function rank({ solution }, order) {
  if (!solution) return [-1];
  const { value, status, facts: { floor = '', hp = 0 } = {} } = solution;
  if (status === 'proven') return [2];
  return value === null ? [0, order.indexOf(floor), Number(hp)] : [1, value];
}

/**
 * The best plan told so far at a place: a search that is asked again and ends by the clock may find less.
 * @param {import('../app.js').App} app @param {Told} found just now @returns {Told}
 */
export function bestTold({ tree }, { plan, solution }) {
  const [before, now] = [told.get(tree.at), { plan, solution }];
  const order = spritesNow(towerOf(tree))?.kept.order || [];
  const [a, b] = [before ? rank(before, order) : [], rank(now, order)];
  const at = b.findIndex((part, index) => part !== a[index]);
  const best = before && at >= 0 && (a[at] ?? 0) > (b[at] ?? 0) ? before : now;
  told.set(tree.at, best);
  return best;
}
