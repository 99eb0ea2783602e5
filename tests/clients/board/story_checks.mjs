// The story of a game: dropped, analysed, its turning points tried again.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { cell, drop, open, status, type, until } from './server.mjs';

/** Red gives a rook for a cannon with the seventh ply. */
const GAME = '[Game "Chinese Chess"]\n[Red "A"]\n[Black "B"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 h7h1 4. h0h1 h9h1 5. e3e4 h1c1 *\n';

/** A game of random moves that goes on for a number of plies. */
export async function longGame(engine, plies, seed = 1) {
  const child = spawn(engine, [], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let state = seed;
  const random = (below) => (state = (state * 48271) % 0x7fffffff) % below;
  const legal = async (moves) => {
    child.stdin.write(`position startpos moves ${moves.join(' ')}\nmoves\n`);
    for (;;) {
      const { event, moves: list } = JSON.parse((await lines.next()).value);
      if (event === 'moves') return list;
    }
  };
  child.stdin.write('json\n');
  let moves = [];
  while (moves.length < plies) {
    const list = await legal(moves);
    if (list.length) moves.push(list[random(list.length)]);
    else moves = [];
  }
  child.kill();
  return moves;
}

/** An exercise as `meihua analyse --exercises` writes it. */
const EXERCISE = '[Game "Chinese Chess"]\n[Exercise "wins rook"]\n[FEN "4kab2/4a4/9/9/9/3r5/9/9/4A4/3RKA3 w - - 0 1"]\n\n{Red wins a piece: rook.} 1. R6=7 $4 {Blunder. R6+4 was best.} (1. R6+4 A5+6) 1... R4=1 *\n';

export const story = {
  async 'story-exercise it is asked when it is opened, and the answer comes with the right move'({ page, url }) {
    await open(page, url);
    await drop(page, 'exercises.pgn', EXERCISE);
    await until(async () => /^1\. R6=7\?\? cost Red \d+ of 100 points\. Find better\.$/.test(await status(page)), 'the question', 60_000);
    const moves = page.locator('.tree');
    assert.doesNotMatch(await moves.innerText(), /R6\+4/);
    assert.match(await page.locator('.list').innerText(), /Red wins a piece: rook\./);
    for (const point of ['d0', 'd1']) await cell(page, point).click();
    await until(async () => /^R6\+1 is not it yet/.test(await status(page)), 'a try', 60_000);
    assert.doesNotMatch(await moves.innerText(), /R6\+4/, 'a bad try does not tell');
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const point of ['d0', 'd4']) await cell(page, point).click();
    await until(async () => (await status(page)).startsWith('R6+4 holds: '), 'the right move', 60_000);
    assert.match(await moves.innerText(), /R6\+4 was best[^]*R6\+4.*A5\+6/);
  },
  async 'story-game accuracy, counts and turning points stand in the page, each to be tried again'({ page, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', GAME);
    await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 10), 'the game is open');
    await page.getByRole('button', { name: 'Analyse game' }).click();
    const cards = page.getByRole('region', { name: /^Accuracy of/ });
    await cards.first().waitFor();
    assert.equal(await cards.count(), 2);
    const [red, black] = await cards.allInnerTexts();
    assert.match(red, /A · Red\s+[\d.]+ %\s+\d \?!, \d \?, 1 \?\?/);
    assert.match(black, /B · Black\s+[\d.]+ %\s+\d \?!, \d \?, 0 \?\?/);
    const points = page.locator('.turns > li');
    assert.ok((await points.count()) >= 1 && (await points.count()) <= 3);
    const blunder = points.filter({ hasText: 'R2+1' });
    assert.match(await blunder.innerText(), /4\. R2\+1 cost \d+ of 100 points\./);
    assert.equal(await blunder.locator('.arrow.played').count(), 1);
    assert.equal(await blunder.locator('.arrow.better').count(), 0, 'the answer waits until it is asked for');
    // Every move of either side that is marked can be reached.
    await page.getByRole('button', { name: 'Next of Red' }).click();
    await until(async () => /^\d+\. .* cost Red \d+ of 100 points\. Find better\.$/.test(await status(page)), 'the question');
    const better = await page.evaluate(() => globalThis.meihua.tree.story.review.moves[6].best[0].names[0]);
    await page.getByRole('button', { name: 'Find better than 4. R2+1' }).click();
    await until(async () => /^4\. R2\+1\?\? cost Red \d+ of 100 points\. Find better\.$/.test(await status(page)), 'the question about the rook');
    // A try is made on the board, with the story in sight.
    const [from, to] = await page.evaluate(() => /^(..)(..)$/.exec(globalThis.meihua.tree.story.review.moves[6].best[0].moves[0]).slice(1));
    for (const point of [from, to]) await cell(page, point).click();
    await until(async () => (await status(page)).startsWith(`${better} holds: `), 'the try is answered', 60_000);
    assert.match(await blunder.innerText(), /4\. R2\+1 loses the rook to R8\+8\./, 'now it is told');
    assert.equal(await blunder.locator('.arrow.better').count(), 1);
    await page.locator('.card').first().waitFor();
  },
  async 'story-share one file that opens without a network, a text, a picture, a film'({ page, context, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', GAME);
    await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 10), 'the game is open');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const take = async (name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name, exact: true }).click()]);
      return download.path();
    };
    const report = await take('Report');
    const marked = readFileSync(await take('Text with marks'), 'utf8');
    // Where the text is wrapped depends on its remarks.
    assert.match(marked.replaceAll('\n', ' '), /R2\+1 \$4 \{[^}]*\}/);
    assert.equal(readFileSync(await take('Picture')).subarray(1, 4).toString(), 'PNG');
    const film = readFileSync(await take('Film'));
    assert.equal(film.subarray(0, 6).toString(), 'GIF89a');
    const offline = await context.browser().newContext({ offline: true });
    try {
      const reader = await offline.newPage();
      const asked = [];
      reader.on('request', (request) => asked.push(request.url()));
      await reader.setContent(readFileSync(report, 'utf8'));
      await reader.getByText('Turning points').waitFor();
      const captions = await reader.locator('figcaption').allInnerTexts();
      const rook = captions.find((caption) => caption.includes('4. R2+1'));
      assert.match(rook ?? captions.join(' | '), /Loses the rook to R8\+8/);
      assert.deepEqual(asked, []);
    } finally {
      await offline.close();
    }
  },
  async 'story-film a film of 132 moves is a file that can be sent'({ page, url, server }) {
    const moves = await longGame(server.process.spawnfile, 264);
    await open(page, url);
    await drop(page, 'game.txt', `position startpos moves ${moves.join(' ')}\n`);
    await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 264), 'the game is open');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const film = page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Film', exact: true });
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), film.click()]);
    const bytes = readFileSync(await download.path());
    console.log(`   a film of 264 plies: ${bytes.length} bytes`);
    assert.equal(bytes.subarray(0, 6).toString(), 'GIF89a');
    assert.ok(bytes.length <= 2_000_000, `${bytes.length} bytes`);
  },
  async 'story-four a game of four in a row is judged by proof'({ page, url }) {
    await open(page, `${url}#cfour/44444`);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    for (const column of '1122') await type(page, column);
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await page.getByRole('region', { name: 'Accuracy of Yellow' }).waitFor({ timeout: 60_000 });
    await until(async () => /cost \d+ of 100 points/.test(await page.locator('.turns').innerText()), 'what was thrown away');
  },
  async 'story-ended the analysis ends with the page that asked'({ page, url }) {
    await open(page, url);
    const refused = await page.evaluate(() => globalThis.work('story', { game: {}, notation: 'wxf' }).answer);
    assert.equal(JSON.parse(refused).event, 'error');
    await drop(page, 'game.pgn', GAME);
    await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 10), 'the game is open');
    const button = page.getByRole('button', { name: 'Analyse game' });
    await button.click();
    await page.getByRole('button', { name: /^Stop \(/ }).click();
    await button.waitFor();
    assert.equal(await page.evaluate(() => globalThis.meihua.tree.story), null);
    assert.match(await page.getByRole('status').textContent(), /to move/);
  },
};
