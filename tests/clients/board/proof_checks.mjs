// Proof that can be shown to many: A* step by step, all states of the river, the tree of four in a row; each on the stage, too.

import assert from 'node:assert/strict';
import { cell, control, open, status, until } from './server.mjs';

/** No finding of axe on the page as it stands. */
async function clean(page, axe, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), [], what);
}

export const proofs = {
  async 'proof-astar A* of the sliding blocks, forth and back, to a proof'({ page, url, axe }) {
    await open(page, `${url}#sliding/BBWW_+cost`);
    await page.keyboard.press('g');
    const said = () => page.locator('.searching .proof').textContent();
    await until(async () => /Step 0: 1 open, 0 closed/.test(await said()), 'it begins with the row itself');
    await page.keyboard.press('.');
    await until(async () => /Step 1: 3 open, 1 closed/.test(await said()), 'three rows can be reached');
    assert.match(await page.locator('.search').innerText(), /f \d+ = g 0 \+ h \d+/, 'the sum of the row that was expanded');
    await page.keyboard.press('.');
    await until(async () => /Step 2/.test(await said()), 'a second step');
    await page.keyboard.press(',');
    await until(async () => /Step 1: 3 open, 1 closed/.test(await said()), 'back again');
    await clean(page, axe, 'the search');
    await page.getByRole('button', { name: 'Search to the end' }).click();
    // The engine's own value of this row is 5.
    await until(async () => /The goal is taken at price 5,/.test(await said()), 'the goal');
    const sums = await page.locator('.search section').nth(1).locator('tbody tr').evaluateAll((rows) => rows.map((row) => Number(row.children[1].textContent)));
    assert.ok(sums.every((f) => f >= 5), 'nothing cheaper is open');
    await page.keyboard.press('b');
    await page.locator('.search').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Leave the stage' }).isVisible());
    await page.getByRole('button', { name: 'Leave the stage' }).click();
    await page.getByRole('toolbar').waitFor();
  },
  async 'proof-states the states of the river lie in fog until they are asked for'({ page, url, axe }) {
    await open(page, `${url}#river`);
    const nodes = page.locator('.node');
    await until(async () => (await nodes.count()) === 4, 'the start and what is one crossing away');
    assert.equal(await page.locator('.node.fog').count(), 3);
    await page.getByRole('button', { name: /^P1D1 / }).click();
    await until(async () => (await page.locator('.node:not(.fog)').count()) === 2, 'the fog lifts where one was');
    await clean(page, axe, 'the graph in fog');
    await page.keyboard.press('g');
    await until(async () => (await nodes.count()) === 15 && (await page.locator('.node.fog').count()) === 0, 'all states');
    assert.match(await page.locator('.node[aria-current]').getAttribute('aria-label'), /10 left/);
    // Four plans of eleven crossings: the first two and the last two may be made in two ways.
    assert.equal(await page.locator('.graphOfStates .way, .graphOfStates .trail').count(), 15);
    assert.ok((await page.locator('.node.dead').count()) > 0 && (await page.locator('.node.solved').count()) === 1);
    await page.keyboard.press('b');
    assert.ok(await page.locator('.graphOfStates').isVisible(), 'on the stage, too');
  },
  async 'proof-tree the tree of four in a row says what each move is worth'({ page, url, axe }) {
    await open(page, `${url}#cfour/445344`);
    await page.keyboard.press('g');
    const row = (number) => page.locator('.level').nth(number).getByRole('button');
    const values = (number) => row(number).locator('b').allTextContents();
    await until(async () => (await row(0).count()) === 7 && !(await values(0)).includes('?'), 'seven values', 20_000);
    assert.deepEqual((await values(0)).map((text) => text.slice(2).replace('−', '-')), ['-4', '-3', '-2', '-3', '-3', '-2', '-2']);
    await row(0).nth(2).focus();
    await page.keyboard.press('Enter');
    await until(async () => (await row(1).count()) === 7 && !(await values(1)).includes('?'), 'the answers', 20_000);
    // The best answer is worth to one side what the move costs the other.
    assert.ok((await values(1)).some((text) => /▲ \+2/.test(text)), (await values(1)).join());
    await until(async () => (await row(0).nth(2).locator('.answers').textContent()).length === 7, 'the answers in short', 20_000);
    await page.keyboard.press('ArrowDown');
    assert.equal(await page.evaluate(() => document.activeElement.closest('.level').previousElementSibling !== null), true, 'arrows lead to the answers');
    await clean(page, axe, 'the tree');
    await page.keyboard.press('b');
    assert.ok(await page.locator('.levels').isVisible() && !(await page.locator('.moves').isVisible()), 'on the stage the tree alone stands beside the board');
  },
  async 'proof-chinese what is proven is Chinese where the page is'({ browser, url }) {
    const context = await browser.newContext({ locale: 'zh-CN' });
    const page = await context.newPage();
    try {
      for (const [game, place] of [['sliding', '.search'], ['river', '.states'], ['cfour/445344', '.plies']]) {
        await open(page, `${url}#${game}`);
        await page.keyboard.press('g');
        await until(async () => /[一-鿿]{4}/.test(await page.locator(place).innerText()), `${game}: it is there`);
        await page.waitForTimeout(800);
        const text = (await page.locator(place).innerText()).replace(/A\*/g, '');
        assert.ok(!/[A-Za-z]{2,}/.test(text), `${game}: ${text}`);
        await page.goto('about:blank');
      }
    } finally {
      await context.close();
    }
  },
};

