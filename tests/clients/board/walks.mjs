// Random walks through the page: whatever one does, no move, tag, comment or variation of any game is lost.
//
//   WALKS=500 WALK_SEED=1 BOARD_ONLY=walks node client_board.mjs ENGINE      the seeds 1 to 500
//
// A walk has its own browser profile. A model beside the page knows what each game has to hold; after every step the game on the
// page is compared with it, and at the end every game that ever had a move has to be among those that are kept.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { control, openMenu, until as wait } from './server.mjs';

const GAMES = ['xiangqi', 'cfour', 'river', 'sliding', 'tower'];
const NAMES = { xiangqi: 'Xiangqi', cfour: 'Four in a row', river: 'River', sliding: 'Sliding', tower: 'Tower' };
const MODES = { play: 'Play', analyse: 'Analyse', watch: 'Watch', setup: 'Set up' };
const STEPS = 14;
/** A step of a loaded machine may take so long, ms. */
const LATE = 40_000;
const until = (ask, what) => wait(ask, what, LATE);

/** Positions to set up, and one that no engine accepts. */
const DRAFTS = {
  xiangqi: ['3k5/9/9/9/9/9/9/9/9/R3K4 w', '3k5/9/9/9/9/9/4p4/9/9/C3K4 b'],
  cfour: ['7/7/7/7/7/3X3 O', '7/7/7/7/3O3/3X3 X'],
  river: ['4 3 2', '2 2 2', '5 5 3'],
  sliding: ['BBWW_ cost', 'BWB_W moves hop=2'],
};
const WRONG = { xiangqi: '4k4/9/9/9/9/9/9/9/9/9 w', cfour: 'x', river: '2 3', sliding: 'BBB cost' };

const FILES = {
  xiangqi: ['a.pgn', '[Game "Chinese Chess"]\n[Event "Cup"]\n[Red "A"]\n[Black "B"]\n[Result "1-0"]\n\n{begin} 1. h2e2 {centre} h9g7 (1... h7e7 $2 {same} 2. h0g2 h9g7 (2... b9c7)) 2. h0g2 i9h9 3. i0h0 $1 1-0\n'],
  cfour: ['b.pgn', '[Variant "cfour"]\n[Event "Four"]\n[Result "*"]\n\n1. d1 {middle} d2 (1... c1 {beside}) 2. e1 *\n'],
  river: ['c.txt', 'setoption name UCI_Variant value river\nposition startpos moves P1D1 P1\nposition startpos moves D2 D1\n'],
  sliding: ['d.txt', 'setoption name UCI_Variant value sliding\nposition fen BBWW_ moves moves 2-5 4-2\nposition fen BBWW_ moves moves 3-5\n'],
  tower: ['e.txt', 'setoption name UCI_Variant value tower\nposition startpos moves a a a 7,7\nposition startpos moves 7,7\n'],
};

/** Numbers that a seed determines. @param {number} seed */
function dice(seed) {
  let state = seed * 2654435761 >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, chance: (p) => next() < p, of: (list) => list[below(list.length)] };
}

// A game as the model has it: { game, base, tags, comment, children: [{ move, comment, marks, children }] }.

/** From the JSON of the page. */
function nested(json) {
  const places = [{ comment: json.comment || '', children: [] }];
  for (const entry of json.moves) {
    const place = { move: entry.move, comment: entry.comment || '', marks: entry.marks || [], children: [] };
    places[entry.parent ?? places.length - 1].children.push(place);
    places.push(place);
  }
  return { game: json.game, base: json.base, tags: json.tags || {}, comment: places[0].comment, children: places[0].children };
}

const copy = (work) => JSON.parse(JSON.stringify(work));
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether all of one game is in another one. */
function isIn(small, big) {
  const inside = (a, b) => a.comment === b.comment && same(a.marks || [], b.marks || [])
    && a.children.every((child) => b.children.some((other) => other.move === child.move && inside(child, other)));
  return small.game === big.game && small.base === big.base && same(small.tags, big.tags) && inside(small, big);
}

/** The place of a path in a game; moves that are not there are added. */
function follow(work, path) {
  let place = work;
  for (const move of path) {
    let next = place.children.find((child) => child.move === move);
    if (!next) place.children.push(next = { move, comment: '', marks: [], children: [] });
    place = next;
  }
  return place;
}

