// Checks 24 and 25: what a hostile page may try, and the life of the program.

import assert from 'node:assert/strict';
import net from 'node:net';
import { readFileSync } from 'node:fs';
import { alone, control, moves, open, start, status, type, until } from './server.mjs';

/** The status of a request made by hand. */
function ask(port, lines) {
  return new Promise((done) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.once('data', (data) => {
      done(Number(String(data).split(' ')[1]));
      socket.destroy();
    });
    socket.once('error', () => done(0));
  });
}

const upgrade = (port, more, token) => ask(port, [`GET /engine?token=${token} HTTP/1.1`, 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...more]);

export const attacks = {
  async '24 strangers'({ page, context, url, server, faults }) {
    const { port, token } = server;
    const host = `Host: 127.0.0.1:${port}`;
    assert.equal(await upgrade(port, [host, 'Origin: http://evil.example'], token), 403);
    assert.equal(await upgrade(port, [host, 'Origin: null'], token), 403);
    assert.equal(await upgrade(port, [host], token), 403);
    assert.equal(await upgrade(port, ['Host: evil.example', 'Origin: http://evil.example'], token), 421);
    // Another program on this machine may send any header, but it was not given the address.
    assert.equal(await upgrade(port, [host, `Origin: http://127.0.0.1:${port}`], '0'.repeat(32)), 403);
    assert.equal(await upgrade(port, [host, `Origin: http://127.0.0.1:${port}`], token), 101);
    await open(page, url);
    const answers = await page.evaluate(async () => {
      const socket = new WebSocket(`ws://${location.host}/engine${location.search}`);
      await new Promise((ready) => (socket.onopen = ready));
      const next = () => new Promise((heard) => (socket.onmessage = (event) => heard(event.data)));
      const heard = [];
      for (const line of ['position file /etc/passwd', 'setoption name EvalFile value /etc/passwd', 'setoption name Debug Log File value /tmp/x']) {
        const answer = next();
        socket.send(line);
        heard.push(await answer);
      }
      const closed = new Promise((done) => (socket.onclose = (event) => done(event.code)));
      socket.send('x'.repeat(2_000_000));
      heard.push(await closed);
      const sockets = [];
      for (let i = 0; i < 12; i++) sockets.push(new WebSocket(`ws://${location.host}/engine${location.search}`));
      const states = await Promise.all(sockets.map((one) => new Promise((done) => {
        one.onopen = () => done(1);
        one.onerror = () => done(0);
      })));
      sockets.forEach((one) => one.close());
      return [...heard, states.filter(Boolean).length];
    });
    for (const answer of answers.slice(0, 3)) assert.match(answer, /error: .*out of reach/);
    assert.equal(answers[3], 1009);
    assert.ok(answers[4] <= 7, `${answers[4]} more sessions beside the page's`);
    await alone(page);
    await type(page, 'h2e2');
    await until(() => moves(page)[0] === 'h2e2', 'the page goes on');
    // A tab more than there are sessions says so, and goes on when one is free.
    await page.evaluate(async () => {
      globalThis.held = Array.from({ length: 8 }, () => new WebSocket(`ws://${location.host}/engine${location.search}`));
      await Promise.all(globalThis.held.map((one) => new Promise((done) => {
        one.onopen = done;
        one.onerror = done;
      })));
    });
    const crowded = await context.newPage();
    await crowded.goto(`${url}#xiangqi`);
    await until(async () => /All sessions of the engine are taken/.test(await status(crowded)), 'the ninth tab says why');
    await page.evaluate(() => globalThis.held.forEach((one) => one.close()));
    await until(async () => /to move/.test(await status(crowded)), 'it goes on by itself');
    await crowded.close();
    faults.length = 0;
  },
  async '25 stopped and started'({ page, context, server }) {
    const one = await start(server.process.spawnfile);
    await open(page, one.url);
    await alone(page);
    await type(page, 'h2e2');
    await control(page, 'Analyse').click();
    await page.waitForTimeout(500);
    const { code, time } = await one.end();
    assert.equal(code, 0);
    assert.ok(time <= 1000, `${time} ms`);
    await until(async () => /stopped/.test(await status(page)), 'the page says so');
    // Of another game there is nothing to see yet, least of all the board of this one.
    await page.getByRole('link', { name: 'Four in a row' }).click();
    await until(async () => !(await page.locator('#board').isVisible()), 'no board of another game');
    await page.getByRole('link', { name: 'Xiangqi' }).click();
    const two = await start(server.process.spawnfile, one.port);
    // The address has a new token: one tab that is opened by it brings the others back.
    await until(async () => /has a new address/.test(await status(page)), 'what to do');
    const opened = await context.newPage();
    await open(opened, two.url);
    await until(async () => /Black to move/.test(await status(page)), 'it comes back');
    assert.equal(moves(page)[0], 'h2e2');
    await opened.close();
    const times = await page.evaluate(async (search) => {
      const socket = new WebSocket(`ws://${location.host}/engine${search}`);
      await new Promise((ready) => (socket.onopen = ready));
      const list = [];
      for (let i = 0; i < 50; i++) {
        const began = performance.now();
        await new Promise((heard) => {
          socket.onmessage = heard;
          socket.send('isready');
        });
        list.push(performance.now() - began);
      }
      socket.close();
      return list.sort((a, b) => a - b)[25];
    }, new URL(two.url).search);
    console.log(`   isready and back: ${times.toFixed(2)} ms, end after Ctrl-C: ${time} ms`);
    const threads = () => Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${two.process.pid}/status`, 'utf8'))[1]);
    const tabs = [page];
    while (tabs.length < 8) {
      const tab = await context.newPage();
      await open(tab, two.url);
      tabs.push(tab);
    }
    const most = threads();
    for (const tab of tabs) await tab.goto('about:blank');
    await until(() => threads() <= 3, 'eight closed tabs leave no thread');
    console.log(`   threads: ${most} with eight tabs, ${threads()} without`);
    await two.end();
  },
};
