"""Compiled modules are used where they fit the sources, and nobody needs them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import compiled
from games.compiled import MANIFEST, ROOT, NotCompiled, manifest, usable
from hansa_site import compiling
from hansa_site.compiling import MODULES, CannotCompile, check_compiler, make

NAMES = ("little", "little.sums")
SOURCES = {
    "little/__init__.py": "from little.plain import NAME\nfrom little.sums import total\n",
    "little/plain.py": "NAME = 'plain'\n",
    "little/sums.py": """
from dataclasses import dataclass
from typing import NamedTuple


class Pair(NamedTuple):
    one: int
    other: int


@dataclass(slots=True)
class Row:
    pairs: tuple[Pair, ...]


def total(row: Row) -> int:
    return sum([pair.one + pair.other for pair in row.pairs])
""",
}
USED = """
import pickle, sys
from pathlib import Path
from games.compiled import usable

sys.meta_path.insert(0, usable(Path(sys.argv[1]), Path(sys.argv[2])))
import little
from little.sums import Pair, Row, total

row = Row((Pair(1, 2), Pair(3, 4)))
try:
    total(Row((1,)))
except TypeError as error:
    told = error.__traceback__.tb_next is not None
same = pickle.loads(pickle.dumps(row)) == row
print(Path(little.sums.__file__).suffix, Path(little.plain.__file__).suffix, total(row), same, told)
print(row)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with the sources of a few modules."""
    for name, text in SOURCES.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def folder(tree: Path) -> Path:
    """A folder that says that these modules are compiled in it."""
    (tree / "compiled").mkdir()
    (tree / "compiled" / MANIFEST).write_text(json.dumps(manifest(tree, NAMES)), "utf-8")
    return tree / "compiled"


@pytest.fixture
def finders(monkeypatch: pytest.MonkeyPatch, tree: Path) -> Iterator[list[object]]:
    """What looks for modules, in a checkout that is the tree."""
    found = [*sys.meta_path]
    monkeypatch.setattr(sys, "meta_path", found)
    monkeypatch.setattr(compiled, "ROOT", tree)
    monkeypatch.setattr(compiled, "FOLDER", tree / "compiled")
    return found


def _run(*arguments: str | Path) -> str:
    command = [sys.executable, *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_modules_are_compiled_and_used_like_their_sources(tree: Path) -> None:
    try:
        check_compiler()
    except CannotCompile as missing:
        pytest.skip(str(missing))
    folder = tree / "compiled"
    make(tree, folder, NAMES)
    used, row = _run("-c", USED, tree, folder).splitlines()
    assert used == f"{Path(compiled.SUFFIX).suffix} .py 10 True True"
    assert row == "Row(pairs=(Pair(one=1, other=2), Pair(one=3, other=4)))"
    kept = (folder / MANIFEST).read_bytes()
    (tree / "little/sums.py").write_text("def total(row: int) -> str:\n    return row\n", "utf-8")
    with pytest.raises(CannotCompile, match=r"sums\.py:2: error"):
        make(tree, folder, NAMES)
    assert {each.name for each in folder.iterdir()} == {MANIFEST, json.loads(kept)["folder"]}
    assert (folder / MANIFEST).read_bytes() == kept
    with pytest.raises(NotCompiled, match="sources have changed"):
        usable(tree, folder)


@pytest.mark.parametrize("name", ["little/__init__.py", "little/sums.py"])
def test_no_module_is_used_when_the_source_of_one_has_changed(
    tree: Path, folder: Path, name: str
) -> None:
    usable(tree, folder)
    with (tree / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(NotCompiled, match="'make compiled'"):
        usable(tree, folder)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", "\udcff", '{"suffix": 1}', '{"suffix": ".so", "modules": ["little"]}'],
)
def test_an_unreadable_manifest_is_like_none(tree: Path, folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text, "utf-8", errors="surrogateescape")
    with pytest.raises(NotCompiled, match="'make compiled'"):
        usable(tree, folder)


def test_modules_for_another_python_are_not_used(
    tree: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "SUFFIX", ".cpython-399-x86_64-linux-gnu.so")
    with pytest.raises(NotCompiled, match="another Python"):
        usable(tree, folder)


@pytest.mark.parametrize(("wanted", "used"), [(None, 1), ("0", 0), ("1", 1)])
@pytest.mark.usefixtures("folder")
def test_they_are_used_unless_the_environment_says_no(
    finders: list[object], monkeypatch: pytest.MonkeyPatch, wanted: str | None, used: int
) -> None:
    monkeypatch.delenv("HANSA_COMPILED", raising=False)
    if wanted is not None:
        monkeypatch.setenv("HANSA_COMPILED", wanted)
    before = len(finders)
    compiled.install()
    assert len(finders) - before == used


def test_without_them_only_those_who_insist_are_told(
    finders: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [*finders]
    monkeypatch.delenv("HANSA_COMPILED", raising=False)
    compiled.install()
    assert finders == before
    monkeypatch.setenv("HANSA_COMPILED", "1")
    with pytest.raises(ImportError, match=r"HANSA_COMPILED is 1\. There are no compiled modules"):
        compiled.install()


def test_a_missing_compiler_is_named_with_what_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiling, "FOLDER", tmp_path)
    monkeypatch.setenv("CC", "no-such-compiler -pthread")
    assert compiling.main() == 1
    told = capsys.readouterr().err
    assert "no-such-compiler is missing" in told
    assert "sudo apt install gcc python3-dev" in told


def test_every_module_that_is_compiled_has_a_source() -> None:
    assert len(set(MODULES)) == len(MODULES)
    assert all(compiled.source(ROOT, name).is_file() for name in MODULES)
