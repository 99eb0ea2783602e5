// Towers that were opened, by the names under which the page plays them. Each worker has a shelf of its own, which is empty at first: what
// the page opened is put on it before the page names it. The browser keeps the towers, so that a game is there after a reload.

/** As many as the shelf of a worker holds. */
const PLACES = 16;
const STORE = 'towers';

/** Waits for a request of the database. */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function database() {
  const request = indexedDB.open('meihua', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

export class Shelf {
  /** Lines `import …` by the name that they give, the oldest first. */
  towers = new Map();

  constructor() {
    /** Where the browser has no database, towers are there until the page is left. */
    this.ready = this.load().catch(() => {});
  }

  /** The name of a tower in a line; undefined where there is none. */
  static nameIn(line) {
    return line.startsWith('import ') ? undefined : /shelf:[0-9a-f]{16}/.exec(line)?.[0];
  }

  async load() {
    const store = (await database()).transaction(STORE).objectStore(STORE);
    const [names, kept] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const all = names.map((name, index) => [name, kept[index]]).sort(([, one], [, other]) => one.when - other.when);
    for (const [name, { text }] of all) this.towers.set(name, text);
  }

  get(name) {
    return this.towers.get(name);
  }

  put(name, text) {
    if (this.towers.has(name)) return;
    this.towers.set(name, text);
    const oldest = this.towers.size > PLACES ? this.towers.keys().next().value : undefined;
    if (oldest) this.towers.delete(oldest);
    void database().then((base) => {
      const store = base.transaction(STORE, 'readwrite').objectStore(STORE);
      store.put({ text, when: Date.now() }, name);
      if (oldest) store.delete(oldest);
    }).catch(() => {});
  }
}
