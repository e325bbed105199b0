"""Long values that patterns stumble over, and a bound on the CPU time that reading one takes."""

import gc
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

SIZE = 200_000
"""The characters of a long value."""

_ONES = ["\n", ".", " ", "(", "_", "[", "a", "-", "<", "{", "=", "*", "\N{COMBINING ACUTE ACCENT}"]
_PAIRS = ["a ", " \n", ".\n", "- ", "()", "a.", "[ ", "a_", "1: ", "a@", "(\n", '"\\', ">\n", "=?"]


def _repeated(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


@cache
def long_values(size: int = SIZE) -> dict[str, str]:
    """Return long values by what they are: one character, two in turns, mixtures, and near ends.

    A pattern that looks for its end over and over fails at the last character.
    """
    dice = random.Random(size)
    values = {f"{text!r} again and again": _repeated(text, size) for text in (*_ONES, *_PAIRS)}
    values |= {
        f"{text!r} up to another letter": "a" + _repeated(text, size - 2) + "x" for text in _ONES
    }
    values["a mixture"] = "".join(dice.choices("\n. (_[", k=size))
    values["a mixture with letters"] = "".join(dice.choices("\n. (_[a1:#{", k=size))
    return values


@contextmanager
def cpu_below(seconds: float, what: object = "") -> Iterator[None]:
    """Fail if this thread works longer than `seconds`; waiting does not count.

    Nor does looking through what earlier tests left in memory, which takes a second by itself.
    """
    gc.freeze()
    start = time.thread_time()
    try:
        yield
    finally:
        spent = time.thread_time() - start
        gc.unfreeze()
    assert spent < seconds, f"{what}: {spent:.2f} s of CPU"
