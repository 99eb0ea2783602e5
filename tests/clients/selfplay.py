"""Games of the engine against itself, every move checked by pyffish, an independent rules library.

    python3 tests/clients/selfplay.py ENGINE [--games 200] [--movetime 20] [--dialect uci|ucci|ugi] [--ponder HALF]

Two processes play, a third one is the referee (`d`). Prints a line every ten games and at last the counts of results.
Exit status 0 only without an illegal move, a stuck process, a word on standard error, a verdict that pyffish contradicts,
or an engine that is late again and again. A late answer alone says nothing: a machine that gives its processors to
somebody else for half a second makes any engine late. So the question is asked again, and a fault is what returns.
"""

import argparse
import collections
import random
import re
import sys
import time

import pyffish
from driver import Engine

START = pyffish.start_fen("xiangqi")

ASKED_AGAIN = 5  # times, of which every one must be late for a fault


def to_pyffish(move):
    """h2e2 (ranks 0-9) as pyffish spells it (ranks 1-10)."""
    return re.sub(r"([a-i])(\d)", lambda m: f"{m[1]}{int(m[2]) + 1}", move)


def verdict_of(referee, moves):
    referee.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    _, line, _ = (referee.send("d"), referee.wait_for("verdict:"))[1]
    return line.removeprefix("verdict: ")


class Player:
    """One side: an engine with its dialect, and whether it ponders."""

    def __init__(self, path, dialect, movetime, ponder, margin):
        self.engine = Engine([path], dialect)
        self.dialect, self.movetime, self.ponder, self.margin = dialect, movetime, ponder, margin
        self.pondering_on = None

    def go_words(self):
        # UCCI has no time per move but `time` for the whole rest: a clock of one move is the same.
        return f"time {self.movetime} movestogo 1" if self.dialect == "ucci" else f"movetime {self.movetime}"

    def choose(self, moves):
        """The engine's move for the position after `moves`, and the time from the question to the answer."""
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        asked = time.monotonic()
        if self.pondering_on is not None and moves and self.pondering_on == moves[-1]:
            self.engine.send("ponderhit")
        else:
            self.stop_pondering()
            asked = time.monotonic()
            self.engine.send(position)
            self.engine.send("go " + self.go_words())
        self.pondering_on = None
        when, line, _ = self.engine.wait_for("bestmove", "nobestmove", timeout=20)
        words = line.split()
        move = words[1] if words[0] == "bestmove" and words[1] != "(none)" else None
        if self.ponder and move and "ponder" in words:
            self.start_pondering(moves + [move], words[words.index("ponder") + 1])
        return move, (when - asked) * 1000

    def start_pondering(self, moves, reply):
        self.pondering_on = reply
        self.engine.send("position startpos moves " + " ".join(moves + [reply]))
        self.engine.send("go ponder " + self.go_words())

    def is_late(self, took):
        return took > self.movetime + self.margin

    def is_late_again(self, moves):
        """Whether the answer for the position after `moves` is late however often it is asked for."""
        self.stop_pondering()
        for _ in range(ASKED_AGAIN):
            took = self.choose(moves)[1]
            self.stop_pondering()
            if not self.is_late(took):
                return False
        return True

    def stop_pondering(self):
        if self.pondering_on is not None:
            self.engine.send("stop")
            self.engine.wait_for("bestmove", "nobestmove")
            self.pondering_on = None


def pyffish_contradicts(moves, verdict):
    """A reason, if pyffish says otherwise about mate, stalemate or the game going on."""
    legal = pyffish.legal_moves("xiangqi", START, [to_pyffish(m) for m in moves])
    if not legal and verdict == "ongoing":
        return "pyffish finds no legal move, the engine goes on"
    if legal and verdict.split()[-1] in ("mate", "stalemate"):
        return f"pyffish finds {len(legal)} legal moves, the engine says {verdict}"
    return None


def play_game(players, referee, opening, faults):
    """Plays one game from an opening of random moves; returns the verdict that ended it, its plies, the times in ms."""
    moves, times = list(opening), []
    for player in players:
        if player.dialect != "ucci":
            player.engine.send("ucinewgame" if player.dialect == "uci" else "uginewgame")
    while True:
        verdict = verdict_of(referee, moves)
        contradiction = pyffish_contradicts(moves, verdict)
        if contradiction:
            faults.append(f"{contradiction}: {' '.join(moves)}")
        if verdict != "ongoing" or len(moves) > 1000:
            break
        player = players[len(moves) % 2]
        move, took = player.choose(moves)
        times.append(took)
        if player.is_late(took) and player.is_late_again(moves):
            faults.append(f"late time after time, first {took:.0f} ms, after {' '.join(moves)}")
        legal = pyffish.legal_moves("xiangqi", START, [to_pyffish(m) for m in moves])
        if move is None or to_pyffish(move) not in legal:
            faults.append(f"illegal move {move} after {' '.join(moves)}")
            verdict = "fault"
            break
        moves.append(move)
    for player in players:
        player.stop_pondering()
    return verdict if len(moves) <= 1000 else "fault: 1000 plies", len(moves), times


def random_opening(rng, plies=4):
    moves = []
    for _ in range(plies):
        legal = pyffish.legal_moves("xiangqi", START, moves)
        moves.append(rng.choice(legal))
    return [re.sub(r"([a-i])(\d+)", lambda m: f"{m[1]}{int(m[2]) - 1}", m) for m in moves]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--movetime", type=int, default=20)
    parser.add_argument("--margin", type=int, default=200, help="milliseconds forgiven on a busy machine")
    parser.add_argument("--dialect", choices=["uci", "ucci", "ugi"], default="uci")
    parser.add_argument("--ponder", action="store_true", help="ponder in every second game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    players = [
        Player(arguments.engine, arguments.dialect, arguments.movetime, False, arguments.margin) for _ in range(2)
    ]
    referee = Engine([arguments.engine], "uci")
    faults, results, plies, times = [], collections.Counter(), 0, []
    for number in range(1, arguments.games + 1):
        for player in players:
            player.ponder = arguments.ponder and number % 2 == 0
        verdict, length, taken = play_game(players, referee, random_opening(rng), faults)
        results[verdict] += 1
        plies += length
        times += taken
        if number % 10 == 0:
            late = sum(map(players[0].is_late, times))
            print(
                f"{number} games, {plies} plies, slowest move {max(times):.0f} ms, {late} late, {len(faults)} faults",
                flush=True,
            )
    for process in [referee, *(player.engine for player in players)]:
        status, errors = process.quit()
        if status != 0 or errors:
            faults.append(f"exit status {status}, standard error {errors}")
    for verdict, count in results.most_common():
        print(f"{count:5} {verdict}")
    for fault in faults[:20]:
        print("FAULT", fault)
    print(f"{arguments.dialect}: {arguments.games} games, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
