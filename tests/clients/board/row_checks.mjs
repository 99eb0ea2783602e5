// What other programs for these games do, and this page is to do as well: where no other check shows it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drop, moves, open, until } from './server.mjs';

const PGN = '[Game "Chinese Chess"]\n[Red "A"]\n[Black "B"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 *\n';
const PLIES = 'h2e2 h9g7 h0g2 i9h9 i0h0';

/** The names of all cells, loads or tiles that can be moved to, without a value. */
async function unvalued(page, places, isMove, value) {
  const names = await page.locator(places).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') || one.textContent));
  const found = names.filter((name) => isMove.test(name));
  return found.length ? found.filter((name) => !value.test(name)) : ['nothing there'];
}

export const rows = {
  async 'row-paper all moves are printed, dark on white'({ page, url }) {
    await open(page, url);
    await page.evaluate(() => globalThis.meihua.set({ theme: 'dark' }));
    const game = Array.from({ length: 40 }, (_, index) => `${index + 1}. ${index % 2 ? 'e2h2 e7h7' : 'h2e2 h7e7'}`).join(' ');
    await drop(page, 'game.pgn', `[Game "Chinese Chess"]\n\n${game} *\n`);
    await until(async () => (await page.locator('.tree .move').count()) === 80, 'the moves');
    await page.emulateMedia({ media: 'print' });
    const seen = await page.evaluate(() => ({ cut: [...document.querySelectorAll('#main, #side, #side .list')].some((one) => one.offsetParent && one.scrollHeight > one.clientHeight + 1),
      paper: getComputedStyle(document.body).backgroundColor, tall: document.body.scrollHeight > 1500, pressed: document.querySelector('#controls').offsetParent === null }));
    assert.deepEqual(seen, { cut: false, paper: 'rgb(255, 255, 255)', tall: true, pressed: true });
  },
  async 'row-tabs what is set in one tab is not undone by another'({ page, context, url }) {
    await open(page, url);
    const other = await context.newPage();
    await open(other, `${url}#cfour`);
    // What one tab writes, another one has a moment later.
    const has = (one, word) => until(() => one.evaluate((text) => (localStorage.getItem('meihua.settings') || '').includes(text), word), word);
    await page.evaluate(() => globalThis.meihua.set({ sound: true, values: { xiangqi: true } }));
    await has(other, '"sound":true');
    await other.evaluate(() => globalThis.meihua.set({ theme: 'dark', values: { cfour: true } }));
    await has(page, 'dark');
    await page.evaluate(() => globalThis.meihua.set({ lines: 2 }));
    const { sound, theme, values, lines } = await page.evaluate(() => JSON.parse(localStorage.getItem('meihua.settings')));
    assert.deepEqual({ sound, theme, values, lines }, { sound: true, theme: 'dark', values: { xiangqi: true, cfour: true }, lines: 2 });
  },
  async 'row-double the second press of a double click does not take the boat back'({ page, url }) {
    await open(page, `${url}#river`);
    await page.getByRole('button', { name: /^P1D1 / }).dblclick();
    await until(() => moves(page).join(' ') === 'P1D1', 'over');
    await page.waitForTimeout(800);
    assert.deepEqual(moves(page), ['P1D1']);
  },
  async 'row-crossed a tile on its way hides none that it passes over'({ page, url }) {
    await page.addInitScript(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function stopped(...what) {
        const animation = animate.apply(this, what);
        animation.pause();
        animation.currentTime = 150;
        return animation;
      };
    });
    await open(page, `${url}#sliding`);
    await page.getByRole('button', { name: /^cell 5,/ }).click();
    await until(() => moves(page).join() === '5-7', 'the first move');
    const [sixth, seventh] = await Promise.all([6, 7].map((n) => page.locator('.sliding .cell').nth(n - 1).getByRole('button').boundingBox()));
    const [x, y] = [sixth.x + sixth.width / 2, sixth.y + sixth.height / 2];
    assert.ok(seventh.x < x && x < seventh.x + seventh.width && seventh.y < y && y < seventh.y + seventh.height, 'the tile is over cell 6');
    await page.mouse.click(x, y);
    await until(() => moves(page).join(' ') === '5-7 6-5', 'the tile below it is pressed');
  },
  async 'row-formats a game of every format opens: dropped, pasted, or as a link'({ page, context, url, server }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const folder = mkdtempSync(join(tmpdir(), 'formats'));
    const source = join(folder, 'game.pgn');
    writeFileSync(source, PGN);
    const made = [['game.pgn', readFileSync(source)]];
    const convert = (...more) => execFileSync(server.process.spawnfile, ['convert', source, ...more], { stdio: ['ignore', 'pipe', 'ignore'] });
    for (const format of ['dhtmlxq', 'iccs', 'json', 'uci']) made.push([`game.${format}`, convert('--to', format)]);
    for (const [notation, encoding] of [['chinese', 'gbk'], ['wxf', 'utf8'], ['iccs', 'utf8']]) made.push([`${notation}-${encoding}.pgn`, convert('--to', 'pgn', '--notation', notation, '--encoding', encoding)]);
    const xqf = join(folder, 'game.xqf');
    convert('-o', xqf);
    made.push(['game.xqf', readFileSync(xqf)]);
    const isOpen = async (what) => {
      await until(async () => (await page.locator('.tree .move').count()) === 5, `${what}: five plies are listed`);
      await page.keyboard.press('End');
      await until(() => moves(page).join(' ') === PLIES, `${what}: the game`);
    };
    for (const [name, bytes] of made) {
      await page.goto('about:blank');
      await open(page, `${url}#river`);
      await drop(page, name, bytes);
      await isOpen(name);
    }
    const paste = async (what, text) => {
      await page.goto('about:blank');
      await open(page, `${url}#river`);
      await page.evaluate((words) => navigator.clipboard.writeText(words), text);
      await page.keyboard.press('Control+v');
      await isOpen(what);
    };
    await paste('a list of moves', '1. 炮二平五 马8进7\n2. 马二进三 车9平8\n3. 车一平二\n');
    await paste('a link', `${url}#xiangqi//${PLIES.replaceAll(' ', '.')}`);
  },
  async 'row-exact every move of every puzzle bears what it is worth'({ page, url }) {
    const kinds = [
      ['cfour/445344', '[role=columnheader]', /./, /[-+]?\d/],
      ['river', '.loads button', /^(?!.*forbidden)/, /\d+ left|no way/],
      // Of five cells, 1 is too far from the empty one, 5.
      ['sliding/BBWW_+cost', '.tile', /cell [234],/, /cost \d+|cannot/],
      ['tower', '[role=gridcell]', /reachable/, /\d+ hp at the end/],
    ];
    for (const [place, cells, isMove, value] of kinds) {
      await page.goto('about:blank');
      await open(page, `${url}#${place}`);
      await page.keyboard.press('v');
      let left;
      await until(async () => !(left = await unvalued(page, cells, isMove, value)).length, `${place}: values`, 30_000).catch(() => assert.deepEqual(left, [], place));
    }
  },
};
