"""Searches and solutions."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, List

import meihua
import pytest


def test_lines_then_an_answer_the_same_twice() -> None:
    answers = []
    for _ in range(2):
        search = meihua.search(meihua.Position(), nodes=20_000)
        lines = list(search)
        best = search.result()
        assert [line.depth for line in lines] == sorted(line.depth for line in lines)
        assert best.info is not None and best.info.pv[0] == best.move and best.info.cp is not None
        answers.append((best.move, best.info.cp, best.info.nodes))
    assert answers[0] == answers[1]


def test_more_lines_and_search_moves() -> None:
    search = meihua.search(meihua.Position(), depth=5, multipv=3)
    ranks = {line.multipv for line in search}
    assert ranks == {1, 2, 3}
    assert meihua.search(meihua.Position(), depth=3, searchmoves=["a0a1"]).result().move == "a0a1"


def test_a_mate_is_found() -> None:
    board = meihua.Position.from_fen("3k5/9/9/9/9/9/9/R8/9/1R2K4 w - - 0 1")
    best = meihua.search(board, depth=8).result()
    assert best.info is not None and best.info.mate is not None and best.info.mate > 0


def test_without_a_bound_it_goes_on_until_stopped() -> None:
    search = meihua.search(meihua.Position())
    for line in search:
        if line.depth >= 6:
            search.stop()
    assert search.result().move in meihua.Position().legal_moves()


def test_other_threads_run_while_it_searches() -> None:
    search = meihua.search(meihua.Position())
    counted = threading.Event()
    threading.Thread(target=counted.set).start()
    assert counted.wait(10)
    search.stop()
    assert search.result().move


def test_an_engine_keeps_its_table_and_changes_games() -> None:
    engine = meihua.Engine(hash=8)
    board = meihua.Position()
    first = engine.search(board, depth=8).result()
    engine.search(board, depth=11).result()
    again = engine.search(board, depth=8).result()
    # What is known to depth 11 need not be searched to depth 8.
    assert first.info is not None and again.info is not None and 2 * again.info.nodes < first.info.nodes
    assert engine.search(meihua.Position("river"), movetime=2000).result().move
    assert engine.search(board, depth=2).result().move


def test_a_new_search_ends_one_without_a_limit() -> None:
    engine, board = meihua.Engine(), meihua.Position()
    unlimited = engine.search(board)
    assert engine.search(board, depth=3).result().move
    assert unlimited.result().move


def test_threads_that_wait_for_a_search_get_the_same_answer() -> None:
    for _ in range(20):
        search = meihua.search(meihua.Position(), nodes=2_000)
        with ThreadPoolExecutor(4) as pool:
            assert len({one.result() for one in [pool.submit(search.result) for _ in range(4)]}) == 1


def refusals(calls: List[Callable[[], object]], pipe: "multiprocessing.connection.Connection") -> None:
    """Sends what each call raises."""
    for call in calls:
        try:
            pipe.send(call())
        except meihua.MeihuaError as error:
            pipe.send(str(error))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_process_needs_an_engine_of_its_own() -> None:
    engine, board = meihua.Engine(), meihua.Position()
    search = engine.search(board)
    own = lambda: meihua.search(board, depth=2).result().move  # noqa: E731
    here, there = multiprocessing.Pipe()
    calls = [lambda: engine.search(board, depth=1), search.result, lambda: next(search), own]
    child = multiprocessing.get_context("fork").Process(target=refusals, args=(calls, there))
    child.start()
    answers = [here.recv() if here.poll(60) else None for _ in calls]
    child.kill()
    child.join()
    search.stop()
    assert all(answer is not None and "fork" in answer for answer in answers[:3]), answers
    assert answers[3] in board.legal_moves() and search.result().move in board.legal_moves()


def test_a_depth_bounds_the_search_for_a_mate() -> None:
    best = meihua.search(meihua.Position(), mate=10, depth=2).result()
    assert best.info is not None and best.info.depth == 2


def test_an_illegal_search_is_an_error() -> None:
    with pytest.raises(meihua.MeihuaError):
        meihua.Engine(hash=0)
    with pytest.raises(meihua.MeihuaError):
        meihua.search(meihua.Position(), depth=1, multipv=0)


@pytest.mark.parametrize(
    ("game", "objective", "value"),
    [("river", "crossings", 11), ("cfour", "score", 1)],
)
def test_known_answers(game: str, objective: str, value: int) -> None:
    solution = meihua.Position(game).solve()
    assert (solution.objective, solution.value, solution.proven, solution.bound) == (objective, value, True, value)


@pytest.mark.parametrize("game", ["river", "sliding", "tower"])
def test_plans_lead_to_the_goal(game: str) -> None:
    board = meihua.Position(game)
    solution = board.solve(movetime=20_000)
    assert solution.proven and solution.plan
    for mv in solution.plan:
        board.push(mv)
    outcome = board.outcome()
    assert outcome is not None and (outcome.winner, outcome.reason) == ("first", "solved")


def test_columns_of_four_in_a_row() -> None:
    scores = meihua.Position("cfour").solve().facts["scores"]
    assert scores == "-2;-1;0;1;0;-1;-2"


def test_no_plan_is_a_proof_too() -> None:
    solution = meihua.Position.from_fen("D4/-/P4 r 2", "river").solve()
    assert solution.value is None and solution.proven
