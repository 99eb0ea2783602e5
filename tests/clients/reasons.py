"""What share of the marked moves of real games gets a reason more specific than the points that it costs.

    python3 tests/clients/reasons.py ENGINE FOLDER_OF_GAMES [GAMES [SEED]]
"""

import collections
import json
import os
import random
import subprocess
import sys

NODES = 10_000
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


def games(engine, folder, seed):
    """The moves of the games of a folder that begin at the usual start and have at least twenty plies, in a random order."""
    files = sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names if name.endswith(".pgn"))
    random.Random(seed).shuffle(files)
    for path in files:
        run = subprocess.run([engine, "convert", path, "--to", "uci"], capture_output=True, text=True)
        words = run.stdout.partition("\n")[0].split()
        if "moves" not in words or words[2] not in (START, "moves"):
            continue
        moves = words[words.index("moves") + 1 :]
        if len(moves) >= 20:
            yield moves


def main():
    engine, folder = sys.argv[1:3]
    count, seed = (int(text) for text in (sys.argv[3:] + ["200", "5"][len(sys.argv) - 3 :])[:2])
    tools = subprocess.Popen([engine, "mcp", "--hash", "16"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    codes, read = collections.Counter(), 0
    for moves in games(engine, folder, seed):
        arguments = {"game": "xiangqi", "moves": moves, "nodes": NODES}
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "analyse_game", "arguments": arguments}}
        tools.stdin.write(json.dumps(request) + "\n")
        tools.stdin.flush()
        result = json.loads(tools.stdout.readline())["result"]
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
