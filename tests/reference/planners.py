#!/usr/bin/env python3
"""Compares `meihua solve plan` with Fast Downward and pyperplan on a folder of tasks in STRIPS, one process at a time:
`planners.py PROGRAM FOLDER ROWS [SECONDS [PLANNER ...]]`. It needs `pip install up-fast-downward pyperplan`, and folders
in which `domain.pddl` or `domainNN.pddl` stands beside `taskNN.pddl`, as in pyperplan's benchmarks.

Each planner gets SECONDS of processor time (20 unless given) and 4 GB a task. Every plan is replayed here from
pyperplan's reading of the files, and costs that are proven have to agree. ROWS keeps a line for each run, and what it
has is not run again, unless it was not solved and SECONDS are more than before: so one begins with few seconds and goes
on with more. Tasks are taken by their number, a round over all domains after the other. Behind GIVE_UP tasks in a row
that no planner proved, the rest of a domain is left out of the comparison of proofs."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import up_fast_downward
from pyperplan.pddl.parser import Parser

DOWNWARD = [sys.executable, Path(up_fast_downward.__file__).parent / 'downward' / 'fast-downward.py',
            '--overall-memory-limit', '4G', '--plan-file', 'plan']
OURS = ['solve', 'plan', '--hash', '3600', '--movetime', '100000000']
PROVERS, FINDERS, GIVE_UP = ['best', 'lmcut', 'pyperplan'], ['first', 'ff'], 2


def command(planner, program, domain, task, seconds):
    # Its search gets the whole seconds that its translator leaves.
    limit = ['--overall-time-limit', f'{seconds + 1}s']
    return {
        'best': [program, *OURS, domain, task],
        'first': [program, *OURS, '--first', domain, task],
        'lmcut': [*DOWNWARD, *limit, domain, task, '--search', 'astar(lmcut())'],
        'ff': [*DOWNWARD, *limit, domain, task, '--search', 'let(h, ff(), lazy_greedy([h], preferred=[h]))'],
        'pyperplan': [sys.executable, '-m', 'pyperplan', '-s', 'astar', '-H', 'lmcut', domain, task],
    }[planner]


def run(planner, program, domain, task, seconds):
    """The plan, or None, whether it is proven to be the cheapest, and the processor seconds."""
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    with tempfile.TemporaryDirectory() as place:
        # pyperplan writes its plan beside the task.
        domain, task = shutil.copy(domain, place), shutil.copy(task, place)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command(planner, program, domain, task, seconds), cwd=place, capture_output=True, text=True,
                              preexec_fn=None if planner in ('lmcut', 'ff') else limit)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        is_proven, plan = planner in PROVERS, None
        if planner in ('best', 'first'):
            row = done.stdout.rstrip('\n').split('\t')
            if len(row) != 7 or not (row[1].isdigit() or row[1] in ('-', 'unsolvable')):
                return None, False, spent, done.stdout[-200:] + done.stderr[-200:]
            is_proven &= row[2] == 'proven'
            plan = re.findall(r'\([^)]*\)', row[6]) if row[1].isdigit() else None
            if plan is not None and len(plan) != int(row[1]):
                return plan, False, spent, f'cost {row[1]} for {len(plan)} actions'
        else:
            file = Path(place) / 'plan' if planner != 'pyperplan' else Path(task + '.soln')
            if file.exists():
                plan = re.findall(r'^\([^)]*\)', file.read_text(), re.MULTILINE)
        return plan, is_proven and plan is not None, spent, None


def fault_of(plan, domain, task):
    """What is wrong with a plan, read from the files by pyperplan."""
    parser = Parser(str(domain), str(task))
    domain = parser.parse_domain()
    problem = parser.parse_problem(domain)
    objects = {**problem.objects, **domain.constants}

    def is_of(kind, wanted):
        return kind is not None and (kind.name == wanted.name or is_of(kind.parent, wanted))

    def atom(predicate, binding):
        return (predicate.name, *[binding.get(name, name) for name, _ in predicate.signature])
    state = {atom(predicate, {}) for predicate in problem.initial_state}
    for step in plan:
        name, *args = step[1:-1].split()
        action = domain.actions[name]
        if len(args) != len(action.signature):
            return f'{step}: arguments'
        for (_, kinds), arg in zip(action.signature, args):
            if not any(is_of(objects[arg], kind) for kind in kinds):
                return f'{step}: type of {arg}'
        binding = {param: arg for (param, _), arg in zip(action.signature, args)}
        if not all(atom(condition, binding) in state for condition in action.precondition):
            return f'{step}: condition'
        state -= {atom(effect, binding) for effect in action.effect.dellist}
        state |= {atom(effect, binding) for effect in action.effect.addlist}
    return None if all(atom(goal, {}) in state for goal in problem.goal) else 'goal'


def tasks(folder):
    """Name, domain file and task file, a round over the domains after the other."""
    rounds = defaultdict(list)
    for place in sorted(path for path in Path(folder).iterdir() if path.is_dir()):
        for number, task in enumerate(sorted(place.glob('task*.pddl'))):
            own = place / task.name.replace('task', 'domain')
            rounds[number].append((f'{place.name}/{task.stem}', own if own.exists() else place / 'domain.pddl', task))
    return [task for number in sorted(rounds) for task in rounds[number]]


class Rows:
    def __init__(self, path):
        self.path, self.rows = path, {}
        if os.path.exists(path):
            for line in open(path):
                row = json.loads(line)
                self.rows[row['task'], row['planner']] = row

    def needs(self, name, planner, seconds):
        row = self.rows.get((name, planner))
        return row is None or (not self.is_solved(row) and row['limit'] < seconds)

    @staticmethod
    def is_solved(row):
        return row is not None and (row['proven'] if row['planner'] in PROVERS else row['cost'] is not None)

    def add(self, row):
        self.rows[row['task'], row['planner']] = row
        with open(self.path, 'a') as file:
            file.write(json.dumps(row) + '\n')

    def table(self):
        count = defaultdict(lambda: defaultdict(float))
        for name in {task for task, _ in self.rows}:
            domain = name.split('/')[0]
            best, lmcut, pyperplan, first, ff = (self.rows.get((name, p)) for p in PROVERS + FINDERS)
            for one, other, words in ((best, lmcut, ('tasks', 'best', 'lmcut', 'best s', 'lmcut s')),
                                      (first, ff, ('all', 'first', 'ff', 'first s', 'ff s'))):
                if one and other:
                    both = self.is_solved(one) and self.is_solved(other)
                    values = (1, self.is_solved(one), self.is_solved(other), both and one['seconds'], both and other['seconds'])
                    for key in (domain, 'all'):
                        for word, value in zip(words, values):
                            count[key][word] += value
            if self.is_solved(best) and self.is_solved(pyperplan):
                for key in (domain, 'all'):
                    count[key]['same'] += 1
        head = ['tasks', 'best', 'lmcut', 'best s', 'lmcut s', 'same', 'all', 'first', 'ff', 'first s', 'ff s']
        print('| domain |', ' | '.join(head), '|\n|' + '---|' * (1 + len(head)))
        for key in sorted(count, key=lambda key: (key == 'all', key)):
            values = [f'{count[key][word]:.1f}' if word.endswith(' s') else str(int(count[key][word])) for word in head]
            print(f'| {key} |', ' | '.join(values), '|')

    def faults(self):
        found = [f'{row["task"]} {row["planner"]}: {row["fault"]}' for row in self.rows.values() if row['fault']]
        for name in {task for task, _ in self.rows}:
            costs = {p: self.rows[name, p]['cost'] for p in PROVERS if self.is_solved(self.rows.get((name, p)))}
            if len(set(costs.values())) > 1:
                found.append(f'{name}: {costs}')
        return found


def main():
    program, folder, rows = os.path.abspath(sys.argv[1]), sys.argv[2], Rows(sys.argv[3])
    seconds = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    planners = sys.argv[5:] or PROVERS + FINDERS
    misses = defaultdict(int)
    for name, domain, task in tasks(folder):
        place = name.split('/')[0]
        for planner in planners:
            is_left_out = planner in PROVERS and misses[place] >= GIVE_UP
            # What it does not prove in a tenth of the time, pyperplan does not prove at all.
            best = rows.rows.get((name, 'best'))
            is_hopeless = planner == 'pyperplan' and not (rows.is_solved(best) and best['seconds'] < seconds / 10)
            if is_left_out or is_hopeless or not rows.needs(name, planner, seconds):
                continue
            plan, is_proven, spent, fault = run(planner, program, domain, task, seconds)
            fault = fault or (fault_of(plan, domain, task) if plan is not None else None)
            rows.add({'task': name, 'planner': planner, 'limit': seconds, 'cost': None if plan is None else len(plan),
                      'proven': is_proven, 'seconds': round(spent, 2), 'fault': fault})
        provers = [rows.rows.get((name, planner)) for planner in PROVERS[:2]]
        if all(provers):
            misses[place] = 0 if any(map(rows.is_solved, provers)) else misses[place] + 1
    rows.table()
    faults = rows.faults()
    print(f'{len(faults)} faults', *faults, sep='\n')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
