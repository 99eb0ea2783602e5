// An evening of a class: a teacher makes a sheet of six exercises of three games, a pupil solves it on another page, with a wrong try
// and a hint, and the teacher opens the results.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { crossings } from './evening_checks.mjs';
import { nextDay } from './season_checks.mjs';
import { alone, cell, control, drop, findings, open, rest, saved, status, type, until } from './server.mjs';

/** Positions with one best move, which other engines know: a rook is won, mate in two, four in a row at once. */
const BEST = [
  ['xiangqi', '4kab2/4a4/9/9/9/3r5/9/9/4A4/3RKA3 w', 'd0d4'],
  ['xiangqi', '3ak4/4a4/4b1r1c/PR2C4/4C4/2P3p2/5R3/4B4/4A3c/4KAB2 w', 'e5c5'],
  ['cfour', 'startpos//d.c.d.c.d.c', 'd'],
  ['cfour', 'startpos//e.f.e.f.e.f', 'e'],
];
/** The crossings that are left of the shortest way. */
const LEFT = [2, 3];
const WAY = crossings(3, 3, 2);

export const sheet = (page) => page.getByRole('dialog', { name: 'Exercises' });
const press = (page, name) => sheet(page).getByRole('button', { name, exact: true }).click();
const text = async (download) => readFileSync(await download.path(), 'utf8');

/** Takes the boat across. */
async function cross(page, load) {
  const before = await page.evaluate(() => globalThis.meihua.tree.at.ply);
  for (const [, who, n] of load.matchAll(/([PD])(\d)/g)) for (let one = 0; one < Number(n); one++) await page.keyboard.press(who.toLowerCase());
  await page.keyboard.press('Enter');
  await until(() => page.evaluate((ply) => globalThis.meihua.tree.at.ply > ply, before), `${load} is across`);
  await rest(page, load);
}

/** Adds the position on view. */
async function add(page, n) {
  await control(page, 'Exercises').click();
  await press(page, 'Add this position');
  await until(async () => (await sheet(page).getByRole('listitem').count()) === n, `${n} exercises: ${await sheet(page).innerText()}`, 60_000);
  await press(page, 'Close');
}

