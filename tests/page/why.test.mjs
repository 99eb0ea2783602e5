// Towers of several floors in words: why they are not won, and what lies on their floors.

import assert from 'node:assert/strict';
import test from 'node:test';
import { nameAt } from '../../src/serve/page/boards/things.js';
import { whyNot } from '../../src/serve/page/parts/why.js';
import { addWords, speak } from '../../src/serve/page/words.js';
import { WORDS } from '../../src/serve/page/words/late.js';

globalThis.document ??= { documentElement: {} };
addWords(WORDS);

const solution = (status, why) => ({ objective: 'hp', value: null, bound: null, status, facts: { floor: 'F1', hp: 6, why } });

test('a proof is told as a proof, and each reason in both languages', () => {
  const proven = whyNot(solution('proven', ['with 3 more hp (first missing at F1 3,3 slime) it is won']));
  assert.equal(proven.en, 'No plan wins: that is proven. With 3 more hp (first missing at F1 3,3 slime) it is won.');
  assert.equal(proven.zh, '没有能通关的路线：已证明。再有 3 生命（首先缺在 F1 3,3 slime）就能通关。');
  const blocked = whyNot(solution('anytime', ['players with as much as they like do not win: in the way is F1 4,0 红头怪: the word "wim"']));
  assert.equal(blocked.en, 'No plan that wins was found. The best plan so far gets to floor F1 with 6 hp. Players with as much as they like do not win: in the way is F1 4,0 红头怪: the word "wim".');
  assert.match(blocked.zh, /到达 F1 层，生命 6。什么都不缺的玩家也不能通关：挡路的是 F1 4,0 红头怪: the word "wim"。$/);
});

test('the engine’s sentences are read, whatever stands in them', () => {
  for (const [english, chinese] of [
    ['no event of the tower wins it', '塔中没有通关的事件'],
    ['no event of the tower that is understood wins it', '看懂的事件中没有一个能通关'],
    ['with 2 more attack or less and 10 more gold or less it is won', '再有 2 攻击（或更少）和 10 金币（或更少）就能通关'],
    ['more hp, attack, keys or gold do not help: no way to F2 F3 and 4 more floors; in the way is F1 1,0 door', '生命、攻击、钥匙或金币再多也无用：到不了 F2 F3 等（另有 4 层）；挡路的是 F1 1,0 door'],
    ['more hp, attack, keys or gold do not help: nothing is left to do', '生命、攻击、钥匙或金币再多也无用：已无事可做'],
    ['there was no time to find out why', '没有时间查明原因'],
  ]) assert.ok(whyNot(solution('proven', [english])).zh.endsWith(`${chinese}。`), `${english}: ${whyNot(solution('proven', [english])).zh}`);
});

test('what lies on a floor has a name before it can be reached', () => {
  const own = { floor: { things: [['item blueGem', 'door yellowDoor', 'item sword9', 'monster slime', 'up']] }, monsters: [{ id: 'slime', name: 'slime' }], targets: [{ x: 1, y: 0, name: 'yellowDoor' }], items: [] };
  const names = (language) => {
    speak(language);
    return own.floor.things[0].map((_, x) => nameAt(own, x, 0));
  };
  assert.deepEqual(names('en'), ['blue gem', 'yellow door', 'item sword 9', 'slime', 'stairs up']);
  assert.deepEqual(names('zh'), ['蓝宝石', '黄门', '道具 sword 9', 'slime', '上楼']);
  // A tower's own name comes first.
  own.targets.push({ x: 0, y: 0, name: '大蓝宝石' });
  assert.equal(names('zh')[0], '大蓝宝石');
});
