// Legends: which facts of a puzzle of one's own are drawn where, and which action is meant by what is pressed in the picture.

import { t } from '../words.js';

/** A line of the picture, and of the legend: square cells, or wide places with their names. @typedef {{isRow: boolean, names: string[], line: number}} Line */
/**
 * What is drawn for a fact: `place` may hold variables; `isOn` if it names a thing to stand on.
 * @typedef {{isWanted: boolean, fact: string[], look: string, text: string, size: [number, number], colour: string, times: string, place: string, isOn: boolean}} Rule
 */
/** @typedef {{lines: Line[], rules: Rule[], faults: {line: number, problem: string}[]}} Legend */

/** What begins the lines of a legend in the text of its puzzle, for which they are comments. */
const SIGN = ';:';
const LOOKS = ['tile', 'disc', 'bar', 'fill'];
const COLOURS = ['white', 'black', 'grey', 'red', 'green', 'blue', 'yellow', 'brown'];

/** Largest number of lines of a legend, and of places in one of them. */
const MOST = 100;

/** The legend in a text, and the text without it. @param {string} text @returns {[string, string]} */
export function apart(text) {
  const isLegend = (/** @type {string} */ line) => line.trimStart().startsWith(SIGN);
  const lines = text.split('\n');
  const legend = lines.filter(isLegend).map((line) => line.trimStart().slice(SIGN.length).replace(/^ /, ''));
  return [lines.filter((line) => !isLegend(line)).join('\n'), legend.join('\n')];
}

/** A legend as comments of a text. @param {string} legend */
export const asComments = (legend) => legend.trimEnd().split('\n').map((line) => `${SIGN} ${line}`.trimEnd()).join('\n');

/** The words of a line without its comment; those in quotes keep their case. @param {string} line @returns {string[]} */
const wordsOf = (line) => (line.match(/;.*|"[^"]*"|:|[^\s:";]+|"/g) || []).filter((word) => !word.startsWith(';')).map((word) => (word.startsWith('"') ? word : word.toLowerCase()));

/** The text of a puzzle without comments and types. @param {string} text */
const plainOf = (text) => text.replace(/;.*/g, '').toLowerCase().replace(/\s-\s*(\(\s*either\s[^()]*\)|[^\s()]+)/g, ' ');

/** The objects of a puzzle; null if the text has none. @param {string} plain @returns {Set<string>|null} */
function objectsIn(plain) {
  const lists = [...plain.matchAll(/\(\s*:(objects|constants)\s([^()]*)/g)];
  return lists.some(([, kind]) => kind === 'objects') ? new Set(lists.flatMap(([, , list = '']) => list.split(/\s+/))) : null;
}

/** How many arguments each predicate of a domain has. @param {string} plain @returns {Map<string, number>} */
function predicatesIn(plain) {
  const list = plain.slice(plain.indexOf('(:predicates') + 1).match(/^:predicates\s*((?:\([^()]*\)\s*)*)/)?.[1] || '';
  return new Map([...list.matchAll(/\(\s*([^\s()]+)([^()]*)\)/g)].map(([, name = '', rest = '']) => [name, (rest.match(/\?/g) || []).length]));
}

/** Reads a legend for a puzzle, or for its domain alone. What is faulty is left out and told, line by line. @param {string} legend @param {string} puzzle @returns {Legend} */
export function readLegend(legend, puzzle) {
  const plain = plainOf(puzzle);
  const [predicates, objects] = [predicatesIn(plain), objectsIn(plain)];
  /** @type {Legend} */
  const found = { lines: [], rules: [], faults: [] };
  legend.split('\n').forEach((text, index) => {
    const words = index < MOST ? wordsOf(text) : [];
    const problem = index === MOST || words.length > MOST ? t('legend.many', { n: MOST }) : words.length ? readLine(words, predicates, found, index + 1) : '';
    if (problem) found.faults.push({ line: index + 1, problem });
  });
  // A place is an object, or one that a fact is drawn in. Where another line is faulty, it may have meant that.
  const used = new Set(found.rules.map(({ place }) => place));
  const isKnown = (/** @type {string} */ name) => /^[-~]$/.test(name) || used.has(name) || name.split('/').every((part) => objects?.has(part));
  const strange = !objects || found.faults.length ? [] : found.lines.flatMap(({ names, line }) => names.filter((name) => !isKnown(name)).map((name) => ({ line, problem: t('legend.object', { name }) })));
  found.faults.push(...strange);
  if (found.rules.length && !found.lines.length) found.faults.push({ line: 1, problem: t('legend.noRow') });
  return found;
}

/** Reads a line; returns what is wrong with it. @param {string[]} words @param {Map<string, number>} predicates @param {Legend} found @param {number} line @returns {string} */
function readLine(words, predicates, found, line) {
  const [first = '', ...names] = words;
  const colon = words.indexOf(':');
  if (colon < 0 && (first === 'row' || first === 'places')) {
    const known = new Set(found.lines.flatMap((line) => line.names));
    const twice = names.find((name, at) => !/^[-~]$/.test(name) && (known.has(name) || names.indexOf(name) < at));
    if (!names.length || twice) return twice ? t('legend.twice', { name: twice }) : t('legend.noName');
    found.lines.push({ isRow: first === 'row', names, line });
    return '';
  }
  if (colon < 1) return t('legend.line', { word: first });
  const isWanted = first === 'wanted' && colon > 1;
  const fact = words.slice(isWanted ? 1 : 0, colon);
  const [name = '', ...args] = fact;
  const count = predicates.get(name);
  if (count === undefined) return t('legend.predicate', { name });
  if (count !== args.length) return t('legend.arguments', { name, n: count });
  const rule = { isWanted, fact, look: '', text: '', size: /** @type {[number, number]} */ ([1, 1]), colour: '', times: '', place: '', isOn: false };
  const problem = readLook(words.slice(colon + 1), rule) || unknown(rule, args);
  if (!problem) found.rules.push(rule);
  return problem;
}

/** Reads what stands behind the colon. @param {string[]} words @param {Rule} rule @returns {string} what is wrong */
function readLook(words, rule) {
  rule.look = words[0] || '';
  if (!LOOKS.includes(rule.look)) return t('legend.look', { word: rule.look });
  for (let at = 1; at < words.length; at++) {
    const word = words[at] || '';
    if (['in', 'on', 'times'].includes(word)) {
      const next = words[++at];
      if (!next || (word !== 'times' && (rule.place || words.length > at + 1))) return t('legend.place', { word });
      if (word === 'times') rule.times = next;
      else Object.assign(rule, { place: next, isOn: word === 'on' });
    } else if (/^\d+x\d+$/.test(word)) {
      rule.size = /** @type {[number, number]} */ (word.split('x').map(Number));
      if (rule.size.some((length) => length < 1 || length > 9)) return t('legend.size', { word });
    } else if (COLOURS.includes(word) || (rule.text && word.startsWith('?'))) rule.colour = word;
    else if (rule.text || word === '"' || word === ':') return t('legend.word', { word });
    else rule.text = word;
  }
  return rule.place ? '' : t('legend.place', { word: 'in' });
}

/** A variable that does not stand in the fact. @param {Rule} rule @param {string[]} args @returns {string} what is wrong */
function unknown({ text, colour, times, place }, args) {
  const used = [text, colour, times, place].filter((word) => !word.startsWith('"')).flatMap((word) => word.split('/'));
  const name = used.find((word) => word.startsWith('?') && !args.includes(word));
  return name ? t('legend.variable', { name }) : '';
}

/** What the variables of a fact stand for in an atom; null if it is another fact. @param {string[]} fact @param {string[]} atom @returns {Map<string, string>|null} */
export function matched(fact, atom) {
  if (fact.length !== atom.length) return null;
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const [at, word] of fact.entries()) {
    const other = atom[at] || '';
    if (!word.startsWith('?') ? word !== other : (values.get(word) ?? other) !== other) return null;
    if (word.startsWith('?')) values.set(word, other);
  }
  return values;
}

