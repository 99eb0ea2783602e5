// The package and the process answer the same lines: every game, every dialect, bounded by nodes and depth.
//
//   node transcripts.mjs ENGINE PACKAGE

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { timeless } from './lines.mjs';

const [engine, folder] = process.argv.slice(2);
const GAMES = ['xiangqi', 'cfour', 'river', 'sliding', 'tower'];
const OPENINGS = ['startpos', 'startpos moves h2e2 h9g7', 'fen 3k5/4P4/9/9/9/9/9/9/4A4/3RK4 w - - 0 1', 'startpos moves zz'];

/** A line, and how the answer to it ends; nothing where none is due. */
function script(dialect) {
  const set = (name, value) => (dialect === 'ucci' ? `setoption ${name} ${value}` : `setoption name ${name} value ${value}`);
  const best = dialect === 'json' ? '{"event":"bestmove"' : dialect === 'ucci' ? /^(bestmove|nobestmove)/ : 'bestmove';
  const ready = dialect === 'json' ? '{"event":"readyok"' : 'readyok';
  const lines = [['isready', ready]];
  for (const game of GAMES) {
    lines.push([dialect === 'ucci' ? `setoption uci_variant ${game}` : set('UCI_Variant', game)], ['isready', ready]);
    for (const opening of game === 'xiangqi' ? OPENINGS : ['startpos']) {
      lines.push([`position ${opening}`], ['view'], ['d'], ['moves'], ['isready', ready]);
      for (const go of ['go depth 7', 'go nodes 20000', 'go depth 3 searchmoves h2e2 b0c2']) lines.push([go, best]);
    }
    lines.push(['undo 1'], ['redo 1'], ['flip'], ['eval'], ['nonsense'], ['probe startpos'], ['isready', ready]);
  }
  return lines;
}

async function play(command, words, dialect) {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = [];
  const answer = async (line, last) => {
    child.stdin.write(`${line}\n`);
    said.push(`> ${line}`);
    while (last) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ended after ${line}`);
      said.push(value);
      if (last instanceof RegExp ? last.test(value) : value.startsWith(last)) return;
    }
  };
  await answer(dialect, { uci: 'uciok', ucci: 'ucciok', ugi: 'ugiok', json: '{"event":"hello"' }[dialect]);
  for (const [line, last] of script(dialect)) await answer(line, last);
  child.stdin.end('quit\n');
  child.kill();
  return said;
}

let count = 0;
for (const dialect of ['uci', 'ucci', 'ugi', 'json']) {
  const [native, module] = await Promise.all([play(engine, [], dialect), play(process.execPath, [`${folder}/cli.js`], dialect)]);
  for (let index = 0; index < Math.max(native.length, module.length); index++) {
    const [one, other] = [native[index], module[index]].map((line) => timeless(line ?? 'nothing'));
    if (one === other) continue;
    console.log(`${dialect}, line ${index + 1}, after ${native.slice(0, index).findLast((line) => line.startsWith('> '))}:\n  process: ${one.slice(0, 400)}\n  module:  ${other.slice(0, 400)}`);
    process.exit(1);
  }
  count += native.length;
}
console.log(`transcripts: ${count} lines of four dialects and five games are the same`);
process.exit(0);
