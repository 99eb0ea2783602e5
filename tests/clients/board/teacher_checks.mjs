// What a teacher met: sheets made of files, what counts as help, the sheet on paper, links to positions, keys after the mouse.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { sheet } from './class_checks.mjs';
import { alone, control, drop, moves, open, openMenu, rest, saved, status, type, until } from './server.mjs';

/** Red mates in three; Black, to move, mates in four. */
const [RED, BLACK] = ['3R1a3/4k4/9/p2R5/2b6/P5P2/2P1P2NP/9/9/3AKAB2 w - - 0 1', '2bak4/4a4/9/2r6/6b1p/4p4/p5n1P/n8/4A4/3CKA3 b - - 0 1'];
const PIECES = ['4kab2/4a4/9/9/9/3r5/9/9/4A4/3RKA3', '4kab2/4a4/9/9/9/5r3/9/9/4A4/3AKR3'];
const LINES = ['1. R6=7 (1. R6+4 A5+6) 1... R4=1', '1. R4=3 (1. R4+4 A5+4) 1... R6=9'];

/** A file of exercises: the positions by their numbers, and what is said of them; each may have a number of moves of its own. */
const fileOf = (list) => list.map(([which, said, n = 1]) => `[Game "Chinese Chess"]\n[Exercise "wins rook"]\n[FEN "${PIECES[which]} w - - 0 ${n}"]\n\n${said && `{${said}} `}${LINES[which].replace(/\b1\./g, `${n}.`)} *\n`).join('\n');

/** Makes a sheet of a file. */
async function make(page, url, list) {
  await open(page, url);
  await drop(page, 'exercises.pgn', fileOf(list));
  await page.getByRole('dialog', { name: 'Choose a game' }).getByRole('button', { name: 'Make a sheet' }).click();
  await sheet(page).getByRole('listitem').first().waitFor();
}
const items = (page) => sheet(page).getByRole('listitem');
const task = (page) => page.locator('.task');
/** Opens an exercise of the sheet that is on. */
async function exercise(page, n) {
  await items(page).nth(n).getByRole('button').first().click();
  await until(async () => new RegExp(`Exercise ${n + 1} `).test(await task(page).innerText()), 'the exercise');
  await rest(page, 'the exercise');
}
/** Nothing comes within the time that the engine takes for a move. */
const wait = (page) => page.waitForTimeout(1500);

