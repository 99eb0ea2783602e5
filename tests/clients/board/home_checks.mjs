// The first page, puzzles of the day, endings, end cards, and what a paste or a drop was found to be.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { alert, cell, control, drop, home, open, openMenu, status, type, until } from './server.mjs';

const TOWER = new URL('../../../examples/tower/', import.meta.url);
const GAMES = ['Xiangqi', 'Four in a row', 'River', 'Sliding', 'Tower'];

/** Puts an ending on the board, to be won or held. */
const ending = (page, fen, kind, aim) => page.evaluate(([base, tag]) => {
  const tree = new globalThis.meihua.tree.constructor(base);
  Object.assign(tree, { made: true, tags: { Puzzle: tag } });
  globalThis.meihua.choose('xiangqi', tree);
}, [`fen ${fen}`, `ending ${kind} ${aim}`]);

const cards = {
  async 'home-cards a card for each game, with the game as it stands'({ page, url, axe }) {
    await home(page, url);
    for (const game of GAMES) await page.getByRole('region', { name: game }).getByRole('button', { name: `Play: ${game}` }).waitFor();
    assert.equal(await page.locator('#main').isVisible(), false);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`), []);
    for (const [width, height] of [[360, 740], [820, 1180], [1366, 768], [2560, 1440]]) {
      await page.setViewportSize({ width, height });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `no wider than ${width}`);
      const empty = await page.evaluate(() => Math.max(document.querySelector('.what').getBoundingClientRect().top, innerHeight - document.querySelector('.home').getBoundingClientRect().bottom) / innerHeight);
      assert.ok(empty < 1 / 3, `${width}: no empty third of the screen, but ${empty.toFixed(2)}`);
    }
    await page.getByRole('region', { name: 'River' }).getByRole('button', { name: 'Play: River' }).click();
    await type(page, 'P1D1');
    await until(async () => /across/.test(await status(page)), 'the boat has crossed');
    await page.goBack();
    const river = page.getByRole('region', { name: 'River' });
    await river.getByRole('link', { name: 'Go on, move 1' }).click();
    await until(async () => (await page.evaluate(() => !globalThis.meihua.isHome && globalThis.meihua.tree.path().join())) === 'P1D1', 'the game goes on');
    await page.getByRole('link', { name: /^Meihua/ }).click();
    await river.waitFor();
    await page.reload();
    await river.getByRole('link', { name: 'Go on, move 1' }).waitFor();
  },
  async 'home-keys every card by keyboard, no key of a game that is out of sight'({ page, url }) {
    await open(page, `${url}#tower`);
    await page.getByRole('link', { name: /^Meihua/ }).click();
    await page.getByRole('region', { name: 'Tower' }).waitFor();
    await page.keyboard.press('a');
    assert.equal(await page.evaluate(() => globalThis.meihua.tree.all().length), 0);
    await page.getByRole('region', { name: 'Four in a row' }).getByRole('button', { name: 'Play: Four in a row' }).press('Enter');
    await until(async () => /Red to move/.test(await status(page)), 'the game is on');
  },
  async 'home-levels from newcomer to full, by name'({ page, url }) {
    await home(page, url);
    const level = page.getByRole('region', { name: 'Xiangqi' }).getByLabel('Level');
    const names = ['newcomer', 'beginner', 'casual', 'club', 'strong', 'very strong', 'full'];
    assert.deepEqual(await level.locator('option').allTextContents(), names);
    await level.selectOption('newcomer');
    assert.equal(await page.evaluate(() => globalThis.meihua.settings.level), -4);
    const river = page.getByRole('region', { name: 'River' });
    await river.getByLabel('Level').selectOption('newcomer');
    await river.getByRole('button', { name: 'Play: River' }).click();
    await until(async () => /Choose who crosses/.test(await status(page)), 'the easiest river');
    for (const move of ['P1D1', 'P1', 'P2', 'P1', 'P1D1']) await type(page, move);
    const over = page.getByRole('region', { name: 'How it ended' });
    await over.getByText('5 crossings: nobody can do better, proven.').waitFor();
    await over.getByRole('button', { name: 'Next level: beginner' }).click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.base === 'startpos' && globalThis.meihua.tree.at.ply === 0), 'three and three');
    assert.equal(await (await openMenu(page)).getByLabel('Level').locator('option:checked').innerText(), 'beginner');
  },
  async 'home-chinese the cards, the endings and the end are Chinese where the page is'({ browser, url }) {
    const context = await browser.newContext({ locale: 'zh-CN', colorScheme: 'dark' });
    const page = await context.newPage();
    try {
      await home(page, url);
      const words = async (where) => (await page.locator(where).innerText()).match(/[A-Za-z]{3,}/g) || [];
      assert.deepEqual(await words('#doors'), []);
      await page.getByRole('button', { name: '残局' }).click();
      await page.getByRole('dialog', { name: '残局' }).getByRole('button', { name: '单车对双士', exact: true }).waitFor();
      assert.deepEqual(await words('#sheet'), []);
    } finally {
      await context.close();
    }
  },
};

