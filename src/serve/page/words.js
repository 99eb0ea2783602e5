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

/** One of something, which English writes otherwise than many. */
const ONE = /(^|[^\d.,-])1 (action|argument|crossing|door|game|item|monster|move|point)s\b/g;

/** A text by its key, `{name}` filled in. @param {string} key @param {Record<string, string|number>} [parts] @param {string} [wanted] the language, if not the one that is on */
export function t(key, parts = {}, wanted = language) {
  const text = LANGUAGES[wanted]?.[key] ?? en[key] ?? key;
  if (!text.includes('{')) return text;
  const filled = text.replace(/\{(\w+)\}/g, (all, name) => String(parts[name] ?? all));
  return wanted === 'zh' ? filled : filled.replace(ONE, '$11 $2');
}

/** A text in one or both languages. @typedef {string|{en: string, zh: string}} Text */

/** A text by its key in both languages, for what stays on view when the language is changed. @param {string} key @param {Record<string, string|number>} [parts] @returns {Text} */
export const both = (key, parts) => ({ en: t(key, parts, 'en'), zh: t(key, parts, 'zh') });

/** A text in the language that is on. @param {Text|undefined} text @param {string} [wanted] another language @returns {string} */
export function said(text = '', wanted = language) {
  return typeof text === 'string' ? text : wanted === 'zh' ? text.zh : text.en;
}

/** Texts one after the other. @param {Text[]} texts @returns {Text} */
export const inRow = (texts) => ({ en: texts.map((text) => said(text, 'en')).join(' '), zh: texts.map((text) => said(text, 'zh')).join(' ') });

/** What is wrong with a file. @typedef {{faults?: string[], error?: string, translated?: {faults?: string[], error?: string}}} Wrong */

/** What the engine says is wrong with a file, which it calls by the name of the command. @param {Wrong} answer @returns {Text[]} */
export function wrongIn({ faults = [], error = '', translated }) {
  const all = [...faults.map((en, index) => ({ en, zh: translated?.faults?.[index] ?? en })), ...(error ? [{ en: error, zh: translated?.error ?? error }] : [])];
  return all.map(({ en, zh }) => ({ en: en.replace(/^(import|add|library): /, ''), zh: zh.replace(/^(import|add|棋谱库)：/, '') }));
}

/** An English text of the engine; in other languages behind a text of the page. @param {string} english @param {string} key of the other one */
export const inEnglish = (english, key) => (language === 'en' ? english : `${t(key)}（${english}）`);

/** A translated text without the English that remains in it, but for what is quoted. @param {string|undefined} text */
const chineseOnly = (text) => text?.replace(/[：；][^：；。]*/g, (part) => (/[A-Za-z]{3,} [a-z]{2,}/.test(part.replace(/".*?"|`.*?`/g, '')) ? '' : part));

/** The message of an error; in Chinese from the translation, else from its code. Of a position, what is wrong with it is all. @param {import('./net.js').Fault} fault @returns {{en: string, zh: string}} */
export function faultText(fault) {
  const { code, message, reason, translated } = fault;
  if (reason && /-position$/.test(code)) return reasonText(fault);
  return { en: message, zh: chineseOnly(translated?.message) ?? zh[`fault.${code}`] ?? message };
}

/** The reason of an error, without the command that caused it. @param {import('./net.js').Fault} fault @returns {{en: string, zh: string}} */
export function reasonText(fault) {
  const { reason, translated } = fault;
  return reason === undefined ? faultText(fault) : { en: reason, zh: chineseOnly(translated?.reason) ?? reason };
}

/** What the engine says before the reason of an illegal move. */
const PREFIX = { en: /^".*?" is not a legal move: /, zh: /^着法 ".*?" 不合法：/ };

/**
 * Why a move is illegal, as a sentence without the move itself.
 * @param {import('./net.js').Fault} fault @param {(text: string, language: 'en'|'zh') => string} put puts what stands in it into words for people
 * @returns {Text}
 */
export function refusalText(fault, put) {
  const texts = reasonText(fault);
  const sentence = (/** @type {'en'|'zh'} */ language) => {
    const reason = texts[language].replace(PREFIX[language], '');
    if (reason === texts[language]) return reason;
    const words = put(reason, language);
    return words.charAt(0).toUpperCase() + words.slice(1) + (language === 'zh' ? '。' : '.');
  };
  return { en: sentence('en'), zh: sentence('zh') };
}

/** Whether a key has words. @param {string} key */
export function has(key) {
  return key in LANGUAGES[language];
}
