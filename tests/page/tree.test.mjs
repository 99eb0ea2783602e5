// The tree of a game: what people do to it, and the JSON that it is kept as.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Tree } from '../../src/serve/page/tree.js';

function sample() {
  const tree = new Tree();
  for (const move of ['a', 'b', 'c']) tree.play({ move });
  tree.goTo(tree.root.children[0]);
  tree.play({ move: 'd' });
  tree.at.comment = 'other';
  tree.play({ move: 'e' });
  return tree;
}
const moves = (places) => places.map((place) => place.names.move).join('');

test('a second move at a place is a variation', () => {
  const tree = sample();
  assert.equal(moves(tree.main()), 'abc');
  assert.equal(moves(tree.line()), 'ade');
  assert.deepEqual(tree.path(), ['a', 'd', 'e']);
});

test('a promoted variation is the main line, and nothing is lost', () => {
  const tree = sample();
  tree.promote(tree.at);
  assert.equal(moves(tree.main()), 'ade');
  assert.equal(tree.all().length, 5);
});

test('a deleted variation leaves its parent on view', () => {
  const tree = sample();
  const before = JSON.stringify(tree.toJson('xiangqi', ''));
  tree.remove(tree.at.parent);
  assert.deepEqual(tree.path(), ['a']);
  assert.equal(moves(tree.all()), 'abc');
  // Where it stood, as it was, in a page that was opened anew, too.
  const later = Tree.fromJson(JSON.parse(JSON.stringify(tree.toJson('xiangqi', ''))));
  later.lookAt(JSON.parse(JSON.stringify(tree.look())));
  for (const one of [tree, later]) {
    one.goTo(one.bringBack());
    assert.deepEqual(one.path(), ['a', 'd']);
    assert.equal(JSON.stringify(one.toJson('xiangqi', '')), before);
    assert.equal(one.gone, null);
    // Numbers and sides of moves are told by the plies.
    for (const place of one.all()) assert.equal(place.ply, one.path(place).length, place.names.move);
  }
});

test('what is kept comes back', () => {
  const tree = sample();
  const json = JSON.parse(JSON.stringify(tree.toJson('xiangqi', '')));
  assert.deepEqual(Tree.fromJson(json).toJson('xiangqi', ''), json);
});

test('the rest of a route and the name of a tower outlive a reload', () => {
  const tree = sample();
  tree.rest = ['FF2:', 'R'];
  tree.at.view = { own: { title: '塔' } };
  const later = Tree.fromJson(tree.toJson('tower', ''));
  later.lookAt(JSON.parse(JSON.stringify(tree.look())));
  assert.deepEqual([later.rest, later.title, later.look().title], [['FF2:', 'R'], '塔', '塔']);
});
