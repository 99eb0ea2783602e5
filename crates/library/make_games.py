"""Makes a million games for measurements of the library: half of xiangqi, which begin as a real game and go on at random,
half of four in a row, at random.

    meihua convert COLLECTION --to uci -o real.uci
    python make_games.py real.uci FOLDER [GAMES]      writes FOLDER/xiangqi.uci and FOLDER/cfour.txt; needs `meihua` of PyPI
"""

import random
import sys
from pathlib import Path

import meihua

START = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
TOPS = [1 << (7 * column + 6) for column in range(7)]


def xiangqi(real: list[list[str]]) -> str:
    moves = random.choice(real)[: random.randint(8, 24)]
    position = meihua.Position(moves=moves)
    for _ in range(random.randint(20, 70)):
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(random.choice(legal))
        position.push(moves[-1])
    return "startpos moves " + " ".join(moves)


def has_won(stones: int) -> bool:
    """Whether four of the stones stand in a row; a column has seven bits, the uppermost empty."""
    return any((pairs := stones & stones >> step) & pairs >> 2 * step for step in (1, 6, 7, 8))


def four_in_a_row() -> str:
    next_bits, stones, columns = [1 << (7 * column) for column in range(7)], [0, 0], ""
    while open_columns := [column for column in range(7) if next_bits[column] != TOPS[column]]:
        column, side = random.choice(open_columns), len(columns) % 2
        stones[side] |= next_bits[column]
        next_bits[column] <<= 1
        columns += str(column + 1)
        if has_won(stones[side]):
            break
    return columns


def main() -> None:
    source, folder, games = sys.argv[1], Path(sys.argv[2]), int((sys.argv[3:] or ["1000000"])[0])
    random.seed(7)
    lines = Path(source).read_text().splitlines()
    played = (line.partition(" moves ")[2].split() for line in lines if line.startswith(START))
    real = [moves for moves in played if len(moves) >= 24]
    for name, make in [("xiangqi.uci", lambda: xiangqi(real)), ("cfour.txt", four_in_a_row)]:
        with open(folder / name, "w") as out:
            out.writelines(make() + "\n" for _ in range(games // 2))


main()