/** The objects of an action, `take(goat,left,right)`. @param {string} move */
export const argumentsOf = (move) => move.split(/[(),]/).slice(1).filter(Boolean);

/** Actions that have all of these objects. @param {string[]} moves @param {string[]} objects */
export const having = (moves, objects) => moves.filter((move) => objects.every((one) => argumentsOf(move).includes(one)));

/**
 * What is meant by pressing one of several objects that lie at a point, after others: the objects that are pressed now, and
 * the action if it is clear. Of several objects, the one that fewest actions have is meant.
 * @param {string[]} moves @param {string[]} pressed @param {string[]} objects joined by `/` if all of them are meant
 * @param {Set<string>} places @param {Set<string>} things objects in the picture that are no places
 * @returns {{pressed: string[], move: string}}
 */
export function meant(moves, pressed, objects, places, things) {
  const none = { pressed: /** @type {string[]} */ ([]), move: '' };
  if (objects.some((one) => pressed.includes(one))) return none;
  for (const before of pressed.length ? [pressed, []] : [[]]) {
    const ways = objects.map((one) => [...before, ...one.split('/')]).map((next) => ({ next, found: having(moves, next) }));
    const [best] = ways.filter(({ found }) => found.length).sort((one, other) => one.found.length - other.found.length);
    if (best) return { pressed: best.next, move: decided(best.found, best.next, places, things) };
  }
  return none;
}

/** The one action that is left, or that names what was pressed and nothing else in the picture; empty if it is not clear. @param {string[]} moves @param {string[]} pressed @param {Set<string>} places @param {Set<string>} things */
function decided(moves, pressed, places, things) {
  const isPressed = (/** @type {string} */ one) => pressed.includes(one);
  const only = (/** @type {(one: string) => boolean} */ counts) => moves.filter((move) => argumentsOf(move).filter(counts).every(isPressed));
  // Objects in the order in which they were pressed.
  const inOrder = (/** @type {string[]} */ list) => list.find((move) => argumentsOf(move).filter(isPressed).join().startsWith(pressed.join())) || list[0] || '';
  const alike = new Set(moves.map((move) => argumentsOf(move).sort().join())).size === 1;
  if (alike) return inOrder(moves);
  const exact = only((one) => places.has(one) || things.has(one));
  if (exact.length) return inOrder(exact);
  // A thing and the place where it shall go.
  const sent = places.has(pressed.at(-1) || '') && pressed.some((one) => things.has(one)) ? only((one) => things.has(one)) : [];
  return sent.length === 1 ? inOrder(sent) : '';
}
