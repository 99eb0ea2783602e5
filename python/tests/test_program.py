"""The engine program that comes with the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import meihua


def test_the_program_answers() -> None:
    for command in ([meihua.program()], [sys.executable, "-m", "meihua"]):
        done = subprocess.run(command, input="uci\nquit\n", capture_output=True, text=True, timeout=60, check=True)
        assert "uciok" in done.stdout


def test_a_folder_of_packages_has_its_own_program(tmp_path: Path) -> None:
    folder = tmp_path / "a target"
    shutil.copytree(os.path.dirname(meihua.__file__), folder / "meihua")
    (folder / "bin").mkdir()
    own = shutil.copy(meihua.program(), folder / "bin")
    code = "import meihua; print(meihua.program())"
    asked = {**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", code], env=asked, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == own
