// Five evenings, each through the page alone, by clicks, keys and touches: a club player's game and its three turning points, a
// child's first game of four in a row, a river projected in a classroom, a tower from its zip to its end, a daily puzzle on a phone.
//
//   BOARD_DAY=2026-11-26     the day of the daily puzzle

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alert, card, cell, control, home, moves, openMenu, over, rest, saved, status, type, until } from './server.mjs';
import { tower } from './evening_tower.mjs';

/** Red gives a rook for a cannon with the seventh ply, Black gives it back with the tenth, and Red does not take it. */
const GAME = `[DhtmlXQ]
[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]
[DhtmlXQ_init]500,350[/DhtmlXQ_init]
[DhtmlXQ_red]Ann[/DhtmlXQ_red]
[DhtmlXQ_black]Bo[/DhtmlXQ_black]
[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
[DhtmlXQ_movelist]77477062796780708979727879787078192778770919[/DhtmlXQ_movelist]
[/DhtmlXQ]
`;

const story = {
  async 'evening-game a pasted game, its three turning points tried again, shared as one file that opens offline'({ page, context, browser, url }) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await home(page, url);
    await page.evaluate((text) => navigator.clipboard.writeText(text), GAME);
    await page.keyboard.press('Control+v');
    await page.getByText('Found: a DhtmlXQ game of 6 moves.').waitFor();
    const listed = page.locator('.tree .move');
    await until(async () => (await listed.count()) === 11, 'eleven plies');
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await page.getByRole('region', { name: 'Accuracy of Red' }).getByText('Ann').waitFor({ timeout: 60_000 });
    const turns = page.locator('.turns > li');
    assert.equal(await turns.count(), 3, 'three turning points');
    const sentences = await turns.allInnerTexts();
    for (const sentence of sentences) assert.match(sentence, /cost \d+ of 100 points\./);
    for (let number = 0; number < 3; number++) {
      await turns.nth(number).getByRole('button', { name: /^Find better than/ }).click();
      await until(async () => /Find better\.$/.test(await status(page)), 'the question');
      // The last one first as somebody would who does not see it: the rook that stands there is left alone.
      if (number === 2) {
        await cell(page, 'a3').click();
        await cell(page, 'a4').click();
        await until(async () => /is not it yet: .* Try again\.$/.test(await status(page)), 'what the try is worth', 60_000);
      }
      await page.getByRole('button', { name: 'Show the better move' }).click();
      const [, move] = await until(async () => /Better: (\S+)/.exec(await status(page)), 'the answer');
      await page.getByRole('button', { name: 'Try again', exact: true }).click();
      if (move === 'C5=2') {
        await cell(page, 'e2').click();
        await cell(page, 'h2').click();
      } else await type(page, move);
      await until(async () => (await status(page)).startsWith(`${move} holds: `), 'the answer is tried', 60_000);
    }
    const told = await turns.allInnerTexts();
    [/4\. R2\+1 loses the rook to R8\+8\./, /5… R8-1 loses the rook to C5=2\./, /6\. R9=8 misses .*rook.* C5=2/i].forEach((sentence, index) => assert.match(told[index], sentence));
    await control(page, 'Share').click();
    const download = await saved(page, () => page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Report', exact: true }).click());
    const file = join(mkdtempSync(join(tmpdir(), 'evening')), download.suggestedFilename());
    await download.saveAs(file);
    const alone = await browser.newContext({ offline: true });
    try {
      const reader = await alone.newPage();
      const asked = [];
      reader.on('request', (request) => asked.push(request.url()));
      await reader.goto(pathToFileURL(file).href);
      await reader.getByText('Turning points').waitFor();
      assert.equal(await reader.locator('figure').count(), 3, 'a board for each');
      assert.match(await reader.locator('body').innerText(), /Ann[^]*Bo/);
      assert.deepEqual(asked, [pathToFileURL(file).href], 'the file alone');
    } finally {
      await alone.close();
    }
  },
};

/** Four in a row as a child sees it: the columns from the left, each from below, with what the cells are called. */
async function stones(page) {
  const columns = Array.from({ length: 7 }, () => Array(6).fill('empty'));
  for (const name of await page.getByRole('gridcell').evaluateAll((cells) => cells.map((one) => one.ariaLabel))) {
    const [, column, row, what] = /column (\d), row (\d), (\w+)/.exec(name);
    columns[column - 1][row - 1] = what;
  }
  return columns;
}
const count = (columns) => columns.flat().filter((one) => one !== 'empty').length;

