"""Types of the native module."""

from os import PathLike
from typing import Dict, Iterator, List, Optional, Sequence, Union

__version__: str
GAMES: List[str]
"""The names of the games: xiangqi, cfour, river, sliding, tower."""

class MeihuaError(ValueError):
    """What the engine cannot carry out, and why."""

class PositionError(MeihuaError):
    """A text that is no position of the game."""

class MoveError(MeihuaError):
    """A text that is no move, or a move that is not legal here."""

class RecordError(MeihuaError):
    """A saved game that cannot be read or written."""

class Outcome:
    """How a game ended."""

    def __init__(self, winner: Optional[str], reason: str, code: str) -> None: ...
    @property
    def winner(self) -> Optional[str]:
        """``first`` or ``second``; None for a draw, or a puzzle that cannot go on."""
    @property
    def reason(self) -> str:
        """The reason in words: ``mate``, ``perpetual check``."""
    @property
    def code(self) -> str:
        """The reason as a code that stays: ``mate``, ``perpetual-check``."""

class Position:
    """A position of one of the games, and the moves that led to it.

    ``rules`` says what repetition means in xiangqi: ``asian``, ``computer`` or ``none``; ``move_count`` whether 120 plies
    without a capture are a draw.
    """

    def __init__(
        self,
        game: str = "xiangqi",
        fen: Optional[str] = None,
        moves: Optional[Sequence[str]] = None,
        *,
        rules: str = "asian",
        move_count: bool = True,
    ) -> None: ...
    @staticmethod
    def from_fen(fen: str, game: str = "xiangqi", *, rules: str = "asian", move_count: bool = True) -> Position:
        """The position of a text."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def fen(self) -> str:
        """The position as text."""
    @property
    def start_fen(self) -> str:
        """Where the history begins."""
    @property
    def key(self) -> int:
        """A hash of the position, 64 bits."""
    @property
    def turn(self) -> str:
        """``first`` or ``second``."""
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def times_seen(self) -> int:
        """How often the position has stood on the board, now included."""
    @property
    def ply(self) -> int:
        """How many moves were played since ``start_fen``."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    def legal_moves(self, notation: str = "uci") -> List[str]:
        """The legal moves; ``notation`` is ``uci`` (ranks from 0), ``uci1`` (from 1), ``wxf`` or ``chinese``."""
    def history(self, notation: str = "uci") -> List[str]:
        """The moves so far."""
    def is_legal(self, mv: str) -> bool:
        """Whether a text is a legal move."""
    def spell(self, mv: str, notation: str = "uci") -> str:
        """A move in a notation; raises ``MoveError``."""
    def push(self, mv: str, *, ranks_from_one: bool = False) -> None:
        """Play a move in any spelling; raises ``MoveError`` and keeps the position."""
    def undo(self) -> str:
        """Take the last move back and return it; raises ``MoveError`` where there is none."""
    def outcome(self) -> Optional[Outcome]:
        """How the game ended; None while it goes on."""
    def copy(self) -> Position:
        """A copy with its history."""
    def solve(
        self,
        *,
        nodes: Optional[int] = None,
        movetime: Optional[int] = None,
        depth: Optional[int] = None,
        threads: int = 1,
        megabytes: int = 0,
    ) -> Solution:
        """The exact value and a best plan; every game but xiangqi has a solver. ``movetime`` is in milliseconds."""
    def svg(self) -> str:
        """The picture of the board."""
    def _repr_svg_(self) -> Optional[str]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...
    def __len__(self) -> int:
        """How many legal moves there are."""
    def __bool__(self) -> bool: ...

class Info:
    """One line of a search or a solver under way."""

    def __init__(
        self,
        depth: int,
        seldepth: int,
        multipv: int,
        cp: Optional[int],
        mate: Optional[int],
        value: Optional[int],
        bound: str,
        nodes: int,
        nps: int,
        hashfull: int,
        time: float,
        pv: Sequence[str],
    ) -> None: ...
    @property
    def depth(self) -> int:
        """Plies searched in full."""
    @property
    def seldepth(self) -> int:
        """The deepest ply seen."""
    @property
    def multipv(self) -> int:
        """Rank among the lines asked for, from 1."""
    @property
    def cp(self) -> Optional[int]:
        """Centipawns for the side to move; None for a mate or a puzzle."""
    @property
    def mate(self) -> Optional[int]:
        """Moves to the mate, below 0 where the side to move is mated; None without one."""
    @property
    def value(self) -> Optional[int]:
        """A puzzle's value: hp, or minus the cost. None in a game of two players."""
    @property
    def bound(self) -> str:
        """``exact``, ``lower`` or ``upper``."""
    @property
    def nodes(self) -> int:
        """Nodes so far."""
    @property
    def nps(self) -> int:
        """Nodes a second."""
    @property
    def hashfull(self) -> int:
        """Fill of the table, permille."""
    @property
    def time(self) -> float:
        """Seconds so far."""
    @property
    def pv(self) -> List[str]:
        """The line."""

