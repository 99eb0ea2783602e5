// The second script of the page: what the first view does not need. It is fetched when any of it is needed.

import { Field as FieldOf } from './boards/field.js';
import { drawSmall as small } from './boards/small.js';
import { Atoms as AtomsOf } from './boards/atoms.js';
import { drawBook as manual } from './boards/book.js';
import { Climb as Climber, aimWords as aimed, describeKey as keyed, keyWords as stepped, endWords as finished, refusedKey as refusing, routeOf as routed } from './boards/project.js';
import { floorPicture as picture } from './boards/things.js';
import { Plies } from './boards/plies.js';
import { Search } from './boards/search.js';
import { spritesOf as sprites } from './boards/sprites.js';
import { States } from './boards/states.js';
import { describe as told } from './boards/steps.js';
import { makePictures as pictures } from './boards/pictures.js';
import { drawAgree as agree, drawClocks as clocks, sayClocks as heard, showEnd as ended, showTwo as two } from './parts/clocks.js';
import { drawCurves as curves } from './parts/curves.js';
import { showEndings as endings } from './parts/endings.js';
import { drawExercise as exercise, openSheet as given, showExercises as exercises } from './parts/class.js';
import { dueCount as count, nextDue as following, showRepeat as repetition } from './parts/drill.js';
import { openFile as read } from './parts/files.js';
import { drawGraph as graph } from './parts/graph.js';
import { showKept as kept } from './parts/kept.js';
import { drawOver as over } from './parts/over.js';
import { load as choose, openAll as all, openFolder as folder, openText as text, take as taken } from './parts/open.js';
import { playRest as rest } from './parts/route.js';
import { drawQuestion as asked, nextMistake as mistake, question as words } from './parts/lesson.js';
import { drawCode as coded } from './parts/code.js';
import { drawLibrary as library } from './parts/library.js';
import { Menu as Choices } from './parts/menu.js';
import { drawRecent as recent } from './parts/recent.js';
import { drawRemarks as remarks } from './parts/remarks.js';
import { drawRules as rules, showSheet as sheet } from './parts/sheet.js';
import { drawTale as tale } from './parts/tale.js';
import { bestTold as best, noPlan as hopeless, whyNot as why } from './parts/why.js';
import { dealDaily as daily, dealEnding as ending, dealTower as climb } from './puzzles/deal.js';
import { showShare as share } from './parts/share.js';
import { bringTower as bring } from './parts/shelf.js';
import { baseOfFile as ofFile } from './parts/workshop.js';
import { drawRulesText as rulesText } from './parts/taskshop.js';
import { addWords } from './words.js';
// The program makes this file of the styles that are loaded late.
// @ts-ignore
import { LOOKS } from '/looks.js';
import { WORDS } from './words/late.js';
import { OWN } from './words/own.js';

addWords(WORDS);
addWords(OWN);

// Elsewhere than in a browser there are no styles.
if (globalThis.document?.adoptedStyleSheets) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(LOOKS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Proofs, by game. @type {Record<string, () => import('./proof.js').Proof>} */
export const PROOFS = { sliding: () => new Search(), river: () => new States(), plan: () => new States(), cfour: () => new Plies() };

/** The person's run and the best known plan, as curves. */
export const drawCurves = curves;

/** Games and puzzles of one's own: boards, a small picture, a move in words, the text of the rules, and that of a file. */
export const Field = FieldOf;
export const drawSmall = small;
export const describe = told;
export const drawRulesText = rulesText;
export const baseOfFile = ofFile;
export const Atoms = AtomsOf;

/** A tower of many floors: its board, what is typed, moves in words. */
export const Climb = Climber;
export const aimWords = aimed;
export const describeKey = keyed;
export const keyWords = stepped;
export const endWords = finished;
export const routeOf = routed;
export const refusedKey = refusing;
export const floorPicture = picture;
export const whyNot = why;
export const bestTold = best;

/** Puzzles without a plan, in words. */
export const noPlan = hopeless;

/** The pictures of a tower. */
export const spritesOf = sprites;

/** The monster manual of a tower. */
export const drawBook = manual;

/** The list of stored games. */
export const showKept = kept;

/** Towers that the program does not know. */
export const bringTower = bring;

/** The Share dialog. */
export const showShare = share;

/** Two people: the dialog for a new match, clocks, draw offers, and the result. */
export const showTwo = two;
export const drawClocks = clocks;
export const sayClocks = heard;
export const drawAgree = agree;
export const showEnd = ended;

/** Mistakes, as questions. */
export const question = words;
export const drawQuestion = asked;
export const nextMistake = mistake;

/** The pieces with pictures. */
export const makePictures = pictures;

/** The position as a QR code, on the stage. */
export const drawCode = coded;

/** The library of games. */
export const drawLibrary = library;

/** What stands in the menu. */
export const Menu = Choices;

/** How a game ended. */
export const drawOver = over;

/** The latest games, for the home page. */
export const drawRecent = recent;

/** The dialogs of keys and rules. */
export const showSheet = sheet;

/** The rules, in a panel. */
export const drawRules = rules;

/** Opens a file, a folder or a text. */
export const load = choose;
export const openFile = read;
export const openAll = all;
export const openFolder = folder;
export const openText = text;
export const take = taken;

/** Goes on with a route. */
export const playRest = rest;

/** Generated puzzles. */
export const dealDaily = daily;
export const dealTower = climb;

/** The graph of a game, its analysis, and comments. */
export const drawGraph = graph;
export const drawTale = tale;
export const drawRemarks = remarks;

/** Sheets of exercises. */
export const drawExercise = exercise;
export const openSheet = given;
export const showExercises = exercises;

/** Repetition. */
export const dueCount = count;
export const nextDue = following;
export const showRepeat = repetition;

/** Endings to practise. */
export const showEndings = endings;
export const dealEnding = ending;