/** Whether a stone of a colour in a column makes four. */
function makesFour(columns, column, colour) {
  const row = columns[column].indexOf('empty');
  if (row < 0) return false;
  const run = (dx, dy) => {
    let n = 0;
    while (columns[column + (n + 1) * dx]?.[row + (n + 1) * dy] === colour) n += 1;
    return n;
  };
  return [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => run(dx, dy) + run(-dx, -dy) >= 3);
}

const child = {
  async 'evening-child a first game of four in a row against the newcomer'({ page, url }) {
    await home(page, url);
    const four = card(page, 'Four in a row');
    await four.getByLabel('Level').selectOption('newcomer');
    await four.getByRole('button', { name: 'Play: Four in a row' }).click();
    await until(async () => /Red to move/.test(await status(page)), 'the child begins');
    assert.ok((await page.getByRole('columnheader').allTextContents()).every((text) => !/\d/.test(text)), 'no numbers for who plays for the first time');
    const isOver = () => over(page).isVisible();
    for (let turn = 0; !(await isOver()); turn++) {
      const before = await stones(page);
      const open = [3, 2, 4, 1, 5, 0, 6].filter((column) => before[column].includes('empty'));
      const column = open.find((one) => makesFour(before, one, 'red')) ?? open.find((one) => makesFour(before, one, 'yellow')) ?? open[0];
      await page.getByRole('gridcell', { name: `column ${column + 1}, row 6` }).click();
      await until(async () => (await isOver()) || (/Red to move/.test(await status(page)) && count(await stones(page)) === count(before) + 2), 'the newcomer has replied', 30_000);
      // The tablet is put away, and taken up again.
      if (turn !== 1) continue;
      const left = await stones(page);
      await page.reload();
      await until(async () => (await page.getByRole('gridcell').count()) === 42 && /Red to move/.test(await status(page)), 'the game is there');
      assert.deepEqual(await stones(page), left);
    }
    const last = await stones(page);
    const said = await over(page).innerText();
    const wins = /^\W*You won in \d+ moves at level newcomer: four in a row\./.test(said);
    const loses = /^\W*The engine won in \d+ moves at level newcomer: four in a row\./.test(said);
    assert.ok(wins || loses || (/^\W*A draw/.test(said) && count(last) === 42), said);
    assert.equal(await page.locator('circle.four').count() >= 4, wins || loses, 'the four are ringed');
    await over(page).getByRole('button', { name: wins ? 'Stronger: beginner' : 'Play again' }).click();
    await until(async () => /Red to move/.test(await status(page)) && count(await stones(page)) === 0, 'another game');
    assert.equal(await (await openMenu(page)).getByLabel('Level').locator('option:checked').innerText(), wins ? 'beginner' : 'newcomer');
  },
};

const river = {
  async 'evening-river three and three, projected, with the graph of their states'({ page, url }) {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await home(page, url);
    await card(page, 'River').getByRole('button', { name: 'Play: River' }).click();
    await until(async () => /Choose who crosses/.test(await status(page)), 'the river');
    await (await openMenu(page)).getByRole('button', { name: 'Stage', exact: true }).click();
    await until(async () => !(await page.locator('#head').isVisible()), 'the stage');
    const nodes = page.locator('.node');
    const clear = page.locator('.node:not(.fog)');
    await until(async () => (await clear.count()) === 1, 'all but the start lies in fog');
    const cross = async (keys, what) => {
      const before = moves(page).join();
      for (const key of keys) await page.keyboard.press(key);
      await until(() => moves(page).join() !== before, what);
      await rest(page, what);
    };
    // What the class says first: two devils across. One is brought back, and one sees that it can be done better.
    await cross(['d', 'd', 'Enter'], 'two devils cross');
    await until(async () => (await clear.count()) === 2, 'the fog lifts');
    await cross(['d', 'Enter'], 'one comes back');
    await until(async () => (await clear.count()) === 3, 'the fog lifts further');
    for (let n = 0; n < 2; n++) await cross(['z'], 'back again');
    await page.keyboard.press('g');
    await until(async () => (await nodes.count()) === 15 && (await page.locator('.node.fog').count()) === 0, 'all states');
    const wall = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [board, graph, said] = ['.frame', '.graphOfStates', '#status'].map(box);
      return { inside: [board, graph, said].every(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight), size: parseFloat(getComputedStyle(document.querySelector('#status')).fontSize) };
    });
    assert.ok(wall.inside && wall.size >= 28, `board, graph and status are on the wall, in large type: ${JSON.stringify(wall)}`);
    // From state to state, to the one that is nearest to the goal.
    for (let left = 11; left > 0; left--) {
      const names = await page.locator('.node.next').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      const next = names.findIndex((name) => (left === 1 ? /all across/ : new RegExp(`, ${left - 1} left`)).test(name));
      assert.ok(next >= 0, `a state with ${left - 1} crossings left: ${names.join(' | ')}`);
      await page.locator('.node.next').nth(next).click();
      await until(() => moves(page).length === 12 - left, `crossing ${12 - left}`);
      await rest(page, 'across');
    }
    await until(async () => /All are across/.test(await status(page)), 'all are across');
    await page.getByRole('button', { name: 'Leave the stage' }).click();
    await over(page).getByText('11 crossings: nobody can do better, proven.').waitFor({ timeout: 60_000 });
  },
};

