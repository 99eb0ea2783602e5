// The position as a QR code: in the sheet that shares, on the stage, and of a link where others can open it.

import assert from 'node:assert/strict';
import { qr } from '../../../src/serve/page/parts/qr.js';
import { control, open, until } from './server.mjs';

/** The modules of the code that is shown. */
const shown = (page, within) => page.evaluate((selector) => {
  const [width, path] = [document.querySelector(`${selector} .code svg`)?.viewBox.baseVal.width, document.querySelector(`${selector} .code path`)?.getAttribute('d') || ''];
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`));
  return width ? Array.from({ length: width - 8 }, (_, y) => Array.from({ length: width - 8 }, (_, x) => dark.has(`${x + 4} ${y + 4}`))) : null;
}, within);

export const codes = {
  async 'code-shared the position is a QR code in the sheet and on the stage'({ page, url }) {
    await open(page, `${url}#xiangqi//h2e2.h9g7`);
    const fen = () => page.evaluate(() => globalThis.meihua.view.fen);
    await control(page, 'Share').click();
    await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('img', { name: 'QR code of the position, as text' }).waitFor();
    assert.deepEqual(await shown(page, '#sheet'), qr(await fen()), 'a phone cannot open an address of this machine: the position itself');
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await until(() => shown(page, '.leave'), 'the code on the stage');
    const before = await shown(page, '.leave');
    await page.keyboard.press('[');
    await until(async () => JSON.stringify(await shown(page, '.leave')) !== JSON.stringify(before), 'it goes along');
    assert.deepEqual(await shown(page, '.leave'), qr(await fen()));
  },
};
