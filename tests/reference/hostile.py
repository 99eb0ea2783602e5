#!/usr/bin/env python3
"""Puts damaged descriptions of games and puzzles to the program: no panic, no endless reading, bounded memory.

    tests/reference/hostile.py MEIHUA [COUNT [SEED [FILE …]]]

Mutates the files of examples/games and examples/puzzles, and FILE (a `variants.ini`, a PDDL text): bytes and numbers
changed, lines and words removed, doubled, exchanged, joined from two files. Each mutant is checked by `meihua check`; what is
accepted is then played or solved for a moment, by the wire. A program may refuse with status 1, and has 10 seconds and
1.5 GB of address space for each; anything else is a fault, and its text is kept in the current folder.
"""

import random
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

SECONDS = 10
MEMORY = 3 << 29
ROOT = Path(__file__).resolve().parents[2]
NUMBERS = ["0", "-1", "1", "9", "17", "255", "65536", "2147483648", "99999999999999999999", "1.5", "*", ""]
WORDS = ["(", ")", "[", "]", ":", "=", "-", "*", "?x", "not", "and", "or", "forall", "when", "either", "true", "none", "a1 *8", "K:W", "#", ";", "\0", "将", "\ufeff"]


def mutated(text: str, others: list[str]) -> str:
    for _ in range(random.choice([1, 1, 2, 3, 8])):
        kind = random.randrange(9)
        lines = text.split("\n")
        words = re.split(r"(\s+|[()=:\[\]])", text)
        if kind == 0:
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(WORDS) + text[at + random.randrange(3) :]
        elif kind == 1:
            found = list(re.finditer(r"-?\d+", text))
            if found:
                one = random.choice(found)
                text = text[: one.start()] + random.choice(NUMBERS) + text[one.end() :]
        elif kind == 2:
            lines.pop(random.randrange(len(lines)))
            text = "\n".join(lines)
        elif kind == 3:
            at = random.randrange(len(lines))
            text = "\n".join(lines[:at] + [lines[at]] * random.choice([2, 3, 200]) + lines[at + 1 :])
        elif kind == 4:
            a, b = (random.randrange(len(words)) for _ in range(2))
            words[a], words[b] = words[b], words[a]
            text = "".join(words)
        elif kind == 5:
            words.pop(random.randrange(len(words)))
            text = "".join(words)
        elif kind == 6:
            other = random.choice(others)
            text = text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other)) :]
        elif kind == 7:
            text = text[: random.randrange(len(text) + 1)]
        else:
            at = random.randrange(len(words))
            words[at] = words[at] * random.choice([2, 50, 5000])
            text = "".join(words)
        text = text[:400_000] or "x"
    return text


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def run(command: list[str], said: str = "") -> tuple[int, str]:
    """The status and everything that was printed; status 124 if it did not end."""
    try:
        done = subprocess.run(command, input=said, capture_output=True, text=True, errors="replace", timeout=SECONDS, preexec_fn=limited)
        return done.returncode, done.stdout + done.stderr
    except subprocess.TimeoutExpired:
        return 124, "it did not end"


def fault(program: str, path: Path, text: str, is_puzzle: bool) -> tuple[bool, str]:
    """Whether the text was accepted, and what went wrong."""
    status, words = run([program, "check", str(path)])
    if status not in (0, 1) or "panicked" in words:
        return False, f"check: status {status}: {words[-300:]}"
    if status == 1:
        return False, "" if words.strip() else "check: refused without a word"
    if is_puzzle:
        status, words = run([program, "solve", "plan", str(path), "--movetime", "200", "--hash", "64"])
        is_fine = status in (0, 1)
    else:
        names = re.findall(r"^\s*\[\s*([\w.-]+)", text, re.M)
        play = "".join(f"setoption name UCI_Variant value {name}\nposition startpos\ngo nodes 300\nview\n" for name in names[:3])
        status, words = run([program], f"setoption name VariantPath value {path}\n{play}isready\n")
        is_fine = status == 0 and "readyok" in words
    return True, "" if is_fine and "panicked" not in words else f"status {status}: {words[-300:]}"


def judge(program: str, kind: str, sources: list[str], count: int) -> int:
    accepted = faults = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"mutant.{kind}"
        for number in range(count):
            text = mutated(random.choice(sources), sources)
            path.write_text(text)
            is_accepted, wrong = fault(program, path, text, kind == "pddl")
            accepted += is_accepted
            if wrong:
                faults += 1
                kept = Path(f"hostile-{kind}-{number}.{kind}")
                kept.write_text(text)
                print(f"{kept}: {wrong}", flush=True)
    print(f"{kind}: {count} mutants, {accepted} accepted, {faults} faults", flush=True)
    return faults


def main() -> None:
    program, count, seed = sys.argv[1], int((sys.argv[2:] or ["500"])[0]), int((sys.argv[3:] or ["1"])[0])
    random.seed(seed)
    files = [*ROOT.glob("examples/games/*.ini"), *ROOT.glob("examples/puzzles/*.pddl"), *map(Path, sys.argv[4:])]
    texts = {kind: [file.read_text() for file in files if file.suffix == f".{kind}"] for kind in ("ini", "pddl")}
    sys.exit(1 if sum(judge(program, kind, texts[kind], count) for kind in texts) else 0)


main()
