"""What a tick does in many small transactions, until its time is over."""

import logging
from collections.abc import Callable, Iterable
from time import monotonic

from django.db import transaction

log = logging.getLogger(__name__)


def each_alone(
    numbers: Iterable[int], do: Callable[[int], object], *, until: float, what: str
) -> None:
    """Do something with each number, in a transaction of its own.

    It stops at a moment of time.monotonic(); the next tick asks for what is left. One that fails is
    in the log, as `what` with its number, and does not stop the others.
    """
    for number in numbers:
        if monotonic() > until:
            return
        try:
            with transaction.atomic():
                do(number)
        except Exception:
            log.exception("The %s %s could not go on; the next tick tries again", what, number)


def batch_by_batch(do: Callable[[], bool], *, until: float) -> None:
    """Do something until it returns that nothing is left, or until a moment of time.monotonic().

    It is done at least once, so that every tick comes further.
    """
    while do():
        if monotonic() > until:
            return
