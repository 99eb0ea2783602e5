// Addresses of whole games: what is written is read again.

import assert from 'node:assert/strict';
import test from 'node:test';
import { grow, of, read, whole } from '../../src/serve/page/address.js';
import { Tree } from '../../src/serve/page/tree.js';
import { dice } from '../../src/serve/page/puzzles/dice.js';

const shape = (place, at) => `${place.names?.move || ''}${place === at ? '*' : ''}[${place.children.map((child) => shape(child, at)).join(',')}]`;

test('random trees come back, with the place where they stand', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { below, of: one } = dice(`tree ${seed}`);
    const tree = new Tree();
    const places = [tree.root];
    for (let count = 1 + below(20); count > 0; count--) places.push(tree.add(one(places), { move: one(['h2e2', '7,3', 'P1D1', '2-5', 'a(b)*.c']) }));
    const at = one(places);
    tree.goTo(at);
    const hash = whole('xiangqi', tree);
    const found = read(hash);
    const copy = new Tree(found.base);
    copy.goTo(grow(copy, copy.root, found.line));
    assert.equal(shape(copy.root, copy.at), shape(tree.root, tree.at), hash);
  }
});

test('an address that a person has written is understood', () => {
  assert.deepEqual(read('#xiangqi/startpos/h2e2,h9g7'), { game: 'xiangqi', base: 'startpos', moves: [], line: 'h2e2.h9g7' });
  assert.equal(read('#tower//7,3.7,7').line, '7,3.7,7');
});

test('an address of one line is as it was', () => {
  assert.equal(of('xiangqi', 'startpos', ['h2e2', 'h9g7']), '#xiangqi//h2e2.h9g7');
  const tree = new Tree('fen BBWW_ cost');
  tree.play({ move: '2-5' });
  assert.equal(whole('sliding', tree), '#sliding/BBWW_+cost/2-5*');
  assert.equal(whole('sliding', new Tree()), '#sliding');
  const found = read('#cfour/445344');
  assert.deepEqual(found.moves, ['4', '4', '5', '3', '4', '4']);
});
