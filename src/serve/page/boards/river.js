// Priests and Devils. A click boards a person, Enter crosses. Each load shows the crossings left after it.

import { button, h, isStill, put, redraw, s, say, symbol, v, when } from '../dom.js';
import { lang, t } from '../words.js';
import { Puzzle } from './board.js';
import { late } from '../proof.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    'game.river': 'River', 'river.turn': 'Choose who crosses.', 'river.solved': 'All are across.', 'code.priests-outnumbered': 'the priests are outnumbered',
    crossed: '{load} across', 'people.P': '{n} priests', 'people.P1': '1 priest', 'people.D': '{n} devils', 'people.D1': '1 devil', and: ' and ', priest: 'Priest',
    devil: 'Devil', priests: 'Priests', devils: 'Devils', seats: 'Seats', boatRule: 'rule holds in the boat', boat: 'Boat', loads: 'Loads', ashore: 'All ashore',
    cross: 'Cross', aboard: '{n} of {most} aboard', forbidden: 'forbidden', banksAre: 'Left bank: {left}. Right bank: {right}. The boat is at the {shore}.', 'shore.left': 'left bank', 'shore.right': 'right bank', boatHas: 'In the boat: {load}.', noOne: 'nobody', 'left.crossings': '{n} left', 'spent.crossings': '{n} crossings so far',
    'best.crossings': '{n} crossings', 'river.example': 'P1D1', 'river.invite': 'Get everybody across: never more devils than priests.', 'river.goal': 'Get everybody across with as few crossings as can be.',
  },
  zh: {
    'game.river': '过河', 'river.turn': '请选择过河的人。', 'river.solved': '全部过河。', 'code.priests-outnumbered': '牧师少于魔鬼', crossed: '{load}过河', 'people.P': '{n} 名牧师',
    'people.P1': '1 名牧师', 'people.D': '{n} 个魔鬼', 'people.D1': '1 个魔鬼', and: '和', priest: '牧师', devil: '魔鬼', priests: '牧师', devils: '魔鬼', seats: '座位', boatRule: '船上也须遵守',
    boat: '船', loads: '可选乘客', ashore: '全部下船', cross: '过河', aboard: '船上 {n}/{most}', forbidden: '不允许', banksAre: '左岸：{left}。右岸：{right}。船在{shore}。', 'shore.left': '左岸', 'shore.right': '右岸', boatHas: '船上：{load}。', noOne: '无人', 'left.crossings': '还需 {n} 次', 'spent.crossings': '已过河 {n} 次', 'best.crossings': '{n} 次过河',
    'river.example': 'P1D1', 'river.invite': '让所有人过河：魔鬼不能多于牧师。', 'river.goal': '用最少的次数让所有人过河。',
  },
};

const [WIDTH, HEIGHT, BANK, GROUND] = [800, 250, 240, 130];
/** Maximum number of people drawn on a bank; more are counted. */
const MOST = 7;

/** @typedef {{priests: number, devils: number}} People */

/** A group of people in the engine's texts. */
const AMOUNT = /\b(?:P\d+)?D\d+\b|\bP\d+\b/g;

/** A load in the engine's spelling. @param {People} people */
const spell = ({ priests, devils }) => (priests ? `P${priests}` : '') + (devils ? `D${devils}` : '');

/** The people of a load such as `P1D1`, in words. @param {string} move @param {string} [language] */
function load(move, language = lang()) {
  const people = [...move.matchAll(/([PD])(\d+)/g)].map(([, kind, n]) => t(`people.${kind}${n === '1' ? '1' : ''}`, { n }, language));
  return people.join(t('and', {}, language));
}

/** A load in short: in the engine's spelling; in Chinese, in words. @param {string} move */
const loadText = (move) => (lang() === 'zh' ? load(move) : move);

