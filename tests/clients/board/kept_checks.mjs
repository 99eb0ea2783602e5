// Nothing a person made is lost, and nothing stays on view that belongs to another position: one check for each fault that was found.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { alert, alone, cell, control, moves, open, status, type, until } from './server.mjs';
import { load } from './checks.mjs';

const REAL = new URL('../../../../shared/formats/xqf_v18_variations.xqf', import.meta.url);
const TEXT = '[Game "Chinese Chess"]\n[Event "Cup"]\n[Red "A"]\n[Result "1-0"]\n\n{begin} 1. h2e2 {centre} h9g7 (1... h7e7 {same} 2. h0g2) 2. h0g2 i9h9 3. i0h0 b9c7 4. b0c2 1-0\n';

/** The game on the page: its moves, variations, comments, tags. */
const tree = (page) => page.evaluate(() => {
  const { base, ...json } = globalThis.meihua.tree.toJson(globalThis.meihua.game, '');
  return json;
});
const place = (page) => page.evaluate(() => [globalThis.meihua.game, globalThis.meihua.tree.mode, globalThis.meihua.tree.path()]);
const goTo = (page, name) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const isReady = (page) => until(() => page.evaluate(() => globalThis.meihua?.view && globalThis.meihua.tree.at.view === globalThis.meihua.view), 'at rest');

/** Leaves the browser no room to keep anything. */
const fill = (page) => page.evaluate(() => {
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    for (let n = 0; ; n++) {
      try {
        localStorage.setItem(`junk${size}.${n}`, 'x'.repeat(size));
      } catch {
        break;
      }
    }
  }
});

async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), control(page, 'Save').click()]);
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

