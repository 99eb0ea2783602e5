#!/usr/bin/env python3
"""Compares proofs with Fast Downward's after moves: `planning_moves.py PROGRAM [COUNT [SEED]]`. It needs `pip install
up-fast-downward`.

Random small tasks whose actions have effects under conditions are played some random moves on the wire. The program
solves the position that the moves lead to; Fast Downward (A* without a bound) solves the task that begins with the atoms
which are true there by the rules of the language, as they are read here. Cost, or that there is no plan, must agree."""

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import up_fast_downward

DOWNWARD = [sys.executable, str(Path(up_fast_downward.__file__).parent / 'downward' / 'fast-downward.py')]


class Task:
    def __init__(self, seed):
        r = random.Random(seed)
        self.atoms = [f'p{i}' for i in range(r.randint(3, 6))]
        literal = lambda: (r.choice(self.atoms), r.random() < 0.5)
        condition = lambda most: [literal() for _ in range(r.randint(0, most))]
        self.actions = {}
        for i in range(r.randint(2, 6)):
            effects = [([] if k == 0 else condition(2), *literal()) for k in range(r.randint(1, 3))]
            self.actions[f'a{i}'] = (condition(1), effects, r.randint(1, 3))
        self.init = {atom for atom in self.atoms if r.random() < 0.5}
        self.goal = condition(3) or [literal()]

    @staticmethod
    def holds(condition, state):
        return all((atom in state) == value for atom, value in condition)

    def apply(self, name, state):
        effects = [(atom, value) for when, atom, value in self.actions[name][1] if self.holds(when, state)]
        return (state - {atom for atom, value in effects if not value}) | {atom for atom, value in effects if value}

    def pddl(self, init):
        one = lambda literal: f'({literal[0]})' if literal[1] else f'(not ({literal[0]}))'
        every = lambda literals: f'(and {" ".join(map(one, literals))})'
        actions = '\n'.join(
            f'(:action {name} :parameters () :precondition {every(given)} :effect (and '
            + ' '.join(f'(when {every(when)} {one((atom, value))})' if when else one((atom, value)) for when, atom, value in effects)
            + f' (increase (total-cost) {cost})))' for name, (given, effects, cost) in self.actions.items())
        domain = (f'(define (domain wild) (:requirements :adl :action-costs) (:predicates {" ".join(f"({a})" for a in self.atoms)})'
                  f' (:functions (total-cost))\n{actions})')
        atoms = ' '.join(f'({atom})' for atom in sorted(init))
        problem = (f'(define (problem wild) (:domain wild) (:init (= (total-cost) 0) {atoms}) (:goal {every(self.goal)})'
                   ' (:metric minimize (total-cost)))')
        return domain, problem


def downward(folder, domain, problem):
    """The cost of the cheapest plan; None if there is none."""
    (folder / 'd.pddl').write_text(domain)
    (folder / 'p.pddl').write_text(problem)
    done = subprocess.run([*DOWNWARD, 'd.pddl', 'p.pddl', '--search', 'astar(blind())'], cwd=folder, capture_output=True, text=True)
    if found := re.search(r'Plan cost: (\d+)', done.stdout):
        return int(found[1])
    assert done.returncode in (10, 11, 12) or 'unsolvable' in done.stdout, done.stdout + done.stderr
    return None


def main():
    program, count, seed = sys.argv[1], int((sys.argv[2:] + ['200'])[0]), int((sys.argv[3:] + ['1'])[0])
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(lines, end):
        engine.stdin.write('\n'.join(lines) + '\n')
        engine.stdin.flush()
        heard = []
        while not heard or not heard[-1].startswith(end):
            heard.append(engine.stdout.readline().rstrip('\n'))
        return heard

    ask(['setoption name UCI_Variant value plan', 'isready'], 'readyok')
    positions = wrong = unsolvable = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for number in range(seed, seed + count):
            task = Task(number)
            file = folder / 'task.pddl'
            file.write_text('\n'.join(task.pddl(task.init)))
            r, state, moves = random.Random(-number), set(task.init), []
            for _ in range(r.randint(0, 4)):
                position = f'position file {file}' + (f' moves {" ".join(moves)}' if moves else '')
                ask([position, 'isready'], 'readyok')
                legal = ask(['moves', 'isready'], 'readyok')
                names = [word for line in legal for word in line.split() if word in task.actions]
                if not names:
                    break
                moves.append(r.choice(names))
                state = task.apply(moves[-1], state)
            if task.holds(task.goal, state):
                continue
            position = f'position file {file}' + (f' moves {" ".join(moves)}' if moves else '')
            heard = ask([position, 'go'], 'bestmove')
            found = next((re.search(r'solution cost (\d+) bound \d+ proven|(unsolvable) proven', line) for line in heard
                          if 'proven' in line), None)
            ours = None if found is None or found[2] else int(found[1])
            theirs = downward(folder, *task.pddl(state))
            positions += 1
            unsolvable += theirs is None
            if found is None or ours != theirs:
                wrong += 1
                print(f'task {number} after {moves}: {heard[-2:]}, Fast Downward: {theirs}')
    print(f'{positions} positions, {unsolvable} without a plan: {wrong} differ from Fast Downward')
    sys.exit(wrong > 0)


main()
