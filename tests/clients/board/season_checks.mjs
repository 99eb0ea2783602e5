// An evening with a season: twenty games dropped, analysed, their mistakes drilled, with a reload in between, and the rest on
// other days.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { control, drop, findings, home, open, rest, saved, status, type, until } from './server.mjs';
import { longGame } from './story_checks.mjs';

const GAMES = 20;
const PLIES = 10;

const dialog = (page) => page.getByRole('dialog', { name: 'Repeat mistakes' });
const cards = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('meihua.deck') || '{}'));
const today = () => Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000);

/** The numbers of the sentence about what is due. */
async function counts(page) {
  if (!(await dialog(page).isVisible())) await control(page, 'Repeat mistakes').click();
  const [, due, all] = /(\d+) of (\d+) are due today/.exec(await dialog(page).innerText()) || [];
  return { due: Number(due), all: Number(all) };
}

/** Makes today yesterday, for the repetition. */
export const nextDay = (page) => page.evaluate((key) => {
  const known = Object.entries(JSON.parse(localStorage.getItem(key)));
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(known.map(([name, card]) => [name, { ...card, due: card.due - 1 }]))));
}, 'meihua.deck');

/** The best move of the question. */
const best = (page) => page.evaluate(() => globalThis.meihua.tree.lesson.place.parent.value?.best);
const asked = (page) => until(async () => /Find better/.test(await status(page)), 'a question', 60_000);

export const season = {
  async 'evening-season twenty games are dropped and analysed, and their mistakes come back until they stick'({ page, browser, url, server, axe }) {
    const games = [];
    for (let one = 0; one < GAMES; one++) {
      const moves = await longGame(server.process.spawnfile, PLIES, one + 1);
      const players = one % 2 ? '[Red "Li"]\n[Black "Me"]' : `[Red "Me"]\n[Black "Wang ${one}"]`;
      games.push(`[Game "Chinese Chess"]\n[Event "Season"]\n[Round "${one + 1}"]\n${players}\n\n${moves.join(' ')} *\n`);
    }
    await open(page, url);
    await drop(page, 'season.pgn', games.join('\n'));
    await page.getByRole('dialog', { name: 'Choose a game' }).getByRole('button', { name: 'Keep all' }).click();
    await control(page, 'Repeat mistakes').click();
    await dialog(page).getByText('No kept game has a marked mistake yet').waitFor();
    await dialog(page).getByRole('button', { name: `Analyse the other games (${GAMES})` }).click();
    await until(async () => /Game \d+ of 20: \d+\/11/.test(await dialog(page).innerText()), 'progress');
    await until(async () => /are due today/.test(await dialog(page).innerText()), 'all are analysed', 120_000);
    assert.equal(await dialog(page).getByRole('button', { name: /^Analyse/ }).count(), 0);
    // Those of one player are among those of all.
    const whole = await counts(page);
    assert.ok(whole.due === whole.all && whole.all >= GAMES, JSON.stringify(whole));
    await dialog(page).getByRole('combobox', { name: 'Mistakes of' }).selectOption('Me');
    const mine = await counts(page);
    assert.ok(mine.all > 0 && mine.all < whole.all, JSON.stringify({ whole, mine }));
    assert.deepEqual(await findings(page, axe), []);
    await dialog(page).getByRole('button', { name: 'Start' }).click();
    await asked(page);
    // The first is found at once; then the page is loaded again in the middle of the next one.
    await type(page, await best(page));
    await until(async () => / holds: /.test(await status(page)), 'the best move holds', 60_000);
    const first = Object.values(await cards(page));
    assert.deepEqual(first.map(({ due, times }) => [due - today(), times]), [[1, 1]]);
    await page.getByRole('button', { name: 'Next to repeat' }).click();
    await asked(page);
    const question = await status(page);
    await page.reload();
    await until(async () => (await status(page)) === question, 'the same question after the reload', 60_000);
    // A wrong try, then the right move: that one comes back tomorrow, too, but is harder from now on.
    await rest(page, 'the question');
    await type(page, await page.evaluate(() => globalThis.meihua.tree.lesson.place.names.move));
    await until(async () => / is not it yet: /.test(await status(page)), 'the mistake again', 60_000);
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked(page);
    await rest(page, 'the question');
    await type(page, await best(page));
    await until(async () => / holds: /.test(await status(page)), 'found the second time', 60_000);
    // One that is shown stays due.
    await page.getByRole('button', { name: 'Next to repeat' }).click();
    await asked(page);
    await page.getByRole('button', { name: 'Show the better move' }).click();
    const known = Object.values(await cards(page)).sort((one, other) => one.seen - other.seen);
    assert.deepEqual(known.map(({ due, times }) => [due - today(), times]), [[1, 1], [1, 1], [0, 0]]);
    assert.ok(known[0].ease > known[1].ease && known[1].ease > known[2].ease);
    assert.deepEqual(await counts(page), { due: mine.all - 2, all: mine.all });
    // Whoever answers nothing comes to every question; a player whose games are gone is not asked for.
    await dialog(page).getByRole('button', { name: 'Start' }).click();
    const seen = new Set();
    for (let one = 0; one < 4; one++) {
      await asked(page);
      seen.add(await page.evaluate(() => `${globalThis.meihua.tree.id} ${globalThis.meihua.tree.lesson.place.ply}`));
      await page.getByRole('button', { name: 'Next to repeat' }).click();
      await rest(page, 'the next question');
    }
    assert.equal(seen.size, 4);
    await page.evaluate(() => globalThis.meihua.set({ player: 'Nobody' }));
    assert.equal((await counts(page)).all, whole.all);
    await dialog(page).getByRole('combobox', { name: 'Mistakes of' }).selectOption('Me');
    // What is known goes to another browser with the games.
    const file = readFileSync(await (await saved(page, () => dialog(page).getByRole('button', { name: 'Save what is known' }).click())).path(), 'utf8');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    const context = await browser.newContext({ locale: 'en' });
    try {
      const other = await context.newPage();
      await open(other, url);
      await drop(other, 'known.json', file);
      await until(async () => (await other.getByText('Taken in: 3 answers.').count()) > 0, 'taken in');
      assert.deepEqual(await cards(other), await cards(page));
    } finally {
      await context.close();
    }
    // Back leaves no dialog behind.
    await page.getByRole('link', { name: 'Four in a row', exact: true }).first().click();
    await rest(page, 'another game');
    await control(page, 'Repeat mistakes').click();
    await page.goBack();
    await until(async () => (await page.evaluate(() => globalThis.meihua.game)) === 'xiangqi' && !(await dialog(page).isVisible()), 'Back closes the dialog');
    // Tomorrow, the home page says how many there are: all but none.
    await nextDay(page);
    await home(page, url);
    await page.getByRole('button', { name: `Mistakes to repeat: ${mine.all}` }).click();
    await dialog(page).getByRole('button', { name: 'Start' }).click();
    await asked(page);
  },
};
