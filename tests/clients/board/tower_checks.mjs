// A tower of several floors: what stands where one looks for it, and is told as it is.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alert, control, drop, open, openMenu, rest, status, until } from './server.mjs';
import { zipOf } from './look_checks.mjs';
import { entryOf, zipOf as packed } from '../../../src/serve/page/parts/zip.js';

const EXAMPLE = new URL('../../../examples/tower/', import.meta.url);
/** To the merchant, over two slimes. */
const TO_MERCHANT = 'RRRRDDLLL';
/** To the pickaxe, past a slime and through the yellow door. */
const TO_PICKAXE = 'RRRRDDDDDRRRR';
const WINDOWS = [[1366, 768], [1920, 1080], [1280, 720], [1280, 800], [1024, 768], [390, 844], [844, 390]];

/** Opens a tower from its zip. */
async function enter(page, url, zip = zipOf(EXAMPLE)) {
  await open(page, `${url}#tower`);
  await drop(page, 'tower.zip', zip);
  await until(() => page.evaluate(() => !!globalThis.meihua.view?.own.floor), 'the tower is open');
  await page.locator('.frame.tower').waitFor();
}

/** Plays keys one by one. */
async function walk(page, keys) {
  for (const key of keys) assert.ok(await page.evaluate((one) => globalThis.meihua.play(one), key), `${key} is played`);
  await rest(page, 'at rest');
}

/** Whether each button of a group can be pressed where it stands; scrolled within the group, not with the page. */
const pressable = (group) => group.getByRole('button').evaluateAll((all) => all.map((one) => {
  one.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}));

const strip = (page) => page.getByRole('list', { name: 'Floors' });
const labels = (page) => strip(page).getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel));

/** The example with so many floors, the hero on one of them. */
async function highTower(floors, at) {
  const names = readdirSync(EXAMPLE, { recursive: true }).map(String).filter((name) => name.endsWith('.js'));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, EXAMPLE), 'utf8')]));
  const first = files['floors/F1.js'];
  const ids = Array.from({ length: floors }, (_, index) => `F${index + 1}`);
  for (const id of ids) files[`floors/${id}.js`] ??= first.replaceAll('F1', id);
  files['data.js'] = files['data.js'].replace(/"floorIds":\s*\[[^\]]*\]/, `"floorIds": ${JSON.stringify(ids)}`).replace(/"floorId":\s*"F1"/, `"floorId": "${at}"`);
  return packed(await Promise.all(Object.entries(files).map(([name, text]) => entryOf(`tower/project/${name}`, new TextEncoder().encode(text)))));
}

