// The program under test, and what checks share.

import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';

/** Starts `ENGINE serve` and waits for its address. */
export async function start(engine, port = 0, more = []) {
  const process = spawn(engine, ['serve', '--no-open', '--port', String(port), ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((done, fail) => {
    process.stdout.once('data', (data) => done(String(data).trim()));
    process.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const ended = new Promise((done) => process.once('exit', (code) => done(code)));
  const server = {
    url,
    port: Number(new URL(url).port),
    process,
    ended,
    async end() {
      const began = Date.now();
      process.kill('SIGINT');
      return { code: await ended, time: Date.now() - began };
    },
  };
  return server;
}

/** Asks until it holds, for so long. */
export async function until(ask, what, time = 10_000) {
  const end = Date.now() + time;
  let last;
  while (Date.now() < end) {
    last = await ask();
    if (last) return last;
    await new Promise((done) => setTimeout(done, 40));
  }
  assert.fail(`${what}: not within ${time} ms`);
}

export const status = (page) => page.getByRole('status').textContent();
export const alert = (page) => page.getByRole('alert').textContent();
export const cell = (page, name) => page.getByRole('gridcell', { name: new RegExp(`^${name}[,\\b]`) });
export const control = (page, name) => page.getByRole('button', { name, exact: true });

/** Opens a place and waits until the engine has answered. */
export async function open(page, url) {
  await page.goto(url);
  await until(async () => !/Connecting|连接/.test(await status(page)) && (await status(page)), 'the page is ready');
}

/** Lets nobody but the person play. */
export async function alone(page) {
  await page.getByLabel('Engine plays').selectOption('nobody');
}

/** Types a move. */
export async function type(page, move) {
  const field = page.getByRole('textbox', { name: 'Move' });
  await field.fill(move);
  await field.press('Enter');
  await until(async () => (await field.inputValue()) === '' || (await alert(page)), `an answer to ${move}`);
}

/** The moves that lead to where the game stands, as the address has them. */
export const moves = (page) => decodeURIComponent(new URL(page.url()).hash).split('/').pop().split('.').filter((move) => !move.startsWith('#'));
