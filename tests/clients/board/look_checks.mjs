// How the page looks: that pieces stay in sight, and that the board is whole on screens of all sizes.

import assert from 'node:assert/strict';
import { alone, cell, control, open, type, until } from './server.mjs';

const FRAMES = 60;
const TIME = 6000;

/**
 * Looks at the board once in 100 ms, for 6 s, while something is done: how many pixels of each frame are not of the plain
 * colours of the board.
 */
async function watch(page, context, frame, plain, act) {
  const client = await context.newCDPSession(page);
  const box = await page.locator(frame).boundingBox();
  const pictures = [];
  const began = Date.now();
  let acting = true;
  const done = act().finally(() => (acting = false));
  while (pictures.length < FRAMES) {
    const { data } = await client.send('Page.captureScreenshot', { format: 'png', clip: { ...box, scale: 0.5 } });
    pictures.push(data);
    const rest = began + (pictures.length * TIME) / FRAMES - Date.now();
    if (rest > 0) await new Promise((next) => setTimeout(next, rest));
  }
  await done;
  assert.ok(!acting);
  const eye = await context.newPage();
  const counts = [];
  for (const data of pictures) counts.push(await eye.evaluate(count, [data, plain]));
  await eye.close();
  return counts;
}

/** Runs in a page of its own. */
async function count([data, plain]) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  canvas.drawImage(picture, 0, 0);
  const { data: pixels } = canvas.getImageData(0, 0, picture.width, picture.height);
  let found = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const isPlain = plain.some((colour) => [0, 1, 2].every((part) => Math.abs(parseInt(colour.slice(1 + 2 * part, 3 + 2 * part), 16) - pixels[at + part]) < 12));
    if (!isPlain) found += 1;
  }
  return found;
}

/** @param {string} what @param {number[]} counts */
function stay(what, counts) {
  const most = Math.max(...counts);
  const gone = counts.filter((found) => found < most * 0.6).length;
  console.log(`   ${what}: ${counts.length - gone} of ${counts.length} frames show the pieces`);
  assert.equal(gone, 0, `${what}: the pieces are gone in ${gone} of ${counts.length} frames`);
}

/** One check at each speed. */
function atBothSpeeds(name, work) {
  return Object.fromEntries([1, 6].map((slow) => [`${name}${slow === 1 ? '' : '-slow'} pieces stay in sight${slow === 1 ? '' : ', the processor six times slower'}`, async (all) => {
    const client = await all.context.newCDPSession(all.page);
    if (slow > 1) await client.send('Emulation.setCPUThrottlingRate', { rate: slow });
    all.page.setDefaultTimeout(60_000);
    await work(all);
  }]));
}

const PAPER = ['#f6e3bd', '#f7f4ec'];

const pieces = {
  ...atBothSpeeds('look-analysis', async ({ page, context, url }) => {
    await open(page, url);
    await cell(page, 'e0').waitFor();
    await control(page, 'Analyse').click();
    stay('analysis', await watch(page, context, '.frame.xiangqi', PAPER, async () => {}));
  }),
  ...atBothSpeeds('look-move', async ({ page, context, url }) => {
    await open(page, url);
    await alone(page);
    stay('moves', await watch(page, context, '.frame.xiangqi', PAPER, async () => {
      for (const move of ['h2e2', 'h9g7', 'h0g2', 'i9h9']) {
        await type(page, move);
        await page.waitForTimeout(1000);
      }
    }));
  }),
  ...atBothSpeeds('look-walk', async ({ page, context, url }) => {
    await open(page, `${url}#tower`);
    await page.locator('.frame.tower').waitFor();
    stay('a walk', await watch(page, context, '.frame.tower', ['#4a4e57', '#e9e2d0', '#cfc6ae'], async () => {
      for (const key of 'aaaaawddd') {
        await page.keyboard.press(key);
        await page.waitForTimeout(500);
      }
    }));
  }),
};

/** What the server says of a file that the browser has. */
const files = {
  async 'look-files what has not changed is not sent again'({ url }) {
    for (const path of ['', 'look.css', 'main.js', 'boards/tower.js', 'rules.en.md']) {
      const first = await fetch(new URL(path, url));
      const tag = first.headers.get('etag');
      assert.match(tag, /^"[0-9a-f]{16}"$/, path);
      assert.equal(first.headers.get('cache-control'), 'no-cache');
      const again = await fetch(new URL(path, url), { headers: { 'If-None-Match': tag } });
      assert.equal(again.status, 304, path);
      assert.equal((await again.text()).length, 0);
      assert.equal((await fetch(new URL(path, url), { headers: { 'If-None-Match': '"other"' } })).status, 200);
    }
  },
};

export const look = { ...pieces, ...files };
