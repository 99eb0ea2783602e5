"""What the checks of explanations share: games of a folder of PGN files, and the tools of `meihua mcp`."""

import json
import os
import subprocess

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


class Tools:
    """A process of `meihua mcp`."""

    def __init__(self, engine):
        self.process = subprocess.Popen([engine, "mcp", "--hash", "16"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def call(self, tool, arguments):
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]


def games(engine, folder, rng):
    """The moves of the games that begin at the usual start, in a random order."""
    files = sorted(os.path.join(place, name) for place, _, names in os.walk(folder) for name in names if name.endswith(".pgn"))
    rng.shuffle(files)
    for path in files:
        run = subprocess.run([engine, "convert", path, "--to", "uci"], capture_output=True, text=True)
        words = run.stdout.strip().partition("\n")[0].split()
        if "moves" in words and ("fen" not in words or words[2] == START):
            yield words[words.index("moves") + 1 :]
