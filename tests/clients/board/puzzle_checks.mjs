// Puzzles of one's own: hints where nothing leads to the goal, what is kept of a text, its lists, and its picture as a file.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { alert, control, drop, open, saved, status, until } from './server.mjs';

const faults = (page) => page.locator('#rulesSaid').textContent();
const field = (page, name) => page.getByRole('textbox', { name, exact: true });
const onBoard = (page) => page.evaluate(() => globalThis.meihua.view?.own.problem);
const items = (list) => list.allTextContents().then((texts) => texts.map((text) => text.replace(/^\S /, '')));

/** Rooms, of which two are a trap. */
const TRAP = `(define (domain trap) (:requirements :strips :typing) (:types room)
 (:predicates (in ?r - room) (door ?a ?b - room))
 (:action walk :parameters (?a ?b - room) :precondition (and (in ?a) (door ?a ?b)) :effect (and (not (in ?a)) (in ?b))))
(define (problem cellar) (:domain trap) (:objects hall cellar pit garden - room)
 (:init (in hall) (door hall cellar) (door cellar pit) (door pit cellar) (door hall garden)) (:goal (in garden)))
;: row hall cellar
;: row garden pit
;: in ?r: disc "me" red in ?r
`;

/** Tiles in a square, from the last to the first. */
function tiles(side) {
  const cells = Array.from({ length: side * side }, (_, at) => `c${Math.floor(at / side)}${at % side}`);
  const all = cells.slice(1).map((_, at) => `t${at + 1}`);
  const near = cells.flatMap((cell, at) => [at % side < side - 1 && cells[at + 1], cells[at + side]].filter(Boolean).map((other) => `(adj ${cell} ${other}) (adj ${other} ${cell})`));
  return `(define (domain slide) (:types tile cell) (:predicates (at ?t - tile ?c - cell) (blank ?c - cell) (adj ?a ?b - cell))
 (:action slide :parameters (?t - tile ?a ?b - cell) :precondition (and (at ?t ?a) (blank ?b) (adj ?a ?b)) :effect (and (not (at ?t ?a)) (not (blank ?b)) (at ?t ?b) (blank ?a))))
(define (problem large) (:domain slide) (:objects ${all.join(' ')} - tile ${cells.join(' ')} - cell)
 (:init (blank ${cells.at(-1)}) ${all.map((tile, at) => `(at ${tile} ${cells[all.length - 1 - at]})`).join(' ')} ${near.join(' ')})
 (:goal (and ${all.map((tile, at) => `(at ${tile} ${cells[at]})`).join(' ')})))\n`;
}

