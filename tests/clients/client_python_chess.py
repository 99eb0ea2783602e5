"""python-chess: its UCI engine class opens the engine, sets options, and drives searches with raw commands.

    python3 tests/clients/client_python_chess.py ENGINE
"""

import asyncio
import sys

import chess.engine


class Search(chess.engine.BaseCommand):
    """One `position` and `go` with xiangqi moves, which chess.Board cannot hold."""

    def __init__(self, engine, position, go):
        super().__init__(engine)
        self.engine, self.position, self.go, self.infos = engine, position, go, 0

    def start(self):
        self.engine.send_line(self.position)
        self.engine.send_line(self.go)

    def line_received(self, line):
        if line.startswith("info depth"):
            self.infos += 1
        if line.startswith("bestmove"):
            self.result.set_result((line.split()[1], self.infos))
            self.set_finished()


async def main():
    transport, engine = await chess.engine.popen_uci(sys.argv[1])
    assert engine.id["name"], "no name"
    await engine.configure({"Hash": 32, "Skill Level": 20, "Clear Hash": None})
    await engine.ping()
    for position, go in (
        ("position startpos moves h2e2", "go movetime 100"),
        ("position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "go depth 5"),
    ):
        move, infos = await engine.communicate(lambda engine: Search(engine, position, go))
        assert len(move) == 4 and infos > 0, f"{move} after {infos} info lines"
        print(f"python-chess: {go} -> {move}, {infos} info lines")
    await engine.quit()
    assert transport.get_returncode() == 0, "exit status"


asyncio.run(main())