class Walk {
  constructor(seed, context, url, isBlocked) {
    Object.assign(this, { context, url, isBlocked, isQuick: seed % 5 !== 0, dice: dice(seed), log: [] });
    /** What each game has to hold that was ever on. */
    this.works = [];
    /** The one that is on, of each kind. */
    this.on = {};
    /** The entries of the browser's history, and where in them the tab is. */
    this.entries = [];
    this.entry = 0;
    this.past = {};
    this.isFull = false;
  }

  async begin() {
    this.page = await this.newTab();
    await this.page.goto(`${this.url}#${this.dice.of(GAMES)}`);
    await this.settle();
    // Most walks go without the values of the moves, which take all the time there is.
    if (this.isQuick) await this.page.evaluate(() => globalThis.meihua.set({ values: {}, level: 0 }));
    this.adopt((await this.snap()).work);
  }

  async newTab() {
    const page = await this.context.newPage();
    page.setDefaultTimeout(LATE);
    page.on('pageerror', (error) => this.log.push(`ERROR ${error.message}`) && (this.error = error));
    return page;
  }

  /** Until the page has done what it was asked for, the engine has replied, and what is shown is what there is. */
  async settle(page = this.page) {
    await until(() => page.evaluate(async () => {
      const app = globalThis.meihua;
      if (!app) return false;
      await app.playing;
      const isAsked = app.tree.mode === 'play' && app.isEnginesTurn && !app.tree.paused;
      return app.link === 'open' && app.view && app.tree.at.view === app.view && !isAsked && !app.frame;
    }), 'the page is at rest');
  }

  /** The game on the page. */
  async snap(page = this.page) {
    const { json, ...rest } = await page.evaluate(() => {
      const { tree, game, keeper } = globalThis.meihua;
      const { mode } = tree;
      return { json: tree.toJson(game, ''), path: tree.path(), mode, game, draft: tree.draft, isFull: keeper.isFull };
    });
    const work = nested(json);
    work.base = await this.start(page, json.game, json.base);
    return { ...rest, work };
  }

  /** The start of a game as the engine writes it. */
  async start(page, game, base) {
    return page.evaluate(async ([game, base]) => {
      globalThis.starts ??= {};
      const { look } = globalThis;
      return (globalThis.starts[`${game} ${base}`] ??= (await look(game, base, [])).fen);
    }, [game, base]);
  }

  /** Another game is on. */
  adopt(work, isNew = true) {
    if (isNew) this.works.push(work);
    this.work = work;
    this.on[work.game] = work;
    this.entries[this.entry] = work;
  }

  /** Compares the page with the model; moves that the engine made are taken over. */
  async check(what) {
    const { work, mode, path } = await this.snap();
    const isPlayed = mode === 'watch' || (mode === 'play' && ['xiangqi', 'cfour'].includes(work.game));
    if (isPlayed && isIn(this.work, work) && !same(this.work, work)) {
      const more = copy(work);
      Object.assign(this.work, more);
    }
    if (!same(this.work, work)) assert.deepEqual(work, this.work, what);
    assert.ok(!this.error, `${what}: ${this.error?.message}`);
    return { work, mode, path };
  }

  /** One step at random. */
  async step() {
    const { dice } = this;
    const all = ['move', 'move', 'move', 'move', 'undo', 'undo', 'redo', 'jump', 'mode', 'setup', 'reload', 'reload', 'game', 'game', 'fresh', 'file', 'save', 'link', 'back', 'kept', 'seats', 'full', 'tab', 'tab'];
    const usable = this.isBlocked ? all.filter((name) => !['tab', 'full'].includes(name)) : all;
    const name = dice.of(usable);
    this.log.push(name);
    await this[name]();
    await this.settle();
    await this.check(this.log.join(' '));
  }