/** Keeps each `bestmove` from the page until the answer is called: however fast the engine, one can act while it thinks. */
async function holdReplies(page) {
  await page.evaluate(() => {
    const { engine } = meihua;
    const held = [];
    engine.take = (line) => (held.length || /"bestmove"/.test(line) ? held.push(line) : engine.constructor.prototype.take.call(engine, line));
    globalThis.releaseReplies = () => {
      delete engine.take;
      held.forEach((line) => engine.take(line));
    };
  });
  return () => page.evaluate(() => globalThis.releaseReplies());
}

export const never = {
  async 'never-premove a move that was thought of meanwhile is played'({ page, url }) {
    await open(page, `${url}#xiangqi`);
    await page.evaluate(() => meihua.set({ level: 20 }));
    let release = await holdReplies(page);
    await cell(page, 'h2').click();
    await cell(page, 'e2').click();
    await until(async () => /thinking/.test(await status(page)), 'the engine thinks');
    await cell(page, 'h0').click();
    await cell(page, 'g2').click();
    await until(async () => /Then: h0g2/.test(await status(page)), 'the move is kept for later');
    await release();
    await until(async () => /h2e2\.\w+\.h0g2/.test(page.url()), 'it is played behind the reply');
    await page.goto('about:blank');
    await open(page, `${url}#cfour`);
    await page.evaluate(() => meihua.set({ level: 20 }));
    release = await holdReplies(page);
    await page.keyboard.press('4');
    await until(async () => /thinking/.test(await status(page)), 'the engine thinks about four in a row');
    await page.keyboard.press('3');
    await until(async () => /Then: /.test(await status(page)), 'the drop is kept for later');
    await page.keyboard.press('Escape');
    await until(async () => !/Then: /.test(await status(page)), 'the drop is taken back');
    await release();
    await until(async () => /Red to move/.test(await status(page)), 'a reply');
    assert.equal(page.url().split('.').length - 3, 2, 'what was taken back is not played');
  },
  async 'never-links a copied link has the variations in it'({ page, context, url }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, `${url}#xiangqi//h2e2.h9g7(b9c7.b2d2*)(i9i8).h0g2`);
    await until(async () => /b9c7\.b2d2$/.test(page.url()), 'the game stands at the star');
    const tree = () => page.locator('.tree').innerText();
    await until(async () => (await tree()).includes('H2+3'), 'moves have names');
    const before = (await tree()).replace(/\s+/g, ' ');
    assert.equal(await page.locator('.tree .variation').count(), 2, before);
    await control(page, 'Copy link').click();
    await until(async () => (await page.evaluate(() => navigator.clipboard.readText())).includes('('), 'the link');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await open(other, link);
    await until(async () => (await other.locator('.tree').innerText()).replace(/\s+/g, ' ') === before, 'the same game');
    await other.close();
  },
  async 'never-kept games of all kinds are listed, saved together, and come back'({ page, browser, url }) {
    await open(page, `${url}#river`);
    await page.getByRole('button', { name: /^P1D1 / }).click();
    await until(async () => /across/.test(await status(page)), 'a crossing');
    await page.goto('about:blank');
    await open(page, `${url}#sliding`);
    await page.keyboard.press('4');
    await until(async () => /tile 4/.test(await status(page)), 'a move');
    await control(page, 'Kept games').click();
    const list = page.getByRole('dialog').getByRole('listitem');
    await until(async () => (await list.count()) === 2, 'both are listed');
    assert.match(await page.getByRole('dialog').innerText(), /2 games, \d+ kB/);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save all' }).click();
    const path = await (await saving).path();
    const context = await browser.newContext({ locale: 'en' });
    try {
      const other = await context.newPage();
      await open(other, `${url}#tower`);
      const choosing = other.waitForEvent('filechooser');
      await control(other, 'Load').click();
      await (await choosing).setFiles(path);
      await until(async () => /2 games/.test(await other.getByRole('alert').textContent()), 'what was found');
      await control(other, 'Kept games').click();
      await other.getByRole('dialog').getByRole('button', { name: /^River/ }).click();
      await until(async () => /River/.test(await other.title()) && (await other.locator('.moves button.move').count()) === 1, 'the game is there');
    } finally {
      await context.close();
    }
  },
  async 'never-phone on a phone the board stays and the panels are tabs'({ browser, url, axe }) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: 'en' });
    const page = await context.newPage();
    try {
      for (const [game, frame] of [['xiangqi//h2e2.h9g7', '.frame.xiangqi'], ['cfour/445344', '.frame.four'], ['river//P1D1', '.frame.river'], ['sliding', '.frame.sliding'], ['tower//a', '.frame.tower']]) {
        await page.goto('about:blank');
        await open(page, `${url}#${game}`);
        await page.locator(frame).waitFor();
        await page.waitForTimeout(300);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), [], game);
        if (game.startsWith('xiangqi')) await page.getByRole('button', { name: 'Analyse' }).click();
        await page.waitForTimeout(300);
        const seen = await page.evaluate((selector) => {
          const [board, said, root] = [document.querySelector(selector).getBoundingClientRect(), document.querySelector('#status').getBoundingClientRect(), document.documentElement];
          return { wide: root.scrollWidth, high: root.scrollHeight, top: Math.min(board.top, said.top), bottom: board.bottom };
        }, frame);
        assert.ok(seen.wide <= 360 && seen.high <= 740, `${game}: the page scrolls: ${JSON.stringify(seen)}`);
        assert.ok(seen.top >= 0 && seen.bottom <= 740, `${game}: board and status are in sight: ${JSON.stringify(seen)}`);
        const tabs = page.getByRole('tab');
        for (let number = 0; number < (await tabs.count()); number++) {
          await tabs.nth(number).click();
          assert.equal(await tabs.nth(number).getAttribute('aria-selected'), 'true');
        }
      }
    } finally {
      await context.close();
    }
  },
  async 'never-sound there is none until somebody wants it'({ page, url }) {
    await page.addInitScript(() => {
      globalThis.heard = 0;
      const Old = globalThis.AudioContext;
      globalThis.AudioContext = class extends Old {
        constructor() {
          super();
          globalThis.heard += 1;
        }
      };
    });
    await open(page, `${url}#cfour`);
    await page.keyboard.press('4');
    await until(async () => /Red to move/.test(await status(page)), 'a reply');
    assert.equal(await page.evaluate(() => globalThis.heard), 0);
    await page.evaluate(() => meihua.set({ sound: true }));
    await page.keyboard.press('3');
    await until(() => page.evaluate(() => globalThis.heard > 0), 'a click of wood');
  },
};
