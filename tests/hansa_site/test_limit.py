"""A test that hangs fails, and leaves nothing behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.children import alive

HANGING = '''
import sys

from tests.children import child

# A child and a grandchild, both deaf.
DEAF = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.fork()
os.write(os.open("pids", os.O_WRONLY | os.O_CREAT | os.O_APPEND), b"%d " % os.getpid())
time.sleep(600)
"""


def test_hangs():
    with child([sys.executable, "-c", DEAF]) as process:
        process.wait()


def test_is_fine():
    pass
'''


@pytest.mark.long
def test_a_test_that_hangs_fails_and_its_children_end(tmp_path: Path) -> None:
    file = tmp_path / "test_hanging.py"
    file.write_text(HANGING)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:randomly",
         "-c", settings.ROOT / "pyproject.toml", "--rootdir", tmp_path, "--timeout", "5", file],
        env={**os.environ, "PYTHONPATH": str(settings.ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert "Timeout" in done.stdout
    started = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    assert len(started) == 2
    assert not any(map(alive, started))
