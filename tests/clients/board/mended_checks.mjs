// What stopped people in trials of the page: texts that were lost, towers of another run of the program, shifted lists, lost focus.

import assert from 'node:assert/strict';
import { zipOf } from './look_checks.mjs';
import { alert, control, drop, open, openMenu, rest, saved, start, type, until } from './server.mjs';

const EXAMPLE = new URL('../../../examples/tower/', import.meta.url);
const area = (page, name) => page.getByRole('textbox', { name });
const path = (page) => page.evaluate(() => globalThis.meihua.tree.path().join(' '));
const focused = (page) => page.evaluate(() => document.activeElement?.tagName);

/** Opens a tower by its zip. */
async function openTower(page, zip) {
  await drop(page, 'tower.zip', zip);
  await until(() => page.evaluate(() => globalThis.meihua.isProject), 'the tower is open');
  await rest(page, 'the tower');
}

export const mended = {
  async 'mended-text a text of one’s own outlives a press on Start from'({ page, url }) {
    await open(page, `${url}#plan`);
    const domain = area(page, 'The domain');
    await domain.waitFor();
    const mine = '(define (domain mine) HALF';
    await domain.fill(mine);
    await until(() => page.evaluate(() => globalThis.meihua.tree.draft !== null), 'it is kept');
    await page.getByLabel('Start from').selectOption('jugs');
    await until(async () => /jugs/.test(await domain.inputValue()), 'the shipped puzzle');
    await rest(page, 'jugs');
    await control(page, 'Undo').click();
    await until(async () => (await domain.inputValue()) === mine, 'the text is back');
  },
  async 'mended-shelf a tower from a zip is there when the program is started again, and is saved as a route'({ page, server }) {
    const engine = server.process.spawnfile;
    const first = await start(engine);
    await open(page, `${first.url}#tower`);
    await openTower(page, zipOf(EXAMPLE));
    await type(page, 'R4D');
    await until(async () => (await path(page)) === 'R R R R D', 'five keys');
    const download = await saved(page, () => control(page, 'Save').click());
    assert.match(download.suggestedFilename(), /\.h5route$/);
    await (await openMenu(page)).getByRole('button', { name: 'Kept games' }).click();
    assert.ok(!(await page.locator('#sheet').innerText()).includes('shelf:'), 'no name of the program');
    const all = await (await saved(page, () => page.getByRole('button', { name: 'Save all' }).click())).path();
    await page.keyboard.press('Escape');
    await first.end();
    const second = await start(engine, first.port);
    try {
      await page.goto('about:blank');
      await page.goto(second.url);
      await until(() => page.evaluate(() => globalThis.meihua?.link === 'open' && globalThis.meihua.isHome), 'home');
      await page.getByRole('link', { name: /^Tower/ }).first().click();
      await until(() => page.evaluate(() => globalThis.meihua.isProject), 'the tower');
      assert.equal(await path(page), 'R R R R D');
      // Without its files the page says what to do, and goes on when they are there.
      await page.evaluate(() => new Promise((done) => (indexedDB.deleteDatabase('meihua.shelf').onsuccess = done)));
      await second.end();
      const third = await start(engine, first.port);
      try {
        await page.goto('about:blank');
        await page.goto(third.url);
        await until(() => page.evaluate(() => globalThis.meihua?.link === 'open' && globalThis.meihua.isHome), 'home');
        await page.getByRole('link', { name: /^Tower/ }).first().click();
        await until(async () => /open its zip or folder again/.test(await alert(page)), 'what to do');
        await openTower(page, zipOf(EXAMPLE));
        await until(async () => (await path(page)) === 'R R R R D', 'the game goes on');
        // Another browser gets the tower with the games.
        await page.evaluate(() => new Promise((done) => (indexedDB.deleteDatabase('meihua.shelf').onsuccess = done)));
        await page.evaluate(() => localStorage.clear());
        await third.end();
        const fourth = await start(engine, first.port);
        try {
          await page.goto('about:blank');
          await open(page, `${fourth.url}#river`);
          const choosing = page.waitForEvent('filechooser');
          await control(page, 'Load').click();
          await (await choosing).setFiles(all);
          await until(async () => /1 game/.test(await alert(page)), 'what was found');
          await control(page, 'Kept games').click();
          await page.getByRole('dialog').getByRole('button', { name: /R R R/ }).click();
          await until(() => page.evaluate(() => globalThis.meihua.isProject), 'its tower');
          await page.keyboard.press('End');
          await until(async () => (await path(page)) === 'R R R R D', 'the tower and its moves');
        } finally {
          await fourth.end();
        }
      } finally {
        if (third.process.exitCode === null) await third.end();
      }
    } finally {
      if (second.process.exitCode === null) await second.end();
    }
  },
  async 'mended-why a file that cannot be read says why in Chinese, too'({ browser, url }) {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const page = await context.newPage();
    try {
      await open(page, `${url}#xiangqi`);
      await drop(page, 'game.pgn', new TextEncoder().encode('[Event "a"]\n\n1. zz\n'));
      await until(async () => /[一-鿿]{4}.*zz/s.test(await alert(page)), 'Chinese words and the fault');
    } finally {
      await context.close();
    }
  },
  async 'mended-rows moves stand in their columns after a comment'({ page, url }) {
    await open(page, `${url}#xiangqi`);
    await page.getByRole('tab', { name: 'Moves' }).click();
    const edges = await page.evaluate(async () => {
      const { meihua } = globalThis;
      let place = meihua.tree.root;
      for (let n = 1; n <= 150; n++) {
        place = meihua.tree.add(place, { move: `m${n}`, wxf: `m${n}`, chinese: `m${n}`, ranks1: `m${n}` });
        if (n % 19 === 1) place.comment = 'a word';
      }
      meihua.draw();
      const lefts = (odd) => [...document.querySelectorAll('.group > .move')].filter((one) => (Number(one.textContent.slice(1)) % 2 === 1) === odd).map((one) => Math.round(one.getBoundingClientRect().left));
      return [lefts(true), lefts(false)];
    });
    assert.deepEqual(edges.map((list) => list.length), [75, 75]);
    const [[first], [second]] = edges;
    assert.ok(first < second && edges[0].every((left) => left === first) && edges[1].every((left) => left === second), JSON.stringify(edges));
  },
  async 'mended-sheet the next exercise is the one after it, and the keyboard stays in the sheet'({ page, url }) {
    await open(page, `${url}#cfour`);
    const exercises = ['7/7/7/7/7/3Pp2', '7/7/7/7/7/2pP3', '7/7/7/7/7/1p1P3'].map((rows) => ({ game: 'cfour', fen: `${rows}[PPPPPPPPPPPPPPPPPPPPpppppppppppppppppppp] w - - 0 2`, moves: ['P@f1'] }));
    await drop(page, 'sheet.json', Buffer.from(JSON.stringify({ meihua: 'sheet', title: 'Week', exercises })));
    const sheet = page.getByRole('dialog', { name: 'Exercises' });
    await sheet.getByRole('listitem').nth(1).getByRole('button').click();
    const title = page.getByRole('heading', { name: /^Exercise \d of/ });
    await until(async () => /^Exercise 2/.test(await title.innerText()), 'the second');
    await page.getByRole('button', { name: 'Next exercise' }).click();
    await until(async () => /^Exercise 3/.test(await title.innerText()), 'the third');
    await page.getByRole('button', { name: 'Next exercise' }).click();
    await until(async () => /^Exercise 1/.test(await title.innerText()), 'round to the first');
    // By keyboard: what is pressed may go, the focus stays in the dialog.
    await control(page, 'Exercises').click();
    // Titles have the second in which the sheet was made.
    await page.waitForTimeout(1000);
    for (const name of ['Change a copy', 'Delete', 'New sheet']) {
      await sheet.getByRole('button', { name, exact: true }).first().focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.waitForTimeout(name === 'Delete' ? 1000 : 100);
      assert.notEqual(await focused(page), 'BODY', name);
    }
    // Copies of one name are told apart.
    const titles = await sheet.locator('select').first().locator('option').allInnerTexts();
    assert.equal(new Set(titles).size, titles.length, titles.join());
  },
  async 'mended-language what is typed at home outlives the language, and the focus stays on its button'({ page, url }) {
    await page.goto(url);
    const field = page.locator('#doors textarea');
    await field.fill('C2=5 H8+7');
    const button = page.locator('#tools button').first();
    await button.focus();
    await page.keyboard.press('Enter');
    await until(async () => /粘贴/.test((await field.getAttribute('aria-label')) || ''), 'Chinese');
    assert.equal(await field.inputValue(), 'C2=5 H8+7');
    assert.equal(await page.evaluate(() => document.activeElement === document.querySelector('#tools button')), true);
  },
  async 'mended-mistake a game that was not analysed has no next mistake, and says so'({ page, url }) {
    await open(page, `${url}#xiangqi`);
    await control(page, 'Analyse').click();
    await type(page, 'h2e2');
    await page.getByRole('tab', { name: 'Story' }).click();
    await page.getByRole('button', { name: 'Next mistake' }).click();
    await until(async () => /analyse the game first/.test(await alert(page)), 'it says so');
  },
  async 'mended-way Back leads from a dropped game to the one before, and nothing of it is left in the field'({ page, url }) {
    await open(page, `${url}#own`);
    await page.locator('.hand, .frame.made').first().waitFor();
    await drop(page, 'game.pgn', Buffer.from('[Event "One"]\n[Variant "xiangqi"]\n\n1. C2=5 H8+7 2. H2+3 *\n'));
    const game = () => page.evaluate(() => globalThis.meihua.game);
    await until(async () => (await game()) === 'xiangqi', 'the dropped game');
    await rest(page, 'the dropped game');
    await page.goBack();
    await until(async () => (await game()) === 'own', 'the game before');
    await page.goForward();
    await until(async () => (await game()) === 'xiangqi', 'and forward');
    await rest(page, 'the dropped game');
    await type(page, 'zzz');
    await until(() => alert(page), 'it is refused');
    await page.getByRole('link', { name: 'River', exact: true }).first().click();
    await until(async () => (await game()) === 'river', 'another game');
    await until(async () => (await area(page, 'Move').inputValue()) === '', 'the field is empty');
    await (await openMenu(page)).getByRole('button', { name: 'Set up' }).click();
    await page.keyboard.press('Escape');
    await until(() => page.getByRole('button', { name: 'Hint', exact: true }).isDisabled(), 'no hint in set-up');
  },
  async 'mended-hand a hand of five kinds is within a phone'({ browser, url }) {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, locale: 'en', hasTouch: true, isMobile: true });
    const page = await context.newPage();
    try {
      await open(page, `${url}#own`);
      await page.locator('textarea').first().fill('[crazy:crazyhouse]\nstartFen=6k1/P7/8/8/8/8/8/K7[QRBNPqrbnp] w - - 0 1\n');
      const pieces = page.locator('.hand button');
      for (const [width, height] of [[360, 640], [640, 360]]) {
        await page.setViewportSize({ width, height });
        await until(async () => (await pieces.count()) === 10, 'two hands');
        const board = await page.locator('.frame.made').boundingBox();
        for (const piece of await pieces.all()) {
          const box = await piece.boundingBox();
          assert.ok(box.width >= 24 && box.x >= 0 && box.x + box.width <= board.x + board.width + 1, `${width}x${height}: ${JSON.stringify(box)}`);
        }
      }
    } finally {
      await context.close();
    }
  },
};
