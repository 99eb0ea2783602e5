// Games of one's own: the text beside the board, the board of any game, links that hold the text, and what a guest may not do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { alert, alone, cell, control, drop, findings, home, moves, open, saved, status, until } from './server.mjs';

const text = (page) => page.getByRole('textbox', { name: /^(The text of the rules|规则文本)$/ });
const faults = (page) => page.locator('#rulesSaid').textContent();
/** Opens what the address holds in a page that knows nothing else. */
async function openLink(page, url) {
  const { hash } = new URL(page.url());
  await page.goto('about:blank');
  await open(page, url.split('#')[0] + hash);
}
/** Begins with a shipped game, for two people. */
async function begin(page, name) {
  const before = await page.evaluate(() => globalThis.meihua.tree.base);
  await page.getByLabel('Start from').selectOption(name);
  await until(async () => /the board plays it/.test(await faults(page)), `${name} is read`);
  await until(() => page.evaluate((base) => globalThis.meihua.tree.base !== base && globalThis.meihua.view?.variant && globalThis.meihua.view === globalThis.meihua.tree.at.view, before), `${name} is on the board`);
  await page.evaluate(() => Object.assign(globalThis.meihua.tree.seats, { second: 'person' }));
  await page.evaluate(() => globalThis.meihua.sync());
  await until(() => page.evaluate(() => globalThis.meihua.view && globalThis.meihua.tree.path().length === 0), `${name} has begun`);
}
/** Presses squares one after the other and waits until the game has so many moves. */
async function press(page, squares, count) {
  for (const square of squares) await cell(page, square).click();
  await until(async () => (await page.evaluate(() => globalThis.meihua.tree.path().length)) === count, `${squares.join(' ')} is move ${count}: ${await alert(page)}`);
}
const played = (page) => page.evaluate(() => globalThis.meihua.tree.path());
/** The domain and the problem of a puzzle on a board. */
const field = (page, name) => page.getByRole('textbox', { name, exact: true });
const onBoard = (page) => page.evaluate(() => globalThis.meihua.view?.own.problem);
/** Drops several files at once. */
const dropAll = (page, files) => page.evaluate((list) => {
  const dataTransfer = new DataTransfer();
  for (const [name, content] of list) dataTransfer.items.add(new File([content], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}, files);
/** A puzzle of two files, several lines each. */
const DOMAIN = '; Who walks where.\n(define (domain walk)\n  (:predicates (at ?p) (way ?p ?q))\n  (:action go :parameters (?p ?q)\n    :precondition (and (at ?p) (way ?p ?q))\n    :effect (and (at ?q) (not (at ?p)))))\n';
const PROBLEM = '; Two steps.\n\n(define (problem two-steps)\n  (:domain walk)\n  (:objects a b c)\n  (:init (at a) (way a b) (way b c))\n  (:goal (at c)))\n';
const FOX = '[fox]\ncustomPiece1 = h:mfF\ncustomPiece2 = f:mF\nstartFen = 1h1h1h1h/8/8/8/8/8/8/4F3 w - - 0 1\nstalemateValue = loss\nflagPieceWhite = f\nflagRegionWhite = *8\n';

export const own = {
  async 'own-story a game of chess is analysed, told and asked about like one of xiangqi'({ page, url }) {
    await open(page, url);
    const rules = `chess ${Buffer.from(readFileSync('examples/games/chess.ini')).toString('base64url')}`;
    await drop(page, 'fool.pgn', `[White "Ann"]\n[Black "Bob"]\n[Variant "chess"]\n[Rules "${rules}"]\n\n1. f2f3 e7e5 2. g2g4 d8h4 0-1\n`);
    await until(() => page.evaluate(() => globalThis.meihua.game === 'own' && globalThis.meihua.tree.all().length === 4), 'the game is open');
    await page.evaluate(() => globalThis.meihua.setMode('analyse'));
    await page.getByRole('button', { name: 'Analyse game' }).click();
    const card = page.getByRole('region', { name: 'Accuracy of White' });
    await card.waitFor({ timeout: 60_000 });
    assert.match(await card.innerText(), /Ann · White[^]*[12] \?\?/);
    // Moves of a file have their names a moment later.
    await until(async () => /2\. g4 cost \d+ of 100 points/.test(await page.locator('.turns').innerText()), 'its moves in words');
    // F5 keeps what was found.
    await page.reload();
    await card.waitFor();
    await page.getByRole('button', { name: 'Find better than 2. g4' }).click();
    await until(async () => /^2\. g4\?\? cost White \d+ of 100 points\. Find better\.$/.test(await status(page)), 'the question', 60_000);
    for (const square of ['b1', 'c3']) await cell(page, square).click();
    await until(async () => /^Nc3 (holds|is not it yet)/.test(await status(page)), 'an answer', 60_000);
    await control(page, 'Share').click();
    const report = await saved(page, () => page.getByRole('button', { name: 'Report' }).click());
    const told = readFileSync(await report.path(), 'utf8');
    assert.match(told, /Ann[^]*Allows mate in 1/);
    assert.ok(told.includes('<figure><svg'), 'its turning points are drawn');
    for (const [name, head] of [['Picture', 'PNG'], ['Film', 'GIF89a']]) {
      const drawn = await saved(page, () => page.getByRole('dialog').getByRole('button', { name, exact: true }).click());
      assert.ok(readFileSync(await drawn.path()).subarray(0, 8).toString('latin1').includes(head), name);
    }
  },
  async 'own-text a text is checked while one types, and what is wrong has its line'({ page, url, axe }) {
    await open(page, `${url}#own`);
    await until(async () => /hexapawn is a game: the board/.test(await faults(page)), 'a game is there at once');
    await text(page).fill('');
    await page.keyboard.type('[fox]\nmaxRank = 99\ncolour = red\n');
    await until(async () => /Line 2, maxRank: found "99", expected a number from 1 to 16.*Line 3, colour: unknown key/.test(await faults(page)), 'both faults');
    assert.match(await page.evaluate(() => globalThis.meihua.view.fen), /^ppp/, 'the board waits');
    await page.getByRole('button', { name: /^Line 3/ }).click();
    assert.equal(await text(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), 'colour = red');
    await page.reload();
    await until(async () => /Line 3/.test(await faults(page)), 'F5 keeps what was typed');
    // A name with a space; a game without a move.
    await text(page).fill('[my game]\n');
    await until(async () => /Line 1: a game's name has/.test(await faults(page)), 'the name');
    await text(page).fill('[still]\nmaxRank = 2\nmaxFile = 2\nimmobile = s\nfreeDrops = true\nstartFen = 2/2 w - - 0 1\n');
    await until(async () => /It is over before it begins: no move left/.test(await faults(page)), 'no move');
    // A name that the program has taken: the text stays where it can be mended, after a reload, too.
    await text(page).fill(`[tower]\n${FOX.slice(FOX.indexOf('\n') + 1)}`);
    await until(async () => /called tower|Line 1/.test(await faults(page)), 'the name is taken');
    await page.reload();
    await until(async () => /^\[tower\]/.test(await text(page).inputValue()) && /called tower|Line 1/.test(await faults(page)), 'F5 keeps the text');
    await text(page).fill(FOX);
    await until(async () => (await page.getByRole('gridcell').count()) === 64 && /fox is a game: the board/.test(await faults(page)), 'the board follows the text');
    await press(page, ['e1', 'd2'], 2);
    assert.match(await status(page), /White: F e1-d2|Black: H/);
    // A game that has begun is not replaced by itself.
    await text(page).fill(FOX.replace('4F3', '2F5'));
    await page.getByRole('button', { name: 'Play this text' }).waitFor();
    assert.match(await faults(page), /the board still has the game before/);
    assert.equal((await played(page)).length, 2);
    await page.getByRole('button', { name: 'Play this text' }).press('Enter');
    await until(async () => /2F5/.test(await page.evaluate(() => globalThis.meihua.view?.fen || '')), 'the new game');
    await control(page, 'Undo').click();
    await until(async () => (await played(page)).length === 2, 'Undo brings the old one back');
    assert.deepEqual(await findings(page, axe), []);
    await page.getByRole('button', { name: '中文' }).click();
    await text(page).fill('[a]\nmaxRank = 99\n');
    await until(async () => /第 2 行，maxRank：读到 "99"，应为 1 到 16 的数/.test(await faults(page)), 'in Chinese');
    // So is what is wrong with a file of games.
    await drop(page, 'cut.pgn', '[Event "x"]\n\n1. h2e2 h2e2 *\n');
    await until(async () => /^第 3 行：主线第 2 着：着法 "h2e2" 不合法：该处没有棋子/.test(await alert(page)), 'a bad move');
  },
  async 'own-board drops, walls, hands, promotions, chains and passes are pressed step by step'({ page, url }) {
    await open(page, `${url}#own`);
    await page.getByLabel('Start from').waitFor();
    await begin(page, 'hex');
    // White connects left and right: 11 squares on either side have two lines each.
    assert.equal(await page.locator('.goal0').count(), 44);
    const [left] = await page.locator('.goal0').evaluateAll((lines) => lines.map((line) => Number(line.getAttribute('x1'))).sort((a, b) => a - b));
    assert.ok(left < 30, `White's edge begins at ${left}`);
    await press(page, ['c3'], 1);
    await press(page, ['d4'], 2);
    assert.equal(await page.locator('polygon.sq').count(), 121);
    await begin(page, 'amazons');
    await press(page, ['d1', 'd4', 'a1'], 1);
    assert.deepEqual(await played(page), ['d1d4,d4a1']);
    await until(async () => /wall/.test((await cell(page, 'a1').getAttribute('aria-label')) || ''), 'the wall is named');
    await begin(page, 'minishogi');
    for (const [from, to, count] of [['a2', 'a3', 1], ['e4', 'e3', 2], ['e1', 'e3', 3], ['d5', 'e4', 4]]) await press(page, [from, to], count);
    // A key reaches no button before it can be pressed.
    const pawn = page.getByRole('button', { name: 'pawn, 1 in hand' });
    await until(() => pawn.isEnabled(), 'the pawn in hand can be pressed');
    await pawn.press('Enter');
    await press(page, ['c3'], 5);
    assert.equal((await played(page)).at(-1), 'P@c3');
    // A piece in hand is dragged to the board, too.
    await page.evaluate(() => globalThis.meihua.undo());
    await until(async () => (await played(page)).length === 4, 'the drop is taken back');
    const middle = async (where) => {
      const { x, y, width, height } = await where.boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await middle(page.getByRole('button', { name: 'pawn, 1 in hand' }))));
    await page.mouse.down();
    await page.mouse.move(...(await middle(cell(page, 'd2'))), { steps: 5 });
    await page.mouse.move(...(await middle(cell(page, 'c3'))), { steps: 5 });
    await page.mouse.up();
    await until(async () => (await played(page)).at(-1) === 'P@c3', 'a piece is dragged from the hand');
    assert.equal(await page.locator('.ghost').count(), 0);
    await control(page, 'Flip').click();
    await until(async () => (await page.locator('.hand').first().locator('button').count()) === 0, 'the hands are turned, too');
    await begin(page, 'draughts');
    await page.evaluate(() => globalThis.meihua.play('b6a5 c3d4 a5b4 a3c5'));
    await until(async () => (await played(page)).length === 4, 'a capture');
    await press(page, ['d6', 'b4'], 5);
    await begin(page, 'chess');
    await page.evaluate(() => globalThis.meihua.play('a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5'));
    await until(async () => (await played(page)).length === 8, 'a pawn before its promotion');
    for (const square of ['a7', 'b8']) await cell(page, square).click();
    await page.getByRole('button', { name: 'Becomes: queen' }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Becomes: queen', 'Enter makes a queen');
    await page.keyboard.press('Escape');
    await until(async () => (await page.getByRole('button', { name: /^Becomes/ }).count()) === 0, 'Escape leaves the move');
    await cell(page, 'a7').click();
    await cell(page, 'b8').click();
    await page.getByRole('button', { name: 'Becomes: knight' }).click();
    await until(async () => (await played(page)).at(-1) === 'a7b8n', 'a knight');
    await text(page).fill('[c:crazyhouse]\nstartFen = 6k1/P7/8/8/8/8/8/K7[QRBNPqrbnp] w - - 0 1\n');
    await page.getByRole('button', { name: 'Play this text' }).click();
    await until(async () => (await page.locator('.hand button').count()) === 10, 'two hands of five');
    for (const [width, height] of [[1280, 800], [1024, 700], [390, 844]]) {
      await page.setViewportSize({ width, height });
      for (const square of ['a7', 'a8']) await cell(page, square).click();
      for (const name of ['Becomes: queen', 'Becomes: knight', 'Cancel']) {
        const answer = page.getByRole('button', { name });
        assert.ok(await answer.evaluate((one) => {
          const { x, y, width: w, height: h } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + w / 2, y + h / 2));
        }), `${name} can be pressed at ${width} by ${height}`);
      }
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await begin(page, 'othello');
    await press(page, ['f4'], 1);
    await control(page, 'Hint').click();
    await until(() => page.locator('.arrow.hint').count(), 'a hint');
  },
  async 'own-keys a game is played by the keyboard alone'({ page, url }) {
    await open(page, `${url}#own`);
    await page.getByLabel('Start from').waitFor();
    await begin(page, 'breakthrough');
    await cell(page, 'a1').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await until(async () => /can move here/.test((await cell(page, 'a3').getAttribute('aria-label')) || ''), 'the target is named');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await until(async () => (await played(page)).join() === 'a2a3', 'a move');
    await until(async () => /White: a2-a3\. Black/.test(await status(page)), 'the move in words');
  },
  async 'own-link a link holds the whole text, and a file opens'({ page, url, browser }) {
    await open(page, `${url}#own`);
    await text(page).fill(FOX);
    await until(async () => /fox is a game: the board/.test(await faults(page)), 'the text');
    await alone(page);
    await press(page, ['e1', 'd2'], 1);
    const hash = new URL(page.url()).hash;
    const other = await (await browser.newContext()).newPage();
    await open(other, url.split('#')[0] + hash);
    await until(async () => /fox is a game: the board/.test(await faults(other)), 'the text in another browser');
    assert.equal(await text(other).inputValue(), FOX);
    assert.deepEqual(moves(other), ['e1d2']);
    await other.goto('about:blank');
    await other.goto(`${url.split('#')[0]}#own/rules+fox+W2Zv**+startpos`);
    await until(async () => /VariantText: line 1/.test(await alert(other)), 'a damaged link is refused in words');
    await other.context().close();
    await open(page, `${url.split('#')[0]}#xiangqi`);
    await drop(page, 'fox.ini', FOX);
    await until(async () => /fox is a game: the board/.test(await faults(page)), 'the dropped game');
    await drop(page, 'jugs.pddl', readFileSync(new URL('../../../examples/puzzles/jugs.pddl', import.meta.url)));
    await until(async () => /is a puzzle/.test(await faults(page)), 'the dropped puzzle');
    assert.equal(await alert(page), '');
  },
  async 'own-torn a link that lost its end opens a board, and says what is wrong with it'({ page, url, browser }) {
    await open(page, `${url}#own`);
    await text(page).fill(FOX);
    await until(async () => /fox is a game: the board/.test(await faults(page)), 'the text');
    const { hash } = new URL(page.url());
    const [top] = url.split('#');
    for (const torn of ['#own/x', '#own/hexapawn', hash.slice(0, -3), hash.slice(0, hash.length >> 1)]) {
      const other = await (await browser.newContext()).newPage();
      const thrown = [];
      other.on('pageerror', (error) => thrown.push(error.message));
      await open(other, top + torn);
      await until(async () => (await alert(other)) && (await other.getByRole('gridcell').count()), `${torn.slice(0, 30)}: a message and a board`);
      await open(other, `${top}#xiangqi`);
      await other.goto(top + torn);
      await until(async () => (await alert(other)) && (await other.evaluate(() => globalThis.meihua.game === 'own' && globalThis.meihua.view?.moves.length > 0)), `${torn.slice(0, 30)}: in an open page, too`);
      await other.reload();
      await until(() => other.getByRole('gridcell').count(), 'F5');
      assert.deepEqual(thrown, []);
      await other.context().close();
    }
  },
  async 'own-taken a file whose game has a taken name is refused, and spoils no other'({ page, url }) {
    await home(page, `${url}#home`);
    await drop(page, 'x.ini', '[xiangqi:chess]\n');
    await until(async () => /the program has a game called xiangqi/.test(await alert(page)), 'it is refused');
    assert.equal(await text(page).inputValue(), '[xiangqi:chess]', 'its text can be mended');
    await until(() => page.evaluate(() => globalThis.meihua.game === 'own' && globalThis.meihua.view), 'a board');
    const bases = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('meihua.kept.')).map((key) => JSON.parse(localStorage.getItem(key)).content.base));
    assert.ok(!(await bases()).some((base) => base.startsWith('rules xiangqi ')), 'it is not kept');
    // Earlier versions kept it.
    await page.evaluate(() => localStorage.setItem('meihua.kept.own.1', JSON.stringify({ content: { game: 'own', start: '', base: `rules cfour ${btoa('[cfour:chess]')} startpos`, moves: [], tags: {}, result: '*' }, view: {}, rev: 1, when: 1 })));
    await page.goto('about:blank');
    await home(page, `${url}#home`);
    await until(() => page.locator('.recent .face svg').count(), 'the pictures of other games');
  },
  async 'own-guest a page may send a text, never a path'({ page, url }) {
    await open(page, `${url}#own`);
    const said = await page.evaluate(async () => {
      const { engine } = globalThis.meihua;
      engine.errors = [];
      engine.send('setoption name VariantPath value /etc/passwd');
      await engine.ask('readyok', '', 'isready');
      return engine.errors.map(({ message }) => message);
    });
    assert.equal(said.length, 1, said.join());
    assert.ok(!/root:/.test(said[0]), said[0]);
    // A text that hangs together with nothing, and one that is large.
    for (const wrong of ['[x', '[x:y]\n'.repeat(300), `[x]\nstartFen = ${'8/'.repeat(4000)}`]) {
      await text(page).fill(wrong);
      await until(async () => /Line 1|begins with its name/.test(await faults(page)), 'it is refused with its line');
    }
  },
  async 'own-puzzle a puzzle in PDDL is written, played, hinted and solved'({ page, url, axe }) {
    await open(page, `${url}#plan`);
    await until(async () => /wolf-goat-cabbage is a puzzle/.test(await faults(page)), 'a puzzle is there at once');
    await page.getByLabel('Start from').selectOption('torch');
    await until(async () => /one-two-five-ten is a puzzle/.test(await faults(page)), 'the torch');
    await control(page, 'Hint').click();
    await until(async () => (await page.locator('.act.hinted').getAttribute('aria-label')) === 'cross ben ada here there', 'a hint');
    await page.getByRole('button', { name: 'cross ben ada here there' }).press('Enter');
    await until(async () => (await played(page)).join() === 'cross(ben,ada,here,there)', 'an action');
    await control(page, 'Values').click();
    await until(async () => /Still winnable: best 15 from here/.test(await status(page)), 'the value');
    await page.getByRole('button', { name: /^cross-alone ada there here ★ 15, / }).waitFor();
    const problem = page.getByRole('textbox', { name: 'The problem' });
    const whole = await problem.inputValue();
    await problem.fill(whole.replace('(torch here)', '(torsh here)'));
    await until(async () => /Line 4, problem: found "\(torsh here\)/.test(await faults(page)), 'the fault in its field');
    await page.getByRole('button', { name: /^Line 4/ }).click();
    assert.equal(await problem.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), '(torsh');
    await problem.fill(whole.replace('(minutes ada) 1', '(minutes ada) 3'));
    await page.getByRole('button', { name: 'Play this text' }).press('Enter');
    await until(async () => /best 19 from here/.test(await status(page)), 'the slower puzzle');
    assert.deepEqual(await findings(page, axe), []);
    await openLink(page, url);
    await until(async () => /minutes ada\) 3/.test(await page.getByRole('textbox', { name: 'The problem' }).inputValue()), 'the link holds the text');
  },
  async 'own-drawn a legend draws the state, and what is pressed in the picture is done'({ page, url, axe, browser }) {
    await open(page, `${url}#plan`);
    const press = (name) => page.locator(`.drawn [data-objects~="${name}"]`).last().click();
    const begun = (name, puzzle) => page.getByLabel('Start from').selectOption(name).then(() => until(() => page.evaluate((word) => globalThis.meihua.view?.own.problem === word && globalThis.meihua.tree.path().length === 0, puzzle), puzzle));
    await page.getByRole('img', { name: 'A picture of the state' }).waitFor();
    await press('goat');
    await until(async () => (await played(page)).join() === 'take(goat,left,right)', 'the only action with the goat');
    for (const bank of ['right', 'left']) await page.locator('.site').getByText(bank).click();
    await until(async () => (await played(page)).at(-1) === 'cross(right,left)', 'from bank to bank');
    const other = await (await browser.newContext()).newPage();
    await open(other, page.url());
    await until(async () => (await played(other)).join(' ') === (await played(page)).join(' '), 'the address opens elsewhere');
    await page.getByRole('tab', { name: 'Proof' }).click();
    await until(async () => (await page.locator('.states h2').textContent()) === '3 of 10 states seen', 'the graph of what was seen');
    await page.getByRole('button', { name: 'Show all states' }).click();
    const graph = page.getByRole('list', { name: 'States of the puzzle' });
    await until(async () => (await graph.getByRole('listitem').count()) === 10, 'all states');
    assert.equal(await graph.getByRole('listitem', { name: /the goal$/ }).count(), 1);
    await graph.getByRole('listitem', { name: /, 4 actions, take wolf left right$/ }).press('Enter');
    await until(async () => (await played(page)).at(-1) === 'take(wolf,left,right)', 'a state is a step');
    await page.getByRole('tab', { name: 'Text' }).click();
    await begun('klotski', 'sword-across-horse-rearing');
    await press('a5');
    await until(() => page.locator('.drawn .picked').count(), 'a block is chosen');
    assert.equal(await page.locator('.act.near').count(), 2);
    await press('b5');
    await until(async () => (await played(page)).join() === 'small(a5,b5)', 'it moves by one cell');
    // Its file is its text, with the actions as comments.
    const file = await saved(page, () => control(page, 'Save').click());
    assert.equal(file.suggestedFilename(), 'sword-across-horse-rearing.pddl');
    await home(other, `${url}#home`);
    await drop(other, file.suggestedFilename(), readFileSync(await file.path()));
    await until(async () => (await other.evaluate(() => globalThis.meihua.tree.all().map((place) => place.names.move).join())) === 'small(a5,b5)', 'the file opens elsewhere');
    await other.locator('.drawn').waitFor();
    await other.context().close();
    await control(page, 'Hint').click();
    await until(() => page.locator('.drawn .hinted').count(), 'a hint in the picture');
    const legend = page.getByRole('textbox', { name: 'The picture: what is drawn where' });
    const drawn = await legend.inputValue();
    await legend.fill(`${drawn}\nsmal ?c: tile in ?c\n`);
    await until(async () => /Line 12, picture: the domain has no predicate "smal"/.test(await faults(page)), 'the fault of the legend');
    await page.getByRole('button', { name: /^Line 12/ }).click();
    assert.equal(await legend.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), 'smal ?c: tile in ?c');
    await begun('hanoi', 'disks-7-pegs-3');
    await legend.fill('');
    await until(async () => !(await page.locator('.drawn').isVisible()), 'without a legend there is no picture');
    await legend.fill('places p1 p2 p3\non ?disk ?below: bar ?disk red on ?below');
    await until(() => page.locator('.thing.bar.red').count(), 'the picture follows the text');
    assert.deepEqual(await findings(page, axe), []);
    await openLink(page, url);
    await until(() => page.locator('.thing.bar.red').count(), 'the link holds the legend');
    await drop(page, 'hanoi.legend', readFileSync(new URL('../../../examples/puzzles/hanoi.legend', import.meta.url)));
    await until(async () => (await page.locator('.thing.bar').count()) === 7 && !(await page.locator('.thing.bar.red').count()), 'a dropped legend draws the puzzle that is on');
    // A change that waits to be played is not lost by it.
    await page.evaluate(() => globalThis.meihua.play(globalThis.meihua.view.moves[0].move));
    await until(async () => (await played(page)).length === 1, 'an action');
    const domain = page.getByRole('textbox', { name: 'The domain' });
    await domain.fill(`; mine\n${await domain.inputValue()}`);
    await page.getByRole('button', { name: 'Play this text' }).waitFor();
    const changed = readFileSync(await (await saved(page, () => control(page, 'Save').click())).path(), 'utf8');
    assert.match(changed, /^; mine\n[^]*\n; moves: \S+\n$/, 'its file has the change and the action');
    await drop(page, 'klotski.legend', readFileSync(new URL('../../../examples/puzzles/klotski.legend', import.meta.url)));
    await until(async () => /This is a picture, but of another puzzle: line 7: the domain has no predicate "small"/.test(await alert(page)), 'the picture of another puzzle');
    await drop(page, 'hanoi.legend', 'places p1 p2 p3\non ?disk ?below: bar ?disk red on ?below');
    await until(() => page.locator('.thing.bar.red').count(), 'another legend');
    assert.match(await domain.inputValue(), /^; mine\n/);
  },
  async 'own-files a domain and a problem of their own open as one puzzle, at once or one after the other'({ page, url }) {
    const [domain, problem] = [['domain.pddl', DOMAIN], ['p01.pddl', PROBLEM]];
    for (const files of [[domain, problem], [problem, domain]]) {
      await home(page, `${url}#home`);
      await dropAll(page, files);
      await until(async () => (await onBoard(page)) === 'two-steps', 'both dropped at once');
      await until(async () => /two-steps is a puzzle: the board/.test(await faults(page)), 'it is checked');
      assert.equal(await alert(page), '');
    }
    await open(page, `${url}#river`);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), control(page, 'Load').click()]);
    await chooser.setFiles([domain, problem].map(([name, content]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })));
    await until(async () => (await onBoard(page)) === 'two-steps', 'both chosen at once');
    // One after the other: the first waits for the second.
    for (const [first, second, name, what] of [[domain, problem, 'The domain', 'problem'], [problem, domain, 'The problem', 'domain']]) {
      await open(page, `${url}#river`);
      await drop(page, ...first);
      await until(async () => new RegExp(`^The ${what} is missing: drop its file`).test(await alert(page)), `the ${what} is missing`);
      assert.equal(await field(page, name).inputValue(), first[1].trimEnd());
      assert.equal(await field(page, `The ${what}`).inputValue(), '');
      await until(async () => new RegExp(`The ${what} is missing`).test(await faults(page)), 'the page says what is missing');
      await page.reload();
      await until(async () => (await field(page, name).inputValue()) === first[1].trimEnd(), 'F5 keeps what waits');
      await drop(page, ...second);
      await until(async () => (await onBoard(page)) === 'two-steps', `the ${what} joins it`);
      assert.deepEqual([await alert(page), await field(page, 'The domain').inputValue(), await field(page, 'The problem').inputValue()], ['', DOMAIN.trimEnd(), PROBLEM.trimEnd()]);
      await page.goBack();
      await until(() => page.evaluate(() => globalThis.meihua.game === 'river'), 'Back leads to the game before');
    }
    // Two problems of one domain are two puzzles; a fault has its place in its own file.
    await dropAll(page, [problem, ['p02.pddl', PROBLEM.replace('two-steps', 'again')], domain]);
    await until(async () => (await onBoard(page)) === 'again' && /Opened: 2/.test(await page.locator('#found').textContent()), 'both problems');
    await dropAll(page, [['p03.pddl', PROBLEM.replace('way b c', 'way b d')], domain]);
    await until(async () => /^There is a fault in the problem, line 6, column 34: found "d", expected an object/.test(await alert(page)), 'the place in the problem');
    await until(async () => /Line 6, problem: found "d"/.test(await faults(page)), 'and in the field');
  },
  async 'own-broken a broken file is told with its place and can be mended, and nothing on the board is lost'({ page, url }) {
    const lines = `${DOMAIN}\n${PROBLEM}`;
    const broken = lines.replace('(not (at ?p))', '(not (at ?r))');
    await home(page, `${url}#home`);
    await drop(page, 'two.pddl', lines);
    await until(async () => (await onBoard(page)) === 'two-steps', 'a puzzle');
    await page.getByRole('button', { name: 'go a b' }).click();
    await until(async () => (await played(page)).join() === 'go(a,b)', 'an action');
    await drop(page, 'broken.pddl', broken);
    await until(async () => /^There is a fault in line 6, column 35: found "\?r", expected a variable declared before\. The text is open/.test(await alert(page)), 'the place in the file');
    await until(async () => /Line 6, domain: found "\?r"/.test(await faults(page)), 'the place in the text');
    assert.match(await field(page, 'The domain').inputValue(), /at \?r/);
    await page.goBack();
    await until(async () => (await onBoard(page)) === 'two-steps' && (await played(page)).join() === 'go(a,b)', 'Back leads to the game');
    assert.match(await field(page, 'The domain').inputValue(), /not \(at \?p/);
    await page.goForward();
    await until(async () => /at \?r/.test(await field(page, 'The domain').inputValue()), 'and forward to the text');
    await field(page, 'The domain').fill(DOMAIN.trimEnd());
    await until(async () => (await onBoard(page)) === 'two-steps', 'mended, it is on the board');
    await control(page, 'Undo').click();
    await until(async () => (await played(page)).join() === 'go(a,b)', 'Undo brings the game back, too');
    await page.getByRole('button', { name: '中文' }).click();
    await drop(page, 'broken.pddl', broken);
    await until(async () => (await alert(page)) === '第 6 行第 35 列有误：读到 "?r"，应为 前面声明过的变量。文本已打开，可以改正。', 'all of it in Chinese');
    await until(async () => /第 6 行，领域：读到 "\?r"，应为 前面声明过的变量/.test(await faults(page)), 'in the text as well');
    await drop(page, 'p01.pddl', PROBLEM);
    await until(async () => /^还缺领域/.test(await alert(page)), 'what is missing');
    // A tower has no text that could be mended: what is on the board stays.
    await open(page, `${url.split('#')[0]}#tower`);
    const tower = '1\n3 3\n10 10 10\n10 99 11\n10 10 10\n2 2 10 60 150\n1\n99 30 12 2 0\n500 12 8 0 0 0\n';
    await drop(page, 'tower.txt', tower);
    const fen = () => page.evaluate(() => globalThis.meihua.view?.fen || '');
    await until(async () => /^1;3 3;10 10 10;10 99 11/.test(await fen()), 'a tower');
    await drop(page, 'broken.txt', tower.replace('99 11', '77 11'));
    await until(async () => /^第 4 行第 4 列有误：读到 "77"，应为 /.test(await alert(page)), 'its place in Chinese');
    assert.match(await fen(), /^1;3 3;10 10 10;10 99 11/);
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    await drop(page, 'broken.txt', tower.replace('99 11', '77 11'));
    await until(async () => /^There is a fault in line 4, column 4: found "77", expected a code/.test(await alert(page)), 'its place in English');
  },
  async 'own-home the home page leads to it'({ page, url }) {
    await home(page, `${url}#home`);
    const card = page.getByRole('region', { name: 'Your own game' });
    assert.equal(await card.getByRole('button', { name: /puzzle/ }).count(), 0);
    await card.getByRole('button', { name: 'Play: Your own game' }).click();
    await until(async () => /hexapawn is a game: the board/.test(await faults(page)), 'the first game');
  },
};
