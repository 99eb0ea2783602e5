// What people write about moves, beside what the analysis says of them.

import assert from 'node:assert/strict';
import test from 'node:test';
import { isMistake, marksOf, recallStory } from '../../src/serve/page/parts/recall.js';
import { retyped, toggleMark } from '../../src/serve/page/parts/remarks.js';
import { shapes } from '../../src/serve/page/shapes.js';
import { Tree } from '../../src/serve/page/tree.js';

const stored = new Map();
globalThis.localStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, text) => stored.set(key, text),
  removeItem: (key) => stored.delete(key),
};

const told = { cp: 0, expectation: 50 };
/** What is kept of an analysis that called the third move an inaccuracy. */
const analysis = (more) => JSON.stringify({
  review: { value: told, sides: [], turning_points: [], moves: ['a', 'b', 'c'].map((move, index) => ({ move, after: told, best: [], ...(index === 2 && { mark: 'inaccuracy' }) })) },
  text: 'a b c', language: 'en', answered: [], ...more,
});

/** A game as it is kept, opened anew. */
function opened(moves, more) {
  stored.set('meihua.story.xiangqi.1', analysis(more));
  const tree = Object.assign(Tree.fromJson({ base: 'startpos', moves }), { id: 'xiangqi.1' });
  recallStory(tree);
  return tree;
}
const both = (tree) => tree.main().map(({ marks, verdict }) => [marks, verdict]);

test('the marks of people and the verdicts of the analysis are kept apart, and both stay', () => {
  const moves = [{ move: 'a', marks: [3] }, { move: 'b', marks: [1, 10] }, { move: 'c', marks: [6], verdict: 6 }];
  const tree = opened(moves, { apart: true });
  assert.deepEqual(both(tree), [[[3], 0], [[1, 10], 0], [[6], 6]]);
  assert.deepEqual(tree.toJson('xiangqi', '').moves, moves);
  assert.deepEqual(Tree.fromJson(tree.toJson('xiangqi', '')).main().map(marksOf), [[3], [1, 10], [6]]);
  // A verdict that was taken away does not come back.
  assert.deepEqual(both(opened([{ move: 'a' }, { move: 'b' }, { move: 'c' }], { apart: true }))[2], [[], 0]);
});

test('a game that an earlier version has analysed loses no mark', () => {
  const tree = opened([{ move: 'a', marks: [3] }, { move: 'b' }, { move: 'c', marks: [6] }], {});
  assert.deepEqual(both(tree), [[[3], 0], [[], 0], [[], 6]]);
  assert.deepEqual(tree.main().map(isMistake), [false, false, true]);
  // Once only: the person's mark of the same kind stays from then on.
  assert.equal(JSON.parse(stored.get('meihua.story.xiangqi.1')).apart, true);
});

test('a press gives a mark in place of one’s own, or takes it away', () => {
  const place = { marks: [1, 10], verdict: 6 };
  toggleMark(place, 4);
  assert.deepEqual([place.marks, place.verdict], [[4, 10], 6]);
  toggleMark(place, 6);
  assert.deepEqual([place.marks, place.verdict], [[4, 10], 0]);
  toggleMark(place, 4);
  assert.deepEqual([place.marks, place.verdict], [[10], 0]);
});

/** What becomes of a comment that is typed letter by letter. */
function typed(comment, text) {
  const place = { comment };
  let before = [];
  for (let end = 1; end <= text.length; end++) before = retyped(place, text.slice(0, end), before).typed;
  return place.comment;
}

test('braces in a comment stay', () => {
  assert.equal(typed('', '集合 {1,2}'), '集合 {1,2}');
});

test('a shape that is typed stays where it stands, and goes with its text', () => {
  assert.equal(typed('', '[%csl Ga1] <b> more'), '[%csl Ga1] <b> more');
  assert.equal(typed('old [%cal Rb0c2]', 'new [%csl Ga1,Ga1]!'), 'new [%csl Ga1,Ga1]! [%cal Rb0c2]');
  assert.equal(shapes('[%csl Ga1,Ga1] [%csl Ga1]').length, 1);
  const place = { comment: '[%csl Re5]' };
  const { typed: before } = retyped(place, '[%csl Ga1]', []);
  retyped(place, '[%csl Ga1', before);
  assert.equal(place.comment, '[%csl Ga1 [%csl Re5]');
});

test('shapes that cannot be drawn stay in the words', () => {
  assert.equal(typed('', 'x [%csl Ya1] y'), 'x [%csl Ya1] y');
});
