"""A short tour, as one would type it in a notebook: a game, a search, a solved tower, a picture."""

from __future__ import annotations

import sys
from pathlib import Path

import meihua


def play(plies: int) -> meihua.Position:
    """The engine against itself, a thousand nodes a move."""
    engine = meihua.Engine(hash=8)
    board = meihua.Position()
    while not board.is_over and board.ply < plies:
        best = engine.search(board, nodes=1000).result()
        if best.move is None:
            break
        board.push(best.move)
    return board


def main(folder: Path) -> None:
    """Play, search, solve, draw."""
    game = play(20)
    print(" ".join(game.history("chinese")))

    search = meihua.search(game, nodes=100_000, multipv=2)
    for info in search:
        score = info.cp if info.mate is None else f"mate {info.mate}"
        print(info.depth, info.multipv, score, " ".join(info.pv[:4]))
    print(search.result())

    tower = meihua.Position("tower")
    solution = tower.solve(movetime=20_000)
    print(solution, "proven" if solution.proven else f"at most {solution.bound}")

    picture = folder / "board.svg"
    picture.write_text(game.svg(), encoding="utf-8")
    print(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("."))
