// Whole games through the page alone, each compared with the same game over the wire: the page knows no rules.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { alone, cell, moves, open, status, until } from './server.mjs';

const PIECES = { k: 'general', a: 'advisor', b: 'elephant', n: 'horse', r: 'rook', c: 'cannon', p: 'pawn' };

/** The engine as a process, as any GUI drives it. */
class Wire {
  constructor(engine, game) {
    this.process = spawn(engine, [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
    this.send(`setoption name UCI_Variant value ${game}`);
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  /** The lines up to the first one that begins so. */
  async upTo(word) {
    const heard = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      assert.ok(!done, `the process ended before ${word}`);
      heard.push(value);
      if (value.startsWith(word)) return heard;
    }
  }

  async view(base, played) {
    this.send(`position ${base}${played.length ? ` moves ${played.join(' ')}` : ''}`);
    this.send('view');
    return JSON.parse((await this.upTo('view ')).at(-1).slice(5));
  }

  async go(words) {
    this.send(`go ${words}`);
    const heard = await this.upTo('bestmove');
    const plans = heard.filter((line) => / pv /.test(line)).map((line) => line.split(' pv ')[1].split(' '));
    return { best: heard.at(-1).split(' ')[1], plan: plans.at(-1) || [] };
  }

  end() {
    this.send('quit');
  }
}

/** A game of two players that the wire plays against itself, the second player weakly so that it ends soon. */
async function contest(wire, first) {
  const played = [];
  for (let ply = 0; ply < 300; ply++) {
    const view = await wire.view('startpos', played);
    if (view.verdict.over) return { played, view };
    wire.send(`setoption name Skill Level value ${ply % 2 ? 0 : 20}`);
    played.push((await wire.go(ply % 2 ? 'depth 1' : first)).best);
  }
  throw new Error('no end within 300 plies');
}

/** The plan of a puzzle, and the view at its end. */
async function solved(wire, base) {
  await wire.view(base, []);
  const { plan } = await wire.go('movetime 10000');
  return { played: plan, view: await wire.view(base, plan) };
}

/** Plays moves through the page, one after the other. */
async function through(page, played, make) {
  for (const [index, move] of played.entries()) {
    await make(move);
    await until(() => moves(page).length === index + 1, `${move}, number ${index + 1}, is made`);
  }
  assert.deepEqual(moves(page), played, 'the game of the page is that of the wire');
}

/** What the page has to show at the end, from the verdict of the wire. */
function ending(game, verdict) {
  // The English words of a board stand before the Chinese ones.
  const words = readFileSync(new URL(`../../../src/serve/page/boards/${game}.js`, import.meta.url), 'utf8');
  const word = (key) => new RegExp(`'${key}': '([^']*)'`).exec(words)[1];
  const side = verdict.winner === 'none' ? 'A draw' : `${word(`${game}.${verdict.winner}`)} wins`;
  return `${side}: ${word(`code.${verdict.code}`)}`;
}

async function places(page) {
  return Object.fromEntries((await page.getByRole('gridcell').evaluateAll((cells) => cells.map((one) => one.ariaLabel))).map((label) => label.split(', ').slice(0, 2)));
}

export const wholeGames = {
  async '26 a whole game of xiangqi'({ page, url, server }) {
    const wire = new Wire(server.process.spawnfile, 'xiangqi');
    const { played, view } = await contest(wire, 'depth 5');
    await open(page, `${url}#xiangqi`);
    await alone(page);
    await through(page, played, async (move) => {
      await cell(page, move.slice(0, 2)).click();
      await cell(page, move.slice(2, 4)).click();
    });
    await until(async () => (await status(page)).includes(ending('xiangqi', view.verdict)), `the end: ${ending('xiangqi', view.verdict)}`);
    const shown = await places(page);
    view.own.ranks.forEach((rank, row) => [...rank].forEach((letter, file) => {
      const point = 'abcdefghi'[file] + (9 - row);
      const piece = letter === '.' ? 'empty' : `${letter === letter.toUpperCase() ? 'red' : 'black'} ${PIECES[letter.toLowerCase()]}`;
      assert.equal(shown[point], piece, point);
    }));
    console.log(`   ${played.length} plies, ${ending('xiangqi', view.verdict)}`);
    wire.end();
  },
  async '27 a whole game of four in a row'({ page, url, server }) {
    const wire = new Wire(server.process.spawnfile, 'cfour');
    const { played, view } = await contest(wire, 'depth 8');
    await open(page, `${url}#cfour`);
    await alone(page);
    await through(page, played, (move) => page.keyboard.press(String(move.charCodeAt(2) - 96)));
    await until(async () => (await status(page)).includes(ending('cfour', view.verdict)), `the end: ${ending('cfour', view.verdict)}`);
    console.log(`   ${played.length} stones, ${ending('cfour', view.verdict)}`);
    wire.end();
  },
  async '28 each puzzle to its end'({ page, url, server }) {
    const ends = {
      river: ['All are across', (move) => page.getByRole('button', { name: new RegExp(`^${move} `) })],
      sliding: ['Solved', (move) => page.getByRole('button', { name: new RegExp(`^cell ${move.split('-')[0]},`) })],
      tower: ['The boss is dead', (move) => cell(page, move)],
    };
    for (const [game, [end, place]] of Object.entries(ends)) {
      const wire = new Wire(server.process.spawnfile, game);
      const { played, view } = await solved(wire, 'startpos');
      assert.ok(view.verdict.over && view.verdict.winner === 'first', `${game}: the wire solves it`);
      await open(page, `${url}#${game}`);
      await through(page, played, (move) => place(move).click());
      await until(async () => (await status(page)).includes(end), `${game}: ${end}`);
      if (game === 'tower') assert.match(await page.locator('.hero').innerText(), new RegExp(`hp\\s*${view.own.hero.hp}\\b`));
      console.log(`   ${game}: ${played.length} moves, as over the wire`);
      wire.end();
    }
  },
};
