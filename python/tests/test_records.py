"""Saved games."""

from __future__ import annotations

import json
from pathlib import Path

import meihua
import pytest

PGN = """[Event "A game"]
[Red "甲"]
[Black "乙"]
[Result "1-0"]

1. 炮二平五 馬８進７ {a comment} 2. 馬二進三 *
"""


def test_read_and_write(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(PGN, encoding="gbk", errors="replace")
    (game,) = meihua.read_games(path)
    assert game.moves() == ["h2e2", "h9g7", "h0g2"] and len(game) == 3
    assert game.tags["Red"] == "甲" and game.result in ("1-0", "*")
    assert meihua.Position("xiangqi", game.start_fen, game.moves()).fen == game.final_fen
    for text in (game.to_pgn(), game.to_pgn("chinese"), game.to_json(), game.to_dhtmlxq()):
        (again,) = meihua.read_games_from(text.encode())
        assert again.moves() == game.moves()
    (xqf,) = meihua.read_games_from(game.to_xqf(), "game.xqf")
    assert xqf.moves() == game.moves()
    assert game.to_command().startswith("position")
    assert json.loads(game.to_json())["game"] == "xiangqi"
    assert meihua.read_games_from(game.to_json().encode())[0] == game


def test_what_is_no_game_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(meihua.RecordError, match="nowhere"):
        meihua.read_games(tmp_path / "nowhere.pgn")
    with pytest.raises(meihua.RecordError, match="data"):
        meihua.read_games_from(bytes([0, 1, 2, 3] * 9))


def test_a_game_of_ones_own_holds_its_rules() -> None:
    rules = (
        "hexapawn IyBBIHB1enpsZSBvZiBwYXducy4KW2hleGFwYXduXQptYXhSYW5rID0gMwptYXhGaWxlID0gMwpjdXN0b"
        "21QaWVjZTEgPSBwOm1mV2NmRgpzdGFydEZlbiA9IHBwcC8zL1BQUCB3IC0gLSAwIDEKc3RhbGVtYXRlVmFsdWUgPSB"
        "sb3NzCmZsYWdQaWVjZSA9IHAKZmxhZ1JlZ2lvbldoaXRlID0gKjMKZmxhZ1JlZ2lvbkJsYWNrID0gKjEK"
    )
    pgn = f'[White "Ann"]\n[Variant "hexapawn"]\n[Rules "{rules}"]\n\n1. b1b2 a3b2 *\n'
    (game,) = meihua.read_games_from(pgn.encode())
    assert game.game == "hexapawn" and game.moves() == ["b1b2", "a3b2"] and not game.faults
    (again,) = meihua.read_games_from(game.to_pgn().encode())
    assert again.moves() == game.moves() and f'[Rules "{rules}"]' in game.to_pgn()
    board = meihua.Position(game.game, game.start_fen, game.moves(), variants=game.variants)
    assert board.fen == game.final_fen
    assert meihua.read_games_from(PGN.encode())[0].variants is None
