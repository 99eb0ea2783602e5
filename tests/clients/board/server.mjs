// The program under test, and what checks share.

import { spawn } from 'node:child_process';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts `ENGINE serve` and waits for its address; `named` is what the environment says besides. */
export async function start(engine, port = 0, more = [], named = {}) {
  const env = { ...globalThis.process.env, ...named };
  const process = spawn(engine, ['serve', '--no-open', '--port', String(port), ...more], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const url = await new Promise((done, fail) => {
    process.stdout.once('data', (data) => done(String(data).trim()));
    process.once('exit', (code) => fail(new Error(`the server ended with ${code}`)));
  });
  const ended = new Promise((done) => process.once('exit', (code) => done(code)));
  const server = {
    url,
    port: Number(new URL(url).port),
    token: new URL(url).searchParams.get('token'),
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

/**
 * Works with a program of its own whose library is named, but not made yet, and a page for it; `texts` stand in the file `games`.
 */
export async function besideLibrary(browser, texts, work) {
  const engine = process.argv[2];
  const folder = mkdtempSync(join(tmpdir(), 'meihua-library-'));
  const [file, games] = [join(folder, 'library.db'), join(folder, 'games.pgn')];
  writeFileSync(games, texts);
  const server = await start(engine, 0, [], { MEIHUA_LIBRARY: file });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  try {
    await work({ page: await context.newPage(), engine, server, folder, file, games });
  } finally {
    await context.close();
    await server.end();
    rmSync(folder, { recursive: true });
  }
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
/** What stands in the menu, and not on the page. */
const IN_MENU = ['Play', 'Watch', 'Set up', 'Redo', 'Load', 'Save', 'Copy link', 'Kept games', 'Save .h5route', 'To the start', 'To the end', 'Flip', 'Rules', 'Keys', 'Threat', 'Today’s puzzle', 'Endings', 'Exercises', 'Repeat mistakes'];

/** Opens the menu. */
export async function openMenu(page) {
  const menu = page.getByRole('dialog', { name: /^(Menu|菜单)$/ });
  if (!(await menu.isVisible())) await page.getByRole('button', { name: /^(Menu|菜单)$/ }).click();
  await menu.waitFor();
  return menu;
}

/** A button by its name; one of the menu opens the menu first. */
export function control(page, name) {
  if (!IN_MENU.includes(name)) return page.getByRole('button', { name, exact: true });
  const within = async () => (await openMenu(page)).getByRole('button', { name, exact: true });
  const asked = async (what) => {
    const answer = await what(await within());
    await page.keyboard.press('Escape');
    return answer;
  };
  return {
    click: async (how) => (await within()).click(how),
    evaluate: async (what) => (await within()).evaluate(what),
    getAttribute: (attribute) => asked((button) => button.getAttribute(attribute)),
    isDisabled: () => asked((button) => button.isDisabled()),
    count: () => asked((button) => button.count()),
  };
}

/** Chooses in the menu, and closes it. */
export async function choose(page, label, value) {
  await (await openMenu(page)).getByLabel(label).selectOption(value);
  await page.keyboard.press('Escape');
}

/** Opens a place and waits until the engine has answered; the address alone stands for the first game, not for the cards of all. */
export async function open(page, url) {
  await page.goto(url.includes('#') ? url : `${url}#xiangqi`);
  await until(async () => !/Connecting|连接/.test(await status(page)) && (await status(page)), 'the page is ready');
}

/** Lets nobody but the person play. */
export async function alone(page) {
  await choose(page, 'Engine plays', 'nobody');
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

/** Opens the cards of all games, as somebody does who was given the address. */
export async function home(page, url) {
  await page.goto(url);
  await until(async () => (await page.locator('.door .picture').count()) === 5, 'five cards with pictures');
}
/** The card of a game. */
export const card = (page, game) => page.getByRole('region', { name: game });
/** The card of a game that has ended. */
export const over = (page) => page.getByRole('region', { name: 'How it ended' });
/** The board shows the position where the game stands, and the engine is asked for nothing more of it. */
export const rest = (page, what) => until(() => page.evaluate(() => globalThis.meihua.view && globalThis.meihua.view === globalThis.meihua.tree.at.view && !globalThis.meihua.frame), what, 60_000);
/** What is downloaded by a press. */
export const saved = async (page, press) => (await Promise.all([page.waitForEvent('download'), press()]))[0];

/** The page as it stands, without what blinks. */
export const still = (page) => page.screenshot({ animations: 'disabled', caret: 'hide' });

/** How many pixels of two screenshots differ by more than the grain of a gradient. */
export const differs = (page, one, other) => page.evaluate(async (pictures) => {
  const dots = pictures.map(async (text) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  });
  const [before, after] = await Promise.all(dots);
  let count = 0;
  for (let dot = 0; dot < before.length; dot += 4) if ([0, 1, 2].some((part) => Math.abs(before[dot + part] - after[dot + part]) > 48)) count += 1;
  return count;
}, [one, other].map((bytes) => bytes.toString('base64')));

/** What axe finds in the page as it stands. */
export const findings = (page, axe) => page.evaluate(async (code) => {
  globalThis.eval(code);
  return (await globalThis.axe.run(document.body)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}, axe);

/** Drops a file, a text or bytes, on the page. */
export async function drop(page, name, bytes, where = 'body') {
  await page.evaluate(([title, list, selector]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(list)], title));
    document.querySelector(selector).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, [...Buffer.from(bytes)], where]);
}
