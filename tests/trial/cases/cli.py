"""Rows of the command line: matches, errors, options, inputs and outputs."""

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from trial import ENGINE, ROOT, case, run

# Matches.

MATCH = ["match", "--engine", "name=a", f"cmd={ENGINE}", "--engine", "name=b", f"cmd={ENGINE}"]


@case("A6 a mistyped option stops a match before the first game", "status 2, nearest name")
def _():
    done = run(*MATCH, "option.Hsh=3", "option.Skill Level=99", "--each", "nodes=1", "--games", "2")
    named = 'no option "Hsh"; did you mean "Hash"?' in done.err
    return "status 2, nearest name" if done.returncode == 2 and named and not done.out else f"{done.returncode}: {done.err}"


@case("A6 an option out of range stops a match before the first game", "status 2, range")
def _():
    done = run(*MATCH, "option.Skill Level=99", "--each", "nodes=1", "--games", "2")
    told = "from -4 to 20" in done.err
    return "status 2, range" if done.returncode == 2 and told and not done.out else f"{done.returncode}: {done.err}"


@case("C with --sprt a match plays until the test decides", True)
def _():
    # Two equal engines and a wide test: decided after more games than the usual hundred, or fewer, but decided.
    done = run(*MATCH, "--game", "cfour", "--each", "nodes=1", "--openings", "random:4", "--sprt", "0", "60", timeout=300)
    return "accepted" in done.out and "undecided" not in done.out


# Outputs, errors and options.

GAME = "position startpos moves h2e2 h9g7\n"


def told(*arguments, **options):
    """Status and standard error of a command; an error is one line."""
    done = run(*arguments, **options)
    return done.returncode, done.err.rstrip("\n")


for option in ("--html", "--pgn", "--json"):

    @case(f"B6 `analyse {option}` of a file that cannot be written costs no analysis", True)
    def _(option=option):
        begin = time.monotonic()
        done = run("analyse", "-", "--movetime", "60000", option, "/nonexistent/r", given=GAME)
        return done.returncode == 1 and "/nonexistent/r" in done.err and time.monotonic() - begin < 30


@case("B7 every error begins alike and has one line", True)
def _():
    lines = [
        ["solve", "river", "--movetime", "abc"],
        ["solve", "river", "--movetime", "-5"],
        ["draw", "xiangqi", "nonsense"],
        ["play", "xiangqi", "nonsense"],
        ["analyse", "/nonexistent"],
        ["match", "--engine", "cmd=a"],
        ["tables", "make", "--hash", "x", "-o", "y"],
    ]
    said = [told(*line) for line in lines]
    return all(status and re.fullmatch(r"meihua [a-z ]+: [^\n]*", text) for status, text in said) or said


@case("B7 a limit that is no number", 'meihua solve: --movetime: found "abc", expected a whole number')
def _():
    return told("solve", "river", "--movetime", "abc")[1]


@case("B7 a goal of a tower in no words of the program", True)
def _():
    said = run("solve", "tower", str(ROOT / "examples/tower"), "--until", "hp >>= 3")
    return ">=" in said.out + said.err and "Sign" not in said.out + said.err


for line in ("solve cfour --keys", "solve cfour --check x", "solve xiangqi --all-moves", "play river --side black"):

    @case(f"B8 `{line}` is refused", 2)
    def _(line=line):
        return told(*line.split())[0]


@case("B9 nothing but errors where standard error is no terminal", "")
def _():
    with tempfile.TemporaryDirectory() as folder:
        for number in range(40):
            Path(folder, f"{number}.txt").write_text(GAME * 2_000)
        return run("convert", folder).err + run("bench", "11").err


@case("B11 a position, `-`, a pipe and /dev/stdin", ["4453\t-2\tproven"] * 4)
def _():
    shell = subprocess.run(["bash", "-c", '"$0" solve cfour <(echo 4453)', ENGINE], capture_output=True, text=True, timeout=60)
    answers = [
        run("solve", "cfour", "4453").out,
        run("solve", "cfour", "-", given="4453\n").out,
        run("solve", "cfour", "/dev/stdin", given="4453\n").out,
        shell.stdout,
    ]
    return ["\t".join(answer.split("\t")[:3]) for answer in answers]


