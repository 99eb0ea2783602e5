"""Rows of earlier trials."""

import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from trial import ENGINE, ROOT, case, engine, last, run, shared, solve

# Solvers and search.


@case("G8 a row that is stopped early is not called proven", True)
def _():
    claims = [
        (["BBB_WW moves", "--nodes", "50"], "6"),
        (["BBBBWWWW_ moves hop=3", "--nodes", "600"], "11"),
    ]
    rows = [(solve("sliding", *arguments), truth) for arguments, truth in claims]
    return all(status != "proven" or value == truth for (value, status), truth in rows)


@case("G8 the bound of a row is no more than the truth", True)
def _():
    out = engine("setoption name UCI_Variant value sliding", "position BWW_ cost", "go nodes 20")
    bounds = [int(bound) for bound in re.findall(r"\bbound[ =](\d+)", out)]
    return all(bound <= 2 for bound in bounds) and "bestmove (none)" not in out


@case("C6 a chase joined by a check: the value is that of the law", 0)
def _():
    out = engine("position fen 3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b", "go depth 16")
    return int(re.search(r"score cp (-?\d+)", last(out, "info depth 16 ") or "score cp 99999").group(1))


@case("H15 a river at depth 4 gets a legal move", True)
def _():
    out = engine("setoption name UCI_Variant value river", "position startpos", "go depth 4")
    return last(out, "bestmove") not in ("", "(none)")


@case("H16 threads that the system refuses are done without", True)
def _():
    tower = shared("tower/sample5.txt")
    lines = f"setoption name UCI_Variant value tower\nsetoption name Threads value 64\nposition file {tower}\ngo movetime 200\n"
    done = subprocess.run(
        ["bash", "-c", 'ulimit -v 300000; exec "$0"', ENGINE], input=lines, capture_output=True, text=True, timeout=60
    )
    return done.returncode == 0 and last(done.stdout, "bestmove") not in ("", "(none)")


@case("H17 what is called the shortest win is the shortest", "win 9 or not proven")
def _():
    value, status = solve("xiangqi", "9/4k4/9/9/9/9/9/3K5/2N6/N8 w")
    return "win 9 or not proven" if status != "proven" or value in ("win", "win 9") else f"{value} {status}"


@case("H17 no mate score is told as centipawns", True)
def _():
    value = solve("xiangqi", "3aka3/4n4/9/9/9/9/9/2C6/6r2/3AK4 b")[0]
    found = re.search(r"cp (-?\d+)", value)
    return not found or abs(int(found.group(1))) < 20_000


# Guests and files.


def guest(*lines):
    """What a session of the page answers to each line."""
    server = subprocess.Popen(
        [ENGINE, "serve", "--no-open", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        port, token = re.search(r":(\d+)/\?token=(\w+)", server.stdout.readline()).groups()
        port = int(port)
        stream = socket.create_connection(("127.0.0.1", port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        stream.sendall(
            f"GET /engine?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        reader = stream.makefile("rb")
        while reader.readline() not in (b"\r\n", b""):
            pass
        answers = []
        for line in [*lines, "isready"]:
            text = line.encode()
            stream.sendall(struct.pack(">BBH", 0x81, 0xFE, len(text)) + bytes(4) + text)
        while not answers or "readyok" not in answers[-1]:
            length = reader.read(2)[1]
            if length == 126:
                length = struct.unpack(">H", reader.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", reader.read(8))[0]
            answers.append(reader.read(length).decode())
        return "\n".join(answers)
    finally:
        server.kill()
        server.wait()


@case("G7 a guest names no folder, and does not learn whether it is there", "refused alike")
def _():
    def answers(path):
        lines = [f"setoption name EndgamePath value {path}", f"probe project {path}", f"position project {path}"]
        return [line for line in guest(*lines).replace(path, "PATH").splitlines() if "error" in line]

    there, missing = answers("/usr/lib"), answers("/usr/no-")
    alike = there == missing and len(there) == 3 and all("out of reach" in line for line in there)
    return "refused alike" if alike else f"{there} and {missing}"


@case("G9 `convert -o` killed in its midst leaves the old file whole", 0)
def _():
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games.txt")
        games.write_text("position startpos moves h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7\n" * 40_000)
        target = Path(folder, "old.pgn")
        before = b"old\n" * 1_000
        damaged = 0
        for milliseconds in (150, 250, 400):
            target.write_bytes(before)
            child = subprocess.Popen([ENGINE, "convert", str(games), "-o", str(target)], stderr=subprocess.DEVNULL)
            time.sleep(milliseconds / 1_000)
            child.send_signal(signal.SIGKILL)
            if child.wait() != 0:
                damaged += target.read_bytes() != before
        return damaged


# The terminal and the command line.


@case("H11 a move of a tower wins over the command of the same word", "played: R R R R D U")
def _():
    out = run("play", "tower", "examples/tower", given="R\nR\nR\nR\nD\nU\nmoves\nquit\n", cwd=ROOT).out
    return (re.findall(r"played: .*", out) or [""])[-1]


@case("H18 a wrong word in a tower's table is an error with file and place", "error")
def _():
    tower = shared("tower/fifty")
    table = (ROOT / "docs/towers/fifty.json").read_text()
    with tempfile.TemporaryDirectory() as folder:
        wrong = Path(folder, "wrong.json")
        wrong.write_text(table.replace('"type": "if"', '"tyte": "if"', 1))
        done = run("solve", "tower", tower, "--table", str(wrong), "--check", "U3R5")
    said = done.out + done.err
    named = "wrong.json: " in said and "\"type\"" in said
    return "error" if done.returncode in (1, 2) and named else f"status {done.returncode}: {said[:200]}"


@case("H18 an expression of 200,000 terms is read or refused", True)
def _():
    tower = shared("tower/fifty")
    with tempfile.TemporaryDirectory() as folder:
        deep = Path(folder, "deep.json")
        deep.write_text(json.dumps({"immune": "+".join(["1"] * 200_000)}))
        return run("solve", "tower", tower, "--table", str(deep), "--check", "U3R5").returncode in (0, 1, 2)


@case("the option Seed has a range of 32 bits", True)
def _():
    return int(re.search(r"name Seed type spin .*max (\d+)", engine("uci")).group(1)) < 2**31


@case("an unknown option is answered", True)
def _():
    return "nosuch" in engine("uci", "setoption name NoSuch value 1", "isready").split("uciok")[-1].lower()


@case("a depth of `bench` beyond the bound is refused", True)
def _():
    return run("bench", "99", timeout=20).returncode == 2


@case("`tables list` of no folder prints only an error", "")
def _():
    done = run("tables", "list", "/nonexistent")
    return done.out if done.err and done.returncode else "no error"


@case("the help says that without a command it is the engine", True)
def _():
    return "standard input" in run("--help").out.split("Usage")[0]


@case("the help is in Chinese under a Chinese locale", True)
def _():
    return bool(re.search("[一-鿿]{4}", run("--help", env={**os.environ, "LANG": "zh_CN.UTF-8", "LC_ALL": "zh_CN.UTF-8"}).out))


# Positions. What is wanted of the files of ../shared/trial stands in tests/reference/trial_cases.rs.


START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

for tail in ("[] w - - 0 1", "_w_-_-_0_1", " w KQkq - 0 1"):

    @case(f"C7 a FEN that ends in `{tail}`", True)
    def _(tail=tail):
        out = engine(f"position fen {START}{tail}", "d")
        return "error" not in out and f"Fen: {START} w" in out
