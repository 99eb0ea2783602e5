// The board in the browser, in a real headless Chromium, through roles and names only.
//
//   node client_board.mjs ENGINE [PICTURES]     with playwright-core and axe-core in NODE_PATH's place, Chromium in CHROMIUM
//
// Status 1 if a check failed. BOARD_BROWSERS says how many checks run side by side, 1 if it is left out. With PICTURES a folder gets
// screenshots of the five boards, in light, dark, Chinese, phone.
// BOARD_ONLY names checks, by their first words or as far as a hyphen. BOARD_STATIC names a folder made by `make web`: the checks are done with
// the page in it, behind a plain file server. BOARD_BROWSER=firefox takes the Firefox in FIREFOX (with a playwright-core that speaks to it by
// WebDriver BiDi, up to 1.57 for the extended support release), for the checks named in CORE. With BOARD_SERVED=1 these are done as well,
// and those that a folder cannot do, games and walks: what is left to do where a folder has every check.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { start } from './board/server.mjs';
import { checks } from './board/checks.mjs';
import { more } from './board/more_checks.mjs';
import { look } from './board/look_checks.mjs';
import { attacks } from './board/attacks.mjs';
import { wholeGames } from './board/whole_games.mjs';
import { kept } from './board/kept_checks.mjs';
import { story } from './board/story_checks.mjs';
import { frame } from './board/frame_checks.mjs';
import { match } from './board/match_checks.mjs';
import { art } from './board/art_checks.mjs';
import { codes } from './board/code_checks.mjs';
import { library } from './board/library_checks.mjs';
import { remarks } from './board/remark_checks.mjs';
import { climb } from './board/climb_checks.mjs';
import { evenings } from './board/evening_checks.mjs';
import { lessons } from './board/class_checks.mjs';
import { season } from './board/season_checks.mjs';
import { homes } from './board/home_checks.mjs';
import { never, proofs } from './board/proof_checks.mjs';
import { rows } from './board/row_checks.mjs';
import { told } from './board/told_checks.mjs';
import { towers } from './board/tower_checks.mjs';
import { walks } from './board/walks.mjs';
import { own } from './board/own_checks.mjs';
import { puzzles } from './board/puzzle_checks.mjs';
import { mended } from './board/mended_checks.mjs';
import { stuck } from './board/stuck_checks.mjs';
import { teacher } from './board/teacher_checks.mjs';
import { lasting } from './board/lasting_checks.mjs';
import { pictures } from './board/pictures.mjs';

/** What other programs for these games do and this page is to do as well, and the checks that show it. */
const SHOWN = {
  'the exact value of every move': 'row-exact 17 19 20 21 22 proof-tree',
  'any game is pasted or dropped': 'row-formats look-paste look-floors home-found home-folder kept-files evening-game',
  'mistakes with the better move, tried again, accuracy, by player': '12 story-game story-exercise story-four evening-game',
  'comments, variations deleted and promoted, arrows and circles of one’s own': '13 remarks-tree remarks-shapes',
  'the game survives reloads, links, other tabs': '8 25 kept-reload kept-link kept-tabs kept-full kept-entries never-kept walks',
  'a position is set up by drag and analysed at once': '16 kept-set-up',
  'a link, a picture, a film, a report as one file': 'code-shared story-share home-share never-links evening-game',
  'a phone is enough': '23 climb-keys never-phone look-whole look-row evening-daily',
  'towers: floors, thresholds, a deed undone, replay, route files, keys on the screen': 'evening-tower tower-answers tower-floors climb-keys home-critical kept-undo look-floors look-steps',
  'proof: the best known, what can still be won, the graph of states with oneself in it': '22 proof-astar proof-states proof-tree home-critical evening-river',
  'the rule of repetition is explained before it bites': '15',
  'all of it in Chinese': '23 look-chinese home-chinese home-share proof-chinese',
  'two people with clocks, who resign and agree on draws': 'match-people match-engine',
  'a library of games: what was played here, and a search': 'library-explore library-season',
  'a game of one’s own, as a text': 'own-text own-board own-keys own-link own-guest own-home',
  'a puzzle of one’s own, in PDDL, with a picture that is pressed': 'own-puzzle own-drawn puzzle-hint puzzle-kept puzzle-shared',
  'a class: a sheet of exercises, and who solved what': 'evening-class evening-sheet evening-link evening-deleted evening-task evening-help evening-paper',
  'the mistakes of a season come back as questions until they stick': 'evening-season',
  'it works offline, and nothing leaves the machine': '1 14 24 story-share evening-game',
};

