"""Compares games of files with pyffish, the library of Fairy-Stockfish: moves, positions and results.

    pip install pyffish
    python tests/reference/variants.py target/release/meihua crates/variants/src/parents.ini
    python tests/reference/variants.py target/release/meihua variants.ini --load

The first form compares the games that this program describes itself with those of the same name in pyffish, the second
loads the file into both. --depth N compares the numbers of lines of up to N plies, as long as they are at most --most;
--games N compares so many random games.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile

import pyffish

MATE = 32000


class Engine:
    def __init__(self, command, path):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.said = self.ask(f"setoption name VariantPath value {path}", "info string")

    def ask(self, line, start):
        self.process.stdin.write(line + "\n")
        while True:
            answer = self.process.stdout.readline()
            if not answer or answer.startswith(start) or "error" in answer:
                return answer.strip()

    def tell(self, line):
        self.process.stdin.write(line + "\n")

    def view(self):
        return json.loads(self.ask("view", "view ")[5:])

    def play(self, move):
        self.moves.append(move)
        self.tell("position startpos moves " + " ".join(self.moves))

    def restart(self):
        self.moves = []
        self.tell("position startpos")

    def perft(self, depth):
        answer = self.ask(f"go perft {depth}", "Nodes searched")
        return int(answer.split()[-1]) if answer.startswith("Nodes") else 0


def result(variant, fen, moves, legal):
    """Whether the game is over, and the result for the side to move."""
    value = None
    if not legal:
        value = pyffish.game_result(variant, fen, moves)
    else:
        over, claim = pyffish.is_optional_game_end(variant, fen, moves)
        if over:
            value = claim
    if value is None:
        return None
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def outcome(verdict, side):
    if not verdict["over"]:
        return None
    return "draw" if verdict["winner"] == "none" else "win" if verdict["winner"] == side else "loss"


def leaves(variant, fen, moves, depth):
    legal = pyffish.legal_moves(variant, fen, moves)
    if depth == 1:
        return len(legal)
    return sum(leaves(variant, fen, moves + [move], depth - 1) for move in legal)


def compare(engine, name, other, games, depth, most, plies, seed):
    engine.ask(f"setoption name UCI_Variant value {name}\nisready", "readyok")
    start = pyffish.start_fen(other)
    chance = random.Random(f"{name} {seed}")
    positions = 0
    for _ in range(games):
        engine.restart()
        moves = []
        while len(moves) < plies:
            view = engine.view()
            legal = pyffish.legal_moves(other, start, moves)
            ours = [move["move"] for move in view["moves"]]
            fen = pyffish.get_fen(other, start, moves)
            verdict = view["verdict"]
            over = outcome(verdict, view["side"])
            theirs = result(other, start, moves, legal)
            positions += 1
            where = f"{name}: after {' '.join(moves[-6:])} (ply {len(moves)}): {fen}"
            # Where the last moves ended the game, this program still lists moves.
            if (legal or not over) and sorted(ours) != sorted(legal):
                return positions, f"{where}\n  ours only {sorted(set(ours) - set(legal))}, theirs only {sorted(set(legal) - set(ours))}"
            if view["fen"] != fen:
                return positions, f"{where}\n  ours {view['fen']}"
            if over != theirs:
                return positions, f"{where}\n  ours {verdict}, theirs {theirs}"
            if over or not legal:
                break
            # Captures more often than not, so that games come to their ends.
            move = chance.choice(legal)
            moves.append(move)
            engine.play(move)
    if depth:
        engine.restart()
        for plies in range(1, depth + 1):
            ours = engine.perft(plies)
            if ours > most:
                break
            theirs = leaves(other, start, [], plies)
            if ours != theirs:
                return positions, f"{name}: {ours} lines of {plies} plies, theirs {theirs}"
    return positions, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("file")
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--depth", type=int, default=0)
    parser.add_argument("--most", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--plies", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    with open(arguments.file, encoding="utf-8") as file:
        text = file.read()
    if arguments.load:
        pyffish.load_variant_config(text)
    # The program has games of these names of its own.
    text = re.sub(r"(?m)^\[(cfour|xiangqi|river)([\]:])", r"[own-\1\2", text)
    text = re.sub(r"(?m)^(\[[^\]:]*:)cfour\]", r"\1own-cfour]", text)
    with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
        file.write(text)
        file.flush()
        engine = Engine(arguments.engine, file.name)
    print(engine.said if "left out" in engine.said else "no game left out")
    names = re.findall(r"(?m)^\[([^\]:]*)", text)
    names = [name for name in names if not arguments.names or name in arguments.names]
    good = bad = total = 0
    for name in names:
        other = name.removeprefix("own-")
        if other not in pyffish.variants():
            print(f"{name}: pyffish does not have it")
            continue
        positions, difference = compare(
            engine, name, other, arguments.games, arguments.depth, arguments.most, arguments.plies, arguments.seed
        )
        total += positions
        if difference:
            bad += 1
            print(difference, flush=True)
        else:
            good += 1
    print(f"{good} games equal, {bad} with differences, {total} positions")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
