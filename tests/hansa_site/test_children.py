"""Processes that run together end together, whatever ends them."""

import os
import signal
import subprocess
import sys
import time
from contextlib import AbstractContextManager

import pytest
from django.conf import settings

from tests.children import alive, child

# Two children, each with a child of its own; the second may end by itself. All write to one pipe,
# where a line is told from the others' only if it is written as one.
CHILD = r"""
import os, subprocess, sys, time
grandchild = subprocess.Popen(["sleep", "600"])
os.write(1, b"%d\n" % grandchild.pid)
time.sleep(float(sys.argv[1]))
"""
FAMILY = r"""
import os, sys, time
from hansa_site import children as families
from hansa_site.children import Children
families.PATIENCE = 1
child, second_lives, first_begins = sys.argv[1:]
with Children() as children:
    children.start("one", [sys.executable, "-c", first_begins + child, "600"], os.environ)
    children.start("two", [sys.executable, "-c", child, second_lives], os.environ)
    os.write(1, b"%d %d\n" % tuple(process.pid for process in children.running.values()))
    while children.dead() is None:
        time.sleep(0.05)
    os.write(1, b"dead: %s\n" % children.dead().encode())
"""


def start(
    second_lives: float = 600, first_begins: str = ""
) -> AbstractContextManager[subprocess.Popen[str]]:
    return child(
        [sys.executable, "-c", FAMILY, CHILD, str(second_lives), first_begins],
        stdout=subprocess.PIPE,
        cwd=settings.ROOT,
    )


def members(family: subprocess.Popen[str]) -> list[int]:
    """Return the pids of two children and two grandchildren."""
    pids: list[int] = []
    while len(pids) < 4:
        line = family.stdout.readline()
        assert line, "the family has ended"
        pids += [int(word) for word in line.split()]
    return pids


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
