// Opens and saves files. The engine reads and writes the formats; the page only passes bytes.

import { alone, look } from '../aside.js';
import { rulesOf, withRules } from '../rules.js';
import { MOVES, baseOfTask, faultOf, joined, knownText, legendFault, movesApart, refusalOf, taskParts } from './taskshop.js';
import { BOARDS, boardOf } from '../boards/index.js';
import { towerOf } from '../boards/project.js';
import { keepSprites } from '../boards/sprites.js';
import { offer } from '../dom.js';
import { takeSheet } from './class.js';
import { takeCards } from './drill.js';
import { addGames, canAdd } from './adding.js';
import { fromHex, importFile, partsOf, showCollection } from './collection.js';
import { foundGame, foundText, isZip } from './found.js';
import { nextMistake } from './lesson.js';
import { projectOf } from './zip.js';
import { marksOf } from './recall.js';
import { saveRoute } from './route.js';
import { keepTower, takeTowers } from './shelf.js';
import { status } from '../status.js';
import { Tree } from '../tree.js';
import { both, faultText, inEnglish, inRow, reasonText, said, t } from '../words.js';

/** Maximum size of a file in a message, bytes. */
export const MOST = 400_000;

/** Files of several games, whose lists become one. @typedef {{games: any[], files: Uint8Array[], faults: import('../words.js').Text[]}} Lists */

/**
 * Opens a file: saved games, the text of a tower, or positions of the current puzzle.
 * @param {import('../app.js').App} app @param {Uint8Array} bytes @param {Lists|null} [lists] takes the games of a file that has several, for `showLists`
 * @param {string} [domain] the domain of the problem that the file is
 */
export async function openFile(app, bytes, lists = null, domain = '') {
  app.found = '';
  const all = savedGames(bytes);
  if (all) {
    await takeTowers(all.towers);
    const n = app.keeper.takeIn(all.games.filter((game) => boardOf(game?.game)));
    app.alert = both('tookIn', { n });
    return app.render();
  }
  const whole = bytes;
  if (bytes.length > MOST && isZip(bytes)) bytes = projectOf(bytes);
  if (bytes.length > MOST && partsOf(bytes).length < 2) {
    app.alert = t('tooLarge', { most: MOST / 1000 });
    return app.render();
  }
  if (app.link !== 'open') {
    app.alert = status(app);
    return app.render();
  }
  const content = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n').trimEnd();
  const text = content.trim();
  for (const board of BOARDS) {
    const base = board.fromFile(text);
    if (base) return openBase(app, board, base);
  }
  const parts = taskParts(content, app, domain);
  if (parts.length) return openTask(app, parts);
  const legend = legendFault(text, app.game === 'plan' ? app.tree.base : '');
  if (legend) {
    app.alert = legend;
    return app.render();
  }
  if (sessionOf(text)) return openSession(app, text);
  if (takeSheet(app, text) || takeCards(app, text)) return;
  const answer = await importFile(app, bytes);
  const projects = answer.base && BOARDS.find((board) => board.hasProjects);
  if (projects) {
    const tree = new Tree(answer.base);
    // A tower without its pictures is a tower all the same.
    await keepSprites(towerOf(tree), whole).catch(() => {});
    const wasMissing = await keepTower(tree.base, bytes);
    const [waiting] = wasMissing ? app.keeper.all().filter(([id, { content }]) => content.base === tree.base && content.moves.length && id !== app.tree.id) : [];
    const kept = waiting && app.keeper.find(waiting[0]);
    if (kept) app.choose(projects.name, kept);
    else app.open(projects.name, tree);
    app.found = { en: 'Found: a tower with many floors.', zh: '找到：一座多层魔塔。' };
    return;
  }
  const games = (answer.games || []).filter((/** @type {any} */ game) => boardOf(game.game));
  // A position is plain text, whatever else the file is.
  if (!games.length && app.isPuzzle && /^[\s!-~]*$/.test(text) && (await openSession(app, text))) return;
  if (!games.length) {
    app.alert = (answer.error && answer.wrong?.at(-1)) || both('noGames');
    return app.render();
  }
  // Parts of the file that could not be read are reported.
  const faults = [...(answer.wrong || []), ...(answer.more ? [both('moreGames')] : [])];
  const format = answer.format === 'list of moves' ? '' : answer.format || '';
  if (games.length === 1) return show(app, games[0], faults, format);
  if (!lists) return showLists(app, { games, files: [bytes], faults }, format);
  lists.games.push(...games);
  lists.files.push(bytes);
  lists.faults.push(...faults);
}

/** Lists the games of files that have several. @param {import('../app.js').App} app @param {Lists} lists @param {string} [format] */
export async function showLists(app, { games, files, faults }, format = '') {
  const found = foundText({ format, files: files.length, games: games.length, moves: 0, variations: 0, isPuzzle: false });
  showCollection(app, games, { title, open: (game) => void show(app, game, [], format), add: (await canAdd()) && !app.isPuzzle ? () => void addGames(app, files) : null, found, faults });
}

