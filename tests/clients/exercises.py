"""Whether another engine finds the only good move of the exercises of `meihua analyse --exercises`.

    python3 tests/clients/exercises.py ENGINE OTHER_ENGINE NODES EXERCISES.pgn …

OTHER_ENGINE speaks UCI and plays xiangqi as UCI_Variant, such as Fairy-Stockfish. It searches each position with NODES
nodes. Every exercise on which it disagrees is printed, with its move.
"""

import collections
import json
import subprocess
import sys

from driver import Engine


def exercises(engine, path):
    """The position, the only good move and the theme of each exercise: the move is the variation at the start."""
    run = subprocess.run([engine, "convert", path, "--to", "json"], capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        game = json.loads(line)
        only = next(move for move in game["moves"] if move.get("parent") == 0)
        yield game["start"], only["move"], game["tags"]["Exercise"]


def to_ranks_from_one(move):
    """Fairy-Stockfish counts ranks from 1."""
    return move[0] + str(int(move[1]) + 1) + move[2] + str(int(move[3]) + 1)


def main():
    engine, judge, nodes, *files = sys.argv[1:]
    other = Engine([judge], "uci")
    other.send("setoption name UCI_Variant value xiangqi")
    other.send("setoption name Hash value 64")
    asked, agreed = collections.Counter(), collections.Counter()
    for path in files:
        for fen, move, theme in exercises(engine, path):
            kind = theme.split()[0]
            other.send("ucinewgame")
            other.send(f"position fen {fen}")
            other.send(f"go nodes {nodes}")
            _, line, infos = other.wait_for("bestmove", timeout=600)
            asked[kind] += 1
            found = line.split()[1]
            if found == to_ranks_from_one(move):
                agreed[kind] += 1
            else:
                score = infos[-1].partition(" score ")[2].split(" nodes")[0] if infos else "?"
                print(f"{theme}: {fen}: {to_ranks_from_one(move)}, the other engine {found} ({score})", flush=True)
    other.quit()
    total = sum(asked.values())
    kinds = ", ".join(f"{kind} {agreed[kind]}/{asked[kind]}" for kind in sorted(asked))
    print(f"{sum(agreed.values())} of {total} agree, {100 * sum(agreed.values()) / max(total, 1):.1f} %: {kinds}")


main()
