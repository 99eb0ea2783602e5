// How the page looks: that pieces stay in sight, and that the board is whole on screens of all sizes.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { alert, alone, cell, choose, control, drop, open, start, status, type, until } from './server.mjs';

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

/** Widths and heights of screens; the last two are a phone held across and a page of 1280 by 800 at 200 %. */
const SCREENS = [[360, 740], [820, 1180], [1280, 800], [1920, 1080], [2560, 1440], [740, 360], [640, 400]];
const WIDE_ROW = '#sliding/BBBBBBBB_WWWWWWWW+cost';
const BIG_TOWER = `#tower/${encodeURIComponent(['1', '13 13', ...Array.from({ length: 13 }, (_, row) => Array.from({ length: 13 }, (_, column) => (row === 0 && column === 0 ? 99 : 10)).join(' ')), '2 2 2 60 150', '1', '99 58 11 4 3', '100 1 0 0 12 6'].join(';'))}`;

const screens = {
  async 'look-whole the board is whole on every screen, what happened stands below or beside it'({ page, url }) {
    const faults = [];
    for (const place of ['#xiangqi', '#cfour', '#river', '#sliding', '#tower', BIG_TOWER]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto('about:blank');
      await open(page, url + place);
      await page.locator('.frame').waitFor();
      if (place === BIG_TOWER) assert.equal(await page.getByRole('gridcell').count(), 169);
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(120);
        const found = await page.evaluate(() => {
          const box = (element) => (({ left, top, right, bottom }) => ({ left, top, right, bottom }))(element.getBoundingClientRect());
          return { board: box(document.querySelector('.frame')), said: box(document.querySelector('[role=status]')), wide: document.documentElement.scrollWidth };
        });
        const { board, said, wide } = found;
        const where = `${place.slice(0, 10)} at ${width}x${height}: ${JSON.stringify(found)}`;
        if (board.left < 0 || board.top < 0 || board.right > width || board.bottom > height) faults.push(`not whole: ${where}`);
        if (said.bottom > height || (width < 1000 && height > 540 && (said.top < board.bottom - 1 || said.top > board.bottom + 0.35 * height))) faults.push(`the status is not at the board: ${where}`);
        if (wide > width + 1) faults.push(`wider than the screen: ${where}`);
        if (width >= 1920 && /xiangqi|cfour|tower/.test(place) && board.bottom - board.top < 0.7 * height) faults.push(`small: ${where}`);
      }
    }
    assert.deepEqual(faults, []);
  },
  async 'look-row every tile of a long row can be reached'({ page, url }) {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, url + WIDE_ROW);
    await page.locator('.tile').nth(16).waitFor();
    const [first, row] = await page.evaluate(() => {
      const row = document.querySelector('.row');
      row.scrollLeft = 0;
      return [document.querySelector('.tile').getBoundingClientRect().left, row.getBoundingClientRect().left];
    });
    assert.ok(first >= row, `the first tile begins at ${first}, its row at ${row}`);
  },
};

/** What the server says of a file that the browser has. */
const files = {
  async 'look-files what has not changed is not sent again'({ url }) {
    const page = await fetch(url);
    const parts = [...(await page.text()).matchAll(/(?:href|src)="\/(\w+-[0-9a-f]{16}\.\w+)"/g)].map(([, path]) => path);
    assert.deepEqual(parts.map((path) => path.split('.')[1]).sort(), ['css', 'js']);
    for (const path of ['', 'rules.en.md', ...parts]) {
      const first = await fetch(new URL(path, url));
      const tag = first.headers.get('etag');
      assert.match(tag, /^"[0-9a-f]{16}"$/, path);
      // What has its bytes in its name is never asked for again; the rest by its tag.
      assert.equal(first.headers.get('cache-control'), parts.includes(path) ? 'max-age=31536000, immutable' : 'no-cache');
      assert.equal(first.headers.get('content-encoding'), 'gzip');
      const again = await fetch(new URL(path, url), { headers: { 'If-None-Match': tag } });
      assert.equal(again.status, 304, path);
      assert.equal((await again.text()).length, 0);
      assert.equal((await fetch(new URL(path, url), { headers: { 'If-None-Match': '"other"' } })).status, 200);
      const plain = await fetch(new URL(path, url), { headers: { 'Accept-Encoding': 'identity' } });
      assert.equal(plain.headers.get('content-encoding'), null);
      assert.equal(await plain.text(), await first.text());
    }
  },
};

