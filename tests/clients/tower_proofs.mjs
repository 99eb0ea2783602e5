// What the engine says of small made-up towers, against an exhaustive search of them: proven rows must be right, and no row may claim more.
//
//   node tower_proofs.mjs ENGINE --platform FOLDER [--towers N] [--seed N] [--only FEATURE,FEATURE] [--seconds N]
//
// FOLDER is a copy of the platform with its template project. A tower has up to three features, or those of --only; small.mjs has their
// names. Stops after so many towers (100) or seconds. Towers that differ stay in a temporary folder, which is named. With WHY in the
// environment it prints why the engine does not understand a tower. Status 1 if a proven row is wrong, a row claims more hp than can be
// had, there is no row, or `--check` refuses a route.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exhaust } from './tower/exhaustive.mjs';
import { FEATURES, makeSmall } from './tower/small.mjs';

// So many states of a tower are searched: some tenths of a second.
const LIMIT = 15_000;
const NODES = '3000';
// With fewer states there is little to get wrong.
const TOO_FEW = 40;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(['platform', 'towers', 'seed', 'only', 'seconds'].map((name) => [name, { type: 'string' }])),
});
const [program] = positionals;
const number = (name, usual) => Number(options[name] ?? usual);
const only = options.only?.split(',');
const unknown = (only ?? []).filter((feature) => !FEATURES.includes(feature));
if (!program || !options.platform || unknown.length) {
  console.error(unknown.length ? `no such feature: ${unknown.join(', ')}; there are ${FEATURES.join(', ')}` : 'ENGINE and --platform are needed');
  process.exit(2);
}

const project = (folder) => join(folder, 'project');

function ask(...words) {
  return spawnSync(program, ['solve', 'tower', '--lang', 'en', ...words], { encoding: 'utf8', timeout: 60_000 });
}

/** The engine's row for a tower: the hp of its plan, -1 for none, and the plan. */
function solve(folder) {
  const { stdout, stderr, signal } = ask(project(folder), '--nodes', NODES);
  const [, value, status, , , , route] = stdout.split('\n')[0].split('\t');
  // What the engine does not understand it says, and then it claims nothing.
  if (status?.startsWith('unknown: blocked')) return { isProven: false, hp: -1, route: '', unknown: status };
  if (status !== 'proven' && status !== 'anytime') return { fault: `no row: ${signal ?? (stdout + stderr).trim().slice(0, 200)}` };
  return { isProven: status === 'proven', hp: value === 'none' ? -1 : Number(value), route: route === '-' ? '' : route };
}

/** Why the engine's own check does not confirm a route that wins with so many hp; null if it does. */
function refusal(folder, { hp, route }) {
  const { status, stdout, stderr } = ask(project(folder), '--check', route);
  const isConfirmed = status === 0 && (hp < 0 || (stdout.includes('the tower is won') && stdout.includes(`hp ${hp},`)));
  return isConfirmed ? null : (stdout + stderr).trim().slice(0, 200);
}

/** What is wrong with a row, given what the exhaustive search has found. */
function faultOf(folder, row, search) {
  if (row.fault) return row.fault;
  // A search that did not come to its end has still found what can be had at least.
  if (row.isProven && (search.done ? row.hp !== search.hp : row.hp < search.hp)) return 'proven, but wrong';
  if (search.done && row.hp > search.hp) return 'claims more';
  const refused = row.route || row.hp >= 0 ? refusal(folder, row) : null;
  if (refused) return `route refused: ${refused}`;
  // The search's own route is one by the rules, whatever the engine's search has found.
  const other = !row.unknown && search.hp >= 0 ? refusal(folder, search) : null;
  return other && `the search's route refused: ${other}`;
}

const plan = ({ hp, route }) => (hp < 0 ? 'none' : `${hp} ${route}`);

/** A line about a tower that differs. */
function report(folder, { seed, features, fault, row, search }) {
  const own = row.fault ? '' : `; engine ${row.isProven ? 'proven' : 'anytime'} ${plan(row)}`;
  const found = `search${search.done ? '' : ' (not ended)'} ${plan(search)}`;
  console.log(`${folder}, seed ${seed} (${features.join(', ')}): ${fault}${own}; ${found}`);
}

const kept = mkdtempSync(join(tmpdir(), 'small-'));
const count = { towers: 0, ended: 0, proven: 0, right: 0, weaker: 0, unknown: 0, wrong: 0, states: 0 };
const end = Date.now() + number('seconds', Infinity) * 1000;
for (let seed = number('seed', 1); count.towers < number('towers', 100) && Date.now() < end; seed += 1) {
  const folder = join(kept, String(seed));
  const features = makeSmall(options.platform, folder, seed, only);
  if (!features) continue;
  const search = exhaust(project(folder), LIMIT);
  // Of towers that cannot be won, one of eight.
  const isDull = search.done && (search.states < TOO_FEW || (search.hp < 0 && seed % 8));
  if (isDull) {
    rmSync(folder, { recursive: true });
    continue;
  }
  const row = solve(folder);
  const fault = faultOf(folder, row, search);
  count.towers += 1;
  count.states += search.states;
  if (search.done) count.ended += 1;
  if (row.isProven) count.proven += 1;
  if (search.done && row.isProven && row.hp === search.hp) count.right += 1;
  if (row.unknown) count.unknown += 1;
  else if (search.done && !row.isProven && row.hp < search.hp) count.weaker += 1;
  if (process.env.WHY && (row.unknown || !row.isProven)) console.log(seed, features.join(','), row.unknown ?? `not proven: ${plan(row)}; search${search.done ? '' : ' (not ended)'} ${plan(search)}`);
  if (fault) {
    count.wrong += 1;
    report(folder, { seed, features, fault, row, search });
  } else {
    rmSync(folder, { recursive: true });
  }
}
if (!count.wrong) rmSync(kept, { recursive: true });
const { towers, ended, proven, right, weaker, unknown: blocked, wrong, states } = count;
console.log(
  `${towers} towers compared, ${ended} of them searched to the end; ${proven} proven, ${right} of them exactly right; `
  + `${weaker} weaker anytime rows; ${blocked} not understood; ${wrong} wrong; ${states} states`,
);
process.exit(wrong ? 1 : 0);
