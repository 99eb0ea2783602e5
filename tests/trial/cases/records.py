"""Saved games: what is read of the texts that people have, and what is written."""

import json
import tempfile
from pathlib import Path

from trial import case, run, shared


def converted(source, *options):
    """The output of `convert` for a file of ../shared/trial."""
    return run("convert", shared(f"trial/{source}"), *options)


def games(source):
    """The moves of each game."""
    lines = converted(source, "--to", "uci").out.splitlines()
    return [line.partition(" moves ")[2] for line in lines]


@case("A5 numbers on lines of their own are move numbers", ["h2e2 h9g7 h0g2 g6g5"])
def _():
    return games("list_number_lines.txt")


@case("A5 the same between blank lines", ["h2e2 h9g7 h0g2 g6g5 i0h0 c6c5"])
def _():
    return games("list_number_lines_blank.txt")


@case("C studies as NAME|FEN", ["题一", "题二", "第三局 名字"])
def _():
    return [json.loads(line)["tags"]["Title"] for line in converted("studies_pipe.epd", "--to", "json").out.splitlines()]


@case("C the address of a position on chessdb.cn", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")
def _():
    return json.loads(converted("chessdb_url.txt", "--to", "json").out)["start"]


@case("C numbers in every hand, and tables", ["h2e2 h9g7 h0g2 i9h9"] * 4)
def _():
    found = []
    for text in (
        "1.\n\n炮二平五\n马8进7\n\n2.\n\n马二进三\n车9平8\n",
        "第1回合 炮二平五 马8进7\n第2回合 马二进三 车9平8\n",
        "①炮二平五 马8进7 ②马二进三 车9平8\n",
        "| 回合 | 红方 | 黑方 |\n|---|---|---|\n| 1 | 炮二平五 | 马8进7 |\n| 2 | 马二进三 | 车9平8 |\n",
    ):
        lines = run("convert", "-", "--to", "uci", given=text).out.splitlines()
        found += [line.partition(" moves ")[2] for line in lines]
    return found


@case("F1 F2 F3 F7 texts that were refused or cut", [("h2e2 h9g7", "A", "B")] * 4)
def _():
    found = []
    for text in (
        "红方：A\n黑方：B\n炮二平五 马8进7\n".encode("utf-16-le"),
        b'[Red "A"] [Black "B"] [Result "1-0"]\n1. C2=5 H8+7 1-0\n',
        b'[Red "A"]\n[Black "B"]\n\n1. C2=5$1 H8+7 *\n',
        "A 和 B\n\n1. 炮二平五 马8进7\n".encode(),
    ):
        with tempfile.NamedTemporaryFile() as file:
            Path(file.name).write_bytes(text)
            game = json.loads(run("convert", file.name, "--to", "json").out)
        moves = " ".join(move["move"] for move in game["moves"])
        found.append((moves, game["tags"].get("Red"), game["tags"].get("Black")))
    return found


@case("A4 a game in Big5 is read back as it is, and its moves are traditional", "the same")
def _():
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "big5.pgn")
        converted("big5_source.pgn", "--notation", "chinese", "--encoding", "big5", "-o", target)
        text = target.read_bytes().decode("big5")
        before, after = converted("big5_source.pgn", "--to", "json").out, run("convert", target, "--to", "json").out
    return "the same" if before == after and "1. 砲二平五 馬８進７" in text else text + after


@case("B19 a game that is cut at a bad move: a status of its own, and --strict", (3, 1))
def _():
    text = '[Event "a"]\n\n1. h2e2 h9g7 2. h2e2 1-0\n'
    return run("convert", "-", given=text).returncode, run("convert", "-", "--strict", given=text).returncode


@case("C Vietnamese notation, read and written", "1. P2-5 M8.7 2. M2.3 X9-8 3. X1-2 B7.1 4. X2.6 M2.3 *")
def _():
    return converted("vietnamese.txt", "--notation", "vietnamese").out.split("\n\n")[1].replace("\n", " ")


@case("B10 positions in UTF-16 are read by every command", ["draw", "solve file"])
def _():
    fen = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
    read = []
    with tempfile.TemporaryDirectory() as folder:
        wide = Path(folder, "wide.epd")
        wide.write_bytes(f"{fen}\n".encode("utf-16"))
        if "<svg" in run("draw", "xiangqi", "-", given=wide.read_bytes()).out:
            read.append("draw")
        lines = Path(folder, "lines.txt")
        lines.write_bytes(f"file {wide}\n".encode("utf-16-le"))
        if "win" in run("solve", "xiangqi", lines).out:
            read.append("solve file")
    return read


@case("B16 a page whose tags are broken over lines and strings", ["h2e2 h9g7 h0g2 i9h9"])
def _():
    page = "document.write('[Dhtml' + 'XQ]');\ndocument.write('[DhtmlXQ_move' +\n 'list]77477062' + '79678070[\\/DhtmlXQ_movelist]')"
    lines = run("convert", "-", "--to", "uci", given=page).out.splitlines()
    return [line.partition(" moves ")[2] for line in lines]


@case("B16 a word of SAN that the next moves decide, before one that nothing decides", "b2e2 g6g5 h2h3")
def _():
    done = run("convert", "-", "--to", "uci", given='[Event "a"]\n\n1. Ce2 g5 2. h2h3 Ce7 3. c4\n')
    return done.out.strip().partition(" moves ")[2]


@case("B20 an XQF whose root record is damaged", "reported, status 3")
def _():
    file = bytearray(Path(shared("formats/xqf_v10_longtitle.xqf")).read_bytes())
    file[1026:1032] = b"\0\0\xff\xff\xff\x7f"
    done = run("convert", "-", "--to", "uci", given=bytes(file))
    return "reported, status 3" if "in a comment" in done.err and done.returncode == 3 else f"{done.returncode} {done.err}"
