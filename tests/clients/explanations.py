"""Are the sentences of explain_move true? Moves of real games, explained by `meihua mcp` and judged by another search: alpha-beta on
material over the rules of PyPI's pyffish, and for mates the engine's own mate search in a fresh process.

    python3 tests/clients/explanations.py ENGINE FOLDER_OF_GAMES [MOVES [SEED]]
"""

import collections
import random
import sys

import pyffish

from real_games import Tools, games

WORTH = {"R": 9, "C": 5, "N": 4, "A": 2, "B": 2, "P": 1, "K": 0}
NODES = 30_000


def shifted(move):
    """A move with ranks from 1, as pyffish writes it."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


class Material:
    """Alpha-beta on material, in pawns, from the view of the side to move."""

    def __init__(self):
        self.nodes = 0

    @staticmethod
    def board(fen):
        cells = {}
        for row, text in zip(range(10, 0, -1), fen.split()[0].split("/")):
            column, gap = 0, ""
            for letter in text + " ":
                if letter.isdigit():
                    gap += letter
                    continue
                column += int(gap or 0)
                gap = ""
                if letter != " ":
                    cells["abcdefghi"[column] + str(row)] = letter
                    column += 1
        return cells

    @staticmethod
    def target(move):
        return move[2:] if move[2].isalpha() else move[3:]

    def search(self, fen, depth, alpha, beta):
        self.nodes += 1
        cells = self.board(fen)
        moves = pyffish.legal_moves("xiangqi", fen, [])
        if not moves:
            return -1000
        quiet = [move for move in moves if self.target(move) not in cells]
        takes = [(WORTH[cells[self.target(move)].upper()], move) for move in moves if self.target(move) in cells]
        best = -10_000
        if depth <= 0 and not pyffish.gives_check("xiangqi", fen, []):
            best, quiet = 0, []
            alpha = max(alpha, best)
            if alpha >= beta:
                return best
        for worth, move in sorted(takes, reverse=True) + [(0, move) for move in quiet]:
            if depth <= -14 and best > -10_000:
                break
            after = pyffish.get_fen("xiangqi", fen, [move])
            value = worth - self.search(after, depth - 1, worth - beta, worth - alpha)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


def taken(fen, move):
    piece = Material.board(fen).get(Material.target(move))
    return WORTH[piece.upper()] if piece else 0


def gain(fen, first, depth=2):
    """What the side to move nets if it begins with a move, by `depth` full plies after it and then captures."""
    after = pyffish.get_fen("xiangqi", fen, [first])
    search = Material()
    worth = taken(fen, first)
    return worth - search.search(after, depth, -10_000, 10_000)


def threatens(fen, move):
    """Whether the side that plays the move wins at least two pawns if the other side passes."""
    after = pyffish.get_fen("xiangqi", fen, [move]).split()
    after[1] = "wb"[after[1] == "w"]
    passed = " ".join(after)
    cells = Material.board(passed)
    takes = [move for move in pyffish.legal_moves("xiangqi", passed, []) if WORTH.get(cells.get(Material.target(move), "P").upper(), 0) > 1]
    return any(gain(passed, take) >= 2 for take in takes)


def settled(fen, line):
    """What the side to move has won at the end of a line, after the captures that are still to come."""
    won = 0
    for ply, move in enumerate(map(shifted, line)):
        won += taken(fen, move) * (1 - ply % 2 * 2)
        fen = pyffish.get_fen("xiangqi", fen, [move])
    rest = Material().search(fen, 0, -10_000, 10_000)
    return won + (rest if len(line) % 2 == 0 else -rest)


def mates(tools, fen, within):
    """Whether the mate search proves a win of the side to move within so many moves."""
    told = tools.call("solve", {"game": "xiangqi", "position": fen, "within": within, "nodes": 20_000_000})
    return told.get("structuredContent", {}).get("result") == "win"


def main():
    engine, folder = sys.argv[1:3]
    count, seed = (int(text) for text in (sys.argv[3:] + ["2000", "1"][len(sys.argv) - 3 :])[:2])
    rng = random.Random(seed)
    tools, judge, codes, wrong = Tools(engine), Tools(engine), collections.Counter(), []
    start = pyffish.start_fen("xiangqi")
    for game in games(engine, folder, rng):
        if sum(codes.values()) >= count:
            break
        for at in rng.sample(range(len(game)), min(5, len(game))):
            told = tools.call("explain_move", {"game": "xiangqi", "moves": game[:at], "move": game[at], "nodes": NODES})
            if told["isError"]:
                continue
            told = told["structuredContent"]
            before = pyffish.get_fen("xiangqi", start, [shifted(move) for move in game[:at]])
            move = shifted(game[at])
            after = pyffish.get_fen("xiangqi", before, [move])
            for fact in told["facts"]:
                code, sentence = fact["code"], fact["sentence"]
                codes[code] += 1
                number = [int(word.strip(".:;")) for word in sentence.split() if word.strip(".:;").isdigit()]
                least = 1 if "pawn" in sentence else 2
                if code == "loses":
                    true = gain(after, shifted(told["reply"][0])) - taken(before, move) >= least
                elif code == "misses":
                    true = gain(before, shifted(told["better"][0])) - taken(before, move) >= least
                elif code == "wins":
                    true = gain(before, move) >= 2
                elif code == "allows-check":
                    true = pyffish.gives_check("xiangqi", after, [shifted(told["reply"][0])])
                elif code == "misses-check":
                    true = pyffish.gives_check("xiangqi", before, [shifted(told["better"][0])])
                elif code == "allows-threat":
                    true = threatens(after, shifted(told["reply"][0]))
                elif code == "misses-threat":
                    true = threatens(before, shifted(told["better"][0]))
                elif code == "loses-later":
                    true = settled(after, told["reply"]) - taken(before, move) >= 2
                elif code == "misses-later":
                    true = settled(before, told["better"]) >= 2
                elif code == "allows-mate":
                    true = mates(judge, after, number[0])
                elif code in ("misses-mate", "forces-mate"):
                    true = mates(judge, before, number[0])
                elif code == "gets-mated":
                    true = mates(judge, after, number[0])
                else:
                    continue
                if not true:
                    wrong.append((code, sentence, before, game[at], told["reply"][:4], told["better"][:5]))
                    print("FALSE", *wrong[-1], flush=True)
    print(dict(codes), len(wrong), "false")


main()
