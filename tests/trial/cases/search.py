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


@case("A1 a quiet first move of a mate in two", "score mate 2, e5c5")
def _():
    out = engine("position fen 3ak4/4a4/4b1r1c/PR2C4/4C4/2P3p2/5R3/4B4/4A3c/4KAB2 w - - 0 1", "go nodes 200000")
    score = re.search(r"score \w+ -?\d+", last(out, "info depth"))
    return f"{score.group()}, {last(out, 'bestmove').split()[0]}"


def last_set(out):
    """Score and first move of the last set of lines, as (cp or mate, number)."""
    sets = [[]]
    for rank, kind, number in re.findall(r"multipv (\d+) score (\w+) (-?\d+)", out):
        if rank == "1":
            sets.append([])
        sets[-1].append((kind, int(number)))
    return sets[-1]


@case("B2 the last set of lines is in order, wherever the search ends", [])
def _():
    wrong = []
    for nodes in range(2000, 20001, 1500):
        out = engine(
            "setoption name MultiPV value 5",
            "position fen rnbakab2/2c5r/c7n/p1p1p1p1p/9/2P6/P3P1P1P/1C2B3N/C3A3R/RN2KAB2 w - - 18 10",
            f"go nodes {nodes}",
        )
        scores = [number for _, number in last_set(out)]
        if len(scores) != 5 or scores != sorted(scores, reverse=True):
            wrong.append((nodes, scores))
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


@case("B3a the search goes on to the shortest mate", "mate 5")
def _():
    out = engine("position fen 5k3/4a4/3a5/9/9/9/9/3K5/4C4/5C3 w", "go nodes 1000000")
    return re.search(r"mate -?\d+", last(out, "info depth")).group()
