"""What share of the marked moves of real games gets a reason more specific than the points that it costs.

    python3 tests/clients/reasons.py ENGINE FOLDER_OF_GAMES [GAMES [SEED]]
"""

import collections
import random
import sys

from real_games import Tools, games

NODES = 10_000


def main():
    engine, folder = sys.argv[1:3]
    count, seed = (int(text) for text in (sys.argv[3:] + ["200", "5"][len(sys.argv) - 3 :])[:2])
    tools = Tools(engine)
    codes, read = collections.Counter(), 0
    for moves in games(engine, folder, random.Random(seed)):
        if len(moves) < 20:
            continue
        result = tools.call("analyse_game", {"game": "xiangqi", "moves": moves, "nodes": NODES})
        if result["isError"]:
            continue
        for move in result["structuredContent"]["review"]["moves"]:
            if move.get("mark"):
                codes[(move.get("why") or {}).get("code", "costs")] += 1
        read += 1
        if read == count:
            break
    marked = sum(codes.values())
    print(f"{read} games, {marked} marked moves, {100 - 100 * codes['costs'] / max(marked, 1):.1f} % with a specific reason: {dict(codes)}")


main()
