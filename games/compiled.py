"""Loads rules and bots that `make compiled` has made machine code of, instead of their sources.

They are used as long as all of them are there, can be loaded and were made from the sources that
lie here, for the Python that runs. `HANSA_COMPILED=0` leaves them, `HANSA_COMPILED=1` insists on
them.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, TypedDict

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "var" / "compiled"
MANIFEST: Final = "manifest.json"
SUFFIX: Final = EXTENSION_SUFFIXES[0]
"""How names of modules for this Python end: '.cpython-311-x86_64-linux-gnu.so'."""
GROUP: Final = "compiled"
LIBRARY: Final = f"{GROUP}__mypyc"
"""The library that all modules share, by mypyc's rule for the name of a group."""
PACKAGE: Final = "__init__.py"
MAKERS: Final = tuple(
    ROOT / name
    for name in ("hansa_site/compiling.py", "hansa_site/extensions.py", "requirements/compiled.txt")
)
"""What decides how modules are compiled."""
MAKE: Final = "'make compiled' makes them."


class NotCompiled(Exception):
    """Why compiled modules are not used, in a sentence."""


class Manifest(TypedDict):
    """What is noted with compiled modules: when they may be used, and where they are."""

    suffix: str
    """What their names end in."""
    sources: str
    """The fingerprint of what they were made from."""
    folder: str
    """A folder of their own, so that a new manifest replaces all of them at once."""
    modules: list[str]
    files: dict[str, int]
    """The size of each of their files."""


def fingerprint(root: Path, names: Iterable[str]) -> str:
    """Return a hash of all that modules are made from; raises OSError if it cannot be read.

    mypyc writes constants of other modules into those that it compiles. So it is a hash of all
    sources in their folders and below.
    """
    modules = [*names]
    folders = {source(root, name).parent for name in modules}
    files = {file for folder in folders for file in folder.rglob("*.py")}
    found = hashlib.sha256(repr(modules).encode())
    for file in (*sorted(files), *MAKERS):
        text = file.read_bytes()
        found.update(f"\0{os.path.relpath(file, root)}\0{len(text)}\0".encode())
        found.update(text)
    return found.hexdigest()


def source(root: Path, name: str) -> Path:
    """Return the file that a module is written in."""
    folder = root.joinpath(*name.split("."))
    return folder / PACKAGE if folder.is_dir() else folder.with_suffix(".py")


def compiled_file(root: Path, name: str) -> str:
    """Return where a compiled module or the library is, below the folder of all of them."""
    parts = name.split(".")
    if name != LIBRARY and source(root, name).name == PACKAGE:
        parts.append(Path(PACKAGE).stem)
    return "/".join(parts) + SUFFIX


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
        parent = fullname.rpartition(".")[0]
        places = None
        if fullname in self.names:
            origin = source(self.root, fullname)
            places = [str(origin.parent)] if origin.name == PACKAGE else None
        elif parent in self.names:
            # A compiled package looks beside itself while it is loaded.
            return PathFinder.find_spec(fullname, [str(source(self.root, parent).parent)])
        elif fullname != LIBRARY:
            return None
        # One that is gone must not be replaced by its source: the others call its machine code.
        file = self.folder / compiled_file(self.root, fullname)
        return spec_from_file_location(
            fullname,
            file,
            loader=ExtensionFileLoader(fullname, str(file)),
            submodule_search_locations=places,
        )


def manifest(folder: Path) -> Manifest:
    """Return what is noted in a folder of compiled modules; raises NotCompiled if nothing is."""
    file = folder / MANIFEST
    try:
        noted = json.loads(file.read_text(encoding="utf-8"))
        modules, files = [*noted["modules"]], {**noted["files"]}
        texts = [noted[name] for name in ("suffix", "sources", "folder")]
    except FileNotFoundError:
        raise NotCompiled(f"There are no compiled modules in {folder}. {MAKE}") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise NotCompiled(f"{file} can't be read. {MAKE}") from None
    if not all(isinstance(each, str) for each in (*texts, *modules)):
        raise NotCompiled(f"{file} can't be read. {MAKE}")
    suffix, sources, place = texts
    return Manifest(suffix=suffix, sources=sources, folder=place, modules=modules, files=files)


def usable(root: Path, folder: Path) -> CompiledFinder:
    """Return what finds the compiled modules of a folder; raises NotCompiled if they don't fit.

    `root` holds the sources.
    """
    noted = manifest(folder)
    names, files = noted["modules"], noted["files"]
    if noted["suffix"] != SUFFIX:
        raise NotCompiled(f"The modules in {folder} are for another Python. {MAKE}")
    try:
        changed = noted["sources"] != fingerprint(root, names)
    except OSError as error:
        raise NotCompiled(f"{error.filename} can't be read. {MAKE}") from None
    if changed:
        raise NotCompiled(f"The sources have changed since {folder} was made. {MAKE}")
    made = folder / noted["folder"]
    for name in (LIBRARY, *names):
        file = compiled_file(root, name)
        if not _has_size(made / file, files.get(file)):
            raise NotCompiled(f"{made / file} is missing or incomplete. {MAKE}")
    return CompiledFinder(root, made, names)


def _has_size(file: Path, size: int | None) -> bool:
    try:
        return file.stat().st_size == size
    except OSError:
        return False


def load(root: Path, folder: Path) -> None:
    """Load the compiled modules of a folder from now on; raises NotCompiled if that can't be done.

    `root` holds the sources.
    """
    finder = usable(root, folder)
    sys.meta_path.insert(0, finder)
    try:
        import_module(LIBRARY)
    except ImportError as error:
        sys.meta_path.remove(finder)
        raise NotCompiled(f"What is compiled can't be loaded: {error}. {MAKE}") from None


def install() -> None:
    """Load compiled modules from now on, where there are any that fit and can be loaded.

    `HANSA_COMPILED` in the environment is '0' if they are not wanted. It is '1' if nothing else is:
    then this raises ImportError if there are none. A wheel with machine code has it beside the
    sources, where Python finds it first.
    """
    wanted = os.environ.get("HANSA_COMPILED", "")
    if wanted == "0" or (ROOT / compiled_file(ROOT, LIBRARY)).is_file():
        return
    try:
        load(ROOT, FOLDER)
    except NotCompiled as error:
        if wanted == "1":
            raise ImportError(f"HANSA_COMPILED is 1. {error}") from None
