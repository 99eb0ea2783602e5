// A position set up: a palette, and the text of the position; the engine says what is wrong with it as one edits.

import { button, h, put, s, symbol } from '../dom.js';
import { alone, look } from '../aside.js';
import { Tree } from '../tree.js';
import { t } from '../words.js';
import { pieceName, point, thing } from '../describe.js';

/** The position that is being set up. @type {{game: string, text: string, error: string, chosen: string}} */
const editor = { game: '', text: '', error: '', chosen: '' };

/** @param {import('../app.js').App} app */
export const isEditing = (app) => app.mode === 'setup';

/** @param {import('../app.js').App} app @param {string} text */
async function change(app, text) {
  editor.text = text;
  const { view, errors } = await alone((engine) => engine.position(app.game, `fen ${text}`, []));
  if (editor.text !== text) return;
  editor.error = errors[0] ? errors[0].replace(/^position: /, '').replace(/; the old position stays$/, '') : '';
  app.alert = editor.error;
  app.preview = errors.length ? drawn(app, text) : view;
  app.render();
}

/** A picture of a position that the engine refuses. @param {import('../app.js').App} app @param {string} text */
function drawn(app, text) {
  if (app.game !== 'xiangqi') return app.preview;
  const ranks = text.split(' ')[0].split('/').map((rank) => rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))).padEnd(9, '.').slice(0, 9));
  while (ranks.length < 10) ranks.push('.........');
  const view = app.preview || app.view;
  return { ...view, history: [], moves: [], key: text, own: { ...view.own, ranks: ranks.slice(0, 10), check: false } };
}

/** A press on the board while a position is set up. @param {import('../app.js').App} app @param {string} at */
export function editorPress(app, at) {
  const { own } = app.preview || app.view;
  if (app.game === 'xiangqi') {
    const [column, row] = point(at);
    const ranks = own.ranks.map((/** @type {string} */ rank) => [...rank]);
    ranks[row][column] = editor.chosen === '' || editor.chosen === ranks[row][column] ? '.' : editor.chosen;
    const board = ranks.map((/** @type {string[]} */ rank) => rank.join('').replace(/\.+/g, (gap) => String(gap.length))).join('/');
    void change(app, [board, ...editor.text.split(' ').slice(1)].join(' '));
  } else if (app.game === 'tower') {
    const [row, column] = at.split(',').map(Number);
    const lines = editor.text.split(';');
    const cells = lines[2 + row].split(' ');
    cells[column] = editor.chosen || '10';
    lines[2 + row] = cells.join(' ');
    void change(app, lines.join(';'));
  } else if (app.game === 'cfour') {
    const column = Number(at.split(',')[1]);
    const { view } = { view: app.preview || app.view };
    const move = view.moves.find((/** @type {any} */ mv) => mv.move.charCodeAt(2) - 97 === column);
    if (move) void look('cfour', `fen ${view.fen}`, [move.move]).then((after) => change(app, after.fen));
  }
}

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawSetup(app, host) {
  if (editor.game !== app.game || !host.childNodes.length) {
    Object.assign(editor, { game: app.game, text: app.view.fen, error: '', chosen: '' });
    host.replaceChildren();
  }
  const focus = /** @type {HTMLInputElement|null} */ (document.activeElement);
  if (focus && host.contains(focus) && focus.tagName !== 'BUTTON' && host.childNodes.length) {
    const play = /** @type {any} */ (host.querySelector('.main'));
    if (play) play.disabled = !!editor.error;
    return;
  }
  const area = h('textarea', { rows: app.game === 'tower' ? 12 : 2, 'aria-label': t('positionText'), spellcheck: 'false', oninput: (/** @type {any} */ event) => void change(app, event.target.value.trim().split(/\n/).map((/** @type {string} */ line) => line.trim()).join(app.game === 'tower' ? ';' : ' ')) });
  area.value = app.game === 'tower' ? editor.text.replaceAll(';', '\n') : editor.text;
  put(host, palette(app), form(app), h('label', { class: 'wide' }, t('positionText'), area), h('div', { class: 'switches' },
    button(t('play'), () => start(app), { class: 'main', disabled: !!editor.error }),
    button(t('usual'), () => {
      host.replaceChildren();
      app.replace(new Tree());
    })));
}

/** @param {import('../app.js').App} app */
function start(app) {
  app.mode = 'play';
  app.replace(new Tree(`fen ${editor.text}`));
}

/** @param {import('../app.js').App} app */
function palette(app) {
  const choose = (/** @type {string} */ what) => () => {
    editor.chosen = what;
    app.render();
  };
  const item = (/** @type {string} */ what, /** @type {string} */ name, /** @type {string} */ art, /** @type {number} */ half) => button('', choose(what), { 'aria-label': name, 'aria-pressed': editor.chosen === what, class: 'piece', title: name, 'data-art': `${art} ${half}` });
  let items = [];
  if (app.game === 'xiangqi') items = [...'KABNRCPkabnrcp'].map((letter) => item(letter, pieceName(letter), `x-${letter}`, 30));
  if (app.game === 'tower') items = [21, 22, 23, 31, 32, 33, 24, 25, 26, 27, 28, 51, 52, 53, 54, 99].map((code) => item(String(code), thing(code), `t-${code}`, 22));
  for (const one of items) one.append(s('svg', { viewBox: '0 0 40 40', width: 32, height: 32, 'aria-hidden': 'true' }, symbol(one.dataset.art.split(' ')[0], 0, 0, 40)));
  if (app.game === 'tower') items.push(button(t('wall'), choose('11'), { 'aria-pressed': editor.chosen === '11' }));
  if (items.length) items.unshift(button(t('erase'), choose(''), { 'aria-pressed': editor.chosen === '' }));
  return items.length ? h('div', { class: 'palette', role: 'group', 'aria-label': t('palette') }, items) : null;
}

/** @param {import('../app.js').App} app */
function form(app) {
  const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ most) => h('label', null, t(name), ' ', h('input', { type: 'number', name, min: 0, max: most, value, class: 'small', oninput: () => write() }));
  const box = h('div', { class: 'switches' });
  const field = (/** @type {string} */ name) => /** @type {any} */ (box.querySelector(`[name=${name}]`));
  let write = () => {};
  if (app.game === 'xiangqi') {
    const side = editor.text.split(' ')[1];
    put(box, h('label', null, t('sideToMove'), ' ', h('select', { onchange: (/** @type {any} */ event) => void change(app, editor.text.replace(/ \w/, ` ${event.target.value}`)) },
      h('option', { value: 'w', selected: side !== 'b' }, t('xiangqi.first')), h('option', { value: 'b', selected: side === 'b' }, t('xiangqi.second')))),
    button(t('clear'), () => void change(app, '4k4/9/9/9/9/9/9/9/9/4K4 w')));
  } else if (app.game === 'river') {
    const { own } = app.view;
    put(box, number('priests', own.left.priests + own.right.priests + own.boat.priests, 50), number('devils', own.left.devils + own.right.devils + own.boat.devils, 50), number('seats', own.capacity, 20),
      h('label', null, h('input', { type: 'checkbox', name: 'rule', checked: own.boat_rule, onchange: () => write() }), ' ', t('boatRule')));
    write = () => {
      const text = `${field('priests').value} ${field('devils').value} ${field('seats').value}${field('rule').checked ? ' b' : ''}`;
      /** @type {any} */ (box.parentElement?.querySelector('textarea')).value = text;
      void change(app, text);
    };
  }
  return box.childNodes.length ? box : null;
}
