// The packed file of npm as its users have it: installed, its README's commands on several versions of Node, and in pages built by Vite,
// esbuild and Rollup, in headless Chromium.
//
//   node package.mjs FILE ROOM        with playwright-core in ROOM, Chromium in CHROMIUM

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, createReadStream, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';

const [file, room] = process.argv.slice(2).map((path) => resolve(path));
const app = join(room, 'app');
const own = join(app, 'node_modules', 'meihua');
const NODES = (process.env.NODES ?? '18 20 22').split(' ').filter(Boolean);
let failed = 0;

async function check(name, work) {
  try {
    await work();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${String(error.stderr || error.message).split('\n').slice(0, 8).join(' | ')}`);
  }
}
const npm = (...words) => execFileSync('npm', [...words, '--silent', '--no-fund', '--no-audit'], { cwd: app, encoding: 'utf8' });

rmSync(join(app, 'node_modules', 'meihua'), { recursive: true, force: true });
mkdirSync(app, { recursive: true });
writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true, "type": "module" }\n');
npm('install', '--no-save', file, 'vite@7', 'esbuild@0.25', 'rollup@4', '@rollup/plugin-node-resolve@16');

/** The blocks of code in the package's README, by their language. */
const blocks = (language) => [...readFileSync(join(own, 'README.md'), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text);
const commands = blocks('sh').join('').split('\n').map((line) => line.split('#')[0].trim());
const finder = blocks('js').find((text) => text.includes('process.argv'));
writeFileSync(join(app, 'finder.mjs'), finder);
writeFileSync(join(app, 'refused.mjs'), `
import assert from 'node:assert/strict';
import { Engine } from 'meihua';
const engine = new Engine();
await assert.rejects(engine.game('chess'), /chess/);
await assert.rejects(engine.go('depth 1'), /chess/);
await engine.game('xiangqi');
engine.position('fen nonsense');
await assert.rejects(engine.go('depth 1'), /nonsense/);
await engine.position('startpos');
await assert.rejects(engine.go('banana'), /banana/);
engine.position('startpos', ['h2e2']);
console.log((await engine.go('depth 1')).best);
engine.quit();
`);

const MOVE = /^[a-i]\d[a-i]\d$/;
for (const version of NODES) {
  const home = join(room, `node${version}`);
  const node = join(home, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(node)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
    spawnSync('npm', ['install', '--silent', '--no-fund', '--no-audit', `node@${version}`], { cwd: home });
  }
  if (!existsSync(node)) {
    console.log(`not run: the package on Node ${version}: it cannot be installed`);
    continue;
  }
  const run = (words, input) => execFileSync(node, words, { cwd: app, input: input ?? '', encoding: 'utf8', timeout: 120_000 });
  await check(`the commands of the README on Node ${run(['--version']).trim()}`, () => {
    const cli = join(own, 'cli.js');
    const said = {};
    for (const command of commands.filter((line) => line.startsWith('meihua '))) said[command] = run([cli, ...command.split(' ').slice(1)]);
    assert.match(said['meihua go depth 12'], / depth 12 .*^bestmove [a-i]\d[a-i]\d/ms);
    assert.match(said['meihua bench'], /^\d+ nodes \d+/m);
    assert.match(said['meihua --help'], /^Usage: meihua/);
    assert.match(run([cli, '--version']), /^meihua \d+\.\d+\.\d+\n$/);
    assert.match(run([cli], 'uci\ngo depth 4\n'), /^uciok$.*^bestmove /ms, 'a process');
    const wrong = spawnSync(node, [cli, 'chess'], { encoding: 'utf8' });
    assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
    assert.match(wrong.stderr, /^meihua: /);
    assert.match(run(['finder.mjs']).split(' ')[0], MOVE);
    assert.match(run(['refused.mjs']).trim(), MOVE, 'a refused position has no answer');
  });
}

writeFileSync(join(app, 'main.js'), `
import { Board, Engine, loadTables, solve } from 'meihua';
const say = (text) => (document.body.textContent = text);
try {
  const board = await Board.start(), engine = new Engine();
  engine.position('startpos', ['h2e2']);
  const { best } = await engine.go('depth 6');
  board.push('h2e2').push(best);
  await loadTables();
  const { value } = await solve('river');
  say('moved ' + best + ', river ' + value);
} catch (error) {
  say('failed: ' + error.message);
}
`);
writeFileSync(join(app, 'index.html'), '<!DOCTYPE html><title>app</title><body></body><script type="module" src="./main.js"></script>\n');

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
/** Opens a folder in the browser and reads what its page says in the end. */
async function opened(folder) {
  const server = createServer((request, answer) => {
    const path = join(folder, new URL(request.url, 'http://x').pathname.replace(/\/$/, '/index.html'));
    if (!existsSync(path)) return void answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': KINDS[extname(path)] ?? 'application/octet-stream' });
    createReadStream(path).pipe(answer);
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { chromium } = createRequire(`${room}/`)('playwright-core');
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.body.textContent.trim(), undefined, { timeout: 120_000 });
    return await page.evaluate(() => document.body.textContent);
  } finally {
    await browser.close();
    server.close();
  }
}
const DONE = /^moved [a-i]\d[a-i]\d, river 11$/;
if (existsSync(process.env.CHROMIUM || '/usr/bin/chromium')) {
  await check('a page built by Vite', async () => {
    execFileSync(join(app, 'node_modules', '.bin', 'vite'), ['build', '--logLevel', 'warn'], { cwd: app, stdio: 'pipe' });
    assert.match(await opened(join(app, 'dist')), DONE);
  });
  for (const bundler of ['esbuild', 'rollup']) {
    await check(`a page built by ${bundler}, as the README says`, async () => {
      rmSync(join(app, 'dist'), { recursive: true, force: true });
      copyFileSync(join(app, 'main.js'), join(app, 'app.js'));
      const [build, copy] = [commands.find((line) => line.startsWith(`npx ${bundler} `)), commands.find((line) => line.startsWith('cp '))];
      for (const command of [build, copy]) execFileSync('sh', ['-c', command], { cwd: app, stdio: 'pipe' });
      writeFileSync(join(app, 'dist', 'index.html'), '<!DOCTYPE html><title>app</title><body></body><script type="module" src="./app.js"></script>\n');
      assert.match(await opened(join(app, 'dist')), DONE);
    });
  }
} else console.log('not run: pages built by Vite, esbuild and Rollup: no Chromium');

console.log(failed ? `${failed} checks failed` : 'all checks passed');
process.exit(failed ? 1 : 0);