/** The fewest crossings, found here by looking at all states, and the loads of a way with so many: a program of its own. */
export function crossings(priests, devils, seats) {
  const safe = (p, d) => p === 0 || p >= d;
  const queue = [[priests, devils, true, []]];
  const seen = new Set([`${priests} ${devils} true`]);
  while (queue.length) {
    const [p, d, isLeft, way] = queue.shift();
    if (p + d === 0) return way;
    const [shoreP, shoreD, sign] = isLeft ? [p, d, -1] : [priests - p, devils - d, 1];
    for (let ps = 0; ps <= Math.min(seats, shoreP); ps++) {
      for (let ds = ps ? 0 : 1; ds <= Math.min(seats - ps, shoreD); ds++) {
        const [nextP, nextD] = [p + sign * ps, d + sign * ds];
        const key = `${nextP} ${nextD} ${!isLeft}`;
        if (seen.has(key) || !safe(nextP, nextD) || !safe(priests - nextP, devils - nextD)) continue;
        seen.add(key);
        queue.push([nextP, nextD, !isLeft, [...way, (ps ? `P${ps}` : '') + (ds ? `D${ds}` : '')]]);
      }
    }
  }
  return null;
}

const DAY = process.env.BOARD_DAY || '2026-11-26';

const daily = {
  async 'evening-daily the puzzle of the day on a phone, solved, and its squares copied'({ browser, url }) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en', permissions: ['clipboard-read', 'clipboard-write'] });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.clock.setFixedTime(new Date(`${DAY}T12:00:00`));
      await home(page, url);
      await card(page, 'River').getByRole('button', { name: 'Today’s puzzle: River' }).tap();
      await page.getByText(`Puzzle of ${DAY}`).first().waitFor();
      await rest(page, 'the puzzle');
      const [priests, devils, seats] = decodeURIComponent(new URL(page.url()).hash).split('/')[1].split('+').map(Number);
      const way = crossings(priests, devils, seats);
      for (const [index, load] of way.entries()) {
        await page.getByRole('button', { name: new RegExp(`^${load} `) }).tap();
        await until(() => moves(page).length === index + 1 && moves(page)[index] === load, `${load}, crossing ${index + 1}`);
        await rest(page, 'across');
        const seen = await page.evaluate(() => [document.documentElement.scrollWidth <= innerWidth, document.querySelector('.frame').getBoundingClientRect().top >= 0]);
        assert.deepEqual(seen, [true, true], 'the board stays in sight');
        // The phone is locked for a while, and the browser has let the page go.
        if (index !== 2) continue;
        await page.reload();
        await until(() => moves(page).length === 3, 'the puzzle goes on');
        await rest(page, 'there again');
      }
      await over(page).getByText(`${way.length} crossings: nobody can do better, proven.`).waitFor();
      const squares = over(page).getByRole('img', { name: /^One square for each move/ });
      await until(async () => [...(await squares.innerText())].length === way.length, 'a square for each crossing', 60_000);
      await over(page).getByRole('button', { name: 'Copy the squares' }).tap();
      await until(async () => /copied/.test(await alert(page)), 'copied');
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `Meihua 梅花 ${DAY}\nRiver ${way.length}/${way.length}\n${'🟩'.repeat(way.length)} alone`);
      await page.getByRole('link', { name: /^Meihua/ }).tap();
      await page.getByRole('button', { name: 'Today’s puzzle: done: River' }).waitFor();
    } finally {
      await context.close();
    }
  },
};

export const evenings = { ...story, ...child, ...river, ...tower, ...daily };