/** The scenery: water between two banks. */
function land() {
  const [far, down] = [WIDTH - BANK, HEIGHT - GROUND];
  const grass = [...Array.from({ length: 15 }, (_, tuft) => 6 + tuft * 15.5), ...Array.from({ length: 15 }, (_, tuft) => far + 14 + tuft * 15.5)];
  return [
    v('rect', { class: 'sky', width: WIDTH, height: HEIGHT }),
    v('circle', { class: 'sun', cx: 690, cy: 38, r: 20 }),
    v('path', { class: 'hills', d: `M0 ${GROUND}Q70 66 150 102Q250 34 340 112Q430 76 520 108Q610 44 700 98Q760 78 800 ${GROUND}V${GROUND + 20}H0Z` }),
    v('rect', { class: 'water', x: BANK - 20, y: GROUND + 20, width: WIDTH - 2 * BANK + 40, height: down - 20 }),
    v('path', { class: 'waves', d: [42, 62, 84, 106].map((y, row) => `M${BANK + 30 - row * 9} ${GROUND + y}${'q9 -7 18 0t18 0m20 0'.repeat(5)}`).join('') }),
    v('path', { class: 'bank', d: `M0 ${GROUND}H${BANK - 12}Q${BANK + 2} ${GROUND} ${BANK} ${GROUND + 16}L${BANK - 14} ${HEIGHT}H0Z` }),
    v('path', { class: 'bank', d: `M${WIDTH} ${GROUND}H${far + 12}Q${far - 2} ${GROUND} ${far} ${GROUND + 16}L${far + 14} ${HEIGHT}H${WIDTH}Z` }),
    v('path', { class: 'grass', d: grass.map((x) => `M${x} ${GROUND + 5}l-3 -9l5 6l2 -10l2 10l5 -6l-3 9z`).join('') }),
  ];
}

export class River extends Puzzle {
  name = 'river';
  words = WORDS;
  keys = ['P D'];
  proof = late('river');
  // They take 5, 11, 9, 11, 19, 21 and 27 crossings.
  levels = ['fen 2 2 2', 'startpos', 'fen 4 4 3', 'fen 5 5 3', 'fen 6 5 2', 'fen 7 5 2', 'fen 9 6 2'];

  /** @param {any} view */
  picture({ own }) {
    const crowd = (/** @type {People} */ { priests, devils }, /** @type {number} */ x, /** @type {number} */ y) => {
      const list = [...Array(devils).fill('devil'), ...Array(priests).fill('priest')];
      const step = Math.min(28, 190 / list.length);
      return list.map((kind, index) => symbol(`r-${kind}`, x + (index - (list.length - 1) / 2) * step - 20, y - 60, 40, 62));
    };
    const boat = own.boat_at === 'left' ? BANK + 76 : WIDTH - BANK - 76;
    return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'picture river', 'aria-hidden': 'true' }, land(), crowd(own.left, BANK / 2, GROUND), crowd(own.right, WIDTH - BANK / 2, GROUND),
      symbol('r-boat', boat - 70, GROUND + 8, 140, 32), crowd(own.boat, boat, GROUND + 18));
  }

  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  open(app, host) {
    return new Banks(app, host);
  }

  /** @param {any} _view @param {string} move */
  describe(_view, move) {
    return t('crossed', { load: load(move) });
  }

  /** @param {string} reason @param {'en'|'zh'} language */
  refusal(reason, language) {
    return reason.replace(AMOUNT, (people) => load(people, language));
  }

  /** @param {string} move */
  short(move) {
    return loadText(move);
  }

  /** @param {import('../app.js').App} app */
  spent(app) {
    return t('spent.crossings', { n: app.tree.at.ply });
  }

  /** @param {import('./board.js').Edit} edit */
  fields({ view: { own }, change }) {
    const number = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ most) => h('input', { type: 'number', name, min: 0, max: most, value, class: 'small', oninput: () => write() });
    const people = (/** @type {'priests'|'devils'} */ kind) => own.left[kind] + own.right[kind] + own.boat[kind];
    const [priests, devils, seats] = [number('priests', people('priests'), 50), number('devils', people('devils'), 50), number('seats', own.capacity, 20)];
    const rule = h('input', { type: 'checkbox', name: 'rule', checked: own.boat_rule, onchange: () => write() });
    const write = () => change(`${priests.value} ${devils.value} ${seats.value}${rule.checked ? ' b' : ''}`);
    return [...[priests, devils, seats].map((field) => h('label', null, t(field.name), ' ', field)), h('label', null, rule, ' ', t('boatRule'))];
  }
}

