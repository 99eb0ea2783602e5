"""Xiangqi, four in a row, Priests and Devils, sliding blocks and Magic Tower.

>>> import meihua
>>> board = meihua.Position()
>>> board.push("h2e2")
>>> board.spell("h9g7", "chinese")
'马８进７'
>>> meihua.Position("river").solve().value
11

The engine program itself is installed beside ``python``. Run it as ``meihua`` or as ``python -m meihua``.
"""

from __future__ import annotations

from typing import Optional, Sequence

from ._library import Library
from ._native import (
    GAMES,
    BestMove,
    Engine,
    Info,
    MeihuaError,
    MoveError,
    Outcome,
    Position,
    PositionError,
    Record,
    RecordError,
    Search,
    Solution,
    __version__,
    read_games,
    read_games_from,
)

__all__ = [
    "GAMES",
    "BestMove",
    "Engine",
    "Info",
    "Library",
    "MeihuaError",
    "MoveError",
    "Outcome",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Search",
    "Solution",
    "__version__",
    "program",
    "read_games",
    "read_games_from",
    "search",
]


def search(
    position: Position,
    *,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    movetime: Optional[int] = None,
    mate: Optional[int] = None,
    multipv: int = 1,
    searchmoves: Optional[Sequence[str]] = None,
    hash: int = 16,
    threads: int = 1,
) -> Search:
    """Start a search of a position in a new engine.

    Iterate over the search for its reports, then call ``result()``. Without a limit it runs until ``stop()``; a puzzle
    ends once its value is proven. ``movetime`` is in milliseconds, ``hash`` in megabytes.
    """
    engine = Engine(hash=hash, threads=threads)
    return engine.search(
        position,
        depth=depth,
        nodes=nodes,
        movetime=movetime,
        mate=mate,
        multipv=multipv,
        searchmoves=searchmoves,
    )


def program() -> str:
    """The path of the engine program that was installed with this package.

    Raises ``FileNotFoundError`` if it cannot be found.
    """
    from ._program import find

    return find()
