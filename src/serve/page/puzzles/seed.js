// What the puzzle of a day is made from: its date, and the hash of a text.

/** A 32-bit hash of a text: FNV-1a. @param {string} text */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ /** @type {number} */ (letter.codePointAt(0)), 0x01000193);
  return value >>> 0;
}

/** A local date, `2026-11-26`. @param {Date} date */
export function dayOf(date) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
