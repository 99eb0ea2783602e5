// Random walks through a tower, key by key, as the engine's JSON dialect tells them.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Numbers from 0 to 1 by a seed (splitmix32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A session with the engine. */
export class Engine {
  constructor(program) {
    this.process = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = [];
    createInterface({ input: this.process.stdout }).on('line', (line) => this.hear(line));
    this.send('json');
    this.send('setoption name UCI_Variant value tower');
  }

  hear(line) {
    if (!line.startsWith('{')) return;
    const answer = JSON.parse(line);
    if (answer.event === 'error') this.fault = answer.message;
    if (answer.event === 'view') this.waiting.shift()({ view: answer.view, fault: this.fault });
  }

  send(line) {
    this.process.stdin.write(`${line}\n`);
  }

  /** The view of a tower after these moves; an error that the engine has with them. */
  async view(path, moves) {
    this.fault = null;
    this.send(`position project ${path}${moves.length ? ` moves ${moves.join(' ')}` : ''}`);
    const answered = new Promise((give) => this.waiting.push(give));
    this.send('view');
    const { view, fault } = await answered;
    return fault ? { error: fault } : view;
  }

  end() {
    this.send('quit');
  }
}


/** The part of a view that the platform has, too. */
function state({ own, verdict }) {
  const { floor, hero, items, won } = own;
  return {
    floor: floor.id, x: hero.x, y: hero.y, direction: hero.direction, hp: hero.hp, attack: hero.attack, defence: hero.defence,
    magic: hero.magic, gold: hero.gold, experience: hero.experience, level: hero.level,
    items: Object.fromEntries(items.map(({ id, count }) => [id, count])), map: floor.map, won, lost: verdict.over && !won,
  };
}

/** The keys of a route as moves: each a key with the answers behind it. */
export function split(route) {
  const moves = [];
  for (const [, key, count] of route.matchAll(/([UDLRCP]|[A-Za-z]+[^:]*:)(\d*)/g)) {
    if (key === 'C' || key === 'P') moves[moves.length - 1] += key + count;
    else for (let n = Number(count || 1); n > 0; n -= 1) moves.push(key);
  }
  return moves;
}

/**
 * Walks up to `length` moves at random through a tower: to what the hero can reach, or any move that the engine calls legal.
 * Steps that the engine refuses are kept, too: the platform only turns the hero. Ends at the time `until`.
 * @returns {Promise<{begin: string, moves: string[], states: object[], why: string}>} `begin` are the answers before the first move,
 *   `states[n]` is the one before move n
 */
export async function walk(engine, path, seed, length, until = Infinity) {
  const chance = random(seed);
  const pick = (list) => list[Math.floor(chance() * list.length)];
  // `legal` are those of `moves` that the engine plays.
  const moves = [], legal = [], states = [];
  let view = await engine.view(path, []);
  if (view.error) return { moves, states, why: view.error };
  if (!view.own) return { moves, states, why: 'no tower' };
  const begin = view.own.first_answers;
  states.push(state(view));
  let planned = [];
  while (moves.length < length && !view.verdict.over && Date.now() < until) {
    if (!planned.length) {
      const targets = view.own.targets.filter((target) => target.keys && target.hp !== null);
      const open = view.moves.map(({ move }) => move);
      if (chance() < 0.6 && targets.length) planned = split(pick(targets).keys);
      else if (chance() < 0.1) planned = [pick(['U', 'D', 'L', 'R'])];
      else if (open.length) planned = [pick(open)];
      else return { begin, moves, states, why: 'no legal move' };
    }
    const move = planned.shift();
    const next = await engine.view(path, [...legal, move]);
    if (next.error) {
      // Where an event asks or never ends, the platform does more than turn the hero.
      const goes = ['an answer is missing', 'not understood', 'in a circle'].some((why) => next.error.includes(why));
      if (/^[UDLR]$/.test(move) && !goes) {
        moves.push(move);
        states.push(states[states.length - 1]);
        legal.push(`t${move}:`);
      }
      planned = [];
      if (chance() < 0.02) return { begin, moves, states, why: next.error };
      view = await engine.view(path, legal);
      continue;
    }
    view = next;
    legal.push(move);
    moves.push(move);
    states.push(state(view));
  }
  return { begin, moves, states, why: view.verdict.over ? 'over' : 'long enough' };
}

/** What of two states differs, as words; none where they are equal. What the platform's hero does not have is not compared. */
export function differences(ours, theirs) {
  const found = [];
  const say = (name, a, b) => found.push(`${name} ${JSON.stringify(a)}, platform ${JSON.stringify(b)}`);
  for (const name of ['floor', 'x', 'y', 'hp', 'attack', 'defence', 'magic', 'gold', 'experience', 'level']) {
    if (theirs[name] != null && ours[name] !== theirs[name]) say(name, ours[name], theirs[name]);
  }
  for (const id of new Set([...Object.keys(ours.items), ...Object.keys(theirs.items)])) {
    if ((ours.items[id] ?? 0) !== (theirs.items[id] ?? 0)) say(id, ours.items[id] ?? 0, theirs.items[id] ?? 0);
  }
  if (ours.floor === theirs.floor) {
    for (const [y, row] of theirs.map.entries()) {
      for (const [x, number] of row.entries()) {
        if ((ours.map[y]?.[x] ?? 0) !== number) say(`cell ${x},${y}`, ours.map[y]?.[x] ?? 0, number);
      }
    }
  }
  return found;
}

