"""PyPI cchess: a game between its UciEngine and its UcciEngine class, each driving the engine, every move checked twice:
by cchess's own board and by pyffish.

    python3 tests/clients/client_cchess.py ENGINE
"""

import re
import sys
import time

import pyffish
from cchess import ChessBoard
from cchess.engine import UcciEngine, UciEngine

PLIES = 40


def answer(engine, timeout=20.0):
    """The next decisive action of an engine: a move, or that it has none."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        action = engine.get_action()
        if action and action["action"] in ("bestmove", "dead", "draw"):
            return action
        time.sleep(0.002)
    raise SystemExit("cchess: no move within 20 s")


def main():
    engines = []
    for kind, options in ((UciEngine, {"Hash": 32, "Threads": 1}), (UcciEngine, {"hashsize": 32})):
        engine = kind("")
        assert engine.load(sys.argv[1]), f"{kind.__name__} could not start the engine"
        assert engine.wait_for_ready(), f"{kind.__name__} saw no handshake"
        assert engine.ids.get("name"), f"{kind.__name__} saw no id name"
        for name, value in options.items():
            engine.set_option(name, value)
        engines.append(engine)

    board, history = ChessBoard(pyffish.start_fen("xiangqi")), []
    for ply in range(PLIES):
        engine = engines[ply % 2]
        limit = {"movetime": 100} if isinstance(engine, UciEngine) else {"time": 100}
        assert engine.go_from(board.to_fen(), limit)
        action = answer(engine)
        if action["action"] != "bestmove":
            break
        move = action["move"]
        spelled = re.sub(r"([a-i])(\d)", lambda m: f"{m[1]}{int(m[2]) + 1}", move)
        assert spelled in pyffish.legal_moves("xiangqi", pyffish.start_fen("xiangqi"), history), f"illegal {move}"
        assert board.move_iccs(move) is not None, f"cchess refuses {move}"
        board.next_turn()
        history.append(spelled)
    for engine in engines:
        engine.quit()
        assert engine.process.wait(timeout=5) is not None
    print(f"cchess: {len(history)} plies between UciEngine and UcciEngine, all legal; last position {board.to_fen()}")


main()
