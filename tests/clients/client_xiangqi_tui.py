"""xiangqi_tui (a crate), a terminal GUI, in a pseudo-terminal: a few moves of a person against the engine, in UCCI and UCI.

    python3 tests/clients/client_xiangqi_tui.py ENGINE PATH_OF_XIANGQI_TUI

The engine writes its log, so that what went over the wire can be checked: every `go` got one answer. The client starts a
process for every thought.
"""

import glob
import os
import re
import sys
import tempfile
import time

import pexpect
import pyte

MOVES = ["h2e2", "h0g2", "b0c2"]


class Terminal:
    """The program in a pseudo-terminal with a screen that can be read."""

    def __init__(self, program, folder):
        self.screen = pyte.Screen(120, 50)
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(program, cwd=folder, dimensions=(50, 120), env={**os.environ, "TERM": "xterm-256color"})

    def pump(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
            except pexpect.TIMEOUT:
                pass
            except pexpect.EOF:
                return

    def command(self, text, seconds):
        self.child.send(":")
        self.pump(0.2)
        self.child.send(text + "\r")
        self.pump(seconds)

    def pump_until(self, holds, patience=30):
        """Whether `holds` came true; a busy machine may take its time."""
        end = time.monotonic() + patience
        while time.monotonic() < end and self.child.isalive():
            if holds():
                return True
            self.pump(0.1)
        return holds()

    def text(self):
        return "\n".join(self.screen.display)


def wire(folder):
    """The `go` and the `bestmove` lines of all processes."""
    asked, answered = [], []
    for path in sorted(glob.glob(folder + "/*.log")):
        with open(path, encoding="utf-8") as log:
            for line in log:
                asked += re.findall(r">> (go.*)", line)
                answered += re.findall(r"<< bestmove ([a-i]\d[a-i]\d)", line)
    return asked, answered


def play(engine, program, protocol):
    with tempfile.TemporaryDirectory() as folder:
        wrapper = os.path.join(folder, "engine")
        with open(wrapper, "w", encoding="utf-8") as script:
            script.write(f"#!/bin/sh\nexec {engine} --log {folder}/$$.log\n")
        os.chmod(wrapper, 0o755)
        with open(os.path.join(folder, "xiangqi_tui.conf"), "w", encoding="utf-8") as conf:
            conf.write(
                f"engine_path={wrapper}\nengine_protocol={protocol}\nengine_movetime_ms=200\n"
                "book_local_enabled=0\nbook_cloud_enabled=0\n"
            )
        terminal = Terminal(program, folder)
        terminal.pump(2.0)
        terminal.command("/bai", 1.0)
        for number, move in enumerate(MOVES, 1):
            terminal.command(move, 0.5)
            terminal.pump_until(lambda number=number: len(wire(folder)[1]) >= number)
            # The screen shows the answer only a moment after it came, and takes no move before.
            terminal.pump_until(lambda: "思考中" not in terminal.text())
        screen = terminal.text()
        terminal.command("/quit", 0.5)
        terminal.child.close(force=True)
        time.sleep(0.3)
        asked, answered = wire(folder)
        assert len(asked) >= len(MOVES), f"{protocol}: {len(asked)} go for {len(MOVES)} moves\n{screen}"
        assert len(asked) == len(answered), f"{protocol}: {len(asked)} go, {len(answered)} bestmove\n{screen}"
        print(f"xiangqi_tui: {protocol}: {len(asked)} go, {len(answered)} bestmove: {answered}")
        return screen


def main():
    engine, program = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    for protocol in ("ucci", "uci"):
        screen = play(engine, program, protocol)
        if len(sys.argv) > 3:
            print(screen)


main()
