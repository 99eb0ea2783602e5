// Nodes a second of the package beside those of the process: the same search, one after the other, the best of each.
//
//   node speed.mjs ENGINE PACKAGE [ROUNDS]

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [engine, folder, rounds = '5'] = process.argv.slice(2);

/** The nodes of a search to a depth, and how many a second. */
async function search(command, words) {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  let last = '';
  child.stdin.write('uci\nisready\ngo depth 17\n');
  let answers = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('info depth')) last = line;
    if (!line.startsWith('bestmove')) continue;
    if (answers++) break;
    // Tables are unpacked and code is compiled by now.
    child.stdin.write('ucinewgame\nposition startpos\nisready\ngo depth 18\n');
  }
  child.kill();
  return { nodes: Number(/ nodes (\d+)/.exec(last)[1]), nps: Number(/ nps (\d+)/.exec(last)[1]) };
}

const best = { native: 0, module: 0 };
let nodes = null;
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, command, words] of [['native', engine, []], ['module', process.execPath, [`${folder}/cli.js`]]]) {
    const found = await search(command, words);
    nodes ??= found.nodes;
    if (found.nodes !== nodes) {
      console.log(`${name}: ${found.nodes} nodes, expected ${nodes}`);
      process.exit(1);
    }
    best[name] = Math.max(best[name], found.nps);
  }
}
console.log(`nodes a second, ${nodes} nodes each, best of ${rounds}: native ${best.native}, module ${best.module}, ratio ${(best.module / best.native).toFixed(2)}`);
