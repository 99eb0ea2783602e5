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

/** A text by its key, `{name}` filled in. @param {string} key @param {Record<string, string|number>} [parts] */
export function t(key, parts = {}) {
  const text = LANGUAGES[language][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(parts[name] ?? all));
}

/** Texts of the engine in Chinese. @type {Map<string, string>} */
const learnt = new Map();

/** @param {string} english @param {string} chinese */
export function learn(english, chinese) {
  if (learnt.size > 200) learnt.clear();
  learnt.set(english, chinese);
}

/** A text of the engine in the language that is on. @param {string} text */
export function said(text) {
  return (language === 'zh' && learnt.get(text)) || text;
}

/** Whether a key has words. @param {string} key */
export function has(key) {
  return key in LANGUAGES[language];
}
