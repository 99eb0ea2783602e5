// Random sessions: the process and the module answer the same lines, whatever comes.
//
//   node sessions.mjs ENGINE PACKAGE [COUNT] [SEED]
//
// Lines of every command, in every dialect, about random positions of every game, right, damaged and senseless. Left out is what depends
// on the clock (searches that only time or `stop` ends) and on the machine (threads, files, much memory). A session that differs is printed with its seed: COUNT 1 and that seed play it again.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { isByClock, timeless } from './lines.mjs';

const [engine, folder, count = '200', first = '1'] = process.argv.slice(2);
const { load } = await import(`${folder}/module.js`);
const compiled = await WebAssembly.compile(readFileSync(`${folder}/meihua.wasm`));
const tables = ['openings.bin', 'endings.bin'].map((name) => readFileSync(`${folder}/${name}`));
const GAMES = ['xiangqi', 'xiangqi', 'xiangqi', 'cfour', 'river', 'sliding', 'tower'];
const ENDINGS = ['3k5/4P4/9/9/9/9/9/9/4A4/4KR3 w - - 0 1', '3ak4/4a4/9/9/9/9/9/9/9/3RK4 b - - 0 1', '2bak4/9/4b4/9/9/4N4/9/9/9/4K4 w - - 0 1', '4k4/9/9/4C4/9/9/9/9/9/4KA3 w - - 0 1'];
const DAMAGE = ['0', '9', '/', ' ', 'k', 'K', 'R', '-', 'x', '#', 'é', '帅', ';', ','];
const WORDS = ['go', 'position', 'fen', 'moves', 'startpos', 'depth', 'setoption', 'name', 'value', 'x', '-1', '99999999999999999999', '\t', '"', '炮二平五', '{}', 'json'];

/** Numbers below a bound, the same for each seed (mulberry32, by Tommy Ettinger). */
function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Boards for what a session writes about; not the module that is tested. */
const boards = await load(compiled);

