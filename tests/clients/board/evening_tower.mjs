// The evening of a tower player: a tower of several floors from its zip to its end.
//
//   BOARD_TOWER=FOLDER       another tower than the example, which `meihua solve` solves

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { alert, card, control, drop, home, over, rest, saved, status, type, until } from './server.mjs';
import { zipOf } from './look_checks.mjs';

const FOLDER = process.env.BOARD_TOWER ? pathToFileURL(`${process.env.BOARD_TOWER}/`) : new URL('../../../examples/tower/', import.meta.url);
/** So many keys are pressed one by one; what follows is played from a file. */
const BY_HAND = 24;
const ARROWS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

/** The keys of a route, `R3LC0C1FMT2:` as R, R, R, LC0C1, FMT2: – a key with the answers that it asks for. */
const keysOf = (route) => [...route.matchAll(/([UDLR])(\d*)((?:C\d+)*)|[FI][^:]+:|[IF]\d+:|e\d+:|u\d|C\d+/g)].flatMap(([whole, key, times, answers]) => (key ? [...Array(Number(times || 1) - 1).fill(key), key + answers] : [whole]));

export const tower = {
  async 'evening-tower a tower of several floors from a zip to its end: undo, replay, the route file'({ page, url, server }) {
    const engine = server.process.spawnfile;
    const folder = fileURLToPath(FOLDER);
    const best = join(mkdtempSync(join(tmpdir(), 'evening')), 'best.h5route');
    const route = execFileSync(engine, ['solve', 'tower', folder, '-o', best], { encoding: 'utf8' }).trim().split('\t').pop();
    await home(page, url);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), card(page, 'Tower').getByRole('button', { name: /^Open a tower/ }).click()]);
    await chooser.setFiles({ name: 'tower.zip', mimeType: 'application/zip', buffer: zipOf(FOLDER) });
    await page.getByText('Found: a tower with many floors.').waitFor();
    const floors = page.getByRole('list', { name: 'Floors' }).locator('li:not(.untrod)');
    await floors.first().waitFor();
    assert.equal(await floors.count(), 1, 'one floor was seen');
    /** Where the run stands, of how many keys. */
    const at = async () => (await page.locator('.replay').isVisible() ? (await page.locator('.replay .at').innerText()).split('/').map(Number) : [0, 0]);
    const isAt = (wanted, what, time) => until(async () => (await at())[0] === wanted, what, time).then(() => rest(page, what));
    /** Which of the answers a key gives. */
    const place = (key) => page.evaluate((move) => globalThis.meihua.view.own.choices.filter((one) => one.answers.length).findIndex((one) => one.move === move), key);
    // By hand for a while: arrows walk and fight, who asks something is answered by a press, a flight or a tool is typed.
    let keys = 0;
    for (const key of keysOf(route).slice(0, BY_HAND)) {
      const [before] = await at();
      const answers = /C\d/.test(key);
      if (ARROWS[key]) await page.keyboard.press(ARROWS[key]);
      else if (answers) await page.getByRole('group', { name: 'Answers' }).getByRole('button').nth(await place(key)).click();
      else {
        await type(page, key);
        await page.keyboard.press('Escape');
      }
      await until(async () => (await at())[0] > before, `${key} is played: ${await alert(page)}`);
      await rest(page, 'at rest');
      keys += 1;
    }
    const [walked] = await at();
    assert.ok(walked >= keys && (await page.locator('.hero').innerText()).includes('hp'), 'the hero stands beside the floor');
    // A deed with the walk that led to it is one step back, and comes again.
    await control(page, 'Undo').click();
    await until(async () => (await at())[0] < walked, 'a deed is taken back');
    await rest(page, 'at rest');
    await control(page, 'Redo').click();
    await isAt(walked, 'and done again');
    // Somebody's route, from its file, to the end.
    await drop(page, 'best.h5route', readFileSync(best));
    await until(async () => /The tower is won/.test(await status(page)), 'the end', 120_000);
    await rest(page, 'the end is on view');
    await over(page).waitFor();
    const [whole] = await at();
    assert.equal(await page.getByRole('list', { name: 'Floors' }).locator('[aria-current]').count(), 1);
    // Back by the slider, then all of it again at the greatest speed.
    const speed = page.getByRole('button', { name: /^Speed/ });
    for (const wanted of ['4×', '8×', '24×']) {
      await speed.click();
      await until(async () => (await speed.innerText()) === wanted, wanted);
    }
    await page.getByRole('slider', { name: 'Replay' }).fill('1');
    await isAt(1, 'the slider leads back');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await isAt(whole, 'played again', 30_000 + 200 * whole);
    assert.ok((await floors.count()) >= 2, 'the floors that were seen');
    // Slowly, so that it can be stopped on its way.
    await speed.click();
    await until(async () => (await speed.innerText()) === '1×', '1×');
    await page.getByRole('button', { name: 'Rewind' }).click();
    await until(async () => (await at())[0] < whole - 3, 'it runs backwards');
    await page.getByRole('button', { name: 'Pause' }).click();
    await rest(page, 'at rest');
    await control(page, 'To the end').click();
    await isAt(whole, 'at the end');
    const download = await saved(page, () => control(page, 'Save .h5route').click());
    const file = `${await download.path()}.h5route`;
    await download.saveAs(file);
    assert.match(execFileSync(engine, ['solve', 'tower', folder, '--check', file], { encoding: 'utf8' }), /legal, the tower is won/);
  },
};
