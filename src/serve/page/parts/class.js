// A class: the dialog of sheets of exercises, the exercise that is on, and who solved what.

import { at, button, h, hide, offer, put, say, steady, when } from '../dom.js';
import * as store from '../store.js';
import { showsProof, withLater } from '../proof.js';
import { Tree } from '../tree.js';
import { lang, t } from '../words.js';
import { TAG, begin, begun, noteHelp } from './daily.js';
import { AT_ONCE, LATER, NEVER, exerciseKey, note } from './deck.js';
import { MOST, answerOf, bytesOf, change, exercisesOf, givenOf, goalOf, itemOf, keep, leftOut, linkOf, outcome, sheetOf, sheets, takeExercises, takeResults, taskIn, unpacked } from './exercises.js';
import { spelled } from './moves.js';
import { drawPaper } from './paper.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./exercises.js').Sheet} Sheet */
/** @typedef {import('./exercises.js').Solved} Solved */

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
  const isSheet = given?.meihua === 'sheet';
  const id = isSheet ? takeExercises(app, given) : takeResults(app, given);
  if (id) showExercises(app, id, isSheet ? leftOut(given.exercises) : '');
  else {
    app.alert = t(given?.meihua === 'results' ? 'sheetMissing' : 'sheetUnread');
    app.render();
  }
  return true;
}

/** Makes a sheet of a file of exercises. @param {App} app @param {any[]} games */
export function makeSheet(app, games) {
  const exercises = exercisesOf(games);
  const sheet = sheetOf('', exercises, true);
  keep(app, sheet);
  showExercises(app, sheet.id, leftOut(exercises));
}

/** Opens the sheet of a link. @param {App} app @param {string} link */
export async function openSheet(app, link) {
  const text = await unpacked(link);
  app.goHome();
  takeSheet(app, text || '{"meihua":"sheet"');
}

/** The exercise that is on: its sheet and its number. The game knows it by its position: exercises before it may be deleted. @param {Tree} tree @returns {{sheet: Sheet, index: number, isRepeat: boolean}|null} */
function exerciseOn(tree) {
  const [, kind = '', id = '', key = ''] = /^(sheet|repeat) (\w+) (\w+)$/.exec(tree.tags[TAG] || '') || [];
  /** @type {Sheet|null} */
  const sheet = id ? store.sheet(id) : null;
  const index = sheet?.exercises.findIndex((one) => exerciseKey(one) === key) ?? -1;
  return sheet && index >= 0 ? { sheet, index, isRepeat: kind === 'repeat' } : null;
}

/** Opens an exercise: where it was left, else anew; a repetition always begins anew. @param {App} app @param {Sheet} sheet @param {number} index @param {boolean} [isRepeat] */
export function openExercise(app, sheet, index, isRepeat = false) {
  const { game, fen } = sheet.exercises[index];
  const name = `${isRepeat ? 'repeat' : 'sheet'} ${sheet.id} ${exerciseKey(sheet.exercises[index])}`;
  const found = begun(app, game, (tag) => tag === name);
  if (isRepeat && found) app.keeper.forget(found.id);
  const tree = (!isRepeat && found) || new Tree(`fen ${fen}`);
  tree.tags = { Title: [sheet.title, index + 1].filter(Boolean).join(' '), [TAG]: name };
  Object.assign(tree, { made: true, mode: 'play', seats: { first: 'person', second: 'person' } });
  begin(app, game, tree);
}

/** Adds the position on view to a sheet; what stopped that, in words. @param {App} app @param {Sheet} sheet */
async function add(app, sheet) {
  if (sheet.exercises.length >= MOST) return t('sheetMost', { most: MOST, n: 1 });
  const { game, view, tree } = app;
  const task = tree.tags.Exercise && tree.at === tree.root ? taskIn(tree) : '';
  const answer = await answerOf(app);
  if (!answer) return t('sheetUnclear');
  const exercise = { game, fen: view.fen, ...answer, ...(task && { task }) };
  let isThere = false;
  const isKept = change(app, sheet, ({ exercises, attempts }) => {
    isThere = exercises.some((one) => exerciseKey(one) === exerciseKey(exercise));
    if (isThere) return;
    exercises.push(exercise);
    attempts.push({ wrong: [], solved: null });
  });
  return !isKept ? t('sheetFull') : isThere ? t('sheetThere') : '';
}

/** The name of a row of results: rows of one name are told apart by a number. @param {import('./exercises.js').Result[]} all @param {string} name @param {number} row */
function rowName(all, name, row) {
  const before = all.slice(0, row).filter(([other]) => (other || '?') === (name || '?')).length;
  return (name || '?') + (before ? ` (${before + 1})` : '');
}

/** How an exercise was solved, in signs. @param {Solved|null|undefined} solved */
const sign = (solved) => (solved ? ['✓', solved.tries && `✗${solved.tries}`, (solved.shown || solved.hints) && '?'].filter(Boolean).join(' ') : '–');

