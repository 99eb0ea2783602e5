// The towers that were opened from files, kept by the browser. A run of the program that was not given one, or that has made room for
// others since, does not know it: it is brought there when a game needs it.

import { answer, keep, openStore } from '../towers.js';
import { LANGUAGES } from '../words.js';
import { fromHex, toHex } from './collection.js';

/** The most towers that are kept. */
const MOST = 40;

/** Towers whose files were looked for and are not kept, by their bases. @type {Set<string>} */
const missing = new Set();

/** Keeps a tower; whether its files had been missing. @param {string} base as the program names it @param {Uint8Array} bytes as the program read it */
export async function keepTower(base, bytes) {
  const db = await openStore('meihua.shelf').catch(() => null);
  // A tower that the browser does not keep is played all the same.
  if (db) await keep(db, base, { bytes }, MOST).catch(() => {});
  return missing.delete(base);
}

/** The kept towers among these, as text. @param {string[]} bases @returns {Promise<Record<string, string>>} */
export async function towersOf(bases) {
  /** @type {Record<string, string>} */
  const towers = {};
  for (const base of bases.filter((base) => base.startsWith('project shelf'))) {
    const bytes = await found(base);
    if (bytes) towers[base] = toHex(bytes);
  }
  return towers;
}

/** Keeps the towers of a file of games. @param {Record<string, string>} [towers] as they were written */
export async function takeTowers(towers) {
  for (const [base, text] of Object.entries(towers || {})) {
    if (base.startsWith('project shelf')) await keepTower(base, fromHex(String(text)));
  }
}

/** @param {string} base @returns {Promise<Uint8Array|null>} */
async function found(base) {
  const db = await openStore('meihua.shelf').catch(() => null);
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
