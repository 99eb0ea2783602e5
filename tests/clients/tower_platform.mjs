// Random walks through towers of the h5mota platform, by the engine and by the platform itself in headless Chromium: states compared
// after each move.
//
//   node tower_platform.mjs ENGINE --platform FOLDER [--made-up N] [--walks N] [--keys N] [--seed N] [--seconds N] [PROJECT …]
//
// A tower takes at most so many seconds (120): half of what is left goes into a walk, the rest into its replay.
// FOLDER is a copy of the platform with its template project, PROJECT a folder with a tower: `project/` in it, and a platform of its
// own beside it or that of FOLDER. playwright-core is looked for in BOARD_MODULES, Chromium in CHROMIUM. Status 1 if a made-up tower differs.

import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTower } from './tower/made_up.mjs';
import { open, replay, serve } from './tower/platform.mjs';
import { Engine, differences, walk } from './tower/walker.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(['platform', 'made-up', 'walks', 'keys', 'seed', 'seconds'].map((name) => [name, { type: 'string' }])),
});
const [program, ...projects] = positionals;
const require = createRequire(process.env.BOARD_MODULES ? `${process.env.BOARD_MODULES}/` : import.meta.url);
const { chromium } = require('playwright-core');
const number = (name, usual) => Number(options[name] ?? usual);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--mute-audio', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
});
const engine = new Engine(program);
let compared = 0, unplayed = 0;

/** Walks through one tower on both; the first difference of each walk. */
async function compare(path, folders, written, seeds) {
  const server = await serve(folders, written);
  const found = [];
  const end = Date.now() + number('seconds', 120) * 1000;
  try {
    for (const seed of seeds) {
      const left = end - Date.now();
      if (left <= 0) {
        unplayed += 1;
        continue;
      }
      const walked = await walk(engine, path, seed, number('keys', 300), Date.now() + left / 2);
      if (!walked.moves.length) {
        found.push({ seed, at: 0, what: [walked.why] });
        continue;
      }
      // What one walk leaves in the platform's memory must not reach the next one: a page for each.
      const session = await open(browser, server.url, Math.max(1, end - Date.now()));
      const hard = await session.page.evaluate(() => window.main.levelChoose?.[0]?.name ?? '');
      const played = await replay(session, walked.begin + walked.moves.join(''), { hard, seconds: Math.max(1, (end - Date.now()) / 1000) });
      let difference = null;
      // Answers are no keys of their own: the event that asks takes them.
      const last = played.end.how === 'late' ? played.keys.length - 1 : walked.moves.length;
      for (let at = 0; at <= last && !difference; at += 1) {
        const theirs = at < played.keys.length ? played.keys[at].state : played.end.state;
        const isShort = at > played.keys.length || (at === played.keys.length && at < walked.moves.length);
        const { won, lost } = walked.states[at];
        const ends = ((won && played.end.how === 'won') || (lost && played.end.how === 'lost')) && at === played.keys.length;
        const how = `the platform ends: ${played.end.how} ${played.end.key ?? ''}`;
        const what = ends ? [] : [...(theirs ? differences(walked.states[at], theirs) : []), ...(isShort ? [how] : [])];
        if (what.length) difference = { seed, at, move: walked.moves[at - 1], what, route: walked.moves.slice(0, at).join('') };
        else compared += at < walked.moves.length ? 1 : 0;
      }
      if (difference) found.push(difference);
      await session.page.close();
    }
  } catch (error) {
    found.push({ seed: 0, at: 0, what: [`not played: ${String(error.message).split('\n')[0]}`] });
  }
  server.end();
  return found;
}

/** What the engine says that it has not read of a project: names of the tower's own code, and how much else. */
function unread(project) {
  const { stdout } = spawnSync(program, ['solve', 'tower', project, '--report'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = stdout.split('\n').slice(1).map((line) => line.split('\t')).filter((fields) => fields.length > 2);
  const own = lines.filter((fields) => fields[2] === 'own code').map((fields) => fields[1]);
  const rest = lines.length - own.length;
  return `own code: ${own.length}${own.length ? ` (${own.slice(0, 6).join(', ')}${own.length > 6 ? ', …' : ''})` : ''}; not understood: ${rest}`;
}

/** A difference on one line of bearable length. */
const short = (what) => what.slice(0, 4).join('; ').slice(0, 300);

const seeds = Array.from({ length: number('walks', 1) }, (_, n) => number('seed', 1) + n);
for (const project of projects) {
  const own = existsSync(join(project, 'libs')) && existsSync(join(project, 'index.html'));
  const before = compared;
  unplayed = 0;
  const found = await compare(project, own ? [project] : [project, options.platform], {}, seeds);
  console.log(`${basename(project)}: ${compared - before} moves, ${found.length} of ${seeds.length - unplayed} walks differ; ${unread(project)}`);
  for (const { seed, at, move, what, route } of found) {
    console.log(`  seed ${seed}, move ${at} ${move ?? ''}: ${short(what)}`);
    if (process.env.ROUTES && route) console.log(`    ${route}`);
  }
}
let wrong = 0;
const count = number('made-up', 0);
for (let seed = number('seed', 1); seed < number('seed', 1) + count; seed += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'made-up-'));
  makeTower(options.platform, folder, seed);
  const found = await compare(folder, [folder, options.platform], {}, [seed]);
  for (const { at, move, what, route } of found) {
    wrong += 1;
    console.log(`made up ${seed}, move ${at} ${move ?? ''}: ${short(what)}`);
    if (process.env.ROUTES) console.log(`  ${folder} ${route}`);
  }
  if (!found.length || !process.env.ROUTES) rmSync(folder, { recursive: true });
}
if (count) console.log(`${count} made-up towers, ${wrong} differ`);
console.log(`${compared} moves compared`);
engine.end();
await browser.close();
process.exit(wrong ? 1 : 0);
