"""Rows of the search: levels, mates, lines."""

import re

from trial import case, engine, last, shared

# Mates in one, with the moves that mate.
MATES_IN_ONE = [
    ("3k5/1R7/9/9/9/9/9/R8/9/4K4 w", {"a2a9", "a2d2"}),
    ("4k4/9/r8/9/9/9/9/9/1r7/3K5 b", {"a7a0", "a7d7"}),
]


@case("A8 a level plays the mate in one that it announces", [])
def _():
    wrong = []
    for level in range(-4, 21):
        for fen, mates in MATES_IN_ONE:
            for seed in range(8):
                out = engine(
                    f"setoption name Skill Level value {level}",
                    f"setoption name Seed value {seed}",
                    f"position fen {fen}",
                    "go nodes 2000",
                )
                announced = re.search(r"score mate 1\b", last(out, "info depth"))
                if announced and last(out, "bestmove").split()[0] not in mates:
                    wrong.append((level, fen, last(out, "bestmove")))
    return wrong


@case("B3 the line of an announced mate mates", [])
def _():
    wrong = []
    for row in open(shared("trial/mate_pv_wrong.tsv")):
        fen, moves = row.split("\t")[:2]
        position = f"position fen {fen} moves {moves}"
        out = engine("setoption name MultiPV value 60", position, "go nodes 3000")
        for mate, line in re.findall(r"score mate (-?\d+) .*? pv (.*)", out):
            end = engine(f"{position} {line}", "d")
            plies = 2 * int(mate) - 1 if int(mate) > 0 else -2 * int(mate)
            if plies <= 9 and (len(line.split()) != plies or "verdict: loss" not in end):
                wrong.append((mate, line))
    return wrong
