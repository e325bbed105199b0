"""`pip install .` gives other programs rules, bots and words in every language, nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from games.compiled import SUFFIX
from games.rules import TITLES
from hansa_site.compiling import MODULES
from hansa_site.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("games/rules", "games/bots", "games/wording")
NOT_SHIPPED = ("games/drawing", "games/lab", "games/play", "hansa_site")
# -S leaves out everything that pip has installed, Django and Babel too.
PYTHON = (sys.executable, "-S")
PLAYED = (*PYTHON, "-m", "games", "play", "--bot", "journeyman", "--title")
TOLD = """
import random
import sys

from games.bots import BOTS
from games.rules import TITLES
from games.rules.playthrough import Playthrough
from games.wording import ENGLISH, WORDINGS, language

title = TITLES[sys.argv[1]]
game = Playthrough(title, title.start({}, 3), random.Random(1))
for (seat, *_), _ in zip(game.asked(), range(12)):
    game.answer(seat, BOTS["journeyman"])


def told(language):
    describe, names = WORDINGS[title.id].describe, ("Ann", "Ben", "Cid")
    return [describe(step.before, step.seat, step.text, (), names, 0, language)
            for step in game.steps]


german = told(language("de"))
assert not set(german) & set(told(ENGLISH))
assert not {"babel", "django"} & sys.modules.keys()
print(*german)
"""
"""Plays some steps and tells them in German."""
PLAYED_ON = """
import random
import sys

from games.bots import BOTS
from games.rules import TITLES
from games.rules.playthrough import Playthrough

title = TITLES[sys.argv[1]]
game = Playthrough(title, title.start({}, 3), random.Random(1))
for seat, *_ in game.asked():
    game.answer(seat, BOTS["journeyman"])
print(*(step.text for step in game.steps), title.digest(game.state))
"""
"""Plays a game and tells all of its orders."""
TRANSLATED = [title for title in TITLES if (ROOT / "docs/rules/de" / f"{title}.md").exists()]
"""The titles that speak German: a new one need not."""


def _files(folder: Path, names: tuple[str, ...]) -> set[str]:
    """The files of folders, and what is compiled of a catalogue in place of its sources."""
    return {
        str(path.relative_to(folder).with_suffix(".mo" if path.suffix == ".po" else path.suffix))
        for name in names
        for path in (folder / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name != "glossary.md"
    }


def _built(folder: Path, kind: str, *options: str) -> Path:
    """What building a 'wheel' or 'sdist' of a folder makes."""
    given = {"--build-option": [*options]}
    code = f"from setuptools.build_meta import build_{kind} as build; print(build('.', {given}))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return folder / done.stdout.splitlines()[-1]


def _ran(installed: Path, *command: str) -> str:
    """What a program prints that finds nothing but the standard library and the wheel."""
    done = subprocess.run(
        command,
        cwd=installed.parent,
        env={"PYTHONPATH": str(installed), "PATH": os.environ["PATH"], "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def _unpacked(wheel: Path, target: Path) -> Path:
    with ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and unpack an sdist of a copy, as building leaves files behind."""
    copy = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    for name in (*SHIPPED, *NOT_SHIPPED):
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    for name in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "requirements/base.in",
        "requirements/pettingzoo.in",
        "games/py.typed",
    ):
        (copy / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, copy / name)
    for name in ("__init__.py", "__main__.py", "compiled.py"):
        shutil.copy(ROOT / "games" / name, copy / "games")
    target = tmp_path_factory.mktemp("source")
    # Python's own way has asked for a filter since 3.12, and 3.11.2 knows none.
    subprocess.run(["tar", "-xf", _built(copy, "sdist"), "-C", target], check=True)
    (folder,) = target.iterdir()
    return folder


@pytest.fixture(scope="module")
def installed(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the sdist."""
    return _unpacked(_built(source, "wheel"), tmp_path_factory.mktemp("installed"))


def test_the_wheel_has_every_file_of_rules_bots_and_words_and_no_other(installed: Path) -> None:
    assert _files(installed, ("games",)) == {
        "games/__init__.py",
        "games/__main__.py",
        "games/compiled.py",
        "games/py.typed",
        *_files(ROOT, SHIPPED),
    }


def test_it_needs_no_package_and_names_those_of_the_site_as_an_extra(installed: Path) -> None:
    (metadata,) = installed.glob("*.dist-info/METADATA")
    needed = [
        line for line in metadata.read_text("utf-8").splitlines() if line.startswith("Requires-")
    ]
    assert 'Requires-Dist: celery[redis]; extra == "site"' in needed
    assert all("extra ==" in line for line in needed if line.startswith("Requires-Dist"))


def test_its_version_is_the_newest_of_the_changelog(installed: Path) -> None:
    (metadata,) = installed.glob("*.dist-info/METADATA")
    assert f"Version: {VERSION}" in metadata.read_text("utf-8").splitlines()


@pytest.mark.parametrize("title", TITLES)
def test_a_whole_game_is_played_without_any_other_package(installed: Path, title: str) -> None:
    assert '"winners": [' in _ran(installed, *PLAYED, title)


@pytest.mark.parametrize("title", TRANSLATED)
def test_steps_are_told_in_german_without_any_other_package(installed: Path, title: str) -> None:
    assert "beginnt." in _ran(installed, *PYTHON, "-c", TOLD, title)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_wheel_with_machine_code_plays_the_same_game(
    source: Path, installed: Path, tmp_path: Path
) -> None:
    wheel = _built(source, "wheel", "--with-machine-code")
    assert not wheel.name.endswith("-none-any.whl")
    quick = _unpacked(wheel, tmp_path)
    assert _files(installed, ("games",)) == {
        name for name in _files(quick, ("games",)) if not name.endswith(SUFFIX)
    }
    for name in MODULES:
        # A package may have a function of a module's name.
        printed = f"import sys, {name}; print(sys.modules['{name}'].__file__)"
        assert _ran(quick, *PYTHON, "-c", printed).endswith(f"{SUFFIX}\n")
    for title in TITLES:
        assert _ran(quick, *PYTHON, "-c", PLAYED_ON, title) == _ran(
            installed, *PYTHON, "-c", PLAYED_ON, title
        )