/** What stopped people on an earlier page, by who they were, and the checks that it no longer does. */
const MENDED = {
  'club player: the story is out of sight of the board': 'frame-still',
  'club player: the answer stands beside the question': 'story-game',
  'club player: a reload throws an analysis away': 'frame-kept',
  'tower on a phone: what the hero has is in the third tab, the board has a gutter': 'frame-phone',
  'tower: no hint, value or solution where there are several floors': 'frame-tower home-critical',
  'phone: home opens scrolled by its header': 'frame-phone',
  'screen reader: a hint draws an arrow and says nothing': 'frame-said',
  'all: buttons that are drawn anew pile up': 'frame-flat',
  'all: home has no way to open, paste or drop': 'frame-home look-paste',
  'child, teacher: a shown solution earns squares': 'frame-alone',
  'Chinese: English words in sentences, faults, tags, levels': 'look-chinese home-chinese home-share proof-chinese',
  'set-up: pieces do not drag from the palette': 'frame-palette',
  'collections: long files are refused, one of several is taken': 'library-season frame-files',
  'tower: a route is taken whole or not at all': 'frame-tower evening-tower',
  'child: words of the wire in refusals': 'frame-refused',
  'all: moves are named in three ways, lists are prose': 'frame-list',
  'stage: tokens one a line, lists below the fold': 'home-stage look-whole',
  'keyboard: 133 stops of Tab, no heading on the stage': 'frame-stops frame-axe',
  'all: a film of several megabytes': 'story-film',
};

/** The checks that cannot be done with a folder of files, and why. */
const SERVED_ONLY = {
  2: 'the sizes are those of what the program sends, compressed; tests/web/browser.mjs prints those of the folder',
  24: 'a file server has no sessions that a stranger could open',
  25: 'there is no program that could be stopped',
  'look-files': 'what a file server sends again is its own affair; tests/web/browser.mjs shows that the page opens without one',
  'mended-shelf': 'the browser keeps the towers of the folder',
  'told-slow': 'the engine is in a worker of the page: there is no program that could hang',
  'look-given': 'there is no command line that could name a tower',
  'library-explore': 'the module has no library of games',
  'stuck-gone': 'the module has no library of games',
  'stuck-here': 'the module has no library of games',
};

/** The checks for another browser than Chromium: every board and everything that the page asks the engine for. */
const CORE = '3 4 6 7 10 12 15 17 18 19 20 21 22 home-cards home-worse kept-reload kept-undo kept-views look-steps proof-astar proof-states proof-tree remarks-leaf story-game story-four story-ended'.split(' ');

const require = createRequire(process.env.BOARD_MODULES ? `${process.env.BOARD_MODULES}/` : import.meta.url);
const { chromium, firefox } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [engine, folder] = process.argv.slice(2);
const isFirefox = process.env.BOARD_BROWSER === 'firefox';
const files = process.env.BOARD_STATIC ? await host(process.env.BOARD_STATIC) : null;
const only = (process.env.BOARD_ONLY || '').split(',').filter(Boolean);
if (!only.length && (isFirefox || process.env.BOARD_SERVED)) only.push(...CORE);
if (process.env.BOARD_SERVED) only.push(...Object.keys(SERVED_ONLY), '26', '27', '28', 'walks', 'kept-', 'evening-', 'library-', 'own-');
const all = { ...checks, ...more, ...look, ...attacks, ...wholeGames, ...kept, ...frame, ...match, ...art, ...library, ...codes, ...story, ...remarks, ...climb, ...towers, ...evenings, ...lessons, ...season, ...homes, ...proofs, ...never, ...rows, ...own, ...puzzles, ...told, ...mended, ...stuck, ...lasting, ...teacher, ...walks };
let failed = 0;