export const towers = {
  async 'tower-answers a question and its answers are in sight in every window, and what can be used, too'({ browser, url }) {
    for (const [width, height] of WINDOWS) {
      const size = `${width}x${height}`;
      const inWindow = async (work) => {
        const context = await browser.newContext({ viewport: { width, height }, hasTouch: width < 900, isMobile: width < 900, locale: 'en' });
        const page = await context.newPage();
        await enter(page, url);
        await work(page);
        await context.close();
      };
      await inWindow(async (page) => {
        await walk(page, TO_MERCHANT);
        const answers = page.getByRole('group', { name: 'Answers' });
        await answers.getByRole('button', { name: /leave/ }).waitFor();
        await answers.getByText('What do you need?').waitFor();
        assert.ok((await pressable(answers)).every(Boolean), `${size}: every answer can be pressed`);
        // The hero is seen beside it, and walks away.
        const hero = page.getByRole('gridcell', { name: /the hero/ });
        assert.ok(await hero.evaluate((cell) => {
          const { left, top, width: wide, height: high } = cell.getBoundingClientRect();
          return document.elementFromPoint(left + wide / 2, top + high / 2) === cell;
        }), `${size}: the hero is not covered`);
        await page.keyboard.press('ArrowRight');
        await until(async () => !(await answers.isVisible()), 'the question is left');
      });
      await inWindow(async (page) => {
        await walk(page, TO_PICKAXE);
        const wide = () => page.locator('.frame.tower').evaluate((frame) => frame.clientWidth);
        const before = await wide();
        await page.keyboard.press('ArrowUp');
        const tools = page.getByRole('group', { name: 'Tools' });
        await tools.getByRole('button', { name: /pickaxe/ }).waitFor();
        assert.ok((await pressable(tools)).every(Boolean), `${size}: the tool can be used`);
        assert.equal(await wide(), before, `${size}: the floor stays as large as it was`);
      });
    }
  },

  async 'tower-floors the strip has every floor at once, and tells of those that were left as they were left'({ page, url, server }) {
    await enter(page, url);
    await until(async () => (await labels(page)).length === 2, 'both floors, without a press');
    const route = join(mkdtempSync(join(tmpdir(), 'tower')), 'best.h5route');
    execFileSync(server.process.spawnfile, ['solve', 'tower', fileURLToPath(EXAMPLE), '-o', route]);
    const told = async (what) => {
      await until(async () => /The tower is won/.test(await status(page)), what, 60_000);
      assert.ok(!(await labels(page)).some((label) => label.includes('not seen yet')), `${what}: ${await labels(page)}`);
      // What was there at the start is not told for a moment.
      const first = [(await labels(page))[0]];
      await until(async () => first.push((await labels(page))[0]) && /\d monster/.test(first.at(-1)), `${what}: what is left of the first floor`, 3000);
      assert.ok(!first.some((label) => label.includes('3 monsters')), `${what}: ${first}`);
    };
    await drop(page, 'best.h5route', readFileSync(route));
    await told('after a record');
    await page.reload();
    await told('after a reload');
  },

  async 'tower-strip it is scrolled to the floor where the hero is'({ page, url }) {
    await enter(page, url, await highTower(24, 'F18'));
    await until(async () => (await labels(page)).length === 24, 'all floors');
    const isSeen = () => strip(page).evaluate((list) => {
      const [all, one] = [list, list.querySelector('[aria-current]')].map((element) => element.getBoundingClientRect());
      return one.left >= all.left && one.right <= all.right;
    });
    await page.getByRole('tab', { name: 'Monsters' }).click();
    await until(isSeen, 'the floor of the hero is in sight');
    // Who has scrolled it finds it so after a step on the same floor.
    await strip(page).evaluate((list) => (list.scrollLeft = 0));
    await walk(page, 'RR');
    await page.waitForTimeout(300);
    assert.equal(await strip(page).evaluate((list) => list.scrollLeft), 0);
  },

  async 'tower-said what cannot be reached, what things are worth and what was undone are told in words'({ page, url }) {
    await enter(page, url);
    await page.getByRole('gridcell', { name: /^0,1, / }).click();
    await until(async () => (await alert(page)) === 'There is no way to this cell now.', 'a wall that is pressed is told of');
    await walk(page, 'R');
    await page.getByRole('gridcell', { name: /^1,0, the hero/ }).click();
    assert.equal(await alert(page), '', 'the hero himself is no wall');
    await page.keyboard.press('v');
    await page.getByRole('gridcell', { name: /slime.*, \d+ hp are lost without it|slime.*, the plan does not go without it/ }).first().waitFor();
    await page.keyboard.press('v');
  },

  async 'tower-undo the status names the last key in words after a record and Undo'({ page, url, server }) {
    await enter(page, url);
    const route = join(mkdtempSync(join(tmpdir(), 'tower')), 'best.h5route');
    execFileSync(server.process.spawnfile, ['solve', 'tower', fileURLToPath(EXAMPLE), '-o', route]);
    await drop(page, 'best.h5route', readFileSync(route));
    await until(async () => /The tower is won/.test(await status(page)), 'the end', 60_000);
    for (let n = 0; n < 4; n++) {
      await control(page, 'Undo').click();
      await rest(page, 'at rest');
      const said = await status(page);
      assert.doesNotMatch(said, /^[ULDR]\w*[:.]/, `after Undo ${n + 1}: ${said}`);
    }
  },

  async 'tower-share no link is offered for a tower of a file, its route is'({ page, url }) {
    await enter(page, url);
    await control(page, 'Share').click();
    const sheet = page.getByRole('dialog', { name: 'Share' });
    await sheet.getByRole('button', { name: 'Save .h5route' }).waitFor();
    assert.equal(await sheet.getByRole('button', { name: 'Copy link' }).count(), 0);
    await sheet.getByRole('button', { name: 'Close' }).click();
    assert.equal(await (await openMenu(page)).getByRole('button', { name: 'Copy link' }).count(), 0);
  },
};
