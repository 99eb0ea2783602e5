// The state of a puzzle of one's own: what is true, what is wanted, and the actions that are possible, with their values.

import { button, h, hide, mark, oneStop, put, s, settle, when } from '../dom.js';
import { legendOf } from '../parts/taskshop.js';
import { t } from '../words.js';
import { drawing } from './drawing.js';
import { argumentsOf, having, meant } from './legend.js';

/** @typedef {import('../app.js').App} App */

/** Number of ways to the goal that are listed. */
const WAYS = 3;

/** Words with the same first word together, in the order in which they come. @param {string[]} list @param {RegExp} cut @returns {Map<string, {what: string, rest: string}[]>} */
function grouped(list, cut) {
  const groups = new Map();
  for (const what of list) {
    const [head = '', rest = ''] = what.split(cut).filter(Boolean);
    if (!groups.has(head)) groups.set(head, []);
    groups.get(head).push({ what, rest: what.slice(head.length).replace(/[(),]+/g, ' ').trim() || rest });
  }
  return groups;
}

/** Facts as people sort them: t2 before t10. @type {(list: string[]) => string[]} */
export const inOrder = (list) => [...list].sort(new Intl.Collator('en', { numeric: true }).compare);

export class Atoms {
  /** @param {App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    /** The objects that are pressed in the picture, one after the other, and the state in which they were. */
    this.pressed = { key: '', list: /** @type {string[]} */ ([]) };
    this.picture = h('div', { class: 'card drawn' });
    this.goal = h('section', { class: 'card' });
    this.state = h('section', { class: 'card' });
    this.actions = h('div', { class: 'card', role: 'toolbar' });
    oneStop(this.actions);
    put(host, h('div', { class: 'frame atoms' }, this.picture, this.actions, this.goal, this.state));
  }

  /** @param {any} view */
  draw(view) {
    const { own } = view;
    if (!own) return;
    const isTrue = new Set([...own.atoms, ...own.constants]);
    const holds = (/** @type {string} */ atom) => (atom.startsWith('not ') ? !isTrue.has(atom.slice(4)) : isTrue.has(atom));
    when(this.goal, [own.goals, own.atoms], () => put(this.goal, h('h2', null, t('plan.goal')), own.goals.slice(0, WAYS).map((/** @type {string[]} */ way, /** @type {number} */ index) =>
      [index > 0 && h('p', { class: 'quiet' }, t('plan.or')), h('ul', null, inOrder(way).map((atom) => h('li', { class: holds(atom) ? 'holds' : null }, h('span', { role: 'img', 'aria-label': t(holds(atom) ? 'plan.holds' : 'plan.open') }, holds(atom) ? '✓' : '○'), ` ${atom}`)))]).flat()));
    when(this.state, [own.problem, own.atoms], () => put(this.state, h('h2', null, t('plan.state', { name: own.problem })), [...grouped(inOrder(own.atoms), /\s/)].map(([name, list]) =>
      h('p', null, h('b', null, name), ' ', list.map(({ rest }) => h('span', { class: 'atom' }, rest || '✓'))))));
    this.drawPicture(view);
    this.drawActions(view);
  }

  /** @param {any} view */
  drawPicture(view) {
    const { app } = this;
    const legend = legendOf(app.tree.base);
    hide(this.picture, !legend);
    if (!legend) return;
    if (this.pressed.key !== view.key || app.preview) this.pressed = { key: view.key, list: [] };
    const moves = app.preview ? [] : view.moves.map((/** @type {any} */ one) => one.move);
    const { list } = this.pressed;
    const hint = argumentsOf(app.thinker.hint || '');
    const left = having(moves, list).length;
    const isNext = (/** @type {string} */ one) => list.length > 0 && !list.includes(one) && having(moves, [...list, one]).length % left > 0;
    const sign = (/** @type {string[]} */ objects, /** @type {boolean} */ isPlace) => [objects.some((one) => list.includes(one)) && !isPlace && 'picked', objects.some(isNext) && 'target', objects.some((one) => hint.includes(one)) && 'hinted'].filter(Boolean).join(' ');
    when(this.picture, [legend.key, view.key, list, hint, !!app.preview], () => {
      const { width, height, ground, shapes, places, things } = drawing(legend, view.own, sign);
      const press = (/** @type {Event} */ event) => {
        const at = /** @type {Element} */ (event.target).closest('[data-objects]');
        const { pressed, move } = meant(moves, list, at?.getAttribute('data-objects')?.split(' ') || [], places, things);
        this.pressed = { key: view.key, list: move ? [] : pressed };
        if (move) void app.play(move);
        else app.render();
      };
      put(this.picture, s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': t('plan.picture'), onclick: press }, ground, shapes));
    });
  }

  /** @param {any} view */
  drawActions(view) {
    const { app } = this;
    const { thinker } = app;
    const values = app.showsValues && !app.preview ? thinker.values : new Map();
    mark(this.actions, 'aria-label', t('plan.actions'));
    const list = view.moves.map((/** @type {any} */ one) => one.move);
    const near = this.pressed.list.length ? having(list, this.pressed.list) : [];
    when(this.actions, [view.key, list, near, [...values].map(([move, value]) => [move, value.text, value.good]), thinker.hint, !!app.preview], () => {
      const had = document.activeElement instanceof HTMLElement && this.actions.contains(document.activeElement) ? document.activeElement.dataset.move : '';
      put(this.actions, h('h2', null, t('plan.actions')), list.length ? null : h('p', { class: 'quiet' }, t(view.verdict.over ? 'plan.solved' : 'plan.none')), [...grouped(list, /[(),]/)].map(([name, group]) => h('p', null, h('b', null, name), ' ', group.map(({ what, rest }) => {
        const value = values.get(what);
        const worth = value ? `${value.best ? '★ ' : ''}${value.text}` : '';
        return button([rest || name, value && ' ', value && h('small', { class: value.good }, worth)], () => void app.play(what), {
          class: `act ${thinker.hint === what ? 'hinted' : ''} ${near.includes(what) ? 'near' : ''}`, 'data-move': what, 'aria-label': [`${app.board.describe(view, what)} ${worth}`.trim(), value?.words].filter(Boolean).join(t('comma')), disabled: !!app.preview,
        });
      }))), view.more_moves > 0 && h('p', { class: 'quiet' }, t('andMore', { n: view.more_moves })));
      settle(this.actions);
      const again = had !== undefined && had !== '' ? this.actions.querySelector('button.act') : null;
      if (again) /** @type {HTMLElement} */ (again).focus();
    });
  }
}
