// Repetition: the dialog of what is due, and the way from one question to the next.

import { boardOf } from '../boards/index.js';
import { at, button, h, offer, put } from '../dom.js';
import * as store from '../store.js';
import { lang, t } from '../words.js';
import { openExercise } from './class.js';
import { begin } from './daily.js';
import { due, questions, questionsOf, takeDeck } from './deck.js';
import { bytesOf } from './exercises.js';
import { askAbout } from './lesson.js';
import { analyseTree } from './story.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('./deck.js').Question} Question */
/** The analysis of the kept games while it runs: the number of the game, of how many, and the way to end it. @typedef {{game: number, of: number, done: string, end: () => void}} Run */

/** @type {Run|null} */
let run = null;

/** Where the dialog says how far it is. @type {HTMLElement|null} */
let progress = null;

/** The players of the mistakes, those with the most first. @param {Question[]} all */
function players(all) {
  const names = new Map();
  for (const { who } of questionsOf(all, '')) if (who) names.set(who, (names.get(who) || 0) + 1);
  return [...names].sort((one, other) => other[1] - one[1]).map(([name]) => name);
}

/** The questions of the chosen player, or of all, and the players; one whose games are gone is not chosen any more. @param {App} app @param {ReturnType<App['keeper']['all']>} [games] */
function chosen({ settings, keeper }, games = keeper.all()) {
  const all = questions(games);
  const names = players(all);
  return { names, all: questionsOf(all, names.includes(settings.player) ? settings.player : '') };
}

/** How many questions are due. @param {App} app @param {ReturnType<App['keeper']['all']>} games */
export const dueCount = (app, games) => due(chosen(app, games).all).length;

/** When a question was asked last on this page, by its name. @type {Map<string, number>} */
const asked = new Map();

/** The next question that is due: those that were asked just now come last. @param {App} app */
export async function nextDue(app) {
  const { all } = chosen(app);
  const [next] = due(all).sort((one, other) => (asked.get(one.key) || 0) - (asked.get(other.key) || 0));
  if (!next) {
    app.alert = [t('repeatDone'), nextDay(all)].filter(Boolean).join(' ');
    return app.render();
  }
  asked.set(next.key, Date.now());
  if (next.isSheet) return openExercise(app, store.sheet(next.id), next.ply, true);
  const tree = app.keeper.find(next.id);
  const place = tree?.main()[next.ply - 1];
  if (!tree || !place) return;
  tree.mode = 'analyse';
  tree.lesson = null;
  if (app.isHome || tree !== app.tree) begin(app, next.id.split('.')[0] || '', tree);
  await askAbout(app, place);
}

/** When the next question is due, in words; empty if there is none. @param {Question[]} all */
function nextDay(all) {
  const days = all.flatMap(({ card }) => (card ? [card.due] : []));
  // The number of a day counts from the first of 1970.
  return days.length ? t('repeatNext', { day: new Date(Math.min(...days) * 86_400_000).toLocaleDateString(lang(), { timeZone: 'UTC', dateStyle: 'medium' }) }) : '';
}

/** The kept games of two that were not analysed. @param {App} app */
const notAnalysed = ({ keeper }) => keeper.all().filter(([id, { content }]) => {
  const board = boardOf(content.game);
  return board && !board.isPuzzle && !content.tags?.Exercise && (content.moves || []).length > 1 && !store.story(id);
});

/** Analyses the kept games, one after the other; a second press ends it. @param {App} app */
async function analyseAll(app) {
  if (run) return run.end();
  let isEnded = false;
  let stop = () => {};
  const list = notAnalysed(app);
  const end = () => {
    isEnded = true;
    stop();
  };
  run = { game: 1, of: list.length, done: '', end };
  showRepeat(app);
  for (const [index, [id, { content }]] of list.entries()) {
    const tree = app.keeper.find(id);
    if (isEnded || !tree) break;
    const told = await analyseTree(app, content.game, tree, (done, of, ended) => {
      stop = ended;
      run = { game: index + 1, of: list.length, done: `${done}/${of}`, end };
      if (isEnded) stop();
      if (progress?.isConnected) put(progress, inWords(run));
    });
    if (told?.event !== 'story') continue;
    app.keeper.write(content.game, tree);
    if (tree === app.tree) app.render();
  }
  run = null;
  if (progress?.isConnected && /** @type {any} */ (at('sheet')).open) showRepeat(app);
}

/** How far the analysis is. @param {Run} run */
const inWords = ({ game, of, done }) => t('repeatRun', { n: game, of, done });

/** @param {App} app */
export function showRepeat(app) {
  const dialog = at('sheet');
  if (!app.isHome) app.keep();
  const { all, names } = chosen(app);
  const open = due(all);
  const rest = run ? [] : notAnalysed(app);
  progress = h('p', { class: 'quiet', role: 'status' }, run ? inWords(run) : '');
  dialog.setAttribute('aria-label', t('repeat'));
  put(dialog, h('h2', null, t('repeat')), h('p', { class: 'quiet' }, t('repeatAre')),
    names.length > 1 && h('label', null, h('span', null, t('repeatOf')), ' ', h('select', { onchange: (/** @type {any} */ event) => {
      app.set({ player: event.target.value });
      showRepeat(app);
    } }, ['', ...names].map((name) => h('option', { value: name, selected: name === app.settings.player }, name || t('everybody'))))),
    h('p', null, all.length ? t('repeatDue', { due: open.length, n: all.length }) : t('repeatNone'), ' ', open.length ? '' : nextDay(all)), progress,
    h('div', { class: 'switches' },
      open.length > 0 && button(t('start'), () => {
        dialog.close();
        void nextDue(app);
      }, { class: 'main' }),
      (rest.length > 0 || run) && button(run ? t('stop') : t('analyseRest', { n: rest.length }), () => void analyseAll(app)),
      all.some(({ card }) => card) && button(t('repeatSave'), () => offer(bytesOf({ meihua: 'deck', cards: store.deck() }), 'meihua-repetition.json')),
      button(t('close'), () => dialog.close())));
  if (!dialog.open) dialog.showModal();
}

/** Takes what another browser knows of the repetition. @param {App} app @param {string} text @returns {boolean} whether it was that */
export function takeCards(app, text) {
  if (!/^\s*\{\s*"meihua"\s*:\s*"deck"/.test(text)) return false;
  try {
    const n = takeDeck(JSON.parse(text).cards);
    app.alert = t('repeatTook', { n });
  } catch {
    app.alert = t('repeatUnread');
  }
  app.render();
  return true;
}