/** What a file holds that Save all wrote; null if it is another file. @param {Uint8Array} bytes @returns {{games: any[], towers?: Record<string, string>}|null} */
function savedGames(bytes) {
  const text = new TextDecoder().decode(bytes.subarray(0, 40)).trimStart();
  if (!text.startsWith('{"meihua":"games"')) return null;
  try {
    const all = JSON.parse(new TextDecoder().decode(bytes));
    return Array.isArray(all.games) ? all : null;
  } catch {
    return null;
  }
}

/** @param {any} game */
export function title(game) {
  const { Red, White, Black, Event, Date, Title } = game.tags || {};
  return [Red || White || Black || !Title ? `${Red || White || '?'} – ${Black || '?'}` : Title, game.result, Event, Date].filter(Boolean).join(', ');
}

/** Opens a game, and says what was found. @param {import('../app.js').App} app @param {string} game @param {Tree} tree @param {string} [format] */
function shown(app, game, tree, format) {
  app.open(game, tree);
  app.found = foundGame(tree, format, app.isPuzzle);
}

/**
 * Opens a saved game. If its position cannot be played, the board stays as it is.
 * @param {import('../app.js').App} app @param {any} json @param {import('../words.js').Text[]} faults what could not be read @param {string} format
 */
async function show(app, json, faults, format) {
  const tree = Tree.fromJson(json);
  const { errors: [refused] } = await alone((engine) => engine.position(json.game, tree.base, []));
  if (refused) {
    app.alert = reasonText(refused);
    return app.render();
  }
  shown(app, json.game, tree, format);
  app.alert = faults.length ? inRow(faults) : '';
  if (tree.tags.Exercise) void nextMistake(app, 1);
}

/** The puzzle of a saved session; empty if the text is not one. @param {string} text */
function sessionOf(text) {
  const [, name = ''] = /^setoption name UCI_Variant value (\w+)\s*$/m.exec(text) || [];
  return boardOf(name)?.isPuzzle ? name : '';
}

/**
 * Opens a session with the engine, as `save` writes it: the game, and `position … moves …` for each line of the tree.
 * @param {import('../app.js').App} app @param {string} text @returns {Promise<boolean>} whether there was a game in it
 */
