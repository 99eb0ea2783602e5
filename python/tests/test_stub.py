"""The stub says what is there at run time: names, docstrings, signatures; and numbers out of range are refused by name."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple, Union

import meihua
import pytest

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
STUB = ast.parse((Path(meihua.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))


def documented() -> Iterator[Tuple[str, Any, Any]]:
    """Every public class, function, method and property of the stub: name, node, and what is there at run time."""
    for node in STUB.body:
        if not isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            continue
        there = getattr(meihua, node.name)
        yield node.name, node, there
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                    yield f"{node.name}.{part.name}", part, getattr(there, part.name)


NAMES = [pytest.param(*found, id=found[0]) for found in documented()]


def words(text: str) -> str:
    """A docstring without what the two places write differently."""
    return " ".join(text.replace("``", "`").split())


@pytest.mark.parametrize(("name", "node", "there"), NAMES)
def test_docstrings_are_those_of_the_stub(name: str, node: Any, there: Any) -> None:
    assert there.__doc__, f"{name} has no docstring"
    assert words(there.__doc__) == words(ast.get_docstring(node) or ""), name


def test_every_public_name_is_in_the_stub() -> None:
    stubbed = {name for name, _, _ in documented()}
    # What is written in Python needs no stub.
    own = {"Library", "program", "search"}
    assert {name for name in meihua.__all__ if callable(getattr(meihua, name))} - own <= stubbed
    for name in set(meihua.__all__) - own:
        there = getattr(meihua, name)
        public = {part for part in vars(there) if not part.startswith("_")} if isinstance(there, type) else set()
        assert {f"{name}.{part}" for part in public} <= stubbed


def parameters(node: Function) -> Dict[str, str]:
    """The parameters of a function of the stub without `self`, each with its default."""
    given = node.args
    names = [arg.arg for arg in given.args]
    missing: List[str] = ["" for _ in names[len(given.defaults) :]]
    found = dict(zip(names, missing + [ast.unparse(default) for default in given.defaults]))
    for arg, default in zip(given.kwonlyargs, given.kw_defaults):
        found[arg.arg] = ast.unparse(default) if default is not None else ""
    found.pop("self", None)
    return found


def constructor(node: ast.ClassDef) -> Iterator[Function]:
    """The constructor of a class."""
    return (part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__")


def functions() -> Iterator[Tuple[str, Function, Callable[..., Any]]]:
    """What can be called: constructors, methods, functions."""
    for name, node, there in documented():
        if isinstance(node, ast.ClassDef):
            for part in constructor(node):
                yield name, part, there
        elif not any(getattr(mark, "id", "") == "property" for mark in node.decorator_list):
            yield name, node, there


FUNCTIONS = [pytest.param(*found, id=found[0]) for found in functions()]


@pytest.mark.parametrize(("name", "node", "there"), FUNCTIONS)
def test_signatures_are_those_of_the_stub(name: str, node: Function, there: Callable[..., Any]) -> None:
    found = inspect.signature(there).parameters.values()
    shown = {one.name: "" if one.default is one.empty else repr(one.default) for one in found if one.name != "self"}
    assert shown == parameters(node) or [*shown] == [*parameters(node)] and name == "Position", name


def numbers() -> Iterator[Tuple[str, str]]:
    """Every argument of a call that is a whole number with a range: the call and its name."""
    calls = {"Engine", "Engine.search", "Position.solve"}
    for name, node, _ in functions():
        for arg in node.args.kwonlyargs if name in calls else ():
            if arg.annotation is not None and re.search(r"\bint\b", ast.unparse(arg.annotation)):
                yield name, arg.arg
    for name in ("depth", "nodes", "movetime", "mate", "multipv", "hash", "threads"):
        yield "search", name


@pytest.mark.parametrize(("call", "argument"), list(numbers()))
@pytest.mark.parametrize("number", [-1, -(10**50), 2**64, 10**50])
def test_a_number_out_of_range_is_refused_by_name(call: str, argument: str, number: int) -> None:
    board = meihua.Position("river")
    calls: Dict[str, Callable[..., Any]] = {
        "Engine": meihua.Engine,
        "Engine.search": lambda **given: meihua.Engine().search(board, **given),
        "Position.solve": board.solve,
        "search": lambda **given: meihua.search(board, **given),
    }
    with pytest.raises(ValueError, match=f"^{argument}: expected a whole number from [01] to [0-9]+, found "):
        calls[call](**{argument: number})
    with pytest.raises(TypeError, match=argument):
        calls[call](**{argument: "many"})


def test_the_largest_numbers_are_taken() -> None:
    board = meihua.Position("river")
    assert board.solve(nodes=2**64 - 1, movetime=2**64 - 1, depth=2**32 - 1).value == 11
    search = meihua.search(board, nodes=2**64 - 1, movetime=2**64 - 1, depth=2**32 - 1)
    assert search.result().move in board.legal_moves()


def test_a_move_that_is_none_is_refused_at_the_call() -> None:
    board = meihua.Position()
    for moves in (["zz"], ["h2e2", "h2h8"]):
        with pytest.raises(meihua.MoveError, match=moves[-1]):
            meihua.search(board, depth=1, searchmoves=moves)
    assert meihua.search(board, depth=1, searchmoves=["炮二平五"]).result().move == "h2e2"
