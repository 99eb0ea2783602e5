"""Rows about the wire: positions and words that are refused, memory, repetition, the ends of the process."""

import os
import random
import re
import subprocess
import time
from pathlib import Path

from trial import ENGINE, NotRun, case, engine, last, run, shared

# A2, A3: memory and positions.


def resident(process):
    """Megabytes of its own that a process has in memory."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        raise NotRun("the system has no /proc")
    return int(re.search(r"RssAnon:\s+(\d+)", status.read_text()).group(1)) / 1024


@case("A2 the table's memory is there before a search, and after a new game", [True] * 4)
def _():
    def is_provided(process, size):
        # A busy machine takes longer than readyok waits.
        return any(resident(process) >= size or time.sleep(0.1) for _look in range(600))

    found = []
    for size in (256, 1024):
        with subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
            for line in (f"setoption name Hash value {size}", "ucinewgame"):
                process.stdin.write(f"{line}\nisready\n")
                while process.stdout.readline() != "readyok\n":
                    pass
                found.append(is_provided(process, size))
            process.stdin.write("quit\n")
    return found


@case("A2 the first answer comes before a large table", True)
def _():
    begin = time.monotonic()
    out = engine("setoption name Hash value 1024", "uci", "quit")
    return "uciok" in out and time.monotonic() - begin < 2


@case("A3 composed positions are played, with one line that says so", [(True, 1)] * 5)
def _():
    boards = [
        "3k5/9/9/9/9/9/9/9/9/P3K4 w",
        "4kp3/9/9/9/9/9/9/9/4P4/3RK4 w",
        "4k4/9/9/9/4r4/9/9/9/9/RRR1K4 w",
        "rrrrk4/9/2a1b4/p1p1p1p1p/9/9/9/1BA2A3/PPPPP4/RRR1K1RRR w - - 0 1",
        "4k4/4n4/nnn3b2/CCC3ccc/3p1a3/P8/NNNNN4/2C6/P1P1P3P/3K1R3 b - - 0 1",
    ]
    found = []
    for board in boards:
        out = engine(f"position fen {board}", "go depth 4", "eval", "view", "d")
        found.append((last(out, "bestmove").split()[0] != "(none)", out.count("to which no game leads")))
    return found


@case("A3 a hundred random boards with any pieces", True)
def _():
    rng = random.Random(61)
    lines = []
    for _number in range(100):
        board = [["."] * 9 for _rank in range(10)]
        for _piece in range(rng.randrange(1, 60)):
            board[rng.randrange(10)][rng.randrange(9)] = rng.choice("RNCPrncp")
        board[rng.randrange(7, 10)][rng.randrange(3, 6)] = "K"
        board[rng.randrange(3)][rng.randrange(3, 6)] = "k"
        ranks = "/".join(re.sub(r"\.+", lambda gap: str(len(gap.group())), "".join(rank)) for rank in board)
        lines += [f"position fen {ranks} {rng.choice('wb')}", "go nodes 300", "eval", "view"]
    done = run(given="".join(line + "\n" for line in lines), timeout=300)
    return done.returncode == 0 and done.out.count("bestmove") == 100 and "could not" not in done.out


@case("A3 after a position that is refused no dialect has a move", ["bestmove (none)", "nobestmove", "bestmove (none)", None])
def _():
    bad = "position fen 9/9/9/9/9/9/9/9/9/3K5 w"
    found = []
    for dialect in ("uci", "ucci", "ugi"):
        out = engine(dialect, "position startpos moves h2e2", bad, "go depth 3")
        found.append(out.splitlines()[-1])
    out = engine("json", "position startpos", bad, "go depth 3")
    return found + [None if out.splitlines()[-1] == '{"event":"bestmove","move":null}' else out]


@case("A3 nor has view, nor moves, nor d", ["", [], "moves:"])
def _():
    out = engine("position startpos moves h2e2", "position fen rubbish", "view", "moves", "d")
    view = last(out, "view")
    fen = re.search(r'"fen":"(.*?)"', view).group(1)
    return [fen, re.findall(r'"move":', view), [line.strip() for line in out.splitlines() if line.startswith("moves:")][0]]


# B1: the computer rule.


def loops(path, rule):
    """Verdicts of the engine at the ends of the loops of a file, and the rows."""
    rows = [line.rstrip("\n").split("\t") for line in open(shared(path)) if not line.startswith("#")]
    where = (3, 4) if len(rows[0]) > 3 else (0, 1)
    lines = [f"setoption name Repetition Rule value {rule}"]
    for row in rows:
        lines += [f"position fen {row[where[0]]} moves {row[where[1]]}", "d"]
    return re.findall(r"^verdict: (.*)$", engine(*lines), re.M), rows


@case("B1 a side that checks with three of its four moves, by the computer rule", (31, 31))
def _():
    verdicts, rows = loops("trial/computer_rule.tsv", "ComputerRule")
    return sum(verdict.split()[0] == row[0] for verdict, row in zip(verdicts, rows)), len(rows)


@case("B1 real loops by the Asian rule", (1572, 1572))
def _():
    verdicts, rows = loops("trial/real_loops.tsv", "AsianRule")
    return sum(verdict == row[2] for verdict, row in zip(verdicts, rows)), len(rows)


# B4, B5, B15, B22, B24: words and the ends of the process.


@case("B4 the word moves is forgotten", (True, "bestmove (none)"))
def _():
    out = engine("position startpos h2e2", "go depth 3")
    return 'error: position: found "h2e2"' in out, out.splitlines()[-1]


@case("B4 words that a command does not take", [1] * 6)
def _():
    lines = ["isready now", "go depth 1 banana", "ucinewgame x", "undo 0 1", "d board", "genfens 1 sead 3"]
    return [engine(line).count("error:") for line in lines]


@case("B5 quit after go, down a pipe", [True] * 2)
def _():
    given = [["go depth 8", "quit"], ["setoption name Hash value 256", "isready", "go depth 8", "quit"]]
    return [engine(*lines).splitlines()[-1].startswith("bestmove ") for lines in given]


@case("B15 no answer holds the word that clients scan for", 0)
def _():
    lines = ["position startpos moves h2h1", "go depth 1 searchmoves a0a9", "banmoves a0a9"]
    lines += ["setoption name UCI_Variant value river", "position startpos moves PP"]
    lines += ["setoption name UCI_Variant value sliding", "position startpos moves 1"]
    lines += ["setoption name UCI_Variant value cfour", "position startpos moves z"]
    return sum(engine(dialect, *lines).lower().count("illegal") for dialect in ("uci", "ucci", "ugi"))


@case("B22 standard output is full", [(1, True)] * 4)
def _():
    if not os.path.exists("/dev/full"):
        raise NotRun("no /dev/full")
    found = []
    for arguments in (["bench", "3"], ["--help"], ["--version"], []):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [ENGINE, *arguments], input="uci\nquit\n", stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
            )
        found.append((done.returncode, "No space left" in done.stderr))
    return found


@case("B24 a log that cannot be opened", (0, True, True))
def _():
    done = run("--log", "/no/such/folder/log", given="uci\n")
    return done.returncode, "uciok" in done.out, "/no/such/folder/log" in done.err
