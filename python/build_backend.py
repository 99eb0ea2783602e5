"""How pip builds this package from source: maturin, with the engine program of the same source beside the module."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Optional

import maturin
from maturin import (  # noqa: F401
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

HERE = Path(__file__).resolve().parent
# In a source distribution this file lies beside the engine's sources, in a clone one folder below.
ENGINE = HERE if (HERE / "src" / "main.rs").is_file() else HERE.parent
# What maturin puts beside `python`; it expects the folder also where nothing is in it.
SCRIPTS = HERE / "meihua.data" / "scripts"
# Files that describe the whole workspace, and folders of the repository that no build reads.
WORKSPACE = (Path("Cargo.toml"), Path("Cargo.lock"))
LEFT_OUT = (".", "docs/pictures/", "fuzz/", "tests/clients/", "tests/reference/", "tests/web/")

Settings = Optional[Dict[str, Any]]


def build_program() -> None:
    """Builds the engine program for the wheel."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--locked", "--no-track", "--quiet", "--bin", "meihua", "--path", str(ENGINE), "--root", folder]
        subprocess.run(["cargo", "install", *options], check=True)
        shutil.rmtree(SCRIPTS, ignore_errors=True)
        shutil.copytree(Path(folder) / "bin", SCRIPTS)


def build_wheel(folder: str, settings: Settings = None, metadata: Optional[str] = None) -> str:
    """A wheel: program and module."""
    build_program()
    return str(maturin.build_wheel(folder, settings, metadata))


def build_editable(folder: str, settings: Settings = None, metadata: Optional[str] = None) -> str:
    """A wheel that leads back here: program and module."""
    build_program()
    return str(maturin.build_editable(folder, settings, metadata))


def build_sdist(folder: str, settings: Settings = None) -> str:
    """A source distribution: the engine, the module and this file. maturin packs what the module needs, and cuts the
    workspace down to it; the program needs the rest of the repository."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    name = str(maturin.build_sdist(folder, settings))
    archive = Path(folder) / name
    with tempfile.TemporaryDirectory() as room:
        with tarfile.open(archive) as packed:
            packed.extractall(room)
        (root,) = Path(room).iterdir()
        for file in sources():
            # README.md and the like at the top are the package's, which maturin has put there.
            if file in WORKSPACE or not (root / file).exists():
                (root / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ENGINE / file, root / file)
        with tarfile.open(archive, "w:gz") as packed:
            packed.add(root, arcname=root.name)
    return name


def sources() -> List[Path]:
    """The files of the repository that a build from source reads, relative to ENGINE. Needs a clone."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ENGINE, check=True, capture_output=True).stdout.decode()
    return [Path(file) for file in listed.split("\0") if file and not file.startswith(LEFT_OUT)]


def prepare_metadata_for_build_wheel(folder: str, settings: Settings = None) -> str:
    """Name, version and the like."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.prepare_metadata_for_build_wheel(folder, settings))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel
