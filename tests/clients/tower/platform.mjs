// The platform of h5mota in headless Chromium: a project served on loopback, records replayed, the state before each key.

import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';

const TYPES = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css', '.png': 'image/png', '.jpg': 'image/jpeg', '.json': 'application/json' };

/** Serves folders, the first that has a file wins; `written` are files in memory before them. */
export async function serve(folders, written = {}) {
  const roots = folders.map((folder) => resolve(folder));
  const read = (path) => {
    if (path in written) return written[path];
    const file = roots.map((root) => join(root, path)).find((file, at) => file.startsWith(roots[at]) && existsSync(file));
    return file ? readFileSync(file) : null;
  };
  const all = (ids, place) => ids.split(',').map((id) => read(place(id)) ?? '');
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const path = decodeURIComponent(url.pathname).slice(1) || 'index.html';
    const ids = url.searchParams.get('id') ?? '';
    let body = null;
    try {
      if (request.method === 'POST') body = '{}';
      else if (path.endsWith('__all_floors__.js')) body = all(ids, (id) => `project/floors/${id}.js`).join('\n');
      else if (path.endsWith('__all_animates__')) body = all(ids, (id) => `project/animates/${id}.animate`).join('@@@~~~###~~~@@@');
      else body = read(path);
    } catch {
      body = null;
    }
    response.writeHead(body === null ? 404 : 200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(body ?? '');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

/** Opens the page of a project and waits for its title screen. */
export async function open(browser, url, milliseconds = 60_000) {
  const page = await browser.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error).slice(0, 200)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text().slice(0, 200)));
  page.on('dialog', (dialog) => dialog.accept());
  await page.addInitScript(virtualTime);
  await page.goto(`${url}index.html`);
  await page.waitForFunction(isReady, undefined, { timeout: Math.min(milliseconds, 60_000) });
  await page.evaluate(instrument);
  return { page, faults };
}

/**
 * Replays a route (the text of a record) and gives the states before each key and at the end, which is `late` when the time is over.
 * @returns {Promise<{keys: {key: string, state: object}[], end: {how: string, key?: string, state: object}}>}
 */
export async function replay({ page, faults }, route, { hard = '', seed = 1, seconds = 60 } = {}) {
  const began = faults.length;
  await page.evaluate(([route, hard, seed]) => window.judge.start(route, hard, seed), [route, hard, seed]);
  const stop = Date.now() + seconds * 1000;
  for (let last = -1, same = 0; ; ) {
    const now = await page.evaluate(() => window.judge.poll());
    if (now.done) break;
    same = now.keys === last ? same + 1 : 0;
    last = now.keys;
    if (same > 40 || Date.now() > stop) {
      await page.evaluate((how) => window.judge.halt(how), Date.now() > stop ? 'late' : 'stuck');
      break;
    }
    await new Promise((ready) => setTimeout(ready, 25));
  }
  return { ...(await page.evaluate(() => window.judge.result())), faults: faults.slice(began) };
}

function isReady() {
  const { core } = window;
  return Boolean(core?.startGame && core.floorIds && core.dom?.startButtonGroup
    && getComputedStyle(core.dom.startButtonGroup).display !== 'none');
}

/** Timers that fire in their order without waiting, once `window.virtual` is set. */
function virtualTime() {
  const real = { setTimeout: window.setTimeout.bind(window), setInterval: window.setInterval.bind(window), clearTimeout: window.clearTimeout.bind(window) };
  const queue = new Map();
  const { port1, port2 } = new MessageChannel();
  let id = 1e9, now = 0, awake = false;
  const wake = () => {
    if (!awake && queue.size) {
      awake = true;
      port2.postMessage(0);
    }
  };
  port1.onmessage = () => {
    awake = false;
    let first = null;
    for (const [key, timer] of queue) if (first === null || timer.at < queue.get(first).at) first = key;
    if (first === null) return;
    const timer = queue.get(first);
    now = Math.max(now, timer.at);
    if (timer.every === null) queue.delete(first);
    else timer.at = now + Math.max(1, timer.every);
    try {
      timer.work();
    } finally {
      wake();
    }
  };
  const add = (work, time, every) => {
    id += 1;
    queue.set(id, { at: now + (Number(time) || 0), work, every });
    wake();
    return id;
  };
  window.setTimeout = (work, time, ...rest) => (window.virtual ? add(() => work(...rest), time, null) : real.setTimeout(work, time, ...rest));
  // What repeats for ever keeps its own time: the platform animates with it.
  window.setInterval = (work, time, ...rest) => (window.virtual ? add(() => work(...rest), time, Number(time) || 1) : real.setInterval(work, time, ...rest));
  window.clearTimeout = window.clearInterval = (key) => (queue.delete(key) ? undefined : real.clearTimeout(key));
}

