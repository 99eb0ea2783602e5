// Nodes a second of the package beside those of the process: the same search, one after the other, by turns.
//
//   node speed.mjs ENGINE PACKAGE [ROUNDS]
//
// On Linux seconds are those in which the thread that thinks has had a core, so that other programs do not count.

import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [engine, folder, rounds = '5'] = process.argv.slice(2);

/** Seconds of a core that each thread of a process has had; none but on Linux. */
function spent(pid) {
  try {
    return new Map(readdirSync(`/proc/${pid}/task`).map((thread) => [thread, Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9]));
  } catch {
    return null;
  }
}

/** The nodes of a search to a depth, and how many a second. */
async function search(command, words) {
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  let [last, before, began] = ['', null, 0];
  const found = await new Promise((done) => {
    let answers = 0;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('info depth')) last = line;
      if (line === 'readyok' && answers) {
        before = spent(child.pid);
        began = performance.now();
        child.stdin.write('go depth 18\n');
      }
      if (!line.startsWith('bestmove')) return;
      // Tables are unpacked and code is compiled by the second time.
      if (!answers++) return void child.stdin.write('ucinewgame\nposition startpos\nisready\n');
      const nodes = Number(/ nodes (\d+)/.exec(last)[1]);
      const after = spent(child.pid);
      const seconds = after && before ? Math.max(...[...after].map(([thread, time]) => time - (before.get(thread) ?? 0))) : (performance.now() - began) / 1000;
      done({ nodes, nps: Math.round(nodes / seconds) });
    });
    child.stdin.write('uci\ngo depth 17\n');
  });
  child.kill();
  return found;
}

const ratios = [];
let nodes = null;
for (let round = 0; round < Number(rounds); round++) {
  const native = await search(engine, []);
  const module = await search(process.execPath, [`${folder}/cli.js`]);
  nodes ??= native.nodes;
  for (const found of [native, module]) {
    if (found.nodes === nodes) continue;
    console.log(`${found.nodes} nodes, expected ${nodes}`);
    process.exit(1);
  }
  ratios.push(module.nps / native.nps);
  console.log(`nodes a second: native ${native.nps}, module ${module.nps}, ratio ${ratios.at(-1).toFixed(3)}`);
}
ratios.sort((a, b) => a - b);
console.log(`nodes a second of the module beside the process, ${nodes} nodes each: ratio ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`);
