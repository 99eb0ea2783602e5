"""Damaged requests to `meihua mcp`: no crash, no fault of its own, an answer to every request, every answer about a position
with the key of that position, and no illegal move of xiangqi accepted (judged by PyPI's pyffish).

    python3 tests/clients/mcp_mutants.py ENGINE [MESSAGES [SEED]]
"""

import json
import random
import subprocess
import sys
import threading

import pyffish

SEARCHES = {"analyse", "hint", "solve", "explain_move", "prove_no_plan", "analyse_game"}
CALLS = [
    ("list_games", {}),
    ("new_game", {"game": "sliding"}),
    ("new_game", {"game": "xiangqi", "position": "3k5/9/9/9/9/9/9/R8/8R/4K4 w"}),
    ("play_moves", {"game": "xiangqi", "moves": ["h2e2"], "play": "炮8平5"}),
    ("play_moves", {"game": "xiangqi", "moves": ["h2e2", "h9g7", "h0g2"], "play": ["i9h9", "i0h0"]}),
    ("play_moves", {"game": "xiangqi", "moves": "C2=5 H8+7", "play": "炮5进4"}),
    ("legal_moves", {"game": "cfour", "moves": "d d e"}),
    ("position", {"game": "tower"}),
    ("analyse", {"game": "xiangqi", "lines": 2, "only": ["h2e2", "b0c2"]}),
    ("hint", {"game": "river", "position": "3 3 2"}),
    ("solve", {"game": "sliding", "position": "BW_ cost"}),
    ("check_plan", {"game": "river", "plan": ["P1D1", "P1"]}),
    ("convert", {"text": "1. 炮二平五 马８进７", "to": "pgn"}),
    ("explain_move", {"game": "xiangqi", "move": "h2e2"}),
    ("prove_no_plan", {"game": "xiangqi", "within": 2}),
    ("analyse_game", {"game": "cfour", "moves": "d d d"}),
    ("find_in_library", {"player": ["a"], "position": "startpos moves h2e2"}),
    ("explore", {"game": "xiangqi"}),
]
OTHERS = ["initialize", "tools/list", "ping", "server/discover", "prompts/list", "resources/list"]
VALUES = [None, True, -1, 0, 10**30, 1.5, "", "x" * 50, [], {}, "\u0000", "9/9/9", "startpos moves h2e2", "炮二平五", "e0e1"]


def mutate(value, rng):
    if rng.random() < 0.04:
        return rng.choice(VALUES)
    if isinstance(value, dict) and value:
        value = dict(value)
        name = rng.choice(list(value))
        kind = rng.random()
        if kind < 0.15:
            del value[name]
        elif kind < 0.25:
            value[rng.choice(["x", "game", "moves", "id"])] = value[name]
        else:
            value[name] = mutate(value[name], rng)
        return value
    if isinstance(value, list) and value:
        value = list(value)
        at = rng.randrange(len(value))
        value[at] = mutate(value[at], rng)
        return value
    if isinstance(value, str) and value:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice("abcdefghi0123456789+-=/ 炮马进平\n\"") + value[at + rng.randint(0, 2) :]
    return rng.choice([value, VALUES[4]])


def message(number, rng):
    """A damaged request, and whether it is whole as a message."""
    if rng.random() < 0.9:
        name, arguments = rng.choice(CALLS)
        params = {"name": name, "arguments": arguments}
        for _ in range(rng.randint(0, 2)):
            name = "arguments" if rng.random() < 0.9 else "name"
            params[name] = mutate(params[name], rng)
        if isinstance(params["arguments"], dict) and str(params["name"]) in SEARCHES:
            # What is damaged is the request, not the time that it may take.
            params["arguments"].pop("movetime", None)
            params["arguments"]["nodes"] = 200
        request = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    else:
        request = {"jsonrpc": "2.0", "id": number, "method": rng.choice(OTHERS), "params": mutate({"a": {}}, rng)}
    # An id that no damage to another message makes.
    is_whole = rng.random() < 0.85
    if is_whole:
        request["id"] = f"whole {number}"
    else:
        request = mutate(request, rng)
    text = json.dumps(request, ensure_ascii=rng.random() < 0.5).encode()
    if not is_whole and rng.random() < 0.5:
        text = bytearray(text)
        text[rng.randrange(len(text))] = rng.randrange(256)
        text = bytes(text).replace(b"\n", b" ")
    return text, is_whole


def judge(request, answer):
    """Checks the moves of an answer about xiangqi with another program's rules."""
    position = answer["position"]
    if position["game"] != "xiangqi" or position["remark"]:
        return 0
    arguments = json.loads(request)["params"]["arguments"]
    start = arguments.get("position") or pyffish.start_fen("xiangqi")
    if "moves" in start or len(start.split("/")) != 10:
        return 0
    played = [move[0] + str(int(move[1]) + 1) + move[2] + str(int(move[3]) + 1) for move in position["moves"]]
    for at, move in enumerate(played):
        assert move in pyffish.legal_moves("xiangqi", start, played[:at]), (request, position)
    if played:
        board = pyffish.get_fen("xiangqi", start, played).split()[:2]
        assert board == position["fen"].split()[:2], (request, position, board)
    return len(played)


def main():
    engine = sys.argv[1]
    count, seed = (int(text) for text in (sys.argv[2:] + ["10000", "1"][len(sys.argv) - 2 :])[:2])
    rng = random.Random(seed)
    requests = {f"whole {number}": message(number, rng) for number in range(count)}
    process = subprocess.Popen([engine, "mcp", "--hash", "8"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    window = threading.Semaphore(40)
    answers = {}

    def listen():
        for line in process.stdout:
            answer = json.loads(line)
            if requests.get(answer.get("id"), (None, False))[1]:
                assert answer["id"] not in answers, answer
                answers[answer["id"]] = answer
                window.release()
            assert answer.get("error", {}).get("code") != -32603, answer

    listener = threading.Thread(target=listen)
    listener.start()
    for text, is_whole in requests.values():
        if is_whole and not window.acquire(timeout=60):
            sys.exit(f"no answer for a minute; the last request was {text!r}")
        process.stdin.write(text + b"\n")
        process.stdin.flush()
    process.stdin.close()
    listener.join()
    assert process.wait() == 0, process.returncode
    accepted = refused = moves = 0
    for number, (text, is_whole) in requests.items():
        if not is_whole:
            continue
        result = answers[number].get("result")
        content = (result or {}).get("structuredContent")
        if content is None:
            refused += 1
            continue
        accepted += 1
        if content["position"] is None:
            assert "games" in content, content
        else:
            assert len(content["position"]["key"]) == 16, content
            moves += judge(text, content)
    print(f"{count} damaged messages: {accepted} answered, {refused} refused or about the server, {moves} moves judged")
    assert accepted > count // 20 and moves > count // 50


main()
