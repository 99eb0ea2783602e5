"""Values: they are pickled, copied, compared and hashed."""

from __future__ import annotations

import copy
import multiprocessing
import operator
import pickle
import random
from typing import List

import meihua
import pytest

GAME = """[Event "A game"]
[Red "甲"]
[Result "1-0"]

1. 炮二平五 馬８進７ {a comment} 2. 馬二進三 (2. 兵七進一 卒７進１) 卒７進１ 3. h2h2 1-0
"""


def walked(game: str, plies: int) -> meihua.Position:
    """A position with a history."""
    rng = random.Random(plies)
    board = meihua.Position(game)
    for _ in range(plies):
        if board.is_over:
            break
        board.push(rng.choice(board.legal_moves()))
    return board


def values() -> List[object]:
    """Values of every type and of every game, no two of them equal."""
    boards = [walked(game, plies) for game in meihua.GAMES for plies in (0, 7)]
    search = meihua.search(boards[0], depth=3, multipv=2)
    lines = list(search)
    mate = meihua.search(meihua.Position.from_fen("3k5/9/9/9/9/9/9/R8/9/1R2K4 w - - 0 1"), depth=8).result()
    solutions = [meihua.Position(game).solve(movetime=5000) for game in meihua.GAMES if game != "xiangqi"]
    outcome = meihua.Outcome("first", "mate", "mate"), meihua.Outcome(None, "repetition", "repetition")
    records = meihua.read_games_from(GAME.encode())
    return [*boards, *lines, search.result(), mate, *solutions, *outcome, *records]


VALUES = values()


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_pickle_is_equal(value: object) -> None:
    pickles = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for again in [*pickles, copy.copy(value), copy.deepcopy(value)]:
        assert type(again) is type(value)
        assert again == value and hash(again) == hash(value)
        assert repr(again) == repr(value)


def test_values_that_differ_are_not_equal() -> None:
    assert len(set(VALUES)) == len(VALUES)
    for first in VALUES:
        assert [other for other in VALUES if other == first] == [first]
        assert first != "another type"


def test_a_pickle_of_a_position_keeps_history_and_rules() -> None:
    cycle = "f0f9 e9e8 f9f8 e8e9 f8f9 e9e8 f9f8 e8e9 f8f9".split()
    for rules in ("asian", "computer", "none"):
        board = meihua.Position("xiangqi", "4k4/9/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1", cycle, rules=rules)
        again = pickle.loads(pickle.dumps(board))
        assert again.history() == board.history() and again.outcome() == board.outcome()
        assert again.undo() == "f8f9" and again.start_fen == board.start_fen
    long = walked("xiangqi", 200)
    uncounted = meihua.Position("xiangqi", long.start_fen, long.history(), move_count=False)
    assert pickle.loads(pickle.dumps(uncounted)).outcome() == uncounted.outcome()


def test_a_pickle_of_a_record_keeps_all_of_it() -> None:
    (record,) = meihua.read_games_from(GAME.encode())
    again = pickle.loads(pickle.dumps(record))
    assert again.faults == record.faults and record.faults
    assert again.to_json() == record.to_json() and again.tags == record.tags


def test_other_processes_get_values_and_return_them() -> None:
    boards = [walked(game, 5) for game in meihua.GAMES]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(operator.attrgetter("fen"), boards, chunksize=10) == [board.fen for board in boards]
        assert pool.map(operator.methodcaller("copy"), boards, chunksize=10) == boards
        solution = pool.apply(operator.methodcaller("solve"), (meihua.Position("river"),))
        assert solution == meihua.Position("river").solve()
