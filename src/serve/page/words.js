// The words of the page, in the language that is on.

import { en } from './words/en.js';
import { zh } from './words/zh.js';

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

/** What was wrong, for people; in Chinese by the engine's translation, else by the code. @param {import('./net.js').Fault} fault @returns {Text} */
export function faultText({ code, message, translated }) {
  return { en: message, zh: translated?.message ?? zh[`fault.${code}`] ?? message };
}

/** What was wrong with a position or a move alone. @param {import('./net.js').Fault} fault @returns {Text} */
export function reasonText(fault) {
  const { reason, translated } = fault;
  return reason === undefined ? faultText(fault) : { en: reason, zh: translated?.reason ?? reason };
}

/** Whether a key has words. @param {string} key */
export function has(key) {
  return key in LANGUAGES[language];
}
