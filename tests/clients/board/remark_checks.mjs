// Comments, marks, promoted and deleted variations, arrows and circles of one's own, leafing by wheel and finger.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { alone, cell, control, drop, open, type, until } from './server.mjs';

const GAME = '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 (1... h7e7 2. h0g2) 2. h0g2 *\n';
const comment = (page) => page.evaluate(() => globalThis.meihua.tree.at.comment);
const main = (page) => page.evaluate(() => globalThis.meihua.tree.main().map((place) => place.names.move).join(' '));

export const remarks = {
  async 'remarks-tree a comment, a mark, a promoted and a deleted variation are kept'({ page, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', GAME);
    await page.locator('.tree .variation .move').first().click();
    const field = page.getByRole('textbox', { name: 'Comment' });
    await until(async () => (await page.evaluate(() => globalThis.meihua.tree.at.names?.move)) === 'h7e7', 'the variation');
    // The field is that of the move once its other buttons are.
    await page.getByRole('button', { name: /^Delete C8=5/ }).waitFor();
    await field.fill('the same {cannon}');
    await field.blur();
    await page.getByRole('button', { name: 'mark !?' }).click();
    await page.getByText('the same {cannon}').first().waitFor();
    await page.getByRole('button', { name: 'Make it the main line' }).click();
    await until(async () => (await main(page)) === 'h2e2 h7e7 h0g2', 'promoted');
    await page.reload();
    await until(async () => (await main(page).catch(() => '')) === 'h2e2 h7e7 h0g2', 'kept');
    await until(async () => (await comment(page)) === 'the same {cannon}', 'the comment is kept');
    await page.getByRole('button', { name: /^Delete C8=5/ }).click();
    await until(async () => (await main(page)) === 'h2e2 h9g7 h0g2', 'deleted');
    await page.reload();
    await page.getByRole('button', { name: 'Bring back' }).click();
    await until(async () => (await main(page)) === 'h2e2 h7e7 h0g2', 'brought back');
    const [download] = await Promise.all([page.waitForEvent('download'), control(page, 'Save').click()]);
    assert.match(readFileSync(await download.path(), 'utf8'), /C8=5 \$5 \{the same \{cannon&#125;\}/);
  },
  async 'remarks-written a comment is kept as it is written, and belongs to its move'({ page, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. h0g2 {on three} *\n');
    const at = () => page.evaluate(() => globalThis.meihua.tree.at.ply);
    const all = () => page.evaluate(() => globalThis.meihua.tree.main().map((place) => place.comment));
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.waitFor();
    await page.keyboard.press('End');
    await until(async () => (await field.inputValue()) === 'on three', 'the comment of the last move');
    // The wheel leafs on while somebody is writing: the field follows.
    await field.click();
    await page.locator('.frame').hover();
    await page.mouse.wheel(0, -120);
    await until(async () => (await at()) === 2, 'the second move');
    await until(async () => (await field.inputValue()) === '', 'which has no comment');
    await field.pressSequentially('on two');
    assert.deepEqual(await all(), ['', 'on two', 'on three']);
    // The first press afterwards counts.
    const press = (place) => place.click({ delay: 60 });
    await press(page.getByRole('button', { name: 'mark !?' }));
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.marks.join() === '5'), 'the mark');
    await field.pressSequentially(' and more');
    await press(page.locator('.tree .move').first());
    await until(async () => (await at()) === 1, 'the first move');
    await field.pressSequentially('on one');
    await page.reload();
    await until(async () => (await all().catch(() => [])).join() === 'on one,on two and more,on three', 'nothing is lost by F5');
    // What was deleted comes back to the move that was made again meanwhile.
    await page.getByRole('button', { name: /^Delete C2=5/ }).click();
    await until(async () => (await at()) === 0, 'deleted');
    for (const place of ['h2', 'e2', 'b7', 'e7']) await cell(page, place).click();
    await until(async () => (await main(page)) === 'h2e2 b7e7', 'made again');
    await page.getByRole('button', { name: 'Bring back' }).click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.all().map((place) => place.names.move).sort().join(' ') === 'b7e7 h0g2 h2e2 h9g7'), 'both answers, and one first move');
    assert.equal(await page.evaluate(() => globalThis.meihua.tree.root.children.map((place) => place.comment).join()), 'on one');
  },
  async 'remarks-renewed a press counts on a button that is made anew before it is let go'({ page, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. h0g2 *\n');
    await page.locator('.tree .move').nth(2).waitFor();
    await page.keyboard.press('End');
    const pressed = async (place, renew) => {
      await place.hover();
      await page.mouse.down();
      const before = await place.elementHandle();
      await page.evaluate(renew);
      await until(() => before.evaluate((element) => !element.isConnected), 'made anew');
      await page.mouse.up();
    };
    const mark = page.getByRole('button', { name: 'mark !?' });
    await pressed(mark, () => {
      const { meihua } = globalThis;
      meihua.tree.gone = { to: '', at: 0, part: { moves: [] } };
      meihua.render();
    });
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.marks.join() === '5'), 'the mark');
    await pressed(page.locator('.tree .move').first(), () => {
      const { meihua } = globalThis;
      meihua.tree.main()[0].marks = [1];
      meihua.render();
    });
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.ply === 1), 'the first move');
    // Another button that came to lie there is not what was pressed.
    await pressed(mark, () => {
      const { meihua } = globalThis;
      meihua.tree.gone = null;
      meihua.render();
      for (const one of document.querySelectorAll('.switches button')) one.ariaLabel = 'another';
    });
    assert.equal(await page.evaluate(() => globalThis.meihua.tree.at.marks.join()), '1');
  },
  async 'remarks-puzzle a comment on a puzzle is in its file'({ page, browser, url }) {
    await open(page, `${url}#river//P1D1.P1`);
    await page.keyboard.press('End');
    await page.evaluate(() => {
      const { tree } = globalThis.meihua;
      tree.add(tree.root, { move: 'D2' });
      Object.assign(tree.at, { comment: 'a note 中', marks: [5] });
    });
    const [download] = await Promise.all([page.waitForEvent('download'), control(page, 'Save').click()]);
    assert.equal(download.suggestedFilename(), 'river.json');
    const other = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await open(other, url);
    await drop(other, 'river.json', readFileSync(await download.path(), 'utf8'));
    const all = () => other.evaluate(() => globalThis.meihua.tree.all().map(({ names, comment: said, marks }) => [names.move, said, marks.join()]));
    await until(async () => (await all().catch(() => [])).length === 3, 'the file opens elsewhere');
    assert.deepEqual(await all(), [['P1D1', '', ''], ['P1', 'a note 中', '5'], ['D2', '', '']]);
    await other.context().close();
  },
  async 'remarks-shapes arrows and circles by the right button, by key, by a finger'({ page, browser, url }) {
    await open(page, url);
    const middle = async (where, name) => {
      const box = await cell(where, name).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle(page, 'h2')));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await middle(page, 'h9')), { steps: 4 });
    await page.mouse.up({ button: 'right' });
    await until(async () => (await comment(page)) === '[%cal Gh2h9]', 'an arrow');
    await cell(page, 'e4').click({ button: 'right', modifiers: ['Shift'] });
    await until(async () => (await comment(page)) === '[%cal Gh2h9] [%csl Re4]', 'a circle');
    // They are drawn after the comment.
    await page.locator('.arrow.own').waitFor({ state: 'attached' });
    await page.locator('circle.own.R').waitFor({ state: 'attached' });
    await cell(page, 'e0').focus();
    for (const key of ['o', 'ArrowUp', 'o']) await page.keyboard.press(key);
    await until(async () => (await comment(page)) === '[%cal Gh2h9,Ge0e1] [%csl Re4]', 'by key');
    assert.equal(await page.evaluate(() => globalThis.meihua.tree.at.ply), 0, 'nothing was played');
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en' });
    try {
      const phone = await context.newPage();
      await open(phone, url);
      const client = await context.newCDPSession(phone);
      const [x, y] = await middle(phone, 'e5');
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await phone.waitForTimeout(600);
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await until(async () => (await comment(phone)) === '[%csl Ge5]', 'a finger that rests');
    } finally {
      await context.close();
    }
  },
  async 'remarks-leaf the wheel leafs through the moves'({ page, url }) {
    await open(page, url);
    await alone(page);
    for (const move of ['h2e2', 'h9g7', 'h0g2']) await type(page, move);
    const ply = () => page.evaluate(() => globalThis.meihua.tree.at.ply);
    await page.locator('.frame').hover();
    for (const [turn, wanted] of [[-100, 2], [-100, 1], [100, 2], [100, 3], [100, 3]]) {
      await page.mouse.wheel(0, turn);
      await until(async () => (await ply()) === wanted, `ply ${wanted}`);
    }
  },
};