const UBB = new TextDecoder('gbk').decode(readFileSync(new URL('../../../crates/records/tests/files/forum.ubb', import.meta.url)));
const PGN = '[Game "Chinese Chess"]\n[Red "A"]\n[Black "B"]\n\n1. h2e2 h9g7 2. h0g2 h7h1 *\n';
const FEN = '3k5/9/9/9/4r4/9/9/9/4R4/4K4 w';

/** Puts a text on the clipboard and presses Ctrl+V. */
async function paste(page, text) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('Control+v');
}

const opening = {
  async 'look-switch the last move is told in the language that is on'({ page, url }) {
    for (const [game, move, chinese] of [['cfour', 'd', /^红方：第 4 列。/], ['river', 'PD', /^[^a-z]+$/], ['sliding', '6', /^[^a-z]+$/]]) {
      await page.goto('about:blank');
      await open(page, `${url}#${game}`);
      if (game === 'cfour') await choose(page, 'Engine plays', 'nobody');
      await type(page, move);
      await page.getByRole('button', { name: '中文' }).click();
      await until(async () => chinese.test(await status(page)), `${game}: ${await status(page)}`);
      await page.getByRole('button', { name: 'EN', exact: true }).click();
      await until(async () => /^[ -~]+$/.test((await status(page)).replace(/[–—’“”…]/g, '')), `${game} again: ${await status(page)}`);
    }
  },
  async 'look-paste what is pasted or dropped opens, and a wrong text empties nothing'({ page, context, url }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, url);
    await cell(page, 'e0').waitFor();
    const listed = page.locator('.tree .move');
    await paste(page, UBB);
    await until(async () => (await listed.count()) === 7, 'the DhtmlXQ game is open');
    await paste(page, PGN);
    await until(async () => (await listed.count()) === 4, 'the PGN game is open');
    await paste(page, 'no game at all');
    await until(async () => /no game found|没有/.test(await alert(page)), 'a wrong text is refused');
    assert.equal(await listed.count(), 4);
    await drop(page, 'x.pgn', Buffer.from('[Game "Chinese Chess"]\n[FEN "9/9/9/9/9/9/9/9/9/9 w - - 0 1"]\n\n*\n'));
    await until(async () => /^impossible position: /.test(await alert(page)), 'a position that cannot be played is refused');
    assert.equal(await listed.count(), 4);
    await control(page, 'Set up').click();
    const field = page.getByRole('textbox', { name: 'Position' });
    await field.waitFor();
    const men = page.locator('.pieces [data-at]');
    await paste(page, FEN);
    await until(async () => (await men.count()) === 4, 'the position is set');
    await field.focus();
    await page.keyboard.press('Control+a');
    await paste(page, 'no game at all');
    await until(async () => (await alert(page)) !== '', 'a wrong text is refused');
    await page.waitForTimeout(300);
    assert.equal(await men.count(), 4, 'and empties nothing');
    await paste(page, UBB);
    await until(async () => (await listed.count()) === 7, 'a game opens from the set-up');
    await page.goto('about:blank');
    await open(page, `${url}#river`);
    await drop(page, 'x.pgn', Buffer.from(PGN));
    await until(async () => (await listed.count()) === 4, 'the file that was dropped is open');
  },
  async 'look-given a multi-floor tower that the command line names opens'({ page, server }) {
    const served = await start(server.process.spawnfile, 0, [fileURLToPath(new URL('../../../examples/tower', import.meta.url))]);
    try {
      await open(page, served.url);
      await page.locator('.frame.tower').waitFor();
      await walksAndStays(page);
    } finally {
      await served.end();
    }
  },
  async 'look-floors a multi-floor tower opens from its zip, and is there after a reload'({ page, url }) {
    await open(page, url);
    await drop(page, 'tower.zip', zipOf(new URL('../../../examples/tower/', import.meta.url)));
    await page.locator('.frame.tower').waitFor();
    await until(async () => /project/.test(decodeURIComponent(page.url())), 'the zip is open');
    await walksAndStays(page);
  },
};

