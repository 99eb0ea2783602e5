// Screenshots of the cards and the five boards: light, dark, Chinese, phone.

import { open } from './server.mjs';

const PLACES = {
  home: '#home', xiangqi: '#xiangqi//h2e2.h9g7.h0g2.i9h9.i0h0', cfour: '#cfour/445344', river: '#river//P1D1.P1', sliding: '#sliding', tower: '#tower',
};

export async function pictures(browser, url, folder) {
  for (const [look, options] of Object.entries({
    light: { viewport: { width: 1200, height: 760 }, locale: 'en' },
    dark: { viewport: { width: 1200, height: 760 }, locale: 'en', colorScheme: 'dark' },
    chinese: { viewport: { width: 1200, height: 760 }, locale: 'zh-CN' },
    phone: { viewport: { width: 390, height: 844 }, locale: 'zh-CN', colorScheme: 'dark', hasTouch: true, isMobile: true },
  })) {
    for (const [game, place] of Object.entries(PLACES)) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      if (game === 'home') {
        await page.goto(url + place);
        await page.locator('.door .picture').nth(4).waitFor();
      } else await open(page, url + place);
      if (game === 'xiangqi' && look !== 'phone') await page.getByRole('button', { name: /^(Analyse|分析)$/ }).click();
      await page.waitForTimeout(3500);
      await page.screenshot({ path: `${folder}/${game}-${look}.png`, fullPage: look === 'phone' });
      await context.close();
    }
  }
}
