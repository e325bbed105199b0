"""Loads rules and bots that `make compiled` has made machine code of, instead of their sources.

They are used as long as all of them were made from the sources that lie here, for the Python that
runs. `HANSA_COMPILED=0` leaves them, `HANSA_COMPILED=1` insists on them.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "var" / "compiled"
MANIFEST: Final = "manifest.json"
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""How names of modules for this Python end: '.cpython-311-x86_64-linux-gnu.so'."""
LIBRARY: Final = "__mypyc"
"""How the name of the library ends that all modules share."""
PACKAGE: Final = "__init__.py"
MAKE: Final = "'make compiled' makes them."


class NotCompiled(Exception):
    """Why compiled modules are not used, in a sentence."""


def fingerprint(root: Path, names: Iterable[str]) -> str:
    """Return a hash of the sources of modules; raises OSError if one cannot be read."""
    found = hashlib.sha256()
    for name in names:
        found.update(source(root, name).read_bytes())
        found.update(b"\0")
    return found.hexdigest()


def source(root: Path, name: str) -> Path:
    """Return the file that a module is written in."""
    folder = root.joinpath(*name.split("."))
    return folder / PACKAGE if folder.is_dir() else folder.with_suffix(".py")


def manifest(root: Path, names: Sequence[str]) -> dict[str, Any]:
    """Return what is noted with modules that are compiled now: when they may be used, and where.

    They lie in a `folder` of their own, so that a new manifest replaces all of them at once.
    """
    sources = fingerprint(root, names)
    return {"suffix": SUFFIX, "sources": sources, "folder": sources[:16], "modules": [*names]}


class CompiledFinder(MetaPathFinder):
    """Finds the compiled modules of a folder; of all others it knows nothing."""

    def __init__(self, root: Path, folder: Path, names: Sequence[str]) -> None:
        self.root = root
        self.folder = folder
        self.names = {*names}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a module is loaded, None if it is not compiled."""
        base, folder = self.folder.joinpath(*fullname.split(".")), None
        if fullname in self.names:
            origin = source(self.root, fullname)
            if origin.name == PACKAGE:
                base, folder = base / origin.stem, str(origin.parent)
        elif fullname.rpartition(".")[0] in self.names:
            # A compiled package looks beside itself while it is loaded.
            parent = source(self.root, fullname.rpartition(".")[0]).parent
            return PathFinder.find_spec(fullname, [str(parent)])
        elif not fullname.endswith(LIBRARY):
            return None
        file = base.with_name(f"{base.name}{SUFFIX}")
        if not file.is_file():
            return None
        return spec_from_file_location(
            fullname,
            file,
            loader=ExtensionFileLoader(fullname, str(file)),
            submodule_search_locations=[folder] if folder else None,
        )


def usable(root: Path, folder: Path) -> CompiledFinder:
    """Return what finds the compiled modules of a folder; raises NotCompiled if they don't fit.

    `root` holds the sources.
    """
    try:
        noted: Mapping[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        names: list[str] = noted["modules"]
        if noted["suffix"] != SUFFIX:
            raise NotCompiled(f"The modules in {folder} are for another Python. {MAKE}")
        if noted["sources"] != fingerprint(root, names):
            raise NotCompiled(f"The sources have changed since {folder} was made. {MAKE}")
        return CompiledFinder(root, folder / noted["folder"], names)
    except FileNotFoundError:
        raise NotCompiled(f"There are no compiled modules in {folder}. {MAKE}") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise NotCompiled(f"{folder / MANIFEST} can't be read. {MAKE}") from None


def install() -> None:
    """Load compiled modules from now on, where there are any that fit.

    `HANSA_COMPILED` in the environment is '0' if they are not wanted. It is '1' if nothing else is:
    then this raises ImportError if there are none.
    """
    wanted = os.environ.get("HANSA_COMPILED", "")
    if wanted == "0":
        return
    try:
        sys.meta_path.insert(0, usable(ROOT, FOLDER))
    except NotCompiled as error:
        if wanted == "1":
            raise ImportError(f"HANSA_COMPILED is 1. {error}") from None
