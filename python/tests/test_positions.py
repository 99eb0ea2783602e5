"""Positions of the five games: moves, ends, notations, errors."""

from __future__ import annotations

import _thread
import copy
import pickle
import random
import threading

import meihua
import pytest

CYCLE = "f0f9 e9e8 f9f8 e8e9 f8f9 e9e8 f9f8 e8e9".split()
PERPETUAL_CHECK = "4k4/9/9/9/9/9/9/9/4A4/3K1R3 w - - 0 1"


@pytest.mark.parametrize("game", meihua.GAMES)
def test_every_game_is_walked_through_and_back(game: str) -> None:
    random.seed(7)
    board = meihua.Position(game)
    fens = [board.fen]
    for _ in range(30):
        moves = board.legal_moves()
        assert len(board) == len(moves)
        if board.is_over or not moves:
            break
        board.push(random.choice(moves))
        fens.append(board.fen)
    assert board.ply == len(fens) - 1 > 0
    again = meihua.Position(game, board.start_fen, board.history())
    assert again == board and again.key == board.key and again.fen == fens[-1]
    for fen in reversed(fens[:-1]):
        board.undo()
        assert board.fen == fen
    with pytest.raises(meihua.MoveError):
        board.undo()


def test_a_move_in_four_notations() -> None:
    board = meihua.Position()
    spelled = [board.spell("h2e2", notation) for notation in ("uci", "uci1", "wxf", "chinese")]
    assert spelled == ["h2e2", "h3e3", "C2=5", "炮二平五"]
    for text in spelled[:1] + spelled[2:]:
        other = meihua.Position()
        other.push(text)
        assert other.history() == ["h2e2"]
    other = meihua.Position()
    other.push("h3e3", ranks_from_one=True)
    assert other.history("chinese") == ["炮二平五"]


def test_the_laws_of_repetition_differ() -> None:
    outcomes = {}
    for rules in ("asian", "computer", "none"):
        board = meihua.Position("xiangqi", PERPETUAL_CHECK, CYCLE, rules=rules)
        board.push("f8f9")
        outcomes[rules] = board.outcome()
    asian = outcomes["asian"]
    assert asian is not None and (asian.winner, asian.code) == ("second", "perpetual-check")
    assert outcomes["computer"] is not None and outcomes["none"] is None


def test_errors_have_the_words_of_the_engine_and_keep_the_position() -> None:
    board = meihua.Position()
    with pytest.raises(meihua.MoveError, match="\"h2h2\" is not a legal move|unreadable move"):
        board.push("h2h2")
    assert board.ply == 0
    with pytest.raises(meihua.PositionError, match="bad"):
        meihua.Position.from_fen("rubbish")
    with pytest.raises(meihua.MeihuaError, match="unknown game"):
        meihua.Position("chess")
    with pytest.raises(ValueError, match="unknown notation"):
        board.legal_moves("latin")
    with pytest.raises(meihua.MeihuaError, match="cannot be solved"):
        board.solve()


def test_copies_are_apart() -> None:
    board = meihua.Position()
    other = copy.deepcopy(board)
    other.push("h2e2")
    assert board.ply == 0 and other != board and hash(other) != hash(board)


def test_mate_has_a_winner() -> None:
    board = meihua.Position.from_fen("3k5/1R7/9/9/9/9/9/R8/9/4K4 w - - 0 1")
    board.push("a2a9")
    outcome = board.outcome()
    assert outcome is not None and (outcome.winner, outcome.reason) == ("first", "mate")
    assert board.turn == "second" and board.is_check and board.is_over and board.legal_moves() == []


@pytest.mark.parametrize("game", meihua.GAMES)
def test_pictures(game: str) -> None:
    board = meihua.Position(game)
    assert "<svg" in board.svg()
    assert board._repr_svg_() is not None
    assert str(board)


HEXAPAWN = """[hexapawn]
maxRank = 3
maxFile = 3
customPiece1 = p:mfWcfF
startFen = ppp/3/PPP w - - 0 1
stalemateValue = loss
flagPiece = p
flagRegionWhite = *3
flagRegionBlack = *1
"""


def test_a_game_of_ones_own_is_played_searched_and_drawn() -> None:
    board = meihua.Position("hexapawn", variants=HEXAPAWN)
    assert (board.game, sorted(board.legal_moves())) == ("hexapawn", ["a1a2", "b1b2", "c1c2"])
    board.push("b1b2")
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.history() == ["b1b2"]
    # The second player wins this game.
    best = meihua.search(board, depth=20).result()
    assert best.move in ("a3b2", "c3b2") and best.info is not None and (best.info.mate or 0) > 0
    assert "</svg>" in board.svg()
    other = HEXAPAWN.replace("p:mfWcfF", "p:mfF")
    assert meihua.search(meihua.Position("hexapawn", variants=other), depth=1).result().move in ("a1b2", "b1a2", "b1c2", "c1b2")
    assert meihua.Position("hexapawn", variants=other) != meihua.Position("hexapawn", variants=HEXAPAWN)


def test_a_game_of_ones_own_is_solved() -> None:
    janggi = meihua.Position("j", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", ["e1e1"], variants="[j:janggi]\n")
    ended = janggi.outcome()
    assert ended and ended.reason == "facing generals" and janggi.legal_moves() == [] and len(janggi) == 0
    solution = meihua.Position("hexapawn", variants=HEXAPAWN).solve()
    assert (solution.value, solution.objective, solution.proven, len(solution.plan)) == (-6, "plies", True, 6)
    assert solution.facts == {"outcome": "loss"}
    with pytest.raises(meihua.MeihuaError, match="more than 9 positions"):
        meihua.Position("hexapawn", variants=HEXAPAWN).solve(nodes=9)
    with pytest.raises(meihua.MeihuaError, match="movetime"):
        meihua.Position("hexapawn", variants=HEXAPAWN).solve(movetime=9)


def test_the_faults_of_a_text_of_games_are_told() -> None:
    with pytest.raises(meihua.MeihuaError, match="left out: line 2: foo: unknown key"):
        meihua.Position("c", variants="[c:chess]\nfoo=1\n[b:chess]\n")
    assert meihua.Position("c", variants="\ufeff[c:chess]\n").game == "c"
    with pytest.raises(TypeError, match="bytes"):
        meihua.read_games_from("text")  # type: ignore[arg-type]


def test_an_interrupt_ends_the_solution_of_a_game_of_ones_own() -> None:
    # Breakthrough on 6 by 6: far more positions than any test may wait for.
    rules = "[b]\nmaxRank = 6\nmaxFile = 6\ncustomPiece1 = p:mfWfF\nstartFen = pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1\n"
    board = meihua.Position("b", variants=rules)
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        board.solve(nodes=10**9)


def test_positions_of_other_rules_are_others() -> None:
    assert meihua.Position(rules="computer") != meihua.Position() == meihua.Position(rules="asian")
    assert len({meihua.Position(), meihua.Position(move_count=False), meihua.Position()}) == 2


def test_faults_of_a_game_of_ones_own_are_named() -> None:
    with pytest.raises(meihua.MeihuaError, match="line 2: maxRank"):
        meihua.Position("mine", variants="[mine]\nmaxRank = x\n")
    with pytest.raises(meihua.MeihuaError, match="hexapawn"):
        meihua.Position("mine", variants=HEXAPAWN)
