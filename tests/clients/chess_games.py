"""Are games of chess and its variants read as they were played, and written as others write them? Random games of PyPI's
chess, saved in its notation without any word about their rules, against the moves that `convert` reads, and the notation of
these moves against that of `convert --notation san`.

    python3 tests/clients/chess_games.py ENGINE [GAMES [SEED]]
"""

import random
import re
import subprocess
import sys

import chess
import chess.variant

BOARDS = {
    "": chess.Board,
    "Crazyhouse": chess.variant.CrazyhouseBoard,
    "Atomic": chess.variant.AtomicBoard,
    "Antichess": chess.variant.AntichessBoard,
    "Racing Kings": chess.variant.RacingKingsBoard,
    "Horde": chess.variant.HordeBoard,
    "King of the Hill": chess.variant.KingOfTheHillBoard,
    "Three-check": chess.variant.ThreeCheckBoard,
}
PLIES = 150


def game(board, choose):
    """A random game: its moves in algebraic notation and in squares."""
    names, squares = [], []
    while not board.is_game_over() and len(names) < PLIES:
        move = choose(list(board.legal_moves))
        # Pyffish names the pawn that is dropped, as we do.
        names.append(re.sub("^@", "P@", board.san(move)))
        squares.append(move.uci())
        board.push(move)
    return names, squares


def written(variant, names):
    numbered = [f"{ply // 2 + 1}. {name}" if ply % 2 == 0 else name for ply, name in enumerate(names)]
    tag = f'[Variant "{variant}"]\n' if variant else ""
    return f'[Event "random"]\n{tag}[Result "*"]\n\n{" ".join(numbered)} *\n\n'


def converted(engine, text, *how):
    done = subprocess.run([engine, "convert", "-", *how], input=text, capture_output=True, text=True)
    return done.stdout, [line for line in done.stderr.splitlines() if ": game " in line]


def spelled(text):
    """The moves of each game of a PGN without comments."""
    bodies = [part for part in re.split(r"\n\n", text) if part.strip() and not part.lstrip().startswith("[")]
    return [re.sub(r"\d+\.+", "", body).split()[:-1] for body in bodies]


def main():
    engine = sys.argv[1]
    count, seed = (int(text) for text in (sys.argv[2:] + ["100", "5"][len(sys.argv) - 2 :])[:2])
    choose = random.Random(seed).choice
    differ = 0
    for variant, board in BOARDS.items():
        games = [game(board(), choose) for _ in range(count)]
        text = "".join(written(variant, names) for names, _ in games)
        lines, faults = converted(engine, text, "--to", "uci")
        read = [re.sub(r".* moves ", "", line).split() for line in lines.splitlines() if line.startswith("position")]
        same = sum(own == squares for own, (_, squares) in zip(read, games))
        own = spelled(converted(engine, text, "--to", "pgn", "--notation", "san")[0])
        alike = sum(own == names for own, (names, _) in zip(own, games))
        differ += 2 * count - same - alike
        print(f"{variant or 'chess'}: {same} of {count} read the same, {alike} written the same")
        print(*(f"  {fault}" for fault in faults[:3]), sep="\n", end="" if not faults else "\n")
        others = ((a, b) for own, (names, _) in zip(own, games) for a, b in zip(own, names) if a != b)
        print(*(f"  {a}, not {b}\n" for a, b in list(others)[:5]), sep="", end="")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
