// A tower on a screen that is touched; the whole of one, from its zip to its end, is among the evenings.

import assert from 'node:assert/strict';
import { open, until } from './server.mjs';

const ply = (page) => page.evaluate(() => globalThis.meihua.tree.at.ply);

export const climb = {
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
