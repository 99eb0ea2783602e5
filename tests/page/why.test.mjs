// Towers of several floors in words: why they are not won, and what lies on their floors.

import assert from 'node:assert/strict';
import test from 'node:test';
import { nameAt } from '../../src/serve/page/boards/things.js';
import { askersOf } from '../../src/serve/page/boards/question.js';
import { bestTold, noPlan, whyNot } from '../../src/serve/page/parts/why.js';
import { markBest, ofMove } from '../../src/serve/page/values.js';
import { addWords, speak } from '../../src/serve/page/words.js';
import { WORDS } from '../../src/serve/page/words/late.js';

globalThis.document ??= { documentElement: {} };
addWords(WORDS);

const solution = (status, why, translated) => ({ objective: 'hp', value: null, bound: null, status, facts: { floor: 'F1', hp: 6, why, translated } });

test('a proof is told as a proof, and each reason in both languages', () => {
  const proven = whyNot(solution('proven', ['with 3 more hp it is won'], ['再有 3 生命就能通关']));
  assert.equal(proven.en, 'No plan wins: that is proven. With 3 more hp it is won.');
  assert.equal(proven.zh, '没有能通关的路线：已证明。再有 3 生命就能通关。');
  const blocked = whyNot(solution('anytime', ['players with as much as they like do not win: in the way is F1 4,0 红头怪: the word "wim"']));
  assert.equal(blocked.en, 'No plan that wins was found. The best plan so far gets to floor F1 with 6 hp. Players with as much as they like do not win: in the way is F1 4,0 红头怪: the word "wim".');
  assert.match(blocked.zh, /到达 F1 层，生命 6。players with .*: the word "wim"。$/, 'an engine of before speaks English');
});

test('a puzzle without a plan is told as proven or not', () => {
  const told = (status, bound, objective = 'steps') => noPlan({ objective, value: null, bound, status });
  assert.deepEqual(told('proven', null), { en: 'No plan leads to the goal from here: proven.', zh: '从此处无解：已证明。' });
  assert.deepEqual(told('anytime', 98), { en: 'No plan was found in time; less than 98 is impossible.', zh: '时间内未找到解法；不可能少于 98。' });
  assert.equal(told('anytime', 9, 'hp').en, 'No plan was found in time; more than 9 is impossible.');
  assert.equal(told('anytime', null).en, 'No plan was found in time.');
});

test('a move without a known plan is never the best', () => {
  const best = (...found) => {
    const values = new Map(found.map(([move, value, bound, status]) => [move, ofMove({ move, objective: 'steps', value, bound, status })]));
    markBest(values);
    return [...values.values()].filter((value) => value.best).map(({ move }) => move).join();
  };
  assert.equal(best(['a', null, 5, 'anytime'], ['b', 9, 5, 'anytime'], ['c', null, null, 'proven']), 'b');
  assert.equal(best(['a', null, 5, 'anytime'], ['c', null, null, 'proven']), '');
  assert.equal(best(['a', 4, 4, 'proven'], ['b', 4, 4, 'proven'], ['c', 6, 6, 'proven']), 'a,b');
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

test('what hurts, and what the tower names, is called so before it can be reached', () => {
  const things = [['hazard lavaNet', 'hazard thorns', 'item poisonWine', 'door tallYellowDoor']];
  const own = { floor: { things, names: { poisonWine: '解毒药水', tallYellowDoor: '高黄门' } }, monsters: [], targets: [], items: [] };
  speak('zh');
  assert.deepEqual(things[0].map((_, x) => nameAt(own, x, 0)), ['血网', '伤人的地面 thorns', '解毒药水', '高黄门']);
});

test('the best plan told so far of a place stays the best told', () => {
  const app = { tree: { base: 'project t', at: {} } };
  const none = (floor, hp) => ({ plan: [], solution: { objective: 'hp', value: null, status: 'anytime', facts: { floor, hp } } });
  const wins = (value, status = 'anytime') => ({ plan: ['R'], solution: { objective: 'hp', value, status, facts: {} } });
  assert.equal(bestTold(app, none('MT15', 2708)).solution.facts.hp, 2708);
  assert.equal(bestTold(app, none('MT15', 3270)).solution.facts.hp, 3270);
  assert.equal(bestTold(app, none('MT15', 2360)).solution.facts.hp, 3270, 'a worse one does not replace it');
  assert.equal(bestTold(app, wins(5)).solution.value, 5);
  assert.deepEqual(bestTold(app, wins(4)).solution.value, 5);
  assert.deepEqual(bestTold(app, none('MT15', 9999)).plan, ['R']);
  assert.equal(bestTold(app, wins(6, 'proven')).solution.value, 6);
  app.tree.at = {};
  assert.equal(bestTold(app, none('MT4', 526)).solution.facts.hp, 526, 'another place has a plan of its own');
});

test('a shop that is open from afar does not ask what its merchant asks beside the hero', () => {
  const choice = (move, name, ...answers) => ({ move, name, question: '', answers, gold: 4 });
  const beside = [choice('LC0C1', 'merchant', 'attack', ''), choice('LC1', 'merchant', '')];
  assert.deepEqual(askersOf([...beside, choice('Sgold:C0C1', 'gold', 'attack', ''), choice('Sgold:C1', 'gold', '')]).map(({ key }) => key), ['L']);
  // Others ask on their own; leaving a shop from afar is no choice.
  const all = askersOf([...beside, choice('RC0', 'merchant', 'yes'), choice('Sgold:C0C1', 'merchant', 'defence', ''), choice('Sgold:C1', 'merchant', ''), choice('FMT2:', 'MT2'), choice('Sother:C1', 'merchant', '')]);
  assert.deepEqual(all.map(({ key, choices }) => [key, choices.length]), [['L', 2], ['R', 1], ['Sgold:', 1]]);
});
