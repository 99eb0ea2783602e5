"""Prints the crates that a build contains, with their licences and the texts of those, each text once.

    python3 packaging/third_party.py TARGET

Status 1 if a crate names no licence.
"""

import json
import pathlib
import subprocess
import sys

NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE")


def contained(metadata):
    """The packages that the program is linked from, without it: neither build tools nor tests."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, open_ = set(), [root]
    while open_:
        for dependency in nodes[open_.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                open_.append(dependency["pkg"])
    packages = [package for package in metadata["packages"] if package["id"] in found]
    return sorted(packages, key=lambda package: (package["name"], package["version"]))


def texts(package):
    """The files of a package that hold its licences."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and path.name.upper().startswith(NAMES))
    return [path.read_text(encoding="utf-8", errors="replace").strip().replace("\r\n", "\n") for path in files]


def main(target):
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform", target]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = contained(metadata)
    users = {}
    print("Meihua contains the standard library of Rust (MIT OR Apache-2.0) and these crates, their licences beside them, the texts below.\n")
    for package in packages:
        licence = package["license"]
        if not licence:
            sys.exit(f"{package['name']} {package['version']} names no licence")
        print(f"{package['name']} {package['version']}: {licence}; {', '.join(package['authors']) or package['repository'] or '-'}")
        for text in texts(package):
            users.setdefault(text, []).append(package["name"])
    for text, names in sorted(users.items(), key=lambda item: item[1]):
        print(f"\n{'=' * 100}\nOf {', '.join(dict.fromkeys(names))}:\n\n{text}")


main(sys.argv[1])