/** Puts `window.judge` beside the platform: it starts replays and notes states. */
function instrument() {
  const { core } = window;
  const control = core.control, events = core.events;
  let keys = [], end = null, started = 0;
  const state = () => {
    const { hero, floorId } = core.status;
    if (!hero || !floorId) return null;
    const items = {};
    for (const kind of ['tools', 'constants', 'equips', 'keys']) {
      for (const [id, count] of Object.entries(hero.items[kind] ?? {})) if (count > 0) items[id] = count;
    }
    const worn = (hero.equipment ?? []).map((id) => id ?? null);
    const cells = core.floors[floorId].map;
    const { width = cells?.[0]?.length ?? 13, height = cells?.length ?? 13 } = core.floors[floorId];
    const map = Array.from({ length: height }, () => new Array(width).fill(0));
    const blocks = core.status.maps[floorId].blocks ?? core.status.thisMap.blocks;
    for (const block of blocks) if (!block.disable && map[block.y]) map[block.y][block.x] = block.id;
    return {
      floor: floorId, x: hero.loc.x, y: hero.loc.y, direction: hero.loc.direction, hp: hero.hp, attack: hero.atk, defence: hero.def,
      magic: hero.mdef, gold: hero.money, experience: hero.exp ?? hero.experience ?? 0, level: hero.lv, items, worn, map,
    };
  };
  const finish = (how, key) => {
    if (end) return;
    end = { how, key, state: state(), left: core.status.replay?.toReplay?.length ?? 0 };
    core.status.replay.replaying = false;
  };
  const act = control._doReplayAction;
  control._doReplayAction = function (key) {
    if (end) return true;
    keys.push({ key, state: state() });
    return act.call(this, key);
  };
  const set = (name, work) => {
    if (events[name]) events[name] = work;
    if (control[name]) control[name] = work;
    core[name] = work;
  };
  set('win', () => finish('won'));
  set('lose', () => finish('lost'));
  set('_replay_error', (key) => finish('error', key));
  set('_replay_finished', () => finish('played'));
  set('_replay_drawProgress', () => {});
  set('_replay_save', () => {});
  set('drawTip', () => {});
  set('playSound', () => {});
  set('playBgm', () => {});
  window.virtual = true;
  window.judge = {
    start(route, hard, seed) {
      keys = [];
      end = null;
      started = performance.now();
      // A packed text: a short plain one may read as a packed one.
      const list = core.decodeRoute(window.LZString.compressToBase64(route));
      core.startGame(hard, seed, list);
    },
    poll() {
      const { replay, event } = core.status;
      if (!end && replay?.replaying && replay.pausing && !(core.isMoving?.() || replay.animate || event?.id)) {
        replay.speed = 24;
        control.resumeReplay();
      }
      if (replay?.replaying) replay.speed = 24;
      return { done: end !== null, keys: keys.length };
    },
    halt(how) {
      finish(how, JSON.stringify({ event: core.status.event?.id, data: core.status.event?.data?.current, animate: core.status.replay?.animate, pausing: core.status.replay?.pausing, moving: core.status.heroMoving }));
    },
    result: () => ({ keys, end, milliseconds: performance.now() - started }),
  };
}