const puzzles = {
  async 'home-daily the same for all, an end card, a row of squares to copy'({ page, context, browser, url }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await home(page, url);
    const bases = {};
    for (const game of GAMES) {
      await page.goto(url);
      await page.getByRole('region', { name: game }).getByRole('button', { name: `Today’s puzzle: ${game}` }).click();
      await until(() => page.evaluate(() => !globalThis.meihua.isHome && globalThis.meihua.view), game, 60_000);
      bases[game] = await page.evaluate(() => globalThis.meihua.tree.base);
      await page.locator('.task').getByText(/^Puzzle of \d{4}-\d\d-\d\d$/).waitFor();
    }
    const other = await browser.newContext();
    try {
      const again = await other.newPage();
      for (const game of GAMES) {
        await again.goto('about:blank');
        await again.goto(url);
        await again.getByRole('region', { name: game }).getByRole('button', { name: `Today’s puzzle: ${game}` }).click();
        await until(() => again.evaluate(() => !globalThis.meihua.isHome && globalThis.meihua.view), game, 60_000);
        assert.equal(await again.evaluate(() => globalThis.meihua.tree.base), bases[game], game);
      }
    } finally {
      await other.close();
    }
    await page.goto('about:blank');
    await home(page, url);
    await page.getByRole('region', { name: 'River' }).getByRole('button', { name: 'Today’s puzzle: River' }).click();
    await until(() => page.evaluate(() => globalThis.meihua.view?.game === 'river' && !!globalThis.meihua.tree.tags.Puzzle), 'the puzzle', 20_000);
    const plan = await page.evaluate(() => globalThis.meihua.engine.go('movetime 5000', { info: ({ pv }) => (globalThis.plan = pv) }).then(() => globalThis.plan));
    await type(page, plan.join(' '));
    const over = page.getByRole('region', { name: 'How it ended' });
    await over.getByText(/^. \d+ crossings: nobody can do better, proven\.$|nobody can do better/).waitFor({ timeout: 60_000 });
    const squares = over.getByRole('img', { name: /^One square for each move/ });
    await until(async () => /^(🟩)+$/u.test(await squares.innerText()), 'all of them the best', 30_000);
    await over.getByRole('button', { name: 'Copy the squares' }).click();
    await until(async () => /copied/.test(await alert(page)), 'copied');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^Meihua 梅花 \d{4}-\d\d-\d\d\nRiver (\d+)\/\1\n(🟩)+ alone$/u);
    await page.getByRole('link', { name: /^Meihua/ }).click();
    await page.getByRole('button', { name: 'Today’s puzzle: done: River' }).waitFor();
  },
  async 'home-worse a plan that is not the best is told so, and a dead end'({ page, url }) {
    await open(page, `${url}#river/2+2+2`);
    for (const move of ['P1D1', 'P1', 'P2', 'P2', 'P2', 'P1', 'P1D1']) await type(page, move);
    const over = page.getByRole('region', { name: 'How it ended' });
    await over.getByText('7 crossings; the best is 5 crossings, proven.').waitFor();
    await over.getByRole('button', { name: 'Play again' }).click();
    await until(async () => !(await over.isVisible()), 'a new game');
  },
  async 'home-endings the verdict after each move'({ page, url }) {
    await open(page, url);
    await control(page, 'Endings').click();
    await page.getByRole('dialog', { name: 'Endings' }).getByRole('button', { name: 'Rook against two advisors', exact: true }).click();
    const task = page.locator('.task');
    await task.getByText('Red to move and win.').waitFor({ timeout: 30_000 });
    // The best move, as the engine has it.
    await until(() => page.evaluate(() => globalThis.meihua.view), 'the position');
    await page.keyboard.press('h');
    await until(() => page.evaluate(() => globalThis.meihua.thinker.hint), 'a hint');
    await type(page, await page.evaluate(() => globalThis.meihua.thinker.hint));
    await task.getByText(/Still won, by the shortest way: \d+ moves? to go/).waitFor({ timeout: 30_000 });
    // A rook that is given away.
    await ending(page, '3k5/R8/9/9/9/9/9/9/9/4K4 w', 'R-K', 'win');
    await until(() => page.evaluate(() => globalThis.meihua.view), 'the position');
    await type(page, 'a8d8');
    await task.getByText('The win is gone: it is a draw now.').waitFor({ timeout: 30_000 });
    await control(page, 'Take it back').click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.ply === 0), 'taken back');
  },
};

