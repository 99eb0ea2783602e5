"""Types of the native module."""

from os import PathLike
from typing import Dict, Iterator, List, Optional, Sequence, Union, final

__version__: str
GAMES: List[str]
"""The names of the games: xiangqi, cfour, river, sliding, tower, plan."""

class MeihuaError(ValueError):
    """A request that the engine refused, with the reason."""

class PositionError(MeihuaError):
    """A text that is not a valid position of the game."""

class MoveError(MeihuaError):
    """A text that is not a move, or a move that is illegal in the position."""

class RecordError(MeihuaError):
    """A saved game that cannot be read or written."""

@final
class Outcome:
    """How a game ended."""

    def __init__(self, winner: Optional[str], reason: str, code: str) -> None: ...
    @property
    def winner(self) -> Optional[str]:
        """``first`` or ``second``; None for a draw, or a puzzle that cannot go on."""
    @property
    def reason(self) -> str:
        """The reason in words, such as ``mate`` or ``perpetual check``."""
    @property
    def code(self) -> str:
        """The reason as a stable code, such as ``mate`` or ``perpetual-check``."""

@final
class Position:
    """A position of one of the games, and the moves that led to it.

    ``rules`` chooses the repetition rules in xiangqi: ``asian``, ``computer`` or ``none``. ``move_count`` tells whether
    120 plies without a capture are a draw.

    ``variants`` is the text of a file that describes games of your own, in the format of Fairy-Stockfish's
    ``variants.ini``; ``game`` is then the name of one of them. Raises ``MeihuaError`` with line and key if it has faults.

    Positions are equal if their games, texts and rules are; the moves before do not count.
    """

    def __init__(
        self,
        game: str = "xiangqi",
        fen: Optional[str] = None,
        moves: Optional[Sequence[str]] = None,
        *,
        rules: str = "asian",
        move_count: bool = True,
        variants: Optional[str] = None,
    ) -> None: ...
    @staticmethod
    def from_fen(
        fen: str,
        game: str = "xiangqi",
        *,
        rules: str = "asian",
        move_count: bool = True,
        variants: Optional[str] = None,
    ) -> Position:
        """Parse a position; raises ``PositionError``."""
    @staticmethod
    def from_pddl(domain: str, problem: Optional[str] = None) -> Position:
        """Parse a puzzle of your own in PDDL: its domain and its problem, or one text with both. Its game is ``plan``.
        Raises ``PositionError`` with line and column."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def fen(self) -> str:
        """The position as text."""
    @property
    def start_fen(self) -> str:
        """The position before the first move, as text."""
    @property
    def key(self) -> int:
        """A 64-bit hash of the position."""
    @property
    def turn(self) -> str:
        """``first`` or ``second``."""
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def times_seen(self) -> int:
        """How often the position has occurred in the game, including now."""
    @property
    def ply(self) -> int:
        """The number of moves played since ``start_fen``."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    def legal_moves(self, notation: str = "uci") -> List[str]:
        """The legal moves. ``notation`` is ``uci`` (ranks from 0), ``uci1`` (ranks from 1), ``wxf``, ``chinese`` or ``san``."""
    def history(self, notation: str = "uci") -> List[str]:
        """The moves played so far."""
    def is_legal(self, mv: str) -> bool:
        """Whether a text is a legal move."""
    def spell(self, mv: str, notation: str = "uci") -> str:
        """Write a move in another notation; raises ``MoveError``."""
    def push(self, mv: str, *, ranks_from_one: bool = False) -> None:
        """Play a move given in any notation. Raises ``MoveError``, and leaves the position unchanged, if it is not
        legal."""
    def undo(self) -> str:
        """Take back the last move and return it; raises ``MoveError`` if there is none."""
    def outcome(self) -> Optional[Outcome]:
        """How the game ended; None if it is not over."""
    def copy(self) -> Position:
        """Copy the position with its history."""
    def solve(
        self,
        *,
        nodes: Optional[int] = None,
        movetime: Optional[int] = None,
        depth: Optional[int] = None,
        threads: int = 1,
        megabytes: int = 0,
    ) -> Solution:
        """Find the exact value and a best plan. Every game except xiangqi has a solver. That of a game of your own has
        one limit, ``nodes``: the most positions that can be reached, 1,000,000 by default. ``movetime`` is in
        milliseconds."""
    def values(
        self, *, nodes: Optional[int] = None, movetime: Optional[int] = None, megabytes: int = 0
    ) -> Dict[str, Solution]:
        """The best plan of a puzzle that begins with each legal move. The limits are shared among the moves; those for
        which no time was left are missing."""
    def svg(self) -> str:
        """Draw the board as SVG."""
    def _repr_svg_(self) -> Optional[str]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, memo: object) -> Position: ...
    def __len__(self) -> int:
        """The number of legal moves."""
    def __bool__(self) -> bool: ...

