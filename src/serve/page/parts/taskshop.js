// The text of a puzzle of one's own: the domain and the problem beside each other.

import { alone } from '../aside.js';
import { hide, mark, put } from '../dom.js';
// The program makes this file of examples/puzzles.
// @ts-ignore
import { TASKS } from '/games.js';
import { mount } from '../proof.js';
import { baseOf, flatten, rulesOf } from '../rules.js';
import { t } from '../words.js';
import { Workshop } from './workshop.js';

/** @typedef {import('./workshop.js').Fault} Fault */

/** The names of the problems of a text. @param {string} text */
const problemsIn = (text) => [...flatten(text).line.matchAll(/\( ?define \( ?problem ([^\s()]+)/gi)].map(([, name = '']) => name);

/** The base of a file; empty if it is no puzzle with its domain. @param {string} text */
export function baseOfTask(text) {
  const [name] = problemsIn(text);
  return name && /\(\s*define\s*\(\s*domain\s/i.test(text) ? baseOf(name, text) : '';
}

/** Domain and problem of a text; the problem begins with its comment. @param {string} text @returns {[string, string]} */
function halves(text) {
  const at = /^(?:[ \t]*;.*\n)*[ \t]*\(\s*define\s*\(\s*problem\s/im.exec(text)?.index ?? text.length;
  return [text.slice(0, at).trimEnd(), text.slice(at).trimEnd()];
}

/** The text of domain and problem. @param {string[]} parts */
const whole = (parts) => `${parts.map((part) => part.trimEnd()).filter(Boolean).join('\n\n')}\n`;

class Taskshop extends Workshop {
  game = 'plan';
  /** @type {[string, string][]} */
  examples = TASKS;
  /** The field of the problem; the other one holds the domain. */
  problem = this.field();

  /** @param {import('../app.js').App} app */
  constructor(app) {
    super(app);
    put(this.fields, this.area, this.problem);
  }

  text() {
    return whole([this.area.value, this.problem.value]);
  }

  /** @param {string} text */
  write(text) {
    [this.area.value, this.problem.value] = halves(text);
  }

  /** @param {string} text */
  names(text) {
    return problemsIn(text).slice(0, 1);
  }

  known() {
    const { base } = this.app.tree;
    if (base.startsWith('rules ')) return rulesOf(base);
    const [, text = ''] = TASKS.find((/** @type {[string, string]} */ [name]) => name === 'wolf') || [];
    return { name: 'wolf-goat-cabbage', text: whole(halves(text)), position: 'startpos' };
  }

  unnamed() {
    return 'x';
  }

  label() {
    mark(this.area, 'aria-label', t('plan.domain'));
    mark(this.problem, 'aria-label', t('plan.problem'));
    hide(this.whichLabel, true);
  }

  /** A fault's column is that of the text in one line. @param {string} said @param {string} text @returns {Fault[]} */
  faults(said, text) {
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
  select({ at = 0 }) {
    const { isProblem, from } = this.place(at, this.text());
    const field = isProblem ? this.problem : this.area;
    field.focus();
    field.setSelectionRange(from, from + (/^\(?[^\s()]+|^./.exec(field.value.slice(from))?.[0].length || 0));
  }

  /** @param {string} text @param {string} name @param {string[]} said @returns {Promise<boolean>} */
  inquire(text, name, said) {
    return alone(async (engine) => {
      const { view, errors } = await engine.position('plan', baseOf(name, text), []);
      said.push(...errors.slice(0, 1).map(({ message }) => message));
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
