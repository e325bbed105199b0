"""Compiled modules are used where they fit the sources, and nobody needs them."""

import fcntl
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from errno import ENOSPC
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games import compiled
from games.compiled import (
    LIBRARY,
    MANIFEST,
    ROOT,
    NotCompiled,
    compiled_file,
    fingerprint,
    manifest,
    usable,
)
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
    """A folder that says that these modules are compiled in it; no machine could load them."""
    made = tree / "compiled" / "made"
    sizes = _pretend(tree, made)
    noted = {
        "suffix": compiled.SUFFIX,
        "sources": fingerprint(tree, NAMES),
        "folder": made.name,
        "modules": NAMES,
        "files": sizes,
    }
    (tree / "compiled" / MANIFEST).write_text(json.dumps(noted), "utf-8")
    return tree / "compiled"


def _pretend(tree: Path, made: Path) -> dict[str, int]:
    """Write what looks like compiled modules into a folder, and return the size of each."""
    sizes = {}
    for name in (LIBRARY, *NAMES):
        file = made / compiled_file(tree, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        sizes[compiled_file(tree, name)] = file.write_bytes(b"no machine code")
    return sizes


@pytest.fixture
def builds(tree: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Where something was compiled: a compiler that writes only what looks like modules."""
    found: list[Path] = []

    def run(*arguments: str | Path, **_: object) -> None:
        if compiling.BUILDER in arguments:
            found.append(Path(arguments[3]))
            _pretend(tree, found[-1])

    monkeypatch.setattr(compiling, "_run", run)
    monkeypatch.setattr(compiling, "check_compiler", lambda: None)
    return found


@pytest.fixture
def finders(monkeypatch: pytest.MonkeyPatch, tree: Path) -> Iterator[list[object]]:
    """What looks for modules, in a checkout that is the tree."""
    found = [*sys.meta_path]
    monkeypatch.setattr(sys, "meta_path", found)
    monkeypatch.setattr(compiled, "ROOT", tree)
    monkeypatch.setattr(compiled, "FOLDER", tree / "compiled")
    return found


def _names(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


def _run(*arguments: str | Path) -> str:
    command = [sys.executable, *map(str, arguments)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HANSA_COMPILED": "0"}
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
    assert _names(folder) == {MANIFEST, compiling.LOCK, json.loads(kept)["folder"]}
    assert (folder / MANIFEST).read_bytes() == kept
    with pytest.raises(NotCompiled, match="sources have changed"):
        usable(tree, folder)


@pytest.mark.parametrize(
    "name", ["little/__init__.py", "little/sums.py", "little/plain.py", "little/new/plain.py"]
)
def test_no_module_is_used_when_a_source_beside_or_below_them_has_changed(
    tree: Path, folder: Path, name: str
) -> None:
    usable(tree, folder)
    (tree / name).parent.mkdir(exist_ok=True)
    with (tree / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(NotCompiled, match="'make compiled'"):
        usable(tree, folder)


def test_sources_that_have_gone_have_changed(tree: Path, folder: Path) -> None:
    (tree / "little/sums.py").unlink()
    with pytest.raises(NotCompiled, match="sources have changed"):
        usable(tree, folder)


def test_modules_that_were_compiled_in_another_way_are_not_used(
    tree: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    maker = tmp_path / "options.txt"
    monkeypatch.setattr(compiled, "MAKERS", (maker,))
    found = set()
    for text in ("-O2", "-O3"):
        maker.write_text(text, "utf-8")
        found |= {fingerprint(tree, names) for names in (NAMES, NAMES[1:])}
    assert len(found) == 4


def test_all_of_rules_and_bots_is_in_the_fingerprint() -> None:
    folders = {compiled.source(ROOT, name).parent for name in MODULES}
    assert {ROOT / "games/rules", ROOT / "games/bots"} <= folders
    assert all(file.is_file() for file in compiled.MAKERS)


@pytest.mark.parametrize("name", [LIBRARY, *NAMES])
def test_none_is_used_when_one_is_missing_or_cut_off(tree: Path, folder: Path, name: str) -> None:
    file = usable(tree, folder).folder / compiled_file(tree, name)
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(NotCompiled, match="is missing or incomplete"):
        usable(tree, folder)
    file.unlink()
    with pytest.raises(NotCompiled, match="is missing or incomplete"):
        usable(tree, folder)


def test_no_source_is_used_for_one_that_goes_missing_later(tree: Path, folder: Path) -> None:
    finder = usable(tree, folder)
    (finder.folder / compiled_file(tree, "little.sums")).unlink()
    spec = finder.find_spec("little.sums", [str(tree / "little")])
    assert spec is not None
    with pytest.raises(ImportError, match=r"sums.*No such file"):
        module_from_spec(spec)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "\udcff",
        '{"suffix": 1}',
        '{"suffix": ".so", "modules": ["little"]}',
        '{"suffix": ".so", "sources": "", "folder": "made", "modules": [1], "files": {}}',
        '{"suffix": ".so", "sources": "", "folder": null, "modules": [], "files": {}}',
        '{"suffix": ".so", "sources": "", "folder": "made", "modules": [], "files": 1}',
    ],
)
def test_an_unreadable_manifest_is_like_none(tree: Path, folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text, "utf-8", errors="surrogateescape")
    with pytest.raises(NotCompiled, match=r"can't be read\. 'make compiled'"):
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
    monkeypatch.setitem(sys.modules, LIBRARY, ModuleType(LIBRARY))
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


def test_nobody_is_told_where_a_wheel_has_them_beside_the_sources(
    finders: list[object], tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / compiled_file(tree, LIBRARY)).touch()
    before = [*finders]
    monkeypatch.setenv("HANSA_COMPILED", "1")
    compiled.install()
    assert finders == before


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_loaded_is_left_for_the_sources(
    finders: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, LIBRARY, raising=False)
    before = [*finders]
    monkeypatch.delenv("HANSA_COMPILED", raising=False)
    compiled.install()
    assert finders == before
    monkeypatch.setenv("HANSA_COMPILED", "1")
    with pytest.raises(ImportError, match=r"can't be loaded: .*make compiled"):
        compiled.install()


def test_what_cannot_be_loaded_is_not_called_compiled(
    tree: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in {"ROOT": tree, "FOLDER": folder, "MODULES": NAMES}.items():
        monkeypatch.setattr(compiling, name, value)
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiling.main() == 1
    assert "no-such-compiler is missing" in capsys.readouterr().err


def test_what_was_compiled_before_stays_until_the_next_time(tree: Path, builds: list[Path]) -> None:
    folder = tree / "compiled"
    made = []
    for line in ("", "ONE = 1\n", "TWO = 2\n"):
        with (tree / "little/plain.py").open("a", encoding="utf-8") as file:
            file.write(line)
        (folder / "new-left-by-one-that-was-killed").mkdir(parents=True)
        for _ in range(2):
            make(tree, folder, NAMES)
        usable(tree, folder)
        made.append(manifest(folder)["folder"])
        assert _names(folder) == {MANIFEST, compiling.LOCK, *made[-2:]}
    assert len(builds) == 3


def test_who_waits_for_another_to_compile_the_same_need_not_do_so(
    tree: Path, builds: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tree / "compiled"

    flock, others = fcntl.flock, [make]

    def wait(*arguments: Any) -> None:
        while others:
            others.pop()(tree, folder, NAMES)
        flock(*arguments)

    monkeypatch.setattr(fcntl, "flock", wait)
    make(tree, folder, NAMES)
    assert len(builds) == 1


def test_a_full_disk_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(compiling, "make", full)
    assert compiling.main() == 1
    told = capsys.readouterr().err
    assert told == "Rules and bots could not be compiled: [Errno 28] No space left on device\n"


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
