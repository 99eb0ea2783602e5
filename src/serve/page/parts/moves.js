// The moves: the main line, variations in brackets, comments and marks. A click goes there.

import { button, h, put } from '../dom.js';
import { t } from '../words.js';

/** Annotation glyphs of PGN. @type {Record<number, string>} */
export const GLYPHS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** @typedef {import('../tree.js').Place} Place */

/** A move as the person wants it spelled. @param {import('../app.js').App} app @param {Place} place */
export function spelled(app, place) {
  return app.board.spell(/** @type {import('../tree.js').Names} */ (place.names), app.settings);
}

let key = '';

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawMoves(app, host) {
  const { tree } = app;
  const all = tree.all();
  const now = JSON.stringify([app.settings.notation, app.settings.lang, document.documentElement.lang, app.tree.tags, all.map((place) => [spelled(app, place), place.parent?.ply, place.comment, place.marks]), all.indexOf(tree.at), tree.result]);
  if (now === key && host.childNodes.length) return;
  key = now;
  const had = host.contains(document.activeElement);
  const tags = Object.entries(tree.tags).filter(([name]) => ['Event', 'Red', 'White', 'Black', 'Date'].includes(name)).map(([name, text]) => `${name}: ${text}`);
  put(host, h('h2', null, t('moves')), tags.length ? h('p', { class: 'tags' }, tags.join(' · ')) : null,
    tree.root.comment ? h('p', { class: 'comment' }, tree.root.comment) : null,
    all.length ? h('div', { class: 'tree' }, line(app, tree.root.children[0], true), branches(app, tree.root)) : h('p', { class: 'quiet' }, t('noMoves')),
    tree.result !== '*' ? h('p', null, tree.result) : null);
  const current = /** @type {HTMLElement|null} */ (host.querySelector('[aria-current]'));
  if (current && host.scrollHeight > host.clientHeight) host.scrollTop = current.offsetTop - host.clientHeight / 2;
  if (had) current?.focus();
}

/** The variations of the first move. @param {import('../app.js').App} app @param {Place} root */
function branches(app, root) {
  return root.children.slice(1).map((child) => h('div', { class: 'variation' }, '( ', line(app, child, true), ')'));
}

/** @param {import('../app.js').App} app @param {Place} first @param {boolean} begins @returns {any[]} */
function line(app, first, begins) {
  const parts = [];
  const isPair = !app.isPuzzle;
  let numbered = begins;
  for (let place = first; place; place = place.children[0]) {
    const odd = place.ply % 2 === 1;
    if (!isPair) parts.push(h('span', { class: 'number' }, `${place.ply}.`));
    else if (odd || numbered) parts.push(h('span', { class: 'number' }, `${Math.ceil(place.ply / 2)}${odd ? '.' : '…'}`));
    numbered = false;
    const marks = place.marks.map((mark) => GLYPHS[mark] || '').join('');
    const here = place;
    parts.push(button(spelled(app, place) + marks, () => app.goTo(here), {
      class: `move ${marks.startsWith('?') ? 'bad' : ''}`, 'aria-current': place === app.tree.at ? 'step' : null, title: place.names?.what || null,
    }), ' ');
    if (place.comment) parts.push(h('span', { class: 'comment' }, place.comment, ' '));
    const others = place.parent && place === place.parent.children[0] && place !== app.tree.root.children[0] ? place.parent.children.slice(1) : [];
    for (const other of others) {
      parts.push(h('span', { class: 'variation' }, '( ', line(app, other, true), ') '));
      numbered = true;
    }
  }
  return parts;
}
