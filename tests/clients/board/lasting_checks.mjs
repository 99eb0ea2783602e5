// What somebody has written stays, and what the program knows is told: annotations beside an analysis, towers that are not won, towers
// from files at home, the results of a class.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { zipOf } from './look_checks.mjs';
import { alert, cell, control, drop, home, open, rest, saved, status, type, until } from './server.mjs';

const EXAMPLE = new URL('../../../examples/tower/', import.meta.url);
const ANNOTATED = '[Game "Chinese Chess"]\n\n1. C2=5!! {best} H8+7! 2. H2+3!? R9=8 3. R1+1?? C2=1? *\n';
/** What the file says of the moves, in the annotation glyphs of PGN. */
const MARKED = /C2=5 \$3 \{best\} 1\.\.\. H8\+7 \$1 2\. H2\+3 \$5 R9=8 3\. R1\+1 \$4( \$\d)? C2=1 \$2/;

/** The example tower with a change of a file, as a zip. @param {string} name @param {(text: string) => string} change */
function towerWith(name, change) {
  const folder = mkdtempSync(join(tmpdir(), 'meihua-tower-'));
  cpSync(EXAMPLE, folder, { recursive: true });
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name), 'utf8')));
  try {
    return zipOf(pathToFileURL(`${folder}/`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Opens a tower by its zip. */
async function openTower(page, url, zip = zipOf(EXAMPLE)) {
  await open(page, `${url}#tower`);
  await drop(page, 'tower.zip', zip);
  await until(() => page.evaluate(() => globalThis.meihua.isProject), 'the tower is open');
  await rest(page, 'the tower');
}

/** Opens a game of several moves. The page is at rest before the file is read, too. */
async function openGame(page, text) {
  await drop(page, 'game.pgn', text);
  await until(() => page.evaluate(() => globalThis.meihua.tree?.all().length > 1), 'the file is open');
  await rest(page, 'the game');
}

const written = async (page) => readFileSync(await (await saved(page, () => control(page, 'Save').click())).path(), 'utf8');
const panel = (page) => page.locator('[role=tabpanel]:visible').innerText();

export const lasting = {
  async 'lasting-marks the marks of a file stay beside the analysis, over a reload, and so does one’s own'({ page, url }) {
    await open(page, url);
    await openGame(page, ANNOTATED);
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.story), 'the analysis', 60_000);
    assert.match(await written(page), MARKED);
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByRole('button', { name: /^R9=8/ }).first().click();
    await page.getByRole('button', { name: 'mark !', exact: true }).click();
    await until(async () => /R9=8 \$1/.test(await written(page)), 'a mark after the analysis');
    await page.keyboard.press('Escape');
    await page.reload();
    await until(() => page.evaluate(() => globalThis.meihua?.tree.story), 'the analysis is kept');
    assert.match(await written(page), /C2=5 \$3 .*R9=8 \$1 .*C2=1 \$2/s);
    // Its verdict on a move, which people may take away.
    await page.evaluate(() => {
      const { meihua } = globalThis;
      meihua.tree.main()[0].verdict = 6;
      meihua.keep();
      meihua.render();
    });
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByRole('button', { name: /^C2=5 !! \?!/ }).first().click();
    await page.getByRole('button', { name: 'mark ?!', pressed: true }).click();
    await page.reload();
    await until(async () => page.evaluate(() => globalThis.meihua?.tree.main()[0]?.verdict === 0), 'it is gone for good');
  },
  async 'lasting-repeat the analysis of all kept games deletes no mark'({ page, url }) {
    await open(page, url);
    await openGame(page, ANNOTATED);
    await control(page, 'Repeat mistakes').click();
    await page.getByRole('button', { name: /^Analyse the other games/ }).click();
    await until(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('meihua.story.'))), 'the analysis', 60_000);
    await page.keyboard.press('Escape');
    assert.match(await written(page), MARKED);
  },
  async 'lasting-first a variation to the first move stands below it'({ page, url }) {
    await open(page, url);
    await openGame(page, '[Game "Chinese Chess"]\n\n1. P1+1 (1. H2+3) 1... H8+7 *\n');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await until(async () => /P1\+1[^]*H2\+3[^]*H8\+7/.test(await page.locator('.tree').innerText()), 'below its move');
  },
  async 'lasting-hopeless a tower that cannot be won is told as that, with what is missing'({ page, url }) {
    await openTower(page, url, towerWith('data.js', (text) => text.replace(/"hp": 100/, '"hp": 6')));
    await control(page, 'Hint').click();
    await until(async () => /No plan wins: that is proven\. .*With 3 more hp/.test(await alert(page)), 'the proof and what is missing', 20_000);
    await type(page, 'R');
    await page.getByRole('tab', { name: 'Plan' }).click();
    await control(page, 'Values').click();
    await until(async () => /that is proven/.test(await panel(page)), 'the same among the values', 20_000);
    await page.getByRole('button', { name: /^Compare/ }).click();
    await until(async () => /No plan is known from the start\./.test(await panel(page)), 'no plan is made up', 20_000);
    assert.ok(!/the plan: \d/.test(await panel(page)));
  },
  async 'lasting-blocked a tower that is not understood says what, where nothing can be done, too'({ page, url }) {
    await openTower(page, url, towerWith('floors/F2.js', (text) => text.replaceAll('"win"', '"wim"')));
    await control(page, 'Hint').click();
    await until(async () => /No plan that wins was found\..*the word "wim"/.test(await alert(page)), 'the word', 20_000);
    // The way to the highest floor can be looked at, and begins with the hint.
    assert.ok(await page.evaluate(() => globalThis.meihua.thinker.plan.length && globalThis.meihua.thinker.hint === globalThis.meihua.thinker.plan[0]));
    await page.getByRole('button', { name: '中文' }).click();
    await control(page, '提示').click();
    await until(async () => /没有找到能通关的路线。.*指令 "wim"/.test(await alert(page)), 'in Chinese', 20_000);
  },
  async 'lasting-home a tower from a file has its picture and its name at home, and among the kept games'({ page, url }) {
    await openTower(page, url);
    await type(page, 'R');
    const title = await page.evaluate(() => globalThis.meihua.view.own.title);
    await home(page, url);
    await page.locator('.recent .face svg').first().waitFor();
    const recent = page.locator('.recent button').first();
    await until(async () => (await recent.innerText()).includes(title), `${title} at home`);
    await recent.click();
    await until(() => page.evaluate(() => globalThis.meihua.isProject), 'the tower');
    await control(page, 'Kept games').click();
    await until(async () => (await page.locator('#sheet li').first().innerText()).startsWith(title), `${title} among the kept games`);
  },
  async 'lasting-river who comes from home by keyboard crosses with Enter'({ page, url }) {
    await page.goto(url);
    await page.getByRole('button', { name: /^Play: River/ }).focus();
    await page.keyboard.press('Enter');
    await until(() => page.evaluate(() => globalThis.meihua.game === 'river' && document.activeElement.closest('#board')), 'the focus is on the board');
    for (const keys of ['pd', 'p', 'dd']) {
      const ply = await page.evaluate(() => globalThis.meihua.tree.at.ply);
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await until(() => page.evaluate((n) => globalThis.meihua.tree.at.ply === n + 1, ply), `${keys} across`);
      await rest(page, keys);
    }
  },
  async 'lasting-rules beside a tower of several floors stand the rules of those'({ page, url }) {
    await openTower(page, url);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await until(async () => /column and row, counted from 0/.test(await panel(page)), 'column and row');
    assert.ok(!/row and column|floors: always 1/.test(await panel(page)));
    await page.evaluate(() => globalThis.meihua.choose('tower', new globalThis.meihua.tree.constructor()));
    await page.getByRole('tab', { name: 'Rules' }).click();
    await until(async () => /row and column/.test(await panel(page)) && !/FMT3/.test(await panel(page)), 'and those of one floor beside one');
  },
  async 'lasting-route the rest of a route outlives a reload, keys are counted as everywhere, and the last one has its name'({ page, url }) {
    await openTower(page, url);
    const file = await page.evaluate(async () => {
      const answer = await globalThis.work('route', { tower: globalThis.meihua.tree.base.replace('project ', ''), keys: 'UR3FF2:R' }).answer;
      return JSON.parse(answer).file;
    });
    await drop(page, 'half.h5route', file);
    await until(async () => /^4 of 6 keys of the route are played; key 5 is refused here\. A flight to F2 is not possible\.$/.test(await alert(page)), 'what is refused, and why');
    await until(async () => /(right|slime at 2,0 beaten): hp/.test(await status(page)), 'the name of the last key');
    await page.reload();
    await until(() => page.evaluate(() => globalThis.meihua?.isProject), 'the tower');
    await page.getByRole('button', { name: 'The rest of the route' }).click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.ply === 4), 'it goes on');
  },
  async 'lasting-names what lies on a floor has a name before it can be reached'({ page, url }) {
    await openTower(page, url);
    const things = await page.evaluate(() => globalThis.meihua.view.own.floor.things.flatMap((line, y) => line.flatMap((thing, x) => (/^(item|door) /.test(thing) ? [`${x},${y}`] : []))));
    assert.ok(things.length > 2);
    for (const at of things) assert.doesNotMatch(await cell(page, at).getAttribute('aria-label'), /, (item|door)$/);
  },
  async 'lasting-sheet a sheet says what it does not take, and is deleted and brought back'({ page, url }) {
    await openTower(page, url);
    await control(page, 'Exercises').click();
    const sheet = page.getByRole('dialog', { name: 'Exercises' });
    await sheet.getByText(/not of a game of your own or of a tower of several floors/).waitFor();
    await page.keyboard.press('Escape');
    const exercises = [{ game: 'cfour', fen: '7/7/7/7/7/3Pp2[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 2', moves: ['P@f1'] }];
    await drop(page, 'sheet.json', Buffer.from(JSON.stringify({ meihua: 'sheet', title: 'Week', exercises })));
    await sheet.getByRole('heading', { name: 'Week' }).waitFor();
    const { id } = await page.evaluate(() => JSON.parse(localStorage[Object.keys(localStorage).find((key) => key.startsWith('meihua.sheet.'))]));
    const solved = [{ tries: 1, hints: 0, shown: false }];
    for (const by of ['one', 'two']) await drop(page, 'results.json', Buffer.from(JSON.stringify({ meihua: 'results', sheet: id, name: '', by, solved })));
    await until(async () => (await sheet.locator('tbody tr').count()) === 2, 'a row each');
    assert.deepEqual(await sheet.locator('tbody th').allInnerTexts(), ['?', '? (2)']);
    assert.equal(await sheet.locator('tbody td').first().getAttribute('title'), 'wrong tries: 1');
    await sheet.getByRole('button', { name: 'Delete this sheet' }).click();
    await until(async () => !(await sheet.innerText()).includes('Week'), 'deleted');
    await sheet.getByRole('button', { name: 'Bring back' }).click();
    await sheet.getByRole('heading', { name: 'Week' }).waitFor();
    assert.equal(await sheet.locator('tbody tr').count(), 2);
  },
};
