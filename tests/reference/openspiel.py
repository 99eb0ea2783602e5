"""Compares example games with OpenSpiel: numbers of lines, and results of random games.

    pip install open-spiel
    python tests/reference/openspiel.py target/release/meihua
"""

import random
import sys

import pyspiel
from variants import Engine, outcome

FILES = "examples/games/"


def square(file, rank):
    return f"{chr(97 + file)}{rank + 1}"


def leaves(state, depth):
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(leaves(state.child(action), depth - 1) for action in actions)


# File, game, OpenSpiel's game, plies to count, and the move of an action where it is a square.
GAMES = [
    ("tictactoe.ini", "tictactoe", "tic_tac_toe", 6, lambda action: "P@" + square(action % 3, 2 - action // 3)),
    ("hex.ini", "hex7", "hex(board_size=7)", 3, lambda action: "P@" + square(action // 7, action % 7)),
    (
        "othello.ini",
        "othello",
        "othello",
        5,
        lambda action: "pass" if action == 64 else "P@" + square(action % 8, 7 - action // 8),
    ),
    ("breakthrough.ini", "breakthrough", "breakthrough", 3, None),
    ("clobber.ini", "clobber", "clobber", 3, None),
    (
        "four-in-a-row.ini",
        "four-in-a-row",
        "connect_four",
        5,
        None,
    ),
]


def main():
    bad = 0
    for file, name, other, depth, move in GAMES:
        engine = Engine(sys.argv[1], FILES + file)
        engine.ask(f"setoption name UCI_Variant value {name}\nisready", "readyok")
        game = pyspiel.load_game(other)
        engine.restart()
        counts = [(engine.perft(plies), leaves(game.new_initial_state(), plies)) for plies in range(1, depth + 1)]
        bad += any(ours != theirs for ours, theirs in counts)
        played = wrong = 0
        chance = random.Random(name)
        while move and played < 100:
            state = game.new_initial_state()
            engine.restart()
            while not state.is_terminal():
                action = chance.choice(state.legal_actions())
                state.apply_action(action)
                engine.play(move(action))
            view = engine.view()
            while not view["verdict"]["over"] and [each["move"] for each in view["moves"]]:
                # OpenSpiel ends the game when neither side can move; here both pass first.
                engine.play("pass")
                view = engine.view()
            ours = outcome(view["verdict"], "first")
            theirs = state.returns()[0]
            wrong += ours != ("win" if theirs > 0 else "loss" if theirs < 0 else "draw")
            played += 1
        bad += wrong > 0
        print(f"{name}: lines {counts}, {played} games, {wrong} with another result", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
