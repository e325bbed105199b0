"""Mutation tests of the rules: `python -m tests.mutation [--modules 8] [--minutes 60]`.

mutmut changes one thing at a time in modules drawn by lot, and the quick tests of the rules try
each change. A change that no test notices, a survivor, is printed: either it alters nothing that
anybody could see, or a test is missing. Without DICE_SEED the lot differs from run to run.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
RULES = "games/rules"
SLOW = {
    "commands", "contract", "displacements", "editing", "h_oracle", "h_refusals", "long_values",
    "oracle", "package", "position", "questions", "record", "refusals", "replay", "resample",
    "variations",
}  # fmt: skip
"""The tests of the rules that take seconds each; a survivor would cost all of them."""
LEAST = 0.8
"""The share of changes that the tests must notice. Many survivors change what nobody can see."""

CONFIGURATION = """
[tool.pytest.ini_options]
addopts = ["--import-mode=importlib", "-p", "no:randomly", "-p", "no:cacheprovider"]
markers = ["long: left out here"]
pythonpath = ["."]

[tool.mutmut]
source_paths = ["{rules}"]
only_mutate = {modules}
also_copy = ["games", "tests"]
pytest_add_cli_args_test_selection = {tests}
"""


def modules(root: Path) -> list[str]:
    """Return the modules of both titles and of what they share, without lists of names."""
    found = [path.relative_to(root).as_posix() for path in (root / RULES).rglob("*.py")]
    return sorted(name for name in found if not name.endswith("__init__.py"))


def judges(root: Path) -> list[str]:
    """Return the quick tests of the rules."""
    slow = {f"test_{name}" for name in SLOW}
    found = (root / "tests" / "rules").glob("test_*.py")
    return sorted(path.relative_to(root).as_posix() for path in found if path.stem not in slow)


def lay_out(folder: Path, chosen: list[str]) -> None:
    """Copy the rules and their tests, without what needs Django, and configure mutmut."""
    leave = shutil.ignore_patterns("__pycache__", "conftest.py")
    for name in ("games", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    tests = [*judges(folder), "-m", "not long"]
    text = CONFIGURATION.format(rules=RULES, modules=json.dumps(chosen), tests=json.dumps(tests))
    (folder / "pyproject.toml").write_text(text)


def main() -> int:
    """Change some modules, print the survivors; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", type=int, default=8, help="how many are drawn")
    parser.add_argument("--minutes", type=int, default=60, help="when to stop")
    parser.add_argument("--only", nargs="*", help="these instead, such as games/rules/record.py")
    given = parser.parse_args()
    dice = random.Random(os.environ.get("DICE_SEED"))
    chosen = given.only or dice.sample(modules(ROOT), given.modules)
    print("Changed one thing at a time:", *chosen, sep="\n  ", flush=True)
    mutmut = [sys.executable, "-m", "mutmut"]
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lay_out(folder, chosen)
        with (folder / "log").open("w") as log:
            # One at a time and timed by the clock, so that it costs at most that much of one core.
            done = subprocess.run(
                ["timeout", f"{given.minutes}m", *mutmut, "run", "--max-children", "1"],
                cwd=folder,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if done.returncode not in (0, 124):
            print((folder / "log").read_text()[-4000:])
            return 1

        def ask(*words: str) -> str:
            return subprocess.run(
                [*mutmut, *words], cwd=folder, capture_output=True, text=True, check=True
            ).stdout

        results = [line.split(": ") for line in ask("results", "--all", "true").splitlines()]
        tried = [(change.strip(), how) for change, how in results if how != "not checked"]
        survivors = [change for change, how in tried if how == "survived"]
        for change in survivors:
            print(ask("show", change))
    share = 1 - len(survivors) / max(len(tried), 1)
    print(f"{len(tried)} changes, {len(survivors)} survived: {share:.0%} were noticed.")
    return 0 if tried and share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
