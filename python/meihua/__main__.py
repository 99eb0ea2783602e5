"""``python -m meihua``: the engine program."""

from __future__ import annotations

import os
import subprocess
import sys

from ._program import find


def main() -> int:
    """Replace this process by the program; on Windows, which cannot do that, run it and wait."""
    path = find()
    arguments = [path, *sys.argv[1:]]
    if os.name == "nt":
        return subprocess.call(arguments)
    os.execv(path, arguments)
    return 127


if __name__ == "__main__":
    sys.exit(main())
