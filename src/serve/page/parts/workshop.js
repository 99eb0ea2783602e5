// The text of a game of one's own, beside its board: checked while one types, and put on the board at once as long as no
// move was made.

import { alone } from '../aside.js';
import { button, h, hide, mark, put, when } from '../dom.js';
// The program makes this file of examples/games.
// @ts-ignore
import { GAMES } from '/games.js';
import { baseOf, rulesOf } from '../rules.js';
import { both, faultText, inRow, said as saidOf, t } from '../words.js';
import { Tree } from '../tree.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../words.js').Text} Text */
/** Something that is wrong with the text. @typedef {{line: number, key: string, problem: Text, at?: number}} Fault */

/** Longest text, in characters. */
const MOST = 100_000;
/** The text is checked when nobody has typed for so long, ms. */
const REST = 400;

/** The names of the games of a text, in their order. @param {string} text */
const namesIn = (text) => [...text.matchAll(/^[ \t]*\[\s*([\w.-]+)\s*(?::[^\]]*)?\]/gm)].map(([, name = '']) => name);

/** The base of the first game of a file; empty if it is not a file of games. @param {string} text */
export function baseOfFile(text) {
  const [name] = namesIn(text);
  return name && text.length <= MOST && /^\s*[a-z]\w*\s*=|^\s*\[[\w.-]+\s*:\s*[\w.-]+\s*\]/im.test(text) ? baseOf(name, text) : '';
}

/** What the engine says of a text in a language, fault by fault. @param {string} told @returns {{line: number, key: string, problem: string}[]} */
function faultsIn(told) {
  const list = told.replace(MORE, '').split(/[;；] ?(?:left out: |未收入：)?(?=line \d+: |第 \d+ 行：)/).map((part) => /^.*?(?:line |第 )(\d+)(?:: | 行：)(?:(\[[^\]]*\]|\w+)(?:: |：))?(.*)$/s.exec(part));
  return list.flatMap((found) => (found ? [{ line: Number(found[1]), key: found[2] || '', problem: found[3] || '' }] : []));
}

/** What the engine says where there are more faults than it names. */
const MORE = /[;；] ?(?:and|另有) (\d+) (?:more \(.*?\)|处（.*?）)/;

/** What was found about a text. @typedef {{text: string, name: string, fine: boolean, faults: Fault[], other: Text}} Checked */

