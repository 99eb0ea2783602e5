// What shows proof, and what else is seldom wanted, with its words: a script of its own, which is fetched when the first of it is.

import { Plies } from './boards/plies.js';
import { Search } from './boards/search.js';
import { States } from './boards/states.js';
import { drawCurves as curves } from './parts/curves.js';
import { showEndings as endings } from './parts/endings.js';
import { zipOfFolder as folder } from './parts/folder.js';
import { drawGraph as graph } from './parts/graph.js';
import { showKept as kept } from './parts/kept.js';
import { drawOver as over } from './parts/over.js';
import { drawRecent as recent } from './parts/recent.js';
import { drawRemarks as remarks } from './parts/remarks.js';
import { drawRules as rules, showSheet as sheet } from './parts/sheet.js';
import { drawTale as tale } from './parts/tale.js';
import { projectOf as project } from './parts/zip.js';
import { CLASSICS as classics, KINDS as kinds, deal } from './puzzles/endings.js';
import { maze as labyrinth } from './puzzles/maze.js';
import { showShare as share } from './parts/share.js';
import { addWords } from './words.js';

/** @type {Record<string, Record<string, string>>} */
const WORDS = {
  en: {
    aStar: 'A* step by step', rewindSearch: 'Search from the start', stepBack: 'Step back', stepOn: 'Next step', playSearch: 'Play the search', pauseSearch: 'Pause the search', finishSearch: 'Search to the end', expandedRow: 'Expanded', wayFound: 'The way that was found',
    openRows: 'Open: {n}', closedRows: 'Closed: {n}', andMore: 'and {n} more', comesNext: 'comes next', stepOf: 'Step {n}: {open} open, {closed} closed. The open row with the least f comes next.', searchTooLong: '{n} steps are shown: {open} open, {closed} closed. The search is longer.',
    goalTaken: 'The goal is taken at price {n}, after {closed} rows: every open row has an f of at least {n}, so nothing is cheaper.', searchIs: 'f = g + h. g is the price of the way so far, h what is left at least. h never says too much: so the first goal that is taken is the cheapest.',
    'outcome.new': 'new', 'outcome.better': 'cheaper way', 'outcome.known': 'known', 'outcome.lost': 'no way on',
    allStates: 'Show all states', states: 'All {n} states', statesSeen: '{seen} of {n} states seen', unseenState: 'not seen yet', deadEnd: 'dead end', goalState: 'all across',
    legendFog: 'A dashed border: one crossing away. ?: not seen yet.', legendAll: 'Thick: the shortest ways. The number: crossings left. ✗: a dead end. ★: all across. A dashed border: one crossing away.',
    compare: 'Compare with the best known plan', curves: 'Your run and the best known plan', curveMine: 'you: {n} hp', curvePlan: 'the plan: {n} hp', curvesAre: 'hp over the walk: yours ends with {mine}, the best known plan with {best}', noPlanKnown: 'No plan is known from the start.',
    treeOfMoves: 'Tree of moves', fromHere: 'From here', afterColumns: 'After {columns}:', worthFor: 'What each column is worth for {who}', notProven: 'not proven', bestMove: 'best',
  },
  zh: {
    aStar: 'A* 逐步演示', rewindSearch: '从头搜索', stepBack: '退一步', stepOn: '下一步', playSearch: '播放搜索', pauseSearch: '暂停搜索', finishSearch: '搜索到底', expandedRow: '展开的节点', wayFound: '找到的路径',
    openRows: '待展开：{n}', closedRows: '已展开：{n}', andMore: '另有 {n} 个', comesNext: '下一个', stepOf: '第 {n} 步：待展开 {open} 个，已展开 {closed} 个。接着展开 f 最小的一行。', searchTooLong: '只演示 {n} 步：待展开 {open} 个，已展开 {closed} 个。搜索还没有结束。',
    goalTaken: '取出目标，代价 {n}，共展开 {closed} 行：待展开各行的 f 都不小于 {n}，所以没有更小的代价。', searchIs: 'f = g + h。g 是已用的代价，h 是至少还需的代价。h 从不高估，所以最先取出的目标代价最小。',
    'outcome.new': '新', 'outcome.better': '更便宜', 'outcome.known': '已知', 'outcome.lost': '无路可走',
    allStates: '显示全部状态', states: '全部 {n} 个状态', statesSeen: '已见 {seen} 个状态，共 {n} 个', unseenState: '尚未见到', deadEnd: '死路', goalState: '全部过河',
    legendFog: '虚线框：一次过河可达。?：尚未见到。', legendAll: '粗线：最短路径。数字：还需过河次数。✗：死路。★：全部过河。虚线框：一次过河可达。',
    compare: '与最佳路线比较', curves: '你的走法与最佳路线', curveMine: '你：生命 {n}', curvePlan: '路线：生命 {n}', curvesAre: '途中生命：你最后 {mine}，最佳路线最后 {best}', noPlanKnown: '尚不知道从开头起的路线。',
    treeOfMoves: '着法树', fromHere: '当前局面', afterColumns: '走 {columns} 之后：', worthFor: '各列对{who}的价值', notProven: '未证明', bestMove: '最佳',
  },
};

addWords(WORDS);

/** What proves, by game. @type {Record<string, () => import('./proof.js').Proof>} */
export const PROOFS = { sliding: () => new Search(), river: () => new States(), cfour: () => new Plies() };

/** One's own run and the best known plan. */
export const drawCurves = curves;

/** The games that are kept, as a list. */
export const showKept = kept;

/** What one takes away of a game. */
export const showShare = share;

/** How a game ended. */
export const drawOver = over;

/** The games that were on last. */
export const drawRecent = recent;

/** Keys or rules, over the page. */
export const showSheet = sheet;

/** The rules, in a panel. */
export const drawRules = rules;

/** The project in a folder, as a zip. */
export const zipOfFolder = folder;

/** The project in a large zip, as a smaller one. */
export const projectOf = project;

/** A tower that dice determine. */
export const maze = labyrinth;

/** The chances over a game, its story, and what a person writes to a move. */
export const drawGraph = graph;
export const drawTale = tale;
export const drawRemarks = remarks;

/** Endings to practise. */
export const showEndings = endings;
export const dealEnding = deal;
export const CLASSICS = classics;
export const KINDS = kinds;