  /** Plays a legal move through the field for moves, or a key. */
  async playOne(page, work) {
    const { path, mode } = await this.snap(page);
    if (mode === 'setup') return;
    if (mode === 'watch') return;
    const moves = await page.evaluate(() => {
      const { view, game, isEnginesTurn } = globalThis.meihua;
      if (view.verdict.over || isEnginesTurn) return [];
      const own = view.own;
      const steps = game === 'tower' ? [['w', -1, 0], ['a', 0, -1], ['s', 1, 0], ['d', 0, 1]].filter(([, r, c]) => [10, 21, 22, 23, 24].includes(own.map[own.hero.row + r]?.[own.hero.col + c])).map(([key]) => key) : [];
      return [...view.moves.map((one) => one.move), ...steps, ...steps];
    });
    if (!moves.length) return;
    const move = this.dice.of(moves);
    this.log.push(`(${move})`);
    const field = page.getByRole('textbox', { name: 'Move' });
    await field.fill(move);
    await field.press('Enter');
    await until(async () => (await field.inputValue()) === '', `${move} is made`);
    follow(work, [...path, move]);
  }

  async move() {
    await this.playOne(this.page, this.work);
  }

  async undo() {
    const { path, mode } = await this.snap();
    const button = control(this.page, 'Undo');
    if (await button.isDisabled()) return;
    await button.click();
    await this.page.evaluate(() => globalThis.meihua.playing);
    // The game that comes back may be one that is being set up.
    if (path.length || mode === 'setup') return;
    const before = (this.past[this.work.game] || []).pop();
    if (before) this.adopt(before, false);
  }

  /** Presses a button if it can be pressed. What is still under way from the press before may disable it meanwhile. */
  async pressIfEnabled(button) {
    if (await button.isDisabled()) return;
    await button.click({ timeout: 5_000 }).catch(async (error) => {
      if (!(await button.isDisabled())) throw error;
    });
  }

  async redo() {
    const button = control(this.page, 'Redo');
    await this.pressIfEnabled(button);
  }

  /** A step button or a move of the list, which is hidden while a position is set up. */
  async jump() {
    const { mode } = await this.snap();
    const tab = this.page.getByRole('tab', { name: 'Moves', exact: true });
    if (await tab.isVisible()) await tab.click();
    const list = this.page.locator('.tree .move');
    const count = await list.count();
    if (count && mode !== 'setup' && this.dice.chance(0.6)) return list.nth(this.dice.below(count)).click();
    const button = control(this.page, this.dice.of(['To the start', 'Back', 'Forward', 'To the end']));
    await this.pressIfEnabled(button);
  }

  async mode() {
    const { mode } = await this.snap();
    if (mode === 'setup') return this.leave();
    const next = this.dice.of(['xiangqi', 'cfour'].includes(this.work.game) ? ['play', 'analyse', 'watch'] : ['play']);
    await this.press(next);
    if (next !== 'watch') return;
    // The engine plays for a while.
    await this.page.waitForTimeout(500);
    await this.press('analyse');
    await this.settle();
    const { work } = await this.snap();
    assert.ok(isIn(this.work, work), `${this.log.join(' ')}: watching loses nothing`);
    Object.assign(this.work, copy(work));
  }

  /** @param {string} mode */
  async press(mode) {
    await control(this.page, MODES[mode]).click();
    await until(() => this.page.evaluate((mode) => globalThis.meihua.tree.mode === mode, mode), `the mode ${mode}`);
  }

  /** Enters the set-up, perhaps changes the position, perhaps stays there. */
  async setup() {
    const { mode } = await this.snap();
    if (mode !== 'setup') await this.press('setup');
    await this.settle();
    const { game } = this.work;
    if (DRAFTS[game] && this.dice.chance(0.7)) {
      const text = this.dice.chance(0.2) ? WRONG[game] : this.dice.of(DRAFTS[game]);
      this.log.push(`[${text}]`);
      await this.page.getByRole('textbox', { name: 'Position' }).fill(text);
      await until(async () => (await this.snap()).draft === text, 'the draft');
    }
    if (this.dice.chance(0.7)) await this.leave();
  }

