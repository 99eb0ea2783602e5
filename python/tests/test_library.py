"""A library of games."""

from __future__ import annotations

import base64
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import meihua


def test_games_go_in_and_come_out(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text(
        '[Event "Cup"]\n[Red "A"]\n[Result "1-0"]\n\n1. h2e2 h9g7 1-0\n\n[Event "Cup"]\n[Variant "cfour"]\n\n1. 4 3 *\n',
        encoding="utf-8",
    )
    library = meihua.Library(tmp_path / "own.db")
    assert library.add(games) == {"games": 2, "doubles": 0}
    assert library.add(games, games) == {"games": 0, "doubles": 4}
    assert len(library) == 2
    rows = list(library)
    assert [row["moves"] for row in rows] == [["h2e2", "h9g7"], ["P@d1", "P@c1"]]
    assert (rows[0]["red"], rows[0]["result"], rows[0]["start"]) == ("A", "1-0", None)
    assert library.explore("startpos moves h2e2")["moves"][0]["move"] == "h9g7"
    assert [game["number"] for game in library.find(event="Cup", game="cfour")] == [2]
    assert library.find(player=["A"], limit=1)[0]["plies"] == 2


def test_the_locale_of_the_user_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    games = tmp_path / "games.pgn"
    games.write_text("1. h2e2 h9g7 1-0\n", encoding="utf-8")
    assert meihua.Library(tmp_path / "own.db").add(games) == {"games": 1, "doubles": 0}


def test_moves_of_a_game_of_ones_own_are_moves(tmp_path: Path) -> None:
    rules = "[hexapawn]\nmaxRank = 3\nmaxFile = 3\ncustomPiece1 = p:mfWcfF\nstartFen = ppp/3/PPP w - - 0 1\n"
    packed = base64.urlsafe_b64encode(rules.encode()).decode().rstrip("=")
    games = tmp_path / "games.pgn"
    games.write_text(f'[Variant "hexapawn"]\n[Rules "hexapawn {packed}"]\n\n1. b1b2 a3b2 2. a1b2 *\n', encoding="utf-8")
    library = meihua.Library(tmp_path / "own.db")
    library.add(games)
    assert [(row["game"], row["moves"]) for row in library] == [("hexapawn", ["b1b2", "a3b2", "a1b2"])]


def test_odd_names_are_only_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    event = "a\u2028b"
    Path("-x.pgn").write_text(f'[Event "{event}"]\n\n1. h2e2 *\n', encoding="utf-8")
    library = meihua.Library("-a%41?.db")
    assert library.add("-x.pgn")["games"] == 1
    assert [row["event"] for row in library.find(event="a", player=None)] == [event]
    assert len(library) == 1 and [row["event"] for row in library] == [event]
    with pytest.raises(ValueError, match="library"):
        library.explore("startpos --library other.db")
    with pytest.raises(ValueError, match="--help"):
        library.add("--help")


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    library = meihua.Library(tmp_path / "own.db")
    with pytest.raises(ValueError, match="there is no library"):
        library.explore()
    with pytest.raises(ValueError, match="there is no library"):
        len(library)
    with pytest.raises(ValueError, match="there is no library"):
        list(library)
    with pytest.raises(ValueError, match="nowhere"):
        library.add(tmp_path / "nowhere.pgn")


def test_arrow(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    games = tmp_path / "games.txt"
    games.write_text("h2e2 h9g7\n", encoding="utf-8")
    library = meihua.Library(tmp_path / "own.db")
    library.add(games)
    table = library.to_arrow()
    assert table.column("moves").to_pylist() == [["h2e2", "h9g7"]]


def test_an_iterator_keeps_nobody_from_adding(tmp_path: Path) -> None:
    games, more = tmp_path / "games.pgn", tmp_path / "more.pgn"
    start = meihua.Position()
    pairs = [(first, second) for first in start.legal_moves() for second in meihua.Position(moves=[first]).legal_moves()][:1500]
    games.write_text("".join(f"[Red \"x\"]\n\n1. {first} {second} *\n\n" for first, second in pairs), encoding="utf-8")
    more.write_text("1. c3c4 *\n", encoding="utf-8")
    library = meihua.Library(tmp_path / "own.db")
    assert bool(library), "a library that is not there yet"
    library.add(games)
    rows = iter(library)
    first = next(rows)
    assert library.add(more) == {"games": 1, "doubles": 0}
    assert [row["number"] for row in (first, *rows)] == list(range(1, 1502))


def test_arrow_has_the_same_columns_for_all(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    bare, full = meihua.Library(tmp_path / "bare.db"), meihua.Library(tmp_path / "full.db")
    (tmp_path / "bare.txt").write_text("1. h2e2 h9g7 *\n", encoding="utf-8")
    (tmp_path / "full.pgn").write_text('[Red "A"]\n[Date "2001.01.01"]\n\n1. h2e2 b9c7 *\n', encoding="utf-8")
    bare.add(tmp_path / "bare.txt")
    full.add(tmp_path / "full.pgn")
    both = pyarrow.concat_tables([bare.to_arrow(), full.to_arrow()])
    assert both.column("red").to_pylist() == [None, "A"]
    assert both.column("moves").to_pylist() == [["h2e2", "h9g7"], ["h2e2", "b9c7"]]
    with sqlite3.connect(full.path) as connection:
        connection.execute("DELETE FROM game")
    assert full.to_arrow().schema == both.schema and len(full.to_arrow()) == 0


def test_what_is_no_library_and_what_is_newer_is_refused(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. h2e2 *\n", encoding="utf-8")
    library = meihua.Library(tmp_path / "own.db")
    library.add(games)
    with sqlite3.connect(library.path) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version={version + 1}")
    for read in (len, list, meihua.Library.find):
        with pytest.raises(ValueError, match="newer version"):
            read(library)
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE game(id)")
    with pytest.raises(ValueError, match="no library of games"):
        len(meihua.Library(tmp_path / "other.db"))
    with pytest.raises(TypeError, match="expected a text, not Position"):
        library.explore(meihua.Position())  # type: ignore[arg-type]


def test_words_of_other_locales_arrive(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text('[Red "許銀川"]\n\n1. h2e2 h9g7 1-0\n', encoding="utf-8")
    meihua.Library(tmp_path / "own.db").add(games)
    asked = f"import meihua; print(len(meihua.Library({str(tmp_path / 'own.db')!r}).find(player='\\u8a31\\u9280\\u5ddd')))"
    # A locale that has no Chinese.
    ascii_only = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, env=ascii_only)
    assert done.stdout == "1\n", done.stderr


def test_games_without_a_file_are_known_before_they_are_there(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. h2e2 h9g7 1-0\n", encoding="utf-8")
    library = meihua.Library(tmp_path / "own.db")
    library.add(games)
    assert library.find(game="chess") == [] and library.explore(game="chess")["games"] == 0
    games.write_text("1. e4 e5 2. Nf3 *\n", encoding="utf-8")
    library.add(games)
    assert [game["plies"] for game in library.find(game="chess", sequence="e4 Nf3")] == [3]


def test_a_game_without_a_board_is_refused_and_the_others_counted(tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text('[FEN "9/9/9/9/9/9/9/9/9/4K4 w"]\n\n1. e0e1 *\n\n[Event "other"]\n\n1. h2e2 *\n', encoding="utf-8")
    library = meihua.Library(tmp_path / "own.db")
    with pytest.raises(ValueError, match="1 games? added"):
        library.add(games)
    assert len(library) == 1
    with pytest.raises(TypeError, match="meihua library find"):
        library.find(output="games.pgn")
