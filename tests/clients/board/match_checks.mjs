// Two people at one board: clocks, resignation, draws, how it ended; by keyboard, and in words.

import assert from 'node:assert/strict';
import { choose, control, findings, home, moves, open, openMenu, status, type, until } from './server.mjs';

const dialog = (page, name) => page.getByRole('dialog', { name });
const times = async (page) => (await page.getByRole('timer').allTextContents()).map((text) => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]));
/** The same, once both are written. */
const shown = (page) => until(async () => {
  const both = await times(page);
  return both.length === 2 && both.every(Number.isFinite) && both;
}, 'two clocks');

export const match = {
  async 'match-people two people play by the clock, offer draws, resign, and take it back'({ page, axe, url }) {
    await home(page, `${url}#home`);
    await page.getByRole('button', { name: 'Two people, clocks…: Xiangqi' }).press('Enter');
    const sheet = dialog(page, 'Two people, clocks…');
    await sheet.getByRole('textbox', { name: 'Name of Red' }).fill('Ann');
    await sheet.getByRole('textbox', { name: 'Name of Black' }).fill('Bo');
    await sheet.getByRole('combobox', { name: 'Clock' }).selectOption('5+3');
    await sheet.getByRole('checkbox', { name: 'The board turns to the side to move' }).press('Space');
    await sheet.getByRole('textbox', { name: 'Name of Black' }).press('Enter');
    await until(async () => (await page.getByRole('timer').count()) === 2, 'two clocks');
    assert.match(await page.locator('#players').textContent(), /Red Ann.*Black Bo/);
    await page.waitForTimeout(1100);
    assert.deepEqual(await times(page), [300, 300], 'the first move starts the clock');
    await type(page, 'h2e2');
    assert.ok(await page.evaluate(() => globalThis.meihua.tree.flipped), 'the board turns');
    await until(async () => (await times(page))[1] < 300, 'Black’s clock runs');
    await type(page, 'h9g7');
    await until(async () => (await times(page))[1] > 300, 'three seconds are added');
    await page.getByRole('textbox', { name: 'Move' }).press('Escape');
    await page.keyboard.press('c');
    await until(async () => /Red: (5 min|4 min 5\d s) left, Black: 5 min \d s left/.test(await page.locator('#clocks [aria-live]').textContent()), 'the clocks in words');
    // A draw is offered and declined, by a move and by a word.
    await page.getByRole('button', { name: 'Offer a draw' }).press('Enter');
    await until(async () => /Red offers a draw: does Black accept\?/.test(await status(page)), 'the offer is said');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Accept', 'the focus goes along');
    await page.getByRole('button', { name: 'Decline' }).press('Enter');
    await until(async () => (await page.locator('#found').textContent()) === 'Black declines the draw.', 'the answer is said');
    assert.deepEqual(await findings(page, axe), []);
    // Red resigns: the end is said, kept, taken back.
    await page.getByRole('button', { name: 'Resign' }).press('Enter');
    const over = dialog(page, 'How it ended');
    await until(async () => /Black wins \(|Black \(Bo\) wins/.test(await over.textContent()), 'the end');
    assert.match(await over.textContent(), /Black \(Bo\) winsThe other side resigned\.1 move · Red: .* left, Black: .* left/);
    await over.getByRole('button', { name: 'Close' }).press('Enter');
    assert.match(await status(page), /Black wins: the other side resigned\.$/);
    await page.reload();
    await until(async () => /Black wins: the other side resigned\.$/.test(await status(page)), 'the end is kept');
    await type(page, 'h0g2');
    assert.equal(await page.getByRole('alert').textContent(), 'The game has ended. Undo takes the end back, New begins another game.');
    await page.getByRole('textbox', { name: 'Move' }).fill('');
    await page.getByRole('textbox', { name: 'Move' }).press('Escape');
    await page.keyboard.press('z');
    await until(async () => /Red to move/.test(await status(page)), 'the end is taken back');
    assert.equal((await moves(page)).length, 2, 'and no move');
    await page.getByRole('button', { name: 'Offer a draw' }).click();
    await page.getByRole('button', { name: 'Accept' }).click();
    await until(async () => /A draw: by agreement\.$/.test(await status(page)), 'a draw');
    // The same two once more, until the time of one is up.
    await over.getByRole('button', { name: 'Play again' }).click();
    await until(async () => (await times(page)).join() === '300,300', 'new clocks');
    assert.match(await page.locator('#players').textContent(), /Red Ann.*Black Bo/);
    await type(page, 'h2e2');
    // F5 gives no time back, and the clock runs on.
    await until(async () => (await times(page))[1] <= 297, 'three seconds of thinking');
    await page.reload();
    const [, left] = await shown(page);
    assert.ok(left <= 298, `${left} s after F5`);
    await until(async () => (await times(page))[1] < left, 'the clock runs on');
    // Who looks back thinks meanwhile.
    const [, thinking] = await shown(page);
    await page.keyboard.press('ArrowLeft');
    await page.getByText('The time goes on meanwhile.').waitFor();
    await page.waitForTimeout(2000);
    await page.keyboard.press('End');
    await until(async () => (await times(page))[1] <= thinking - 2, 'the time has gone on');
    const [, now] = await shown(page);
    await until(async () => (await times(page))[1] < now, 'and goes on');
    await control(page, 'Analyse').click();
    await control(page, 'Play').click();
    const [, later] = await shown(page);
    await until(async () => (await times(page))[1] < later, 'and after a look at the analysis');
    // Nothing tells whether who opens a game much later has thought.
    await page.evaluate(() => {
      globalThis.meihua.tree.match.away = 0;
      globalThis.meihua.tree.match.since = 0;
      globalThis.meihua.render();
    });
    await page.getByText('The clock stands until the next move.').waitFor();
    await type(page, 'h9g7');
    await until(async () => (await times(page))[0] < 300, 'the next move starts it again');
    await page.evaluate(() => (globalThis.meihua.tree.match.left.first = 1200));
    await until(async () => /Black wins: the other side ran out of time\.$/.test(await status(page)), 'the time is up');
    assert.match(await over.textContent(), /Black \(Bo\) wins/);
    // Who takes it back has a minute to go on with.
    await over.getByRole('button', { name: 'Close' }).press('Enter');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await until(async () => (await times(page))[0] === 60, 'the time is given back');
  },
  async 'match-engine against the engine one resigns, and it agrees to no draw that it need not take'({ page, url }) {
    await open(page, `${url}#cfour`);
    await type(page, '4');
    await until(async () => (await moves(page)).length === 2, 'the engine has moved');
    await (await openMenu(page)).getByRole('button', { name: 'Offer a draw' }).click();
    await until(async () => (await page.locator('#found').textContent()) === 'Yellow declines the draw.', 'an answer');
    await (await openMenu(page)).getByRole('button', { name: 'Resign' }).click();
    await until(async () => /Yellow wins: the other side resigned\.$/.test(await status(page)), 'the end');
    await page.getByRole('region', { name: 'How it ended' }).waitFor();
    await control(page, 'Undo').click();
    await until(async () => /Red to move/.test(await status(page)), 'taken back');
    // By the clock, the engine has its own.
    await (await openMenu(page)).getByRole('button', { name: 'Two people, clocks…' }).click();
    await dialog(page, 'Two people, clocks…').getByRole('combobox', { name: 'Clock' }).selectOption('1+0');
    await dialog(page, 'Two people, clocks…').getByRole('button', { name: 'Start' }).click();
    await choose(page, 'Engine plays', 'second');
    await type(page, '4');
    await until(async () => (await moves(page)).length === 2 && (await times(page))[1] <= 60 && (await times(page))[1] > 40, 'a move by the clock', 20_000);
  },
};