export const teacher = {
  async 'evening-task a sheet keeps what its file says there is to do, and has each exercise once'({ page, url }) {
    await make(page, url, [[0, 'Red wins a piece: rook.'], [1, ''], [0, 'again']]);
    assert.deepEqual((await items(page).getByRole('button').allTextContents()).filter((name) => name !== 'Delete'), ['Xiangqi: Red wins a piece: rook.', 'Xiangqi: wins rook']);
    const given = JSON.parse(readFileSync(await (await saved(page, () => sheet(page).getByRole('button', { name: 'Save the sheet' }).click())).path(), 'utf8'));
    // A file from elsewhere may have one twice.
    await page.evaluate(() => localStorage.clear());
    await drop(page, 'given.json', JSON.stringify({ ...given, exercises: [...given.exercises, given.exercises[0]] }));
    await until(async () => (await items(page).count()) === 2, 'each once');
    await exercise(page, 0);
    assert.match(await task(page).innerText(), /Red to move: find the best move\. Red wins a piece: rook\./);
  },
  async 'evening-many a sheet that has no room for a whole file says so'({ page, url }) {
    await make(page, url, Array.from({ length: 120 }, (_, n) => [n % 2, '', n + 1]));
    assert.equal(await items(page).count(), 100);
    assert.match(await sheet(page).getByRole('status').textContent(), /A sheet holds 100 exercises\. Left out: 20\./);
  },
  async 'evening-help what the engine shows during an exercise counts as help'({ page, url }) {
    await make(page, url, [[0, ''], [1, '']]);
    await sheet(page).getByRole('button', { name: 'Save the sheet' }).click();
    await exercise(page, 0);
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.lines li').first().waitFor();
    // Who turns it off again has seen it, after F5, too.
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.reload();
    await rest(page, 'the exercise');
    await type(page, 'd0d4');
    await until(async () => /Solved\. solution shown/.test(await task(page).innerText()), await task(page).innerText());
    // After a move it is a hint.
    await task(page).getByRole('button', { name: 'Next exercise' }).click();
    await until(async () => /Exercise 2 /.test(await task(page).innerText()), 'the next one');
    await type(page, 'f0f1');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.locator('.lines li').first().waitFor();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await task(page).getByRole('button', { name: 'Try again' }).click();
    await rest(page, 'the question');
    await type(page, 'f0f4');
    await until(async () => /Solved\. hints: 1, wrong tries: 1/.test(await task(page).innerText()), await task(page).innerText());
    // The results say it in the same way.
    await control(page, 'Exercises').click();
    const results = readFileSync(await (await saved(page, () => sheet(page).getByRole('button', { name: 'Save my results' }).click())).path(), 'utf8');
    await drop(page, 'results.json', results);
    await sheet(page).getByRole('row', { name: /^\?/ }).waitFor();
    assert.deepEqual(await sheet(page).getByRole('row', { name: /^\?/ }).getByRole('cell').allTextContents(), ['✓ ?', '✓ ✗1 ?', '2/2']);
    await sheet(page).getByText('✓ solved · ✗2 wrong tries: 2 · ? with hints or the solution shown · – open').waitFor();
  },
  async 'evening-proof the proof that is open during an exercise counts as help'({ page, url }) {
    await open(page, url);
    await drop(page, 'given.json', JSON.stringify({ meihua: 'sheet', title: '', exercises: [{ game: 'cfour', fen: `7/7/7/7/3pp2/3PP2[${'P'.repeat(19)}${'p'.repeat(19)}] w - - 0 3`, moves: ['P@f1'] }] }));
    await exercise(page, 0);
    await page.keyboard.press('g');
    await page.locator('.plies .level').first().waitFor();
    await page.keyboard.press('g');
    await type(page, 'f');
    await until(async () => /Solved\. solution shown/.test(await task(page).innerText()), await task(page).innerText());
  },
  async 'evening-paper a sheet is printed with its boards, and nothing to press'({ page, url }) {
    await make(page, url, [[0, 'Red wins a piece: rook.'], [1, '']]);
    await sheet(page).getByRole('textbox', { name: 'Title' }).fill('Monday');
    await page.locator('.sheet .picture').nth(1).waitFor({ state: 'attached' });
    assert.equal(await page.locator('.sheet').isVisible(), false);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.sheet .picture:visible').count(), 2);
    assert.match(await page.locator('.sheet').innerText(), /^Monday\s+Red to move: find the best move\. Red wins a piece: rook\.\s+Red to move: find the best move\. wins rook$/);
    assert.equal(await page.locator('button:visible, input:visible, select:visible').count(), 0);
    // The page at which the boards begin is the first.
    assert.equal(String(await page.pdf({ format: 'A4' })).match(/\/Type \/Page\b/g)?.length, 1);
  },
  async 'mended-shapes a shape that is typed amid a comment is saved there'({ page, url }) {
    await open(page, `${url}#xiangqi//h2e2`);
    await rest(page, 'the game');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).pressSequentially('before [%csl Ga1] after');
    assert.match(readFileSync(await (await saved(page, () => control(page, 'Save').click())).path(), 'utf8'), /\{before \[%csl Ga1\] after\}/);
  },
  async 'mended-linked a link shows its position, and the engine waits'({ page, context, url }) {
    await context.grantPermissions?.(['clipboard-read', 'clipboard-write']).catch(() => {});
    await open(page, `${url}#xiangqi/${encodeURIComponent(BLACK)}`);
    await rest(page, 'the position');
    await wait(page);
    await page.reload();
    await rest(page, 'the position');
    await wait(page);
    assert.equal(await status(page), 'Black to move.');
    // Until somebody presses.
    await control(page, 'Go on').click();
    await until(async () => /^Black: .* Red to move\.$/.test(await status(page)), 'the engine moves');
    // A problem with its solution, shared at the problem.
    await page.goto('about:blank');
    await open(page, `${url}#xiangqi/${encodeURIComponent(RED)}`);
    await alone(page);
    await type(page, 'h3g5');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await rest(page, 'the problem');
    await (await openMenu(page)).getByRole('button', { name: 'Copy link' }).click();
    const link = await until(() => page.evaluate(() => navigator.clipboard.readText()), 'the link');
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await open(page, link.replace(/^.*#/, `${url}#`));
    await rest(page, 'the problem again');
    assert.equal(await status(page), 'Red to move.');
    await page.keyboard.press('ArrowRight');
    await until(() => moves(page).includes('h3g5'), 'the solution');
  },
  async 'mended-back what is brought back has the numbers of its moves'({ page, url, faults }) {
    await open(page, `${url}#xiangqi//h2e2.h9g7.h0g2.a9a8.i0h0.a8a7.b0c2`);
    await rest(page, 'the game');
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByRole('tab', { name: 'Moves' }).click();
    for (let n = 0; n < 3; n++) await page.getByRole('button', { name: 'Back', exact: true }).click();
    await rest(page, 'a move of Black');
    const list = () => page.locator('.moves .tree').innerText();
    const before = await list();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await until(async () => (await list()) !== before, 'it is deleted');
    await page.getByRole('button', { name: 'Bring back' }).click();
    await until(async () => (await list()) === before, `the same list as before: ${before}`);
    await page.getByRole('button', { name: 'Analyse game' }).click();
    await page.getByRole('tab', { name: 'Story' }).waitFor({ timeout: 60_000 });
    assert.deepEqual(faults, []);
  },
  async 'mended-keys after a press of the mouse the keys are the board’s'({ page, url }) {
    await open(page, `${url}#tower`);
    await rest(page, 'the tower');
    const at = () => page.evaluate(() => globalThis.meihua.tree.at.ply);
    for (const name of ['Hint', 'Values', 'Share']) {
      await page.getByRole('button', { name, exact: true }).click();
      if (name === 'Share') await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close' }).click();
      const before = await at();
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
      await until(async () => (await at()) > before, `a step after ${name}`);
    }
    // By keys the icons are a toolbar as before.
    await page.getByRole('button', { name: 'Hint', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Hint');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BUTTON');
  },
};