const faults = {
  async 'home-table no word of the monsters is broken'({ page, url }) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await open(page, `${url}#tower`);
    const heads = page.locator('.book thead th');
    await heads.first().waitFor();
    const lines = await heads.evaluateAll((all) => all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getClientRects().length;
    }));
    assert.deepEqual(lines, lines.map(() => 1));
  },
  async 'home-dark the heads of the columns are dark in the dark'({ browser, url }) {
    const context = await browser.newContext({ colorScheme: 'dark' });
    const page = await context.newPage();
    try {
      await open(page, `${url}#cfour`);
      const shades = async () => page.locator('.heads .value').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
      const isLight = (colour) => Number(colour.match(/\d+/)[0]) > 128 && !/, 0\)$/.test(colour);
      assert.deepEqual((await shades()).filter(isLight), []);
      await page.keyboard.press('v');
      await page.locator('.heads .value.best').first().waitFor();
      assert.deepEqual((await shades()).filter(isLight), []);
    } finally {
      await context.close();
    }
  },
  async 'home-way the rows of sliding blocks so far, and the aim'({ page, url }) {
    await open(page, `${url}#sliding`);
    const way = page.getByRole('list', { name: 'The way so far' }).getByRole('listitem');
    await until(async () => (await way.count()) === 2, 'the start and the aim');
    await type(page, '6-7');
    await until(async () => (await way.count()) === 3, 'one more');
    await page.getByRole('button', { name: '0 start' }).click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.ply === 0), 'back at the start');
  },
  async 'home-found what a drop was is said'({ page, url }) {
    await open(page, url);
    const game = '[Game "Chinese Chess"]\n[Red "A"]\n[Black "B"]\n\n1. h2e2 h9g7 (1... h7e7) 2. h0g2 *\n';
    await drop(page, 'game.pgn', game);
    await page.getByText('Found: a PGN game of 2 moves, 1 variation.').waitFor();
    await drop(page, 'two.pgn', game + game.replace('A', 'C'));
    await page.getByRole('dialog').getByText('Found: PGN file with 2 games.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await drop(page, 'river.txt', 'setoption name UCI_Variant value river\nposition startpos moves P1D1 P1\n');
    await page.getByText('Found: a game of 2 moves.').waitFor();
    await drop(page, 'position.txt', '3k5/9/9/9/9/9/9/9/9/R3K4 w');
    await page.getByText('Found: a position.').waitFor();
  },
  async 'home-share report and text are Chinese where the page is'({ browser, url }) {
    const context = await browser.newContext({ locale: 'zh-CN', acceptDownloads: true });
    const page = await context.newPage();
    try {
      await open(page, url);
      await drop(page, 'game.pgn', '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 h7h1 4. h0h1 h9h1 5. e3e4 h1c1 *\n');
      await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 10), 'the game is open');
      await page.getByRole('button', { name: '分享', exact: true }).click();
      const take = async (name) => {
        const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), page.getByRole('dialog').getByRole('button', { name, exact: true }).click()]);
        return readFileSync(await download.path(), 'utf8');
      };
      const report = await take('报告');
      assert.match(report, /<html lang="zh-CN">/);
      const body = report.replace(/<style[^]*?<\/style>/g, '').replace(/<[^>]*>/g, ' ');
      for (const word of ['转折点', '准确率', '着法']) assert.ok(body.includes(word), word);
      assert.deepEqual((body.match(/[A-Za-z]{4,}/g) || []).filter((word) => !['meihua', 'Meihua', 'analyse'].includes(word)), []);
      const text = await take('带评注的棋谱');
      assert.match(text, /大错。最佳为/);
      assert.ok(!/Blunder|was best/.test(text), text);
    } finally {
      await context.close();
    }
  },
};

