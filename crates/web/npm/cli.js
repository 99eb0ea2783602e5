#!/usr/bin/env node
// A UCI process on standard input and output, for users who have Node but not Rust.

import { createInterface } from 'node:readline';
import { start } from './start-node.js';

const worker = start((message) => {
  if (typeof message === 'string') process.stdout.write(`${message}\n`);
  else if (message.over) process.exit(0);
  else {
    process.stdout.write(`info string error: ${message.fault}\n`);
    process.exit(1);
  }
});
process.stdout.on('error', () => process.exit(0));
createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', worker.send).on('close', worker.finish);
for (const line of process.argv.length > 2 ? [process.argv.slice(2).join(' '), 'quit'] : []) worker.send(line);
