// The towers that were opened from files, kept by the browser. A run of the program that was not given one, or that has made room for
// others since, does not know it: it is brought there when a game needs it.

import { LANGUAGES } from '../words.js';
import { toHex } from './collection.js';

/** The most towers that are kept. */
const MOST = 40;

/** Towers whose files were looked for and are not kept, by their bases. @type {Set<string>} */
const missing = new Set();

/** The store; null where the browser has none. @returns {Promise<IDBDatabase|null>} */
function store() {
  return new Promise((done) => {
    if (!globalThis.indexedDB) return done(null);
    const request = indexedDB.open('meihua.shelf', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('towers').createIndex('when', 'when');
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
  });
}

/** The answer to a request; null if it fails. @template T @param {IDBRequest<T>} request @returns {Promise<T|null>} */
const answer = (request) => new Promise((done) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => done(null);
});

/** Keeps a tower; whether its files had been missing. @param {string} base as the program names it @param {Uint8Array} bytes as the program read it */
export async function keepTower(base, bytes) {
  const db = await store().catch(() => null);
  const towers = () => /** @type {IDBDatabase} */ (db).transaction('towers', 'readwrite').objectStore('towers');
  if (db) {
    await answer(towers().put({ bytes, when: Date.now() }, base));
    const count = (await answer(towers().count())) || 0;
    // The oldest makes room.
    if (count > MOST) {
      const cursor = await answer(towers().index('when').openKeyCursor());
      if (cursor) await answer(towers().delete(cursor.primaryKey));
    }
    db.close();
  }
  return missing.delete(base);
}

/** @param {string} base @returns {Promise<Uint8Array|null>} */
async function found(base) {
  const db = await store().catch(() => null);
  const kept = db && (await answer(db.transaction('towers').objectStore('towers').get(base)));
  db?.close();
  return kept?.bytes || null;
}

/**
 * Brings a tower to a program that does not know it and asks for the position again; else says what to do.
 * @param {import('../net.js').Engine} engine @param {string} game @param {string} base @param {string[]} moves @param {import('../net.js').Answer} refused
 * @returns {Promise<import('../net.js').Answer>}
 */
export async function bringTower(engine, game, base, moves, refused) {
  const bytes = await found(base);
  const told = bytes && (await engine.ask('import', toHex(bytes)));
  // Another position may have been asked for meanwhile: that one stays.
  if (engine.base !== base) return refused;
  if (told?.base) return engine.place(game, told.base, moves);
  missing.add(base);
  const { en, zh } = LANGUAGES;
  return { view: refused.view, errors: [{ code: 'bad-project', message: en.towerGone, translated: { message: zh.towerGone } }] };
}
