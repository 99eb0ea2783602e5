// Why a tower of many floors is not won, as the engine says it: in sentences.

import { isHopeless } from '../values.js';
import { t } from '../words.js';

/** What is known where no plan wins. @param {import('../net.js').Solution|null} solution @returns {{en: string, zh: string}} */
export function whyNot(solution) {
  const { floor = '', hp = '?', why = [], translated = why } = solution?.facts || {};
  const isProven = !!solution && isHopeless(solution);
  const words = (/** @type {'en'|'zh'} */ language) => [t(isProven ? 'noPlanWins' : 'noPlanFound', {}, language), floor && !isProven ? t('partPlan', { floor, hp }, language) : ''];
  const english = why.map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
  return { en: [...words('en'), ...english].filter(Boolean).join(' '), zh: [...words('zh'), ...translated.map((reason) => `${reason}。`)].join('') };
}