class Banks {
  /** @param {import('../app.js').App} app @param {HTMLElement} host */
  constructor(app, host) {
    this.app = app;
    /** The people aboard. @type {People} */
    this.load = { priests: 0, devils: 0 };
    this.key_ = '';
    /** Whether a key of somebody on the board takes people aboard. */
    this.isBoarding = false;
    this.people = s('g');
    this.boat = s('g');
    this.picture = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'picture', 'aria-hidden': 'true' },
      land(), this.people, this.boat);
    this.crew = h('div', { class: 'crew', role: 'group', 'aria-label': t('boat') });
    this.loads = h('ul', { class: 'loads', 'aria-label': t('loads') });
    // The picture in words, and what a press did in it.
    this.words = h('p', { class: 'unseen' });
    this.aboard = h('p', { class: 'unseen', 'aria-live': 'polite' });
    put(host, h('div', { class: 'frame river' }, this.picture), this.words, this.aboard, this.crew, this.loads);
  }

  /** @param {any} own @returns {People} */
  shore(own) {
    return own[own.boat_at];
  }

  /** @param {any} view */
  draw(view) {
    const { own } = view;
    if (this.key_ !== view.key) this.load = { priests: 0, devils: 0 };
    this.scene(view);
    const boarded = this.app.preview ? { priests: 0, devils: 0 } : this.load;
    const aboard = { priests: own.boat.priests + boarded.priests, devils: own.boat.devils + boarded.devils };
    const shore = this.shore(own);
    const more = (/** @type {'priests'|'devils'} */ kind, /** @type {number} */ by) => {
      const count = this.load[kind] + by;
      if (count < 0 || count > shore[kind] || (by > 0 && aboard.priests + aboard.devils >= own.capacity)) return;
      this.load = { ...this.load, [kind]: count };
      this.app.render();
    };
    const told = (/** @type {People} */ people) => load(spell(people)) || t('noOne');
    const bank = (/** @type {'left'|'right'} */ side) => told(side === own.boat_at ? { priests: shore.priests - boarded.priests, devils: shore.devils - boarded.devils } : own[side]);
    say(this.words, t('banksAre', { left: bank('left'), right: bank('right'), shore: t(`shore.${own.boat_at}`) }));
    say(this.aboard, t('boatHas', { load: told(aboard) }));
    const empty = boarded.priests + boarded.devils === 0;
    when(this.crew, [view.key, boarded, !!this.app.preview], () => put(this.crew,
      button(`+ ${t('priest')}`, () => more('priests', 1), { disabled: boarded.priests >= shore.priests }),
      button(`+ ${t('devil')}`, () => more('devils', 1), { disabled: boarded.devils >= shore.devils }),
      button(t('ashore'), () => {
        this.load = { priests: 0, devils: 0 };
        this.app.render();
      }, { disabled: empty }),
      button(t('cross'), ({ detail }) => this.cross(detail), { disabled: empty, class: 'main' }),
      h('span', { class: 'seats' }, t('aboard', { n: aboard.priests + aboard.devils, most: own.capacity }))));
    // Enter presses what has the focus.
    if (this.isBoarding && !empty) this.crew.querySelector('.main')?.focus();
    this.isBoarding = false;
    this.list(view);
  }

  /** Once the boat is over, the same button takes it back: the second press of a double click is none. @param {number} [presses] */
  cross(presses = 0) {
    if (presses < 2 && spell(this.load)) void this.tryLoad(this.load);
  }

  /** A load that is forbidden is tried: the boat sets out, the devils close in on the priests, and it comes back. @param {People} people */
  async tryLoad(people) {
    const { app } = this;
    const { key, own: { boat_at: shore } } = app.view;
    this.load = people;
    app.render();
    const isDone = await app.play(spell(people));
    if (isDone || app.view?.key !== key || isStill()) {
      this.load = { priests: 0, devils: 0 };
      return app.render();
    }
    const way = (WIDTH - 2 * BANK - 152) * (shore === 'left' ? 0.4 : -0.4);
    const out = { transform: `translate(${way}px, 0)` };
    const turn = this.boat.animate([{ transform: 'none', easing: 'ease-out' }, { ...out, offset: 0.4 }, { ...out, offset: 0.6, easing: 'ease-in' }, { transform: 'none' }], { duration: 1400 });
    for (const devil of this.picture.querySelectorAll('[href="#r-devil"]')) {
      devil.animate([{ transform: 'none' }, { transform: 'translate(7px, -9px)' }, { transform: 'translate(-5px, 0)' }, { transform: 'none' }], { duration: 280, iterations: 2, delay: 400 });
    }
    await turn.finished.catch(() => null);
    if (app.view?.key !== key) return;
    this.load = { priests: 0, devils: 0 };
    app.render();
  }

  /** All loads of the people on this bank, including forbidden ones, which can be tried. @param {any} view */
  list(view) {
    const { app } = this;
    const { thinker } = app;
    const { own } = view;
    const shore = this.shore(own);
    const [p, d] = [shore.priests + own.boat.priests, shore.devils + own.boat.devils];
    const items = [];
    const seats = Math.min(own.capacity, p + d);
    for (let people = 1; people <= seats && items.length < 30; people++) {
      for (let devils = Math.max(0, people - p); devils <= Math.min(people, d) && items.length < 30; devils++) {
        const move = spell({ priests: people - devils, devils });
        const legal = view.moves.find((/** @type {any} */ mv) => mv.move === move);
        const value = app.showsValues && !app.preview ? thinker.values.get(move) : null;
        const words = legal ? (value ? value.words : '') : t('forbidden');
        const shown = loadText(move);
        const text = button('', ({ detail }) => detail < 2 && void this.tryLoad({ priests: people - devils, devils }), { class: `${value?.best ? 'best' : ''} ${legal ? '' : 'off'} ${thinker.hint === move ? 'hinted' : ''}`, 'aria-label': `${shown} ${words}, ${shown === move ? load(move) : move}`, disabled: view.verdict.over });
        put(text, h('b', null, shown), ` ${words}`, value?.best ? h('span', { 'aria-hidden': 'true' }, ' ▲') : '');
        items.push(h('li', null, text));
      }
    }
    redraw(this.loads, items);
  }

  /** @param {any} view */
  scene(view) {
    const { own } = view;
    const boarded = this.app.preview ? { priests: 0, devils: 0 } : this.load;
    const rest = (/** @type {'left'|'right'} */ side) => (own.boat_at === side
      ? { priests: own[side].priests - boarded.priests, devils: own[side].devils - boarded.devils } : own[side]);
    const x = own.boat_at === 'left' ? BANK + 76 : WIDTH - BANK - 76;
    redraw(this.people, this.crowd(rest('left'), BANK / 2, GROUND, own.boat_at === 'left', 1), this.crowd(rest('right'), WIDTH - BANK / 2, GROUND, own.boat_at === 'right', 1));
    const aboard = { priests: own.boat.priests + boarded.priests, devils: own.boat.devils + boarded.devils };
    redraw(this.boat, symbol('r-boat', x - 70, GROUND + 8, 140, 32), this.crowd(aboard, x, GROUND + 18, true, -1));
    if (this.key_ && this.key_ !== view.key && !isStill() && !this.app.preview) {
      const from = own.boat_at === 'left' ? WIDTH - 2 * BANK - 152 : -(WIDTH - 2 * BANK - 152);
      this.picture.querySelector('.waves')?.animate([{ transform: 'none' }, { transform: `translate(${Math.sign(from) * 28}px, 0)` }, { transform: 'none' }], { duration: 1800, easing: 'ease-in-out' });
      this.boat.animate([{ transform: `translate(${from}px, 0)` }, { transform: 'none' }], { duration: 600, easing: 'ease-in-out' });
    }
    this.key_ = view.key;
  }

  /** Draws people side by side; a crowd is drawn as one of each kind with the number. @param {People} people @param {number} x @param {number} y @param {boolean} live @param {number} by */
  crowd(people, x, y, live, by) {
    const total = people.priests + people.devils;
    const counted = total > MOST;
    const list = counted
      ? [...(people.devils ? ['devils'] : []), ...(people.priests ? ['priests'] : [])]
      : [...Array(people.devils).fill('devils'), ...Array(people.priests).fill('priests')];
    const step = counted ? 90 : 31;
    return list.map((kind, index) => {
      const at = x + (index - (list.length - 1) / 2) * step;
      const figure = kind === 'priests' ? symbol('r-priest', at - 20, y - 60, 40, 62) : symbol('r-devil', at - 20, y - 66, 40, 68);
      const board = () => {
        const count = this.load[/** @type {'priests'} */ (kind)] + by;
        const own = this.app.view.own;
        const full = this.load.priests + this.load.devils + own.boat.priests + own.boat.devils >= own.capacity;
        if (count >= 0 && !(by > 0 && full)) this.load = { ...this.load, [kind]: count };
        this.app.render();
      };
      return v('g', { class: live ? 'live' : '', onclick: live ? board : null }, figure, counted ? v('text', { x: at, y: y + 24, 'text-anchor': 'middle' }, String(people[/** @type {'priests'} */ (kind)])) : null);
    });
  }

  /** @param {string} key */
  key(key) {
    const kind = { p: 'priests', d: 'devils' }[key.toLowerCase()];
    if (key === 'Enter') this.cross();
    else if (kind) {
      const { own } = this.app.view;
      this.isBoarding = !!document.activeElement?.closest('#board');
      const field = /** @type {'priests'} */ (kind);
      const full = this.load.priests + this.load.devils + own.boat.priests + own.boat.devils >= own.capacity;
      if (this.load[field] < this.shore(own)[field] && !full) this.load = { ...this.load, [field]: this.load[field] + 1 };
      // At once: Enter may follow.
      this.app.draw();
    } else return false;
    return true;
  }
}
