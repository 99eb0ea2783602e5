"""Agreement with pyffish (Fairy-Stockfish) on random positions and lines: moves, checks, ends."""

from __future__ import annotations

import os
import random

import meihua
import pytest

pyffish = pytest.importorskip("pyffish")

POSITIONS = int(os.environ.get("MEIHUA_POSITIONS", "10000"))


def test_moves_checks_and_ends() -> None:
    """Random games to their end or to 120 plies; every position is compared."""
    rng = random.Random(20)
    start = pyffish.start_fen("xiangqi")
    compared = 0
    while compared < POSITIONS:
        board = meihua.Position(rules="none", move_count=False)
        fen = start
        for _ in range(120):
            ours = sorted(board.legal_moves("uci1"))
            assert ours == sorted(pyffish.legal_moves("xiangqi", fen, [])), board.fen
            assert board.is_check == pyffish.gives_check("xiangqi", fen, []), board.fen
            assert board.is_over == (not ours), board.fen
            compared += 1
            if not ours:
                outcome = board.outcome()
                # Without a move the side to move has lost, mated or not.
                assert outcome is not None and outcome.winner != board.turn
                assert pyffish.game_result("xiangqi", fen, []) < 0
                break
            move = rng.choice(ours)
            fen = pyffish.get_fen("xiangqi", fen, [move])
            board.push(move, ranks_from_one=True)
            assert board.fen.split()[:2] == fen.split()[:2]
