"""Whether the site works: its parts, such as the database, the workers, or room on the disk.

Looking is cheap, and it ends even if a part hangs: each part is asked in a thread of its own, which
nobody waits for longer than PATIENCE, and not asked again before it has answered. An answer counts
for FRESH seconds.
"""

import shutil
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

import redis
from celery import current_app
from django.conf import settings
from django.db import OperationalError, connection, connections, transaction
from django.db.models import QuerySet
from django.utils import timezone
from kombu.exceptions import ChannelError

from games.accounts.models import User
from games.play.models import Game, Status, Wait
from games.post import services as post
from games.post.models import Letter
from games.post.services.tally import LATELY, Counts, fails
from games.post.transports import transports
from hansa_site.certificate import Certificate, certificate_at
from hansa_site.models import Beat

PATIENCE = 2.0
"""Seconds that a part has to answer."""

FRESH = 5.0
"""Seconds for which an answer counts."""

COUNTED_EVERY = 60.0
"""Seconds for which a process keeps the key counts: they read whole tables."""

OLDEST_BEAT = timedelta(minutes=5)
"""The longest time since a task of beat's was done."""

LATE = timedelta(minutes=10)
"""A letter or clock that is due for longer is overdue: sweeps come every minute."""

LEAST_FREE = 300
"""MB of the disk that must be free."""

PROBED_EVERY = 60.0
"""Seconds for which it is known whether the database has room."""

SEEN_EVERY = 60 * 60.0
"""Seconds for which a certificate is known."""

MOST_COUNTED = 1000
"""Overdue letters and clocks are counted up to this number."""

MOST_QUEUED = 1000
"""The most tasks that may wait for the workers."""

A_DAY = timedelta(days=1)

DISK_FULL = "53100"
"""The code (SQLSTATE) of PostgreSQL's error if its disk is full."""

OK, FAILING, UNKNOWN, UNUSED = "ok", "failing", "unknown", "not used"

T = TypeVar("T")


@dataclass(frozen=True)
class Part:
    """A part of the site, its state, and its figures by name; None is a figure nobody knows."""

    name: str
    state: str
    figures: dict[str, float | None]


@dataclass(frozen=True)
class Health:
    """What `look` finds."""

    parts: list[Part]

    @property
    def good(self) -> bool:
        """Return whether no part is failing."""
        return all(part.state != FAILING for part in self.parts)


@dataclass(frozen=True)
class _Rows:
    """What the database says."""

    seconds: float
    beat: datetime | None
    letters: int
    clocks: int
    tried: Counts
    mail_is_late: bool


def is_full(error: BaseException | None) -> bool:
    """Return whether an error of the database says that its disk is full."""
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    return getattr(cause, "sqlstate", "") == DISK_FULL or "disk is full" in str(cause)


class Probe(Generic[T]):
    """A question that may hang, asked by one thread at a time."""

    def __init__(self, ask: Callable[[], T], fresh: float = FRESH) -> None:
        self._ask = ask
        self._fresh = fresh
        self._lock = Lock()
        self._asked_at = float("-inf")
        self._newest: Future[T] | None = None

    def start(self) -> "Future[T]":
        """Ask, unless there is a fresh answer or nobody has answered yet."""
        with self._lock:
            now, newest = time.monotonic(), self._newest
            if newest is None or (newest.done() and now - self._asked_at > self._fresh):
                newest = self._newest = Future()
                self._asked_at = now
                Thread(target=self._run, args=(newest,), name="probe", daemon=True).start()
            return newest

    def answer(self, until: float | None = None) -> T | None:
        """Return the newest answer, None if it failed or does not come in time.

        It has until a moment of `time.monotonic`, or PATIENCE.
        """
        left = PATIENCE if until is None else max(0.0, until - time.monotonic())
        try:
            return self.start().result(timeout=left)
        except Exception:  # noqa: BLE001 - whatever it is, there is no answer
            return None

    def forget(self) -> None:
        """Ask again the next time."""
        self._newest = None

    def _run(self, future: "Future[T]") -> None:
        try:
            future.set_result(self._ask())
        except Exception as error:  # noqa: BLE001 - `answer` reports it
            future.set_exception(error)
        finally:
            connections.close_all()


def look() -> Health:
    """Return the state of each part, within a few seconds."""
    https = settings.SITE_URL.startswith("https://")
    until = time.monotonic() + PATIENCE
    for probe in (database, shared, broker):
        probe.start()
    if https:
        certificate.start()
    rows, redis_part, queued = database.answer(until), _redis_part(until), broker.answer(until)
    now = timezone.now()
    age = None if rows is None or rows.beat is None else (now - rows.beat).total_seconds()
    known = rows is not None
    return Health(
        [
            Part("database", OK if rows else FAILING, {"seconds": rows.seconds if rows else None}),
            redis_part,
            Part(
                "beat",
                _state(known, age is not None and age <= OLDEST_BEAT.total_seconds()),
                {"age_seconds": age},
            ),
            Part(
                "letters",
                _state(known, rows is not None and rows.letters == 0),
                {"overdue": rows.letters if rows else None},
            ),
            _transports_part(rows),
            Part(
                "clocks",
                _state(known, rows is not None and rows.clocks == 0),
                {"overdue": rows.clocks if rows else None},
            ),
            Part(
                "queue",
                FAILING if queued is None or max(queued.values()) > MOST_QUEUED else OK,
                dict(queued) if queued else dict.fromkeys(_queues()),
            ),
            _disk_part(rows is None or room.answer(until) is not False),
            _certificate_part(certificate.answer(until) if https else None, used=https),
        ]
    )


