// The puzzle of the day and endings to practise: games with a task.

import { alone } from '../aside.js';
import { t } from '../words.js';
import { Tree } from '../tree.js';
import { dayOf, hash } from '../puzzles/seed.js';
import { lateScript } from '../proof.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../boards/board.js').Board} Board */
/** A task: the day or the kind of ending, and whether to win or to hold a draw. @typedef {{day: string, kind: string, aim: string}} Task */

/** The tag that holds the task. */
export const TAG = 'Puzzle';

/** The task of a game; null if there is none. @param {Tree} tree @returns {Task|null} */
export function taskOf(tree) {
  const [, what = '', name = '', aim = ''] = /^(daily|ending) (\S+)(?: (win|hold))?$/.exec(tree.tags[TAG] || '') || [];
  return name ? { day: what === 'daily' ? name : '', kind: what === 'ending' ? name : '', aim } : null;
}

/** Whether it is an exercise of a sheet, or the repetition of one. @param {Tree} tree */
export const isExercise = ({ tags }) => /^(sheet|repeat) /.test(tags[TAG] || '');

/**
 * Notes what the engine shows during an exercise: at the question, and of a puzzle anywhere, the solution; after a move, a hint.
 * @param {App} app @param {import('../tree.js').Place} [place] what it is shown of
 */
export function noteHelp(app, place = app.tree.at) {
  const { tree: { help, root } } = app;
  const isAll = place === root || app.isPuzzle;
  if (!isExercise(app.tree) || (isAll ? help.shown : help.hints)) return;
  if (isAll) help.shown = true;
  else help.hints = 1;
  app.keep();
}

export const today = () => dayOf(new Date());

/** Whether today's puzzle was solved. @param {App} app @param {string} game */
export const isDone = (app, game) => app.settings.daily[game] === today();

/** Opens a game. @param {App} app @param {string} game @param {Tree} tree */
export function begin(app, game, tree) {
  if (!app.isHome && game === app.game && tree !== app.tree) app.past.push(app.tree);
  app.choose(game, tree);
}

/** A game with a task. @param {import('../boards/board.js').Dealt} dealt @param {string} name @param {string} title */
function treeOf({ base, aim }, name, title) {
  const tree = new Tree(base);
  tree.tags = { Title: title, [TAG]: [name, aim].filter(Boolean).join(' ') };
  tree.made = true;
  if (aim === 'hold') Object.assign(tree, { seats: { first: 'engine', second: 'person' }, flipped: true });
  return tree;
}

/** A game that was begun with a task; null if there is none. @param {App} app @param {string} game @param {(tag: string) => boolean} isTask */
export function begun(app, game, isTask) {
  const found = app.keeper.all().find(([, { content }]) => content.game === game && isTask(content.tags?.[TAG] || ''));
  return found ? app.keeper.find(found[0]) : null;
}

/** Opens today's puzzle of a game: the one already begun, else a new one. @param {App} app @param {Board} board */
export async function openDaily(app, board) {
  const day = today();
  const name = `daily ${day}`;
  const tree = begun(app, board.name, (tag) => tag.startsWith(name));
  if (tree) return begin(app, board.name, tree);
  await dealt(app, async (engine) => (await lateScript()).dealDaily(board.name, `${day} ${board.name}`, engine), (found) => begin(app, board.name, treeOf(found, name, t('dailyOf', { day }))));
}

/** Generates and opens an ending. @param {App} app @param {Board} board @param {string} kind @param {string} title */
export function openEnding(app, board, kind, title) {
  const seed = `${kind} ${Date.now()}`;
  return dealt(app, async (engine) => (await lateScript()).dealEnding(kind, seed, engine), (found) => begin(app, board.name, treeOf(found, `ending ${kind}`, title)));
}

/** Opens a level of a puzzle. @param {App} app @param {import('../boards/board.js').Puzzle} board @param {number} number */
export function openLevel(app, board, number) {
  app.set({ puzzles: { ...app.settings.puzzles, [board.name]: number } });
  return dealt(app, async (engine) => ({ base: await board.level(number, engine), aim: /** @type {''} */ ('') }), ({ base }) => {
    if (!board.levels.includes(base)) app.set({ dealt: { ...app.settings.dealt, [hash(base)]: number } });
    begin(app, board.name, new Tree(base));
  });
}

/**
 * Generates a puzzle and opens it, unless the person has moved on meanwhile.
 * @param {App} app @param {(engine: import('../net.js').Engine) => Promise<import('../boards/board.js').Dealt|null>} find
 * @param {(found: import('../boards/board.js').Dealt) => void} show
 */
async function dealt(app, find, show) {
  const { tree, isHome } = app;
  app.alert = t('working');
  app.render();
  const found = await alone(find);
  if (app.tree !== tree || app.isHome !== isHome) return;
  app.alert = found ? '' : t('noDeal');
  if (found) show(found);
  else app.render();
}

/** Guards in words: `two advisors, elephant`. @param {string} letters */
export function guards(letters) {
  const parts = [['A', 'advisor'], ['E', 'elephant']].map(([letter = '', name = '']) => {
    const count = letters.split(letter).length - 1;
    return count && t(`guard.${name}${count}`);
  });
  return parts.filter(Boolean).join(t('guardAnd')) || t('guard.none');
}

/** A kind of ending in words: `rook against two advisors`. @param {string} kind */
export function endingName(kind) {
  const [own = '', other = ''] = kind.split('-');
  const name = { R: 'rook', N: 'horse', C: 'cannon', P: 'pawn' }[own[0] || 'R'];
  const beside = own.slice(1) ? t('guardAnd') + guards(own.slice(1)) : '';
  return t('ending', { own: t(`ending.${name}`) + beside, other: other === 'K' ? t('guard.bare') : guards(other) });
}
