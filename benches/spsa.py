#!/usr/bin/env python3
"""Looks for better numbers of the search by play: SPSA (J. C. Spall, "Multivariate stochastic approximation using a
simultaneous perturbation gradient approximation", 1992).

    cargo build --release --features tuning --target-dir target/tuning
    python3 benches/spsa.py target/tuning/release/meihua --iterations 400 --state spsa.json

Each iteration shifts all numbers at random up or down by a step, a share of their ranges that slowly shrinks, and plays
the shifted set against the one shifted the other way: `meihua match`, colours swapped, fixed nodes. Then every number moves
towards the side that won, by its step times the difference of the games won times a rate that shrinks too. The state is
written after every iteration, and the same command goes on from it. What is printed in the end is a proposal: it goes into
`src/search/tunables.rs` when its match against the old values has passed the SPRT.
"""

import argparse
import json
import pathlib
import random
import re
import subprocess

# Options that are numbers of the search: all others begin with a capital.
OPTION = re.compile(r"option name ([a-z_0-9]+) type spin default (-?\d+) min (-?\d+) max (-?\d+)")
SCORE = re.compile(r"^ *\d+ up +\d+ +(\d+) +\d+ +(\d+) ", re.MULTILINE)
# Exponents with which the steps and the rate shrink, as Spall recommends them.
STEP_DECAY, RATE_DECAY = 0.101, 0.602


def numbers(engine, only):
    """Name, value, least and greatest value of each number whose name matches."""
    heard = subprocess.run([engine], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    found = [(name, int(value), int(low), int(high)) for name, value, low, high in OPTION.findall(heard)]
    if not found:
        raise SystemExit(f"{engine} declares no number of the search: build it with --features tuning")
    return [number for number in found if re.search(only, number[0])]


def play(args, sets, seed):
    """Games that the first set of numbers won, less those that it lost."""
    command = [args.engine, "match"]
    for name, values in zip(("up", "down"), sets):
        command += ["--engine", f"name={name}", f"cmd={args.engine}"]
        command += [f"option.{key}={value}" for key, value in values.items()]
    command += ["--each", f"nodes={args.nodes}", "option.Hash=8", "option.Threads=1"]
    command += [f"option.{option}" for option in args.option] + ["--openings", "random:8"]
    command += ["--resign", "260", "3", "--draw", "80", "3", "8", "--games", str(2 * args.pairs)]
    command += ["--seed", str(seed), "--concurrency", str(args.concurrency)]
    run = subprocess.run(command, capture_output=True, text=True)
    score = SCORE.search(run.stdout)
    if not score:
        raise SystemExit(f"the match ended with {run.returncode}:\n{run.stdout[-600:]}{run.stderr[-600:]}")
    return int(score[1]) - int(score[2])


def shifted(table, theta, shifts):
    """The numbers moved by their shifts, whole and within their ranges."""
    return {name: min(max(round(theta[name] + shifts[name]), low), high) for name, _, low, high in table}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("--iterations", type=int, default=400)
    parser.add_argument("--pairs", type=int, default=8, help="pairs of games an iteration")
    parser.add_argument("--nodes", type=int, default=2500, help="nodes a move")
    parser.add_argument("--step", type=float, default=0.08, help="first step, as a share of the range")
    parser.add_argument("--rate", type=float, default=0.1, help="first rate: steps a game won")
    parser.add_argument("--only", default="", help="a regular expression for the names")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of both sides")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--state", type=pathlib.Path, required=True)
    args = parser.parse_args()
    table = numbers(args.engine, args.only)
    theta, done, won = {name: float(value) for name, value, _, _ in table}, 0, 0
    if args.state.exists():
        state = json.loads(args.state.read_text())
        theta, done, won = state["theta"], state["done"], state["won"]
    for turn in range(done, args.iterations):
        chance = random.Random(args.seed * 1_000_003 + turn)
        share = args.step / (turn + 1) ** STEP_DECAY
        rate = args.rate * (args.iterations / 10 / (turn + 1 + args.iterations / 10)) ** RATE_DECAY
        steps = {name: max(share * (high - low), 0.5) for name, _, low, high in table}
        signs = {name: chance.choice((-1, 1)) for name in steps}
        up = {name: signs[name] * step for name, step in steps.items()}
        down = {name: -shift for name, shift in up.items()}
        result = play(args, [shifted(table, theta, up), shifted(table, theta, down)], args.seed * 1_000_003 + turn)
        won += abs(result)
        for name, _, low, high in table:
            theta[name] = min(max(theta[name] + rate * result * up[name], low), high)
        args.state.write_text(json.dumps({"theta": theta, "done": turn + 1, "won": won}))
        if (turn + 1) % 20 == 0:
            print(f"{turn + 1}/{args.iterations} iterations", flush=True)
    for name, value, low, high in table:
        print(f"{name:28} {value:6} -> {round(theta[name]):6}   ({low} to {high})")


if __name__ == "__main__":
    main()
