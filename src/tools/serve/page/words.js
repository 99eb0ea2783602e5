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

/** A text by its key, `{name}` filled in. @param {string} key @param {Record<string, string|number>} [parts] */
export function t(key, parts = {}) {
  const text = LANGUAGES[language][key] ?? en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(parts[name] ?? all));
}

/** Whether a key has words. @param {string} key */
export function has(key) {
  return key in LANGUAGES[language];
}
