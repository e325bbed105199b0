"""The commands of the lab, as docs/bots.md names them."""

import os
import subprocess
import sys

from django.conf import settings


def test_the_lab_runs_on_its_own_without_a_site() -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    done = subprocess.run(
        [sys.executable, "-m", "games.lab", "--help"],
        env=env,
        cwd=settings.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    assert "puzzles" in done.stdout
