"""Judges opening books by another program's keys, moves and rules: those of `cchess` (PyPI).

    meihua library --library games.db book -o games.obk
    python book_judge.py MEIHUA games.db games.obk [POSITIONS]

Walks at random through the book: at each position, the moves that are stored under the key of cchess must be legal by
cchess and those that the explorer names, mirror images among them. Then it writes a book of its own with these keys, in
the three ways in which programs store keys beyond 2^63, and the engine must play from each.
"""

import json
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import cchess

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def key_of(board: cchess.ChessBoard) -> int:
    return board.zhash() & (1 << 64) - 1


def name_of(square: int) -> str:
    """A square of the book: 51 is the corner of Black's left, sixteen to a row."""
    row, column = divmod(square - 51, 16)
    return f"{chr(ord('a') + column)}{9 - row}"


def squares(move: str) -> tuple[tuple[int, int], tuple[int, int]]:
    return (ord(move[0]) - 97, int(move[1])), (ord(move[2]) - 97, int(move[3]))


def number_of(move: str) -> int:
    (x1, y1), (x2, y2) = squares(move)
    return (51 + x1 + 16 * (9 - y1)) << 8 | (51 + x2 + 16 * (9 - y2))


def stored(book: sqlite3.Connection, key: int) -> dict[str, tuple[int, ...]]:
    signed = struct.unpack("<q", struct.pack("<Q", key))[0]
    rows = book.execute("SELECT vmove, vwin, vdraw, vlost FROM bhobk WHERE vkey = ? AND vvalid = 1", (signed,))
    return {name_of(move >> 8) + name_of(move & 255): tuple(counts) for move, *counts in rows}


def explored(engine: subprocess.Popen, moves: list[str]) -> set[str]:
    assert engine.stdin and engine.stdout
    engine.stdin.write(f"position startpos{' moves ' + ' '.join(moves) if moves else ''}\nexplore\n")
    engine.stdin.flush()
    line = next(line for line in engine.stdout if line.startswith("explore "))
    return {played["move"] for played in json.loads(line[8:])["moves"]}


def mirrored(move: str) -> str:
    flip = lambda letter: chr(ord("a") + ord("i") - ord(letter))
    return flip(move[0]) + move[1] + flip(move[2]) + move[3]


def judge_ours(program: str, library: str, path: str, wanted: int) -> None:
    book = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    engine.stdin.write(f"setoption name Library value {library}\n")
    positions = moves = 0
    while positions < wanted:
        board, played = cchess.ChessBoard(START), []
        while found := stored(book, key_of(board)):
            positions += 1
            moves += len(found)
            for move in found:
                if not board.is_valid_move(*squares(move)):
                    sys.exit(f"{played}: {move} is not legal for cchess")
            known = explored(engine, played)
            # In a position that is its own mirror image, a move stands for its image, too.
            if not set(found) <= known | {mirrored(move) for move in known}:
                sys.exit(f"{played}: the book has {sorted(found)}, the explorer {sorted(known)}")
            move = random.choice(list(found))
            board.move(*squares(move))
            board.next_turn()
            played.append(move)
    print(f"{positions} positions of the book, {moves} moves: keys, moves and rules as cchess has them")
    engine.kill()


def judge_theirs(program: str) -> None:
    line = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5", "c3c4", "b9c7"]
    for way in ("signed", "real of the value", "real of the bits"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "theirs.obk"
            book = sqlite3.connect(path)
            book.execute(
                "CREATE TABLE bhobk(id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER,"
                " vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER)"
            )
            board = cchess.ChessBoard(START)
            large = 0
            for move in line:
                key = key_of(board)
                large += key >= 1 << 63
                value: int | float = struct.unpack("<q", struct.pack("<Q", key))[0]
                if key >= 1 << 63 and way != "signed":
                    value = float(key) if way == "real of the value" else struct.unpack("<d", struct.pack("<Q", key))[0]
                book.execute(
                    "INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid) VALUES (?, ?, 1, 1, 0, 0, 1)",
                    (value, number_of(move)),
                )
                board.move(*squares(move))
                board.next_turn()
            book.commit()
            book.close()
            asked = "".join(
                f"position startpos{' moves ' + ' '.join(line[:ply]) if ply else ''}\ngo depth 1\n" for ply in range(len(line))
            )
            options = f"setoption name BookFile value {path}\nsetoption name OwnBook value true\n"
            answer = subprocess.run([program], input=options + asked, capture_output=True, text=True).stdout.splitlines()
            best = [said.split()[1] for said in answer if said.startswith("bestmove")]
            told = sum(said.startswith("info string book ") for said in answer)
            if best != line or told != len(line):
                sys.exit(f"{way}: played {best}, {told} of them from the book, wanted {line}")
            print(f"a book with keys of cchess, {large} of {len(line)} beyond 2^63, stored as {way}: every move played")


random.seed(5)
judge_ours(sys.argv[1], sys.argv[2], sys.argv[3], int((sys.argv[4:] or ["1000"])[0]))
judge_theirs(sys.argv[1])
