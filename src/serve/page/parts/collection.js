// Files with many games: read in parts, listed with a filter, opened one by one or kept together.

import { alone } from '../aside.js';
import { at, button, h, put } from '../dom.js';
import { boardOf } from '../boards/index.js';
import { makeSheet } from './class.js';
import { baseOf, rulesIn, rulesOf } from '../rules.js';
import { both, said, t, wrongIn } from '../words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../words.js').Text} Text */
/** The engine's answer about a file, and what was wrong with it. @typedef {{games?: any[], error?: string, wrong?: Text[], more?: boolean, format?: string, base?: string}} Imported */

/** Size of a part of a long file, bytes. */
const PART = 100_000;
/** Games that are listed at a time. */
const LISTED = 200;
/** Maximum number of games that are kept together: browsers store about 5 MB. */
const MAX_KEPT = 1000;

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {string} text @returns {Uint8Array} */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (byte) => parseInt(byte, 16));

/** Where a long text of games can be cut: before the tags of a game. Empty if it is no such text. @param {Uint8Array} bytes @returns {Uint8Array[]} */
export function partsOf(bytes) {
  // One character per byte, whatever the encoding.
  const text = new TextDecoder('latin1').decode(bytes);
  const starts = [...text.matchAll(/\n\s*\n(?=\[\w+ ")/g)].map((match) => match.index + match[0].length);
  if (!/^\s*\[\w+ "/.test(text) && !starts.length) return [];
  const cuts = [0];
  starts.forEach((start, index) => {
    if ((starts[index + 1] ?? bytes.length) - (cuts[cuts.length - 1] ?? 0) > PART) cuts.push(start);
  });
  return cuts.map((cut, index) => bytes.subarray(cut, cuts[index + 1] ?? bytes.length));
}

/**
 * Has the engine read a file, a long one in parts. Games of one's own say their rules in a tag, or are those of the text that is on.
 * @param {App} app @param {Uint8Array} bytes @returns {Promise<Imported>}
 */
export async function importFile(app, bytes) {
  const shown = app.game === 'own' ? rulesOf(app.tree.base) : null;
  const read = (/** @type {Uint8Array} */ part) => alone(async (engine) => {
    if (shown) engine.describe(shown.text);
    const answer = /** @type {Imported} */ (await engine.ask('import', toHex(part)));
    answer.wrong = wrongIn(answer);
    for (const game of answer.games || []) {
      const own = rulesIn(game.tags?.Rules) || shown;
      if (!own || game.game !== own.name) continue;
      Object.assign(game, { game: 'own', base: baseOf(own.name, own.text, `fen ${game.start}`) });
      delete game.tags?.Rules;
    }
    return answer;
  });
  const parts = bytes.length > PART ? partsOf(bytes) : [];
  if (parts.length < 2) return read(bytes);
  /** @type {Imported & {games: any[], wrong: Text[]}} */
  const whole = { games: [], wrong: [] };
  for (const part of parts) {
    const answer = await read(part);
    whole.games.push(...(answer.games || []));
    whole.wrong.push(...(answer.wrong || []));
    whole.format ??= answer.format;
    app.alert = t('readingGames', { n: whole.games.length });
    app.render();
  }
  app.alert = '';
  return whole;
}

/**
 * Lists the games of a file.
 * @param {App} app @param {any[]} games @param {{title: (game: any) => string, open: (game: any) => void, add: (() => void)|null, found: Text, faults: Text[]}} how
 */
export function showCollection(app, games, { title, open, add, found, faults }) {
  const sheet = at('sheet');
  const titles = games.map(title);
  const list = h('ol', { class: 'text games' });
  const more = h('p', { class: 'quiet', role: 'status' });
  const fill = (/** @type {string} */ wanted) => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = games.map((game, index) => ({ game, name: titles[index] || '' })).filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    put(list, shown.slice(0, LISTED).map(({ game, name }) => h('li', null, button(name, () => {
      sheet.close();
      open(game);
    }))));
    put(more, shown.length > LISTED ? t('gamesShown', { n: LISTED, of: shown.length }) : '');
  };
  const keep = () => {
    sheet.close();
    const n = app.keeper.takeIn(games.filter((game) => boardOf(game.game)));
    app.found = both('tookIn', { n });
    app.render();
  };
  fill('');
  sheet.setAttribute('aria-label', t('chooseGame'));
  put(sheet, h('h2', null, t('chooseGame')), h('p', { class: 'quiet' }, said(found)), faults.length ? h('p', { class: 'quiet' }, faults.slice(0, 5).map((fault) => said(fault)).join(' ')) : null,
    games.length > 10 ? h('input', { type: 'search', 'aria-label': t('filterGames'), placeholder: t('filterGames'), oninput: (/** @type {any} */ event) => fill(event.target.value) }) : null, list, more,
    h('div', { class: 'switches' }, button(t('close'), () => sheet.close(), { class: 'main' }), games.every((game) => game.tags?.Exercise) && button(t('sheetMake'), () => makeSheet(app, games)), add && button(t('addAll'), () => {
      sheet.close();
      add();
    }), games.length <= MAX_KEPT ? button(t('keepAll'), keep) : h('span', { class: 'quiet' }, t('tooManyKept'))));
  sheet.showModal();
}
