// The frame: the board never leaves the screen, the page does not scroll, what happens is said, and nothing piles up.

import assert from 'node:assert/strict';
import { zipOf } from './look_checks.mjs';
import { cell, choose, control, differs, drop, home, open, rest, status, still, type, until } from './server.mjs';

/** Red gives a rook for a cannon with the seventh ply. */
const GAME = '[Game "Chinese Chess"]\n[Red "Ann"]\n[Black "Bo"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 h7h1 4. h0h1 h9h1 5. e3e4 h1c1 *\n';

/** Whether the page scrolls, where the board stands, and whether an element is seen as a whole. */
const seen = (page, selector) => page.evaluate((wanted) => {
  const isWhole = (element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, Math.min(bottom - 1, (top + bottom) / 2));
    return width > 0 && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && (element.contains(at) || at?.contains(element));
  };
  const root = document.scrollingElement;
  const board = document.querySelector('.frame');
  return { scrolls: root.scrollHeight > innerHeight + 1 || root.scrollTop > 0, board: isWhole(board), height: board.getBoundingClientRect().height, wanted: [...document.querySelectorAll(wanted)].some(isWhole) };
}, selector);

export const frame = {
  async 'frame-still board and story stand together on the screen in every step, and the page does not scroll'({ page, url }) {
    for (const [width, height, least] of [[1366, 768, 640], [1920, 1080, 900]]) {
      await page.setViewportSize({ width, height });
      await page.goto('about:blank');
      await open(page, url);
      await drop(page, 'game.pgn', GAME);
      await until(() => page.evaluate(() => globalThis.meihua.tree.all().length === 10), 'the game is open');
      const holds = async (step, selector) => {
        await page.waitForTimeout(200);
        const found = await seen(page, selector);
        assert.ok(!found.scrolls && found.board && found.wanted && found.height >= least, `${step} at ${width}x${height}: ${JSON.stringify(found)}`);
      };
      await holds('the game', '.tree .move');
      await control(page, 'Analyse game').click();
      await page.locator('.card').first().waitFor({ timeout: 60_000 });
      await holds('the story', '.card');
      await holds('the graph', '#graph svg');
      await control(page, 'Next mistake').click();
      await until(async () => /Find better\.$/.test(await status(page)), 'a question');
      await holds('the question', '#status');
      await holds('the story beside the question', '.card');
      await control(page, 'Show the better move').click();
      await holds('the answer', '#status');
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.locator('.rules p').first().waitFor();
      await holds('the rules', '.tabs');
      if (width >= 1700) await holds('the lines beside them', '.lines, .switches');
    }
  },
  async 'frame-fits no game is wider than the window'({ page, url }) {
    for (const [width, height] of [[1000, 700], [1100, 660], [1280, 800]]) {
      await page.setViewportSize({ width, height });
      for (const place of ['#river//P1D1.P1', '#sliding', '#tower', '#cfour/445344', '#xiangqi']) {
        await page.goto('about:blank');
        await open(page, url + place);
        await page.evaluate(() => globalThis.meihua.showValues(true));
        await page.waitForTimeout(400);
        const [wanted, given] = await page.evaluate(() => [document.querySelector('#main').scrollWidth, innerWidth]);
        assert.ok(wanted <= given, `${place} takes ${wanted} of ${given}`);
      }
    }
  },
  async 'frame-list the moves stand in two columns, named as everywhere, variations below theirs'({ page, url }) {
    await open(page, url);
    await choose(page, 'Engine plays', 'nobody');
    for (const move of ['h2e2', 'h9g7', 'h0g2']) await type(page, move);
    const places = () => page.locator('.tree .group > .move').evaluateAll((all) => all.map((one) => ({ text: one.textContent, x: Math.round(one.getBoundingClientRect().left), y: Math.round(one.getBoundingClientRect().top) })));
    const [first, second, third] = await places();
    assert.deepEqual([first.text, second.text, third.text], ['C2=5', 'H8+7', 'H2+3']);
    assert.ok(first.y === second.y && first.x < second.x && third.x === first.x && third.y > first.y, JSON.stringify([first, second, third]));
    assert.match(await status(page), /^Red: H2\+3\. Black to move/, 'the same name in the line of status');
    assert.match(await page.locator('.coordinates').textContent(), /^91827364554637281\d$/, 'the edges count as the moves do');
    // The list is one stop of Tab; its arrows go through the game.
    assert.equal(await page.locator('.tree .move[tabindex="0"]').count(), 1);
    await page.locator('.tree .move[tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await until(async () => /^Red: C2=5/.test(await status(page)), 'a row up');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'C2=5', 'the focus goes along');
    await type(page, 'h7e7');
    const variation = page.locator('.tree .variation');
    await variation.waitFor();
    assert.ok((await variation.boundingBox()).y > (await page.locator('.tree .group > .move').nth(1).boundingBox()).y);
    await page.goto('about:blank');
    await open(page, `${url}#cfour/445344`);
    assert.deepEqual(await page.locator('.tree .move').allTextContents(), [...'445344'], 'a column has one name');
    await until(async () => /column 4/.test(await status(page)), 'the same name in the line of status');
  },
  async 'frame-said a hint is said, a step says what is left'({ page, url }) {
    await open(page, url);
    await page.keyboard.press('h');
    await until(async () => /Hint: [A-Z]\d[=+-]\d\.$/.test(await status(page)), 'the hint in words');
    for (const [game, words] of [['cfour', /Hint: column \d/], ['river', /Hint: \d+ (priests?|devils?)/i], ['sliding', /Hint: /]]) {
      await page.goto('about:blank');
      await open(page, `${url}#${game}`);
      await page.keyboard.press('h');
      await until(async () => words.test(await status(page)), `the hint of ${game}`, 20_000);
    }
    await page.goto('about:blank');
    await open(page, `${url}#tower`);
    await page.keyboard.press('a');
    await until(async () => /left: hp 500, attack 12, defence 8, keys 0\./.test(await status(page)), 'what the hero has');
  },
  async 'frame-phone what the hero has is in sight, a board has no gutter, home begins at its top'({ browser, url }) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    try {
      await open(page, `${url}#tower`);
      for (const tab of await page.getByRole('tab').allTextContents()) {
        await page.getByRole('tab', { name: tab }).click();
        const found = await seen(page, '.hero');
        assert.ok(found.wanted && found.board && !found.scrolls, `${tab}: ${JSON.stringify(found)}`);
      }
      await page.goto('about:blank');
      await open(page, `${url}#xiangqi`);
      const box = await page.locator('.frame').boundingBox();
      assert.ok(box.x <= 12 && box.width >= 336, `the board begins at ${box.x} and is ${box.width} wide`);
      await page.goto('about:blank');
      await open(page, `${url}#tower`);
      const [nav, on] = [await page.locator('#games').boundingBox(), await page.locator('#games [aria-current]').boundingBox()];
      assert.ok(on.x >= nav.x && on.x + on.width <= nav.x + nav.width + 1, 'the game that is on is in sight among the games');
      await home(page, `${url}#home`);
      assert.deepEqual(await page.evaluate(() => [scrollY, document.querySelector('#doors').scrollTop]), [0, 0]);
    } finally {
      await context.close();
    }
  },
  async 'frame-kept an analysis survives a reload at any moment, and so does the question'({ page, context, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', GAME);
    await control(page, 'Analyse game').click();
    await page.locator('.card').first().waitFor({ timeout: 60_000 });
    const told = () => page.evaluate(() => ({
      said: document.querySelector('#status')?.textContent, question: document.querySelector('#question')?.innerText, graph: document.querySelector('#graph polygon')?.getAttribute('points'),
      story: document.querySelector('.tale')?.innerText, moves: [...document.querySelectorAll('.tree .move')].map((one) => one.textContent), tab: document.querySelector('[role=tab][aria-selected=true]')?.textContent,
      arrows: document.querySelectorAll('#board .arrow.hint').length, pictures: document.querySelectorAll('.turns .arrow').length,
    }));
    // The page itself fetches nothing but what is its own.
    const blank = await context.newPage();
    const survives = async (step, isStill) => {
      await page.mouse.move(2, 2);
      await page.waitForTimeout(300);
      const before = await told();
      const picture = await still(page);
      await page.reload();
      await until(async () => JSON.stringify(await told()) === JSON.stringify(before), `${step} is as it was: ${JSON.stringify(before)}`).catch(async (error) => assert.fail(`${error.message} but ${JSON.stringify(await told())}`));
      // Where the engine goes on with its lines, it has other numbers. Some twenty dots on the edges of pieces are rounded otherwise.
      if (isStill) await until(async () => (await differs(blank, picture, await still(page))) < 100, `${step}: the same pixels`);
    };
    await survives('the story', false);
    await control(page, 'Next mistake').click();
    await until(async () => /Find better\.$/.test(await status(page)), 'a question');
    await survives('the question', true);
    await control(page, 'Show the better move').click();
    await until(async () => /Better: /.test(await status(page)), 'the answer');
    await survives('the answer', true);
    // The report is made again for those who want it.
    await control(page, 'Share').click();
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Report', exact: true }).click()]);
    assert.match(download.suggestedFilename(), /html$/);
  },
  async 'frame-same puzzles look the same after a reload'({ page, context, url }) {
    const blank = await context.newPage();
    // The moves that stand after each key: a press that is still on its way is no picture yet.
    for (const [game, keys] of [['river', ['p 0', 'd 0', 'Enter 1', 'p 1', 'Enter 2']], ['tower', ['d 1', 'd 2']], ['sliding', ['3 0', '5 1']]]) {
      await open(page, `${url}#${game}`);
      for (const [key, ply] of keys.map((step) => step.split(' '))) {
        await page.keyboard.press(key);
        await until(() => page.evaluate((ply) => globalThis.meihua.tree.at.ply === ply, Number(ply)), `${game}: ${key}: ${ply} moves`);
        await rest(page, `${game}: ${key}`);
      }
      // What a reload finds is a game whose moves have their names: nothing is looked at again for them.
      await until(() => page.evaluate(() => globalThis.meihua.tree.all().every((place) => place.names?.what)), `${game}: named`);
      await page.mouse.move(2, 2);
      await page.waitForTimeout(500);
      const picture = await still(page);
      await page.reload();
      await rest(page, game);
      let count = 0;
      await until(async () => (count = await differs(blank, picture, await still(page))) < 100, `${game}: the same pixels`).catch((error) => assert.fail(`${error.message}: ${count} differ`));
    }
  },
  async 'frame-tower a tower of several floors has a hint, a plan that is kept while one follows it, prices, and a route as far as it goes'({ page, url }) {
    await open(page, url);
    await drop(page, 'tower.zip', zipOf(new URL('../../../examples/tower/', import.meta.url)));
    await page.locator('.frame.tower').waitFor();
    await page.keyboard.press('h');
    await until(async () => /Hint: yellow key at 1,0\.$/.test(await status(page)), 'the hint in words');
    assert.equal(await page.locator('.target.best').count(), 1, 'and on the map');
    await page.keyboard.press('v');
    await until(async () => /Still winnable: best 132 from here\.$/.test(await status(page)), 'what can be reached');
    assert.ok((await page.locator('.tag.best').count()) >= 4, 'what doors, fights and purchases are worth');
    await page.getByRole('tab', { name: 'Plan' }).click();
    await page.getByText('132 hp at the end, proven best').waitFor();
    const left = async () => Number((await page.locator('.plan .at').innerText()).split('/')[1]);
    const whole = await left();
    await control(page, 'Next step').click();
    await until(async () => (await left()) === whole - 1, 'the plan goes on');
    assert.equal(await page.evaluate(() => globalThis.meihua.thinker.isThinking), false, 'nothing is looked for again');
    // A route that fails on its way is played as far as it goes, and goes on behind that.
    const bytes = await page.evaluate(async () => {
      const tower = globalThis.meihua.tree.base.replace(/^project /, '');
      const { file } = JSON.parse(await globalThis.work('route', { tower, keys: 'RRRFF2:RDDDD' }).answer);
      return [...new TextEncoder().encode(file)];
    });
    await drop(page, 'other.h5route', Uint8Array.from(bytes));
    await until(async () => /^3 of 9 keys of the route are played/.test(await page.getByRole('alert').textContent()), 'how far it goes').catch(async () => assert.fail(await page.evaluate(() => JSON.stringify([globalThis.meihua.alert, globalThis.meihua.tree.rest, globalThis.meihua.tree.path()]))));
    assert.equal(await page.evaluate(() => globalThis.meihua.tree.at.ply), 3);
    await control(page, 'The rest of the route').click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.at.ply > 3 || globalThis.meihua.tree.rest.length < 6), 'it goes on');
  },
  async 'frame-alone a solution that was shown earns no square, and the squares say how'({ page, url }) {
    await open(page, `${url}#sliding/BBWW_+cost`);
    await control(page, 'Show the solution').click();
    await until(async () => (await control(page, 'Autoplay').count()) === 1, 'a plan');
    await control(page, 'Autoplay').click();
    const end = page.getByRole('region', { name: 'How it ended' });
    await end.getByText('Solved with the solution in sight: cost 5. Try it alone.').waitFor();
    assert.equal(await end.locator('.squares').count(), 0);
    await page.goto('about:blank');
    await open(page, `${url}#home`).catch(() => null);
    await page.evaluate(() => globalThis.meihua.set({ values: { sliding: false } }));
    await page.getByRole('region', { name: 'Sliding' }).getByRole('button', { name: /^Today/ }).click();
    await until(() => page.evaluate(() => globalThis.meihua.view?.game === 'sliding' && !!globalThis.meihua.tree.tags.Puzzle), 'the puzzle of the day', 20_000);
    await page.keyboard.press('h');
    await until(async () => /Hint: /.test(await status(page)), 'a hint', 20_000);
    const plan = await page.evaluate(() => globalThis.meihua.engine.go('movetime 5000', { info: ({ pv }) => (globalThis.plan = pv) }).then(() => globalThis.plan));
    await type(page, plan.join(' '));
    await end.locator('.squares').getByText('hints: 1').waitFor({ timeout: 20_000 });
  },
  async 'frame-palette a piece is dragged from the palette to the board'({ page, url }) {
    await open(page, url);
    await control(page, 'Set up').click();
    const rook = page.getByRole('group', { name: 'Pieces' }).getByRole('button', { name: 'red rook' });
    await rook.waitFor();
    const [from, to] = [await rook.boundingBox(), await cell(page, 'e5').boundingBox()];
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
    assert.equal(await page.locator('.ghost').count(), 1, 'it follows the pointer');
    await page.mouse.up();
    await until(async () => /^e5, red rook/.test(await cell(page, 'e5').getAttribute('aria-label')), 'the rook stands there');
  },
  async 'frame-refused a move that is none is refused in words for people'({ page, url }) {
    for (const [game, move, words] of [
      ['river', 'P1', 'A bank would be left with 2 priests and 3 devils, more devils than priests.'], ['tower', 'w', 'A wall is in the way.'], ['tower', '0,5', 'No free way leads there.'],
      ['cfour/444444', '4', 'Column 4 is full.'], ['xiangqi', 'h0h5', 'That is not how a horse moves.'],
    ]) {
      await page.goto('about:blank');
      await open(page, `${url}#${game}`);
      await type(page, move);
      await until(async () => (await page.getByRole('alert').textContent()) === words, words).catch(async () => assert.fail(`${game} ${move}: ${await page.getByRole('alert').textContent()}`));
    }
  },
  async 'frame-home a game is opened by text or file from the first page, and those of before stand there'({ page, url }) {
    await home(page, url);
    const field = page.getByRole('textbox', { name: 'Paste a game, a position or a link' });
    await field.fill('position startpos moves h2e2 h9g7');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await until(async () => (await page.locator('.tree .move').count()) === 2 && /^Black: H8\+7/.test(await status(page)), 'the xiangqi game is open');
    await drop(page, 'game.pgn', GAME);
    await page.locator('.player', { hasText: 'Ann' }).waitFor();
    await control(page, 'Analyse game').click();
    await page.locator('.card').first().waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: /^Meihua/ }).click();
    const recent = page.locator('.recent button');
    await until(async () => (await recent.count()) === 2 && (await recent.locator('.picture').count()) === 2, 'two games of before');
    assert.match(await recent.first().textContent(), /^Ann – Bo5 moves · \d+ % : \d+ %$/, 'names, moves, accuracy');
    await control(page, 'Kept games').click();
    assert.match(await page.getByRole('dialog').getByRole('listitem').first().innerText(), /Ann – Bo.* · 5 moves · \d+ % : \d+ %/);
    await page.getByRole('button', { name: 'Close' }).click();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Open a file…' }).click()]);
    await chooser.setFiles({ name: 'other.pgn', mimeType: 'text/plain', buffer: Buffer.from(GAME.replace('Ann', 'Cy')) });
    await page.locator('.player', { hasText: 'Cy' }).waitFor();
    await page.getByRole('link', { name: /^Meihua/ }).click();
    await recent.filter({ hasText: 'Ann' }).click();
    await page.locator('.player', { hasText: 'Ann' }).waitFor();
  },
  async 'frame-axe no panel has a fault for those who do not see it'({ page, url, axe }) {
    for (const [place, width] of [['xiangqi', 1366], ['cfour/445344', 1366], ['tower', 1366], ['tower', 1920], ['sliding', 1366]]) {
      await page.setViewportSize({ width, height: 768 });
      await page.goto('about:blank');
      await open(page, `${url}#${place}`);
      if (place === 'xiangqi') {
        await drop(page, 'game.pgn', GAME);
        await control(page, 'Analyse game').click();
        await page.locator('.card').first().waitFor({ timeout: 60_000 });
      } else await page.keyboard.press('v');
      for (const tab of await page.getByRole('tab').allTextContents()) {
        await page.getByRole('tab', { name: tab, exact: true }).click();
        await page.waitForTimeout(700);
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), [], `${place}, ${tab}, ${width}`);
      }
    }
  },
  async 'frame-embedded in a frame of 480 by 420 every game plays without scrolling'({ page, url }) {
    await page.setViewportSize({ width: 480, height: 420 });
    for (const game of ['xiangqi', 'cfour', 'river', 'sliding', 'tower']) {
      await page.goto('about:blank');
      await open(page, `${url}#${game}`);
      await page.locator('.frame').waitFor();
      const found = await seen(page, '#status');
      assert.ok(!found.scrolls && found.board && found.wanted, `${game}: ${JSON.stringify(found)}`);
    }
  },
  async 'frame-files of several files that are dropped each is opened'({ page, url }) {
    await open(page, url);
    await page.evaluate(([one, two]) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of [['a.pgn', one], ['b.pgn', two]]) dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, [GAME, GAME.replace('Ann', 'Cy')]);
    await page.getByText('Opened: 2 files.').waitFor();
    await page.locator('.player', { hasText: 'Cy' }).waitFor();
    await page.getByRole('link', { name: /^Meihua/ }).click();
    await page.locator('.recent button', { hasText: 'Ann' }).waitFor();
  },
  async 'frame-stops the keyboard finds at most twenty stops, and the stage has a heading'({ page, url }) {
    await open(page, url);
    await drop(page, 'game.pgn', GAME);
    await control(page, 'Analyse game').click();
    await page.locator('.card').first().waitFor({ timeout: 60_000 });
    for (const tab of ['Story', 'Engine', 'Moves']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForTimeout(500);
      const stops = await page.evaluate(() => [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter((one) => one.tabIndex >= 0 && !one.disabled && one.offsetParent).map((one) => one.ariaLabel || one.textContent));
      assert.ok(stops.length <= 20, `${tab}: ${stops.length} stops: ${stops.join(' | ')}`);
    }
    await page.keyboard.press('b');
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    await page.goto('about:blank');
    await open(page, `${url}#cfour`);
    assert.deepEqual(await page.getByRole('columnheader').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [1, 2, 3, 4, 5, 6, 7].map((n) => `column ${n}`));
  },
  async 'frame-focus the focus stays where one plays by keyboard, whatever is drawn anew'({ page, url }) {
    const name = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent);
    const presses = async (button) => {
      // The browser tells people with a keyboard by their keys.
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: button, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForTimeout(400);
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY', `after ${button}`);
    };
    await open(page, `${url}#river`);
    await presses('+ Priest');
    assert.match(await name(), /Priest/, 'the same button, or one beside it');
    await presses('+ Devil');
    await presses('Show the solution');
    await page.getByRole('tab', { name: 'Plan' }).click();
    await presses('Next step');
    await presses('Undo');
    await open(page, `${url}#sliding`);
    await presses('Show the solution');
    await open(page, `${url}#xiangqi`);
    await choose(page, 'Engine plays', 'nobody');
    await type(page, 'h2e2');
    await presses('Undo');
  },
  async 'frame-flat nodes and listeners do not pile up while one plays and steps'({ page, context, url }) {
    await open(page, url);
    await choose(page, 'Engine plays', 'nobody');
    for (const move of ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0', 'h7h1']) await type(page, move);
    const client = await context.newCDPSession(page);
    const steps = (count) => page.evaluate(async (n) => {
      const { meihua } = globalThis;
      for (let index = 0; index < n; index++) {
        meihua.goTo(index % 2 ? meihua.tree.after() || meihua.tree.root : meihua.tree.at.parent || meihua.tree.line().at(-1));
        await new Promise((next) => requestAnimationFrame(next));
      }
      await new Promise((next) => setTimeout(next, 300));
    }, count);
    const counters = async () => {
      await client.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
      return [nodes, jsEventListeners];
    };
    await steps(100);
    const [nodes, listeners] = await counters();
    await steps(400);
    const [nodesNow, listenersNow] = await counters();
    console.log(`   nodes ${nodes}, then ${nodesNow}; listeners ${listeners}, then ${listenersNow}`);
    assert.ok(nodesNow < nodes * 1.1 && listenersNow < listeners * 1.1, `nodes ${nodes} to ${nodesNow}, listeners ${listeners} to ${listenersNow}`);
    await cell(page, 'h2').or(cell(page, 'e2')).first().waitFor();
  },
};
