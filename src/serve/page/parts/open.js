// Opens what was pasted, dropped or written: files, folders, texts.

import * as address from '../address.js';
import { alone } from '../aside.js';
import { BOARDS, boardOf } from '../boards/index.js';
import { h } from '../dom.js';
import { both, faultText, said, t } from '../words.js';
import { openSheet } from './class.js';
import { MOST, openFile, showLists } from './files.js';
import { zipOfFolder } from './folder.js';
import { foundGame } from './found.js';
import { isRoute, playRoute } from './route.js';
import { setText } from './setup.js';
import { halfOf } from './taskshop.js';
import { Tree } from '../tree.js';

/** Lets a person choose files. @param {import('../app.js').App} app */
export function load(app) {
  const input = h('input', { type: 'file', multiple: true, onchange: () => void openAll(app, [...input.files]) });
  input.click();
}

/** @param {import('../app.js').App} app @param {FileSystemDirectoryEntry} folder */
export async function openFolder(app, folder) {
  const zip = await zipOfFolder(folder);
  if (zip) return openFile(app, zip);
  app.alert = t('noProject');
  app.render();
}

/** Files of which something is told at once. */
const MOST_TOLD = 5;

/** A file to be opened, and the text of the domain if it is a problem whose domain is another file. @typedef {{file: File, domain: string}} Chosen */

/** Files without the domains whose problems are among them. @param {File[]} files @returns {Promise<Chosen[]>} */
async function withDomains(files) {
  const read = await Promise.all(files.map(async (file) => {
    const text = file.size > MOST ? '' : (await file.text()).replaceAll('\r\n', '\n').trimEnd();
    return { file, text, half: halfOf(text) };
  }));
  const domains = read.filter(({ half }) => half?.kind === 'domain');
  const chosen = read.map((one) => {
    const named = domains.find(({ half }) => half?.domain === one.half?.domain) || (domains.length === 1 ? domains[0] : null);
    return { ...one, from: one.half?.kind === 'problem' ? named : null };
  });
  return chosen.filter((one) => !chosen.some(({ from }) => from?.file === one.file)).map(({ file, from }) => ({ file, domain: from?.text || '' }));
}

/**
 * Opens files one after the other, each as a game of its own; the last one stays open. The games of files that have several
 * are listed together, and what is told of a file stands behind its name.
 * @param {import('../app.js').App} app @param {File[]} files
 */
export async function openAll(app, files) {
  const chosen = files.length > 1 ? await withDomains(files) : files.map((file) => ({ file, domain: '' }));
  const [only] = chosen;
  if (only && chosen.length === 1) {
    await openOne(app, only);
    return app.render();
  }
  const lists = { games: [], files: [], faults: /** @type {import('../words.js').Text[]} */ ([]) };
  /** What was told of which file. @type {{name: string, alert: import('../words.js').Text}[]} */
  const told = [];
  /** @type {import('../words.js').Text} */
  let found = '';
  for (const one of chosen) {
    app.alert = '';
    await openOne(app, one, lists);
    if (app.alert) told.push({ name: one.file.name, alert: app.alert });
    else found = app.found || found;
  }
  const n = chosen.length - told.length - lists.files.length;
  app.found = n > 1 ? both('openedAll', { n }) : found;
  const words = (/** @type {'en'|'zh'} */ language) => told.slice(0, MOST_TOLD).map(({ name, alert }) => `${name}: ${said(alert, language)}`).join(' ') + (told.length > MOST_TOLD ? ' …' : '');
  app.alert = { en: words('en'), zh: words('zh') };
  if (lists.games.length) await showLists(app, { ...lists, faults: [app.alert, ...lists.faults].filter((fault) => said(fault)) });
  app.render();
}

/** @param {import('../app.js').App} app @param {Chosen} chosen @param {import('./files.js').Lists} [lists] */
async function openOne(app, { file, domain }, lists) {
  if (isRoute(file.name)) return playRoute(app, await file.text());
  await openFile(app, new Uint8Array(await file.arrayBuffer()), lists, domain);
}

/** Opens the game of some moves from the usual start. @param {import('../app.js').App} app @param {string} game @param {string[]} moves */
function openMoves(app, game, moves) {
  const tree = new Tree();
  tree.goTo(moves.reduce((place, move) => tree.add(place, { move }), tree.root));
  app.open(game, tree);
  app.found = foundGame(tree, '', boardOf(game)?.isPuzzle ?? false);
}

/** Opens a text that was written or pasted. @param {import('../app.js').App} app @param {string} text */
export function openText(app, text) {
  app.alert = '';
  return take(app, text, null);
}

/**
 * The game that a line `position startpos [moves …]` is of: the one that is on, else the first that plays its moves.
 * @param {import('../app.js').App} app @param {string[]} moves @returns {Promise<import('../boards/board.js').Board|null>}
 */
async function playedBy(app, moves) {
  const boards = app.isHome ? BOARDS : [app.board, ...BOARDS.filter((board) => board !== app.board)];
  for (const board of boards) {
    const { view, errors } = await alone((engine) => engine.position(board.name, 'startpos', moves));
    if (view && !errors.length) return board;
  }
  return null;
}

/**
 * Opens a text. In set-up mode, a position replaces the draft, and a text that is neither position nor game is inserted into
 * the field.
 * @param {import('../app.js').App} app @param {string} text @param {HTMLInputElement|null} field
 */
export async function take(app, text, field) {
  // A link to a game, of whatever address the page had then.
  const [, hash = ''] = /^https?:\/\/\S+?(#\S+)$/.exec(text.trim()) || [];
  if (hash.startsWith(address.SHEET)) return openSheet(app, hash);
  if (boardOf(address.read(hash)?.game || '')) {
    location.hash = hash;
    return;
  }
  const [line, , list = ''] = /^position\s+startpos(\s+moves\s+(.*))?$/.exec(text.trim()) || [];
  const player = line ? await playedBy(app, list.split(/\s+/).filter(Boolean)) : null;
  if (player) return openMoves(app, player.name, list.split(/\s+/).filter(Boolean));
  const board = BOARDS.find((one) => one.isPosition(text));
  if (app.tree.mode === 'setup') {
    const position = app.board.toLine(text).replace(/^(position )?fen /, '');
    const { view, errors } = await alone((engine) => engine.position(app.game, `fen ${position}`, []));
    if ((view && !errors.length) || board === app.board) return setText(app, position);
  } else if (board) {
    const { errors } = await alone((engine) => engine.position(board.name, text.trim().replace(/^(position )?(fen )?/, 'fen '), []));
    if (errors.length) {
      app.alert = faultText(errors[0]);
      return app.render();
    }
  }
  await openFile(app, new TextEncoder().encode(text));
  // A game that is opened ends the set-up; one of several is chosen in the sheet.
  if (!field || app.tree.mode !== 'setup' || /** @type {any} */ (document.getElementById('sheet')).open) return;
  app.alert = '';
  field.setRangeText(text, field.selectionStart || 0, field.selectionEnd || 0, 'end');
  field.dispatchEvent(new Event('input'));
}
