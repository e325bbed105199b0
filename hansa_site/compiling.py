"""Makes machine code of the modules of rules and bots that think, where there is a C compiler.

`python -m hansa_site.compiling` (`make compiled`) writes it to `var/compiled`, from where
`games.compiled` loads it. Nothing needs it: without, the same sources run, only slower.
"""

import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Final

from games.compiled import FOLDER, MANIFEST, ROOT, NotCompiled, manifest, usable

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
LINES: Final = 20
"""So many lines of what went wrong are told."""
PATIENCE: Final = 3600
"""So many seconds may compiling take; with one core it is some minutes."""


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


def make(root: Path = ROOT, folder: Path = FOLDER, names: tuple[str, ...] = MODULES) -> None:
    """Compile modules whose sources are below `root` into a folder; raises CannotCompile.

    Who loads them meanwhile gets the old ones or the new ones, never some of each.
    """
    check_compiler()
    folder.mkdir(parents=True, exist_ok=True)
    noted = manifest(root, names)
    made = folder / noted["folder"]
    with tempfile.TemporaryDirectory(dir=folder, prefix="new-") as work:
        tools, built = Path(work) / "tools", Path(work) / "built"
        found = importlib.util.find_spec("mypyc") and importlib.util.find_spec("setuptools")
        if not found:
            _run(
                "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                "--require-hashes", "--target", tools, "-r", TOOLS,
            )  # fmt: skip
        # mypyc and setuptools read arguments from sys.argv, and may be in a folder of their own.
        _run("-m", BUILDER, work, built, *names, root=root, tools=tools)
        shutil.rmtree(made, ignore_errors=True)
        built.rename(made)
        fresh = Path(work) / MANIFEST
        fresh.write_text(json.dumps(noted, indent=1), encoding="utf-8")
        fresh.replace(folder / MANIFEST)
    for other in folder.iterdir():
        if other.is_dir() and other != made:
            shutil.rmtree(other)


def _run(*arguments: str | Path, root: Path = ROOT, tools: Path | None = None) -> None:
    environment = {**os.environ, "HANSA_COMPILED": "0"}
    if tools is not None:
        environment["PYTHONPATH"] = os.pathsep.join((str(tools), str(ROOT)))
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
        usable(ROOT, FOLDER)
    except NotCompiled:
        try:
            make()
        except CannotCompile as error:
            print(error, file=sys.stderr)
            return 1
    print(f"{len(MODULES)} modules of rules and bots are compiled.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
