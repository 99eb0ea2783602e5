#!/usr/bin/env python3
"""Checks `meihua solve plan` against plain searches over random small tasks of its own, which use every part of the
language that is supported: `planning.py PROGRAM [COUNT [SEED [STOPS]]]`. Each plan is replayed here, and its cost and
every proof are compared. Then tasks are solved again, STOPS times in all, within a random number of nodes or
milliseconds, where bounds and plans have to hold."""

import heapq
import itertools
import os
import random
import subprocess
import sys
import tempfile

STATES = 4000


class Task:
    """A random task, as lists for the search here and as PDDL for the program."""

    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.types = {'object': None, 'a': 'object', 'b': 'a', 'c': 'object'}
        self.objects = {f'o{i}': r.choice(list(self.types)) for i in range(r.randint(2, 4))}
        self.predicates = {f'p{i}': [r.choice(list(self.types)) for _ in range(r.choice([0, 1, 1, 2]))]
                           for i in range(r.randint(2, 4))}
        self.static = r.choice([None, *self.predicates]) if len(self.predicates) > 2 else None
        self.has_costs = r.random() < 0.5
        self.prices = {o: r.randint(0, 4) for o in self.objects}
        self.actions = [self.action(i) for i in range(r.randint(2, 4))]
        atoms = [(p, *args) for p, types in self.predicates.items()
                 for args in itertools.product(*[self.members(t) for t in types])]
        self.init = frozenset(atom for atom in atoms if r.random() < 0.3)
        self.goal = self.condition({}, 2) if r.random() < 0.3 else self.far(atoms)

    def far(self, atoms):
        """A goal that holds some random steps away, and not at the start."""
        seen, layer = {self.init}, [self.init]
        while layer and len(seen) < 300:
            last = layer
            layer = []
            for state in last:
                for _, after, _ in self.successors(state):
                    if after not in seen:
                        seen.add(after)
                        layer.append(after)
        state = self.r.choice(last)
        some = self.r.sample(atoms, min(len(atoms), self.r.randint(1, 5)))
        return ('and', *[atom if atom in state else ('not', atom) for atom in some])

    def members(self, kind):
        def is_in(t):
            return t == kind or (t is not None and is_in(self.types[t]))
        return [o for o, t in self.objects.items() if is_in(t)]

    def term(self, scope):
        return self.r.choice([*scope, *scope, *scope, *self.objects])

    def atom(self, scope, names=None):
        name = self.r.choice(names or list(self.predicates))
        return (name, *[self.term(scope) for _ in self.predicates[name]])

    def condition(self, scope, depth):
        r = self.r
        kind = r.choice(['atom', 'atom', 'atom', 'not', 'and', 'or', 'imply', 'forall', 'exists', '=']) if depth else 'atom'
        if kind == 'atom':
            return self.atom(scope)
        if kind == '=':
            return ('=', self.term(scope), self.term(scope))
        if kind in ('and', 'or'):
            return (kind, *[self.condition(scope, depth - 1) for _ in range(r.randint(1, 3))])
        if kind == 'imply':
            return (kind, self.condition(scope, depth - 1), self.condition(scope, depth - 1))
        if kind == 'not':
            return (kind, self.condition(scope, depth - 1))
        name, t = f'?v{len(scope)}', r.choice(list(self.types))
        return (kind, (name, t), self.condition({**scope, name: t}, depth - 1))

    def effect(self, scope, depth):
        r = self.r
        kind = r.choice(['atom', 'atom', 'not', 'not', 'when', 'forall']) if depth else r.choice(['atom', 'not'])
        if kind in ('atom', 'not'):
            atom = self.atom(scope, [p for p in self.predicates if p != self.static])
            return atom if kind == 'atom' else ('not', atom)
        if kind == 'when':
            return (kind, self.condition(scope, 1), self.effect(scope, depth - 1))
        name, t = f'?w{len(scope)}', r.choice(list(self.types))
        return (kind, (name, t), self.effect({**scope, name: t}, depth - 1))

    def action(self, number):
        r = self.r
        scope = {f'?x{i}': r.choice(list(self.types)) for i in range(r.randint(0, 2))}
        effects = [self.effect(scope, 2) for _ in range(r.randint(1, 3))]
        price = r.choice([str(r.randint(0, 5)), *scope]) if self.has_costs else None
        return (f'act{number}', scope, self.condition(scope, 2), effects, price)

    # The meaning.

    def holds(self, state, condition, scope):
        kind, args = condition[0], condition[1:]
        if kind == '=':
            return scope.get(args[0], args[0]) == scope.get(args[1], args[1])
        if kind == 'and':
            return all(self.holds(state, part, scope) for part in args)
        if kind == 'or':
            return any(self.holds(state, part, scope) for part in args)
        if kind == 'imply':
            return not self.holds(state, args[0], scope) or self.holds(state, args[1], scope)
        if kind == 'not':
            return not self.holds(state, args[0], scope)
        if kind in ('forall', 'exists'):
            (name, t), body = args
            values = (self.holds(state, body, {**scope, name: o}) for o in self.members(t))
            return all(values) if kind == 'forall' else any(values)
        return (kind, *[scope.get(arg, arg) for arg in args]) in state

    def change(self, state, effect, scope, adds, deletes):
        kind, args = effect[0], effect[1:]
        if kind == 'when':
            if self.holds(state, args[0], scope):
                self.change(state, args[1], scope, adds, deletes)
        elif kind == 'forall':
            (name, t), body = args
            for o in self.members(t):
                self.change(state, body, {**scope, name: o}, adds, deletes)
        elif kind == 'not':
            deletes.add((args[0][0], *[scope.get(arg, arg) for arg in args[0][1:]]))
        else:
            adds.add((kind, *[scope.get(arg, arg) for arg in args]))

    def successors(self, state):
        for name, params, condition, effects, price in self.actions:
            for objects in itertools.product(*[self.members(t) for t in params.values()]):
                scope = dict(zip(params, objects))
                if self.holds(state, condition, scope):
                    adds, deletes = set(), set()
                    for effect in effects:
                        self.change(state, effect, scope, adds, deletes)
                    cost = 1 if price is None else self.prices[scope[price]] if price in scope else int(price)
                    yield (name, *objects), (state - deletes) | adds, cost

    def solve(self):
        """The least cost, or None; False where there are too many states."""
        best, queue, count = {self.init: 0}, [(0, 0, self.init)], 0
        while queue:
            cost, _, state = heapq.heappop(queue)
            if cost > best[state]:
                continue
            if self.holds(state, self.goal, {}):
                return cost
            for _, after, step in self.successors(state):
                if cost + step < best.get(after, 1 << 60):
                    best[after] = cost + step
                    count += 1
                    heapq.heappush(queue, (cost + step, count, after))
            if len(best) > STATES:
                return False
        return None

    def replay(self, plan):
        """The cost of a plan; None where it breaks a rule or misses the goal."""
        state, total = self.init, 0
        for step in plan:
            found = next(((after, cost) for name, after, cost in self.successors(state) if name == step), None)
            if found is None:
                return None
            state, total = found[0], total + found[1]
        return total if self.holds(state, self.goal, {}) else None

    # The text.

    def text(self):
        def typed(names):
            return ' '.join(f'{name} - {t}' for name, t in names.items())

        def write(part):
            if part[0] in ('forall', 'exists'):
                return f'({part[0]} ({part[1][0]} - {part[1][1]}) {write(part[2])})'
            return '(' + ' '.join(write(item) if isinstance(item, tuple) else item for item in part) + ')'

        def action(name, scope, condition, effects, price):
            cost = '' if price is None else f' (increase (total-cost) {f"(price {price})" if price in scope else price})'
            effect = ' '.join(write(effect) for effect in effects)
            return f'(:action {name} :parameters ({typed(scope)}) :precondition {write(condition)} :effect (and {effect}{cost}))'
        types = ' '.join(f'{t} - {parent}' for t, parent in self.types.items() if parent)
        predicates = ' '.join('(' + ' '.join([name] + [f'?x{i} - {t}' for i, t in enumerate(types)]) + ')'
                              for name, types in self.predicates.items())
        functions = '(:functions (total-cost) - number (price ?o) - number)' if self.has_costs else ''
        prices = ' '.join(f'(= (price {o}) {price})' for o, price in self.prices.items()) if self.has_costs else ''
        metric = '(:metric minimize (total-cost))' if self.has_costs else ''
        actions = ' '.join(action(*parts) for parts in self.actions)
        domain = f'(define (domain d) (:requirements :adl :typing) (:types {types}) (:predicates {predicates}) {functions} {actions})'
        init = ' '.join(write(atom) for atom in sorted(self.init))
        problem = f'(define (problem p) (:domain d) (:objects {typed(self.objects)}) (:init {init} {prices}) (:goal {write(self.goal)}) {metric})'
        return domain, problem


