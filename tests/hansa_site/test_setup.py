"""What `make setup` says on a machine that lacks something."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings


def setup(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run `make setup` of the project's Makefile where nothing is to be installed."""
    shutil.copy(settings.ROOT / "Makefile", folder)
    (folder / "requirements").mkdir()
    for name in ("base.txt", "dev.txt"):
        (folder / "requirements" / name).touch()
    # Under make, this is not a make inside another.
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), **env}
    return subprocess.run(
        ["make", "setup", *words], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("lacking", ["ensurepip", "venv"])
def test_a_python_without_venv_is_told_with_the_package(tmp_path: Path, lacking: str) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / f"{lacking}.py").write_text("raise ImportError")
    done = setup(tmp_path, PYTHONPATH=str(hidden))
    assert done.returncode
    assert "sudo apt install python3-venv" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_no_python_at_all_is_told_with_the_package(tmp_path: Path) -> None:
    done = setup(tmp_path, "PYTHON=no-such-python")
    assert done.returncode
    assert "there is no no-such-python" in done.stderr
    assert "sudo apt install python3-venv" in done.stderr


def test_the_readme_names_what_make_names() -> None:
    readme = (settings.ROOT / "README.md").read_text()
    assert "`sudo apt install make python3-venv`" in readme
