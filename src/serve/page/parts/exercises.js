// Sheets of exercises: positions of any game, collected by one person, given away as a file or a link, solved without a network, and
// the results brought back.

import * as address from '../address.js';
import { alone } from '../aside.js';
import { BOARDS, boardOf } from '../boards/index.js';
import { at, button, h, hide, offer, put, when } from '../dom.js';
import { linesOf, solved } from '../puzzles/exact.js';
import { hash } from '../puzzles/dice.js';
import * as store from '../store.js';
import { Tree } from '../tree.js';
import { lang, t } from '../words.js';
import { begin } from './daily.js';
import { spelled } from './moves.js';

/** @typedef {import('../app.js').App} App */
/** An exercise: the position, and the moves that are right, or how good the best plan is. @typedef {{game: string, fen: string, moves?: string[], best?: number, objective?: string}} Exercise */
/** What came of an exercise: the tries that were wrong, the hints that were asked for, whether the solution was shown. @typedef {{tries: number, hints: number, shown: boolean}} Solved */
/** @typedef {{wrong: string[], solved: Solved|null}} Attempt */
/** A sheet. Until it is given away, exercises are added to it. @typedef {{id: string, title: string, isOpen: boolean, when: number, exercises: Exercise[], attempts: Attempt[], name: string, results: Record<string, (Solved|null)[]>}} Sheet */

/** The tag of a game that is an exercise. */
const TAG = 'Puzzle';
/** Maximum number of exercises, and of names of a class. */
const MOST = 100;
/** Nodes for the best moves of a position, and how many are looked at. */
const [NODES, LINES] = [200_000, 5];
/** A move is right if it loses no more than this against the best one, in centipawns. */
const SLACK = 30;

/** What a plan is judged by. */
const OBJECTIVES = ['crossings', 'cost', 'moves', 'hp'];

const bytesOf = (/** @type {any} */ what) => new TextEncoder().encode(JSON.stringify(what));

/** The part of a sheet that is given away. @param {Sheet} sheet */
const givenOf = ({ title, exercises }) => ({ meihua: 'sheet', title, exercises });

/** @param {string} title @param {Exercise[]} exercises @param {boolean} isOpen @returns {Sheet} */
function sheetOf(title, exercises, isOpen) {
  const sheet = { id: '', title, isOpen, when: Date.now(), exercises, attempts: exercises.map(() => ({ wrong: [], solved: null })), name: '', results: {} };
  // The same sheet has the same name everywhere.
  return { ...sheet, id: isOpen ? `draft${Date.now().toString(36)}` : hash(JSON.stringify(givenOf(sheet))).toString(36) };
}

/** @returns {Sheet[]} the latest first */
const sheets = () => store.sheets().sort((/** @type {Sheet} */ one, /** @type {Sheet} */ other) => other.when - one.when);

/** @param {App} app @param {Sheet} sheet */
function keep(app, sheet) {
  if (!store.keepSheet(sheet.id, JSON.stringify({ ...sheet, when: Date.now() }))) app.alert = t('notKept');
}

/** An exercise of a text from elsewhere; null if it is none. @param {any} given @returns {Exercise|null} */
function exerciseOf(given) {
  const { game, fen, moves, best, objective } = given || {};
  const board = boardOf(game);
  if (!board || board.isOwn || typeof fen !== 'string') return null;
  if (board.isPuzzle) return Number.isInteger(best) && OBJECTIVES.includes(objective) ? { game, fen, best, objective } : null;
  const isMoves = Array.isArray(moves) && moves.length > 0 && moves.every((/** @type {any} */ move) => typeof move === 'string');
  return isMoves ? { game, fen, moves } : null;
}

