"""The id that everything shares which one request causes: log lines, tasks and letters.

A task that no request caused has an id of its own.
"""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token

LONGEST = 64
"""The most characters of an id."""

_ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{7,{LONGEST - 1}}}")
_current: ContextVar[str] = ContextVar("request_id", default="")


def new_id() -> str:
    """Return an id that nothing else has."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Return whether a text from outside can be an id: 8 to LONGEST plain characters."""
    return _ID.fullmatch(text) is not None


def current() -> str:
    """Return the id of what is being done, '' if it has none."""
    return _current.get()


def begin(request_id: str) -> Token[str]:
    """Give what is done from now on an id; return what `end` takes."""
    return _current.set(request_id)


def end(token: Token[str]) -> None:
    """Restore the id from before `begin`."""
    _current.reset(token)


@contextmanager
def traced(request_id: str) -> Iterator[None]:
    """Give what is done inside an id; '' keeps the current one."""
    token = begin(request_id or current())
    try:
        yield
    finally:
        end(token)