/** The lines of a session. */
function script(random) {
  const one = (items) => items[random(items.length)];
  let game = one(GAMES);
  let dialect = one(['uci', 'uci', 'ucci', 'ugi', 'json']);
  const set = (name, value) => (dialect === 'ucci' && random(2) ? `setoption ${name} ${value}` : `setoption name ${name} value ${value}`);
  const lines = [dialect, 'setoption name Hash value 2', `setoption name Seed value ${1 + random(1000)}`, `setoption name UCI_Variant value ${game}`];

  /** A position after some random moves, and a few moves from there. */
  function played() {
    const board = boards.answer({ ask: 'open', game, ...(game === 'xiangqi' && !random(4) && { fen: one(ENDINGS) }) });
    const walk = (plies) => Array.from({ length: plies }, () => {
      const moves = boards.legalMoves(board);
      if (!moves.length) return [];
      const move = one(moves);
      boards.answer({ ask: 'push', board, move });
      return [move];
    }).flat();
    walk(random(30));
    const fen = boards.answer({ ask: 'fen', board });
    const moves = walk(random(6));
    const legal = boards.legalMoves(board);
    boards.answer({ ask: 'close', board });
    return { fen, moves, legal };
  }
  let last = played();

  const damaged = (text) => {
    const letters = [...text];
    for (let times = 1 + random(3); times > 0; times--) letters.splice(random(letters.length), random(2), ...(random(2) ? [one(DAMAGE)] : []));
    return letters.join('');
  };
  const position = () => {
    last = played();
    const base = random(8) ? `fen ${random(10) ? last.fen : damaged(last.fen)}` : 'startpos';
    const moves = random(2) ? [...last.moves, ...(random(6) ? [] : [one(['h2e2', 'P9', '3', 'zz', '炮二平五', '0000'])])] : [];
    return `position ${base}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
  };
  const bounds = () => one(['depth 1', 'depth 2', 'depth 4', 'depth 6', 'nodes 1', 'nodes 300', 'nodes 3000', 'depth 9 nodes 2000', 'mate 1 nodes 1000', 'perft 1', 'perft 2', 'depth 0', 'depth x nodes 20', 'nodes 500 side b']);
  const go = () => `go ${bounds()}${random(5) || !last.legal.length ? '' : ` searchmoves ${one(last.legal)} ${one(last.legal)}`}`;
  const option = () => {
    switch (random(12)) {
      case 0: game = one(GAMES); return set(dialect === 'ucci' ? 'uci_variant' : 'UCI_Variant', game);
      case 1: return set('Hash', one(['1', '3', '0', 'x']));
      case 2: return set('MultiPV', one(['1', '2', '4', '0']));
      case 3: return set('UCI_ShowWDL', one(['true', 'false', 'on']));
      case 4: return set('Skill Level', one(['20', '5', '-4', '99']));
      case 5: return set('Repetition Rule', one(['AsianRule', 'ComputerRule', 'None', 'Chess']));
      case 6: return set('Sixty Move Rule', one(['true', 'false']));
      case 7: return set('Ranks', one(['0-9', '1-10']));
      case 8: return set('Notation', one(['iccs', 'wxf', 'chinese']));
      case 9: return set('Random Best', one(['1', '3']));
      case 10: return 'setoption name Clear Hash';
      default: return set(one(['Random Margin', 'UCI_LimitStrength', 'UCI_Elo', 'Nonsense']), one(['50', 'true', '1200', 'false']));
    }
  };
  const small = () => one(['d', 'd', 'view', 'moves', 'eval', 'flip', `undo ${random(4)}`, 'redo 1', 'probe startpos', `probe fen ${last.fen}`, 'query gameover', 'query result', 'query p1turn',
    'isready', 'stop', 'ucinewgame', 'help', 'debug on', 'debug off', `banmoves ${one(last.legal.length ? last.legal : ['h2e2'])}`, 'genfens 1 seed 3 book None', 'import 312e2043323d352048382b37', 'import zz', 'export pgn {}', 'register later']);
  const rubbish = () => one([
    () => Array.from({ length: random(8) }, () => one(WORDS)).join(' '),
    () => 'x'.repeat(random(50_000)),
    () => damaged(lines[random(lines.length)]),
  ])();
  const isHarmless = (line) => !/infinite|ponder|time|inc|quit|batch|threads|hash|file|path|seed|bench|usemillisec|go(?!.*(depth|nodes|perft) \d\b)/i.test(line);
  for (let left = 4 + random(20); left > 0; left--) {
    const kind = random(20);
    if (kind < 5) lines.push(position());
    else if (kind < 10) lines.push(go());
    else if (kind < 13) lines.push(option());
    else if (kind < 18) lines.push(small());
    else if (kind < 19) lines.push((dialect = one(['uci', 'ucci', 'ugi', 'json'])));
    else lines.push(...[rubbish()].filter(isHarmless));
  }
  return lines;
}

/** What is refused when all before it is carried out: an option that there is not. */
const MARK = 'Mark';
const mark = `setoption name ${MARK} value 1`;

async function ofModule(lines) {
  const said = [];
  const module = await load(compiled, { say: (line) => said.push(line) });
  for (const table of tables) module.takeTables(table);
  for (const line of lines) if (!module.hear(line) || !module.hear(mark)) break;
  return said;
}

async function ofProcess(lines) {
  const child = spawn(engine, [], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {});
  const said = [];
  const rest = [...lines];
  const send = () => (rest.length ? child.stdin.write(`${rest.shift()}\n${mark}\n`) : child.stdin.end());
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line.includes(MARK)) send();
  });
  send();
  await new Promise((done) => child.on('close', done));
  return said;
}

let [total, failed] = [0, 0];
for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
  const lines = script(numbers(seed));
  const [native, module] = (await Promise.all([ofProcess(lines), ofModule(lines)])).map((said) => said.filter((line) => !isByClock(line)).map(timeless));
  total += native.length;
  const at = Array.from({ length: Math.max(native.length, module.length) }).findIndex((_, index) => native[index] !== module[index]);
  if (at < 0) continue;
  failed += 1;
  const short = (line) => (line ?? 'nothing').slice(0, 400);
  console.log(`seed ${seed}, line ${at + 1}:\n  process: ${short(native[at])}\n  module:  ${short(module[at])}\n  after:   ${short(native[at - 1])}\n  session: ${lines.map((line) => line.slice(0, 200)).join(' | ')}`);
}
console.log(`sessions: ${count} from seed ${first}, ${total} lines, ${failed} differ`);
process.exit(failed ? 1 : 0);
