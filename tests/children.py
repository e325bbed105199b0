"""Processes that tests start. Nothing of them is left when the test ends, however it ends."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hansa_site.children import end_with_parent


@contextmanager
def child(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process, and at the end kill what is left of it and all that it started."""
    with subprocess.Popen(
        command,
        text=True,
        start_new_session=True,
        preexec_fn=_as_from_a_terminal,  # noqa: PLW1509 - started from the main thread
        **options,
    ) as process:
        try:
            yield process
        finally:
            _kill_family(process.pid)


def _kill_family(pid: int) -> None:
    """End a process and all its descendants; none of them still writes when this returns."""
    family = {pid}
    new = family
    while new:  # held first, so that nobody starts another while the others end
        _signal(new, signal.SIGSTOP)
        new = descendants(pid) - family
        family |= new
    _signal(family, signal.SIGKILL)
    while any(alive(member) for member in family):
        time.sleep(0.01)


def _signal(pids: set[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _as_from_a_terminal() -> None:
    # Tests that run under nohup or in the background hand deaf ears down.
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    end_with_parent()


def descendants(pid: int) -> set[int]:
    """Return the pids of all descendants of a process."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if words[0] != "Z":
            parents[int(path.parent.name)] = int(words[1])
    found, new = set(), {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return found


def alive(pid: int) -> bool:
    """Return whether a process runs: one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
