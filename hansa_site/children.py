"""Child processes that start and end together."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from types import FrameType, TracebackType
from typing import Self

# prctl(PR_SET_PDEATHSIG): Linux signals a process when its parent dies, even if it was killed.
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None

PATIENCE = 10.0
"""Seconds that children have to end before they are killed."""


class Ended(Exception):
    """A signal asked this program to end."""


class Children:
    """Start processes, each in its own process group, and leave none behind.

    As a context manager, turn the signals that end a program into Ended, and end every child
    whatever happens inside.
    """

    def __init__(self) -> None:
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self._brief: set[str] = set()

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            # nohup sets SIGHUP to be ignored: keep it so.
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._asked_to_end)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        self._end_all()
        return kind is Ended

    def start(
        self, name: str, command: Sequence[str], env: Mapping[str, str], *, brief: bool = False
    ) -> None:
        """Start a process; one that is `brief` may end before the others."""
        if brief:
            self._brief.add(name)
        self.running[name] = subprocess.Popen(
            command,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 - no threads here
        )

    def dead(self) -> str | None:
        """Return the name of a child that has ended and should not have, or None."""
        ended = (name for name, child in self.running.items() if child.poll() is not None)
        return next((name for name in ended if name not in self._brief), None)

    def _asked_to_end(self, number: int, frame: FrameType | None) -> None:
        raise Ended

    def _end_all(self) -> None:
        for child in self.running.values():
            _signal_group(child, signal.SIGTERM)
        deadline = time.monotonic() + PATIENCE
        for child in self.running.values():
            try:
                child.wait(timeout=max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                continue
        for child in self.running.values():
            # Also after the leader of a group ended: it may have left others of the group behind.
            _signal_group(child, signal.SIGKILL)
            child.wait()


def _signal_group(child: subprocess.Popen[bytes], number: int) -> None:
    try:
        os.killpg(child.pid, number)
    except ProcessLookupError:
        return


def end_with_parent() -> None:
    """On Linux, receive SIGTERM when the thread that started this process ends."""
    if _libc:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
