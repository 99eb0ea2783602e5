"""`meihua play` in a pseudo-terminal, as a person meets it: every game is played to its end through the line editor, and
Ctrl-C stops the thinking first and leaves second.

    python3 tests/clients/client_play.py ENGINE [FILE]

With FILE the dialogues are written there, as docs/play.md keeps them.
"""

import os
import re
import sys
import time

import pexpect
import pyte

PROMPT = re.compile(r"^\w+> $")
COLUMNS = 120
# Lines of a long dialogue that are kept, from its beginning and from its end.
FIRST, LAST = 84, 63
LONG = 700
QUESTION = re.compile(r"\]: $")


class Terminal:
    """The process in a terminal of 120 columns, so long that nothing scrolls away."""

    def __init__(self, engine, *arguments, color=False):
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        if not color:
            environment["NO_COLOR"] = "1"
        rows = 6000
        self.screen = pyte.Screen(COLUMNS, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.command = " ".join(["meihua", "play", *arguments])
        self.child = pexpect.spawn(engine, ["play", *arguments], dimensions=(rows, COLUMNS), env=environment)

    def pump(self, seconds=0.05):
        try:
            data = self.child.read_nonblocking(65536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def line(self, row):
        cells = self.screen.buffer[row]
        return "".join(cells[column].data for column in range(COLUMNS))

    def current(self):
        return self.line(self.screen.cursor.y)[: self.screen.cursor.x]

    def wait(self, pattern=PROMPT, below=-1, timeout=60.0):
        """Waits until the cursor stands after a prompt below a row; returns what came since, as lines."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            alive = self.pump()
            if self.screen.cursor.y > below and pattern.search(self.current()):
                return [self.line(row).rstrip() for row in range(below + 1, self.screen.cursor.y)]
            if not alive:
                break
        raise AssertionError(f"{self.command}: no prompt after:\n" + "\n".join(self.text()[-30:]))

    def say(self, text, pattern=PROMPT, timeout=60.0):
        row = self.screen.cursor.y
        self.child.send(text + "\r")
        return self.wait(pattern, row, timeout)

    def end(self):
        """Waits for the end of the process; its status."""
        deadline = time.monotonic() + 20
        while self.pump() and time.monotonic() < deadline:
            pass
        self.child.wait()
        return self.child.exitstatus

    def text(self):
        rows = [self.line(row).rstrip() for row in range(self.screen.cursor.y + 1)]
        return rows


def check(condition, terminal, what):
    if not condition:
        raise AssertionError(f"{terminal.command}: {what}\n" + "\n".join(terminal.text()[-40:]))


def hinted(lines):
    """The move that a hint names."""
    for line in lines:
        found = re.match(r"hint: (\S+)", line)
        if found:
            return found.group(1)
    return None


def play_out(terminal, limit=200):
    """Follows the hints until the game is over."""
    for _ in range(limit):
        lines = terminal.say("hint")
        move = hinted(lines)
        check(move, terminal, "no hint")
        lines = terminal.say(move)
        check(not any("illegal" in line or "unreadable" in line for line in lines), terminal, f"{move} was refused")
        if terminal.current().startswith("over"):
            return lines
    raise AssertionError(f"{terminal.command}: not over after {limit} moves")


def xiangqi(engine):
    """A beginner against the weakest level: asked for side and level; opens by hand, then follows the hints."""
    terminal = Terminal(engine, "xiangqi", "--movetime", "300", "--seed", "1")
    terminal.wait(QUESTION)
    terminal.say("blue", QUESTION)
    terminal.say("red", QUESTION)
    terminal.say("0")
    lines = terminal.say("炮二平五")
    check(any("Black plays" in line for line in lines), terminal, "no answer")
    check(any("[炮]" in line for line in terminal.text()), terminal, "the last move is not marked")
    terminal.say("undo")
    terminal.say("h2e2")
    lines = terminal.say("e5e7")
    check(any("illegal move" in line for line in lines), terminal, "an illegal move was taken")
    terminal.say("notation chinese")
    lines = play_out(terminal)
    check(any("wins: " in line or "Draw: " in line for line in lines), terminal, "no result")
    name = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"meihua-play-{os.getpid()}.pgn")
    check(terminal.say(f"save {name}")[0].startswith("saved"), terminal, "not saved")
    other = Terminal(engine, "xiangqi", name, "--side", "both")
    other.wait()
    check(other.current().startswith("over"), other, "the loaded game is not over")
    other.say("new")
    other.say(f"load {name}")
    check(other.current().startswith("over"), other, "the loaded game is not over")
    os.remove(name)
    return terminal


def connect_four(engine):
    terminal = Terminal(engine, "cfour", "--side", "red", "--level", "3", "--movetime", "300", "--seed", "1")
    terminal.wait()
    terminal.say("d")
    terminal.say("4")
    lines = play_out(terminal)
    check(any("four in a row." in line or "the board is full." in line for line in lines), terminal, "no result")
    return terminal


def river(engine):
    terminal = Terminal(engine, "river")
    terminal.wait()
    check(any("outnumbered" in line or "illegal" in line for line in terminal.say("PP")), terminal, "PP was taken")
    for move in ("PD", "P1", "D2", "D1", "P2", "P1D1", "P2", "D1", "D2"):
        terminal.say(move)
    terminal.say("hint")
    terminal.say("D1")
    lines = terminal.say("D2")
    check(any("All are across: 11 crossings." in line for line in lines), terminal, "not solved")
    return terminal


def sliding(engine):
    terminal = Terminal(engine, "sliding", "BBWW_", "cost")
    terminal.wait()
    terminal.say("2")
    terminal.say("moves")
    terminal.say("undo")
    terminal.say("hint")
    lines = terminal.say("solve")
    check(any("Solved: " in line for line in lines), terminal, "not solved")
    return terminal


def tower(engine):
    terminal = Terminal(engine, "tower")
    terminal.wait()
    terminal.say("aa")
    terminal.say("hint")
    terminal.say("undo")
    check(any("no key" in line or "illegal" in line for line in terminal.say("4,9")), terminal, "a door without a key")
    lines = terminal.say("solve")
    check(any("The boss is dead: " in line for line in lines), terminal, "not solved")
    return terminal


def colours(engine):
    terminal = Terminal(engine, "cfour", "--side", "both", color=True)
    terminal.wait()
    terminal.say("4")
    check(b"\x1b[" in terminal.raw and "●".encode() in terminal.raw, terminal, "no colours")
    row = terminal.screen.cursor.y
    terminal.child.send("\x1b[A")  # the history of the line editor
    deadline = time.monotonic() + 20
    while not terminal.current().endswith("> 4") and time.monotonic() < deadline:
        terminal.pump()
    terminal.child.send("\r")
    terminal.wait(PROMPT, row)
    terminal.say("P@e\t")  # completed to P@e1
    stones = [line for line in terminal.text()[row:] if "●" in line or "○" in line]
    check(len(stones) >= 2, terminal, "the history did not come back")
    check(any("[●]" in line and line.startswith(" 1") for line in terminal.text()), terminal, "Tab did not complete")
    terminal.child.close(force=True)


def interrupts(engine):
    """Ctrl-C while it thinks: it moves at once; at the prompt: it leaves."""
    terminal = Terminal(engine, "xiangqi", "--side", "red", "--level", "20", "--movetime", "600000")
    terminal.wait()
    row = terminal.screen.cursor.y
    terminal.child.send("h2e2\r")
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not re.search(r"depth \d+", terminal.current()):
        terminal.pump()
    check(re.search(r"s left +depth \d+", terminal.current()), terminal, "no progress line")
    started = time.monotonic()
    terminal.child.sendintr()
    lines = terminal.wait(PROMPT, row + 1)
    check(any("Black plays" in line for line in lines), terminal, "no move after Ctrl-C")
    check(time.monotonic() - started < 10, terminal, "Ctrl-C was slow")
    terminal.child.sendintr()
    check(terminal.end() == 0, terminal, "Ctrl-C at the prompt did not leave")
    terminal = Terminal(engine, "cfour", "--side", "none", "--level", "20", "--movetime", "600000")
    while b"depth" not in terminal.raw and terminal.pump():
        pass
    terminal.child.sendintr()
    terminal.wait()
    check(any("`go` goes on" in line for line in terminal.text()), terminal, "two engines do not pause")


def page(terminals):
    """The dialogues as a page; long games keep their beginning and their end."""
    lines = [
        "# Playing in the terminal",
        "",
        "Five games as a new player meets them, each to its end: what is typed stands after the prompt. `tests/clients/run`",
        "plays them again; this page is what",
        "",
        "    python3 tests/clients/client_play.py target/release/meihua docs/play.md",
        "",
        "wrote. A terminal shows colours besides.",
    ]
    for title, terminal in terminals:
        rows = terminal.text()[:-1]
        if len(rows) > LONG:
            rows = rows[:FIRST] + ["", f"… {len(rows) - FIRST - LAST} lines …", ""] + rows[-LAST:]
        rows = [re.sub(r"/\S*/(meihua-play)-\d+", r"\1", row) for row in rows]
        lines += ["", f"## {title}", "", "```text", f"$ {terminal.command}", *rows, "```"]
    return "\n".join(lines) + "\n"


def main():
    engine = os.path.abspath(sys.argv[1])
    games = [
        ("Xiangqi against the weakest level", xiangqi),
        ("Four in a row", connect_four),
        ("Priests and Devils", river),
        ("Sliding blocks", sliding),
        ("Magic Tower", tower),
    ]
    played = []
    for title, game in games:
        terminal = game(engine)
        terminal.child.send("quit\r")
        check(terminal.end() == 0, terminal, "quit does not end well")
        played.append((title, terminal))
        print(f"play: {title}: {sum(1 for line in terminal.text() if '> ' in line)} lines typed, played to the end")
    colours(engine)
    interrupts(engine)
    print("play: colours, history, progress line, Ctrl-C twice")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            file.write(page(played))


main()
