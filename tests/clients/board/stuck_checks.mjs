// What stopped the page, or was lost without a word: sounds, games that are gone, several files at once, clocks, levels, questions.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipOf } from './look_checks.mjs';
import { alert, alone, besideLibrary, choose, control, drop, open, openMenu, rest, status, type, until } from './server.mjs';

const TOWER = new URL('../../../examples/tower/', import.meta.url);
const ply = (page) => page.evaluate(() => globalThis.meihua.tree.at.ply);
const found = (page) => page.locator('#found').textContent();
const game = (page) => page.evaluate(() => globalThis.meihua.game);
/** A game as a text of PGN. */
const pgn = (name, move) => `[Game "Chinese Chess"]\n[Event "${name}"]\n[Red "Red ${name}"]\n[Black "Black ${name}"]\n[Result "*"]\n\n1. ${move} *\n\n`;

/** Drops several files at once, by name. */
async function dropAll(page, files) {
  await page.evaluate((list) => {
    const dataTransfer = new DataTransfer();
    for (const [name, text] of Object.entries(list)) dataTransfer.items.add(new File([text], name));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

/** Two people with a clock that has so many ms left, after three moves. */
async function timed(page, url, left) {
  await open(page, `${url}#xiangqi`);
  await page.evaluate(async (ms) => {
    const { meihua } = globalThis;
    Object.assign(meihua.tree, { seats: { first: 'person', second: 'person' }, match: { control: '1+0', turns: false, left: { first: 60_000, second: ms }, since: 0, away: 0 }, made: true });
    for (const move of ['h2e2', 'h9g7', 'h0g2']) await meihua.play(move);
  }, left);
  await rest(page, 'three moves');
}
/** What a clock shows, in seconds. */
const shown = async (page, side) => {
  const [minutes, seconds] = (await page.locator(`.clock.${side} b`).textContent()).split(':').map(Number);
  return 60 * minutes + seconds;
};

/** The page of a program with a library of three games, with its tab open; nothing may stop it. */
const withLibrary = (browser, work) => besideLibrary(browser, pgn('one', 'h2e2 h9g7') + pgn('two', 'h2e2 b9c7') + pgn('three', 'c3c4 g6g5'), async ({ page, engine, server, file, games }) => {
  assert.equal(spawnSync(engine, ['library', '--library', file, 'add', games]).status, 0);
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await open(page, `${server.url}#xiangqi`);
  await alone(page);
  await page.getByRole('tab', { name: 'Library' }).click();
  await work({ page, engine, file, listed: page.locator('.games.found li') });
  assert.deepEqual(faults, []);
});

export const stuck = {
  async 'stuck-sound with Sound on each game is drawn on, whatever the sound comes to'({ page, url, faults }) {
    await open(page, `${url}#xiangqi`);
    await (await openMenu(page)).getByRole('button', { name: 'Sound' }).click();
    await page.keyboard.press('Escape');
    for (const name of ['xiangqi', 'cfour', 'river', 'tower', 'sliding', 'own', 'plan']) {
      await page.evaluate((one) => (location.hash = `#${one}`), name);
      await until(async () => (await game(page)) === name, name);
      await rest(page, name);
      const before = await page.locator('#status').textContent();
      await page.evaluate(() => {
        globalThis.meihua.tree.seats = { first: 'person', second: 'person' };
        return globalThis.meihua.play(globalThis.meihua.view.moves[0].move);
      });
      await until(async () => (await page.locator('#status').textContent()) !== before && (await ply(page)) === 1, `${name} is drawn`);
    }
    // A browser that has no sound left.
    await page.addInitScript(() => (globalThis.AudioContext = class {
      constructor() {
        throw new Error('no sound');
      }
    }));
    await page.goto('about:blank');
    await open(page, `${url}#cfour`);
    await control(page, 'New').click();
    await rest(page, 'a new game');
    await page.evaluate(() => {
      globalThis.meihua.tree.seats = { first: 'person', second: 'engine' };
      return globalThis.meihua.play('4');
    });
    await until(async () => (await ply(page)) === 2, 'the engine answers');
    assert.deepEqual(faults, []);
  },
  async 'stuck-gone a game that was taken out of the library is said to be gone'({ browser }) {
    await withLibrary(browser, async ({ page, engine, file, listed }) => {
      await page.getByRole('searchbox', { name: 'Players (two with a comma)' }).fill('Red two');
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await until(async () => (await listed.count()) === 1, 'one game');
      assert.equal(spawnSync(engine, ['library', '--library', file, 'remove', '--number', '2']).status, 0);
      await listed.getByRole('button').click();
      await until(async () => (await alert(page)) === 'This game is no longer in the library.', 'it is said');
      await page.getByRole('button', { name: '中文' }).click();
      await until(async () => (await alert(page)) === '这盘棋已不在棋谱库中。', 'in Chinese, too');
      await page.locator('#games').getByRole('link').nth(1).click();
      await until(() => page.locator('#board[data-game=cfour]').count(), 'another game is drawn');
    });
  },
  async 'stuck-here the games found in a position go with the moves, and Back leads from one of them to the game before'({ browser }) {
    await withLibrary(browser, async ({ page, listed }) => {
      await page.getByRole('checkbox', { name: 'in this position' }).check();
      await page.getByRole('button', { name: 'Find', exact: true }).click();
      await until(async () => (await listed.count()) === 3, 'three games');
      await type(page, 'h2e2');
      await until(async () => (await listed.count()) === 2, 'two of them stand here');
      await type(page, 'b9c7');
      await until(async () => (await listed.count()) === 1, 'one of them');
      await listed.getByRole('button').click();
      const event = () => page.evaluate(() => globalThis.meihua.tree.tags.Event || '');
      await until(async () => (await event()) === 'two', 'it is open');
      await rest(page, 'it is open');
      assert.equal(await listed.count(), 1, 'the list stays');
      await page.goBack();
      await until(async () => (await event()) === '' && (await ply(page)) === 2, 'the game before');
    });
  },
  async 'stuck-files of several files each is opened or listed, and what cannot be read is told by its name'({ page, url }) {
    await open(page, `${url}#xiangqi`);
    await dropAll(page, { 'a.pgn': pgn('A1', 'h2e2') + pgn('A2', 'h0g2'), 'b.pgn': pgn('B1', 'c3c4') + pgn('B2', 'g3g4') + pgn('B3', 'b0c2'), 'bad.pgn': 'nonsense', 'c.pgn': pgn('C1', 'b2e2') + pgn('C2', 'a3a4') });
    const sheet = page.getByRole('dialog', { name: 'Choose a game' });
    await sheet.waitFor();
    assert.match(await sheet.textContent(), /Found: 3 files with 7 games\..*bad\.pgn: no game found/);
    assert.equal(await sheet.getByRole('listitem').count(), 7);
    await sheet.getByRole('button', { name: /B2/ }).click();
    await until(async () => page.evaluate(() => globalThis.meihua.tree.tags.Event === 'B2'), 'one of them is open');
    await dropAll(page, { 'd.pgn': pgn('D', 'h2e2'), 'bad.pgn': 'nonsense', 'worse.pgn': 'more nonsense', 'e.pgn': pgn('E', 'c3c4') });
    await until(async () => /^Opened: 2 files/.test(await found(page)), 'two are open');
    assert.match(await alert(page), /^bad\.pgn: no game found.* worse\.pgn: no game found/);
  },
  async 'stuck-clock the clock goes on for who looks back, and ends the game'({ page, url }) {
    await timed(page, url, 4000);
    await control(page, 'Undo').click();
    await until(async () => (await ply(page)) === 2, 'a move back');
    const before = await shown(page, 'second');
    assert.ok(before > 0 && before <= 4, String(before));
    await until(async () => (await shown(page, 'second')) < before - 0.5, 'the time goes on');
    assert.equal(await shown(page, 'first'), 60);
    await page.getByRole('dialog', { name: 'How it ended' }).getByRole('button', { name: 'Take it back' }).waitFor();
    assert.equal(await ply(page), 3);
    assert.match(await status(page), /Red wins: the other side ran out of time/);
  },
  async 'stuck-dialog the end of a match is shown when another dialog is closed, and says nothing of the time before'({ page, url }) {
    await timed(page, url, 12_000);
    await (await openMenu(page)).getByRole('button', { name: 'Kept games' }).click();
    await until(async () => /10 s left/.test(await page.locator('#clocks .unseen').textContent()), 'the time is said');
    await page.evaluate(() => (globalThis.meihua.tree.match.left.second = 500));
    await until(() => page.evaluate(() => globalThis.meihua.tree.tags.Termination), 'the end');
    assert.equal(await page.locator('#clocks .unseen').textContent(), '');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'How it ended' }).getByRole('button', { name: 'Close' }).click();
    await page.evaluate(() => globalThis.meihua.play('h9g7'));
    await until(async () => /^The game has ended/.test(await alert(page)), 'it has ended');
    await page.getByRole('button', { name: '中文' }).click();
    await until(async () => /^[^A-Za-z]+$/.test(await alert(page)), 'in Chinese, too');
  },
  async 'stuck-level the level of a tower outlives a reload and a new game'({ page, url }) {
    await open(page, `${url}#tower`);
    const level = async () => {
      const chosen = await (await openMenu(page)).getByLabel('Level').evaluate((one) => one.selectedOptions[0].text);
      await page.keyboard.press('Escape');
      return chosen;
    };
    await choose(page, 'Level', { label: 'beginner' });
    await until(() => page.evaluate(() => globalThis.meihua.tree.base !== 'startpos'), 'a tower');
    await rest(page, 'a tower');
    assert.equal(await level(), 'beginner');
    await page.reload();
    await rest(page, 'after a reload');
    assert.equal(await level(), 'beginner');
    await page.evaluate(() => globalThis.meihua.play(globalThis.meihua.view.moves[0].move));
    await control(page, 'New').click();
    await rest(page, 'a new game');
    await page.reload();
    await rest(page, 'after another reload');
    assert.equal(await level(), 'beginner');
  },
  async 'stuck-question a route that meets somebody’s question is made up to it'({ page, url }) {
    await open(page, url);
    await drop(page, 'tower.zip', zipOf(TOWER));
    await until(() => page.evaluate(() => globalThis.meihua.view?.own.floor), 'the tower');
    await rest(page, 'the tower');
    await type(page, 'R4D2L4');
    await until(async () => /^A question is asked/.test(await alert(page)), 'an answer is wanted');
    await until(async () => (await page.locator('.asks-what').textContent()) === 'merchant: What do you need?', 'the question');
    assert.ok(await page.getByRole('group', { name: 'Answers' }).getByRole('button').first().isVisible());
  },
  async 'stuck-worn what the hero wears is seen, and taken off by a press'({ page, url }) {
    const folder = mkdtempSync(join(tmpdir(), 'meihua-worn-'));
    const parts = {
      'data.js': { main: { floorIds: ['A'], equipName: ['blade'] }, values: {}, firstData: { title: 'Worn', floorId: 'A', hero: { hp: 50, atk: 10, def: 4, loc: { x: 0, y: 0 } } } },
      'maps.js': { 35: { cls: 'items', id: 'sword' }, 200: { cls: 'enemys', id: 'guard' } },
      'enemys.js': { guard: { name: 'guard', hp: 60, atk: 9, def: 4, money: 0, special: 0 } },
      'items.js': { sword: { cls: 'equips', name: 'sword', equip: { type: 0, value: { atk: 6 } } } },
      'floors/A.js': { floorId: 'A', title: 'A', map: [[0, 35, 0, 200]], afterBattle: { '3,0': [{ type: 'win' }] } },
    };
    try {
      mkdirSync(join(folder, 'floors'));
      for (const [name, json] of Object.entries(parts)) writeFileSync(join(folder, name), `var part =\n${JSON.stringify(json)}`);
      await open(page, url);
      await drop(page, 'worn.zip', zipOf(new URL(`file://${folder}/`)));
      await until(() => page.evaluate(() => globalThis.meihua.view?.own.floor), 'the tower');
      await rest(page, 'the tower');
      await page.evaluate(() => globalThis.meihua.play('R'));
      await page.getByRole('button', { name: 'Use sword' }).click();
      await until(async () => /^sword used: hp 50, attack 16/.test(await status(page)), 'it is put on');
      await page.getByRole('button', { name: 'Take off sword' }).click();
      await until(async () => /^sword taken off: hp 50, attack 10/.test(await status(page)), 'it is taken off');
      assert.equal(await page.getByRole('button', { name: 'Take off sword' }).count(), 0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  async 'stuck-full a tower opens where the browser keeps nothing'({ page, url, faults }) {
    await page.addInitScript(() => (IDBObjectStore.prototype.put = () => {
      throw new Error('full');
    }));
    await open(page, url);
    await drop(page, 'tower.zip', zipOf(TOWER));
    await until(() => page.evaluate(() => globalThis.meihua.view?.own.floor), 'the tower');
    assert.deepEqual(faults, []);
  },
  async 'stuck-late who presses Share before it is there is told to wait, and it does not open over what he does next'({ page, url }) {
    let go = () => {};
    const there = new Promise((done) => (go = done));
    await page.route(/\/late-/, async (route) => {
      await there;
      await route.continue();
    });
    await page.goto(`${url}#xiangqi`);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    await until(async () => (await found(page)) === 'Working…', 'it is told');
    await drop(page, 'a.pgn', pgn('One', 'h2e2'));
    go();
    await until(() => page.evaluate(() => globalThis.meihua.tree.tags.Event === 'One'), 'the file is open');
    assert.equal(await page.getByRole('dialog', { name: 'Share' }).count(), 0);
    assert.doesNotMatch(await found(page), /Working/);
    await share.click();
    await page.getByRole('dialog', { name: 'Share' }).waitFor();
  },
  async 'stuck-kept a game of one’s own is listed by its name alone'({ page, url }) {
    await open(page, `${url}#own`);
    await page.locator('textarea').first().fill('[mine:chess]\n');
    await until(() => page.evaluate(() => globalThis.meihua.view?.variant === 'mine'), 'the game');
    await (await openMenu(page)).getByRole('button', { name: 'Kept games' }).click();
    const row = page.getByRole('dialog', { name: 'Kept games' }).getByRole('listitem').first();
    assert.match(await row.textContent(), /^mine · 0 moves/);
  },
};
