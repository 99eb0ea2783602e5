"""Drives the engine process with asyncio: a search, a game against itself, a puzzle.

    python3 engine.py [PATH OF MEIHUA]
"""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE


class Engine:
    @classmethod
    async def open(cls, path, game="xiangqi"):
        self = cls()
        self.process = await asyncio.create_subprocess_exec(path, stdin=PIPE, stdout=PIPE, limit=1 << 20)
        await self.ask("uci", "uciok")
        await self.ask(f"setoption name UCI_Variant value {game}\nisready", "readyok")
        return self

    def send(self, line):
        self.process.stdin.write(f"{line}\n".encode())

    async def ask(self, line, last):
        self.send(line)
        lines = []
        while not lines or not lines[-1].startswith(last):
            lines.append((await self.process.stdout.readuntil()).decode().rstrip())
        if errors := [line for line in lines if line.startswith("info string error: ")]:
            raise ValueError(errors[0])
        return lines

    async def play(self, position, go):
        self.send(f"position {position}")
        *infos, best = await self.ask(f"go {go}", "bestmove")
        return best.split()[1], [info for info in infos if " score " in info]

    async def view(self, position):
        self.send(f"position {position}")
        return json.loads((await self.ask("view", "view"))[-1].removeprefix("view "))


async def main(path):
    engine = await Engine.open(path)
    move, infos = await engine.play("startpos moves h2e2 h9g7", "depth 8")
    print("xiangqi:", move, "depth", infos[-1].split()[2])

    four, moves = await Engine.open(path, "cfour"), []
    while not (view := await four.view("startpos moves " + " ".join(moves)))["verdict"]["over"]:
        moves.append((await four.play("startpos moves " + " ".join(moves), "movetime 20"))[0])
    print("four in a row:", view["verdict"]["reason"], "after", len(moves), "moves")

    river = await Engine.open(path, "river")
    step, infos = await river.play("startpos", "depth 20")
    print("priests and devils:", step, "of", infos[-1].partition(" pv ")[2])

    for wrong in (engine.play("startpos moves zz", "depth 1"), engine.view("fen x"), Engine.open(path, "nosuch")):
        try:
            await wrong
        except ValueError as error:
            print("refused:", error)
        else:
            raise AssertionError("an error was dropped")

    for each in (engine, four, river):
        each.send("quit")
        assert await each.process.wait() == 0


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "meihua"))