export const kept = {
  async 'kept-reload the game, the ply, the mode'({ page, url }) {
    await open(page, url);
    await load(page, 'game.xqf', existsSync(REAL) ? readFileSync(REAL) : TEXT);
    await until(async () => (await tree(page)).moves.length > 0, 'the file is open');
    await isReady(page);
    const whole = await tree(page);
    assert.ok(whole.moves.length >= 8 && Object.keys(whole.tags).length > 1, 'a game with tags');
    for (let i = 1; i <= 6; i++) {
      await control(page, 'Forward').click();
      await until(() => moves(page).length === i && moves(page)[0] !== '', `ply ${i}`);
    }
    const before = await place(page);
    assert.equal(before[2].length, 6);
    for (let i = 0; i < 2; i++) {
      await page.reload();
      await isReady(page);
      assert.deepEqual(await place(page), before);
      assert.deepEqual(await tree(page), whole);
    }
    const atOnce = await control(page, 'Set up').evaluate((button) => {
      button.click();
      return globalThis.history.state.view.mode;
    });
    assert.equal(atOnce, 'setup', 'a reload need not wait for the engine');
  },
  async 'kept-link a game of its own'({ page, context, url }) {
    await open(page, url);
    await load(page, 'game.pgn', TEXT);
    await until(async () => (await tree(page)).moves.length > 0, 'the file is open');
    await isReady(page);
    const whole = await tree(page);
    const friend = await context.newPage();
    await open(friend, `${url}#xiangqi//b2e2.b9c7`);
    await alone(friend);
    await type(friend, 'b0c2');
    await until(() => moves(friend).length === 3, 'the friend\'s game goes on');
    await friend.close();
    await page.reload();
    await isReady(page);
    assert.deepEqual(await tree(page), whole, 'the own game is untouched');
    // In the same tab: the link is another game, and Back leads to the own one.
    await page.evaluate(() => (location.hash = '#xiangqi//c3c4'));
    await until(() => moves(page)[0] === 'c3c4', 'the link');
    await isReady(page);
    await page.goBack();
    await until(async () => (await place(page))[2].length === 0, 'back');
    await isReady(page);
    assert.deepEqual(await tree(page), whole);
    await control(page, 'Kept games').click();
    await until(async () => (await page.getByRole('dialog').getByRole('listitem').count()) === 2, 'both games are kept');
  },
  async 'kept-tabs go on with one game, and have two'({ page, context, url }) {
    await open(page, url);
    await alone(page);
    await type(page, 'h2e2');
    const other = await context.newPage();
    await open(other, `${url}#xiangqi`);
    await until(() => moves(other)[0] === 'h2e2', 'the game of the first tab');
    await type(other, 'h9g7');
    await type(page, 'b9c7');
    await type(other, 'h0g2');
    for (const [tab, wanted] of [[page, 'h2e2 b9c7'], [other, 'h2e2 h9g7 h0g2']]) {
      await tab.reload();
      await isReady(tab);
      assert.equal(moves(tab).join(' '), wanted);
    }
  },
  async 'kept-undo one deed of the tower'({ page, url }) {
    await open(page, `${url}#tower`);
    await isReady(page);
    const hero = () => page.evaluate(() => {
      const { hp, attack, defence, keys } = globalThis.meihua.view.own.hero;
      return [hp, attack, defence, ...keys].join(' ');
    });
    // What the hero has after each key that changes it.
    const stages = [await hero()];
    for (const [index, key] of [...'aaaaaw'].entries()) {
      await page.keyboard.press(key);
      await until(() => moves(page).length === index + 1 && moves(page)[0] === 'a', `key ${index + 1}`);
      await isReady(page);
      const now = await hero();
      if (now !== stages.at(-1)) stages.push(now);
    }
    assert.ok(stages.length >= 3, stages.join(', '));
    for (const wanted of stages.slice(0, -1).reverse()) {
      await control(page, 'Undo').click();
      await until(async () => (await hero()) === wanted, `undone to ${wanted}`);
      await isReady(page);
    }
    assert.equal((await place(page))[2].length, 0);
    for (const wanted of stages.slice(1)) {
      await control(page, 'Redo').click();
      await until(async () => (await hero()) === wanted, `done again to ${wanted}`);
      await isReady(page);
    }
  },
  async 'kept-views end with their position'({ page, url }) {
    await open(page, `${url}#cfour`);
    await page.evaluate(() => globalThis.meihua.set({ values: { cfour: true, river: true, sliding: true, tower: true } }));
    await page.reload();
    await isReady(page);
    await page.getByRole('tab', { name: 'Engine' }).click();
    const lines = page.getByRole('list', { name: 'Lines' });
    await until(async () => (await lines.getByRole('listitem').count()) > 0, 'values of the columns');
    await goTo(page, 'River');
    await isReady(page);
    await until(async () => (await lines.count()) === 0, 'no lines of four in a row beside the river');
    await goTo(page, 'Xiangqi');
    await isReady(page);
    await control(page, 'Analyse').click();
    await until(async () => (await lines.getByRole('listitem').count()) > 0, 'lines');
    await control(page, 'Watch').click();
    await until(async () => (await lines.count()) === 0 && (await page.locator('.arrow.line').count()) === 0, 'neither lines nor arrows');
    const shown = await page.evaluate(() => [...document.querySelectorAll('[hidden]')].filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.className || one.id));
    assert.deepEqual(shown, [], 'what is hidden is not shown');
    // Autoplay and keys that wait do not follow into another game.
    await goTo(page, 'Sliding');
    await until(async () => (await control(page, 'Autoplay').count()) === 1, 'a plan', 20_000);
    await control(page, 'Autoplay').click();
    await until(() => moves(page).length >= 1 && /-/.test(moves(page)[0]), 'it plays');
    await goTo(page, 'Four in a row');
    await isReady(page);
    await page.waitForTimeout(1200);
    assert.deepEqual([(await place(page))[2], await alert(page)], [[], '']);
  },
  async 'kept-files hold the moves of every puzzle'({ page, url, server }) {
    const games = {
      River: [['P1D1', 'P1'], ['D2', 'D1']], Sliding: [['4-7', '2-4'], ['6-7']], Tower: [['a', 'a', 'a', '7,7'], ['6,6']],
    };
    for (const [name, [first, second]] of Object.entries(games)) {
      await page.goto(url);
      await open(page, `${url}#${name.toLowerCase()}`);
      await isReady(page);
      for (const move of first) await type(page, move);
      await control(page, 'To the start').click();
      await isReady(page);
      for (const move of second) await type(page, move);
      const whole = await tree(page);
      assert.equal(whole.moves.length, first.length + second.length, name);
      const [file, bytes] = await saved(page);
      // The terminal reads what the page saved.
      const review = String(execFileSync(server.process.spawnfile, ['analyse', '--nodes', '1000', '--puzzle', name.toLowerCase(), '-'], { input: bytes }));
      assert.ok(review.includes('line 2') && review.includes('line 3'), review);
      await page.evaluate(() => localStorage.clear());
      await goTo(page, 'Xiangqi');
      await isReady(page);
      await page.goto('about:blank');
      await open(page, `${url}#xiangqi`);
      await load(page, file, bytes);
      await until(async () => (await place(page))[0] === name.toLowerCase(), `${name} is open`);
      await isReady(page);
      assert.deepEqual(await tree(page), whole, name);
      assert.deepEqual((await saved(page))[1], bytes, `${name}: the same file again`);
    }
  },
  async 'kept-set-up is the position'({ page, url }) {
    const text = '3k5/9/9/9/9/9/9/9/9/R3K4 w';
    for (const leave of ['Analyse', 'Watch', 'Play', 'tab', 'reload']) {
      await page.goto(url);
      await page.evaluate(() => localStorage.clear());
      await page.goto('about:blank');
      await open(page, url);
      await isReady(page);
      await control(page, 'Set up').click();
      await page.getByRole('textbox', { name: 'Position' }).fill(text);
      await until(async () => /white|a0/.test(await cell(page, 'a0').getAttribute('aria-label')), 'the rook');
      if (leave === 'tab') {
        await goTo(page, 'River');
        await isReady(page);
        await goTo(page, 'Xiangqi');
      } else if (leave === 'reload') await page.reload();
      if (leave === 'tab' || leave === 'reload') {
        await isReady(page);
        assert.match(await page.getByRole('textbox', { name: 'Position' }).inputValue(), /R3K4 w/, `${leave}: the draft is there`);
        await control(page, 'Analyse').click();
      } else await control(page, leave).click();
      await until(() => decodeURIComponent(page.url()).includes('R3K4+w'), `${leave}: the position is the game's`);
      await until(() => page.evaluate(() => globalThis.meihua.tree.draft === null), `${leave}: the draft is done`);
    }
    // A position that is refused is neither played nor thrown away.
    await control(page, 'Set up').click();
    await page.getByRole('textbox', { name: 'Position' }).fill('4k4/9/9/9/9/9/9/9/4K4/4K4 w');
    await until(async () => /general/.test(await alert(page)), 'the reason');
    await control(page, 'Analyse').click();
    await until(async () => /cannot be played yet/.test(await alert(page)), 'why it stays');
    await control(page, 'Clear').click();
    await until(async () => (await alert(page)) === '', 'Clear begins without an error');
    const [from, to] = [await cell(page, 'e0').boundingBox(), await cell(page, 'd0').boundingBox()];
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(...middle(from));
    await page.mouse.down();
    await page.mouse.move(...middle(to), { steps: 8 });
    await page.mouse.up();
    await until(async () => /generals/.test(await alert(page)), 'the general was dragged to face the other one');
  },
  async 'kept-preview says that it is one'({ page, url }) {
    await open(page, url);
    await control(page, 'Analyse').click();
    const lines = page.getByRole('list', { name: 'Lines' });
    await until(async () => (await lines.getByRole('listitem').first().getByRole('button').count()) > 3, 'lines');
    await lines.getByRole('listitem').first().getByRole('button').nth(1).hover();
    await page.getByText(/^Preview: \S*[CHREAKP]\S* /).waitFor();
    await page.mouse.down();
    await page.mouse.up();
    await until(() => moves(page).length === 2, 'the line is played');
    // The pointer rests where the next line is drawn.
    await until(async () => (await lines.getByRole('listitem').count()) > 0, 'new lines');
    await page.waitForTimeout(1500);
    assert.equal(await page.evaluate(() => globalThis.meihua.preview), null, 'no preview without a movement');
    const texts = await page.locator('.tree .move').allTextContents();
    assert.ok(texts.every((text) => !/^[a-i]\d/.test(text)), `moves as they are chosen to be written: ${texts.join(' ')}`);
    // The names of a line come behind it.
    await until(async () => (await lines.getByRole('button').allTextContents()).every((text) => !/^[a-i]\d[a-i]\d$/.test(text)), 'lines as they are chosen to be written');
  },
  async 'kept-full store: it is said'({ page, url }) {
    await open(page, url);
    await fill(page);
    await alone(page);
    for (const move of ['h2e2', 'h9g7']) await type(page, move);
    await page.getByText(/does not keep the game/).waitFor();
    await control(page, 'Back').click();
    await type(page, 'b9c7');
    const whole = await tree(page);
    await page.reload();
    await isReady(page);
    assert.deepEqual(await tree(page), whole, 'a reload brings it back all the same');
    await control(page, 'Kept games').click();
    await page.getByRole('dialog').getByText(/in this tab only/).waitFor();
    await control(page, 'Close').click();
    await page.evaluate(() => localStorage.clear());
    await type(page, 'h0g2');
    await until(async () => (await page.getByText(/does not keep the game/).count()) === 0, 'there is room again');
  },
  async 'kept-entries of the history hold what came up since'({ page, url }) {
    await open(page, `${url}#cfour`);
    await fill(page);
    await alone(page);
    await type(page, 'd1');
    await page.evaluate(() => (location.hash = '#cfour//P@c1'));
    await until(() => moves(page)[0] === 'P@c1', 'the link');
    await isReady(page);
    await alone(page);
    await type(page, 'c2');
    // The first game again, then Back to the entry that has the same one.
    await control(page, 'Kept games').click();
    await page.getByRole('dialog').getByRole('button', { name: 'P@d1 ' }).click();
    await until(() => moves(page)[0] === 'P@d1', 'the first game');
    await isReady(page);
    await page.goBack();
    await isReady(page);
    await page.reload();
    await isReady(page);
    await control(page, 'Kept games').click();
    await page.getByRole('dialog').getByRole('button', { name: 'P@c1 P@c2 ' }).waitFor();
  },
  async 'kept-entries that are jumped over lose nothing'({ page, url }) {
    await open(page, `${url}#cfour`);
    await fill(page);
    await alone(page);
    await type(page, 'd1');
    await goTo(page, 'River');
    await until(async () => (await place(page))[0] === 'river', 'the river');
    await isReady(page);
    await goTo(page, 'Four in a row');
    await until(() => moves(page)[0] === 'P@d1', 'the game again');
    await isReady(page);
    await type(page, 'd2');
    // From another page to the first entry, where the game was shorter; there it goes on in another way. The page that is left answers first.
    await page.goto('about:blank');
    await Promise.all([page.waitForURL(`${url}**`), page.evaluate(() => void setTimeout(() => history.go(-3)))]);
    await isReady(page);
    await type(page, 'e1');
    await page.evaluate(() => history.go(2));
    await until(async () => (await tree(page)).moves.length === 3, 'both ways of the game');
    await isReady(page);
    assert.deepEqual((await tree(page)).moves.map(({ move }) => move).sort(), ['P@d1', 'P@d2', 'P@e1']);
    await page.reload();
    await isReady(page);
    assert.deepEqual((await tree(page)).moves.map(({ move }) => move).sort(), ['P@d1', 'P@d2', 'P@e1']);
  },
};
