// A sheet of exercises on paper: each position, and what there is to do. It stands in the dialog of the sheet, and is seen in print only.

import { look } from '../aside.js';
import { boardOf } from '../boards/index.js';
import { h, put } from '../dom.js';
import { exerciseKey } from './deck.js';
import { goalOf } from './exercises.js';

/** The positions, by the names of the exercises. @type {Map<string, any>} */
const views = new Map();

/** Draws the exercises; their boards as soon as the engine has read them. @param {HTMLElement} host @param {HTMLElement} heading @param {import('./exercises.js').Sheet} sheet */
export async function drawPaper(host, heading, { exercises }) {
  for (const one of exercises) {
    const key = exerciseKey(one);
    if (!views.has(key)) views.set(key, await look(one.game, `fen ${one.fen}`, []));
  }
  put(host, heading, h('ol', null, exercises.map((one) => {
    const view = views.get(exerciseKey(one));
    return h('li', null, h('p', null, goalOf(one, view?.side || 'first')), view && boardOf(one.game)?.picture(view));
  })));
}