const towers = {
  async 'home-critical thresholds stand on the monsters, a run beside the best known plan'({ page, url }) {
    await open(page, `${url}#tower`);
    await until(async () => (await page.locator('.tag.critical').count()) > 5, 'what more attack would help');
    assert.match(await cell(page, '7,7').getAttribute('aria-label'), /costs 56 hp, 48 with 1 more attack/);
    await type(page, '7,3');
    await page.getByRole('tab', { name: 'Plan' }).click();
    await control(page, 'Compare with the best known plan').click();
    const curves = page.getByRole('img', { name: /^hp over the walk: yours ends with \d+, the best known plan with 196$/ });
    await curves.waitFor({ timeout: 30_000 });
    assert.equal(await curves.locator('polyline').count(), 2);
    await until(async () => (await curves.locator('.mine').getAttribute('points')).split(' ').length === 2, 'the own run has one deed');
  },
  async 'home-folder a folder that is dropped opens its tower'({ page, url }) {
    await open(page, url);
    const names = readdirSync(TOWER, { recursive: true }).map(String).filter((name) => /\.(js|json)$/.test(name));
    const texts = names.map((name) => [name, readFileSync(new URL(name, TOWER), 'utf8')]);
    await page.evaluate((files) => {
      const folder = (path, list) => ({ isDirectory: true, isFile: false, fullPath: path, createReader: () => {
        let parts = [list, []];
        return { readEntries: (done) => done(parts.shift() || []) };
      } });
      const entry = ([name, text]) => ({ isDirectory: false, isFile: true, fullPath: `/t/project/${name}`, file: (done) => done(new File([text], name)) });
      const floors = files.filter(([name]) => name.includes('/')).map(entry);
      const root = folder('/t', [folder('/t/project', [...files.filter(([name]) => !name.includes('/')).map(entry), folder('/t/project/floors', floors)])]);
      const event = new Event('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: { items: [{ webkitGetAsEntry: () => root }], files: [], getData: () => '' } });
      document.body.dispatchEvent(event);
    }, texts);
    await page.getByText('Found: a tower with many floors.').waitFor();
    await page.locator('.frame.tower').waitFor();
  },
};

const stages = {
  async 'home-stage the board alone and one line, for a wall'({ page, url }) {
    for (const game of ['xiangqi', 'cfour', 'sliding', 'tower']) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await open(page, `${url}#${game}`);
      await until(() => page.evaluate((name) => globalThis.meihua.view?.game === name, game), game);
      await page.locator('.frame').waitFor();
      await page.keyboard.press('b');
      await until(async () => !(await page.locator('#head').isVisible()), 'nothing but the board');
      assert.equal(await page.locator('#controls').isVisible() || await page.locator('#side').isVisible(), false);
      const [board, said] = [await page.locator('.frame').boundingBox(), await page.getByRole('status').boundingBox()];
      assert.ok(board.y + board.height <= 720 && board.x + board.width <= 1280 && said.y + said.height <= board.y + 1, `${game}: ${JSON.stringify([board, said])}`);
      await page.keyboard.press('Escape');
      await until(() => page.locator('#head').isVisible(), 'all of it again');
    }
  },
};

export const homes = { ...stages, ...cards, ...puzzles, ...faults, ...towers };