const names = new Set(Object.keys(all).map((name) => name.split(' ')[0]));
for (const [row, list] of Object.entries({ ...SHOWN, ...MENDED })) {
  const gone = list.split(' ').filter((name) => !names.has(name));
  if (gone.length) throw new Error(`${row}: there is no check ${gone.join(', ')}`);
}

// Checks wait a part of their time, so that several browsers share them, each with its own clipboard and server: each takes the next check,
// the longest first.
const LONG = ['walks', 'frame-axe', 'evening-season', 'look-'];
const rank = (name) => (LONG.findIndex((one) => name.startsWith(one)) + 1) || LONG.length + 1;
const wanted = (name) => !only.length || only.some((one) => name.split(' ')[0] === one || (one.endsWith('-') && name.startsWith(one)));
const queue = Object.entries(all).filter(([name]) => wanted(name)).sort(([a], [b]) => rank(a) - rank(b));
await Promise.all(Array.from({ length: Number(process.env.BOARD_BROWSERS || 1) }, async (_, number) => {
  const [browser, server] = [await launch(), await start(engine)];
  while (queue.length) await judge(browser, server, ...queue.shift());
  if (folder && !number) {
    mkdirSync(folder, { recursive: true });
    await pictures(browser, server.url, folder, !!process.env.ALL_PICTURES);
  }
  await browser.close();
  await server.end();
}));
files?.process.kill();
console.log(failed ? `${failed} checks failed` : 'all checks passed');
process.exit(failed ? 1 : 0);

/** Does a check, and says how it ended. */
async function judge(browser, server, name, work) {
  const served = files && SERVED_ONLY[name.split(' ')[0]];
  if (served) {
    console.log(`not run ${name}: ${served}`);
    return;
  }
  // Lateness of a loaded machine is judged twice before it fails.
  for (const last of name.startsWith('walks') ? [true] : [false, true]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', acceptDownloads: true });
    const page = await context.newPage();
    const [faults, outside] = [[], []];
    // Whatever one does: nothing but the program itself is ever asked.
    const isOwn = (address) => ['127.0.0.1', 'localhost', ''].includes(new URL(address).hostname);
    context.on('request', (request) => isOwn(request.url()) || outside.push(request.url()));
    page.on('websocket', (socket) => isOwn(socket.url()) || outside.push(socket.url()));
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
    page.setDefaultTimeout(15_000);
    const began = Date.now();
    try {
      await work({ page, context, browser, server, axe, faults, url: files?.url || server.url });
      if (outside.length) throw new Error(`something left the machine: ${outside.join(', ')}`);
      console.log(`ok ${name} (${Date.now() - began} ms)`);
      break;
    } catch (error) {
      if (last) failed += 1;
      console.log(`${last ? 'FAILED' : 'again'} ${name}: ${String(error.message || error).split('\n').slice(0, 12).join(' | ')}${faults.length ? `; console: ${faults.slice(0, 3).join(' | ')}` : ''}`);
    } finally {
      await context.close();
    }
  }
}

function launch() {
  return isFirefox
    ? firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX || '/usr/bin/firefox-esr' })
    : chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
}

/** A plain file server, which sets no header of its own. */
async function host(root) {
  const process = spawn('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', root, '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const port = await new Promise((found) => process.stdout.on('data', (data) => /port (\d+)/.test(data) && found(/port (\d+)/.exec(data)[1])));
  return { process, url: `http://127.0.0.1:${port}/` };
}
