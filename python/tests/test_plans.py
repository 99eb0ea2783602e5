"""Puzzles of one's own, in PDDL."""

from __future__ import annotations

import doctest
import pickle
import re
from pathlib import Path

import meihua
import pytest

HERE = Path(__file__).resolve().parent
PUZZLES = HERE.parents[1] / "examples" / "puzzles"


def halves(name: str) -> "list[str]":
    """Domain and problem of a shipped puzzle."""
    text = (PUZZLES / f"{name}.pddl").read_text(encoding="utf-8")
    at = text.index("(define (problem")
    return [text[:at], text[at:]]


def test_a_puzzle_is_solved_and_every_action_has_its_value() -> None:
    domain, problem = halves("torch")
    board = meihua.Position.from_pddl(domain, problem)
    assert board == meihua.Position.from_pddl(domain + problem) and board.game == "plan"
    solution = board.solve()
    assert (solution.value, solution.bound, solution.proven, solution.objective) == (17, 17, True, "cost")
    left = 17
    for move in solution.plan:
        values = board.values()
        assert sorted(values) == sorted(board.legal_moves())
        assert min(best.value or 0 for best in values.values()) == values[move].value == left
        assert all(best.proven and best.plan[0] == first for first, best in values.items())
        cost = left - (meihua.Position("plan", board.fen, [move]).solve().value or 0)
        board.push(move)
        left -= cost
    outcome = board.outcome()
    assert left == 0 and outcome is not None and outcome.winner == "first"
    assert board.history() == solution.plan


def test_a_hint_from_anywhere() -> None:
    board = meihua.Position.from_pddl(*halves("wolf"))
    for move in ("take(goat,left,right)", "take(goat,right,left)"):
        board.push(move)
    best = meihua.search(board).result()
    assert best.move == "take(goat,left,right)" and best.info is not None and best.info.value == -7
    with pytest.raises(meihua.MoveError, match="its condition does not hold"):
        board.push("take(goat,right,left)")


def test_what_cannot_be_solved_is_proven() -> None:
    domain, problem = halves("tiles8")
    # Two tiles changed about.
    swapped = re.sub(r"\(at (\S+) (\S+)\)(.*?)\(at (\S+) (\S+)\)", r"(at \4 \2)\3(at \1 \5)", problem, count=1, flags=re.S)
    assert swapped != problem
    solution = meihua.Position.from_pddl(domain, swapped).solve()
    assert (solution.value, solution.proven, solution.plan) == (None, True, [])
    stopped = meihua.Position.from_pddl(*halves("tiles15")).solve(nodes=10)
    assert not stopped.proven and stopped.bound <= 35


def test_values_are_those_of_the_games_of_the_program() -> None:
    values = meihua.Position("river").values()
    assert min(best.value or 99 for best in values.values()) == 11
    with pytest.raises(meihua.MeihuaError, match="multipv"):
        meihua.Position().values()


def test_faults_have_line_and_column() -> None:
    domain, problem = halves("torch")
    with pytest.raises(meihua.PositionError, match=r'problem, line \d+ column \d+: found "\(torsh here\)'):
        meihua.Position.from_pddl(domain, problem.replace("(torch here)", "(torsh here)"))
    with pytest.raises(meihua.PositionError, match=r"domain, line 1 column 1"):
        meihua.Position.from_pddl(")", problem)
    with pytest.raises(meihua.PositionError, match=r"text, line 2 column 1"):
        meihua.Position.from_pddl("\n)")


def test_a_state_is_the_same_however_it_was_reached() -> None:
    board = meihua.Position.from_pddl(*halves("hanoi"))
    board.push(board.legal_moves()[0])
    again = meihua.Position("plan", board.fen)
    assert again == board and hash(again) == hash(board) and again.key == board.key
    kept = pickle.loads(pickle.dumps(board))
    assert kept == board and kept.undo() == board.undo() and kept == board


def test_the_example_of_the_readme() -> None:
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    (block,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.S) if "from_pddl" in block]
    test = doctest.DocTestParser().get_doctest(block, {"meihua": meihua}, "README", None, 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner().run(test).failed == 0
