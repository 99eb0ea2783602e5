// The dialogs of keys and rules; the rules are the text of docs/rules.md.

import { at, button, h, put } from '../dom.js';
import { lang, t } from '../words.js';
import { BOARDS } from '../boards/index.js';

const KEYS = ['arrows', 'Enter', 'Z', 'Y', 'H', 'V', 'A', 'T', 'F', 'L', 'M', 'C', '[ ]', 'O', 'B', 'G', ...new Set(BOARDS.flatMap((board) => board.keys)), '?'];

/** @param {import('../app.js').App} app @param {'keys'|'rules'} what */
export async function showSheet(app, what) {
  const sheet = at('sheet');
  const close = button(t('close'), () => sheet.close(), { class: 'main' });
  const body = h('div', { class: 'text', tabindex: 0 });
  sheet.setAttribute('aria-label', t(what));
  put(sheet, h('h2', null, t(what)), body, close);
  if (what === 'keys') put(body, h('dl', null, KEYS.flatMap((key) => [h('dt', null, h('kbd', null, key === 'arrows' ? '← → ↑ ↓' : key)), h('dd', null, t(`key.${key}`))])));
  sheet.showModal();
  if (what !== 'rules') return;
  const answer = await fetch(`rules.${lang()}.md`);
  if (answer.ok) put(body, section(await answer.text(), app));
}

/** What the rules are shown of. */
let told = '';

/** The rules of the game that is on, in a panel. @param {import('../app.js').App} app @param {HTMLElement} host */
export async function drawRules(app, host) {
  const key = `${app.game} ${lang()} ${app.isProject}`;
  if (told === key) return;
  told = key;
  const answer = await fetch(`rules.${lang()}.md`);
  if (told === key && answer.ok) put(host, section(await answer.text(), app));
}

/**
 * The part of a game: the sections of the text stand in the order of the games. Towers of several floors have the subsection of theirs.
 * @param {string} text @param {import('../app.js').App} app
 */
export function section(text, { board, isProject }) {
  const [part = '', ofProjects = ''] = (text.split(/^## /m)[BOARDS.indexOf(board) + 1] || '').split(/^### /m);
  const [, ...lines] = (isProject ? ofProjects : part).split('\n');
  return blocks(lines.join('\n'));
}

/** Paragraphs, lists, tables and code of a text. @param {string} text @returns {any[]} */
function blocks(text) {
  return text.trim().split(/\n\n+/).map((block) => {
    const lines = block.split('\n');
    if (block.startsWith('```') || block.startsWith('    ')) return h('pre', { tabindex: 0 }, lines.filter((line) => !line.startsWith('```')).join('\n'));
    if (block.startsWith('### ')) return h('h3', null, block.slice(4));
    if (/^[-*] /.test(block)) return h('ul', null, block.split(/\n(?=[-*] )/).map((item) => h('li', null, inline(item.slice(2)))));
    if (block.startsWith('|')) {
      const rows = lines.filter((line) => !/^\|[-| ]+\|$/.test(line)).map((line) => line.split('|').slice(1, -1));
      return h('table', null, h('tbody', null, rows.map((row, index) => h('tr', null, row.map((cell) => h(index ? 'td' : 'th', null, inline(cell.trim())))))));
    }
    return h('p', null, inline(block.replaceAll('\n', lang() === 'zh' ? '' : ' ')));
  });
}

/** @param {string} text */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => (part.startsWith('`') ? h('code', null, part.slice(1, -1)) : part.startsWith('**') ? h('b', null, part.slice(2, -2)) : part));
}