async function openSession(app, text) {
  const game = sessionOf(text) || app.game;
  const lines = [...text.split(/\r?\n/).entries()].filter(([, line]) => line.trim() && !/^\s*(#|setoption )/.test(line)).map(([index, line]) => ({ index, ...readPosition(line) }));
  const [first] = lines;
  if (!first) return false;
  await openLines(app, game, new Tree(first.base), lines);
  return true;
}

/**
 * Opens a game with the lines of a file, or says which of them cannot be played. A puzzle of one's own, whose text may have
 * been changed after its moves were made, is opened with those that it allows.
 * @param {import('../app.js').App} app @param {string} game @param {Tree} tree @param {{index: number, base: string, moves: string[]}[]} lines with their places in the file, from 0
 */
async function openLines(app, game, tree, lines) {
  let fault = '';
  for (const { index, base, moves } of lines) {
    const { view, errors } = await alone((engine) => engine.position(game, tree.base, moves));
    if (!view || errors.length || (base && tree.base !== base)) {
      fault = t('badLine', { n: index + 1, reason: errors[0] ? said(faultText(errors[0])) : t('otherStart') });
      if (game !== 'plan' || errors[0]?.number === undefined || !view) {
        app.alert = fault;
        return app.render();
      }
    }
    let place = tree.root;
    for (const move of view.history) place = tree.add(place, { move });
  }
  shown(app, game, tree);
  if (fault) app.alert = fault;
}

/**
 * Opens a game that has no moves. If the engine refuses it, what is on the board stays, unless its text can be mended.
 * @param {import('../app.js').App} app @param {import('../boards/board.js').Board} board @param {string} base
 */
async function openBase(app, board, base) {
  const { errors: [refused] } = await alone((engine) => engine.position(board.name, base, []));
  if (!refused || board.draftOf(base) !== null) return shown(app, board.name, new Tree(base));
  app.alert = refusalOf(refused);
  app.render();
}

/**
 * Opens a puzzle of one's own. If something is wrong with it, its text is opened for mending. A half that waited for the other
 * one becomes the whole.
 * @param {import('../app.js').App} app @param {string[]} parts what its text is joined of
 */
async function openTask(app, parts) {
  const read = parts.map(movesApart);
  const texts = read.map(([text]) => text);
  const text = joined(texts);
  const fault = await faultOf(texts);
  const hasWaited = texts.length > 1 && app.game === 'plan' && texts.includes(app.tree.draft?.trimEnd() ?? '') && !app.tree.root.children.length;
  if (hasWaited) app.keeper.forget(app.tree.id);
  const tree = hasWaited ? Object.assign(app.tree, { id: '', draft: null, tab: '' }) : new Tree();
  if (!fault) {
    tree.base = baseOfTask(text);
    tree.root.view = null;
    return openLines(app, 'plan', tree, read.flatMap(([, lines]) => lines));
  }
  tree.draft = text;
  app.open('plan', tree);
  app.alert = fault;
  app.render();
}

/** Reads a line `position {startpos | fen F} [moves …]`. After a row of sliding blocks, `moves` is the objective. @param {string} line */
function readPosition(line) {
  const words = line.trim().replace(/^position\s+/, '').split(/\s+/);
  const cut = words.findIndex((word, index) => word === 'moves' && !(index && /^[BW_]+$/i.test(words[index - 1])));
  const base = (cut < 0 ? words : words.slice(0, cut)).join(' ');
  return { base: /^(startpos|fen |project )/.test(base) ? base : `fen ${base}`, moves: cut < 0 ? [] : words.slice(cut + 1) };
}

/** All lines of a tree from the start, from which the tree can be rebuilt. @param {Tree} tree */
function linesOf(tree) {
  /** @type {string[][]} */
  const lines = [];
  const open = [tree.root];
  while (open.length) {
    const place = /** @type {import('../tree.js').Place} */ (open.pop());
    if (!place.children.length) lines.push(tree.path(place));
    open.push(...[...place.children].reverse());
  }
  return lines;
}

/** Whether it is a game in a tower that was read from a file: only a program that was given the file knows its name. @param {Tree} tree */
export const isOfFile = (tree) => tree.base.startsWith('project ');

/** Saves the game that is on. @param {import('../app.js').App} app */
export function save(app) {
  return saveGame(app, app.game, app.tree, app.view);
}

/** A game as JSON, which the engine reads like any file. @param {string} game @param {Tree} tree @param {any} view */
export async function gameText(game, tree, view) {
  const start = tree.root.view?.fen || (await look(game, tree.base, []))?.fen;
  const { verdict } = view;
  const result = tree.result !== '*' || !verdict.over ? tree.result : { first: '1-0', second: '0-1', none: '1/2-1/2' }[/** @type {'first'} */ (verdict.winner)];
  const { base, ...json } = tree.toJson(game, start);
  // Other programs know one list of marks.
  json.moves = json.moves.map((/** @type {any} */ { verdict, ...move }) => (verdict ? { ...move, marks: marksOf({ ...move, verdict }) } : move));
  return JSON.stringify({ ...(boardOf(game)?.isOwn ? withRules(json, base) : json), result });
}

/**
 * Saves a game as PGN, a puzzle as the engine session that rebuilds its tree, or the position alone; a puzzle of one's own as its text.
 * @param {import('../app.js').App} app @param {string} game @param {Tree} tree @param {any} view
 */
export async function saveGame(app, game, tree, view) {
  const board = boardOf(game) || app.board;
  if (app.link !== 'open') {
    app.alert = status(app);
    return app.render();
  }
  if (isOfFile(tree)) return saveRoute(app, tree, view);
  if (board.isPuzzle) {
    if (board.name === 'plan') {
      const { name, text: known } = knownText(tree.base);
      const text = tree.draft ?? known;
      const played = tree.root.children.length ? linesOf(tree).map((line) => `${MOVES}${line.join(' ')}`) : [];
      return offer(new TextEncoder().encode(`${[text.trimEnd(), ...played].join('\n')}\n`), `${name || game}.pddl`);
    }
    // Only the exchange form holds what somebody has written.
    if ([tree.root, ...tree.all()].some((place) => place.comment || place.marks.length)) {
      return offer(new TextEncoder().encode(`${await gameText(game, tree, view)}\n`), `${game}.json`);
    }
    const lines = linesOf(tree).map((line) => `position ${tree.base} moves ${line.join(' ')}`.trim());
    const position = tree.root.children.length ? '' : board.toFile(view);
    const text = position || [`setoption name UCI_Variant value ${game}`, ...lines].join('\n');
    return offer(new TextEncoder().encode(`${text}\n`), `${game}.txt`);
  }
  const content = await gameText(game, tree, view);
  const answer = /** @type {any} */ (await alone((engine) => {
    if (board.isOwn) engine.describe(rulesOf(tree.base).text);
    return engine.ask('export', `${board.format(app.settings)} ${content}`);
  }));
  if (answer.error) {
    app.alert = inEnglish(answer.error, 'notWritten');
    return app.render();
  }
  offer(fromHex(answer.hex), `${game}.pgn`);
}