/** The text of games. */
export class Workshop {
  /** The game whose texts these are, by the name of its board. */
  game = 'own';
  /** What to start from: names and texts. @type {[string, string][]} */
  examples = GAMES;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h('div', null);
    /** The tree whose text stands in the field, and its base. */
    this.shown = '';
    /** @type {any} */
    this.timer = 0;
    /** @type {Checked} */
    this.checked = { text: '', name: '', fine: false, faults: [], other: '' };
    /** What the engine remarked on a text. */
    this.remarked = { text: '', remark: /** @type {Text} */ ('') };
    this.area = this.field();
    this.fields = h('div', { class: 'fields' }, this.area);
    this.verdict = h('div', { id: 'rulesSaid', class: 'faults', 'aria-live': 'polite' });
    this.start = h('select', { onchange: () => void this.begin(this.start.value) });
    this.which = h('select', { onchange: () => void this.check(this.which.value).then(() => this.use(false)) });
    this.startLabel = h('label', null);
    this.whichLabel = h('label', null);
    this.tools = h('div', { class: 'switches' });
    put(this.element, h('div', { class: 'switches' }, this.startLabel, this.whichLabel), this.fields, this.verdict, this.tools);
  }

  /** A field for a text. */
  field() {
    return h('textarea', { rows: 16, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-describedby': 'rulesSaid', oninput: () => this.typed() });
  }

  /** What stands in the fields. @returns {string} */
  text() {
    return this.area.value;
  }

  /** @param {string} text */
  write(text) {
    this.area.value = text;
  }

  /** The games of a text, by name. @param {string} text */
  names(text) {
    return namesIn(text);
  }

  /** The name under which the engine is asked about a text that names no game; empty if it is not asked. @param {string} text @returns {string} */
  unnamed(text) {
    return text.includes('[') ? 'x' : '';
  }

  /** The text of the game that is on the board. */
  known() {
    return rulesOf(this.app.tree.base);
  }

  /** Names the fields. */
  label() {
    mark(this.area, 'aria-label', t('own.text'));
  }

  draw() {
    const { tree } = this.app;
    this.label();
    when(this.startLabel, [], () => {
      put(this.startLabel, h('span', null, t('own.from')), this.start);
      put(this.start, h('option', { value: '' }, '–'), this.examples.map(([file]) => h('option', { value: file }, file)));
      put(this.whichLabel, h('span', null, t('own.which')), this.which);
    });
    const key = `${tree.id} ${tree.base}`;
    if (key !== this.shown) {
      const { name, text } = this.known();
      const isOther = this.shown.split(' ')[0] !== tree.id;
      this.shown = key;
      // What is being typed stays.
      const wanted = tree.draft ?? text;
      if ((isOther || tree.draft === null) && this.text() !== wanted) this.write(wanted);
      // What was wrong with a link is told, though its text is fine.
      void this.check(name, this.app.alert);
    }
    this.fill();
  }

  fill() {
    const { checked } = this;
    const names = this.names(this.text());
    hide(this.whichLabel, names.length < 2);
    when(this.which, [names, checked.name], () => put(this.which, names.map((name) => h('option', { value: name, selected: name === checked.name }, name))));
    const { name, text } = this.known();
    const isNew = checked.fine && (name !== checked.name || text !== checked.text);
    when(this.verdict, [checked, isNew], () => put(this.verdict, checked.fine && !checked.other ? h('p', { class: 'fine' }, t(`${this.game}.${isNew ? 'ready' : 'fine'}`, { name: checked.name })) : null,
      checked.faults.length > 0 && h('ul', null, checked.faults.map((fault) => h('li', null, button(t(fault.key ? 'own.fault' : 'own.faultLine', { ...fault, problem: saidOf(fault.problem) }), () => this.select(fault), { class: 'plain' })))),
      checked.other && h('p', { class: 'bad' }, saidOf(checked.other))));
    when(this.tools, [isNew], () => put(this.tools, isNew && button(t('own.play'), () => this.use(true), { class: 'main' })));
  }

  /** Selects the line of a fault. @param {Fault} fault @param {HTMLTextAreaElement} field */
  select({ line }, field = this.area) {
    const lines = field.value.split('\n');
    const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(from, from + (lines[line - 1] || '').length);
  }

  /** Each letter is kept at once, because the page may be left at any time; the engine is asked after a rest. */
  typed() {
    const { tree } = this.app;
    tree.draft = this.text() === this.known().text ? null : this.text();
    this.app.keep();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(this.checked.name), REST);
  }

  /** Begins with a shipped game. @param {string} file */
  async begin(file) {
    const found = this.examples.find(([name]) => name === file);
    if (!found) return;
    const text = this.text();
    if (text.trim() && !this.examples.some(([, one]) => one.trim() === text.trim())) {
      // What somebody has written stays with its game, which Undo brings back.
      clearTimeout(this.timer);
      return this.app.replace(new Tree(baseOf(this.names(found[1])[0] || '', found[1])));
    }
    this.write(found[1]);
    await this.check('');
    this.use(true);
  }

  /** What is wrong, one by one. @param {Text} told by the engine @param {string} _text @returns {Fault[]} */
  faults(told, _text) {
    const chinese = faultsIn(saidOf(told, 'zh'));
    return faultsIn(saidOf(told, 'en')).map((fault, index) => ({ ...fault, problem: { en: fault.problem, zh: chinese[index]?.problem ?? fault.problem } }));
  }

  /** Asks the engine about a text. @param {string} text @param {string} name of its game @param {Text[]} said takes what it finds @returns {Promise<boolean>} whether it can be played */
  async inquire(text, name, said) {
    return alone(async (engine) => {
      // Games that are left out while others are fine come as a remark; only a new text has one.
      void engine.ask('text', '', 'isready').then((remark) => (this.remarked = { text, remark }));
      const { view, errors } = await engine.position('own', baseOf(name, text), []);
      engine.asked.delete('text');
      const fine = view?.game === 'own' && !errors.length;
      said.push(...errors.slice(0, 1).map((fault) => ({ ...faultText(fault), en: fault.message, ...(fault.translated && { zh: fault.translated.message }) })));
      if (fine && view.verdict.over) said.push(t('own.endsAtOnce', { reason: t(`code.${view.verdict.code}`) }));
      if (this.remarked.text === text && saidOf(this.remarked.remark, 'en').includes('left out: ')) said.push(this.remarked.remark);
      return fine;
    });
  }

  /** Asks the engine about the text; what it finds stands below. @param {string} wanted the game of the text, else its first @param {Text} [alert] what stays told */
  async check(wanted, alert = '') {
    const text = this.text();
    const names = this.names(text);
    // The engine says what is wrong with a name.
    const name = names.includes(wanted) ? wanted : names[0] || this.unnamed(text);
    /** @type {Text[]} */
    const said = [];
    let fine = false;
    if (text.length > MOST) said.push(both('own.tooLong', { n: MOST }));
    else if (!name) said.push(both('own.noGame'));
    else {
      fine = await this.inquire(text, name, said);
    }
    const { app } = this;
    if (text !== this.text()) return;
    const faults = said.flatMap((one) => this.faults(one, text));
    const all = inRow(said);
    const [, more = ''] = MORE.exec(saidOf(all, 'en')) || [];
    this.checked = { text, name, fine, faults, other: faults.length ? more && both('own.more', { n: more }) : said.length ? all : '' };
    this.fill();
    if (fine && !app.isHome && app.game === this.game && app.tree.draft !== null) this.use(false, alert);
  }

  /** Puts the checked game on the board: in place of a game without moves, else, if asked, as a new one. @param {boolean} isAsked @param {Text} [alert] */
  use(isAsked, alert = '') {
    const { app, checked } = this;
    const { tree } = app;
    const base = baseOf(checked.name, checked.text);
    const hasMoves = tree.root.children.length > 0;
    if (!checked.fine || base === tree.base || (hasMoves && !isAsked)) return;
    tree.draft = null;
    if (hasMoves) return app.replace(new Tree(base));
    this.shown = `${tree.id} ${base}`;
    tree.base = base;
    tree.root.view = null;
    app.adopt(tree, alert);
  }
}