@case("B11 `solve tower -` reads a tower", True)
def _():
    tower = run("generate", "tower", "--rows", "9", "--cols", "9", "--decisions", "5").out
    return run("solve", "tower", "-", given=tower).out.count("\t") == 6


@case("B12 moves and reports follow the locale and --lang", [True] * 4)
def _():
    def analysis(locale, *more):
        environment = {**os.environ, "LC_ALL": locale}
        return run("analyse", "-", "--nodes", "100", *more, given=GAME, env=environment).out

    english, chinese = analysis("en_GB.UTF-8"), analysis("zh_CN.UTF-8")
    return [
        "C2=5" in english and "炮二平五" not in english,
        "炮二平五" in chinese and "准确率" in chinese,
        analysis("zh_CN.UTF-8", "--lang", "en") == english,
        analysis("en_GB.UTF-8", "--lang", "zh") == chinese,
    ]


@case("B13 `meihua play` asks for the game", True)
def _():
    script = subprocess.run(
        ["script", "-qec", f"{ENGINE} play", "/dev/null"], input="river\nquit\n", capture_output=True, text=True, timeout=60
    )
    return "Game: xiangqi, cfour, river, sliding, tower or plan [xiangqi]:" in script.stdout


@case("B14 a file or a game alone is told what it can be used for", [True] * 3)
def _():
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "game.pgn")
        game.write_text("[Game \"Chinese Chess\"]\n\n1. C2=5 H8+7 *\n")
        answers = [told(str(game)), told("xiangqi"), told("nothere.pgn")]
    words = [["play xiangqi", "analyse", "serve"], ["play xiangqi", "solve xiangqi", "serve xiangqi"], ["no such file"]]
    return [status == 2 and all(word in text for word in some) for (status, text), some in zip(answers, words)]


@case("B21 a limit on the size of files is told like a full disk", [(1, True)] * 3)
def _():
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        many = Path(folder, "many.txt")
        many.write_text(GAME * 500)
        for line in (f"convert {many} -o {folder}/x.pgn", f"draw xiangqi -o {folder}/x.svg", f"analyse {many} --only 1 --nodes 9 --html {folder}/x"):
            script = f'ulimit -f 1; exec "$0" {line}'
            done = subprocess.run(["bash", "-c", script, ENGINE], capture_output=True, text=True, timeout=60)
            answers.append((done.returncode, "File too large" in done.stderr))
    return answers


@case("B22 a full standard output is told by every command", [(1, True)] * 6)
def _():
    answers = []
    for line in ("bench 3", "--help", "solve cfour 44", "generate tower", "tables list", "draw river"):
        with open("/dev/full", "w") as full:
            done = subprocess.run([ENGINE, *line.split()], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        answers.append((done.returncode, "No space left" in done.stderr))
    return answers


@case("B25 a changed byte of an interrupted run is found", (1, True))
def _():
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder, "rows.tsv")
        child = subprocess.Popen([ENGINE, "solve", "sliding", "-o", str(rows)], stdin=subprocess.PIPE, text=True)
        child.stdin.write("BW_ cost\nBBWW_ cost\n")
        child.stdin.flush()
        part = Path(folder, "rows.tsv.part")
        for _ in range(500):
            if part.exists() and part.read_text().count("\n") == 2:
                break
            time.sleep(0.02)
        child.kill()
        child.wait()
        part.write_text(part.read_text().replace("BW_ cost\t1\t", "BW_ cost\t2\t"))
        status, text = told("solve", "sliding", "-o", str(rows), "--resume", given="BW_ cost\nBBWW_ cost\nBW_ moves\n")
        return status, "row 1" in text and "checksum" in text


@case("B10 UTF-16 and a byte order mark are read by every command", [True] * 4)
def _():
    texts = ["4453\n".encode("utf-16"), b"\xef\xbb\xbf4453\n"]
    solved = [run("solve", "cfour", given=text).out.startswith("4453\t-2\tproven") for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        drawn = []
        for text in texts:
            file = Path(folder, "position.txt")
            file.write_bytes(text)
            drawn.append(run("draw", "cfour", str(file)).out == run("draw", "cfour", "4453").out)
    return solved + drawn