/** Takes a sheet, or the results of somebody, in JSON; whether it was one. @param {App} app @param {string} text */
export function takeSheet(app, text) {
  if (!/^\s*\{\s*"meihua"\s*:\s*"(sheet|results)"/.test(text)) return false;
  /** @type {any} */
  let given = null;
  try {
    given = JSON.parse(text);
  } catch {
    // It was cut off.
  }
  const id = given?.meihua === 'sheet' ? takeExercises(app, given) : takeResults(given);
  if (id) showExercises(app, id);
  else {
    app.alert = t(given?.meihua === 'results' ? 'sheetMissing' : 'sheetUnread');
    app.render();
  }
  return true;
}

/** @param {App} app @param {any} given @returns {string} the name of the sheet; empty if it cannot be read */
function takeExercises(app, { title, exercises }) {
  const list = Array.isArray(exercises) ? exercises.slice(0, MOST).map(exerciseOf) : [];
  const whole = /** @type {Exercise[]} */ (list.filter(Boolean));
  if (!whole.length || whole.length < list.length) return '';
  const sheet = sheetOf(String(title || ''), whole, false);
  // What was solved of it before stays.
  keep(app, sheets().find(({ id }) => id === sheet.id) || sheet);
  return sheet.id;
}

/** Takes the results of a pupil. @param {any} given @returns {string} the name of the sheet; empty if it is not here */
function takeResults(given) {
  const sheet = sheets().find(({ id }) => id === given?.sheet);
  if (!sheet || !Array.isArray(given.solved)) return '';
  const name = String(given.name || '?').slice(0, 80);
  const count = (/** @type {any} */ n) => (Number.isInteger(n) && n >= 0 ? n : 0);
  const one = (/** @type {any} */ of) => (of ? { tries: count(of.tries), hints: count(of.hints), shown: !!of.shown } : null);
  const solved = sheet.exercises.map((_, index) => one(given.solved[index]));
  const number = (/** @type {(Solved|null)[]} */ list) => list.filter(Boolean).length;
  // Of two results of one name, the one with more solved exercises counts.
  if (Object.keys(sheet.results).length < MOST && number(solved) >= number(sheet.results[name] || [])) sheet.results[name] = solved;
  store.keepSheet(sheet.id, JSON.stringify({ ...sheet, when: Date.now() }));
  return sheet.id;
}

/** Makes a sheet of the exercises that `meihua analyse --exercises` writes: after the mistake, the only good move is the variation. @param {App} app @param {any[]} games */
export function makeSheet(app, games) {
  const exercises = games.slice(0, MOST).map((game) => {
    const { base, root } = Tree.fromJson(game);
    return exerciseOf({ game: game.game, fen: base.replace(/^fen /, ''), moves: [root.children[1]?.names?.move] });
  });
  const sheet = sheetOf('', /** @type {Exercise[]} */ (exercises.filter(Boolean)), true);
  keep(app, sheet);
  showExercises(app, sheet.id);
}

/** @param {ReadableStream} stream */
const readAll = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** The link of a sheet; null if it would be too long. @param {Sheet} sheet */
async function linkOf(sheet) {
  const packed = await readAll(new Blob([bytesOf(givenOf(sheet))]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  const text = btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length < address.MOST ? `${location.origin}${location.pathname}${address.SHEET}${text}` : null;
}

/** Opens the sheet of a link. @param {App} app @param {string} link */
export async function openSheet(app, link) {
  const text = link.slice(link.indexOf(address.SHEET) + address.SHEET.length).replaceAll('-', '+').replaceAll('_', '/');
  let json = '{"meihua":"sheet"';
  try {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    json = new TextDecoder().decode(await readAll(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))));
  } catch {
    // The link was cut off.
  }
  app.goHome();
  takeSheet(app, json);
}

/** The exercise that is on: its sheet and its number. @param {Tree} tree @returns {{id: string, index: number}|null} */
export function exerciseOn(tree) {
  const [, id = '', number = ''] = /^sheet (\w+) (\d+)$/.exec(tree.tags[TAG] || '') || [];
  return id ? { id, index: Number(number) - 1 } : null;
}

/** Opens an exercise: where it was left, else anew. @param {App} app @param {Sheet} sheet @param {number} index */
function openExercise(app, sheet, index) {
  const { game, fen } = sheet.exercises[index];
  const name = `sheet ${sheet.id} ${index + 1}`;
  const begun = app.keeper.all().find(([, { content }]) => content.game === game && content.tags?.[TAG] === name);
  const tree = (begun && app.keeper.find(begun[0])) || new Tree(`fen ${fen}`);
  tree.tags = { Title: [sheet.title, index + 1].filter(Boolean).join(' '), [TAG]: name };
  Object.assign(tree, { made: true, mode: 'play', seats: { first: 'person', second: 'person' } });
  begin(app, game, tree);
}

/** The right moves of a position, or how good its best plan is; null if there is no clear answer. @param {App} app @returns {Promise<Pick<Exercise, 'moves'|'best'|'objective'>|null>} */
function answerOf({ game, tree, view, board }) {
  const base = `fen ${view.fen}`;
  // The move that follows, unless it is marked as a mistake, stands where the engine sees no clear best move.
  const after = tree.after();
  const next = after?.marks.some((mark) => [2, 4, 6].includes(mark)) ? undefined : after?.names?.move;
  return alone(async (engine) => {
    if (board.isPuzzle) {
      const found = await solved(engine, game, base);
      return found?.status === 'proven' && found.value !== null ? { best: found.value, objective: found.objective } : null;
    }
    const { errors } = await engine.position(game, base, []);
    const lines = errors.length ? [] : await linesOf(engine, `nodes ${NODES}`, LINES);
    const worth = (/** @type {import('../net.js').Info} */ { mate, cp }) => (mate === undefined ? cp || 0 : Math.sign(mate) * (100_000 - 1000 * Math.abs(mate)));
    const good = lines.filter((line) => worth(line) >= worth(lines[0]) - SLACK);
    if (good.length && (good.length < lines.length || lines.length < 2)) return { moves: good.map(({ pv }) => pv[0]) };
    return next ? { moves: [next] } : null;
  });
}

/** Adds the position on view to a sheet. @param {App} app @param {Sheet} sheet */
async function add(app, sheet) {
  const { game, view } = app;
  const answer = await answerOf(app);
  const exercise = answer && { game, fen: view.fen, ...answer };
  if (exercise) {
    sheet.exercises.push(exercise);
    sheet.attempts.push({ wrong: [], solved: null });
    keep(app, sheet);
  }
  return !!exercise;
}

/** How an exercise was solved, in a sign. @param {Solved|null|undefined} solved */
const sign = (solved) => (solved ? `✓${solved.tries ? ` ${solved.tries + 1}` : ''}${solved.shown || solved.hints ? ' ?' : ''}` : '–');

/** The same in words. @param {Solved|null|undefined} solved */
function how(solved) {
  if (!solved) return t('sheetOpen');
  const { tries, hints, shown } = solved;
  return [shown ? t('sheetShown') : hints && t('how.hints', { n: hints }), tries && t('how.tries', { n: tries })].filter(Boolean).join(t('listComma')) || t('how.alone');
}

/** The sheets: to collect, to give away, to solve, and who solved what. @param {App} app @param {string} [wanted] */
export function showExercises(app, wanted) {
  const dialog = at('sheet');
  const all = sheets();
  const sheet = all.find(({ id }) => id === wanted) || all[0] || sheetOf('', [], true);
  const again = (/** @type {string} */ id) => showExercises(app, id);
  const said = h('p', { class: 'quiet', role: 'status' });
  const isHere = !app.isHome && !!app.view && !app.board.isOwn && !app.isProject && !app.verdict.over;
  const names = Object.keys(sheet.results);
  dialog.setAttribute('aria-label', t('exercises'));
  put(dialog, h('h2', null, t('exercises')), h('p', { class: 'quiet' }, t('exercisesAre')),
    all.length > 1 ? h('label', null, h('span', null, t('sheetOf')), ' ', h('select', { onchange: (/** @type {any} */ event) => again(event.target.value) }, all.map(({ id, title, when: time }) => h('option', { value: id, selected: id === sheet.id }, title || new Date(time).toLocaleString(lang(), { dateStyle: 'short', timeStyle: 'short' }))))) : null,
    sheet.isOpen ? h('label', null, h('span', null, t('sheetTitle')), ' ', h('input', { value: sheet.title, maxlength: 80, onchange: (/** @type {any} */ event) => keep(app, Object.assign(sheet, { title: event.target.value.trim() })) })) : h('h3', null, sheet.title),
    h('ol', { class: 'text games' }, sheet.exercises.map(({ game, moves, best, objective }, index) => h('li', null, button(t('sheetItem', { game: t(`game.${game}`), what: moves ? t('sheetMove') : t(`best.${objective}`, { n: best ?? '' }) }), () => {
      dialog.close();
      openExercise(app, sheet, index);
    }), ' ', h('span', { class: 'quiet' }, how(sheet.attempts[index]?.solved)), sheet.isOpen && button(t('delete'), () => {
      sheet.exercises.splice(index, 1);
      sheet.attempts.splice(index, 1);
      keep(app, sheet);
      again(sheet.id);
    })))),
    names.length ? h('table', { class: 'solved' }, h('caption', null, t('sheetResults')), h('thead', null, h('tr', null, [t('sheetName'), ...sheet.exercises.map((_, index) => String(index + 1)), '∑'].map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', null, names.map((name) => h('tr', null, h('th', { scope: 'row' }, name), sheet.results[name].map((one) => h('td', { title: how(one) }, sign(one))), h('td', null, `${sheet.results[name].filter(Boolean).length}/${sheet.exercises.length}`))))) : null,
    said, h('div', { class: 'switches' }, parts(app, sheet, { isHere, again, said })), button(t('close'), () => dialog.close(), { class: 'main' }));
  if (!dialog.open) dialog.showModal();
}

/** What can be done with a sheet. @param {App} app @param {Sheet} sheet @param {{isHere: boolean, again: (id: string) => void, said: HTMLElement}} how */
function parts(app, sheet, { isHere, again, said }) {
  const give = () => {
    if (!sheet.isOpen) return sheet;
    const given = sheetOf(sheet.title, sheet.exercises, false);
    keep(app, given);
    store.forgetSheet(sheet.id);
    return given;
  };
  const collect = async () => {
    put(said, t('working'));
    if (await add(app, sheet)) again(sheet.id);
    else put(said, t('sheetUnclear'));
  };
  const fresh = () => {
    const draft = sheetOf('', [], true);
    keep(app, draft);
    again(draft.id);
  };
  const link = async () => {
    const text = await linkOf(sheet);
    const copied = text && (await navigator.clipboard.writeText(text).then(() => true, () => false));
    put(said, !text ? t('sheetLong') : copied ? t('copied') : text);
    if (sheet.isOpen) again(give().id);
  };
  const has = sheet.exercises.length > 0;
  const results = () => ({ meihua: 'results', sheet: sheet.id, title: sheet.title, name: sheet.name, solved: sheet.attempts.map((one) => one.solved) });
  return [
    sheet.isOpen && isHere && sheet.exercises.length < MOST && button(t('sheetAdd'), () => void collect()),
    has && button(t('sheetSave'), () => {
      offer(bytesOf(givenOf(sheet)), `${sheet.title || 'meihua-sheet'}.json`);
      again(give().id);
    }),
    has && button(t('copyLink'), () => void link()),
    !sheet.isOpen && h('label', null, h('span', null, t('sheetName')), ' ', h('input', { value: sheet.name, maxlength: 80, onchange: (/** @type {any} */ event) => keep(app, Object.assign(sheet, { name: event.target.value.trim() })) })),
    !sheet.isOpen && button(t('sheetResult'), () => offer(bytesOf(results()), `${sheet.name || 'results'}.json`)),
    (!sheet.isOpen || has) && button(t('sheetNew'), fresh),
  ];
}

/** What the person has done with the exercise that is on: right, wrong, or nothing yet. @param {App} app @param {Exercise} exercise @returns {'right'|'wrong'|''} */
function outcome({ tree, view, board, ...app }, { moves, best }) {
  const [first] = tree.path();
  if (moves) return first === undefined ? '' : moves.includes(first) ? 'right' : 'wrong';
  if (!view.verdict.over) return '';
  const reached = /** @type {import('../boards/board.js').Puzzle} */ (board).reached(/** @type {any} */ ({ tree, view, board, ...app }));
  return view.verdict.winner === 'first' && reached === best ? 'right' : 'wrong';
}

/** The exercise that is on: the question, and what became of it. @param {App} app @param {HTMLElement} host */
export function drawExercise(app, host) {
  const { tree, view } = app;
  const on = exerciseOn(tree);
  const sheet = on && sheets().find(({ id }) => id === on.id);
  const exercise = on && sheet?.exercises[on.index];
  const attempt = on && sheet?.attempts[on.index];
  hide(host, !exercise || !view || tree.mode === 'setup');
  if (!on || !sheet || !exercise || !attempt || !view || host.hidden) return;
  const found = outcome(app, exercise);
  const path = tree.path().join(' ');
  const { hints, shown } = tree.help;
  if (!attempt.solved && found === 'wrong' && !attempt.wrong.includes(path)) {
    attempt.wrong.push(path);
    keep(app, sheet);
  }
  if (!attempt.solved && found === 'right') {
    attempt.solved = { tries: attempt.wrong.length, hints, shown };
    keep(app, sheet);
  }
  const move = exercise.moves && tree.at.parent ? spelled(app, tree.line()[0]) : '';
  const next = sheet.attempts.findIndex((one, index) => !one.solved && index !== on.index);
  const isFirst = (view.side === 'first') === (tree.at.ply % 2 === 0);
  const goal = exercise.moves ? t('sheetFind', { who: t(`${app.game}.${isFirst ? 'first' : 'second'}`) }) : `${t(`${app.game}.goal`)} ${t('sheetBest', { best: t(`best.${exercise.objective}`, { n: exercise.best ?? '' }) })}`;
  when(host, [tree.id, tree.tags, found, move, next, goal], () => put(host, h('h2', null, t('sheetNumber', { n: on.index + 1, of: sheet.exercises.length, title: sheet.title })), h('p', { class: 'goal' }, goal),
    h('p', { class: `verdict ${found === 'right' ? 'best' : found === 'wrong' ? 'lost' : ''}`, 'aria-live': 'polite' }, found && (found === 'right' ? `✓ ${t('sheetRight')} ${how(attempt.solved)}` : `✗ ${t('sheetWrong', { move })}`)),
    h('div', { class: 'switches' }, found === 'wrong' && button(t('tryAgain'), () => app.goTo(tree.root)), next >= 0 && button(t('sheetNext'), () => openExercise(app, sheet, next), { class: found === 'right' ? 'main' : null }), button(t('exercises'), () => showExercises(app, sheet.id)))));
}
