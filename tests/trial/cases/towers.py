"""Rows about towers of several floors."""

import gzip
import json
import resource
import shutil
import tempfile
import zipfile
from pathlib import Path

from trial import ROOT, case, run

TOWER = ROOT / "examples/tower"


def changed(folder, file="data.js", **parts):
    """A copy of the small tower in a folder, with parts of the hero's beginning or of a floor put over those of a file."""
    tower = Path(folder) / "tower"
    shutil.copytree(TOWER, tower)
    path = tower / file
    head, text = path.read_text().split("=", 1)
    data = json.loads(text.strip().rstrip(";"))
    (data["firstData"] if file == "data.js" else data).update(parts)
    path.write_text(f"{head}=\n{json.dumps(data)}")
    return str(tower)


def begins(start_text):
    """Whether a tower with these words before the first step is set up, and the status of its plan."""
    with tempfile.TemporaryDirectory() as folder:
        row = run("solve", "tower", changed(folder, startText=start_text)).out.rstrip("\n").split("\t")
        return row[1:3]


@case("R1 a tower whose files are packed with gzip is read", "132")
def _():
    with tempfile.TemporaryDirectory() as folder:
        tower = changed(folder)
        for path in Path(tower).rglob("*.js"):
            path.write_bytes(gzip.compress(path.read_bytes()))
        return run("solve", "tower", tower).out.split("\t")[1]


@case("R2 a condition from which nothing follows need not be understood", ["132", "proven"])
def _():
    return begins([{"type": "if", "condition": "core.isWhatever()", "true": [{"type": "hideStatusBar"}], "false": []}])


@case("R3 a monster that an event changes on its cell costs more", True)
def _():
    word = {"type": "setEnemyOnPoint", "floorId": "F2", "loc": [[3, 2]], "name": "hp", "operator": "*=", "value": "3"}
    value, status = begins([word])
    return status == "proven" and value != "none" and int(value) < 132


@case("R4 a question in a loop is answered by what leads on", ["132", "anytime"])
def _():
    again = {"text": "again", "action": []}
    on = {"text": "on", "action": [{"type": "break", "n": 1}]}
    return begins([{"type": "while", "condition": "true", "data": [{"type": "choices", "choices": [again, on]}]}])


@case("R4 a missing answer names floor, cell and question", True)
def _():
    with tempfile.TemporaryDirectory() as folder:
        out = run("solve", "tower", changed(folder), "--check", "R4D5L3R3U2L4").out
        return "F1 0,2 asks" in out and "expected one of C0 C1" in out


@case("R5 what is not understood before the first step is left out, and nothing is proven", ["132", "unverified"])
def _():
    return begins([{"type": "whatever"}, {"type": "setValue", "name": "buff:atk", "value": "2"}])


@case("R7 what is in the way of a floor is named", True)
def _():
    with tempfile.TemporaryDirectory() as folder:
        tower = changed(folder, "floors/F1.js", events={})
        maps = Path(tower) / "maps.js"
        maps.write_text(maps.read_text().replace("{", '{"9": {"cls": "terrains", "id": "gate"},', 1))
        floor = Path(tower) / "floors/F1.js"
        floor.write_text(floor.read_text().replace("31, 0]", "31, 9]").replace("0, 87]", "9, 87]").replace("81, 47]", "81, 0]"))
        return "in the way is F1 5,1 gate" in run("solve", "tower", tower).err


@case("R10 reports have words, not names of types", False)
def _():
    with tempfile.TemporaryDirectory() as folder:
        words = [{"type": "if", "condition": "a.[0]", "true": [{"type": "exit"}]}, {"type": "if", "condition": "1 2", "true": [{"type": "exit"}]}]
        out = run("solve", "tower", changed(folder, startText=words), "--report").out
        return any(name in out for name in ("Sign(", "Name(", "Text(", "Number("))


@case("B23 files of an archive that no floor names are not read", True)
def _():
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

    with tempfile.TemporaryDirectory() as folder:
        tower = Path(changed(folder))
        archive = Path(folder) / "tower.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
            for path in tower.rglob("*.js"):
                zipped.write(path, path.relative_to(tower))
            for number in range(60):
                zipped.writestr(f"floors/none{number}.js", " " * (8 << 20))
        done = run("solve", "tower", str(archive), "--hash", "16", preexec_fn=limit)
        return done.out.split("\t")[1:3] == ["132", "proven"]
