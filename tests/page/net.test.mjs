// How a session is opened, and when it is opened again.

import assert from 'node:assert/strict';
import test from 'node:test';

const sockets = [];
class FakeSocket {
  readyState = 0;

  constructor(url) {
    this.url = url;
    sockets.push(this);
  }

  opens() {
    this.readyState = 1;
    this.onopen();
  }

  closes(code) {
    this.readyState = 3;
    this.onclose({ code });
  }

  send() {}

  close() {}
}
const events = new EventTarget();
const kept = new Map();
let status = 404;
Object.assign(globalThis, {
  location: { host: '127.0.0.1:8437', search: '?token=old&lang=en' },
  WebSocket: FakeSocket,
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  fetch: async () => ({ status }),
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
});
const { Engine } = await import('../../src/serve/page/net.js');

const a = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
/** The socket that is opened next, within a while. */
async function next(count) {
  for (let waited = 0; sockets.length < count && waited < 5000; waited += 20) await a(20);
  assert.equal(sockets.length, count);
  return sockets.at(-1);
}

test('a tab that was closed for another one waits until it is used', async () => {
  const states = [];
  const engine = new Engine((state) => states.push(state));
  const first = await next(1);
  assert.equal(first.url, 'ws://127.0.0.1:8437/engine?token=old');
  first.opens();
  first.closes(4000);
  await a(700);
  assert.deepEqual([states, sockets.length], [['open', 'away'], 1]);
  events.dispatchEvent(new Event('keydown'));
  events.dispatchEvent(new Event('pointerdown'));
  (await next(2)).opens();
  assert.equal(states.at(-1), 'open');

  // The program was started again: another tab, opened by its new address, has been let in.
  status = 403;
  sockets[1].closes(1001);
  kept.set('meihua.token', 'new');
  (await next(3)).closes(1006);
  const fourth = await next(4);
  assert.equal(states.at(-1), 'strange');
  assert.equal(fourth.url, 'ws://127.0.0.1:8437/engine?token=new');
  fourth.opens();
  assert.equal(states.at(-1), 'open');
  engine.close();
});

test('a game of one’s own that is refused has its reasons, and never the board of another game', async () => {
  const engine = new Engine(() => {});
  const socket = await next(5);
  socket.opens();
  const answer = (view, ...errors) => {
    const found = engine.position('own', 'fen x', []);
    for (const error of errors) socket.onmessage({ data: JSON.stringify({ event: 'error', ...error }) });
    socket.onmessage({ data: JSON.stringify({ event: 'view', view: { game: 'hexapawn', ...view } }) });
    return found;
  };
  assert.deepEqual(await answer({ own: null }, { code: 'bad-position' }).then(({ view, errors }) => [view.own, errors.map(({ code }) => code)]), [null, ['bad-position']]);
  assert.deepEqual(await answer({ own: { columns: 7 } }).then(({ view, errors }) => [view.own, errors.map(({ code }) => code)]), [null, ['name-taken']]);
  assert.deepEqual(await answer({ own: { shape: 'squares' } }).then(({ view, errors }) => [view.game, view.variant, errors]), ['own', 'hexapawn', []]);
  engine.close();
});
