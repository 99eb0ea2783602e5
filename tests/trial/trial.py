"""What the rows of the trial share: how a row is registered, and how it runs the program."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
ENGINE = str(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/meihua").resolve())
CASES = []


class NotRun(Exception):
    """The row needs something that is not here."""


def case(name, wanted):
    """Registers a function as the row `name`; it returns what the program does, to be compared with `wanted`."""

    def register(function):
        CASES.append((name, wanted, function))
        return function

    return register


def shared(path):
    path = SHARED / path
    if not path.exists():
        raise NotRun(f"../shared/{path.relative_to(SHARED)} is absent")
    return str(path)


def run(*arguments, given="", timeout=120, **options):
    """Runs the engine; standard input is `given`."""
    given = given if isinstance(given, bytes) else given.encode()
    done = subprocess.run([ENGINE, *arguments], input=given, capture_output=True, timeout=timeout, **options)
    done.out = done.stdout.decode(errors="replace")
    done.err = done.stderr.decode(errors="replace")
    return done


def engine(*lines, **options):
    return run(given="".join(line + "\n" for line in lines), **options).out


def last(text, start):
    """The last line that begins so, without its first word."""
    found = [line for line in text.splitlines() if line.startswith(start)]
    return found[-1].split(" ", 1)[-1] if found else ""


def solve(game, position, *options):
    """Value and status of a row of `solve`."""
    row = run("solve", game, *options, given=position + "\n").out.rstrip("\n").split("\t")
    return row[1:3]
