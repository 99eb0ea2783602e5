// A tower of several floors from its zip to its end: a route file in, deeds taken back, replay, a route file out.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { control, open, status, until } from './server.mjs';
import { zipOf } from './look_checks.mjs';

const TOWER = new URL('../../../examples/tower/', import.meta.url);

/** Drops a file on the page. */
async function drop(page, name, bytes) {
  await page.evaluate(([title, list]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(list)], title));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, [...bytes]]);
}
const ply = (page) => page.evaluate(() => globalThis.meihua.tree.at.ply);
const rest = (page, what) => until(() => page.evaluate(() => globalThis.meihua.view && globalThis.meihua.view === globalThis.meihua.tree.at.view && !globalThis.meihua.frame), what);

export const climb = {
  async 'climb-whole a tower of several floors from a zip to its end'({ page, url, server }) {
    const engine = server.process.spawnfile;
    const folder = fileURLToPath(TOWER);
    const best = join(mkdtempSync(join(tmpdir(), 'climb')), 'best.h5route');
    execFileSync(engine, ['solve', 'tower', folder, '-o', best]);
    await open(page, url);
    await drop(page, 'best.h5route', readFileSync(best));
    await page.getByRole('alert').getByText('open its zip first').waitFor();
    await drop(page, 'tower.zip', zipOf(TOWER));
    await until(() => page.evaluate(() => globalThis.meihua.isProject), 'the zip is open');
    await drop(page, 'best.h5route', readFileSync(best));
    await until(async () => (await ply(page)) > 20, 'the route is played');
    await rest(page, 'the end is on view');
    const whole = await ply(page);
    assert.equal(await page.evaluate(() => globalThis.meihua.view.own.won), true);
    assert.equal(await page.getByRole('list', { name: 'Floors' }).locator('[aria-current]').count(), 1);
    // A deed with the walk that led to it is one step back, and comes again.
    await control(page, 'Undo').click();
    await until(async () => (await ply(page)) < whole, 'a deed is taken back');
    await rest(page, 'at rest');
    await control(page, 'Redo').click();
    await until(async () => (await ply(page)) === whole, 'and done again');
    await rest(page, 'at rest');
    // Back by the slider, then all of it again at the greatest speed, and backwards.
    const speed = page.getByRole('button', { name: /^Speed/ });
    for (let n = 0; n < 8 && !/24/.test(await speed.innerText()); n++) await speed.click();
    await page.getByRole('slider', { name: 'Replay' }).fill('1');
    await until(async () => (await ply(page)) === 1, 'the slider leads back');
    await rest(page, 'at rest');
    const floors = page.getByRole('list', { name: 'Floors' }).getByRole('listitem');
    assert.equal(await floors.count(), 1, 'one floor was seen');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await until(async () => (await ply(page)) === whole, 'played again', 30_000);
    await until(async () => (await floors.count()) >= 2, 'the floors that were seen');
    await page.getByRole('button', { name: 'Rewind' }).click();
    await until(async () => (await ply(page)) < whole - 3, 'it runs backwards');
    await page.getByRole('button', { name: 'Pause' }).click();
    await rest(page, 'at rest');
    await control(page, 'To the end').click();
    await until(async () => (await ply(page)) === whole, 'at the end');
    await rest(page, 'at rest');
    const [download] = await Promise.all([page.waitForEvent('download'), control(page, 'Save .h5route').click()]);
    const saved = `${await download.path()}.h5route`;
    await download.saveAs(saved);
    assert.match(execFileSync(engine, ['solve', 'tower', folder, '--check', saved], { encoding: 'utf8' }), /legal, the tower is won/);
    assert.ok(await status(page));
  },
  async 'climb-keys a finger walks by keys on the page'({ browser, url }) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en' });
    try {
      const page = await context.newPage();
      await open(page, `${url}#tower`);
      await page.getByRole('group', { name: 'Walk' }).getByRole('button', { name: 'left' }).tap();
      await until(async () => (await ply(page)) === 1, 'a step');
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('.pad').getBoundingClientRect().bottom]);
      assert.ok(wide[0] <= 390 && wide[1] <= 844, `the keys are on the screen: ${wide}`);
    } finally {
      await context.close();
    }
  },
};