  /** Leaves the set-up by a mode: what was set up is on. */
  async leave() {
    const { draft } = await this.snap();
    const { game } = this.work;
    if (draft !== null && draft === WRONG[game]) {
      await control(this.page, 'Play').click();
      await this.page.waitForTimeout(150);
      assert.equal((await this.snap()).draft, draft, 'a position that is refused is not thrown away');
      await control(this.page, 'Discard').click();
      await until(async () => (await this.snap()).mode === 'play', 'discarded');
      return;
    }
    const next = this.dice.of(['xiangqi', 'cfour'].includes(game) ? ['play', 'analyse'] : ['play']);
    const here = await this.page.evaluate(() => globalThis.meihua.view.fen);
    await this.press(next);
    const fen = draft === null ? here : await this.start(this.page, game, `fen ${draft}`);
    if (fen === here) return;
    (this.past[game] ??= []).push(this.work);
    this.adopt({ game, base: fen, tags: {}, comment: '', children: [] });
  }

  async reload() {
    const before = await this.snap();
    await this.page.reload();
    await this.settle();
    this.past = {};
    const after = await this.snap();
    // Another tab may have gone on with the same game: then it holds more.
    if (!same(after.work, before.work) && isIn(this.work, after.work) && this.works.some((one) => same(one, after.work))) {
      this.adopt(copy(after.work));
      return;
    }
    assert.deepEqual([after.game, after.mode, after.draft], [before.game, before.mode, before.draft], `${this.log.join(' ')}: the same game and mode`);
    assert.deepEqual(after.path.slice(0, before.path.length), before.path, `${this.log.join(' ')}: the same place`);
  }

  /** To another game of the five: the one of this tab that was on. */
  async game() {
    const game = this.dice.of(GAMES.filter((one) => one !== this.work.game));
    this.log.push(`>${game}`);
    await this.page.getByRole('navigation').getByRole('link', { name: NAMES[game], exact: true }).click();
    await until(async () => (await this.snap()).game === game, `to ${game}`);
    await this.settle();
    this.entries.length = this.entry + 1;
    this.entry += 1;
    const { work } = await this.snap();
    const known = this.on[game];
    if (known && same(known, work)) return this.adopt(known, false);
    if (known) {
      // What this tab left behind is on again, with what another tab or the engine added.
      assert.ok(isIn(known, work), `${this.log.join(' ')}: ${game} is as it was`);
      return this.adopt(copy(work));
    }
    const other = this.works.find((one) => same(one, work));
    assert.ok(other || !work.children.length, `${this.log.join(' ')}: nobody's game`);
    this.adopt(other ? copy(other) : work);
  }

  /** A new game from the same start. */
  async fresh() {
    (this.past[this.work.game] ??= []).push(this.work);
    const { game, base } = this.work;
    const id = await this.page.evaluate(() => globalThis.meihua.tree.id);
    await control(this.page, 'New').click();
    await until(() => this.page.evaluate((id) => globalThis.meihua.tree.id !== id, id), 'a new game');
    this.adopt({ game, base, tags: {}, comment: '', children: [] });
  }

  /** @param {string} name @param {Buffer} bytes */
  async load(name, bytes) {
    const id = await this.page.evaluate(() => globalThis.meihua.tree.id);
    // A press while the row is drawn anew may miss its button.
    let chooser;
    this.page.once('filechooser', (one) => (chooser = one));
    for (let i = 0; i < 5 && !chooser; i++) {
      await control(this.page, 'Load').click();
      for (let j = 0; j < 20 && !chooser; j++) await this.page.waitForTimeout(100);
    }
    assert.ok(chooser, 'a file can be chosen');
    await chooser.setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
    return id;
  }

  /** Opens a file with variations, comments, tags. */
  async file() {
    const game = this.dice.of(GAMES);
    this.log.push(`<${game}`);
    const [name, text] = FILES[game];
    const turn = await this.page.evaluate(() => globalThis.meihua.turn);
    await this.load(name, Buffer.from(text));
    await until(async () => {
      // The game of the file may be the one that is on, and is opened all the same.
      if ((await this.page.evaluate(() => globalThis.meihua.turn)) === turn) return false;
      const { work } = await this.snap();
      return work.game === game && (game === 'xiangqi' || game === 'cfour' ? work.tags.Event : work.children.length > 1);
    }, `${name} is open`);
    await this.settle();
    const { work } = await this.snap();
    if (work.game === 'xiangqi') assert.deepEqual([work.comment, work.children[0].children.length, work.children[0].children[1].children[0].children.length], ['begin', 2, 2], 'the file is whole');
    if (this.work.game === game && !same(work, this.work)) (this.past[game] ??= []).push(this.work);
    this.adopt(this.works.find((one) => same(one, work)) || work, !this.works.some((one) => same(one, work)));
  }

