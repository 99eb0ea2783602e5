// A position set up: a palette, and the text of the position; the engine says what is wrong with it as one edits.

import { button, h, put, s, symbol } from '../dom.js';
import { look } from '../aside.js';
import { Tree } from '../tree.js';
import { t } from '../words.js';
import { pieceName, point, thing } from '../describe.js';

/** What is wrong with the draft, and the piece that was chosen; the draft itself belongs to the game, and is kept with it. */
const editor = { game: '', error: '', chosen: '' };

/** The text of the position that is being set up. @param {import('../app.js').App} app @returns {string} */
const textOf = (app) => app.tree.draft ?? app.view.fen;

/** What the engine finds wrong with a position. @param {string[]} errors */
const reason = (errors) => (errors[0] ? errors[0].replace(/^position: /, '').replace(/; the old position stays$/, '') : '');

/** @param {import('../app.js').App} app */
export const isEditing = (app) => app.mode === 'setup';

/** @param {import('../app.js').App} app @param {string} text */
function change(app, text) {
  app.tree.draft = text;
  app.keep();
  return showDraft(app);
}

/** Shows the draft, if there is one, and what is wrong with it. @param {import('../app.js').App} app */
export async function showDraft(app) {
  const { tree, game } = app;
  const text = tree.draft;
  editor.error = '';
  if (text === null) return app.render();
  const { view, errors } = await app.engine.position(game, `fen ${text}`, []);
  if (app.tree !== tree || tree.draft !== text || !view) return;
  editor.error = reason(errors);
  app.alert = editor.error;
  app.showPreview(errors.length ? drawn(app, text) : view, '');
}

/**
 * Leaves the set-up: a position that was changed becomes a game of its own. False where the engine refuses it, or where that game is on now.
 * @param {import('../app.js').App} app @param {string} mode what comes next
 */
export async function leaveDraft(app, mode) {
  const { tree, game } = app;
  if (tree.draft === null) return true;
  const { view, errors } = await app.engine.position(game, `fen ${tree.draft}`, []);
  if (app.tree !== tree || tree.mode !== 'setup') return false;
  if (!view || errors.length) {
    app.alert = view ? t('notLeft', { reason: reason(errors) }) : t('stopped');
    app.render();
    return false;
  }
  tree.draft = null;
  tree.mode = mode;
  if (view.fen === app.view.fen) return true;
  app.keeper.write(game, tree);
  const next = new Tree(`fen ${view.fen}`);
  next.made = true;
  app.replace(next);
  return false;
}

/** Takes another position. @param {import('../app.js').App} app @param {string} text */
export async function setText(app, text) {
  /** @type {HTMLElement|null} */ (document.activeElement)?.blur();
  await change(app, text);
}

/** A picture of a position that the engine refuses. @param {import('../app.js').App} app @param {string} text */
function drawn(app, text) {
  // What is no board at all does not empty the one that is there.
  if (app.game !== 'xiangqi' || !/^[\w/]+\/[\w/]+( |$)/.test(text)) return app.preview;
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
    writeRanks(app, ranks);
  } else if (app.game === 'tower') {
    const [row, column] = at.split(',').map(Number);
    const lines = textOf(app).split(';');
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

/** A piece that was dragged, off the board to remove it. @param {import('../app.js').App} app @param {string} from @param {string} to */
export function editorMove(app, from, to) {
  const { own } = app.preview || app.view;
  const ranks = own.ranks.map((/** @type {string} */ rank) => [...rank]);
  const [[c, r], [column, row]] = [point(from), to ? point(to) : [-1, -1]];
  const piece = ranks[r][c];
  ranks[r][c] = '.';
  if (to) ranks[row][column] = piece;
  writeRanks(app, ranks);
}

/** @param {import('../app.js').App} app @param {string[][]} ranks */
function writeRanks(app, ranks) {
  const board = ranks.map((rank) => rank.join('').replace(/\.+/g, (gap) => String(gap.length))).join('/');
  void change(app, [board, ...textOf(app).split(' ').slice(1)].join(' '));
}

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawSetup(app, host) {
  if (editor.game !== app.game || !host.childNodes.length) {
    Object.assign(editor, { game: app.game, chosen: '' });
    host.replaceChildren();
  }
  const text = textOf(app);
  const focus = /** @type {HTMLInputElement|null} */ (document.activeElement);
  if (focus && host.contains(focus) && focus.tagName !== 'BUTTON' && host.childNodes.length) {
    const play = /** @type {any} */ (host.querySelector('.main'));
    if (play) play.disabled = !!editor.error;
    return;
  }
  const area = h('textarea', { rows: app.game === 'tower' ? 12 : 2, 'aria-label': t('positionText'), spellcheck: 'false', oninput: (/** @type {any} */ event) => void change(app, event.target.value.trim().split(/\n/).map((/** @type {string} */ line) => line.trim()).join(app.game === 'tower' ? ';' : ' ')) });
  area.value = app.game === 'tower' ? text.replaceAll(';', '\n') : text;
  put(host, palette(app), form(app), h('label', { class: 'wide' }, t('positionText'), area), h('div', { class: 'switches' },
    button(t('play'), () => void app.setMode('play'), { class: 'main', disabled: !!editor.error }),
    button(t('usual'), () => void look(app.game, 'startpos', []).then((view) => change(app, view.fen))),
    button(t('discard'), () => {
      app.tree.draft = null;
      void app.setMode('play');
    })));
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
    const side = textOf(app).split(' ')[1];
    put(box, h('label', null, t('sideToMove'), ' ', h('select', { onchange: (/** @type {any} */ event) => void change(app, textOf(app).replace(/ \w/, ` ${event.target.value}`)) },
      h('option', { value: 'w', selected: side !== 'b' }, t('xiangqi.first')), h('option', { value: 'b', selected: side === 'b' }, t('xiangqi.second')))),
    button(t('clear'), () => void change(app, '3k5/9/9/9/9/9/9/9/9/4K4 w')));
  } else if (app.game === 'river') {
    const { own } = app.preview || app.view;
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
