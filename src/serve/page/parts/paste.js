// A game or a position that is pasted or dropped anywhere on the page opens.

import * as address from '../address.js';
import { alone } from '../aside.js';
import { BOARDS, boardOf } from '../boards/index.js';
import { faultText, t } from '../words.js';
import { openFile } from './files.js';
import { droppedFolder, zipOfFolder } from './folder.js';
import { isRoute, playRoute } from './route.js';
import { setText } from './setup.js';

/** @param {import('../app.js').App} app */
export function listenToPaste(app) {
  document.addEventListener('paste', (event) => {
    const [file] = event.clipboardData?.files || [];
    const text = event.clipboardData?.getData('text') || '';
    const target = /** @type {HTMLInputElement} */ (event.target);
    const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    const isPosition = target.tagName === 'TEXTAREA';
    // A word into a field is the field's own: a move that is typed.
    if (!file && (!text.trim() || (isField && !isPosition && !/[\n[{]|\S\/\S+\/|\d\./.test(text.trim())))) return;
    event.preventDefault();
    if (file) void openBlob(app, file);
    else void take(app, text, isPosition ? target : null);
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const folder = droppedFolder(event.dataTransfer);
    if (folder) return void openFolder(app, folder);
    const [file] = event.dataTransfer?.files || [];
    const text = event.dataTransfer?.getData('text') || '';
    if (file) void openBlob(app, file);
    else if (text.trim()) void take(app, text, null);
  });
}

/** @param {import('../app.js').App} app @param {FileSystemDirectoryEntry} folder */
async function openFolder(app, folder) {
  const zip = await zipOfFolder(folder);
  if (zip) return openFile(app, zip);
  app.alert = t('noProject');
  app.render();
}

/** @param {import('../app.js').App} app @param {Blob} file */
async function openBlob(app, file) {
  if (file instanceof File && isRoute(file.name)) return playRoute(app, await file.text());
  await openFile(app, new Uint8Array(await file.arrayBuffer()));
}

/**
 * Opens a text. Where a position is set up, a position of the game is set there, and what is neither position nor game is left to
 * the field that it was pasted into.
 * @param {import('../app.js').App} app @param {string} text @param {HTMLInputElement|null} field
 */
async function take(app, text, field) {
  // A link to a game, of whatever address the page had then.
  const [, hash = ''] = /^https?:\/\/\S+?(#\S+)$/.exec(text.trim()) || [];
  if (boardOf(address.read(hash)?.game || '')) {
    location.hash = hash;
    return;
  }
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
