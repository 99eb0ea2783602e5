"""The official client of the Model Context Protocol (PyPI: mcp) calls every tool of `meihua mcp`, in both revisions of the
protocol; every answer is checked against the schema of its tool (PyPI: jsonschema).

    python3 tests/clients/client_mcp.py ENGINE
"""

import asyncio
import os
import subprocess
import sys
import tempfile

import jsonschema
from mcp import Client, StdioServerParameters, stdio_client

GAME = {"game": "xiangqi", "moves": ["h2e2"]}
CALLS = {
    "list_games": {},
    "new_game": {"game": "sliding"},
    "play_moves": {**GAME, "play": "炮8平5"},
    "legal_moves": GAME,
    "position": GAME,
    "draw": GAME,
    "analyse": {**GAME, "nodes": 20000, "lines": 3},
    "hint": {"game": "tower"},
    "analyse_game": {**GAME, "nodes": 2000},
    "explain_move": {"game": "xiangqi", "move": "h2h9", "nodes": 20000},
    "solve": {"game": "river"},
    "prove_no_plan": {"game": "xiangqi", "within": 2, "nodes": 100000},
    "check_plan": {"game": "river", "plan": ["P1D1"]},
    "find_in_library": {"player": ["胡"], "position": "startpos moves h2e2"},
    "explore": {"game": "xiangqi"},
    "convert": {"text": "1. 炮二平五 马８进７", "to": "pgn"},
}
SAVED = '[Red "胡荣华"]\n[Black "B"]\n[Result "1-0"]\n\n1. 炮二平五 马８进７ 1-0\n'


async def drive(server, **mode):
    async with Client(stdio_client(server), **mode) as client:
        tools = (await client.list_tools()).tools
        assert sorted(tool.name for tool in tools) == sorted(CALLS), [tool.name for tool in tools]
        for tool in tools:
            for schema in (tool.input_schema, tool.output_schema):
                jsonschema.Draft202012Validator.check_schema(schema)
            jsonschema.validate(CALLS[tool.name], tool.input_schema)
            answer = await client.call_tool(tool.name, CALLS[tool.name])
            assert not answer.is_error, (tool.name, answer)
            jsonschema.validate(answer.structured_content, tool.output_schema)
            has_key = answer.structured_content["position"] is not None
            assert has_key == (tool.name not in ("list_games", "convert")), tool.name
        found = (await client.call_tool("find_in_library", CALLS["find_in_library"])).structured_content
        assert found["found"] == 1 and found["games"][0]["red"] == "胡荣华", found
        explored = (await client.call_tool("explore", CALLS["explore"])).structured_content
        assert explored["moves"][0]["move"] == "h2e2" and explored["moves"][0]["red"] == 1, explored
        refused = await client.call_tool("play_moves", {**GAME, "play": "a0a9"})
        assert refused.is_error and "legal_moves" in refused.content[0].text
        assert (await client.list_resources()).resources and (await client.list_prompts()).prompts
        seen = []

        async def progress(done, _total, _words):
            seen.append(done)

        long = client.call_tool("analyse", {"game": "xiangqi", "nodes": 100_000_000}, progress_callback=progress)
        try:
            await asyncio.wait_for(long, 2)
            raise AssertionError("a hundred million nodes in two seconds")
        except (asyncio.TimeoutError, TimeoutError):
            assert seen, "no progress before the cancellation"
        assert not (await client.call_tool("list_games", {})).is_error


def main():
    engine = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        library, game = os.path.join(folder, "library.db"), os.path.join(folder, "game.pgn")
        with open(game, "w", encoding="utf-8") as file:
            file.write(SAVED)
        subprocess.run([engine, "library", "--library", library, "add", game], check=True, stdout=subprocess.DEVNULL)
        server = StdioServerParameters(command=engine, args=["mcp", "--library", library])
        for mode in ({}, {"mode": "legacy"}):
            asyncio.run(drive(server, **mode))
    print(f"{len(CALLS)} tools called twice, every answer as its schema says")


main()
