// What the browser keeps: settings, the game that is on in each of the five, and saved slots.

const SETTINGS = 'meihua.settings';

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) || 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing plays all the same.
  }
}

export const DEFAULTS = {
  lang: '',
  theme: '',
  sound: false,
  notation: 'wxf',
  pieces: 'hanzi',
  coordinates: 'letters',
  level: 8,
  time: 'quick',
  lines: 3,
  arrows: true,
  values: /** @type {Record<string, boolean>} */ ({ xiangqi: false, cfour: true, river: true, sliding: true, tower: true }),
};

/** @typedef {typeof DEFAULTS} Settings */

/** @returns {Settings} */
export function settings() {
  const kept = read(SETTINGS) || {};
  return { ...DEFAULTS, ...kept, values: { ...DEFAULTS.values, ...kept.values } };
}

/** @param {Settings} value */
export function keepSettings(value) {
  write(SETTINGS, value);
}

/** @param {string} game @param {any} json */
export function keepGame(game, json) {
  write(`meihua.game.${game}`, json);
}

/** @param {string} game @returns {any} */
export function game(game) {
  return read(`meihua.game.${game}`);
}

/** @param {string} game @param {number} slot @param {any} json */
export function keepSlot(game, slot, json) {
  write(`meihua.slot.${game}.${slot}`, json);
}

/** @param {string} game @param {number} slot @returns {any} */
export function slot(game, slot) {
  return read(`meihua.slot.${game}.${slot}`);
}
