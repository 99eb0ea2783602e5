"""How fast the process answers while it searches: `stop` to `bestmove`, `isready` to `readyok`, `quit` to exit, the
first answer after the start, and a table of 512 MB. Reports, judges nothing.

    python3 tests/clients/latency.py ENGINE [--threads 2] [--rounds 100] [--load 2]

`--load N` keeps N other processes busy meanwhile.
"""

import argparse
import random
import subprocess
import sys
import time

from driver import Engine


def show(name, times):
    times = sorted(times)
    at = lambda share: times[min(len(times) - 1, int(share * len(times)))]
    print(f"{name:22} n {len(times):4}  median {at(0.5):7.2f}  p90 {at(0.9):7.2f}  p99 {at(0.99):7.2f}  max {times[-1]:7.2f} ms")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine")
    parser.add_argument("--threads", type=int, default=2, help="searching threads: as many as there are cores")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--load", type=int, default=0, help="processes that keep the cores busy meanwhile")
    arguments = parser.parse_args()
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(arguments.load)]
    try:
        measure(arguments)
    finally:
        for burner in burners:
            burner.kill()


def measure(arguments):
    rng = random.Random(1)

    engine = Engine([arguments.engine], "uci")
    engine.send(f"setoption name Threads value {arguments.threads}")
    engine.ask("isready", "readyok")
    ready, stop = [], []
    for _ in range(arguments.rounds):
        engine.send("position startpos moves h2e2")
        engine.send("go infinite")
        time.sleep(rng.uniform(0.02, 0.2))
        asked = time.monotonic()
        engine.send("isready")
        ready.append((engine.wait_for("readyok")[0] - asked) * 1000)
        time.sleep(rng.uniform(0.0, 0.05))
        asked = time.monotonic()
        engine.send("stop")
        stop.append((engine.wait_for("bestmove")[0] - asked) * 1000)
    engine.quit()

    large = []
    for _ in range(20):
        engine = Engine([arguments.engine], "uci")
        engine.send("setoption name Hash value 512")
        asked = time.monotonic()
        engine.send("isready")
        large.append((engine.wait_for("readyok")[0] - asked) * 1000)
        engine.quit()

    first, leave = [], []
    for _ in range(20):
        asked = time.monotonic()
        engine = Engine([arguments.engine], "uci")
        first.append((time.monotonic() - asked) * 1000)
        engine.send("go infinite")
        time.sleep(0.05)
        asked = time.monotonic()
        engine.send("quit")
        try:
            engine.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            engine.process.kill()
        leave.append((time.monotonic() - asked) * 1000)

    show("isready to readyok", ready)
    show("readyok, Hash of 512", large)
    show("stop to bestmove", stop)
    show("start to uciok", first)
    show("quit to exit", leave)


main()
