// The element of the package in a page of a plain host.   node element.mjs PACKAGE
//
// With playwright-core in BOARD_MODULES, Chromium in CHROMIUM.

import assert from 'node:assert/strict';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

const [folder] = process.argv.slice(2);
const require = createRequire(process.env.BOARD_MODULES ? `${process.env.BOARD_MODULES}/` : import.meta.url);
const { chromium } = require('playwright-core');
const KINDS = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const RULES = `hexapawn ${Buffer.from('[hexapawn]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = p:mfWcfF\nstartFen = ppp/3/PPP w - - 0 1\nstalemateValue = loss\n').toString('base64url')}`;
const PAGE = `<!doctype html><html lang="en"><title>Boards</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src blob:; connect-src 'self'">
<script type="module" src="/meihua/element.js"></script>
<meihua-board id="game">1. C2=5 H8+7 2. H2+3 (2. R1+1 R9=8) R9=8 *</meihua-board>
<meihua-board id="four" game="cfour" moves="4 4 5" ply="2"></meihua-board>
<meihua-board id="columns" game="cfour">4 4 5 3</meihua-board>
<meihua-board id="row" game="sliding"></meihua-board>
<meihua-board id="own">[Variant "hexapawn"]\n[Rules "${RULES}"]\n[FEN "ppp/3/PPP w - - 0 1"]\n\n1. b1b2 a3b2 *</meihua-board>
<meihua-board id="task" game="plan"></meihua-board>
<meihua-board id="wrong" fen="nonsense"></meihua-board></html>`;
assert.ok(existsSync(join(folder, 'element.js')), `no element.js in ${folder}`);
const host = createServer((request, answer) => {
  const file = join(folder, request.url.replace(/^\/meihua\//, ''));
  if (request.url === '/') return void answer.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
  if (!request.url.startsWith('/meihua/') || !existsSync(file)) return void answer.writeHead(404).end();
  answer.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(answer);
}).listen(0, '127.0.0.1');
await new Promise((ready) => host.once('listening', ready));

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
const url = `http://127.0.0.1:${host.address().port}/`;
const faults = [];

const page = await browser.newPage();
page.setDefaultTimeout(30_000);
page.on('console', (message) => message.type() === 'error' && !/favicon/.test(message.location().url) && faults.push(message.text()));
page.on('pageerror', (error) => faults.push(error.message));
await page.goto(url);
const game = page.locator('#game');
await game.getByRole('img').waitFor();
// The moves have their names, the variation stands below its move; buttons, keys and moves lead through the game.
assert.deepEqual(await game.locator('.moves button').allTextContents(), ['C2=5', 'H8+7', 'H2+3', 'R1+1', 'R9=8', 'R9=8']);
assert.equal(await game.locator('.variation').count(), 1);
const heard = page.evaluate(() => new Promise((done) => document.querySelector('#game').addEventListener('step', ({ detail }) => done(detail), { once: true })));
await game.getByRole('button', { name: 'Forward' }).click();
assert.deepEqual(await heard.then(({ ply, move, outcome }) => [ply, move, outcome]), [1, 'h2e2', null]);
await page.keyboard.press('ArrowRight');
assert.equal(await game.evaluate((element) => element.ply), 2);
await game.getByRole('button', { name: 'R1+1' }).click();
assert.match(await game.evaluate((element) => element.fen), / b /);
await game.evaluate((element) => element.play('R9+1'));
assert.equal(await game.locator('[aria-current]').textContent(), 'R9+1');
assert.equal(await game.evaluate((element) => {
  try {
    return element.play('h2h9') ?? '';
  } catch (error) {
    return error.message && 'refused';
  }
}), 'refused');
await game.evaluate((element) => element.setAttribute('lang', 'zh'));
await game.getByRole('button', { name: '前进' }).waitFor();
assert.equal(await page.locator('#four').evaluate((element) => element.ply), 2);
await page.locator('#wrong').getByRole('alert').waitFor();
// Columns are the names of four in a row. A move that cannot be played is told of, and the moves before it stay.
assert.deepEqual(await page.locator('#four .moves button').allTextContents(), ['4', '4', '5']);
const told = page.evaluate(() => new Promise((done) => document.querySelector('#four').addEventListener('fault', ({ detail }) => done(detail.message), { once: true })));
await page.locator('#four').evaluate((element) => element.setAttribute('moves', '4 4 4 4 4 4 4 1 2'));
assert.match(await told, /4/);
assert.equal(await page.locator('#four').getByRole('alert').textContent(), await told);
assert.equal(await page.locator('#four .moves button').count(), 6);
// A puzzle is shown without its solution.
await page.locator('#row').getByRole('img').waitFor();
assert.ok(await page.locator('#row img').evaluate(async (picture) => {
  await picture.decode();
  return picture.naturalHeight < picture.naturalWidth;
}), 'one row');
// The focus stays where it was, so that arrow keys go on: at either end of the game, and on a move that is redrawn.
const focused = () => game.evaluate((element) => element.shadowRoot.activeElement?.textContent ?? '');
await game.evaluate((element) => [element.removeAttribute('lang'), element.goTo(0)]);
await game.getByRole('button', { name: 'Forward' }).focus();
for (const [key, ply, sign] of [['End', 4, '▶'], ['Home', 0, '▶'], ['ArrowRight', 1, '▶'], ['Enter', 2, '▶']]) {
  await page.keyboard.press(key);
  assert.deepEqual([await game.evaluate((element) => element.ply), await focused()], [ply, sign], key);
}
await game.getByRole('button', { name: 'To the start' }).click();
assert.equal(await focused(), '|◀');
await game.getByRole('button', { name: 'H8+7' }).click();
await page.keyboard.press('ArrowRight');
assert.deepEqual([await game.evaluate((element) => element.ply), await focused()], [3, 'H8+7']);
// Frameworks set properties in the place of attributes, before the script is there, too.
assert.deepEqual(await game.evaluate((element) => {
  element.ply = 1;
  const [first, attribute] = [element.ply, element.getAttribute('ply')];
  element.goTo(3);
  element.ply = 1;
  const again = element.ply;
  element.ply = undefined;
  return [first, attribute, again, element.hasAttribute('ply')];
}), [1, '1', 1, false]);
assert.deepEqual(await page.locator('#columns .moves button').allTextContents(), ['4', '4', '5', '3']);
// A saved game of one's own brings its rules; a text that is too long to be heard is not read out.
assert.deepEqual(await page.locator('#own .moves button').allTextContents(), ['b1b2', 'a3b2']);
assert.ok((await page.locator('#task').getByRole('img').getAttribute('alt')).length < 60);
// What is refused leaves nothing of the board before, and is told until something else is given.
const row = page.locator('#row');
await row.evaluate((element) => (element.fen = 'nonsense'));
await row.getByRole('alert').waitFor();
assert.deepEqual(await row.evaluate((element) => {
  element.toggleAttribute('flip');
  try {
    element.play('a');
  } catch (error) {
    return [element.fen, element.ply, element.shadowRoot.querySelector('img'), error.message];
  }
}), ['', 0, null, 'there is no board yet: wait for the event step']);
await row.evaluate((element) => (element.fen = '_WWBB cost'));
await row.getByRole('img').waitFor();
// Quick steps leave no picture without its data.
await game.evaluate((element) => {
  for (let step = 0; step < 40; step += 1) element.goTo(step % 4);
});
await game.locator('img').evaluate((picture) => picture.decode());
// A line of an engine may contain line breaks, whatever it holds: it stays one.
assert.deepEqual(await page.evaluate(async () => {
  const { Engine, solve } = await import('/meihua/index.js');
  const engine = new Engine();
  const refused = await engine.position('startpos\nquit').catch(({ message }) => /"quit"/.test(message));
  await engine.position('startpos\nmoves h2e2');
  const { best } = await engine.go('depth 1');
  engine.quit();
  const task = '(define (domain d) (:predicates (lit ?l))\n (:action light :parameters (?l) :effect (lit ?l)))\n(define (problem p) (:domain d) (:objects a)\n (:init) (:goal (lit a)))';
  return [refused, /^[a-i][5-9]/.test(best), (await solve('plan', task)).plan.join()];
}), [true, true, 'light(a)']);
assert.deepEqual(faults, []);
const bytes = ['element.js', 'index.js', 'board.js', 'module.js', 'engine.js', 'host.js', 'start.js'].reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0);
console.log(`the element with the scripts of the package: ${bytes} bytes, uncompressed`);
await browser.close();
host.close();
