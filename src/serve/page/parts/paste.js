// A game or a position that is pasted or dropped anywhere on the page opens.

import { withLater } from '../proof.js';

/** The folder among dropped items; browsers reveal it only during the event. @param {DataTransfer|null} data @returns {FileSystemDirectoryEntry|null} */
export function droppedFolder(data) {
  for (const item of data?.items || []) {
    const entry = item.webkitGetAsEntry?.();
    if (entry?.isDirectory) return /** @type {FileSystemDirectoryEntry} */ (entry);
  }
  return null;
}

/** @param {import('../app.js').App} app */
export function listenToPaste(app) {
  document.addEventListener('paste', (event) => {
    const [file] = event.clipboardData?.files || [];
    const text = event.clipboardData?.getData('text') || '';
    const target = /** @type {HTMLInputElement} */ (event.target);
    const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    const isPosition = target.tagName === 'TEXTAREA';
    // A short text pasted into a field stays there: it is a move.
    if (!file && (!text.trim() || (isField && !isPosition && !/[\n[{]|\S\/\S+\/|\d\./.test(text.trim())))) return;
    event.preventDefault();
    void withLater(app, (late) => (file ? late.openAll(app, [file]) : late.take(app, text, isPosition ? target : null)));
  });
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const folder = droppedFolder(event.dataTransfer);
    if (folder) return void withLater(app, (late) => late.openFolder(app, folder));
    const files = [...(event.dataTransfer?.files || [])];
    const text = event.dataTransfer?.getData('text') || '';
    if (files.length || text.trim()) void withLater(app, (late) => (files.length ? late.openAll(app, files) : late.take(app, text, null)));
  });
}

