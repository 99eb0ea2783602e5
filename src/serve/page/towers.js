// What the browser keeps of towers that were opened from files: each kind in a store of its own.

/** Opens a store; null where the browser has none. @param {string} name @returns {Promise<IDBDatabase|null>} */
export function openStore(name) {
  return new Promise((done) => {
    if (!globalThis.indexedDB) return done(null);
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('towers').createIndex('when', 'when');
    request.onsuccess = () => done(request.result);
    request.onerror = () => done(null);
  });
}

/** The answer to a request; null if it fails. @template T @param {IDBRequest<T>} request @returns {Promise<T|null>} */
export const answer = (request) => new Promise((done) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => done(null);
});

/** Keeps something of a tower, and of all of them the newest; closes the store. @param {IDBDatabase} db @param {string} tower @param {object} value @param {number} most the number of towers that are kept */
export async function keep(db, tower, value, most) {
  const towers = () => db.transaction('towers', 'readwrite').objectStore('towers');
  await answer(towers().put({ ...value, when: Date.now() }, tower));
  // The oldest first.
  const keys = (await answer(towers().index('when').getAllKeys())) || [];
  for (const key of keys.slice(0, -most)) await answer(towers().delete(key));
  db.close();
}
