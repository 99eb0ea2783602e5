#!/usr/bin/env node
// A UCI process on standard input and output, for users who have Node but not Rust. Words on the command line are one line of it.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { start } from './start-node.js';

const HELP = `Usage: meihua [WORDS]

Without words, a UCI process on standard input and output: give its path to a GUI.
With words, one line of the protocol, then the end:
  meihua go depth 12        the best move of the start position
  meihua bench              the speed of this machine
  meihua go perft 4         legal moves, counted

Options: -h, --help; -V, --version
Play, solve, analyse, convert and serve are in the program itself, not in this package.
`;

const words = process.argv.slice(2);
/** Whether a word on the command line was refused. */
let isRefused = false;

function take(message) {
  if (typeof message !== 'string') {
    if (message.fault) process.stderr.write(`meihua: ${message.fault}\n`);
    process.exit(message.fault ? 1 : isRefused ? 2 : 0);
  }
  const [, refusal] = (words.length && /^info string error: (.*)/.exec(message)) || [];
  if (refusal) {
    isRefused = true;
    process.stderr.write(`meihua: ${refusal}\n`);
  } else process.stdout.write(`${message}\n`);
}

function run() {
  const worker = start(take);
  if (words.length) {
    worker.send(words.join(' '));
    // The end of input waits for a search that ends by itself; `quit` would not.
    worker.finish();
  } else createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', worker.send).on('close', worker.finish);
}

process.stdout.on('error', (error) => {
  // Whoever has closed a pipe has seen what it wanted.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`meihua: standard output: ${error.message}\n`);
  process.exit(1);
});
if (['-h', '--help', 'help'].includes(words[0])) process.stdout.write(HELP);
else if (['-V', '--version'].includes(words[0])) {
  const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
  process.stdout.write(`meihua ${version}\n`);
} else run();
