// The set-up mode: a palette and the text of the position. The engine reports what is wrong with it.

import { carry } from './carry.js';
import { button, h, put, s, symbol } from '../dom.js';
import { look } from '../aside.js';
import { Tree } from '../tree.js';
import { reasonText, said, t } from '../words.js';

/** The fault of the draft, and the chosen piece. The draft itself is kept with the game. */
const editor = { game: '', error: /** @type {import('../words.js').Text} */ (''), chosen: '' };

/** The text of the position that is being set up. @param {import('../app.js').App} app @returns {string} */
export const textOf = (app) => app.tree.draft ?? app.view.fen;

/** @param {import('../app.js').App} app */
export const isEditing = (app) => app.tree.mode === 'setup';

/** @param {import('../app.js').App} app @param {string} text */
export function change(app, text) {
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
  editor.error = errors[0] ? reasonText(errors[0]) : '';
  app.alert = editor.error;
  // A text that is not a board does not clear the one shown.
  app.showPreview(errors.length ? app.board.sketch(app.preview || app.view, text) || app.preview : view, '');
}

/**
 * Leaves the set-up mode: a changed position becomes a new game. False if the engine refuses it, or if the new game was opened.
 * @param {import('../app.js').App} app @param {string} mode what comes next
 */
export async function leaveDraft(app, mode) {
  const { tree, game } = app;
  if (tree.draft === null) return true;
  const { view, errors } = await app.engine.position(game, `fen ${tree.draft}`, []);
  if (app.tree !== tree || tree.mode !== 'setup') return false;
  if (!view || errors.length) {
    app.alert = view ? t('notLeft', { reason: said(reasonText(errors[0])) }) : t('stopped');
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

/** The position that is being set up, for the board. @param {import('../app.js').App} app @param {(text: string) => void} take @returns {import('../boards/board.js').Edit} */
const editOf = (app, take) => ({ view: app.preview || app.view, text: () => textOf(app), change: take });

/** A press on the board while a position is set up. @param {import('../app.js').App} app @param {string} at */
export async function editorPress(app, at) {
  const take = (/** @type {string} */ text) => void change(app, text);
  const text = await app.board.place(editOf(app, take), at, editor.chosen);
  if (text !== null) take(text);
}

/** @param {import('../app.js').App} app @param {HTMLTextAreaElement} area */
const fieldsOf = (app, area) => app.board.fields(editOf(app, (changed) => {
  area.value = app.board.toText(changed);
  void change(app, changed);
}));

/** @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawSetup(app, host) {
  if (editor.game !== app.game || !host.childNodes.length) {
    Object.assign(editor, { game: app.game, chosen: '' });
    host.replaceChildren();
  }
  const text = textOf(app);
  const focus = document.activeElement;
  if (focus && host.contains(focus) && focus.tagName !== 'BUTTON' && host.childNodes.length) {
    const play = /** @type {any} */ (host.querySelector('.main'));
    if (play) play.disabled = !!editor.error;
    // The fields say what the text says.
    const [beside, written] = [host.querySelector('.fields'), /** @type {HTMLTextAreaElement|null} */ (host.querySelector('textarea'))];
    if (beside && written && focus === written) put(beside, fieldsOf(app, written));
    return;
  }
  const area = h('textarea', { rows: app.board.textRows, 'aria-label': t('positionText'), spellcheck: 'false', oninput: () => void change(app, app.board.toLine(area.value)) });
  area.value = app.board.toText(text);
  const fields = fieldsOf(app, area);
  put(host, palette(app), fields.length ? h('div', { class: 'switches fields' }, fields) : null, h('label', { class: 'wide' }, t('positionText'), area), h('div', { class: 'switches' },
    button(t('play'), () => void app.setMode('play'), { class: 'main', disabled: !!editor.error }),
    button(t('usual'), () => void look(app.game, 'startpos', []).then((view) => view && change(app, view.fen))),
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
  const pressed = (/** @type {string} */ what) => ({ 'aria-pressed': editor.chosen === what });
  const items = app.board.pieces().map(({ what, name, art }) => {
    if (!art) return button(name, choose(what), pressed(what));
    const one = button('', choose(what), { 'aria-label': name, ...pressed(what), class: 'piece', title: name });
    one.append(s('svg', { viewBox: '0 0 40 40', width: 32, height: 32, 'aria-hidden': 'true' }, symbol(art, 0, 0, 40)));
    one.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => carry(event, () => (editor.chosen = what), (cell) => cell?.click()));
    return one;
  });
  if (!items.length) return null;
  return h('div', { class: 'palette', role: 'group', 'aria-label': t('palette') }, button(t('erase'), choose(''), pressed('')), items);
}
