// Checks 14 to 23: strange files, rules in words, set-up, the other four games, languages and phones.

import assert from 'node:assert/strict';
import { alert, alone, cell, control, moves, open, status, type, until } from './server.mjs';
import { load } from './checks.mjs';

const GAMES = ['xiangqi', 'cfour', 'river', 'sliding', 'tower'];

export const more = {
  async '14 markup is text'({ page, url, faults }) {
    const strange = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const requests = [];
    page.on('request', (request) => requests.push(request.url()));
    await open(page, url);
    await load(page, 'strange.pgn', `[Game "Chinese Chess"]\n[Red "${strange}"]\n[Black "B"]\n\n1. h2e2 {${strange}} h9g7 *\n`);
    await until(async () => (await page.getByText('<img src=x', { exact: false }).count()) >= 2, 'it is shown');
    assert.deepEqual(faults, []);
    assert.ok(!requests.some((one) => one.endsWith('/x')), 'nothing is asked for');
    assert.equal(await page.locator('#main img').count(), 0);
  },
  async '15 a repetition is announced'({ page, url }) {
    const base = encodeURIComponent('4k4/9/9/9/9/9/9/9/4A4/3K1R3');
    await open(page, `${url}#xiangqi/${base}+w/f0f9.e9e8.f9f8.e8e9.f8f9.e9e8.f9f8.e8e9`);
    await alone(page);
    await page.getByText(/R4\+1.*Black wins: perpetual check/).waitFor();
    await type(page, 'f8f9');
    await until(async () => /Black wins: perpetual check/.test(await status(page)), 'that verdict');
  },
  async '16 set-up'({ page, url }) {
    await open(page, url);
    await control(page, 'Set up').click();
    const text = page.getByRole('textbox', { name: 'Position' });
    await text.fill('4k4/9/9/9/9/9/9/9/4K4/4K4 w');
    await until(async () => /general/.test(await alert(page)), 'the reason of the engine');
    const play = page.locator('.setup').getByRole('button', { name: 'Play', exact: true });
    assert.equal(await play.isDisabled(), true);
    await text.fill('3k5/9/9/9/9/9/9/9/9/R3K4 b');
    await until(async () => !(await play.isDisabled()), 'it is legal');
    await text.press('Tab');
    const side = page.getByRole('combobox', { name: 'To move' });
    assert.equal(await side.inputValue(), 'b', 'the field says what the text says');
    await side.selectOption('w');
    await until(async () => (await text.inputValue()).endsWith(' w'), 'and the other way round');
    await play.click();
    await until(async () => /Red to move/.test(await status(page)), 'the game begins');
    await cell(page, 'a0').waitFor();
  },
  async '17 values of columns'({ page, url }) {
    await open(page, `${url}#cfour/445344`);
    await page.keyboard.press('v');
    const heads = async () => (await page.getByRole('columnheader').allTextContents()).map((text) => text.replace(/[^-+0-9]/g, ''));
    await until(async () => (await heads()).join(' ') === '-4 -3 -2 -3 -3 -2 -2', 'the seven values');
    await alone(page);
    await page.keyboard.press('4');
    await until(() => moves(page).length === 7, 'a stone falls');
    await until(async () => (await heads()).filter(Boolean).length >= 6, 'values stay');
  },
  async '18 a whole game of four in a row'({ page, url }) {
    await open(page, `${url}#cfour`);
    await page.keyboard.press('v');
    const began = Date.now();
    await until(async () => /\d/.test(await page.getByRole('columnheader').first().textContent()), 'values of the empty board');
    console.log(`   values of the empty board after ${Date.now() - began} ms`);
    await alone(page);
    for (const key of '1213141') await page.keyboard.press(key).then(() => page.waitForTimeout(250));
    await until(async () => /Red wins: four in a row/.test(await status(page)), 'Red wins');
    assert.equal(await page.locator('circle.four').count(), 4);
  },
  async '19 the river'({ page, url }) {
    await open(page, `${url}#river`);
    await page.keyboard.press('v');
    const load = (name) => page.getByRole('button', { name: new RegExp(`^${name} `) });
    const says = (name, words) => until(async () => (await load(name).getAttribute('aria-label')).includes(words), `${name} ${words}`);
    await says('P1D1', '10 left');
    await says('D2', '10 left');
    await says('D1', '12 left');
    await load('P2').click();
    await until(async () => /1 priest and 3 devils/.test(await alert(page)), 'it is refused with the count of the bank');
    await until(async () => (await page.locator('[aria-current=step].node').count()) === 1, 'one place in the graph');
    const place = () => page.locator('[aria-current=step].node').getAttribute('aria-label');
    const first = await place();
    for (const move of 'P1D1 P1 D2 D1 P2 P1D1 P2 D1 D2 P1 P1D1'.split(' ')) {
      const before = await status(page);
      await until(async () => (await load(move).count()) === 1 && (await load(move).isEnabled()), move);
      await load(move).click();
      await until(async () => (await status(page)) !== before, `${move} is made`);
    }
    await until(async () => /All are across/.test(await status(page)), 'all are across');
    assert.equal(moves(page).length, 11);
    assert.notEqual(await place(), first);
  },
  async '20 an impossible river'({ page, url }) {
    await open(page, `${url}#river/4+4+2`);
    await page.keyboard.press('v');
    await page.getByText('impossible, proven').waitFor();
  },
  async '21 sliding blocks'({ page, url }) {
    await open(page, `${url}#sliding/BBWW_+cost`);
    await page.keyboard.press('v');
    const tile = (n) => page.getByRole('button', { name: new RegExp(`^cell ${n},`) });
    for (const [n, cost] of [[2, 5], [3, 7], [4, 7]]) await until(async () => (await tile(n).getAttribute('aria-label')).includes(`cost ${cost}`), `cell ${n}: ${cost}`);
    const slider = page.getByRole('slider', { name: 'Plan' });
    assert.equal(await slider.getAttribute('max'), '3', 'four states');
    const row = () => page.getByRole('group', { name: 'Row of tiles' }).getByRole('button').allTextContents();
    const before = (await row()).join('');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await until(async () => (await row()).join('') !== before, 'the next state is shown');
    await page.getByText(/^Preview: 2-5/).waitFor();
    await page.waitForTimeout(2500);
    assert.notEqual((await row()).join(''), before, 'it stays as long as one looks at it');
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await row()).join('') === before, 'and then the own one');
    for (const move of ['2-5', '4-2', '1-4']) await type(page, move);
    await until(async () => /Solved/.test(await status(page)), 'it is solved');
    await page.getByText('cost 5 so far').waitFor();
  },
  async '22 the tower'({ page, url }) {
    await open(page, `${url}#tower`);
    await page.keyboard.press('v');
    await until(async () => /196/.test(await cell(page, '7,3').getAttribute('aria-label')), '7,3 is worth 196', 20_000);
    assert.match(await cell(page, '7,7').getAttribute('aria-label'), /174/);
    await page.keyboard.press('a');
    await page.keyboard.press('a');
    await until(async () => /hp\s*492/.test(await page.locator('.hero').innerText()), 'hp 492');
    assert.match(await page.getByRole('row', { name: /^51 / }).innerText(), /8/);
    const room = await page.locator('#side').evaluate((side) => side.getBoundingClientRect().right - Math.max(...[...side.querySelectorAll('td, th')].map((one) => one.getBoundingClientRect().left + one.scrollWidth)));
    assert.ok(room >= 0, `the table of monsters is ${-room} points too wide`);
    await page.getByRole('tab', { name: 'Plan' }).click();
    await until(async () => /Still winnable: best 196/.test(await status(page)), 'what can be reached');
    await until(async () => (await control(page, 'Autoplay').count()) === 1, 'a plan');
    await control(page, 'Autoplay').click();
    await until(async () => /The boss is dead/.test(await status(page)), 'the boss is dead', 60_000);
    assert.match(await page.locator('.hero').innerText(), /hp\s*196/);
  },
  async '23 Chinese, dark, on a phone'({ browser, url, axe }) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', colorScheme: 'dark', hasTouch: true, isMobile: true });
    const page = await context.newPage();
    try {
      for (const game of GAMES) {
        await page.goto(`${url}#${game}`);
        await page.reload();
        await until(async () => !/连接/.test(await status(page)) && /[\u4e00-\u9fff]/.test(await status(page)), `${game} is ready`);
        await page.waitForTimeout(1200);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${game}: ${wide} points too wide`);
        const english = await page.evaluate(() => [...document.querySelectorAll('#head, #side, #controls, #board')].flatMap((one) => [one.innerText, ...[...one.querySelectorAll('[aria-label], [title]')].flatMap((named) => [named.ariaLabel, named.title])]).join(' ').match(/[A-Za-z]{4,}/g));
        assert.deepEqual((english || []).filter((word) => !['Meihua', 'ICCS', 'WASD', 'BOSS'].includes(word)), [], game);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`), [], game);
      }
      const taps = {
        xiangqi: [() => cell(page, 'h2'), () => cell(page, 'e2')],
        cfour: [() => page.getByRole('columnheader').nth(3)],
        river: [() => page.getByRole('button', { name: /\bP1D1\b/ })],
        sliding: [() => page.getByRole('button', { name: /^第 5 格/ })],
        tower: [() => cell(page, '7,3')],
      };
      const client = await context.newCDPSession(page);
      for (const game of GAMES) {
        await page.evaluate(() => localStorage.clear());
        await page.goto(`${url}#${game}`);
        await page.reload();
        await page.waitForTimeout(1000);
        for (const place of taps[game]) await place().tap();
        await until(() => moves(page).length >= 1 && moves(page)[0].length > 1, `${game}: a tap plays`);
        await page.evaluate(() => scrollTo(0, 0));
        const board = await page.locator('#board').boundingBox();
        const overflow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        if (overflow < 60) continue;
        // A finger on the board, but on no piece, scrolls the page.
        const touch = (type, dy) => client.send('Input.dispatchTouchEvent', { type, touchPoints: dy === null ? [] : [{ x: board.x + board.width / 2, y: board.y + board.height * 0.47 - dy }] });
        await touch('touchStart', 0);
        for (let dy = 10; dy <= 100; dy += 10) await touch('touchMove', dy).then(() => page.waitForTimeout(20));
        await touch('touchEnd', null);
        await until(async () => (await page.evaluate(() => scrollY)) > 10, `${game}: the page scrolls from the board`);
      }
    } finally {
      await context.close();
    }
  },
};
