// Random numbers seeded by a text: the puzzle of a day is the same for everybody, without a network.

import { hash } from './seed.js';

/** @typedef {{below: (n: number) => number, of: <T>(list: T[]) => T, shuffled: <T>(list: T[]) => T[]}} Dice */

/** A random number generator seeded by a text: Mulberry32 (T. Ettinger). @param {string} seed @returns {Dice} */
export function dice(seed) {
  let state = hash(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (/** @type {number} */ n) => Math.floor(next() * n);
  return {
    below,
    of: (list) => /** @type {any} */ (list[below(list.length)]),
    shuffled: (list) => {
      const mixed = [...list];
      for (let last = mixed.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [mixed[last], mixed[other]] = [/** @type {any} */ (mixed[other]), /** @type {any} */ (mixed[last])];
      }
      return mixed;
    },
  };
}
