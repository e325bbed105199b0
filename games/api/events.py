"""Wait until something changes in a person's games: a long poll.

A request that waits holds one of a process's few threads, so few may wait in each, one for each
account; the others are answered at once, with how long to pause before they ask again. While it
waits it reads two columns of the person's unfinished games once a second. The wait ends early when
the client has gone, the token has ended, or the process is about to stop.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import BoundedSemaphore
from typing import Any, Final

from django.core.cache import cache
from django.db import close_old_connections
from django.http import HttpRequest
from ninja import P, QueryEx, Router, Schema
from pydantic import Field

from games.accounts.models import Scope, User
from games.api.auth import ApiRequest, Token, check_still_works
from games.api.games import PAGE, GameItem, item_of, unfinished_of
from games.api.stopping import STOPPING
from games.play.models import Game

router = Router(tags=["games"], auth=Token(Scope.READ_OWN))

LONGEST_WAIT: Final = 25
"""The most seconds of a wait: proxies give up after 30 at the earliest."""

WAITING: Final = BoundedSemaphore(2)
"""How many requests of a process may wait, of the four that it can answer at once."""

EVERY: Final = 1.0
"""Seconds between two looks."""

PAUSE: Final = 5
"""Seconds after which to ask again if the request could not wait."""

LONGEST_CURSOR: Final = 40
_DIGITS: Final = 20


class EventsOut(Schema):
    """What waits for a person, once something in their games has changed."""

    cursor: str = Field(description="For `after` of the next request.")
    changed: bool = Field(description="Whether anything in your games has changed since `after`.")
    waiting: list[GameItem] = Field(description="The games that wait for you, at most 50.")
    again_in: int = Field(description="How many seconds to pause before you ask again.")


@router.get(
    "/events",
    response=EventsOut,
    operation_id="events",
    url_name="events",
    summary="Wait for a change",
)
def events(
    request: ApiRequest,
    after: QueryEx[str, P(max_length=LONGEST_CURSOR)] = "",
    wait: QueryEx[int, P(ge=0, le=LONGEST_WAIT)] = 0,
) -> EventsOut:
    """Answer once any of your unfinished games has changed since the cursor `after`, or comes new.

    It waits at most `wait` seconds for that, and answers with the same cursor if nothing changes.
    """
    user = request.user
    cursor = cursor_of(user)
    waited = cursor != after or wait == 0
    if not waited:
        with _place(user) as found:
            if found:
                cursor, waited = _changed(request, after, wait), True
    return EventsOut(
        cursor=cursor,
        changed=cursor != after,
        waiting=_waiting_for(user),
        again_in=0 if waited and wait else PAUSE,
    )


def cursor_of(user: User) -> str:
    """Return what changes with any change in the person's unfinished games; one query."""
    own: Any = Game.objects.of(user)  # which adds `waits`
    seen = list(own.order_by("pk").values_list("pk", "version", "waits"))
    return sha256(repr(seen).encode()).hexdigest()[:_DIGITS]


def _changed(request: ApiRequest, after: str, seconds: float) -> str:
    """Return the cursor as soon as it is another one, or the same when the wait ends.

    Raises Problem if the token ends meanwhile.
    """
    until = time.monotonic() + seconds
    cursor = after
    while cursor == after and (left := until - time.monotonic()) > 0:
        # Others may have the connection meanwhile.
        close_old_connections()
        if STOPPING.wait(min(EVERY, left)) or _has_gone(request):
            break
        check_still_works(request.auth)
        cursor = cursor_of(request.user)
    return cursor


def _has_gone(request: HttpRequest) -> bool:
    """Return whether the client has closed the connection, as far as the server lets us see it."""
    client = request.META.get("gunicorn.socket")
    if client is None:
        return False
    try:
        return not client.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True


@contextmanager
def _place(user: User) -> Iterator[bool]:
    """Take a place to wait for a person, and tell whether there was one; give it back."""
    key = f"api-waits:{user.pk}"
    if not WAITING.acquire(blocking=False):
        yield False
        return
    mine = False
    try:
        mine = cache.add(key, "", LONGEST_WAIT + PAUSE)
        yield mine
    finally:
        WAITING.release()
        if mine:
            cache.delete(key)


def _waiting_for(user: User) -> list[GameItem]:
    return [item_of(game) for game in unfinished_of(user).filter(waits__isnull=False)[:PAGE]]