export const lessons = {
  async 'evening-class a sheet of six exercises of three games is made, solved elsewhere, and the results are opened'({ page, browser, url, axe }) {
    for (const [index, [game, place]] of BEST.entries()) {
      await page.goto('about:blank');
      await open(page, `${url}#${game}/${place.startsWith('startpos') ? place.slice('startpos/'.length) : encodeURIComponent(place)}`);
      await rest(page, game);
      await alone(page);
      await add(page, index + 1);
    }
    await page.goto('about:blank');
    await open(page, `${url}#river`);
    for (const load of WAY.slice(0, -LEFT[0])) await cross(page, load);
    await add(page, BEST.length + 1);
    await page.keyboard.press('z');
    await until(() => page.evaluate(() => !!globalThis.meihua.tree.after()), 'a crossing is taken back');
    await rest(page, 'the shore');
    await add(page, BEST.length + 2);
    await control(page, 'Exercises').click();
    await sheet(page).getByRole('textbox', { name: 'Title' }).fill('Monday');
    await sheet(page).getByRole('textbox', { name: 'Title' }).press('Tab');
    assert.deepEqual(await findings(page, axe), []);
    const given = await text(await saved(page, () => press(page, 'Save the sheet')));
    assert.equal(JSON.parse(given).exercises.length, BEST.length + LEFT.length);
    const { exercises } = JSON.parse(given);
    const plain = (move) => move.replace(/^P@(\w)\d$/, '$1');
    BEST.forEach(([, , move], index) => assert.ok(exercises[index].moves.map(plain).includes(move) && exercises[index].moves.length < 3, `${move}: ${exercises[index].moves}`));
    assert.deepEqual(exercises.slice(BEST.length).map(({ best }) => best), LEFT);
    await press(page, 'Close');
    // Elsewhere: another browser, as somebody else has it.
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', acceptDownloads: true });
    const pupil = await context.newPage();
    try {
      await open(pupil, url);
      await drop(pupil, 'monday.json', given);
      await sheet(pupil).getByRole('heading', { name: 'Monday' }).waitFor();
      assert.equal(await sheet(pupil).getByText('open', { exact: true }).count(), 6);
      await sheet(pupil).getByRole('listitem').first().getByRole('button').click();
      const task = pupil.locator('.task');
      await until(async () => /Exercise 1 of 6 Monday/.test(await task.innerText()), 'the first exercise');
      assert.match(await task.innerText(), /Red to move: find the best move\./);
      await type(pupil, 'd0d1');
      await until(async () => /R6\+1 Not it yet\./.test(await task.innerText()), 'a wrong try');
      await task.getByRole('button', { name: 'Try again' }).click();
      await until(() => pupil.evaluate(() => globalThis.meihua.tree.at.ply === 0), 'back at the question');
      for (const [index, [, , move]] of BEST.entries()) {
        await until(async () => new RegExp(`Exercise ${index + 1} of 6`).test(await task.innerText()), `exercise ${index + 1}`);
        await rest(pupil, 'the exercise');
        await type(pupil, move);
        await until(async () => /Solved\./.test(await task.innerText()), `${move} is right: ${await task.innerText()}`);
        await task.getByRole('button', { name: 'Next exercise' }).click();
      }
      for (const [index, left] of LEFT.entries()) {
        await until(async () => new RegExp(`Exercise ${BEST.length + index + 1} of 6`).test(await task.innerText()), 'a puzzle');
        await rest(pupil, 'the puzzle');
        if (index === 0) {
          await pupil.keyboard.press('h');
          await until(async () => /Hint: /.test(await status(pupil)), 'a hint').catch(async () => assert.fail(await status(pupil)));
        }
        for (const load of WAY.slice(-left)) await cross(pupil, load);
        await until(async () => /Solved\./.test(await task.innerText()), `all are across: ${await task.innerText()}`);
        if (index === 0) await task.getByRole('button', { name: 'Next exercise' }).click();
      }
      // What was solved survives a reload.
      await pupil.reload();
      await control(pupil, 'Exercises').click();
      await sheet(pupil).getByRole('textbox', { name: 'Name' }).fill('Xiao Ming');
      await sheet(pupil).getByRole('textbox', { name: 'Name' }).press('Tab');
      assert.equal(await sheet(pupil).getByText('open', { exact: true }).count(), 0);
      const results = await text(await saved(pupil, () => press(pupil, 'Save my results')));
      await drop(page, 'ming.json', results);
      await drop(page, 'li.json', JSON.stringify({ ...JSON.parse(results), name: 'Li', solved: [null, null, { tries: 0, hints: 0, shown: false }] }));
      // The next day they come back, with the same result on the sheet.
      await press(pupil, 'Close');
      await nextDay(pupil);
      await control(pupil, 'Repeat mistakes').click();
      const due = pupil.getByRole('dialog', { name: 'Repeat mistakes' });
      await due.getByText('6 of 6 are due today.').waitFor();
      await due.getByRole('button', { name: 'Start' }).click();
      await until(async () => /Exercise 1 of 6 Monday/.test(await task.innerText()) && !/Solved/.test(await task.innerText()), 'the first exercise again');
      await rest(pupil, 'the exercise');
      await type(pupil, BEST[0][2]);
      await until(async () => /Solved\./.test(await task.innerText()), 'solved once more');
      await task.getByRole('button', { name: 'Next to repeat' }).click();
      await until(async () => /Exercise 2 of 6/.test(await task.innerText()), 'the next one');
      await control(pupil, 'Exercises').click();
      assert.equal(await text(await saved(pupil, () => press(pupil, 'Save my results'))), results);
      const row = (name) => sheet(page).getByRole('row', { name: new RegExp(`^${name}`) });
      await row('Li').waitFor();
      assert.deepEqual(await row('Xiao Ming').getByRole('cell').allTextContents(), ['✓ ✗1', '✓', '✓', '✓', '✓ ?', '✓', '6/6']);
      assert.deepEqual(await row('Li').getByRole('cell').allTextContents(), ['–', '–', '✓', '–', '–', '–', '1/6']);
      // A name may be any word.
      await drop(page, 'word.json', JSON.stringify({ ...JSON.parse(results), name: 'constructor' }));
      await row('constructor').waitFor();
      await press(page, 'Close');
      await drop(page, 'cut.json', given.slice(0, 90));
      await until(async () => /The sheet could not be read\./.test(await page.getByRole('alert').textContent()), 'a file that was cut off is named');
    } finally {
      await context.close();
    }
  },
  async 'evening-sheet a file of exercises becomes a sheet'({ page, url }) {
    const exercise = (pieces, line) => `[Game "Chinese Chess"]\n[Exercise "wins rook"]\n[FEN "${pieces} w - - 0 1"]\n\n${line} *\n`;
    const [first, second] = ['4kab2/4a4/9/9/9/3r5/9/9/4A4/3RKA3', '4kab2/4a4/9/9/9/5r3/9/9/4A4/3AKR3'];
    await open(page, url);
    await drop(page, 'exercises.pgn', `${exercise(first, '1. R6=7 (1. R6+4 A5+6) 1... R4=1')}\n${exercise(second, '1. R4=3 (1. R4+4 A5+4) 1... R6=9')}`);
    await page.getByRole('dialog', { name: 'Choose a game' }).getByRole('button', { name: 'Make a sheet' }).click();
    assert.equal(await sheet(page).getByRole('listitem').count(), 2);
    const [kept] = await page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('meihua.sheet.')).map(([, text]) => JSON.parse(text)));
    assert.deepEqual(kept.exercises.map(({ fen, moves }) => [fen.split(' ')[0], moves]), [[first, ['d0d4']], [second, ['f0f4']]]);
  },
  async 'evening-link a sheet is a link, too'({ page, context, url }) {
    await context.grantPermissions?.(['clipboard-read', 'clipboard-write']).catch(() => {});
    await open(page, `${url}#cfour//d.c.d.c.d.c`);
    await alone(page);
    await add(page, 1);
    await control(page, 'Exercises').click();
    await press(page, 'Copy link');
    await until(async () => /copied|#sheet/.test(await sheet(page).innerText()) && !(await sheet(page).getByRole('textbox', { name: 'Title' }).isVisible()), 'the link, and that it is copied');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#sheet\/[\w-]+$/);
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(link);
    await sheet(page).getByRole('listitem').first().waitFor();
    assert.match(await sheet(page).innerText(), /Four in a row: find the move/);
  },
  async 'evening-copy a sheet that was given away is changed as a copy, and no exercise stands on it twice'({ page, url }) {
    const [game, place] = BEST[2];
    await open(page, `${url}#${game}/${place.slice('startpos/'.length)}`);
    await alone(page);
    await add(page, 1);
    await control(page, 'Exercises').click();
    const given = await text(await saved(page, () => press(page, 'Save the sheet')));
    assert.equal(await sheet(page).getByRole('button', { name: 'Delete', exact: true }).count(), 0);
    await press(page, 'Change a copy');
    await press(page, 'Add this position');
    await sheet(page).getByText('It is on the sheet already.').waitFor({ timeout: 60_000 });
    assert.equal(await sheet(page).getByRole('listitem').count(), 1);
    await sheet(page).getByRole('textbox', { name: 'Title' }).fill('Friday');
    const changed = await text(await saved(page, () => press(page, 'Save the sheet')));
    assert.deepEqual(JSON.parse(changed), { ...JSON.parse(given), title: 'Friday' });
  },
  async 'evening-deleted an exercise keeps its game when one before it is deleted, and another tab loses nothing'({ page, context, url }) {
    const [one, other] = BEST.filter(([game]) => game === 'cfour');
    for (const [index, [game, place]] of [one, other].entries()) {
      await page.goto('about:blank');
      await open(page, `${url}#${game}/${place.slice('startpos/'.length)}`);
      await alone(page);
      await add(page, index + 1);
    }
    await control(page, 'Exercises').click();
    await sheet(page).getByRole('listitem').first().getByRole('button').first().click();
    await rest(page, 'the first exercise');
    await type(page, 'a');
    const task = page.locator('.task');
    await until(async () => /Not it yet/.test(await task.innerText()), 'a wrong try');
    await control(page, 'Exercises').click();
    // Meanwhile the title is changed in another tab.
    const second = await context.newPage();
    await open(second, url);
    await control(second, 'Exercises').click();
    await sheet(second).getByRole('textbox', { name: 'Title' }).fill('Tuesday');
    await sheet(second).getByRole('textbox', { name: 'Title' }).press('Tab');
    await second.close();
    await sheet(page).getByRole('listitem').first().getByRole('button', { name: 'Delete' }).click();
    assert.equal(await sheet(page).getByRole('textbox', { name: 'Title' }).inputValue(), 'Tuesday');
    await sheet(page).getByRole('listitem').first().getByRole('button').first().click();
    await until(async () => /Exercise 1 of 1 Tuesday/.test(await task.innerText()) && !/Not it yet/.test(await task.innerText()), 'the exercise that was the second');
    await rest(page, 'the exercise');
    await type(page, other[2]);
    await until(async () => /Solved\./.test(await task.innerText()), 'its own move is right');
  },
};
