// What happens is told in words, and who uses keys stays where he goes on.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { alert, control, drop, home, open, openMenu, rest, status, type, until } from './server.mjs';
import { zipOf } from './look_checks.mjs';

const TOWER = new URL('../../../examples/tower/', import.meta.url);
/** What has the focus: its role or tag, and its name. */
const focused = (page) => page.evaluate(() => {
  const { activeElement: one } = document;
  return `${one.getAttribute('role') || one.tagName} ${one.getAttribute('aria-label') || (one === document.body ? '' : one.textContent)}`;
});
/** The small tower of several floors, opened from its zip. */
async function tower(page, url) {
  await open(page, url);
  await drop(page, 'tower.zip', zipOf(TOWER));
  await page.locator('.frame.tower').waitFor();
  await until(() => page.evaluate(() => globalThis.meihua.view?.own.floor), 'the tower');
}
/** Texts that a live region spoke since. */
async function listen(page, selector) {
  await page.evaluate((wanted) => {
    const said = (globalThis.said = []);
    const place = document.querySelector(wanted);
    new MutationObserver(() => said.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true });
  }, selector);
  return () => page.evaluate(() => globalThis.said);
}

export const told = {
  async 'told-shop a shop says what it asks and what each answer buys; a route, a cell or steps are typed'({ page, url }) {
    await tower(page, url);
    await type(page, 'dddd');
    await type(page, '4,1');
    assert.equal(await alert(page), 'There is no way to this cell now.');
    await type(page, 'hello');
    assert.equal(await alert(page), 'Type a cell (7,3), steps (wwa) or a route (U3R2).');
    await page.getByRole('textbox', { name: 'Move' }).fill('');
    await type(page, '3,3');
    await type(page, 'D2L3R3U2L3');
    await until(async () => (await page.locator('.asks-what').textContent()) === 'merchant: What do you need?', 'the question');
    const answers = page.getByRole('group', { name: 'Answers' }).getByRole('button');
    assert.deepEqual(await answers.allTextContents(), ['attack + 3, leave (−8 gold)', 'leave']);
    await page.getByRole('textbox', { name: 'Move' }).press('Escape');
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await alert(page)) === 'A question is asked: choose one of the answers over the map.', 'an answer is wanted');
    await answers.first().click();
    await until(async () => /^merchant: attack \+ 3, leave \(−8 gold\): hp 122/.test(await status(page)), 'what was bought');
    await page.getByRole('tab', { name: 'Monsters' }).click();
    assert.match(await page.getByRole('list', { name: 'Floors' }).locator('button').first().getAttribute('aria-label'), /^Ground: 1 monster, 1 door, 2 items left/);
  },
  async 'told-tool a hero with a tool turns to a wall, and uses it by a press'({ page, url }) {
    await tower(page, url);
    await page.evaluate(() => globalThis.meihua.play('R4D5R4'));
    await rest(page, 'at rest');
    await page.keyboard.press('ArrowUp');
    await until(async () => /^turned up: hp/.test(await status(page)), 'he turns');
    await page.getByRole('button', { name: 'Use pickaxe' }).click();
    await until(async () => /^pickaxe used: hp/.test(await status(page)), 'it is used');
  },
  async 'told-end a tower ends with the words of the event that ended it'({ page, url, server }) {
    const route = execFileSync(server.process.spawnfile, ['solve', 'tower', fileURLToPath(TOWER)], { encoding: 'utf8' }).trim().split('\t').pop();
    await tower(page, url);
    await page.evaluate((keys) => globalThis.meihua.play(keys), route);
    await until(async () => /The tower is won: “The king is dead”\./.test(await status(page)), 'the end');
    assert.match(await page.getByRole('region', { name: 'How it ended' }).textContent(), /The tower is won: “The king is dead”\./);
  },
  async 'told-sheet the next exercise is the next one that is open'({ page, url }) {
    const exercise = (row) => ({ game: 'sliding', fen: `${row} cost`, best: 1, objective: 'cost' });
    await open(page, url);
    await drop(page, 'sheet.json', JSON.stringify({ meihua: 'sheet', title: 'One', exercises: ['BW_', 'B_W', '_BW'].map(exercise) }));
    await page.getByRole('dialog', { name: 'Exercises' }).getByRole('button', { name: /^Sliding/ }).first().click();
    for (const number of [2, 3, 1]) {
      await control(page, 'Next exercise').click();
      await until(async () => (await page.locator('.task h2').textContent()).startsWith(`Exercise ${number} of 3`), `exercise ${number}`);
    }
  },
  async 'told-river the river in words: who stands where, who is aboard'({ page, url }) {
    await open(page, `${url}#river`);
    const words = page.locator('#board .unseen').first();
    await until(async () => (await words.textContent()) === 'Left bank: nobody. Right bank: 3 priests and 3 devils. The boat is at the right bank.', 'the position');
    const heard = await listen(page, '#board [aria-live]');
    await control(page, '+ Priest').press('Enter');
    await control(page, '+ Devil').press('Enter');
    await until(async () => (await heard()).at(-1) === 'In the boat: 1 priest and 1 devil.', 'who is aboard');
    await control(page, 'Cross').press('Enter');
    await until(async () => /Left bank: 1 priest and 1 devil. Right bank: 2 priests and 2 devils. The boat is at the left bank\./.test(await words.textContent()), 'the position after the crossing');
  },
  async 'told-check a check in a game of one’s own is said, and its menu offers no empty rules'({ page, url }) {
    await open(page, `${url}#own`);
    assert.equal(await (await openMenu(page)).getByRole('button', { name: 'Rules', exact: true }).count(), 0);
    await page.keyboard.press('Escape');
    await page.evaluate(() => globalThis.meihua.view.own.checkers.push('a1') && globalThis.meihua.render());
    await until(async () => /Check!/.test(await status(page)), 'check');
  },
  async 'told-focus who opens a game, a dialog or the stage by a key goes on there'({ page, url }) {
    await home(page, `${url}#home`);
    await page.getByRole('button', { name: 'Play: Xiangqi' }).press('Enter');
    await until(async () => /^gridcell /.test(await focused(page)), 'the board has the focus');
    await page.goto('about:blank');
    await home(page, `${url}#home`);
    await page.getByRole('button', { name: 'Two people, clocks…: Xiangqi' }).press('Enter');
    await page.getByRole('textbox', { name: 'Name of Red' }).press('Escape');
    await until(async () => /^gridcell /.test(await focused(page)), 'the board has the focus after the dialog');
    await page.getByRole('button', { name: '中文' }).press('Enter');
    await until(async () => /^BUTTON EN/.test(await focused(page)), 'the other language has the focus');
    await page.keyboard.press('Enter');
    await until(async () => /^BUTTON 中文/.test(await focused(page)), 'and the first one again');
    await control(page, 'Menu').focus();
    await page.keyboard.press('Enter');
    await (await openMenu(page)).getByRole('button', { name: 'Stage' }).press('Enter');
    await until(async () => /^BUTTON Leave the stage/.test(await focused(page)), 'the way back has the focus');
    await page.keyboard.press('Enter');
    await until(async () => /^BUTTON Menu/.test(await focused(page)), 'the menu has the focus');
  },
  async 'told-again the same refusal is told again, and the end of an analysis is told'({ page, url }) {
    await open(page, `${url}#cfour/444444`);
    await rest(page, 'at rest');
    await page.evaluate(() => void (globalThis.meihua.tree.seats = { first: 'person', second: 'person' }));
    const heard = await listen(page, '#alert');
    for (const times of [1, 2, 3]) {
      await page.evaluate(() => globalThis.meihua.play('4'));
      await until(async () => (await heard()).filter((text) => /^Column 4 is full/.test(text)).length === times, `said ${times} times`);
    }
    await open(page, `${url}#xiangqi`);
    await drop(page, 'game.pgn', '[Game "Chinese Chess"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 h7h1 *\n');
    await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 6), 'the game is open');
    await control(page, 'Analyse game').click();
    await until(async () => /^The game is analysed|No mistake/.test(`${await page.locator('#found').textContent()}${await alert(page)}`), 'the end is told', 60_000);
  },
  async 'told-clock the names stand beside the clocks, and that the clock stood is said'({ page, url }) {
    await open(page, `${url}#xiangqi`);
    await page.evaluate(() => {
      const { meihua } = globalThis;
      Object.assign(meihua.tree, { seats: { first: 'person', second: 'person' }, match: { control: '5+0', turns: false, left: { first: 300_000, second: 300_000 }, since: 0, away: 0 }, tags: { Red: 'Ann', Black: '王' }, made: true });
      return meihua.play('h2e2');
    });
    await until(async () => (await page.locator('.clock .name').allTextContents()).join() === 'Ann,王', 'the names');
    assert.ok(await page.locator('.clock .name').first().isVisible());
    await page.goto('about:blank');
    await page.waitForTimeout(2500);
    await page.goBack();
    await until(async () => /^You were away for \d s: the clock stood meanwhile\.$/.test(await page.locator('#found').textContent()), 'the clock stood');
  },
  async 'told-text what one has written is there after another puzzle, another language'({ page, url }) {
    await open(page, `${url}#plan`);
    const domain = page.getByRole('textbox', { name: 'The domain' });
    await until(async () => (await domain.inputValue()).includes('define'), 'the first puzzle');
    await domain.fill('(define (domain mine) HALF');
    await page.getByRole('combobox', { name: 'Start from' }).selectOption('jugs');
    await until(async () => /jug/.test(await domain.inputValue()), 'another puzzle');
    await rest(page, 'at rest');
    await control(page, 'Undo').click();
    await until(async () => (await domain.inputValue()) === '(define (domain mine) HALF', 'one’s own is back');
    await home(page, `${url}#home`);
    await page.getByRole('textbox', { name: 'Paste a game' }).fill('1. h2e2');
    await page.getByRole('button', { name: '中文' }).click();
    await until(() => page.evaluate(() => document.documentElement.lang === 'zh-CN'), 'Chinese');
    assert.equal(await page.locator('.zone textarea').inputValue(), '1. h2e2');
  },
  async 'told-slow a program that does not answer is told of, and is no longer when it does'({ page, url, server }) {
    await open(page, `${url}#cfour`);
    await page.evaluate(() => void (globalThis.meihua.tree.seats = { first: 'person', second: 'person' }));
    server.process.kill('SIGSTOP');
    try {
      await page.evaluate(() => void globalThis.meihua.play('4'));
      await until(async () => (await alert(page)) === 'The program does not answer yet.', 'it is told');
    } finally {
      server.process.kill('SIGCONT');
    }
    await until(async () => (await alert(page)) === '' && page.evaluate(() => globalThis.meihua.tree.at.ply === 1), 'the move is made');
  },
  async 'told-paper home, a sheet and a puzzle of one’s own are printed whole'({ page, url }) {
    await home(page, `${url}#home`);
    await page.emulateMedia({ media: 'print' });
    const isWhole = (selector) => page.locator(selector).first().evaluate((one) => one.scrollHeight <= one.clientHeight + 1);
    assert.ok(await isWhole('#doors'), 'home');
    await page.emulateMedia({ media: 'screen' });
    await open(page, `${url}#plan`);
    await until(() => page.locator('.workshop textarea').first().evaluate((one) => /define/.test(one.value)), 'the text');
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.locator('.workshop textarea').first().isVisible() && (await isWhole('.workshop textarea')), 'the text of the puzzle');
  },
  async 'told-plan who plays a plan by a key can stop it by the same key, and on a phone nothing is cut'({ page, browser, url }) {
    await open(page, `${url}#sliding`);
    await page.getByRole('tab', { name: 'Plan' }).press('Enter');
    await page.getByRole('button', { name: 'Show the solution' }).press('Enter');
    await page.getByRole('button', { name: 'Autoplay' }).press('Enter');
    await until(async () => (await focused(page)) === 'BUTTON Stop', 'the button that stops has the focus');
    const context = await browser.newContext({ viewport: { width: 640, height: 360 }, locale: 'en', isMobile: true });
    const phone = await context.newPage();
    await open(phone, `${url}#plan`);
    await until(() => phone.evaluate(() => globalThis.meihua.view), 'the puzzle');
    await phone.evaluate(() => globalThis.meihua.play(globalThis.meihua.view.moves[0].move));
    await phone.locator('.replay .at').waitFor();
    const cut = await phone.locator('.replay .at, .workshop label').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().height > 44).map((one) => one.textContent));
    await context.close();
    assert.deepEqual(cut, []);
  },
  async 'told-rows rows of the list begin with their number, whatever stands between'({ page, url }) {
    await open(page, url);
    const moves = Array.from({ length: 30 }, () => ['h2e2', 'h7e7', 'e2h2', 'e7h7']).flat();
    await drop(page, 'game.pgn', `[Game "Chinese Chess"]\n\n1. h2e2 {one} h7e7 ${moves.slice(2).map((move, at) => (at % 2 ? move : `${at / 2 + 2}. ${move}`)).join(' ')} *\n`);
    await until(async () => (await page.locator('.list .group').count()) > 1, 'several groups');
    const firsts = await page.locator('.list .group').evaluateAll((groups) => groups.map((group) => group.firstElementChild.textContent));
    assert.ok(firsts.every((text) => /^\d+\.$/.test(text)), firsts.join());
  },
};
