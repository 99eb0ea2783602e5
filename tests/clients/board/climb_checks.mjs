// A tower on a screen that is touched; the whole of one, from its zip to its end, is among the evenings.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { drop, open, until } from './server.mjs';
import { zipOf } from './look_checks.mjs';
import { entryOf, zipOf as packed } from '../../../src/serve/page/parts/zip.js';

const ply = (page) => page.evaluate(() => globalThis.meihua.tree.at.ply);

/** A picture as PNG. @param {number} width @param {number} height @param {(x: number, y: number) => number[]} colour of a pixel: red, green, blue */
function png(width, height, colour) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (_, x) => colour(x, y)).flat()]);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.from(rows.flat()))), chunk('IEND', Buffer.alloc(0))]);
}

const EXAMPLE = new URL('../../../examples/tower/', import.meta.url);

/** The example tower with sheets of its own: each row of a sheet has one colour, which its number and the sheet's make. */
async function zipWithSheets() {
  const names = readdirSync(EXAMPLE, { recursive: true }).map(String).filter((name) => name.endsWith('.js'));
  const files = names.map((name) => [name, readFileSync(new URL(name, EXAMPLE))]);
  const maps = JSON.parse(String(files.find(([name]) => name === 'maps.js')[1]).replace(/^[^{]*/, '').replace(/[;\s]+$/, ''));
  const rows = {};
  for (const { cls, id } of Object.values(maps)) (rows[cls] ??= {})[id] ??= Object.keys(rows[cls]).length;
  const sheets = Object.keys(rows);
  rows.terrains = { ...rows.terrains, ground: Object.keys(rows.terrains || {}).length };
  maps[300] = { cls: 'terrains', id: 'ground' };
  files.push(['icons.js', `var icons = \n${JSON.stringify(rows)}`]);
  files.find(([name]) => name === 'maps.js')[1] = `var maps = \n${JSON.stringify(maps)}`;
  const colour = (cls, row) => [40 + 20 * sheets.indexOf(cls), 7 * row % 256, 200];
  for (const [cls, ids] of Object.entries(rows)) {
    const high = cls.endsWith('48') ? 48 : 32;
    files.push([`materials/${cls}.png`, png(64, high * Object.keys(ids).length, (x, y) => colour(cls, Math.floor(y / high)))]);
  }
  const entries = await Promise.all(files.map(([name, bytes]) => entryOf(`塔/project/${name}`, new Uint8Array(Buffer.from(bytes)))));
  return { zip: packed(entries), colourOf: (id) => Object.entries(rows).flatMap(([cls, ids]) => (id in ids ? [colour(cls, ids[id])] : []))[0] };
}

/** The colour in the middle of the left edge of a cell. */
async function seen(page, x, y) {
  const shot = await page.locator('.frame.tower').screenshot();
  return page.evaluate(async ([data, column, row]) => {
    const { own } = globalThis.meihua.view;
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const side = picture.width / own.floor.map[0].length;
    return [...canvas.getImageData(Math.floor((column + 0.25) * side), Math.floor((row + 0.45) * side), 1, 1).data].slice(0, 3);
  }, [shot.toString('base64'), x, y]);
}

export const climb = {
  async 'climb-sprites a tower is drawn with the pictures of its zip, and is after a reload'({ page, url }) {
    const { zip, colourOf } = await zipWithSheets();
    await open(page, url);
    await drop(page, 'tower.zip', zip);
    const isDrawn = () => until(() => page.locator('.frame.tower image.pixels').count(), 'its own pictures are drawn');
    await isDrawn();
    const things = await page.evaluate(() => globalThis.meihua.view.own.floor.things.flatMap((line, y) => line.map((thing, x) => ({ x, y, thing }))));
    const shown = things.filter(({ thing }) => /^(monster|item|door) /.test(thing));
    assert.ok(shown.length > 5, `${shown.length} things`);
    const compare = async (what) => {
      for (const { x, y, thing } of shown.slice(0, 8)) {
        const [found, wanted] = [await seen(page, x, y), colourOf(thing.split(' ')[1])];
        assert.ok(found.every((part, index) => Math.abs(part - wanted[index]) < 4), `${what}: ${thing} at ${x},${y}: ${found}, its row of the sheet is ${wanted}`);
      }
    };
    await compare('opened');
    await page.reload();
    await isDrawn();
    await compare('reloaded');
    // A floor that was not seen yet is looked at from the strip, drawn in the same way.
    await page.getByRole('tab', { name: 'Monsters' }).click();
    const strip = page.getByRole('list', { name: 'Floors' });
    assert.equal(await strip.getByRole('listitem').count(), 2, 'both floors');
    await strip.getByRole('button', { name: /not seen yet/ }).click();
    await page.getByRole('figure').getByText(/not seen yet/).waitFor();
    assert.ok((await page.locator('.look image.pixels').count()) > 5, 'its pictures');
    // A tower without pictures has those of the page.
    await drop(page, 'plain.zip', zipOf(EXAMPLE));
    await until(async () => !(await page.locator('.frame.tower image.pixels').count()) && (await page.locator('.frame.tower use').count()) > 5, 'ours where it has none');
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
