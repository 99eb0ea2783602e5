// The page as a folder: what `meihua serve` answers, with an engine of its own in the place of the server.
//
//   node packaging/web_page.mjs PROGRAM NPM FOLDER VERSION DOTS

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { createInterface } from 'node:readline';
import { brotliCompressSync } from 'node:zlib';

const [program, npm, folder, version, dots] = process.argv.slice(2);
/** What the page may do: run its own scripts and its own engine, and talk to nobody. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
const HEAD = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<link rel="manifest" href="./manifest.webmanifest">
<link rel="preload" href="./engine/meihua.wasm" as="fetch" crossorigin fetchpriority="low">
<script type="module" src="./local.js"></script>
`;
const ENGINE = ['endings.bin', 'meihua.wasm', 'module.js', 'openings.bin', 'ring.js', 'serve.js', 'signals.js', 'start.js', 'worker.js'];

const server = spawn(program, ['serve', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
const origin = await new Promise((found, failed) => {
  server.once('exit', (status) => failed(new Error(`meihua serve ended with status ${status}`)));
  createInterface({ input: server.stdout }).on('line', (line) => {
    const address = /http:\/\/[\d.:]+/.exec(line);
    if (address) found(address[0]);
  });
});

rmSync(folder, { recursive: true, force: true });
const kept = new Set();
/** Fetches a file and those that it names. */
async function keep(path) {
  if (kept.has(path)) return;
  kept.add(path);
  const answer = await fetch(origin + path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  let bytes = Buffer.from(await answer.arrayBuffer());
  const isPage = path === '/';
  if (isPage) {
    const text = String(bytes);
    for (const [, name] of text.matchAll(/(?:href|src)="(\/[^"]+)"/g)) await keep(name);
    bytes = Buffer.from(text.replaceAll(/(href|src)="\//g, '$1="./').replace('<script', `${HEAD}<script`));
    if (!String(bytes).includes(HEAD)) throw new Error('the page has no script before which the engine could be put');
  } else if (path.endsWith('.js')) {
    // An address from the root of the host becomes one from the file: the folder may stand anywhere.
    const home = posix.dirname(path);
    const text = String(bytes).replace(/^((?:import|export)\b[^;]*?from ')(\/[^']+)'/gm, (_, head, name) => `${head}./${posix.relative(home, name)}'`);
    bytes = Buffer.from(text);
    // `import('…').then` fetches a script; other `import('…')` are types in comments.
    for (const [, from, late] of text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)\.then/gm)) await keep(posix.join(home, from || late));
  }
  const file = join(folder, isPage ? 'index.html' : path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
await keep('/');
for (const path of ['/rules.en.md', '/rules.zh.md', '/icon.svg']) {
  if ((await fetch(origin + path)).ok) await keep(path);
  else cpSync('src/serve/page/icon.svg', join(folder, 'icon.svg'));
}
server.kill();

for (const name of ['local.js', 'explorer.js', 'painter.js', 'shelf.js', 'manifest.webmanifest', 'icon-192.png', 'icon-512.png']) cpSync(join('crates/web/site', name), join(folder, name));
mkdirSync(join(folder, 'engine'), { recursive: true });
for (const name of ENGINE) cpSync(join(npm, name), join(folder, 'engine', name));
cpSync(dots, join(folder, 'engine', 'dots.wasm'));

const files = readdirSync(folder, { recursive: true }).map((name) => String(name).replaceAll('\\', '/')).filter((name) => statSync(join(folder, name)).isFile()).sort();
const hash = createHash('sha256');
for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
const worker = readFileSync('crates/web/site/sw.js', 'utf8');
const list = ['./', ...files.filter((name) => name !== 'index.html')].map((name) => `  '${name}',\n`).join('');
writeFileSync(join(folder, 'sw.js'), worker.replace("'@version@'", `'meihua-${version}-${hash.digest('hex').slice(0, 12)}'`).replace("['@files@']", `[\n${list}]`));

// No explorer yet. The worker does not keep it, so that another one is seen at once.
mkdirSync(join(folder, 'explorer'), { recursive: true });
writeFileSync(join(folder, 'explorer', 'index.json'), '{"meihua":"explorer 1","keys":"grid 1","games":0,"positions":0}');

const page = files.filter((name) => !/\.(bin|wasm|png|md)$/.test(name));
const compressed = page.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(folder, name))).length, 0);
console.log(`${folder}: ${files.length + 1} files; the page: ${compressed} bytes by brotli, without the module, tables, icons and rules`);
process.exit(0);
