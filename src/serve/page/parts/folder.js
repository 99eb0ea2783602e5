// Packs the project in a dropped folder into a zip archive, which opens like any other.

import { isPicture } from '../boards/sprites.js';
import { entryOf, isWanted, zipOf } from './zip.js';

/** Maximum number of files read. */
const MOST = 20_000;

/** The entries of a folder; the browser returns them in batches. @param {FileSystemDirectoryEntry} folder @returns {Promise<FileSystemEntry[]>} */
async function entriesOf(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  for (;;) {
    const part = await new Promise((/** @type {(part: FileSystemEntry[]) => void} */ done, fail) => reader.readEntries(done, fail));
    if (!part.length) return all;
    all.push(...part);
  }
}

/** The project in a folder as a zip; null where there is none. @param {FileSystemDirectoryEntry} folder @returns {Promise<Uint8Array|null>} */
export async function zipOfFolder(folder) {
  const files = [];
  const open = [folder];
  for (let seen = 0; open.length && seen < MOST;) {
    for (const entry of await entriesOf(/** @type {FileSystemDirectoryEntry} */ (open.pop()))) {
      seen += 1;
      if (entry.isDirectory) open.push(/** @type {FileSystemDirectoryEntry} */ (entry));
      else if (isWanted(entry.fullPath) || isPicture(entry.fullPath)) files.push(/** @type {FileSystemFileEntry} */ (entry));
    }
  }
  if (!files.length) return null;
  const packed = files.map(async (entry) => {
    const file = await new Promise((/** @type {(file: File) => void} */ done, fail) => entry.file(done, fail));
    return entryOf(entry.fullPath.replace(/^\//, ''), new Uint8Array(await file.arrayBuffer()));
  });
  return zipOf(await Promise.all(packed));
}
