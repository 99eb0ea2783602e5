"""Find the engine program."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig


def find() -> str:
    """The path of the program: in the scripts folder of this installation, or else found on the ``PATH``."""
    name = "meihua.exe" if os.name == "nt" else "meihua"
    # `pip install --target` has a folder `bin` of its own, beside the packages.
    own = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")
    folders = [own, sysconfig.get_path("scripts"), os.path.dirname(sys.executable)]
    user = "nt_user" if os.name == "nt" else "posix_user"
    if user in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", user))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    path_found = shutil.which(name)
    if path_found is None:
        raise FileNotFoundError(f"found no {name} in {', '.join(folders)} or on the PATH")
    return path_found
