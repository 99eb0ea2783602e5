// The static page in headless Chromium, from below a path of a plain host, offline, and `stop` in each way of hearing.
//
//   node browser.mjs FOLDER        with playwright-core in BOARD_MODULES, Chromium in CHROMIUM

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
const require = createRequire(process.env.BOARD_MODULES ? `${process.env.BOARD_MODULES}/` : import.meta.url);
const { chromium } = require('playwright-core');

/** A host of files, below `/some/path/`: python3's, which sets no header, or one that isolates the page. */
const root = mkdtempSync(join(tmpdir(), 'meihua-'));
symlinkSync(resolve(folder), join(root, 'board'));
const plain = spawn('python3', ['-u', '-m', 'http.server', '--bind', '127.0.0.1', '--directory', root, '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
const port = await new Promise((found) => plain.stdout.on('data', (data) => /port (\d+)/.test(data) && found(/port (\d+)/.exec(data)[1])));
const url = `http://127.0.0.1:${port}/board/`;

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const isolating = createServer((request, answer) => {
  const file = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
  if (!existsSync(file)) return void answer.writeHead(404).end();
  answer.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'text/plain', 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' });
  createReadStream(file).pipe(answer);
}).listen(0, '127.0.0.1');
await new Promise((ready) => isolating.once('listening', ready));
const isolated = `http://127.0.0.1:${isolating.address().port}/`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
let failed = 0;
async function check(name, work, options = {}) {
  if (process.env.ONLY && !name.includes(process.env.ONLY)) return;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.setDefaultTimeout(30_000);
  try {
    const said = await work({ page, context });
    assert.deepEqual(faults, []);
    console.log(`ok ${name}${said ? `: ${said}` : ''}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.message.split('\n').slice(0, 6).join(' | ')} ${faults.slice(0, 3).join(' | ')}`);
  } finally {
    await context.close();
  }
}
const ready = (page) => page.waitForFunction(() => globalThis.meihua?.view?.moves.length > 0);

/** The milliseconds that the threads of the page's processes have had a core and have waited for one, by thread; nothing but on Linux. */
async function threads() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const files = processInfo.filter(({ type }) => type === 'renderer').flatMap(({ id }) => {
    try {
      return readdirSync(`/proc/${id}/task`).map((thread) => `/proc/${id}/task/${thread}/schedstat`);
    } catch {
      return [];
    }
  });
  return () => new Map(files.map((file) => {
    // A thread that has ended has had no more time.
    const [ran, waited] = existsSync(file) ? readFileSync(file, 'utf8').split(' ').map((time) => Number(time) / 1e6) : [0, 0];
    return [file, { ran, waited }];
  }));
}

/**
 * `count` times: `go infinite`, a while of thinking, `stop`; the milliseconds till the answer, and nodes a second. A late answer for which
 * a thread has waited for a core as long as it is late is told apart.
 */
const stops = (by, count) => async ({ page }) => {
  await page.goto(`${by === 'ring' ? isolated : url}#xiangqi`);
  await page.evaluate(async (by) => {
    const { start } = await import('./engine/start.js');
    let heard = () => {};
    const worker = start((message) => heard(message), { by });
    const until = (word) => new Promise((done, failed) => (heard = (line) => (line.fault ? failed(new Error(line.fault)) : line.startsWith(word) && done(line))));
    const ask = (line, word) => (worker.send(line), until(word));
    await ask('isready', 'readyok');
    globalThis.begin = (index) => {
      worker.send(`position startpos${index % 2 ? ' moves h2e2' : ''}`);
      worker.send('go infinite');
    };
    globalThis.end = async () => {
      const began = performance.now();
      await ask('stop', 'bestmove');
      return performance.now() - began;
    };
    globalThis.speed = async () => {
      worker.send('ucinewgame');
      worker.send('position startpos');
      let info = '';
      const began = performance.now();
      worker.send('go nodes 600000');
      await new Promise((done) => (heard = (line) => {
        if (line.startsWith('info depth')) info = line;
        if (line.startsWith('bestmove')) done(line);
      }));
      return { nodes: Number(/ nodes (\d+)/.exec(info)[1]), time: performance.now() - began };
    };
  }, by);
  const times = await threads();
  const most = (before, what) => Math.max(0, ...[...times()].map(([thread, time]) => time[what] - before.get(thread)[what]));
  const stops = [];
  for (let index = 0; index < count; index++) {
    await page.evaluate((index) => globalThis.begin(index), index);
    await new Promise((later) => setTimeout(later, 20 + (index * 37) % 80));
    const before = times();
    const time = await page.evaluate(() => globalThis.end());
    stops.push({ time, waited: most(before, 'waited') });
  }
  const before = times();
  const { nodes, time } = await page.evaluate(() => globalThis.speed());
  const nps = Math.round((1000 * nodes) / (most(before, 'ran') || time));
  const late = stops.filter(({ time }) => time > 50);
  const own = late.filter(({ time, waited }) => time - waited > 50).length;
  const sorted = stops.map(({ time }) => time).sort((a, b) => a - b);
  const edges = [5, 10, 15, 20, 30, 40, 50, 75, 100, Infinity];
  const columns = edges.map((edge, index) => `${sorted.filter((time) => time <= edge && time > (edges[index - 1] ?? -1)).length} to ${edge}`);
  const text = `stop ${count - late.length} of ${count} within 50 ms${late.length ? `, ${late.length - own} late by waiting for a core, ${own} otherwise` : ''}; ` +
    `median ${sorted[count >> 1].toFixed(1)}, most ${sorted.at(-1).toFixed(1)} ms (${columns.join(', ')} ms); ${nps} nodes a second of a core`;
  if (process.env.STRICT) assert.equal(late.length, 0, text);
  return text;
};

await check('the page on a plain host, below a path', async ({ page }) => {
  const began = Date.now();
  let bytes = 0;
  let requests = 0;
  const strangers = [];
  page.on('response', async (response) => {
    requests += 1;
    // Once the engine has answered, the page also asks for its own address without the last slash.
    if (!response.url().startsWith(url.replace(/\/$/, ''))) strangers.push(response.url());
    bytes += Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto(`${url}#xiangqi`);
  await ready(page);
  const usable = Date.now() - began;
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  const played = await page.evaluate(async () => {
    const { engine } = globalThis.meihua;
    return engine.go('depth 8');
  });
  assert.deepEqual(strangers, []);
  assert.match(played, /^[a-i]\d[a-i]\d$/);
  return `first paint ${Math.round(paint)} ms, the board and its moves ${usable} ms, the first engine move ${Date.now() - began} ms; ${requests} requests, ${bytes} bytes uncompressed`;
});
/** A host that compresses what compresses once, ahead of time, as well as it can. */
const packed = new Map();
const compressing = createServer((request, answer) => {
  const path = new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html');
  const file = join(folder, path);
  if (!existsSync(file)) return void answer.writeHead(404).end();
  if (!packed.has(path)) packed.set(path, extname(file) === '.bin' ? readFileSync(file) : brotliCompressSync(readFileSync(file)));
  answer.writeHead(200, { 'Content-Type': KINDS[extname(file)] ?? 'text/plain', ...(extname(file) !== '.bin' && { 'Content-Encoding': 'br' }) });
  answer.end(packed.get(path));
}).listen(0, '127.0.0.1');
await new Promise((ready) => compressing.once('listening', ready));
await check('a first visit at 10 Mbit/s', async ({ page, context }) => {
  const address = `http://127.0.0.1:${compressing.address().port}/`;
  for (const name of readdirSync(folder, { recursive: true })) if (extname(String(name))) await (await fetch(address + name)).arrayBuffer();
  const slow = { offline: false, latency: 20, downloadThroughput: 10e6 / 8, uploadThroughput: 10e6 / 8 };
  // The worker fetches by itself, and is slowed down by itself.
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  let slowed = 0;
  session.on('Target.attachedToTarget', async ({ sessionId }) => {
    const send = (method, params = {}) => session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: ++slowed, method, params }) }).catch(() => {});
    await send('Network.enable');
    await send('Network.emulateNetworkConditions', slow);
    await send('Runtime.runIfWaitingForDebugger');
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: false });
  const began = Date.now();
  await page.goto(`${address}#xiangqi`);
  await ready(page);
  const usable = Date.now() - began;
  assert.ok(await page.evaluate(() => globalThis.meihua.engine.go('movetime 100')));
  const moved = Date.now() - began;
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  // What the tables know of this ending; they come after the move.
  const known = () => page.evaluate(async () => JSON.stringify(await globalThis.meihua.engine.position('xiangqi', 'fen 4k4/9/9/9/9/9/9/9/4A4/3RK4 w - - 0 1', [])).includes('"table":"'));
  let table = await known();
  for (; !table && Date.now() - began < 20_000; table = await known()) await new Promise((later) => setTimeout(later, 50));
  assert.ok(table, 'the tables of endings have come');
  return `first paint ${Math.round(paint)} ms, the board and its moves ${usable} ms, the engine's move after 0.1 s of thinking ${moved} ms, the endings ${Date.now() - began} ms${slowed ? '' : '; the worker was not slowed down'}`;
});
await check('every game', async ({ page }) => {
  for (const game of ['xiangqi', 'cfour', 'river', 'sliding', 'tower']) {
    await page.goto(`${url}#${game}`);
    await page.waitForFunction((game) => globalThis.meihua?.view?.game === game, game);
    assert.ok(await page.evaluate(() => globalThis.meihua.engine.go('movetime 300')), game);
  }
});
await check('the library beside the page', async ({ page }) => {
  await page.goto(`${url}#xiangqi`);
  await ready(page);
  await page.evaluate(() => globalThis.meihua.setMode('analyse'));
  await page.getByRole('tab', { name: 'Library' }).click();
  await page.locator('.library pre').waitFor();
  assert.match(await page.locator('.library').textContent(), /beside this page.*meihua library export --explorer explorer/s);
});

