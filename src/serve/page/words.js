// The words of the page, in the language that is on.

import { en } from './words/en.js';
import { zh } from './words/zh.js';
import { reasonInChinese } from './words/reasons.js';

/** @type {Record<string, Record<string, string>>} */
export const LANGUAGES = { en, zh };

let language = 'en';

/** @param {string} wanted */
export function speak(wanted) {
  language = wanted in LANGUAGES ? wanted : 'en';
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

/** The language that is on. */
export function lang() {
  return language;
}

/** Takes in the words of a board. @param {Record<string, Record<string, string>>} words by language */
export function addWords(words) {
  for (const [name, texts] of Object.entries(words)) Object.assign(LANGUAGES[name], texts);
}

/** A text by its key, `{name}` filled in. @param {string} key @param {Record<string, string|number>} [parts] @param {string} [wanted] the language, if not the one that is on */
export function t(key, parts = {}, wanted = language) {
  const text = LANGUAGES[wanted]?.[key] ?? en[key] ?? key;
  return !text.includes('{') ? text : text.replace(/\{(\w+)\}/g, (all, name) => String(parts[name] ?? all));
}

/** A text that the page puts into the language that is on when it is shown. @typedef {string|{en: string, zh: string}} Text */

/** A text in the language that is on. @param {Text} text @returns {string} */
export function said(text) {
  return typeof text === 'string' ? text : language === 'zh' ? text.zh : text.en;
}

/** A text that the engine only has in English, or another one where the page is not. @param {string} english @param {string} key of the other one */
export const inEnglish = (english, key) => (language === 'en' ? english : t(key));

/** A part of a Chinese text that the engine has in English alone: it is left out. */
const ENGLISH = /[：；][^：；]*[A-Za-z]{3,} [a-z]{2,}[^；。]*/g;
/** @param {string|undefined} text */
const chineseOnly = (text) => text?.replace(ENGLISH, '');

/** What was wrong, for people; in Chinese by the engine's translation, else by the code. @param {import('./net.js').Fault} fault @returns {Text} */
export function faultText({ code, message, reason = '', translated }) {
  return { en: message, zh: reasonInChinese(reason) || (chineseOnly(translated?.message) ?? zh[`fault.${code}`] ?? message) };
}

/** What was wrong with a position or a move alone. @param {import('./net.js').Fault} fault @returns {Text} */
export function reasonText(fault) {
  const { reason, translated } = fault;
  return reason === undefined ? faultText(fault) : { en: reason, zh: reasonInChinese(reason) || (chineseOnly(translated?.reason) ?? reason) };
}

/** What the engine says before the reason why a move is none, in each language. */
const PREFIX = { en: /^".*?" is not a legal move: /, zh: /^着法 ".*?" 不合法：/ };

/**
 * Why a move is none, as a sentence: what the engine calls the move is left out, whoever made it knows it.
 * @param {import('./net.js').Fault} fault @param {(text: string, language: 'en'|'zh') => string} put puts what stands in it into words for people
 * @returns {Text}
 */
export function refusalText(fault, put) {
  const text = reasonText(fault);
  const both = typeof text === 'string' ? { en: text, zh: text } : text;
  const sentence = (/** @type {'en'|'zh'} */ language) => {
    const reason = both[language].replace(PREFIX[language], '');
    if (reason === both[language]) return reason;
    const words = put(reason, language);
    return words.charAt(0).toUpperCase() + words.slice(1) + (language === 'zh' ? '。' : '.');
  };
  return { en: sentence('en'), zh: sentence('zh') };
}

/** Whether a key has words. @param {string} key */
export function has(key) {
  return key in LANGUAGES[language];
}
