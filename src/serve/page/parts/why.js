// Why a tower of many floors is not won, as the engine says it: in sentences, and in Chinese.

import { isHopeless } from '../values.js';
import { t } from '../words.js';

/** The hero's values, in Chinese. @type {Record<string, string>} */
const VALUES = { hp: '生命', attack: '攻击', defence: '防御', magic: '护盾', gold: '金币', experience: '经验' };

/** What the hero is short of. @param {string} one such as `3 more hp or less (first missing at F1 3,3 slime)` */
function missing(one) {
  const [, n, what = '', less, at] = /^(-?\d+) more (.+?)( or less)?(?: \(first missing at (.*)\))?$/.exec(one) || [];
  return n ? `${n} ${VALUES[what] || what}${less ? '（或更少）' : ''}${at ? `（首先缺在 ${at}）` : ''}` : one;
}

/** What is in the hero's way. @param {string} text */
const inTheWay = (text) => text.replace(/^nothing is left to do$/, '已无事可做').replace(/^no way to (.*?)( and (\d+) more floors)?(; |$)/, (_, floors, more, n) => `到不了 ${floors}${more ? ` 等（另有 ${n} 层）` : ''}；`).replace(/in the way is /, '挡路的是 ').replace(/；$/, '');

/** Sentences of the engine, and what they say. @type {[RegExp, (...parts: string[]) => string][]} */
const REASONS = [
  [/^no event of the tower wins it$/, () => '塔中没有通关的事件'],
  [/^no event of the tower that is understood wins it$/, () => '看懂的事件中没有一个能通关'],
  [/^with (.*) it is won$/, (all) => `再有 ${all.split(/ and (?=-?\d+ more )/).map(missing).join('和 ')}就能通关`],
  [/^players with more hp, attack, keys or gold did not win either, and nothing is seen in their way$/, () => '生命、攻击、钥匙或金币更多的玩家也没有通关，路上看不出阻碍'],
  [/^more hp, attack, keys or gold do not help: (.*)$/, (rest) => `生命、攻击、钥匙或金币再多也无用：${inTheWay(rest)}`],
  [/^players with as much as they like do not win: (.*)$/, (rest) => `什么都不缺的玩家也不能通关：${inTheWay(rest)}`],
  [/^there was no time to find out why$/, () => '没有时间查明原因'],
];

/** A reason in Chinese; the engine's own where there is no translation. @param {string} reason */
function inChinese(reason) {
  for (const [pattern, say] of REASONS) {
    const [whole, ...parts] = pattern.exec(reason) || [];
    if (whole !== undefined) return say(...parts);
  }
  return reason;
}

/** What is known where no plan wins. @param {import('../net.js').Solution|null} solution @returns {{en: string, zh: string}} */
export function whyNot(solution) {
  const { floor = '', hp = '?', why = [] } = solution?.facts || {};
  const isProven = !!solution && isHopeless(solution);
  const words = (/** @type {'en'|'zh'} */ language) => [t(isProven ? 'noPlanWins' : 'noPlanFound', {}, language), floor && !isProven ? t('partPlan', { floor, hp }, language) : ''];
  const english = why.map((reason) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`);
  return { en: [...words('en'), ...english].filter(Boolean).join(' '), zh: [...words('zh'), ...why.map((reason) => `${inChinese(reason)}。`)].join('') };
}