/** What the signs mean. */
const key = () => [`✓ ${t('sheetDone')}`, `✗2 ${t('sheetTries', { n: 2 })}`, `? ${t('sheetHelp')}`, `– ${t('sheetOpen')}`].join(' · ');

/** The same in words. @param {Solved|null|undefined} solved */
function how(solved) {
  if (!solved) return t('sheetOpen');
  const { tries, hints, shown } = solved;
  return [shown ? t('sheetShown') : hints && t('how.hints', { n: hints }), tries && t('sheetTries', { n: tries })].filter(Boolean).join(t('listComma')) || t('how.alone');
}

/** The sheets: to collect, to give away, to solve, and who solved what. @param {App} app @param {string} [wanted] @param {string} [words] what came of the last press @param {Sheet|null} [gone] the sheet that it deleted */
export function showExercises(app, wanted, words = '', gone = null) {
  const dialog = at('sheet');
  const all = sheets();
  const sheet = all.find(({ id }) => id === wanted) || all[0] || sheetOf('', [], true);
  const again = (/** @type {string} */ id, said = '', /** @type {Sheet|null} */ deleted = null) => showExercises(app, id, said, deleted);
  const said = h('p', { class: 'quiet', role: 'status' }, words, gone && [' ', button(t('bringBack'), () => {
    keep(app, gone);
    again(gone.id);
  })]);
  const heading = h('h1', null, sheet.title);
  const paper = h('div', { class: 'sheet', 'aria-hidden': 'true' });
  void drawPaper(paper, heading, sheet);
  const isHere = !app.isHome && !!app.view && !app.board.isOwn && !app.isProject && !app.verdict.over;
  dialog.setAttribute('aria-label', t('exercises'));
  steady(dialog, () => put(dialog, h('h2', null, t('exercises')), h('p', { class: 'quiet' }, t('exercisesAre')),
    all.length > 1 ? h('label', null, h('span', null, t('sheetOf')), ' ', h('select', { onchange: (/** @type {any} */ event) => again(event.target.value) }, all.map(({ id, title, when: time }) => h('option', { value: id, selected: id === sheet.id }, [title, (!title || all.some((one) => one.id !== id && one.title === title)) && new Date(time).toLocaleString(lang(), { dateStyle: 'short', timeStyle: 'medium' })].filter(Boolean).join(' · '))))) : null,
    sheet.isOpen ? h('label', null, h('span', null, t('sheetTitle')), ' ', h('input', { value: sheet.title, maxlength: 80, oninput: (/** @type {any} */ event) => change(app, sheet, (one) => say(heading, (one.title = event.target.value.trim()))) })) : h('h3', null, sheet.title),
    h('ol', { class: 'text games' }, sheet.exercises.map((exercise, index) => h('li', null, button(itemOf(exercise), () => {
      dialog.close();
      openExercise(app, sheet, index);
    }), ' ', h('span', { class: 'quiet' }, how(sheet.attempts[index]?.solved)), ' ', sheet.isOpen && button(t('delete'), () => {
      change(app, sheet, (one) => {
        const place = one.exercises.findIndex((other) => exerciseKey(other) === exerciseKey(sheet.exercises[index]));
        one.exercises.splice(place, 1);
        one.attempts.splice(place, 1);
      });
      again(sheet.id);
    })))),
    paper,
    sheet.results.length ? h('table', { class: 'solved' }, h('caption', null, t('sheetResults')), h('thead', null, h('tr', null, [t('sheetName'), ...sheet.exercises.map((_, index) => String(index + 1)), '∑'].map((head) => h('th', { scope: 'col' }, head)))),
      h('tbody', null, sheet.results.map(([name, solved], row) => h('tr', null, h('th', { scope: 'row' }, rowName(sheet.results, name, row)), solved.map((one) => h('td', { title: how(one) }, sign(one))), h('td', null, `${solved.filter(Boolean).length}/${sheet.exercises.length}`))))) : null,
    sheet.results.length ? h('p', { class: 'quiet key' }, key()) : null,
    sheet.isOpen && !isHere && h('p', { class: 'quiet' }, t('sheetNotHere')),
    said, h('div', { class: 'switches' }, parts(app, sheet, { isHere, again, said })), button(t('close'), () => dialog.close(), { class: 'main' })), 'select, input, button');
  if (!dialog.open) dialog.showModal();
}

