"""`meihua play` in a pseudo-terminal, as a person meets it: every game is played to its end through the line editor, and
Ctrl-C stops the thinking first and leaves second.

    python3 tests/clients/client_play.py ENGINE [FILE CHINESE]

With two files the dialogues are written there, as docs/play.md and docs/play.zh.md keep them.
"""

import os
import re
import sys
import time

import pexpect
import pyte

PROMPT = re.compile(r"^\w+( \([^)]*\)|（[^）]*）)?> $")
COLUMNS = 120
QUESTION = re.compile(r"\](: |： )$")
# What is typed for the page in Chinese, by the words of the page in English.
CHINESE = {
    "red": "红", "beginner": "入门", "a0a9": "车九进九", "R8+2": "车八进二", "undo": "悔棋", "hint": "提示",
    "moves": "着法", "new": "新局", "solve": "解答", "save": "保存",
}


class Terminal:
    """The process in a terminal of 120 columns, so long that nothing scrolls away."""

    def __init__(self, engine, *arguments, color=False, size=(6000, COLUMNS)):
        environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        environment.pop("NO_COLOR", None)
        if not color:
            environment["NO_COLOR"] = "1"
        rows, self.columns = size
        self.screen = pyte.Screen(self.columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.said = time.monotonic()
        self.arguments, self.typed = arguments, []
        self.command = " ".join(["meihua", "play", *arguments])
        self.child = pexpect.spawn(engine, ["play", *arguments], dimensions=size, env=environment)

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

    def line(self, row, columns=None):
        cells = self.screen.buffer[row]
        return "".join(cells[column].data for column in range(columns or self.columns))

    def current(self):
        cursor = self.screen.cursor
        return self.line(cursor.y, cursor.x) if cursor.x else ""

    def wait(self, pattern=PROMPT, below=-1, timeout=60.0):
        """Waits until the cursor stands after a prompt below a row; returns what came since, as lines."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            alive = self.pump()
            if (self.screen.cursor.y > below or self.is_full()) and pattern.search(self.current()):
                return [self.line(row).rstrip() for row in range(below + 1, self.screen.cursor.y)]
            if not alive:
                break
        raise AssertionError(f"{self.command}: no prompt after:\n" + "\n".join(self.text()[-30:]))

    def is_full(self):
        """Whether the screen scrolls: then every prompt is in its last line."""
        return self.screen.lines < 100 and self.screen.cursor.y == self.screen.lines - 1 and time.monotonic() > self.said + 1

    def say(self, text, pattern=PROMPT, timeout=60.0):
        row = self.screen.cursor.y
        self.said = time.monotonic()
        self.typed.append(text)
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
        check(not any("not a legal move" in line or "unreadable" in line for line in lines), terminal, f"{move} was refused")
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
    check(any("not a legal move" in line for line in lines), terminal, "an illegal move was taken")
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


def xiangqi_page(engine):
    """What docs/play.md shows: an opening, slips of a beginner, and a mate whose replies are forced."""
    terminal = Terminal(engine, "xiangqi", "--movetime", "300")
    terminal.wait(QUESTION)
    terminal.say("red", QUESTION)
    terminal.say("beginner")
    terminal.say("炮二平五")
    terminal.say("undo")
    check(any("not a legal move" in line for line in terminal.say("e3e5")), terminal, "an illegal move was taken")
    check(any("did you mean `hint`?" in line for line in terminal.say("hnt")), terminal, "no help with a slip")
    terminal.say("hint")
    terminal.say("new 3k5/9/2P6/1R7/9/9/9/9/9/R3K4 w")
    check(any("Black is in check." in line for line in terminal.say("a0a9")), terminal, "check is not announced")
    check(any("Red wins: checkmate." in line for line in terminal.say("R8+2")), terminal, "no mate")
    name = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"meihua-play-{os.getpid()}.pgn")
    check(terminal.say(f"save {name}")[0].startswith("saved"), terminal, "not saved")
    os.remove(name)
    return terminal


def connect_four_page(engine):
    """Two people."""
    terminal = Terminal(engine, "cfour", "--side", "both", "--movetime", "300")
    terminal.wait()
    for move in ("d", "4", "e", "5", "c"):
        terminal.say(move)
    terminal.say("hint")
    terminal.say("moves")
    terminal.say("b")
    check(any("Red wins: four in a row." in line for line in terminal.say("f")), terminal, "no result")
    return terminal


def small_screen(engine):
    """In 80 columns and 24 lines the engine's move stands on the screen, right above the prompt."""
    for game, move in (("xiangqi", "h2e2"), ("cfour", "d")):
        terminal = Terminal(engine, game, "--side", "red", "--level", "0", "--movetime", "100", size=(24, 80))
        terminal.wait()
        terminal.say(move, timeout=20)
        row = terminal.screen.cursor.y
        check("Black plays" in terminal.line(row - 1) or "Yellow plays" in terminal.line(row - 1), terminal, "no move in sight")
        terminal.say("help")
        rows = [terminal.line(row).rstrip() for row in range(24)]
        check(any(row.startswith("a move ") for row in rows), terminal, "help does not fit")
        terminal.child.close(force=True)


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
    check(any("outnumbered" in line or "not a legal move" in line for line in terminal.say("PP")), terminal, "PP was taken")
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
    check(any("no key" in line or "not a legal move" in line for line in terminal.say("4,9")), terminal, "a door without a key")
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
    terminal.say("e\t")  # completed to e1
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
    terminal = Terminal(engine, "xiangqi", "--side", "none", "--level", "20", "--movetime", "600000")
    while b"depth" not in terminal.raw and terminal.pump():
        pass
    terminal.child.sendintr()
    terminal.wait()
    check(any("`go` goes on" in line for line in terminal.text()), terminal, "two engines do not pause")


def in_chinese(engine, terminal):
    """The same dialogue in Chinese."""
    ready = re.compile(f"{PROMPT.pattern}|{QUESTION.pattern}")
    chinese = Terminal(engine, *terminal.arguments, "--lang", "zh")
    chinese.wait(ready)
    for text in terminal.typed:
        word, *rest = text.split(" ", 1)
        chinese.say(" ".join([CHINESE.get(word, word), *rest]), ready)
        if word == "save":
            os.remove(rest[0])
    chinese.child.send("退出\r")
    check(chinese.end() == 0, chinese, "quit does not end well")
    return chinese


def shortened(rows):
    """What the engine of a contest chooses, and how, is another thing each time: … stands for it, and for its board."""
    short, board = [], None
    for row in rows:
        found = re.match(r"(Red|Black|Yellow) plays |(红方|黑方|黄方)走 ", row)
        if found:
            # The picture that shows it.
            del short[board:]
            short += ["…", found.group(0) + "…"]
        elif (label := re.match(r"hint: |  why: |  line: |提示：|  理由：|  变化：", row)) and not re.search(
            r"\(proven\)|（已证明）|^(hint: |提示：)[PD\d]", row
        ):
            short.append(label.group(0) + "…")
        else:
            if row == "" and not (short and short[-1] == ""):
                board = len(short)
            short.append(row)
    return short


def page(head, terminals):
    """The dialogues as a page."""
    lines = list(head)
    for title, terminal in terminals:
        rows = [re.sub(r"/\S*/(meihua-play)-\d+", r"\1", row) for row in terminal.text()[:-1]]
        rows = shortened(rows)
        lines += ["", f"## {title}", "", "```text", f"$ {terminal.command}", *rows, "```"]
    return "\n".join(lines) + "\n"


HEADS = [
    [
        "# Playing in the terminal",
        "",
        "[中文](play.zh.md)",
        "",
        "Here is a whole game of each kind. What the player types stands after the prompt. `…` stands for what the engine",
        "chooses, which differs from game to game. The tests play the same games and compare the output. This command wrote",
        "the page:",
        "",
        "    python3 tests/clients/client_play.py target/release/meihua docs/play.md docs/play.zh.md",
        "",
        "A terminal also shows colours.",
    ],
    [
        "# 在终端里玩",
        "",
        "[English](play.md)",
        "",
        "每种游戏完整地玩一局。提示符 `>` 后面是玩家输入的内容；`…` 是引擎选的着法，每次都不一样。测试会照样玩一遍，",
        "核对输出。本页由下面的命令写成：",
        "",
        "    python3 tests/clients/client_play.py target/release/meihua docs/play.md docs/play.zh.md",
        "",
        "终端里还有颜色。在中文环境下，`--lang zh` 不必写。命令用中文或英文都可以，如 `悔棋` 和 `undo`；",
        "着法可以写成 `炮二平五`、`C2=5` 或 `h2e2`。",
    ],
]


def main():
    engine = os.path.abspath(sys.argv[1])
    games = [
        ("Xiangqi against a beginner", "象棋：与“入门”级引擎对弈", xiangqi, xiangqi_page),
        ("Four in a row, two people", "四子棋：两人对弈", connect_four, connect_four_page),
        ("Priests and Devils", "牧师与魔鬼", river, None),
        ("Sliding blocks", "滑块", sliding, None),
        ("Magic Tower", "魔塔", tower, None),
    ]
    played = []
    for title, chinese, game, dialogue in games:
        terminal = game(engine)
        terminal.child.send("quit\r")
        check(terminal.end() == 0, terminal, "quit does not end well")
        if dialogue:
            terminal = dialogue(engine)
            terminal.child.send("quit\r")
            check(terminal.end() == 0, terminal, "quit does not end well")
        played.append((title, chinese, terminal))
        print(f"play: {title}: {sum(1 for line in terminal.text() if '> ' in line)} lines typed, played to the end")
    small_screen(engine)
    colours(engine)
    interrupts(engine)
    print("play: 80 columns and 24 lines, colours, history, progress line, Ctrl-C twice")
    if len(sys.argv) > 2:
        pages = [
            [(title, terminal) for title, _, terminal in played],
            [(title, in_chinese(engine, terminal)) for _, title, terminal in played],
        ]
        for path, head, terminals in zip(sys.argv[2:], HEADS, pages, strict=True):
            with open(path, "w", encoding="utf-8") as file:
                file.write(page(head, terminals))


main()
