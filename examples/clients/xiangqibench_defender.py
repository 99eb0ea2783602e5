"""XiangqiBench (PyPI) with Meihua as the defender, and here as the attacker, too: composed endings, each a forced mate.

    python3 xiangqibench_defender.py [PATH OF MEIHUA [NUMBER OF ENDINGS]]

`Defender` is what `play_trial` takes; put your own agent in the place of `Attacker`. Both search from an empty table
and for a fixed number of nodes or until the mate is proven, so the games are always the same.
"""

import hashlib
import re
import subprocess
import sys

from xiangqibench import get_mode, load_cases
from xiangqibench.defender import DefenderChoice
from xiangqibench.llm import Completion
from xiangqibench.runner import play_trial

NODES = 300_000
FEN = re.compile(r"\b(?:[1-9a-zA-Z]+/){9}[1-9a-zA-Z]+ [wbr]\b")


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def best_move(self, fen, limits=f"nodes {NODES}"):
        self.process.stdin.write(f"ucinewgame\nposition fen {fen}\ngo {limits}\n")
        self.process.stdin.flush()
        answer = next(line for line in self.process.stdout if line.startswith("bestmove"))
        return answer.split()[1]


class Defender(Engine):
    backend = "meihua"

    def choose(self, fen):
        move = self.best_move(fen)
        return DefenderChoice(move=None if move in ("(none)", "0000") else move, backend=self.backend, legal_count=0)

    def info(self):
        return {"backend": self.backend, "nodes": NODES}

    def close(self):
        self.process.communicate("quit\n")


class Attacker(Engine):
    name = "meihua"

    def complete(self, messages):
        fen = FEN.findall("\n".join(message["content"] for message in messages))[-1]
        return Completion(text=f"```bash\nmove {self.best_move(fen, 'mate 20')}\n```")


def main(path="meihua", endings="119"):
    attacker, defender, digest, won = Attacker(path), Defender(path), hashlib.sha256(), 0
    for case in load_cases()[: int(endings)]:
        summary, record = play_trial(case, get_mode("sighted"), attacker, defender)
        won += summary.outcome == "challenger_win"
        digest.update(f"{case.id} {record['moves']}\n".encode())
        print(case.id, summary.outcome, summary.plies, "plies, reference", case.win_in_plies, flush=True)
    print(f"{won} of {endings} won; the games are {digest.hexdigest()[:16]}")
    return 0 if won == int(endings) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
