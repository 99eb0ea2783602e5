"""An opponent for the ConnectFour of TextArena (PyPI) that plays perfectly: here against a player who moves at random.

    python3 textarena_connect_four.py [PATH OF MEIHUA [NUMBER OF GAMES]]
"""

import random
import re
import subprocess
import sys

import textarena

BOARD = re.compile(r"0 1 2 3 4 5 6\n-+\n((?:[.XO](?: [.XO]){6}\n?){6})")


class Meihua(textarena.Agent):
    def __init__(self, path):
        super().__init__()
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdin.write("setoption name UCI_Variant value cfour\n")

    def __call__(self, observation):
        rows = BOARD.findall(observation)[-1].replace(" ", "").split()
        discs = "".join(rows)
        side = "x" if discs.count("X") == discs.count("O") else "o"
        fen = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row).lower() for row in rows)
        self.process.stdin.write(f"position fen {fen} {side}\ngo\n")
        self.process.stdin.flush()
        answer = next(line for line in self.process.stdout if line.startswith("bestmove"))
        return f"[col {'abcdefg'.index(answer.split()[1][-2])}]"  # P@d1: a disc into column d


class Random(textarena.Agent):
    def __init__(self, seed):
        super().__init__()
        self.random = random.Random(seed)

    def __call__(self, observation):
        top = BOARD.findall(observation)[-1].split("\n")[0].split()
        return f"[col {self.random.choice([column for column in range(7) if top[column] == '.'])}]"


def main(path="meihua", games="4"):
    engine, won = Meihua(path), 0
    for game in range(int(games)):
        players = [engine, Random(game)]
        if game % 2:
            players.reverse()
        env = textarena.make("ConnectFour-v0")
        env.reset(num_players=2, seed=game)
        is_done = False
        while not is_done:
            player, observation = env.get_observation()
            is_done, _ = env.step(players[player](observation))
        rewards, _ = env.close()
        won += rewards[players.index(engine)] > 0
    print(f"{won} of {games} won")
    return 0 if won == int(games) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
