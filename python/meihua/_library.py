"""A library of games: one SQLite file, made and asked by the program, read directly for whole-library work."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from typing import Any, Dict, Iterator, List, Optional, Union

from ._native import Position, _stored_moves  # type: ignore[attr-defined]
from ._program import find as find_program

_RESULTS = {0: "*", 1: "1-0", 2: "0-1", 3: "1/2-1/2"}
_COLUMNS = """SELECT game.id, variant.name, red.name, black.name, event.name, date, result, plies, opening, start, moves
FROM game JOIN variant ON variant.id=variant LEFT JOIN player red ON red.id=red LEFT JOIN player black ON black.id=black
LEFT JOIN event ON event.id=event WHERE game.id>? ORDER BY game.id LIMIT 1000"""
_NAMES = ("number", "game", "red", "black", "event", "date", "result", "plies", "opening", "start", "moves")
# `MeiL`, and the version of the tables: as crates/library/src/schema.rs has them.
_APPLICATION, _VERSION = 0x4D65694C, 1
_RULES = "SELECT name, text FROM rules JOIN variant ON variant.id=variant"


class Library:
    """A library of games in a file.

    ``path`` is a file that ``meihua library add`` made, or will make. ``program`` is the path of the engine program, by
    default the one that was installed with this package. Errors of the program raise ``ValueError`` with its message; so
    does reading a library that does not exist yet.

    >>> library = meihua.Library("games.db")
    >>> library.add("collection/")
    {'games': 31078, 'doubles': 27390}
    >>> library.explore("startpos moves h2e2")["moves"][0]["move"]
    'h9g7'
    >>> library.find(player="許銀川", result="1-0", limit=1)[0]["black"]
    '呂欽'
    """

    def __init__(self, path: Union[str, "os.PathLike[str]"], *, program: Optional[str] = None) -> None:
        self.path = os.fsdecode(path)
        self._program = program or find_program()

    def _run(self, *words: Union[str, bytes], allowed: tuple = (0,)) -> str:
        # Neither the words of the program nor those for it may follow the locale.
        library = os.fsencode("--library=") + os.fsencode(self.path) if _IS_POSIX else f"--library={self.path}"
        command = [self._program, "library", "--lang=en", library, *map(_argument, words)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
        except OSError as error:
            if error.errno != errno.E2BIG:
                raise
            raise ValueError("too many files or words for one call: name a folder, or call several times") from error
        if done.returncode not in allowed:
            told = [part for part in (done.stderr.strip(), done.stdout.strip()) if part]
            raise ValueError("; ".join(told) or f"the program ended with status {done.returncode}")
        return done.stdout

    def add(self, *paths: Union[str, "os.PathLike[str]"]) -> Dict[str, int]:
        """Add files, folders and zip archives; returns how many games are new, and how many the library had.

        Games with a bad move are kept up to it. A file that cannot be read, or a game whose start is no position, raises
        ``ValueError``; what could be read has been added then, and the error says how much.
        """
        # Status 3: everything was added, but some games not whole.
        words = self._run("add", "--", *map(os.fsencode if _IS_POSIX else os.fsdecode, paths), allowed=(0, 3)).split()
        return {"games": int(words[0]), "doubles": int(words[3])}

    def explore(self, position: str = "startpos", *, game: str = "xiangqi") -> Dict[str, Any]:
        """What was played in a position: a FEN, or ``startpos moves …``."""
        if not isinstance(position, str):
            raise TypeError(f"position: expected a text, not {type(position).__name__}")
        return json.loads(self._run("explore", "--json", f"--game={game}", "--", *position.split()))

    def find(self, *, limit: Optional[int] = None, **query: Any) -> List[Dict[str, Any]]:
        """The games that a query asks for, in the order of their numbers.

        The names are those of the options of ``meihua library find``: player, red, black, event, since, until, result,
        opening, plies, comment, source, position, pattern, material, lasting, sequence, game, number. A list gives an
        option several times; None is as if the option were not there.
        """
        words = []
        if "output" in query:
            raise TypeError("find() returns the games; their file is written by `meihua library find`")
        for name, value in {"limit": limit, **query}.items():
            for one in value if isinstance(value, (list, tuple)) else [value]:
                words += [f"--{name}={one}"] if one is not None else []
        # JSON may hold other ends of lines, such as U+2028.
        return [json.loads(line) for line in self._run("find", "--json", *words).split("\n") if line]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        if not os.path.exists(self.path):
            raise ValueError(f"there is no library at {self.path}")
        # Reading makes no file where there is none.
        path = self.path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
        try:
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
                (application,) = connection.execute("PRAGMA application_id").fetchone()
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if application != _APPLICATION:
                    raise ValueError(f"{self.path}: this is no library of games")
                if version > _VERSION:
                    raise ValueError(f"{self.path}: a newer version wrote it: its schema is {version}, known up to {_VERSION}")
                yield connection
        except sqlite3.Error as error:
            raise ValueError(f"{self.path}: {error}") from error

    def __bool__(self) -> bool:
        """True, whether or not it has games yet."""
        return True

    def __len__(self) -> int:
        with self._open() as connection:
            return connection.execute("SELECT count(*) FROM game").fetchone()[0]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        """All games: number, game, red, black, event, date, result, plies, opening, start (a FEN, or None), moves."""
        with self._open() as connection:
            is_there = connection.execute("SELECT EXISTS(SELECT 1 FROM sqlite_master WHERE name='rules')").fetchone()[0]
            rules = dict(connection.execute(_RULES)) if is_there else {}
            number = -1
            # By pages: an open query would keep the library from being written as long as somebody holds the iterator.
            while page := connection.execute(_COLUMNS, (number,)).fetchall():
                for row in page:
                    game = dict(zip(_NAMES, row))
                    game["result"] = _RESULTS[game["result"]]
                    game["moves"] = _moves(game["game"], rules.get(game["game"]), game["start"], game["moves"])
                    yield game
                number = page[-1][0]

    def to_arrow(self) -> Any:
        """All games as a ``pyarrow.Table``, for Polars, DuckDB and Spark; needs the package pyarrow."""
        import pyarrow

        kinds = {"number": pyarrow.int64(), "plies": pyarrow.int64(), "moves": pyarrow.list_(pyarrow.string())}
        schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string())) for name in _NAMES])
        return pyarrow.Table.from_pylist(list(self), schema=schema)


def _moves(game: str, rules: Optional[str], start: Optional[str], stored: bytes) -> List[str]:
    """Stored moves as on the wire: from + 128 to in xiangqi, the column in four in a row, else what ``rules`` say."""
    codes = memoryview(stored).cast("H").tolist() if _IS_LITTLE else [a + 256 * b for a, b in zip(stored[::2], stored[1::2])]
    if rules is not None:
        return _stored_moves(game, rules, start, codes)
    if game == "xiangqi":
        return [_SQUARES[code & 127] + _SQUARES[code >> 7] for code in codes]
    return Position(game, start, list(map(str, codes))).history()


def _argument(word: Union[str, bytes]) -> Union[str, bytes]:
    """An argument in the encoding of the program, UTF-8; bytes are the name of a file."""
    return word.encode("utf-8", "surrogateescape") if _IS_POSIX and isinstance(word, str) else word


_IS_POSIX = os.name == "posix"
_IS_LITTLE = memoryview(b"\x01\x00").cast("H")[0] == 1
_SQUARES = [file + str(rank) for rank in range(10) for file in "abcdefghi"]