def tried(span: timedelta) -> Counts:
    """Return how many letters each transport handed over lately, and how many it could not."""
    return post.counts_of_transports(timezone.now() - span)


def count() -> dict[str, int] | None:
    """Return the key counts by name, None if the database does not answer."""
    return counts.answer()


def _state(known: bool, good: bool) -> str:
    return UNKNOWN if not known else OK if good else FAILING


def _transports_part(rows: _Rows | None) -> Part:
    """Return the share of letters that each transport handed over; None where it tried none."""
    found = rows.tried if rows else dict.fromkeys(transports(), (0, 0))
    shares = {
        name: taken / (taken + refused) if taken + refused else None
        for name, (taken, refused) in found.items()
    }
    bad = any(fails(taken, refused) for taken, refused in found.values())
    good = not bad and not (rows and rows.mail_is_late)
    return Part("transports", _state(rows is not None, good), shares)


def _disk_part(has_room: bool) -> Part:
    """Return what is free on the disk of this host, where the database often is, too.

    It also fails if the database has no room, wherever that is.
    """
    free = shutil.disk_usage(settings.VAR).free // 10**6
    good = has_room and free >= LEAST_FREE
    return Part("disk", OK if good else FAILING, {"free_mb": free})


def _certificate_part(found: Certificate | None, *, used: bool) -> Part:
    if found is None:
        return Part("certificate", UNKNOWN if used else UNUSED, {"days_left": None})
    days = found.left() / A_DAY
    return Part("certificate", OK if found.lasts() else FAILING, {"days_left": days})


def _redis_part(until: float) -> Part:
    if not _redis_urls():
        return Part("redis", UNUSED, {"seconds": None})
    seconds = shared.answer(until)
    return Part("redis", FAILING if seconds is None else OK, {"seconds": seconds})


def _ask_database() -> _Rows:
    start = time.monotonic()
    beat = Beat.objects.order_by("pk").values_list("at", flat=True).first()
    late = timezone.now() - LATE
    return _Rows(
        seconds=time.monotonic() - start,
        beat=beat,
        letters=_some(Letter.objects.due(late)),
        clocks=_some(Wait.objects.open().filter(next_check_at__lte=late)),
        tried=tried(LATELY),
        mail_is_late=post.mail_is_late(),
    )


def _some(rows: QuerySet[Any]) -> int:
    return rows.order_by()[:MOST_COUNTED].count()


def _ask_room() -> bool:
    """Return whether the database can write some MB: what is sorted and too long for its memory."""
    if connection.vendor != "postgresql":
        return True
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(_SORTED)
    except OperationalError as error:
        if is_full(error):
            return False
        raise
    return True


_SORTED = """
SELECT count(*) FROM (SELECT words FROM (
SELECT repeat(md5(n::text), 8) AS words FROM generate_series(1, 16000) AS n
) AS unsorted ORDER BY words COLLATE "C" OFFSET 1) AS sorted
"""


def _ask_certificate() -> Certificate:
    return certificate_at(settings.SITE_URL, PATIENCE)


def _ask_tried() -> dict[str, Counts]:
    return {"hour": tried(LATELY), "day": tried(A_DAY)}


def _ask_counts() -> dict[str, int]:
    return {
        "people": User.objects.filter(is_active=True, guest=False).count(),
        "guests": User.objects.filter(guest=True).count(),
        "open_games": Game.objects.filter(status=Status.OPEN).count(),
        "running_games": Game.objects.filter(status=Status.RUNNING).count(),
        "open_turns": Wait.objects.open().count(),
        "waiting_letters": Letter.objects.waiting().count(),
    }


def _redis_urls() -> set[str]:
    location = settings.CACHES["default"].get("LOCATION", "")
    urls = [*(location if isinstance(location, list) else [location]), settings.CELERY_BROKER_URL]
    return {url for url in urls if url.startswith(("redis://", "rediss://"))}


def _ask_redis() -> float:
    start = time.monotonic()
    for url in _redis_urls():
        with redis.Redis.from_url(
            url, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        ) as client:
            client.ping()
    return time.monotonic() - start


def _queues() -> list[str]:
    routes = settings.CELERY_TASK_ROUTES.values()
    return [current_app.conf.task_default_queue, *{route["queue"] for route in routes}]


def _ask_broker() -> dict[str, int]:
    with current_app.connection_for_read() as connection:
        return {queue: _length(connection.default_channel, queue) for queue in _queues()}


def _length(channel: Any, queue: str) -> int:
    try:
        return int(channel.queue_declare(queue, passive=True).message_count)
    except ChannelError:
        # Redis has no empty queues.
        return 0


database = Probe(_ask_database)
counts = Probe(_ask_counts, fresh=COUNTED_EVERY)
tallies = Probe(_ask_tried, fresh=COUNTED_EVERY)
shared = Probe(_ask_redis)
room = Probe(_ask_room, fresh=PROBED_EVERY)
certificate = Probe(_ask_certificate, fresh=SEEN_EVERY)
broker = Probe(_ask_broker)
