// The library of games: what was played in the position on view, the search, a game of it opened; by keyboard.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alert, alone, besideLibrary, drop, moves, open, status, until } from './server.mjs';

const GAMES = [
  ['Hu Ronghua', 'Xu Yinchuan', '1-0', '1999.05.01', '1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0'],
  ['Xu Yinchuan', 'Lu Qin', '1/2-1/2', '2001.02.03', '1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 b9c7'],
  ['Lu Qin', 'Hu Ronghua', '0-1', '1988.10.10', '1. h2e2 b9c7 2. h0g2 h9g7'],
  ['Wang Tianyi', 'Zheng Weitong', '1-0', '2019.09.09', '1. c3c4 g6g5 2. b0c2'],
];

export const library = {
  async 'library-explore what was played here, games by player, result and position, one of them opened'({ browser, axe }) {
    const texts = GAMES.map(([red, black, result, date, text]) => `[Game "Chinese Chess"]\n[Event "Test"]\n[Date "${date}"]\n[Red "${red}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${text} ${result}\n`).join('\n');
    await besideLibrary(browser, texts, async ({ page, engine, server, folder, file, games }) => {
      await open(page, server.url);
      // The list of a file knows at once whether there can be a library.
      await drop(page, 'games.pgn', readFileSync(games));
      await page.getByRole('button', { name: 'Add to the library' }).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('tab', { name: 'Library' }).click();
      await until(async () => /There is no library of games yet/.test(await page.locator('.library').textContent()), 'no library yet');
      const count = () => JSON.parse(spawnSync(engine, ['library', 'stats', '--json', '--library', file], { encoding: 'utf8' }).stdout).games;
      // Files that are dropped on the tab make it, and those that are there already are said.
      await drop(page, 'games.pgn', readFileSync(games), '.library');
      await page.getByText(/Added to the library: 4 games\./).waitFor();
      await drop(page, 'games.pgn', readFileSync(games), '.library');
      await page.getByText(/Added to the library: 0 games\. There already: 4 games\./).waitFor();
      await drop(page, 'no.pgn', Buffer.from('no game at all'), '.library');
      await until(async () => /no game found/.test(await alert(page)), 'what is no game is said');
      assert.equal(count(), 4);
      await alone(page);
      await page.reload();
      const row = (move) => page.getByRole('table', { name: 'Played here' }).getByRole('row', { name: new RegExp(`^${move.replace(/[+]/g, '\\+')}`) });
      await row('C2=5').waitFor();
      assert.match(await row('C2=5').textContent(), /^C2=53.*1988–2001/);
      assert.equal(await row('C2=5').getByRole('img').getAttribute('aria-label'), 'Red won 1, drawn 1, Black won 1, unknown 0');
      // By keyboard: the moves are one stop of Tab.
      await row('C2=5').getByRole('button').focus();
      await page.keyboard.press('ArrowDown');
      assert.match(await page.evaluate(() => document.activeElement.textContent), /^P7\+1/);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await until(async () => (await moves(page))[0] === 'h2e2', 'the move is played');
      await until(async () => /^H8\+72/.test(await row('H8+7').textContent()), 'what was played after it');
      // What an analysis of the library has found stands beside each move.
      const rows = join(folder, 'values.jsonl');
      assert.equal(spawnSync(engine, ['analyse', '--library', file, '--nodes', '500', '--quiet', '--jsonl', rows]).status, 0);
      assert.equal(spawnSync(engine, ['library', '--library', file, 'import-values', rows]).status, 0);
      await alone(page);
      await page.reload();
      await until(async () => /[+−]\d\.\d\d$/.test(await row('H8+7').textContent()), 'the value of the library');
      // The search.
      const find = page.getByRole('search', { name: 'Find games' });
      const found = () => page.locator('.games.found li').allTextContents();
      await find.getByRole('searchbox', { name: 'Players (two with a comma)' }).fill('Xu Yinchuan');
      await find.getByRole('button', { name: 'Find' }).click();
      await until(async () => (await found()).length === 2, 'two games of a player');
      await find.getByRole('combobox', { name: 'Results' }).selectOption('1-0');
      await find.getByRole('searchbox', { name: 'Players (two with a comma)' }).press('Enter');
      await until(async () => (await found()).length === 1, 'one of them was won by Red');
      await find.getByRole('searchbox', { name: 'Players (two with a comma)' }).fill('');
      await find.getByRole('combobox', { name: 'Results' }).selectOption('');
      await find.getByRole('checkbox', { name: 'in this position' }).check();
      await find.getByRole('button', { name: 'Find' }).click();
      await until(async () => (await found()).length === 3, 'the games that came here');
      assert.match((await found())[0], /^Hu Ronghua – Xu Yinchuan 1-0 1999\.05\.01 · Test/);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), []);
      await page.locator('.games.found button').first().press('Enter');
      await until(async () => /Hu Ronghua/.test(await page.locator('#players').textContent()), 'the game is open');
      assert.match(await status(page), /to move/);
      // The game on view, with a move more, and all games of a file.
      await page.locator('#board').click({ position: { x: 5, y: 5 } });
      await page.keyboard.press('End');
      await page.evaluate(() => globalThis.meihua.play('a6a5'));
      await page.getByRole('tab', { name: 'Library' }).click();
      await page.getByRole('button', { name: 'Add this game' }).click();
      await page.getByText(/Added to the library: 1 game\./).waitFor();
      assert.equal(count(), 5);
      await drop(page, 'more.pgn', Buffer.from(readFileSync(games, 'utf8').replaceAll('1. h2e2', '1. a3a4')));
      await page.getByRole('button', { name: 'Add to the library' }).click();
      await page.getByText(/Added to the library: 3 games\. There already: 1 game\./).waitFor();
    });
  },
  async 'library-season a file of many games is read in parts, filtered, opened, kept together'({ page, url }) {
    const season = (count) => Array.from({ length: count }, (_, game) => `[Game "Chinese Chess"]\n[Event "Season"]\n[Round "${game + 1}"]\n[Red "Player${game}"]\n[Black "Other ${game % 37}"]\n[Result "1-0"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 h7h3 4. b2d2 b9c7 5. b0c2 c6c5 {game ${game}, with a remark that makes the text as long as that of games usually is, and longer than one message} 1-0\n`).join('\n');
    await open(page, url);
    const sheet = page.getByRole('dialog', { name: 'Choose a game' });
    const long = season(1500);
    assert.ok(long.length > 400_000);
    await drop(page, 'season.pgn', long);
    await sheet.waitFor({ timeout: 60_000 });
    assert.match(await sheet.textContent(), /file with 1500 games/);
    assert.equal(await sheet.getByRole('listitem').count(), 200, 'not all at once');
    await sheet.getByRole('searchbox', { name: 'Filter by name, event or date' }).fill('player1234 season');
    await until(async () => (await sheet.getByRole('listitem').count()) === 1, 'one game');
    await sheet.getByRole('listitem').getByRole('button').click();
    await until(async () => /Player1234/.test(await page.locator('#players').textContent()), 'it is open');
    await drop(page, 'month.pgn', season(40));
    await sheet.getByRole('button', { name: 'Keep all' }).click();
    await until(async () => /Found: 40 games/.test(await page.locator('#found').textContent()), 'all are kept');
    assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('meihua.kept.')).length), 41);
  },
};