/** The hero takes a step, and stands there after a reload. */
async function walksAndStays(page) {
  const hero = page.getByRole('gridcell', { name: /the hero/ });
  const place = async () => (await hero.count()) && hero.getAttribute('aria-label');
  await until(place, 'the hero is there');
  const before = await place();
  await page.keyboard.press('ArrowRight');
  await until(async () => (await place()) !== before, 'the hero walks');
  const walked = await place();
  await page.reload();
  await until(async () => (await place()) === walked, 'he is there after a reload');
}

const said = {
  async 'look-puzzle the solution waits until it is asked for, and the optimum is named'({ page, url }) {
    await open(page, `${url}#sliding/BBWW_+cost`);
    const over = page.getByRole('region', { name: 'How it ended' });
    await control(page, 'Show the solution').waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.locator('.film').count(), 0);
    for (const move of ['2-5', '4-2', '1-4']) await type(page, move);
    await until(async () => /Cost 5: nobody can do better, proven/.test((await over.count()) ? await over.innerText() : ''), 'the optimum is named');
    await open(page, `${url}#river`);
    await control(page, 'Show the solution').click();
    await until(async () => (await page.locator('.film').count()) === 1, 'the solution is shown');
  },
  async 'look-steps a step in the tower says what it did, the book names thresholds'({ page, url }) {
    await open(page, `${url}#tower`);
    await page.locator('.frame.tower').waitFor();
    const heard = [];
    for (const key of 'aaaaaw') {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
      heard.push(await status(page));
    }
    assert.ok(heard.some((text) => /beaten/.test(text)) && heard.some((text) => /yellow key.*taken/.test(text)), heard.join(' | '));
    assert.match(await page.locator('.book').innerText(), /\d+ at attack \d+/);
  },
  async 'look-states a graph that is too large says so, a state is a stop of Tab'({ page, url }) {
    await open(page, `${url}#river/20+20+4`);
    await until(async () => /441 states is not drawn/.test(await page.locator('.states').innerText()), 'why there is no graph');
    await page.goto('about:blank');
    await open(page, `${url}#river`);
    const next = page.locator('.node[tabindex="0"]').first();
    await next.focus();
    await page.keyboard.press('Enter');
    await until(async () => /across/.test(await status(page)), 'the boat has crossed');
  },
  async 'look-chinese refusals and moves are Chinese where the page is'({ browser, url }) {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const page = await context.newPage();
    try {
      await open(page, `${url}#xiangqi`);
      const field = page.getByRole('textbox', { name: '着法' });
      await field.fill('a0a9');
      await field.press('Enter');
      await until(async () => /^车路被挡/.test(await alert(page)), 'the refusal is Chinese');
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text', '4k4/9/9/9/4R4/9/9/9/9/4K4 w');
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      });
      await until(async () => (await alert(page)) === '局面不可能：黑方正被 e5 的车将军，却轮到红方走', 'why a position is none, too');
      await field.fill('h2e2');
      await field.press('Enter');
      await until(async () => /炮二平五/.test(await page.locator('.moves').innerText()), 'so are the moves');
      await page.goto('about:blank');
      await open(page, `${url}#river`);
      await until(async () => /1 名牧师和1 个魔鬼/.test(await page.locator('.loads').innerText()), 'so are the loads');
    } finally {
      await context.close();
    }
  },
};

/** A zip of a folder, its files stored as they are. */
export function zipOf(folder) {
  const names = readdirSync(folder, { recursive: true }).map(String).filter((name) => name.endsWith('.js') || name.endsWith('.json'));
  const [parts, entries] = [[], []];
  let at = 0;
  for (const name of names) {
    const [bytes, title] = [readFileSync(new URL(name, folder)), Buffer.from(name)];
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(title.length, 22);
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, title]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, title]));
    parts.push(head, bytes);
    at += head.length + bytes.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The checksum of a zip. */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

export const look = { ...pieces, ...files, ...screens, ...opening, ...said };
