"""A library of games."""

from __future__ import annotations

import base64
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
    assert [row["moves"] for row in rows] == [["h2e2", "h9g7"], ["4", "3"]]
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
