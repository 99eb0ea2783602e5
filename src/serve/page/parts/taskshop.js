// The text of a puzzle of one's own: the domain and the problem beside each other, below them the legend of its picture.

import { alone } from '../aside.js';
import { hide, mark, put } from '../dom.js';
// The program makes this file of examples/puzzles.
// @ts-ignore
import { LEGENDS, TASKS } from '/games.js';
import { apart, asComments, readLegend } from '../boards/legend.js';
import { mount } from '../proof.js';
import { baseOf, flatten, rulesOf } from '../rules.js';
import { t } from '../words.js';
import { Workshop } from './workshop.js';

/** @typedef {import('./workshop.js').Fault} Fault */

/** The names of the problems of a text. @param {string} text */
const problemsIn = (text) => [...flatten(text).line.matchAll(/\( ?define \( ?problem ([^\s()]+)/gi)].map(([, name = '']) => name);

/** The base of a file; empty if it is neither a puzzle with its domain nor the legend of one. @param {string} text @param {string} on the base of the puzzle that is on, if one is @param {string|null} draft its text as it is being changed */
export function baseOfTask(text, on, draft) {
  const [name] = problemsIn(text);
  const { text: known, name: knownName } = knownText(on || 'fen ');
  const [domain, problem] = halves(draft ?? known);
  const legend = readLegend(text, domain);
  if (!name && domain && legend.lines.length && legend.rules.length) return baseOf(problemsIn(problem)[0] || knownName, whole([domain, problem, text]));
  return name && /\(\s*define\s*\(\s*domain\s/i.test(text) ? baseOf(name, text) : '';
}

/** What is wrong with a text that is a legend, but not one of the puzzle that is on; empty if it is another text. @param {string} text @param {string} on the base of the puzzle that is on, empty if none is */
export function legendFault(text, on) {
  const [domain] = on ? halves(knownText(on).text) : [''];
  const { lines, faults: [fault] } = readLegend(text, domain);
  const isLegend = lines.length && fault && /^(row|places)\s/m.test(text) && /^[^;:\n]*\?[^:\n]*:\s*(tile|disc|bar|fill)\b/m.test(text);
  if (!isLegend) return '';
  return on ? t('legend.other', { n: fault.line, problem: fault.problem }) : t('legend.first');
}

/** Domain, problem and legend of a text; the problem begins with its comment. @param {string} whole @returns {[string, string, string]} */
function halves(whole) {
  const [text, legend] = apart(whole);
  const at = /^(?:[ \t]*;.*\n)*[ \t]*\(\s*define\s*\(\s*problem\s/im.exec(text)?.index ?? text.length;
  return [text.slice(0, at).trimEnd(), text.slice(at).trimEnd(), legend.trimEnd()];
}

/** The text of domain, problem and legend. @param {string[]} parts */
const whole = ([domain = '', problem = '', legend = '']) => `${[domain, problem, legend.trim() && asComments(legend)].map((part) => part.trimEnd()).filter(Boolean).join('\n\n')}\n`;

/** The shipped puzzles with their legends. @type {[string, string][]} */
const PUZZLES = TASKS.map((/** @type {[string, string]} */ [name, text]) => [name, whole([...halves(text).slice(0, 2), LEGENDS[name] || ''])]);

/** The text of the puzzle of a base. @param {string} base */
export function knownText(base) {
  if (base.startsWith('rules ')) return rulesOf(base);
  const text = base.startsWith('fen ') ? base.slice(4) : (PUZZLES.find(([name]) => name === 'wolf') || ['', ''])[1];
  return { name: problemsIn(text)[0] || '', text, position: 'startpos' };
}

/** The legend that was read last. @type {{key: string, found: (import('../boards/legend.js').Legend & {key: string})|null}} */
let read = { key: '', found: null };

/** The legend of the puzzle of a base; null if it has none. @param {string} base */
export function legendOf(base) {
  if (read.key !== base) {
    const [domain, , legend] = halves(knownText(base).text);
    const found = readLegend(legend, domain);
    read = { key: base, found: found.lines.length ? { ...found, key: legend } : null };
  }
  return read.found;
}

class Taskshop extends Workshop {
  game = 'plan';
  /** @type {[string, string][]} */
  examples = PUZZLES;
  /** The fields of the problem and of the legend; the other one holds the domain. */
  problem = this.field();
  legend = this.field();

  /** @param {import('../app.js').App} app */
  constructor(app) {
    super(app);
    put(this.fields, this.area, this.problem);
    this.legend.rows = 5;
    this.fields.after(this.legend);
  }

  text() {
    return whole([this.area.value, this.problem.value, this.legend.value]);
  }

  /** @param {string} text */
  write(text) {
    [this.area.value, this.problem.value, this.legend.value] = halves(text);
  }

  /** @param {string} text */
  names(text) {
    return problemsIn(text).slice(0, 1);
  }

  known() {
    return knownText(this.app.tree.base);
  }

  unnamed() {
    return 'x';
  }

  label() {
    mark(this.area, 'aria-label', t('plan.domain'));
    mark(this.problem, 'aria-label', t('plan.problem'));
    mark(this.legend, 'aria-label', t('plan.legend'));
    mark(this.legend, 'placeholder', t('plan.legend'));
    hide(this.whichLabel, true);
  }

  /** A fault's column is that of the text in one line. @param {string} said @param {string} text @returns {Fault[]} */
  faults(said, text) {
    const [, line = '', drawn = ''] = /^legend (\d+): (.*)$/s.exec(said) || [];
    if (line) return [{ line: Number(line), key: t('plan.inLegend'), problem: drawn }];
    const [, column = '', problem = ''] = /line 1 column (\d+): (.*?)(?:; no position is set)?$/.exec(said) || [];
    if (!column) return [];
    const { places } = flatten(text);
    const at = places[Math.min(Number(column) - 1, places.length - 1)] || 0;
    const { from, isProblem } = this.place(at, text);
    const [domain, own] = halves(text);
    return [{ line: (isProblem ? own : domain).slice(0, from).split('\n').length, key: t(isProblem ? 'plan.inProblem' : 'plan.inDomain'), problem, at }];
  }

  /** Where a letter of the whole text stands in its field. @param {number} at @param {string} text */
  place(at, text) {
    const [domain, problem] = halves(text);
    const isProblem = !!problem && at >= domain.length;
    return { isProblem, from: isProblem && domain ? Math.max(0, at - domain.length - 2) : at };
  }

  /** Selects the word at a fault. @param {Fault} fault */
  select(fault) {
    if (fault.at === undefined) return super.select(fault, this.legend);
    const { at } = fault;
    const { isProblem, from } = this.place(at, this.text());
    const field = isProblem ? this.problem : this.area;
    field.focus();
    field.setSelectionRange(from, from + (/^\(?[^\s()]+|^./.exec(field.value.slice(from))?.[0].length || 0));
  }

  /** @param {string} text @param {string} name @param {string[]} said @returns {Promise<boolean>} */
  inquire(text, name, said) {
    return alone(async (engine) => {
      const { view, errors } = await engine.position('plan', baseOf(name, text), []);
      const [domain, , legend] = halves(text);
      said.push(...errors.slice(0, 1).map(({ message }) => message));
      // The picture is of what the text describes: what is wrong there comes first.
      if (!errors.length) said.push(...readLegend(legend, domain).faults.map(({ line, problem }) => `legend ${line}: ${problem}`));
      return view?.game === 'plan' && !errors.length;
    });
  }
}

/** Texts, by the board that they belong to. @type {Record<string, Workshop>} */
const made = {};

/** The text of the game or puzzle that is on. @param {import('../app.js').App} app @param {HTMLElement} host */
export function drawRulesText(app, host) {
  const own = (made[app.game] ??= app.isPuzzle ? new Taskshop(app) : new Workshop(app));
  mount(host, own.element);
  own.draw();
}
