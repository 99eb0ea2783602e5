// Legends of puzzles of one's own: those that are shipped, faults by line, and what a press in the picture means.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { drawing } from '../../src/serve/page/boards/drawing.js';
import { apart, asComments, meant, readLegend } from '../../src/serve/page/boards/legend.js';
import { addWords } from '../../src/serve/page/words.js';
import { OWN } from '../../src/serve/page/words/own.js';

addWords(OWN);
const PUZZLES = new URL('../../examples/puzzles/', import.meta.url);
const read = (name) => readFileSync(new URL(name, PUZZLES), 'utf8');

/** What is true at the start of a task, and the first words of its goal. */
function startOf(task) {
  const problem = task.replace(/;.*/g, '').split('(define (problem')[1].replace(/\s+/g, ' ');
  const atoms = (text) => [...text.matchAll(/\(([^()=]+)\)/g)].map(([, atom]) => atom.trim());
  const [, init, goal] = /\(:init(.*?)\(:goal(.*?)(?:\(:metric|$)/.exec(problem);
  return { atoms: atoms(init), constants: [], goals: [atoms(goal)] };
}
/** All shapes with their descendants. */
const flat = (shapes) => shapes.flat(9).filter(Boolean).flatMap((shape) => (shape.children ? [shape, ...flat(shape.children)] : []));

test('every shipped legend draws its puzzle', () => {
  const names = readdirSync(PUZZLES).filter((name) => name.endsWith('.legend'));
  assert.ok(names.length > 20);
  for (const name of names) {
    const task = read(name.replace('.legend', '.pddl'));
    const legend = readLegend(read(name), task);
    assert.deepEqual(legend.faults, [], name);
    const own = startOf(task);
    const { width, height, ground, shapes } = drawing(legend, own);
    // The jugs and the chessboard are empty. Nothing is cut off.
    assert.ok(shapes.length > 0 || /jugs|queens/.test(name), name);
    for (const { properties: { x, y, width: wide, height: high } } of flat([...ground, ...shapes]).filter(({ tag }) => tag === 'rect')) {
      assert.ok(x >= 0 && y >= 0 && x + wide <= width + 0.01 && y + high <= height + 0.01, `${name}: ${[x, y, wide, high]} within ${width} by ${height}`);
    }
  }
});

test('faults have their lines', () => {
  const domain = '(define (domain d) (:predicates (at ?t - thing ?c) (won)))';
  const faults = (legend) => readLegend(legend, domain).faults.map(({ line, problem }) => `${line}: ${problem}`);
  assert.deepEqual(faults('row a b ; two cells\n\nat ?t ?c: tile ?t 2x1 red in ?c\nwon: disc "W on" in a\nwanted at x ?c: fill in ?c'), []);
  for (const [line, fault] of Object.entries({
    'rows a b': /found "rows", expected row, places/, row: /expected the names/, 'row a a': /a stands in the picture twice/, 'is ?t: tile in a': /no predicate "is"/, 'at ?t: tile in ?t': /at has 2 arguments/,
    'at ?t ?c: cube in ?c': /found "cube", expected tile/, 'at ?t ?c: tile': /a place at the end/, 'at ?t ?c: tile in': /a place at the end/, 'at ?t ?c: tile in ?c red': /a place at the end/, 'at ?t ?c: tile 0x1 in ?c': /found 0x1, expected a size/,
    'at ?t ?c: tile one two in ?c': /found two, expected a size/, 'at ?t ?c: tile ?x in ?c': /\?x does not stand/, 'at ?t ?c: tile "open in ?c': /found ", expected|found open, expected|found "/,
  })) assert.match(faults(`row c\n${line}`).join(), new RegExp(`^2: .*${fault.source}`), line);
  assert.match(faults('won: disc in a').join(), /^1: expected a line of places/);
  assert.match(faults(`row ${'a '.repeat(1000)}`).join(), /^1: expected at most 100 lines/);
  assert.deepEqual(faults('won: disc in a\n'.repeat(100_000)).map((fault) => fault.slice(0, 16)), ['101: expected at', '1: expected a li']);
});

test('types of any kind are no arguments', () => {
  const domain = '(define (domain d) (:types cat dog) (:predicates (here ?x - (either cat dog)) (near ?x ?y - cat ?z - (either cat\n dog))) (:action a))';
  assert.deepEqual(readLegend('row tom\nhere ?x: disc in ?x\nnear ?x ?y ?z: tile in ?x', domain).faults, []);
});

test('a place is an object, or one that something is drawn in', () => {
  const puzzle = '(define (domain d) (:constants hall - room) (:predicates (at ?c) (cell ?x ?y))) (define (problem p) (:objects cellar - room n1\n n2 - (either x y)) (:init))';
  const faults = (legend, text = puzzle) => readLegend(legend, text).faults.map(({ line, problem }) => `${line}: ${problem}`);
  assert.deepEqual(faults('row hall - cellar\nplaces n1/n2 ~ table\nat ?c: disc in ?c\nat hall: tile in table'), []);
  assert.match(faults('row hall celar\nrow n1/n3 room\nat ?c: disc in ?c').join('\n'), /^1: "celar" is no object.*\n2: "n1\/n3" is no object.*\n2: "room" is no object.*$/);
  assert.deepEqual(faults('row hall celar\nat ?c: disc in ?c', puzzle.split('(define (problem')[0]), [], 'a domain has not all objects');
  assert.equal(faults('row table\nat ?c: disk in table').length, 1, 'a faulty line may mean it');
});

test('a legend is a comment of its puzzle', () => {
  const [task, legend] = ['(define (domain d))\n\n(define (problem p))\n', 'row a b\n\nwon: disc "A;B" in a'];
  assert.deepEqual(apart(`${task}\n${asComments(legend)}\n`), [`${task}\n`, legend]);
  assert.ok(asComments(legend).split('\n').every((line) => line.startsWith(';')));
});

test('a press means the action that is clear', () => {
  const moves = ['row-alone(adam,left,right)', 'row(adam,anna,left,right)', 'row(anna,adam,left,right)', 'row(adam,bert,left,right)'];
  const [places, things] = [new Set(['left', 'right']), new Set(['adam', 'anna', 'bert'])];
  const press = (...presses) => presses.reduce(({ pressed }, objects) => meant(moves, pressed, objects, places, things), { pressed: [] });
  assert.deepEqual(press(['adam', 'left']), { pressed: ['adam'], move: '' });
  assert.equal(press(['adam', 'left'], ['anna', 'left']).move, 'row(adam,anna,left,right)');
  assert.equal(press(['anna', 'left'], ['adam', 'left']).move, 'row(anna,adam,left,right)');
  assert.equal(press(['adam', 'left'], ['right']).move, 'row-alone(adam,left,right)');
  assert.equal(press(['bert', 'left']).move, 'row(adam,bert,left,right)', 'there is only one');
  assert.deepEqual(press(['adam', 'left'], ['adam', 'left']), { pressed: [], move: '' });
  assert.deepEqual(press(['nobody']), { pressed: [], move: '' });
  // Klotski: a short move is meant by its own cells; a block is its cell.
  const cells = new Set(['a1', 'b1', 'c1']);
  const slides = ['small(a1,b1)', 'small-twice(a1,b1,c1)'];
  const first = meant(slides, [], ['a1'], cells, new Set());
  assert.deepEqual(first, { pressed: ['a1'], move: '' });
  assert.equal(meant(slides, ['a1'], ['b1'], cells, new Set()).move, 'small(a1,b1)');
  assert.equal(meant(slides, ['a1'], ['c1'], cells, new Set()).move, 'small-twice(a1,b1,c1)');
  // A tile that can go to one place only; the knight's colour says less than its cell; a cell of two names.
  assert.equal(meant(['slide(t1,a1,b1)', 'slide(t2,c1,b1)'], [], ['t2', 'c1'], cells, new Set(['t1', 't2'])).move, 'slide(t2,c1,b1)');
  assert.deepEqual(meant(['move(white,a1,b3)', 'move(white,a1,c2)', 'move(white,c1,a2)'], [], ['white', 'a1'], cells, new Set(['white'])).pressed, ['a1']);
  assert.equal(meant(['place(n1,n1)', 'place(n1,n2)'], [], ['n1/n2'], new Set(['n1/n1', 'n1/n2']), new Set()).move, 'place(n1,n2)');
});