  /** Saves the game, begins another one, and loads the file: the same game. */
  async save() {
    if ((await this.snap()).mode === 'setup') return;
    const [download] = await Promise.all([this.page.waitForEvent('download'), control(this.page, 'Save').click()]);
    const bytes = readFileSync(await download.path());
    const saved = copy(this.work);
    if (!saved.children.length && !saved.comment) return;
    await this.fresh();
    await this.settle();
    const id = await this.load(download.suggestedFilename(), bytes);
    // A game that has ended has its result in the file, and a file names its game.
    const plain = (one) => ({ ...one, tags: Object.fromEntries(Object.entries(one.tags).filter(([name]) => !['Game', 'Variant'].includes(name))) });
    // The engine may have made the same game of the new one.
    await until(async () => (await this.page.evaluate(() => globalThis.meihua.tree.id)) !== id || same(plain((await this.snap()).work), plain(saved)), 'the saved game is open');
    await this.settle();
    const { work } = await this.snap();
    assert.deepEqual(plain(work), plain(saved), `${this.log.join(' ')}: saved and loaded`);
    (this.past[saved.game] ??= []).push(this.work);
    this.adopt(work);
  }

  /** A link is followed in this tab. */
  async link() {
    const game = this.dice.of(['xiangqi', 'cfour', 'river']);
    const path = { xiangqi: ['h2e2', 'h9g7'], cfour: ['P@d1', 'P@d2', 'P@c1'], river: ['P1D1', 'P1'] }[game].slice(0, 1 + this.dice.below(3));
    const id = await this.page.evaluate(() => globalThis.meihua.tree.id);
    if (await this.page.evaluate((hash) => decodeURIComponent(location.hash) === hash, `#${game}//${path.join('.')}`)) return;
    this.log.push(`#${game}//${path.join('.')}`);
    await this.page.evaluate((hash) => (location.hash = hash), `#${game}//${path.join('.')}`);
    await until(() => this.page.evaluate((id) => globalThis.meihua.tree.id && globalThis.meihua.tree.id !== id, id), 'the link is open');
    await this.settle();
    this.entries.length = this.entry + 1;
    this.entry += 1;
    const work = { game, base: await this.start(this.page, game, 'startpos'), tags: {}, comment: '', children: [] };
    follow(work, path);
    this.adopt(work);
  }

  /** Back, or forward again: the game of that entry. */
  async back() {
    const by = this.dice.chance(0.7) ? -1 : 1;
    if (!this.entries[this.entry + by]) return;
    this.log.push(String(by));
    const id = await this.page.evaluate(() => globalThis.meihua.tree.id);
    const wanted = this.entries[this.entry + by];
    await (by < 0 ? this.page.goBack() : this.page.goForward());
    this.entry += by;
    if (wanted !== this.work) await until(() => this.page.evaluate((id) => globalThis.meihua.tree.id !== id, id), `the game of entry ${this.entry}`);
    await this.settle();
    this.adopt(wanted, false);
    const { work } = await this.snap();
    if (!same(work, wanted) && isIn(wanted, work) && this.works.some((one) => same(one, work))) this.adopt(copy(work));
  }

  /** Opens a game from the list. */
  async kept() {
    await control(this.page, 'Kept games').click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    const rows = dialog.locator('li > button:first-child:not([aria-current])');
    const count = await rows.count();
    if (!count) return dialog.getByRole('button', { name: 'Close' }).click();
    const id = await this.page.evaluate(() => globalThis.meihua.tree.id);
    (this.past[this.work.game] ??= []).push(this.work);
    await rows.nth(this.dice.below(count)).click();
    await until(() => this.page.evaluate((id) => globalThis.meihua.tree.id !== id, id), 'a kept game');
    await this.settle();
    const { work } = await this.snap();
    const known = this.works.find((one) => same(one, work));
    const more = this.works.find((one) => isIn(one, work));
    assert.ok(known || more || !work.children.length, `${this.log.join(' ')}: a kept game that nobody made`);
    this.adopt(known || copy(work), !known);
  }