export const puzzles = {
  async 'puzzle-hint where nothing leads to the goal, or no plan is known, a hint names no action'({ page, url }) {
    await open(page, `${url}#plan`);
    await drop(page, 'trap.pddl', TRAP);
    await until(async () => (await onBoard(page)) === 'cellar', 'the puzzle');
    await control(page, 'Hint').click();
    await until(() => page.locator('.act.hinted').count(), 'a hint where there is a plan');
    await page.getByRole('button', { name: 'walk hall cellar' }).click();
    await until(async () => /hall cellar/.test(await status(page)), 'into the trap');
    const told = (words, what) => until(async () => words.test(await alert(page)), what);
    const green = async () => [await page.locator('.act.hinted, .drawn .hinted, .tile.hinted, .load.hinted').count(), /Hint:|提示/.test(await status(page))];
    await control(page, 'Hint').click();
    await told(/^No plan leads to the goal from here: proven\.$/, 'that it is lost');
    assert.deepEqual(await green(), [0, false]);
    await page.getByRole('button', { name: '中文' }).click();
    await told(/^从此处无解：已证明。$/, 'in Chinese');
    await page.getByRole('button', { name: 'EN', exact: true }).click();
    // With values on, too, and a step back takes the words away.
    await control(page, 'Values').click();
    await until(async () => /No longer winnable from here/.test(await status(page)), 'the values');
    await control(page, 'Hint').click();
    await told(/No plan leads/, 'that it is lost, beside the values');
    assert.match(await status(page), /No longer winnable from here\.$/);
    await control(page, 'Undo').click();
    await until(async () => (await alert(page)) === '' && /best 1 from here/.test(await status(page)), 'before the trap');
    await drop(page, 'large.pddl', tiles(6));
    await until(async () => (await onBoard(page)) === 'large', 'a large puzzle');
    await until(() => page.evaluate(() => globalThis.meihua.thinker.solution), 'what is known of it', 30_000);
    assert.equal(await page.locator('.act .good').count(), 0, 'no action is the best');
    assert.ok(!/winnable/i.test(await status(page)), await status(page));
    assert.match(await page.locator('.proof').first().textContent(), /^No plan was found in time; less than \d+ is impossible\./);
    await control(page, 'Hint').click();
    await told(/^No plan was found in time; less than \d+ is impossible\.$/, 'that no plan is known');
    assert.deepEqual(await green(), [0, false]);
    await control(page, 'Values').click();
    await page.goto(`${url}#river/4+4+2`);
    await until(() => page.evaluate(() => globalThis.meihua.game === 'river' && globalThis.meihua.view), 'the river');
    await control(page, 'Hint').click();
    await told(/^No plan leads to the goal from here: proven\.$/, 'that nobody gets them across');
    assert.ok(!/Hint:/.test(await status(page)), await status(page));
  },
  async 'puzzle-kept what is typed is there after F5, at once and in its field'({ page, url }) {
    await open(page, `${url}#plan`);
    await until(async () => /is a puzzle/.test(await faults(page)), 'a puzzle');
    const [domain, problem] = [field(page, 'The domain'), field(page, 'The problem')];
    const before = await problem.inputValue();
    await domain.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n; note of mine', { delay: 30 });
    const wanted = await domain.inputValue();
    await page.reload();
    await until(async () => (await domain.inputValue()) === wanted, 'the last letter is kept');
    assert.equal(await problem.inputValue(), before);
    await until(async () => /is a puzzle/.test(await faults(page)), 'it is still a puzzle');
    await page.reload();
    await until(async () => (await domain.inputValue()) === wanted && (await problem.inputValue()) === before, 'once more');
    // A fault of the problem is still found in its field.
    await problem.fill(before.replace('wolf goat', 'wolff goat'));
    await until(async () => /Line \d+, problem: /.test(await faults(page)), 'a fault');
    await page.getByRole('button', { name: /^Line \d+, problem/ }).first().click();
    assert.match(await problem.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), /wolf/);
    // The text of a game is kept like that of a puzzle.
    await open(page, `${url}#own`);
    const text = field(page, 'The text of the rules');
    await text.fill('');
    await page.keyboard.type('[fo');
    await page.reload();
    await until(async () => (await text.inputValue()) === '[fo', 'a text of rules');
  },
  async 'puzzle-lists facts, goals and the field for moves say what belongs to this puzzle, in order'({ page, url }) {
    await open(page, `${url}#plan`);
    await drop(page, 'large.pddl', tiles(4));
    await until(async () => (await onBoard(page)) === 'large', 'a puzzle');
    const numbers = (texts) => texts.map((text) => Number(/t(\d+)/.exec(text)[1]));
    const inOrder = Array.from({ length: 15 }, (_, at) => at + 1);
    assert.deepEqual(numbers(await items(page.locator('.atoms section').first().getByRole('listitem'))), inOrder);
    assert.deepEqual(numbers((await items(page.locator('.atoms .atom'))).filter((text) => /^t/.test(text))), inOrder);
    const example = await page.getByRole('textbox', { name: 'Move' }).getAttribute('placeholder');
    assert.match(example, /^slide\(t\d+,c\d+,c33\)$/);
    const move = page.getByRole('textbox', { name: 'Move' });
    await move.fill(example);
    await move.press('Enter');
    await until(() => page.evaluate(() => globalThis.meihua.tree.path().length === 1), 'it can be played');
  },
  async 'puzzle-shared the picture of a puzzle is that of its legend'({ page, url }) {
    await open(page, `${url}#plan`);
    await drop(page, 'trap.pddl', TRAP.replace('in ?r: disc', 'in ?r: tile'));
    await until(async () => (await onBoard(page)) === 'cellar', 'the puzzle');
    for (const name of ['walk hall cellar', 'walk cellar pit']) await page.getByRole('button', { name }).click();
    await until(() => page.evaluate(() => globalThis.meihua.tree.path().length === 2), 'two actions');
    await control(page, 'Share').click();
    const file = async (name) => readFileSync(await (await saved(page, () => page.getByRole('dialog').getByRole('button', { name, exact: true }).click())).path());
    const picture = await file('Picture');
    assert.equal(await page.getByRole('dialog').getByRole('button', { name: 'Film', exact: true }).count(), 0);
    /** In which quarters of the picture there is red. */
    const red = (bytes) => page.evaluate(async (list) => {
      const image = await createImageBitmap(new Blob([Uint8Array.from(list)], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
      canvas.drawImage(image, 0, 0);
      const { data } = canvas.getImageData(0, 0, image.width, image.height);
      const found = new Set();
      for (let dot = 0; dot < data.length / 4; dot++) {
        if (data[4 * dot] > 150 && data[4 * dot + 1] < 90) found.add(`${Math.floor(dot / image.width) * 2 < image.height ? 'top' : 'bottom'} ${(dot % image.width) * 2 < image.width ? 'left' : 'right'}`);
      }
      return [...found].join();
    }, [...bytes]);
    assert.equal(await red(picture), 'bottom right');
  },
};
