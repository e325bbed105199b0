"""Makes machine code of the modules of rules and bots that think, where there is a C compiler.

`python -m hansa_site.compiling` (`make compiled`) writes it to `var/compiled`, from where
`games.compiled` loads it. Nothing needs it: without, the same sources run, only slower.
"""

import fcntl
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from games.compiled import (
    FOLDER,
    LIBRARY,
    MANIFEST,
    ROOT,
    SUFFIX,
    Manifest,
    NotCompiled,
    compiled_file,
    fingerprint,
    manifest,
    usable,
)

RULES: Final = (
    "games.rules.title",
    "games.rules.trial",
    *(
        f"games.rules.common.{name}"
        for name in ("lru", "play", "rows", "scoring", "state")
    ),
    *(
        f"games.rules.hansa.{name}"
        for name in (
            "board", "orders", "pieces", "play", "questions", "resample", "sale", "scoring",
            "setup", "state", "trade", "turn", "view",
        )
    ),
    *(
        f"games.rules.teutonica.{name}"
        for name in (
            "actions", "board", "claim", "displaced", "frames", "lifting", "lookup", "markers",
            "modules", "modules.britannia", "modules.favour", "modules.missions",
            "modules.neutral", "modules.pawn", "modules.shown", "orders", "permanent", "pieces",
            "plate", "play", "questions", "resample", "scoring", "situation", "state", "view",
        )
    ),
)  # fmt: skip
BOTS: Final = (
    *(
        f"games.bots.{name}"
        for name in ("cache", "random_bot")
    ),
    *(
        f"games.bots.hansa.{name}"
        for name in (
            "answers", "candidates", "features", "planning_view", "plans", "turn", "values",
            "weights",
        )
    ),
    "games.bots.hansa",
    *(
        f"games.bots.teutonica.{name}"
        for name in (
            "access", "analysis_view", "answers", "cache", "candidates", "features", "modules",
            "office_queries", "plans", "route_cost", "turn", "values", "weights",
        )
    ),
    "games.bots.teutonica",
)  # fmt: skip
MODULES: Final = tuple(sorted((*RULES, *BOTS)))
"""What a bot's turn runs through most. They are one library, in which calls are quick.

Classes of theirs have no subclasses in other modules: nothing that is interpreted can be one.
"""
TOOLS: Final = ROOT / "requirements/compiled.txt"
BUILDER: Final = "hansa_site.extensions"
LOCK: Final = "lock"
"""The file that whoever compiles holds, in the folder of all that is compiled."""
UNFINISHED: Final = "new-"
"""How a folder is called in which something is compiled."""
LOADS: Final = """
import sys
from importlib import import_module
from pathlib import Path
from games.compiled import NotCompiled, load

root, folder, *names = sys.argv[1:]
try:
    load(Path(root), Path(folder))
except NotCompiled as error:
    sys.exit(str(error))
for name in names:
    import_module(name)
"""
"""Tries what is compiled in a process of its own, as this one may have loaded older modules."""
LINES: Final = 20
"""Lines of its output that are shown if something fails, the last ones."""
PATIENCE: Final = 3600
"""The most seconds that compiling may take; with one core it takes some minutes."""


class CannotCompile(Exception):
    """Why nothing could be compiled, in a sentence."""


def check_compiler() -> None:
    """Raise CannotCompile if there is no C compiler, or if Python's headers are missing."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if shutil.which(compiler) is None or not headers.is_file():
        missing = "Python's headers are" if shutil.which(compiler) else f"{compiler} is"
        raise CannotCompile(
            f"Rules and bots can't be compiled, as {missing} missing. They run without, only "
            "slower. On Debian and Ubuntu: sudo apt install gcc python3-dev"
        )


def make(root: Path, folder: Path, names: tuple[str, ...]) -> None:
    """Compile modules whose sources are below `root` into a folder, unless that was done.

    A process that loads them meanwhile gets the old ones or the new ones. The old ones stay until
    the next time, as such a process may need more of them. Raises CannotCompile, also if they can't
    be loaded, and OSError if nothing can be written.
    """
    if _is_made(root, folder, names):
        return
    check_compiler()
    folder.mkdir(parents=True, exist_ok=True)
    with _only_one(folder):
        # Another process may have made them while this one waited.
        if not _is_made(root, folder, names):
            _make(root, folder, names)
            _load(root, folder, names)


def _is_made(root: Path, folder: Path, names: tuple[str, ...]) -> bool:
    """Return whether modules are compiled from the sources as they are, and can be loaded."""
    try:
        if usable(root, folder).names != {*names}:
            return False
        _load(root, folder, names)
    except (NotCompiled, CannotCompile):
        return False
    return True


def _load(root: Path, folder: Path, names: tuple[str, ...]) -> None:
    """Load modules that are compiled in a process; raises CannotCompile if that fails."""
    _run("-c", LOADS, root, folder, *names, root=root)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Wait until no other process compiles into a folder, and let none until this is over."""
    with (folder / LOCK).open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(root: Path, folder: Path, names: tuple[str, ...]) -> None:
    sources = fingerprint(root, names)
    in_use = _in_use(folder)
    for other in folder.iterdir():
        if other.is_dir() and other.name != in_use:
            shutil.rmtree(other)
    with tempfile.TemporaryDirectory(dir=folder, prefix=UNFINISHED) as work:
        tools, built = Path(work) / "tools", Path(work) / "built"
        found = importlib.util.find_spec("mypyc") and importlib.util.find_spec("setuptools")
        if not found:
            _run(
                "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--require-hashes", "--target", tools, "-r", TOOLS,
            )  # fmt: skip
        # mypyc and setuptools read arguments from sys.argv, and may be in a folder of their own.
        _run("-m", BUILDER, work, built, *names, root=root, tools=tools)
        files = {}
        for name in (LIBRARY, *names):
            file = compiled_file(root, name)
            files[file] = (built / file).stat().st_size
            _save(built / file)
        made = folder / Path(work).name.removeprefix(UNFINISHED)
        noted = Manifest(
            suffix=SUFFIX, sources=sources, folder=made.name, modules=[*names], files=files
        )
        fresh = Path(work) / MANIFEST
        fresh.write_text(json.dumps(noted, indent=1), encoding="utf-8")
        _save(fresh)
        built.rename(made)
        fresh.replace(folder / MANIFEST)


def _in_use(folder: Path) -> str | None:
    """Return the folder that processes load modules from, None if there is none."""
    try:
        return manifest(folder)["folder"]
    except NotCompiled:
        return None


def _save(file: Path) -> None:
    """Wait until a file is on the disk."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())


def _run(*arguments: str | Path, root: Path = ROOT, tools: Path | None = None) -> None:
    path = (tools, ROOT) if tools else (ROOT,)
    environment = {
        **os.environ,
        "HANSA_COMPILED": "0",
        "PYTHONPATH": os.pathsep.join(map(str, path)),
    }
    try:
        ran = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CannotCompile(f"Rules and bots were not compiled in {PATIENCE} seconds.") from None
    if ran.returncode:
        told = [line for line in ran.stdout.splitlines() if ": warning: " not in line]
        raise CannotCompile("\n".join(("Rules and bots could not be compiled.", *told[-LINES:])))


def main() -> int:
    """Compile everything, unless that was done; return the exit status."""
    try:
        make(ROOT, FOLDER, MODULES)
    except CannotCompile as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Rules and bots could not be compiled: {error}", file=sys.stderr)
        return 1
    print(f"{len(MODULES)} modules of rules and bots are compiled.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
