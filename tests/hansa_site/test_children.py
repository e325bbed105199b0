"""Processes that run together end together, whatever ends them."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

# Two children, each with a child of its own; the second may end by itself.
FAMILY = """
import os, sys, time
from hansa_site import children as families
from hansa_site.children import Children
families.PATIENCE = 1
child = "import subprocess, sys, time; p = subprocess.Popen(['sleep', '600']); " \\
        "print(p.pid, flush=True); time.sleep(float(sys.argv[1]))"
with Children() as children:
    children.start("one", [sys.executable, "-c", sys.argv[2] + child, "600"], os.environ)
    children.start("two", [sys.executable, "-c", child, sys.argv[1]], os.environ)
    print(*(process.pid for process in children.running.values()), flush=True)
    while children.dead() is None:
        time.sleep(0.05)
    print("dead:", children.dead(), flush=True)
"""


def start(second_lives: float = 600, first_begins: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", FAMILY, str(second_lives), first_begins],
        stdout=subprocess.PIPE,
        text=True,
        cwd=settings.ROOT,
        # Tests that run under nohup hand a deaf ear to hang-ups down to the family.
        preexec_fn=_hears_all,  # noqa: PLW1509 - no threads here
    )


def _hears_all() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def members(family: subprocess.Popen[str]) -> list[int]:
    """Return the pids of two children and two grandchildren."""
    pids: list[int] = []
    while len(pids) < 4:
        pids += [int(word) for word in family.stdout.readline().split() if word.isdigit()]
    return pids


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def assert_all_end(pids: list[int]) -> None:
    deadline = time.monotonic() + 15
    while any(map(alive, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert [pid for pid in pids if alive(pid)] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_whole_family(number: int) -> None:
    with start() as family:
        pids = members(family)
        family.send_signal(number)
        assert family.wait(15) == 0
        assert_all_end(pids)


def test_one_that_dies_takes_all_with_it() -> None:
    with start(second_lives=0.5) as family:
        pids = members(family)
        assert "dead: two" in family.stdout.read()
        assert_all_end(pids)


def test_children_end_when_the_parent_is_killed() -> None:
    with start() as family:
        children = members(family)
        heads = [pid for pid in children if os.getpgid(pid) == pid]
        family.kill()
        assert_all_end(heads)
        for pid in set(children) - set(heads):
            os.kill(pid, signal.SIGKILL)


def test_who_does_not_listen_is_killed() -> None:
    deaf = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    with start(first_begins=deaf) as family:
        pids = members(family)
        family.terminate()
        family.wait(20)
        assert_all_end(pids)
