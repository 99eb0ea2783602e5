// The text of a puzzle of one's own: the domain and the problem beside each other, below them the legend of its picture.

import { alone } from '../aside.js';
import { hide, mark, put } from '../dom.js';
// The program makes this file of examples/puzzles.
// @ts-ignore
import { LEGENDS, TASKS } from '/games.js';
import { apart, asComments, readLegend } from '../boards/legend.js';
import { mount } from '../proof.js';
import { baseOf, flatten, rulesOf } from '../rules.js';
import { both, reasonText, said as saidOf, t } from '../words.js';
import { Workshop } from './workshop.js';

/** @typedef {import('./workshop.js').Fault} Fault */

/** The names of the problems of a text. @param {string} text */
const problemsIn = (text) => [...flatten(text).line.matchAll(/\( ?define ?\( ?problem ([^\s()]+)/gi)].map(([, name = '']) => name);

/** What a text defines: `domain`, `problem`, or another word. @param {string} text */
const definedIn = (text) => [...flatten(text).line.matchAll(/\( ?define\b ?\(? ?([^\s()]*)/gi)].map(([, kind = '']) => kind.toLowerCase());

/** The half of a puzzle that a text is, and the name of its domain; null if it is another text. @param {string} text @returns {{kind: string, domain: string}|null} */
export function halfOf(text) {
  const [kind = '', ...more] = definedIn(text);
  if (more.length || !['domain', 'problem'].includes(kind)) return null;
  const [, domain = ''] = /\( ?:?domain ([^\s()]+)/i.exec(flatten(text).line) || [];
  return { kind, domain: domain.toLowerCase() };
}

/**
 * What the text of a puzzle is joined of if a file is opened: the file, and the other half if that waits in its field. None if it
 * is neither a puzzle nor the legend of the one that is on.
 * @param {string} text @param {import('../app.js').App} app @param {string} domain the text of the domain, if that is another file @returns {string[]}
 */
export function taskParts(text, { game, tree }, domain) {
  if (domain) return [domain, text];
  const draft = game === 'plan' ? tree.draft : null;
  if (!definedIn(text).length) {
    const [known, problem] = game === 'plan' ? halves(draft ?? knownText(tree.base).text) : [''];
    const legend = readLegend(text, known);
    return known && legend.lines.length && legend.rules.length ? [whole([known, problem || '', text])] : [];
  }
  const [half, waiting] = [halfOf(text), halfOf(draft || '')];
  if (!draft || !half || !waiting || half.kind === waiting.kind) return [text];
  return half.kind === 'problem' ? [draft.trimEnd(), text] : [text, draft.trimEnd()];
}

/** Between the domain and the problem. */
const GAP = '\n\n';

/** A text of its parts. @param {string[]} parts */
export const joined = (parts) => parts.map((part) => part.trimEnd()).join(GAP);

/** The base of a puzzle, with its text as the fields hold it. @param {string} text */
export const baseOfTask = (text) => baseOf(problemsIn(text)[0] || NAMELESS, whole(halves(text)));

/** The name of a puzzle that has none yet. */
const NAMELESS = 'x';

/** What is said of a text that is one half only; empty if it has both. @param {string} text */
function missing(text) {
  const half = halfOf(text);
  return half ? (half.kind === 'domain' ? 'plan.noProblem' : 'plan.noDomain') : '';
}

/** Where the engine finds a fault, in either language, as a place in the text; null if it names none. @param {string} said @param {string} text @returns {{at: number, problem: string}|null} */
function placed(said, text) {
  const [, column = '', problem = ''] = /(?:line |第 )1(?: column | 行第 )(\d+)(?:: | 列有误：)(.*)$/s.exec(said) || [];
  if (!column) return null;
  const { places } = flatten(text);
  return { at: places[Math.min(Number(column) - 1, places.length - 1)] || 0, problem };
}

/**
 * What is wrong with a puzzle, with its place in the part that it is in; empty if nothing is.
 * @param {string[]} parts @returns {Promise<import('../words.js').Text>}
 */
export async function faultOf(parts) {
  const text = joined(parts);
  if (missing(text)) return both(missing(text));
  const { errors: [refused] } = await alone((engine) => engine.position('plan', baseOfTask(text), []));
  if (!refused) return '';
  const told = reasonText(refused);
  const [found, inChinese] = [placed(told.en, text), placed(told.zh, text)];
  if (!found) return told;
  const [first = '', second = ''] = parts;
  const start = first.trimEnd().length + GAP.length;
  const isSecond = !!second && found.at >= start;
  const lines = (isSecond ? second.slice(0, found.at - start) : first.slice(0, found.at)).split('\n');
  const words = (/** @type {'en'|'zh'} */ language) => t(second ? 'plan.faultIn' : 'plan.faultAt', {
    part: t(isSecond ? 'plan.inProblem' : 'plan.inDomain', {}, language), line: lines.length, column: [...(lines.at(-1) || '')].length + 1,
    problem: (language === 'zh' && inChinese ? inChinese : found).problem,
  }, language);
  return { en: words('en'), zh: words('zh') };
}

/** What is wrong with a text that is a legend, but not one of the puzzle that is on; empty if it is another text. @param {string} text @param {string} on the base of the puzzle that is on, empty if none is */
export function legendFault(text, on) {
  const [domain] = on ? halves(knownText(on).text) : [''];
  const { lines, faults: [fault] } = readLegend(text, domain);
  const isLegend = lines.length && fault && /^(row|places)\s/m.test(text) && /^[^;:\n]*\?[^:\n]*:\s*(tile|disc|bar|fill)\b/m.test(text);
  if (!isLegend) return '';
  return on ? t('legend.other', { n: fault.line, problem: fault.problem }) : t('legend.first');
}

/** Why a file is refused, with its place if the engine names one. @param {import('../net.js').Fault} refused @returns {import('../words.js').Text} */
export function refusalOf(refused) {
  const told = reasonText(refused);
  const words = (/** @type {'en'|'zh'} */ language) => {
    const [, line = '', column = '', problem = ''] = /(?:line |第 )(\d+)(?: column | 行第 )(\d+)(?: 列)?[)）](?:有误)?[:：] ?(.*)$/s.exec(told[language]) || [];
    return line ? t('plan.place', { line, column, problem }, language) : told[language];
  };
  return { en: words('en'), zh: words('zh') };
}

/** What begins the lines of moves in the file of a puzzle of one's own: to PDDL they are comments. */
export const MOVES = '; moves: ';

/** The text of a puzzle without its lines of moves, and these. @param {string} text @returns {[string, {index: number, base: string, moves: string[]}[]]} */
export function movesApart(text) {
  const lines = text.split(/\r?\n/);
  const isMoves = (/** @type {string} */ line) => line.startsWith(MOVES);
  return [lines.filter((line) => !isMoves(line)).join('\n').trimEnd(), lines.flatMap((line, index) => (isMoves(line) ? [{ index, base: '', moves: line.slice(MOVES.length).trim().split(/\s+/) }] : []))];
}

/** The line between a domain and a problem that could not be told apart without it. */
const CUT = ';; problem';

/** Domain, problem and legend of a text; the problem begins with its comments. @param {string} text @returns {[string, string, string]} */
export function halves(text) {
  const [plain, legend] = apart(text);
  const cut = `\n${plain}`.indexOf(`\n${CUT}\n`);
  const at = cut >= 0 ? cut : /^(?:[ \t]*(?:;.*)?\n)*[ \t]*\(\s*define\s*\(\s*problem\b/im.exec(plain)?.index ?? plain.length;
  const [domain, rest] = [plain.slice(0, at).trimEnd(), plain.slice(cut >= 0 ? at + CUT.length + 1 : at)];
  // Behind the domain stands an empty line.
  return [domain, (domain && cut < 0 ? rest.replace(/^[ \t]*\n/, '') : rest).trimEnd(), legend.trimEnd()];
}

/** The text of domain, problem and legend. @param {string[]} parts */
export function whole([domain = '', problem = '', legend = '']) {
  const inRow = (/** @type {string[]} */ parts) => `${parts.map((part) => part.trimEnd()).filter(Boolean).join(GAP)}\n`;
  const drawn = legend.trim() && asComments(legend);
  const plain = inRow([domain, problem, drawn]);
  return halves(plain)[1] === problem.trimEnd() ? plain : inRow([domain, `${CUT}\n${problem}`, drawn]);
}

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
    return NAMELESS;
  }

  label() {
    const fields = { domain: this.area, problem: this.problem, legend: this.legend };
    for (const [name, field] of Object.entries(fields)) for (const what of ['aria-label', 'placeholder']) mark(field, what, t(`plan.${name}`));
    hide(this.whichLabel, true);
  }

  /** A fault's column is that of the text in one line. @param {import('../words.js').Text} told @param {string} text @returns {Fault[]} */
  faults(told, text) {
    const said = saidOf(told);
    const [, line = '', drawn = ''] = /^legend (\d+): (.*)$/s.exec(said) || [];
    if (line) return [{ line: Number(line), key: t('plan.inLegend'), problem: drawn }];
    const found = placed(said, text);
    if (!found) return [];
    const { at, problem } = found;
    const { field, from } = this.place(at);
    return [{ line: field.value.slice(0, from).split('\n').length, key: t(field === this.problem ? 'plan.inProblem' : 'plan.inDomain'), problem, at }];
  }

  /** Where a letter of the whole text stands in its field. @param {number} at */
  place(at) {
    const [domain, problem] = [this.area, this.problem].map(({ value }) => value.trimEnd());
    const start = this.text().indexOf(problem, domain.length);
    return problem && at >= domain.length ? { field: this.problem, from: Math.max(0, at - start) } : { field: this.area, from: at };
  }

  /** Selects the word at a fault. @param {Fault} fault */
  select(fault) {
    if (fault.at === undefined) return super.select(fault, this.legend);
    const { field, from } = this.place(fault.at);
    field.focus();
    field.setSelectionRange(from, from + (/^\(?[^\s()]+|^./.exec(field.value.slice(from))?.[0].length || 0));
  }

  /** @param {string} text @param {string} name @param {import('../words.js').Text[]} said @returns {Promise<boolean>} */
  async inquire(text, name, said) {
    if (missing(text)) {
      said.push(t(missing(text)));
      return false;
    }
    return alone(async (engine) => {
      const { view, errors } = await engine.position('plan', baseOf(name, text), []);
      const [refused] = errors;
      if (refused) said.push(saidOf(reasonText(refused)));
      // The picture is of what the text describes: what is wrong there comes first.
      if (!errors.length) said.push(...readLegend(halves(text)[2], text).faults.map(({ line, problem }) => `legend ${line}: ${problem}`));
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