/** What can be done with a sheet. @param {App} app @param {Sheet} sheet @param {{isHere: boolean, again: (id: string, words?: string, gone?: Sheet) => void, said: HTMLElement}} how */
function parts(app, sheet, { isHere, again, said }) {
  const now = () => /** @type {Sheet} */ (store.sheet(sheet.id) || sheet);
  const give = () => {
    const { title, exercises } = now();
    if (!sheet.isOpen) return sheet;
    const given = sheetOf(title, exercises, false);
    keep(app, given);
    store.forgetSheet(sheet.id);
    return given;
  };
  const collect = async () => {
    put(said, t('working'));
    const why = await add(app, sheet);
    if (why) put(said, why);
    else again(sheet.id);
  };
  const fresh = (/** @type {string} */ title, /** @type {import('./exercises.js').Exercise[]} */ exercises) => {
    const draft = sheetOf(title, exercises, true);
    keep(app, draft);
    again(draft.id);
  };
  const link = async () => {
    const text = await linkOf(now());
    const copied = text && (await navigator.clipboard.writeText(text).then(() => true, () => false));
    again(give().id, !text ? t('sheetLong') : copied ? t('copied') : text);
  };
  const has = sheet.exercises.length > 0;
  const results = () => {
    // Two pupils may have one name.
    change(app, sheet, (one) => (one.by ??= Math.random().toString(36).slice(2, 10)));
    const { id, title, name, by, attempts } = now();
    return { meihua: 'results', sheet: id, title, name, by, solved: attempts.map((one) => one.solved) };
  };
  return [
    sheet.isOpen && isHere && button(t('sheetAdd'), () => void collect()),
    has && button(t('sheetSave'), () => {
      offer(bytesOf(givenOf(now())), `${now().title || 'meihua-sheet'}.json`);
      again(give().id);
    }),
    has && button(t('copyLink'), () => void link()),
    !sheet.isOpen && h('label', null, h('span', null, t('sheetName')), ' ', h('input', { value: sheet.name, maxlength: 80, oninput: (/** @type {any} */ event) => change(app, sheet, (one) => void (one.name = event.target.value.trim())) })),
    !sheet.isOpen && button(t('sheetResult'), () => offer(bytesOf(results()), `${now().name || 'results'}.json`)),
    (!sheet.isOpen || has) && button(t('sheetNew'), () => fresh('', [])),
    !sheet.isOpen && has && button(t('sheetCopy'), () => fresh(sheet.title, sheet.exercises)),
    store.sheet(sheet.id) && button(t('sheetDelete'), () => {
      const gone = now();
      store.forgetSheet(sheet.id);
      again('', t('deleted'), gone);
    }),
  ];
}

/** The games whose answer is noted for the repetition. @type {WeakSet<Tree>} */
const noted = new WeakSet();

/** The exercise that is on: the question, and what became of it. @param {App} app @param {HTMLElement} host */
export function drawExercise(app, host) {
  const { tree, view } = app;
  const on = exerciseOn(tree);
  const attempt = on?.sheet.attempts[on.index];
  hide(host, !attempt || !view || tree.mode === 'setup');
  if (!on || !attempt || !view || host.hidden) return;
  const { sheet } = on;
  const exercise = sheet.exercises[on.index];
  const found = outcome(app, exercise);
  const path = tree.path().join(' ');
  if (found !== 'right' && showsProof(app)) noteHelp(app);
  const { hints, shown } = tree.help;
  const isFresh = !on.isRepeat && !attempt.solved;
  if (isFresh && found === 'wrong' && !attempt.wrong.includes(path)) {
    attempt.wrong.push(path);
    keep(app, sheet);
  }
  if (isFresh && found === 'right') {
    attempt.solved = { tries: attempt.wrong.length, hints, shown };
    keep(app, sheet);
  }
  if (found === 'right' && !noted.has(tree)) {
    const tries = on.isRepeat ? tree.root.children.length - 1 + tree.help.tries : attempt.wrong.length;
    note(app, exerciseKey(exercise), shown ? NEVER : hints || tries ? LATER : AT_ONCE);
    noted.add(tree);
  }
  const move = exercise.moves && tree.at.parent ? spelled(app, tree.line()[0]) : '';
  const open = sheet.attempts.flatMap((one, index) => (one.solved || index === on.index ? [] : [index]));
  const next = on.isRepeat ? -1 : open.find((index) => index > on.index) ?? open[0] ?? -1;
  const isFirst = (view.side === 'first') === (tree.at.ply % 2 === 0);
  const goal = goalOf(exercise, isFirst ? 'first' : 'second');
  when(host, [tree.id, tree.tags, found, move, next, goal], () => put(host, h('h2', null, t('sheetNumber', { n: on.index + 1, of: sheet.exercises.length, title: sheet.title })), h('p', { class: 'goal' }, goal),
    h('p', { class: `verdict ${found === 'right' ? 'best' : found === 'wrong' ? 'lost' : ''}`, 'aria-live': 'polite' }, found && (found === 'right' ? `✓ ${t('sheetRight')} ${on.isRepeat ? '' : how(attempt.solved)}` : `✗ ${t('sheetWrong', { move })}`)),
    h('div', { class: 'switches' }, found === 'wrong' && button(t('tryAgain'), () => app.goTo(tree.root)), next >= 0 && button(t('sheetNext'), () => openExercise(app, sheet, next), { class: found === 'right' ? 'main' : null }),
      on.isRepeat && button(t('repeatOn'), () => void withLater(app, ({ nextDue }) => nextDue(app)), { class: found === 'right' ? 'main' : null }), button(t('exercises'), () => showExercises(app, sheet.id)))));
}
