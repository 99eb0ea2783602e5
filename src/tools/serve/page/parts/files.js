// Games to and from files: the engine reads and writes every format that it knows, the page only carries the bytes.

import { aside, look } from '../aside.js';
import { at, button, h, put } from '../dom.js';
import { Tree } from '../tree.js';
import { t } from '../words.js';

/** The largest file that fits into a message, bytes. */
const MOST = 400_000;

/** @param {Uint8Array} bytes */
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));

/** @param {import('../app.js').App} app */
export function load(app) {
  const input = h('input', { type: 'file', onchange: async () => {
    const file = input.files?.[0];
    if (file) await openFile(app, new Uint8Array(await file.arrayBuffer()));
  } });
  input.click();
}

/** Opens a file: a saved game, else a position of the game that is on. @param {import('../app.js').App} app @param {Uint8Array} bytes */
export async function openFile(app, bytes) {
  if (bytes.length > MOST) {
    app.alert = t('tooLarge', { most: MOST / 1000 });
    return app.render();
  }
  const text = new TextDecoder().decode(bytes).trim();
  const isTower = /^\d+\s*\n\s*\d+ \d+\s*\n/.test(text);
  if (isTower) return app.choose('tower', new Tree(`fen ${text.split(/\r?\n/).map((line) => line.trim()).join(';')}`));
  const answer = /** @type {any} */ (await (await aside()).ask('import', toHex(bytes)));
  const games = answer.games || [];
  if (!games.length) {
    app.alert = answer.error || t('noGames');
    return app.render();
  }
  if (games.length === 1) return show(app, games[0]);
  const sheet = at('sheet');
  put(sheet, h('h2', null, t('chooseGame')), h('ol', { class: 'text games' }, games.map((/** @type {any} */ game) => h('li', null, button(title(game), () => {
    sheet.close();
    show(app, game);
  })))), button(t('close'), () => sheet.close(), { class: 'main' }));
  sheet.showModal();
}

/** @param {any} game */
function title(game) {
  const { Red, White, Black, Event, Date } = game.tags || {};
  return [`${Red || White || '?'} – ${Black || '?'}`, game.result, Event, Date].filter(Boolean).join(', ');
}

/** @param {import('../app.js').App} app @param {any} json */
function show(app, json) {
  const tree = Tree.fromJson(json);
  const old = app.game === json.game ? [...app.past, app.tree] : [];
  if (app.mode === 'play') app.mode = 'analyse';
  app.choose(json.game, tree);
  app.past = old;
}

/** Saves the game: PGN, or the text of a tower, or the position and the moves of a puzzle. @param {import('../app.js').App} app */
export async function save(app) {
  const { tree, game } = app;
  if (app.isPuzzle) {
    const start = (tree.root.view || app.view).fen;
    const text = game === 'tower' ? `${start.replaceAll(';', '\n')}\n` : `${start}${tree.path().length ? ` moves ${tree.path().join(' ')}` : ''}\n`;
    return offer(new TextEncoder().encode(text), `${game}.txt`);
  }
  const start = tree.root.view?.fen || (await look(game, tree.base, [])).fen;
  const format = game === 'xiangqi' && app.settings.notation === 'chinese' ? 'pgn-chinese' : game === 'xiangqi' && app.settings.notation === 'wxf' ? 'pgn-wxf' : 'pgn';
  const { verdict } = app.view;
  const result = tree.result !== '*' || !verdict.over ? tree.result : { first: '1-0', second: '0-1', none: '1/2-1/2' }[/** @type {'first'} */ (verdict.winner)];
  const { base, ...json } = tree.toJson(game, start);
  const answer = /** @type {any} */ (await (await aside()).ask('export', `${format} ${JSON.stringify({ ...json, result })}`));
  void base;
  if (answer.error) {
    app.alert = answer.error;
    return app.render();
  }
  offer(fromHex(answer.hex), `${game}.pgn`);
}

/** @param {Uint8Array} bytes @param {string} name */
function offer(bytes, name) {
  const url = URL.createObjectURL(new Blob([/** @type {any} */ (bytes)], { type: 'application/octet-stream' }));
  const link = h('a', { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {import('../app.js').App} app */
export async function copyLink(app) {
  app.keep();
  try {
    await navigator.clipboard.writeText(location.href);
    app.alert = t('copied');
  } catch {
    app.alert = location.href;
  }
  app.render();
}
