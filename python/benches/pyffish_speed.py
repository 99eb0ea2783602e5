"""Legal moves and rule verdicts of 1,000 xiangqi positions, beside pyffish, in one run: processor time of each, three rounds.

The positions are those of random games, each with the moves that led to it, as a GUI has them.
"""

from __future__ import annotations

import random
import time
from typing import Callable, List, Tuple

import meihua
import pyffish

Line = Tuple[str, List[str]]


def lines(count: int) -> List[Line]:
    """Random games cut at random places: start and moves with ranks from 1."""
    rng = random.Random(1)
    start = pyffish.start_fen("xiangqi")
    found: List[Line] = []
    while len(found) < count:
        board = meihua.Position()
        moves: List[str] = []
        for _ in range(rng.randrange(10, 100)):
            legal = board.legal_moves("uci1")
            if board.is_over or not legal:
                break
            moves.append(rng.choice(legal))
            board.push(moves[-1], ranks_from_one=True)
        found.append((start, moves))
    return found


def ours(line: Line) -> int:
    """Moves, check, end with the law of repetition."""
    board = meihua.Position("xiangqi", line[0])
    for move in line[1]:
        board.push(move, ranks_from_one=True)
    board.outcome()
    return len(board.legal_moves("uci1")) + board.is_check


def theirs(line: Line) -> int:
    """The same by pyffish."""
    fen, moves = line
    pyffish.is_immediate_game_end("xiangqi", fen, moves)
    pyffish.is_optional_game_end("xiangqi", fen, moves)
    return len(pyffish.legal_moves("xiangqi", fen, moves)) + int(pyffish.gives_check("xiangqi", fen, moves))


def seconds(work: Callable[[Line], int], given: List[Line]) -> Tuple[float, int]:
    """Processor time, and a sum that must be equal."""
    begin = time.process_time()
    total = sum(work(line) for line in given)
    return time.process_time() - begin, total


def main() -> None:
    """Three rounds, one beside the other."""
    given = lines(1000)
    for _ in range(3):
        (mine, sum_mine), (other, sum_other) = seconds(ours, given), seconds(theirs, given)
        print(f"meihua {mine * 1000:.0f} ms, pyffish {other * 1000:.0f} ms, ratio {other / mine:.2f}, sums {sum_mine} {sum_other}")


if __name__ == "__main__":
    main()
