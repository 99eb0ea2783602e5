"""pikafish-terminal (PyPI), a program for the terminal, in a pseudo-terminal: a game against the engine until it ends or 12 moves
were played, each move a hint of the engine, with the score on the screen; once with Red and once with Black.

    python3 tests/clients/client_pikafish_terminal.py ENGINE
"""

import os
import re
import sys

import pexpect

SCREEN = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
YOUR_MOVE = r"\(pikafish\) > "
OVER = r"Game Over: [^\r\n]*"


def play(engine, side, moves=12):
    command = f"from pikafish_terminal.game import play; play({engine!r}, depth=4, time_limit_ms=100, show_score=True)"
    child = pexpect.spawn(sys.executable, ["-c", command], encoding="utf-8", timeout=60, dimensions=(60, 120))
    child.expect(r"\[b\]lack\): ")
    child.sendline(side)
    played, ended = 0, "not over"
    while played < moves:
        if child.expect([YOUR_MOVE, OVER]) == 1:
            ended = child.after
            break
        child.sendline("hint 1")
        child.expect(r"  1\. (\d{4})")
        hint = child.match.group(1)
        child.expect("Press Enter")
        child.sendline("")
        child.expect(YOUR_MOVE)
        child.sendline(hint)
        played += 1
        if child.expect([r"Engine plays \d{4}", OVER, "(?i)illegal|invalid|error"]) == 2:
            raise AssertionError(SCREEN.sub("", child.before[-800:] + child.after + child.readline()))
        if child.after.startswith("Game Over"):
            ended = child.after
            break
    child.close(force=True)
    assert played > 5, f"{played} moves, then {ended}"
    print(f"pikafish-terminal: {'Red' if side == 'r' else 'Black'}: {played} moves, each as the engine's hint; {ended}")


def main():
    engine = os.path.abspath(sys.argv[1])
    for side in "rb":
        play(engine, side)


main()
