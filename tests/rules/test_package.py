"""`pip install .` gives other programs the rules and the bots, and nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from games.rules import TITLES
from hansa_site.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("games/rules", "games/bots")
NOT_SHIPPED = ("games/drawing", "games/lab", "games/play", "hansa_site")
PLAYED = (sys.executable, "-S", "-m", "games", "play", "--bot", "journeyman", "--title")


def _files(folder: Path, names: tuple[str, ...]) -> set[str]:
    return {
        str(path.relative_to(folder))
        for name in names
        for path in (folder / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy, as building leaves files behind, and unpack it."""
    copy = tmp_path_factory.mktemp("copy")
    for name in (*SHIPPED, *NOT_SHIPPED):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
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
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / "games" / name, copy / "games")
    code = "from setuptools.build_meta import build_wheel; build_wheel('.')"
    subprocess.run([sys.executable, "-c", code], cwd=copy, check=True, capture_output=True)
    (wheel,) = copy.glob("*.whl")
    target = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def test_the_wheel_has_every_file_of_rules_and_bots_and_no_other(installed: Path) -> None:
    assert _files(installed, ("games",)) == {
        "games/__init__.py",
        "games/__main__.py",
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
    # -S leaves out everything that pip has installed, Django too.
    done = subprocess.run(
        [*PLAYED, title],
        cwd=installed.parent,
        env={"PYTHONPATH": str(installed), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert '"winners": [' in done.stdout