  async seats() {
    const menu = await openMenu(this.page);
    const seats = menu.getByLabel('Engine plays');
    if (await seats.count()) await seats.selectOption(this.dice.of(['nobody', 'nobody', 'second', 'first']));
    await this.page.keyboard.press('Escape');
  }

  /** The store of the browser is full, or has room again. */
  async full() {
    this.isFull = !this.isFull;
    await this.page.evaluate((isFull) => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('junk')) localStorage.removeItem(key);
      for (let size = 1 << 20; isFull && size >= 1; size >>= 1) {
        for (let n = 0; ; n++) {
          try {
            localStorage.setItem(`junk${size}.${n}`, 'x'.repeat(size));
          } catch {
            break;
          }
        }
      }
      return null;
    }, this.isFull);
    await this.playOne(this.page, this.work);
    await this.settle();
    if (!this.isFull) return;
    const { isFull } = await this.snap();
    if (isFull) assert.match(await this.page.locator('#warning').textContent(), /does not keep/, 'it is said that nothing is kept');
  }

  /** A second tab goes on with the same kind of game, or follows a link; the first tab keeps its own. */
  async tab() {
    const game = this.work.game;
    const page = await this.newTab();
    const hash = this.dice.chance(0.5) ? `#${game}` : new URL(this.page.url()).hash;
    this.log.push(`tab ${hash}`);
    await page.goto(this.url + hash);
    await this.settle(page);
    await page.evaluate(() => globalThis.meihua.tree.seats = { first: 'person', second: 'person' });
    const { work, isFull } = await this.snap(page);
    const other = copy(work);
    for (let i = 0; i < 2; i++) {
      await this.playOne(page, other);
      await this.settle(page);
    }
    const after = await this.snap(page);
    if (after.mode !== 'watch') assert.deepEqual(after.work, other, `${this.log.join(' ')}: the second tab`);
    // What a tab could not keep, and said so, goes with it.
    if (!isFull && !after.isFull && !this.isFull) this.works.push(other);
    await page.close();
  }

  /** Every game that had a move is kept, whole. */
  async end() {
    if (this.isFull) await this.full();
    const kept = await this.page.evaluate(async (games) => games.flatMap((game) => {
      const { keeper } = globalThis.meihua;
      const here = [...keeper.trees].filter(([id]) => id.startsWith(`${game}.`)).map(([, tree]) => tree.toJson(game, ''));
      return [...here, ...keeper.all(game).map(([, one]) => one.content)];
    }), GAMES);
    const all = [];
    for (const json of kept) {
      const work = nested(json);
      work.base = await this.start(this.page, json.game, json.base);
      all.push(work);
    }
    for (const work of this.works) {
      if (work.children.length) assert.ok(all.some((one) => isIn(work, one)), `${this.log.join(' ')}: lost at the end: ${JSON.stringify(work)}`);
    }
    return this.works.filter((work) => work.children.length).length;
  }
}

export const walks = {
  async 'walks lose nothing'({ browser, url }) {
    const count = Number(process.env.WALKS || 20);
    const first = Number(process.env.WALK_SEED || 1);
    let games = 0;
    let steps = 0;
    const lost = [];
    for (let seed = first; seed < first + count; seed++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en', acceptDownloads: true, reducedMotion: 'reduce' });
      const isBlocked = seed % 10 === 0;
      if (isBlocked) await context.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
      const walk = new Walk(seed, context, url, isBlocked);
      try {
        await walk.begin();
        for (let i = 0; i < STEPS; i++) await walk.step();
        games += await walk.end();
        if ((seed - first) % 10 === 9) console.log(`   ${seed - first + 1} walks`);
        steps += STEPS;
      } catch (error) {
        lost.push(`walk ${seed}: ${walk.log.join(' ')}: ${error.message}`);
        console.log(`   ${lost.at(-1)}`);
      } finally {
        await context.close();
      }
    }
    console.log(`   ${count} walks, ${steps} steps, ${games} games, ${lost.length} walks with a loss`);
    assert.equal(lost.length, 0, lost[0]);
  },
};
