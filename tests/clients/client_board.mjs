// The board in the browser, in a real headless Chromium: 25 checks, and whole games beside the wire, through roles and names only.
//
//   node client_board.mjs ENGINE [PICTURES]     with playwright-core and axe-core in NODE_PATH's place, Chromium in CHROMIUM
//
// Status 1 if a check failed. With PICTURES a folder gets screenshots of the five boards, in light, dark, Chinese, phone.

import { createRequire } from 'node:module';
import { mkdirSync, readFileSync } from 'node:fs';
import { start } from './board/server.mjs';
import { checks } from './board/checks.mjs';
import { more } from './board/more_checks.mjs';
import { look } from './board/look_checks.mjs';
import { attacks } from './board/attacks.mjs';
import { wholeGames } from './board/whole_games.mjs';
import { kept } from './board/kept_checks.mjs';
import { story } from './board/story_checks.mjs';
import { remarks } from './board/remark_checks.mjs';
import { climb } from './board/climb_checks.mjs';
import { homes } from './board/home_checks.mjs';
import { never, proofs } from './board/proof_checks.mjs';
import { walks } from './board/walks.mjs';
import { pictures } from './board/pictures.mjs';

const require = createRequire(process.env.BOARD_MODULES ? `${process.env.BOARD_MODULES}/` : import.meta.url);
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const [engine, folder] = process.argv.slice(2);
const server = await start(engine);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
const only = (process.env.BOARD_ONLY || '').split(',').filter(Boolean);
let failed = 0;

for (const [name, work] of Object.entries({ ...checks, ...more, ...look, ...attacks, ...wholeGames, ...kept, ...story, ...remarks, ...climb, ...homes, ...proofs, ...never, ...walks })) {
  if (only.length && !only.some((one) => name.split(' ')[0] === one || (one.endsWith('-') && name.startsWith(one)))) continue;
  // Lateness of a loaded machine is judged twice before it fails.
  for (const last of name.startsWith('walks') ? [true] : [false, true]) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', acceptDownloads: true });
    const page = await context.newPage();
    const faults = [];
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`));
    page.setDefaultTimeout(15_000);
    const began = Date.now();
    try {
      await work({ page, context, browser, server, axe, faults, url: process.env.BOARD_URL || server.url });
      console.log(`ok ${name} (${Date.now() - began} ms)`);
      break;
    } catch (error) {
      if (last) failed += 1;
      console.log(`${last ? 'FAILED' : 'again'} ${name}: ${String(error.message || error).split('\n').slice(0, 12).join(' | ')}${faults.length ? `; console: ${faults.slice(0, 3).join(' | ')}` : ''}`);
    } finally {
      await context.close();
    }
  }
}
if (folder) {
  mkdirSync(folder, { recursive: true });
  await pictures(browser, server.url, folder, !!process.env.ALL_PICTURES);
}
await browser.close();
await server.end();
console.log(failed ? `${failed} checks failed` : 'all checks passed');
process.exit(failed ? 1 : 0);
