"""Ask workers to do something soon; the next sweep does what they miss."""

import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone

from games.post.models import Letter

log = logging.getLogger(__name__)

PAUSE = 30.0
"""Seconds for which a process does not try the broker again after it has failed."""

SOON = timedelta(minutes=5)
"""A worker keeps a letter that is due within this time in mind; the sweep takes later ones."""
EARLY = timedelta(seconds=1)
"""A worker's clock may be ahead by so much: no letter is delivered before it is due."""

_away_until = float("-inf")


def enqueue_on_commit(letter: Letter) -> None:
    """Ask a worker to deliver a letter once its row is committed, if it is due by then or SOON."""
    now = timezone.now()
    if letter.due_at <= now:
        transaction.on_commit(partial(enqueue, letter.pk), robust=True)
    elif letter.due_at <= now + SOON:
        later = partial(enqueue, letter.pk, at=letter.due_at + EARLY)
        transaction.on_commit(later, robust=True)


def enqueue(letter_id: int, *, at: datetime | None = None) -> None:
    """Ask a worker to deliver a letter; if the broker fails, the next sweep delivers it.

    With `at`, not before that.
    """
    send_task("games.post.tasks.deliver_letter", [letter_id], at=at)


def send_task(name: str, args: Sequence[int], *, at: datetime | None = None) -> None:
    """Ask a worker to run a task; if the broker fails, a sweep has to do what it is for."""
    global _away_until  # noqa: PLW0603 - one pause for all threads of a process
    if time.monotonic() < _away_until:
        return
    try:
        current_app.send_task(name, args=args, eta=at, retry=False)
    except Exception as error:  # noqa: BLE001 - each broker has its own errors
        _away_until = time.monotonic() + PAUSE
        log.warning("The broker took no task %s%s: %s", name, tuple(args), error)
