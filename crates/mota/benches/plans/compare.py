#!/usr/bin/env python3
"""Compares two tables of the benchmark `plans`: compare.py BEFORE.tsv AFTER.tsv

A run that wins is better than one that does not; then the one with more hp is, or, if neither wins, the one that
reaches the higher floor, and then the one with more hp. Runs are compared by tower, goal and seed. A table with one
seed stands for all seeds. The sign test says how likely a difference of this size, or a larger one, is by chance.
"""
import csv
import math
import re
import statistics
import sys
from collections import defaultdict


def read(path):
    with open(path, encoding="utf-8") as file:
        lines = (line for line in file if not line.startswith("#"))
        return list(csv.DictReader(lines, delimiter="\t"))


def quality(run):
    hp, digits = int(run["hp"]), re.findall(r"\d+", run["floor"])
    if run["legal"] == "0":
        return (-1, 0, 0)
    return (1, 0, hp) if run["solved"] == "1" else (0, int(digits[-1]) if digits else 0, hp)


def at(run):
    return run["suite"], run["tower"], run["goal"]


def by_seed(runs):
    found = defaultdict(dict)
    for run in runs:
        found[at(run)][int(run["seed"])] = run
    return found


def summary(runs):
    solved = [run for run in runs if run["solved"] == "1" and run["legal"] == "1"]
    best = [run for run in solved if run["best"] != "-" and int(run["hp"]) >= int(run["best"])]
    hp = [int(run["hp"]) for run in solved]
    cpu = statistics.median(float(run["cpu"]) for run in runs)
    median = f"{statistics.median(hp):.0f}" if hp else "-"
    faults = sum(run["legal"] == "0" for run in runs)
    return [f"{len(solved)} of {len(runs)}", str(len(best)), median, f"{cpu:.2f}", str(faults)]


def chance(better, worse):
    """Both tails of the binomial distribution with p = 1/2."""
    count, least = better + worse, min(better, worse)
    tail = sum(math.comb(count, k) for k in range(least + 1)) / 2**count
    return min(1.0, 2 * tail)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    before, after = by_seed(read(sys.argv[1])), by_seed(read(sys.argv[2]))
    pairs = defaultdict(list)
    for task in before.keys() & after.keys():
        for seed, run in after[task].items():
            known = before[task]
            old = known.get(seed) or (next(iter(known.values())) if len(known) == 1 else None)
            if old:
                pairs[task].append((old, run))
    print("suite", "goal", "table", "solved", "best known", "median hp", "median s", "illegal", sep="\t")
    groups = defaultdict(list)
    for (suite, _, goal), found in pairs.items():
        groups[suite, goal if suite == "fifty" else "all"] += found
    for (suite, goal), found in sorted(groups.items()):
        for name, runs in zip(("before", "after"), zip(*found)):
            print(suite, goal, name, *summary(runs), sep="\t")
    print()
    print("suite", "better", "same", "worse", "chance", sep="\t")
    for suite in sorted({suite for suite, _ in groups}):
        found = [pair for (name, _), some in groups.items() if name == suite for pair in some]
        signs = [(quality(new) > quality(old)) - (quality(new) < quality(old)) for old, new in found]
        better, worse = signs.count(1), signs.count(-1)
        print(suite, better, signs.count(0), worse, f"{chance(better, worse):.2g}", sep="\t")


main()
