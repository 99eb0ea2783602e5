#!/usr/bin/env python3
"""Compares `meihua solve plan` with Fast Downward on a folder of tasks, one at a time, and checks every plan with the
validator of unified-planning: `planners.py PROGRAM FOLDER [SECONDS [EVERY]]`. Each program gets SECONDS of processor time
and 4 GB a task; of the tasks of each domain every EVERY-th is taken. It needs `pip install up-fast-downward
unified-planning`, and folders in which `domain.pddl` or `domainNN.pddl` stands beside `taskNN.pddl`."""

import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import up_fast_downward
from unified_planning.engines import SequentialPlanValidator
from unified_planning.io import PDDLReader

DOWNWARD = Path(up_fast_downward.__file__).parent / 'downward' / 'fast-downward.py'
SEARCHES = {'lmcut': 'astar(lmcut())', 'ff': 'let(h, ff(), lazy_greedy([h], preferred=[h]))'}


def tasks(folder, every):
    for place in sorted(path for path in Path(folder).iterdir() if path.is_dir()):
        for task in sorted(place.glob('task*.pddl'))[every // 2::every]:
            own = place / task.name.replace('task', 'domain')
            yield place.name, own if own.exists() else place / 'domain.pddl', task


def run(words, seconds, folder):
    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, preexec_fn=limit)
    return done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    seconds, every = (int(word) for word in (sys.argv[3:] + ['20', '3'])[:2])
    reader, solved, faults = PDDLReader(), {}, 0
    with tempfile.TemporaryDirectory() as place:
        for domain_name, domain, task in tasks(folder, every):
            costs = {}
            for name, search in SEARCHES.items():
                out, _ = run([sys.executable, DOWNWARD, '--overall-memory-limit', '4G', domain, task, '--search', search], seconds, place)
                cost = re.search(r'Plan cost: (\d+)', out)
                costs[name] = int(cost[1]) if cost else None
            ours = {}
            for name, options in {'best': [], 'first': ['--first']}.items():
                words = [program, 'solve', 'plan', domain, task, '--movetime', str(seconds * 1000), '--hash', '3600', *options]
                out, spent = run(words, 4 * seconds, place)
                row = out.rstrip('\n').split('\t')
                ours[name] = row
                if len(row) < 7 or not row[1].isdigit():
                    continue
                plan = Path(place) / 'plan.txt'
                plan.write_text(row[6].replace(') (', ')\n('))
                problem = reader.parse_problem(str(domain), str(task))
                result = SequentialPlanValidator().validate(problem, reader.parse_plan(problem, str(plan)))
                if result.status.name != 'VALID':
                    faults += 1
                    print(f'{task}: the plan is not valid', file=sys.stderr)
            best = int(ours['best'][1]) if ours['best'][2:3] == ['proven'] else None
            if best is not None and costs['lmcut'] is not None and best != costs['lmcut']:
                faults += 1
                print(f'{task}: {best} and {costs["lmcut"]}', file=sys.stderr)
            row = solved.setdefault(domain_name, [0, 0, 0, 0, 0])
            has_first = ours['first'][1:2] != ['-'] and len(ours['first']) == 7
            for index, is_so in enumerate([True, best is not None, costs['lmcut'] is not None, has_first, costs['ff'] is not None]):
                row[index] += is_so
            print(task.relative_to(folder), 'best', best, costs['lmcut'], 'first', ours['first'][1:2], costs['ff'], flush=True)
    print('| domain | tasks | proven | astar(lmcut()) | first plan | lazy_greedy(ff) |\n|---|---|---|---|---|---|')
    for name, row in [*solved.items(), ('all', [sum(column) for column in zip(*solved.values())])]:
        print(f'| {name} |', ' | '.join(map(str, row)), '|')
    print(f'{faults} faults')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