@final
class Info:
    """One progress report of a search."""

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
        """The search depth that was completed, in plies."""
    @property
    def seldepth(self) -> int:
        """The deepest ply that the search reached."""
    @property
    def multipv(self) -> int:
        """The rank of this line with ``multipv``, from 1."""
    @property
    def cp(self) -> Optional[int]:
        """The score in centipawns for the side to move; None for a mate or a puzzle."""
    @property
    def mate(self) -> Optional[int]:
        """The number of moves to mate, negative if the side to move is mated; None if there is no mate."""
    @property
    def value(self) -> Optional[int]:
        """The value of a puzzle: hp, or minus the cost. None in a two-player game."""
    @property
    def bound(self) -> str:
        """``exact``, ``lower`` or ``upper``."""
    @property
    def nodes(self) -> int:
        """Nodes searched so far."""
    @property
    def nps(self) -> int:
        """Nodes per second."""
    @property
    def hashfull(self) -> int:
        """How full the hash table is, in permille."""
    @property
    def time(self) -> float:
        """Seconds so far."""
    @property
    def pv(self) -> List[str]:
        """The line."""

@final
class BestMove:
    """The result of a search."""

    def __init__(self, move: Optional[str], ponder: Optional[str], info: Optional[Info]) -> None: ...
    @property
    def move(self) -> Optional[str]:
        """The best move; None if there is no legal move."""
    @property
    def ponder(self) -> Optional[str]:
        """The expected reply, if known."""
    @property
    def info(self) -> Optional[Info]:
        """The last report for the best move; None if nothing was reported."""

@final
class Search(Iterator[Info]):
    """A running search: iterate over its ``Info`` reports, then call ``result()``. Ctrl-C stops it."""

    def __iter__(self) -> Search: ...
    def __next__(self) -> Info: ...
    def stop(self) -> None:
        """Stop the search; ``result`` then returns the best move so far."""
    def result(self) -> BestMove:
        """Wait for the search to end and return its result."""

@final
class Engine:
    """A search engine that keeps its hash table between searches. It runs one search at a time, in the order of the
    calls; a new search ends one without a limit. After ``os.fork``, the child needs an Engine of its own: this one raises
    ``MeihuaError`` there. ``hash`` is in megabytes."""

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
        """Start a search and return at once. Without a limit it runs until ``stop()``, or until another search is
        started; a puzzle ends once its value is proven. The first limit that is reached ends the search."""

@final
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
        """Crossings, cost, moves, steps or hp. In four in a row: the stones that the winner has left plus one; in a game
        of your own: the plies to the end. Both are negative for a loss, 0 for a draw. None if there is no plan, or none
        was found in time."""
    @property
    def objective(self) -> str:
        """The unit of the value: ``crossings``, ``cost``, ``moves``, ``steps``, ``hp``, ``score`` or
        ``plies``."""
    @property
    def bound(self) -> int:
        """The best value still possible; equal to the value once it is proven."""
    @property
    def proven(self) -> bool:
        """Whether no better plan exists or, if there is no value, whether no plan exists at all."""
    @property
    def plan(self) -> List[str]:
        """The moves."""
    @property
    def nodes(self) -> int:
        """Nodes searched."""
    @property
    def facts(self) -> Dict[str, str]:
        """Other results by name: ``scores`` of the columns, ``shortest``, ``reachable``, ``outcome`` (``win``,
        ``loss`` or ``draw``)."""

@final
class Record:
    """A saved game: start, moves with variations and comments, result, tags."""

    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def variants(self) -> Optional[str]:
        """The text of the file that describes a game of your own, for ``Position(variants=…)``; None in other games."""
    @property
    def start_fen(self) -> str:
        """The position that the game starts from, as text."""
    @property
    def final_fen(self) -> str:
        """The position after the main line, as text."""
    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2`` or ``*``."""
    @property
    def tags(self) -> Dict[str, str]:
        """Event, players, date and whatever else is known."""
    @property
    def faults(self) -> List[str]:
        """Descriptions of what could not be read from the file."""
    def moves(self, notation: str = "uci") -> List[str]:
        """The moves of the main line."""
    def to_json(self) -> str:
        """The whole record as one JSON object, including variations, comments and marks."""
    def to_pgn(self, notation: str = "iccs") -> str:
        """The record as PGN; ``notation`` is ``iccs``, ``wxf``, ``chinese``, ``uci`` or ``san``."""
    def to_command(self) -> str:
        """The record as a line ``position fen F moves …``."""
    def to_dhtmlxq(self) -> str:
        """The record as UBB text of dpxq.com."""
    def to_xqf(self) -> bytes:
        """The record as an XQF file."""
    def __len__(self) -> int:
        """The number of plies in the main line."""
    def __bool__(self) -> bool: ...

def read_games(path: Union[str, PathLike[str]]) -> List[Record]:
    """Read the games of a file in any supported format; raises ``RecordError``."""

def read_games_from(data: bytes, name: str = "data") -> List[Record]:
    """Read games from bytes in any supported format. Error messages refer to them as ``name``."""