await check('a file is read without a server', async ({ page }) => {
  await page.goto(`${url}#xiangqi`);
  await ready(page);
  const game = await page.evaluate(async () => {
    const hex = [...'1. C2=5 H8+7'].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return (await globalThis.meihua.engine.ask('import', hex)).games[0];
  });
  assert.equal(game.moves.length, 2);
});
await check('offline after the first visit', async ({ page, context }) => {
  await page.goto(`${url}#xiangqi`);
  await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && (await (await caches.open((await caches.keys())[0])).keys()).length > 5);
  await page.reload();
  await ready(page);
  await context.setOffline(true);
  plain.kill('SIGSTOP');
  try {
    await page.reload();
    await ready(page);
    assert.ok(await page.evaluate(() => globalThis.meihua.engine.go('depth 6')));
    // The other two addresses of the page. A host sends the browser from the last one to the first, which it remembers.
    for (const address of [`${url}index.html`, url.slice(0, -1)]) {
      await page.goto('about:blank');
      await page.goto(`${address}#xiangqi`);
      await ready(page);
    }
  } finally {
    plain.kill('SIGCONT');
  }
});
await check('an engine that dies comes back, and the game is kept', async ({ page }) => {
  await page.goto(`${url}#xiangqi`);
  await ready(page);
  await page.evaluate(async () => {
    const { engine } = globalThis.meihua;
    await engine.position('xiangqi', 'startpos', ['h2e2']);
    engine.socket.take({ fault: 'a trap' });
  });
  await page.waitForFunction(() => globalThis.meihua.engine.isOpen);
  await ready(page);
  assert.ok(await page.evaluate(() => globalThis.meihua.engine.go('depth 6')));
});
for (const [by, name] of [['ring', 'isolated, shared memory'], ['suspend', 'not isolated, promise integration'], ['signs', 'not isolated, signs']]) {
  await check(name, stops(by, Number(process.env.STOPS || 100)));
}

await browser.close();
plain.kill();
isolating.close();
compressing.close();
console.log(failed ? `${failed} checks failed` : 'all checks passed');
process.exit(failed ? 1 : 0);
