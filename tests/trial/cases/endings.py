"""Rows about the evaluation of xiangqi endings."""

import re

from trial import ROOT, case, run


@case("C endings of known result: no win looks drawn, few draws look won", True)
def _():
    out = run("bench", "endings", "--nodes", "200000", str(ROOT / "benches/endings.epd")).out
    low, wins, high, draws = map(int, re.search(r"centipawns: (\d+) of (\d+); draws above 150: (\d+) of (\d+)", out).groups())
    return (low, wins, draws) == (0, 100, 50) and high <= 5