def rows(program, lines, *options):
    with tempfile.NamedTemporaryFile('w', suffix='.txt', delete=False) as file:
        file.write(''.join(line + '\n' for line in lines))
    with open(file.name) as text:
        run = subprocess.run([program, 'solve', 'plan', *options], stdin=text, capture_output=True, text=True)
    os.unlink(file.name)
    return [line.split('\t') for line in run.stdout.splitlines()]


def plan_of(column):
    return [] if column == '-' else [tuple(step.split()) for step in column[1:-1].split(') (')]


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 2 * count
    tasks, known, seed = [], [], first
    while len(tasks) < count:
        task = Task(seed)
        seed += 1
        least = task.solve()
        # Few goals that hold at the start.
        if least is not False and (least != 0 or seed % 10 == 0):
            tasks.append(task)
            known.append(least)
    lines = [' '.join(task.text()) for task in tasks]
    faults = 0

    def fault(number, row, what):
        nonlocal faults
        faults += 1
        print(f'task {number}: {what}: {row[1:]}\n{lines[number]}', file=sys.stderr)

    for number, row in enumerate(rows(program, lines)):
        least, value = known[number], row[1]
        if row[2] != 'proven' or value != ('unsolvable' if least is None else str(least)):
            fault(number, row, f'expected {least}, proven')
        elif least is not None and tasks[number].replay(plan_of(row[6])) != least:
            fault(number, row, 'the plan does not hold')
    stops, open_stops, r = 0, 0, random.Random(first)
    while stops < most:
        options = r.choice([['--nodes', str(int(2 ** r.uniform(0, 5)) - 1)], ['--movetime', str(r.choice([0, 0, 1, 3]))]])
        options += r.choice([[], [], ['--first']])
        part = r.sample(range(count), min(count, most - stops, 200))
        for number, row in zip(part, rows(program, [lines[number] for number in part], *options)):
            stops += 1
            open_stops += row[2] == 'anytime'
            least, value = known[number], row[1]
            bound = next((int(fact[6:]) for fact in row[5].split(',') if fact.startswith('bound=')), 0)
            if row[2] == 'proven' and value != ('unsolvable' if least is None else str(least)):
                fault(number, row, f'a false proof with {options}; {least} is right')
            if least is not None and (bound > least or value == 'unsolvable'):
                fault(number, row, f'a false bound with {options}; {least} is right')
            if value.isdigit() and tasks[number].replay(plan_of(row[6])) != int(value):
                fault(number, row, f'the plan does not hold, with {options}')
            if row[2] not in ('proven', 'anytime') or not (value.isdigit() or value in ('-', 'unsolvable')):
                fault(number, row, f'no answer with {options}')
    solvable = sum(least is not None for least in known)
    print(f'{count} tasks, {solvable} with a plan, {stops} early stops, {open_stops} without proof, {faults} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
