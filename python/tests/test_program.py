"""The engine program that comes with the package."""

from __future__ import annotations

import subprocess
import sys

import meihua


def test_the_program_answers() -> None:
    for command in ([meihua.program()], [sys.executable, "-m", "meihua"]):
        done = subprocess.run(command, input="uci\nquit\n", capture_output=True, text=True, timeout=60, check=True)
        assert "uciok" in done.stdout