class BestMove:
    """The answer of a search."""

    def __init__(self, move: Optional[str], ponder: Optional[str], info: Optional[Info]) -> None: ...
    @property
    def move(self) -> Optional[str]:
        """The move; None where there is none to make."""
    @property
    def ponder(self) -> Optional[str]:
        """The reply expected."""
    @property
    def info(self) -> Optional[Info]:
        """The last line of the best move; None where nothing was reported."""

class Search(Iterator[Info]):
    """A search under way: an iterator of ``Info``, then ``result()``. Ctrl-C stops it."""

    def __iter__(self) -> Search: ...
    def __next__(self) -> Info: ...
    def stop(self) -> None:
        """End the search soon; ``result`` has the best move so far."""
    def result(self) -> BestMove:
        """Wait for the answer."""

class Engine:
    """A search engine that keeps its table. Searches of one engine run one after the other. ``hash`` is in megabytes."""

    def __init__(self, *, hash: int = 16, threads: int = 1) -> None: ...
    def search(
        self,
        position: Position,
        *,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        movetime: Optional[int] = None,
        mate: Optional[int] = None,
        multipv: int = 1,
        searchmoves: Optional[Sequence[str]] = None,
    ) -> Search:
        """Begin to search and return at once. Without a bound it goes on until ``stop()``; a puzzle ends when proven."""

class Solution:
    """The exact value of a position and a plan that reaches it."""

    def __init__(
        self,
        value: Optional[int],
        objective: str,
        bound: int,
        proven: bool,
        plan: Sequence[str],
        nodes: int,
        facts: Dict[str, str],
    ) -> None: ...
    @property
    def value(self) -> Optional[int]:
        """Crossings, cost, moves or hp; in four in a row the winner's stones left plus one, 0 for a draw, below 0 for a
        loss. None where there is no plan, or none was found in time."""
    @property
    def objective(self) -> str:
        """What the value counts: ``crossings``, ``cost``, ``moves``, ``hp``, ``score``."""
    @property
    def bound(self) -> int:
        """The best value still possible: the value where it is proven."""
    @property
    def proven(self) -> bool:
        """Whether no better plan exists; without a value: whether none exists at all."""
    @property
    def plan(self) -> List[str]:
        """The moves."""
    @property
    def nodes(self) -> int:
        """Nodes searched."""
    @property
    def facts(self) -> Dict[str, str]:
        """What else the solver found, by name: ``scores`` of the columns, ``shortest``, ``reachable``."""

class Record:
    """A saved game: start, moves with variations and comments, result, tags."""

    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def start_fen(self) -> str:
        """Where it starts."""
    @property
    def final_fen(self) -> str:
        """The position after the main line."""
    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
    @property
    def tags(self) -> Dict[str, str]:
        """Event, players, date and all else that is known."""
    @property
    def faults(self) -> List[str]:
        """What could not be taken over from the file, in words."""
    def moves(self, notation: str = "uci") -> List[str]:
        """The main line."""
    def to_json(self) -> str:
        """All of it as one JSON object: variations, comments and marks, too."""
    def to_pgn(self, notation: str = "iccs") -> str:
        """As PGN; ``notation`` is ``iccs``, ``wxf``, ``chinese`` or ``uci``."""
    def to_command(self) -> str:
        """As a line ``position fen F moves …``."""
    def to_dhtmlxq(self) -> str:
        """As the UBB text of dpxq.com."""
    def to_xqf(self) -> bytes:
        """As an XQF file."""
    def __len__(self) -> int:
        """Plies of the main line."""
    def __bool__(self) -> bool: ...

def read_games(path: Union[str, PathLike[str]]) -> List[Record]:
    """The games of a file, whatever its format; raises ``RecordError``."""

def read_games_from(data: bytes, name: str = "data") -> List[Record]:
    """The games in bytes, whatever their format. ``name`` is what errors call them."""
