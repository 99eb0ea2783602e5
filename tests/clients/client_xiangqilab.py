"""xiangqilab (PyPI), a desktop program: a game of twenty moves by its engine class, which gives the engine a Hash of 2048 MB and asks
for three lines with WDL. The moves are judged by its own board, and by PyPI's pyffish.

    python3 tests/clients/client_xiangqilab.py ENGINE
"""

import os
import queue
import sys

import pyffish

if not hasattr(queue, "ShutDown"):  # Of Python 3.13; the engine class uses nothing else that is newer than 3.11.
    queue.ShutDown = type("ShutDown", (Exception,), {})
    queue.Queue.shutdown = lambda self: None

from xiangqilab.config import EngineConfig
from xiangqilab.engine import Engine
from xiangqilab.engine_output import AlternativeMove, BestMove
from xiangqilab.position import Position
from xiangqilab.position_formatter import PositionFormatter
from xiangqilab.position_info import PositionInfo
from xiangqilab.position_info_updater import PositionInfoUpdater
from xiangqilab.position_updater import PositionUpdater

MOVES = 20


def main():
    settings = {
        "engine_path": os.path.abspath(sys.argv[1]),
        "neural_net_path": "",
        "top_n_moves": 3,
        "search_depth": 8,
        "search_time_seconds": 5,
        "hash_table_size_mb": 64,
    }
    engine = Engine(EngineConfig(settings))
    position, info, lines = Position.initial_position(), PositionInfo.default(), 0
    for _ in range(MOVES):
        fen = PositionFormatter.format(position, info)
        for word in ("set_position", fen, "search"):
            engine.command_queue.put(word)
        answer = ""
        while not answer.startswith("stdout bestmove"):
            answer = engine.result_queue.get(timeout=60)
            assert "error" not in answer, answer
            if answer.startswith("stdout info"):
                lines += AlternativeMove.from_str(answer.removeprefix("stdout "), engine.using_uci) is not None
        best = BestMove.from_str(answer.removeprefix("stdout "), engine.using_uci)
        assert best, (fen, answer)
        move = best.best_move
        assert position.is_legal_move(move), (fen, answer)
        from_file, from_rank, to_file, to_rank = answer.split()[2]
        shifted = f"{from_file}{int(from_rank) + 1}{to_file}{int(to_rank) + 1}"
        assert shifted in pyffish.legal_moves("xiangqi", fen, []), (fen, answer)
        info = PositionInfoUpdater.move_piece(position, move.src, move.dst, info)
        position = PositionUpdater.move_piece(position, move.src, move.dst)
    engine.command_queue.put("quit")
    engine.join()
    assert lines >= 3 * MOVES, lines
    print(f"xiangqilab: {MOVES} moves, {lines} lines with WDL")


main()
