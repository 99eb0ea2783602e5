// Screenshots of the cards and the five boards: in four widths, light and dark, English and Chinese.

import { readFileSync } from 'node:fs';
import { asComments } from '../../../src/serve/page/boards/legend.js';
import { baseOf } from '../../../src/serve/page/rules.js';
import { open } from './server.mjs';

const example = (file) => readFileSync(new URL(`../../../examples/${file}`, import.meta.url), 'utf8');
/** The address of a game or puzzle of examples. */
const own = (game, file, name, moves) => `#${game}/${encodeURIComponent(baseOf(name, example(file) + (game === 'plan' ? `\n${asComments(example(file.replace('.pddl', '.legend')))}\n` : '')))}/${moves}`;

const PLACES = {
  home: '#home', xiangqi: '#xiangqi//h2e2.h9g7.h0g2.i9h9.i0h0', cfour: '#cfour/445344', river: '#river//P1D1.P1', sliding: '#sliding', tower: '#tower',
  own: own('own', 'games/minishogi.ini', 'minishogi5', 'a2a3.e4e3.e1e3.d5e4'), hex: own('own', 'games/hex.ini', 'hex7', 'P@d4.P@e3.P@c4.P@c3.P@e4.P@d3'), plan: own('plan', 'puzzles/torch.pddl', 'one-two-five-ten', ''),
};
/** Widths and heights; on the narrow ones a finger points. */
const SCREENS = [[360, 740], [820, 1180], [1366, 768], [2560, 1440]];
/** Those that stand in the documentation, and what they are called there. */
const KEPT = {
  'home-1366-light-en': 'home', 'xiangqi-1366-light-en': 'xiangqi', 'xiangqi-1366-dark-zh': 'xiangqi-dark', 'xiangqi-360-light-zh': 'xiangqi-phone', 'cfour-1366-dark-en': 'cfour',
  'river-1366-light-en': 'river', 'river-820-dark-zh': 'river-tablet', 'sliding-1366-light-zh': 'sliding', 'tower-1366-light-en': 'tower', 'tower-360-dark-zh': 'tower-phone', 'own-1366-light-en': 'own', 'hex-1366-dark-zh': 'own-hex', 'plan-1366-light-en': 'own-puzzle',
};

/** Takes pictures; with `all` in every width, theme and language, else those of the documentation. */
export async function pictures(browser, url, folder, all = false) {
  for (const [width, height] of SCREENS) {
    for (const theme of ['light', 'dark']) {
      for (const language of ['en', 'zh']) {
        const kind = `${width}-${theme}-${language}`;
        const isPhone = width < 900;
        const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: language === 'zh' ? 'zh-CN' : 'en', hasTouch: isPhone, isMobile: isPhone });
        const page = await context.newPage();
        for (const [game, place] of Object.entries(PLACES)) {
          if (!all && !KEPT[`${game}-${kind}`]) continue;
          await page.goto('about:blank');
          if (game === 'home') {
            await page.goto(url + place);
            await page.locator('.door .picture').nth(4).waitFor();
          } else await open(page, url + place);
          if (game === 'xiangqi' && !isPhone) await page.getByRole('button', { name: /^(Analyse|分析)$/ }).click();
          if (!['home', 'xiangqi', 'own', 'hex'].includes(game)) await page.evaluate(() => globalThis.meihua.showValues(true));
          if (game === 'river') await page.keyboard.press('g');
          await page.waitForTimeout(1500);
          await page.screenshot({ path: `${folder}/${all ? `${game}-${kind}` : KEPT[`${game}-${kind}`]}.png` });
        }
        await context.close();
      }
    }
  }
}
