"""A season with 1,000 entries: its start, its ticks and end, and its pages, against hello pages.

The league has some seasons of that size behind it. Half of the tables of the new one are over when
its pages are measured. Runs on the database of DATABASE_URL, else on SQLite in memory.

Prints milliseconds of this processor, statements, and the queries of each page.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from tests.bench.database import thrown_away
from tests.bench.table import cpu_seconds, timed

ENTRIES = int(os.environ.get("BENCH_ENTRIES", "1000")) // 8 * 8
PAST = 4
SEATS = 4
ROUNDS = 15
TABLE_LIMIT, STATEMENTS = 5.0, 45
"""What a table of the start may take: so many hello pages, and so many statements."""
LONGEST = 1_000
"""The longest transaction, in hello pages: others who need the season wait for it."""

LEAGUE = "/leagues/hansa/"
SEASON = f"{LEAGUE}{PAST + 1}/"
VISITOR = f"Merchant{ENTRIES - 1}"
"""Who looks at the pages: somebody of the lowest division."""

STANDINGS, PAGE, FEED = 3.0, 6.0, 12.0
PAGES = {
    SEASON: STANDINGS,
    f"{SEASON}?page=2": STANDINGS,
    f"{LEAGUE}{PAST}/": STANDINGS,
    f"{SEASON}{ENTRIES // 8}/": PAGE,
    f"{LEAGUE}{PAST}/1/": PAGE,
    LEAGUE: PAGE,
    "/leagues/": PAGE,
    f"/people/{VISITOR}/leagues/": STANDINGS,
    f"{SEASON}season.atom": FEED,
    f"{SEASON}season.ics": FEED,
}
"""The most hello pages that each of them may take."""


class Meter:
    """Counts statements, and measures the processor's time from each commit to the next."""

    def __init__(self) -> None:
        self.statements = 0
        self.longest = 0.0
        self._commit = connection.commit
        self._since = time.process_time()

    @contextmanager
    def running(self) -> Iterator["Meter"]:
        """Measure what happens inside."""
        connection.commit = self._committed
        self._since = time.process_time()
        try:
            with connection.execute_wrapper(self._executed):
                yield self
        finally:
            connection.commit = self._commit

    def _executed(self, execute: Callable[..., Any], *given: Any) -> Any:
        self.statements += 1
        return execute(*given)

    def _committed(self) -> None:
        self._commit()
        now = time.process_time()
        self.longest = max(self.longest, now - self._since)
        self._since = now


def lay() -> Any:
    """Make people, seasons that they have played, and a season for which all have registered."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django
    from games.league.models import Entry  # noqa: PLC0415
    from tests.league.factories import (  # noqa: PLC0415
        LeagueFactory,
        SeasonFactory,
        end_large,
        large_season,
    )

    names = [f"Merchant{number}" for number in range(ENTRIES)]
    people = User.objects.bulk_create(
        User(username=name, look=name, email=f"{name}@example.org") for name in names
    )
    terms = {"pace": "bank", "hours": 24, "bank_hours": 60, "reaction_hours": 12}
    league = LeagueFactory(
        slug="hansa", name="Hansa", title="teutonica", seats=SEATS, terms=terms, open=False
    )
    now = timezone.now()
    for number in range(1, PAST + 1):
        opens_at = now - (PAST + 1 - number) * timedelta(weeks=12)
        season = large_season(ENTRIES // 8, people, league=league, number=number, opens_at=opens_at)
        end_large(season)
    season = SeasonFactory(league=league, number=PAST + 1, starts_at=now)
    Entry.objects.bulk_create(
        Entry(season=season, user=person, registered_at=season.opens_at) for person in people
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    return season


def start(season: Any, hello: float) -> bool:
    """Start the season; return whether a table took more than it may, or a transaction."""
    from games.league.models import SeasonStatus, Table  # noqa: PLC0415 - needs Django
    from games.league.services import running, starting  # noqa: PLC0415

    now = timezone.now()
    with Meter().running() as divided:
        took = cpu_seconds(lambda: starting.begin(season_id=season.pk, now=now))
    print(f"Divisions: {1000 * took:.0f} ms, {divided.statements} statements")
    ticks, spent = 0, 0.0
    with Meter().running() as made:
        while season.status != SeasonStatus.RUNNING:
            spent += cpu_seconds(running.tick)
            ticks += 1
            season.refresh_from_db()
    tables = Table.objects.of(season).count()
    each, statements = 1000 * spent / tables, made.statements / tables
    print(
        f"{tables} tables in {ticks} ticks: {spent:.1f} s; each {each:.1f} ms, "
        f"{each / hello:.1f} times hello (limit {TABLE_LIMIT:g}), {statements:.1f} statements "
        f"(limit {STATEMENTS})"
    )
    long = is_long("longest transaction", max(divided.longest, made.longest), hello)
    return long or each / hello > TABLE_LIMIT or statements > STATEMENTS


def live(season: Any, what: str, hello: float) -> bool:
    """Let the season go on; return whether a transaction took longer than it may."""
    from games.league.services import running  # noqa: PLC0415 - needs Django

    with Meter().running() as meter:
        took = cpu_seconds(running.tick)
    print(f"{what}: {1000 * took:.0f} ms, {meter.statements} statements")
    return is_long("its longest transaction", meter.longest, hello)


def is_long(what: str, seconds: float, hello: float) -> bool:
    """Print how long a transaction took; return whether that is too long."""
    ratio = 1000 * seconds / hello
    print(f"{what}: {seconds:.2f} s, {ratio:.0f} times hello (limit {LONGEST})")
    return ratio > LONGEST


def measure(client: Client) -> int:
    """Measure every page in turn with hello; return how many are over their limit."""
    from games.league.pages import division, standings  # noqa: PLC0415 - needs Django

    def fresh(call: Callable[[], Any]) -> Any:
        for cache in (standings._computed, standings._told, division._cards):
            cache.clear()
        return call()

    slow = 0
    for page, limit in PAGES.items():
        part = {"HX-Request": "true"} if page.startswith("/people/") else None
        call = partial(client.get, page, headers=part)
        for _ in range(2):
            timed(call)
        # What is computed anew is measured apart, as it leaves much to be thrown away.
        pairs = [(timed(lambda: client.get("/hello/")), timed(call)) for _ in range(ROUNDS)]
        hello, took = (statistics.median(times) for times in zip(*pairs, strict=True))
        first = statistics.median(timed(partial(fresh, call)) for _ in range(ROUNDS))
        with CaptureQueriesContext(connection) as queries:
            call()
        ratio = took / hello
        slow += ratio > limit
        print(
            f"{took:7.1f} ms, {ratio:5.1f} times hello (limit {limit:g}), {first / hello:5.1f} "
            f"with nothing computed, {len(queries):3} queries: {page}"
        )
    print(f"{slow} of {len(PAGES)} pages take more than their limit.")
    return slow


def main() -> int:
    """Measure a start, pages, ticks and the end; return whether anything is over its goal."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django
    from games.league.models import Season  # noqa: PLC0415
    from tests.league.factories import end_tables  # noqa: PLC0415

    season = lay()
    print(f"{ENTRIES} entries and {PAST} seasons before, on {connection.vendor}")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username=VISITOR))
    with override_settings(ROOT_URLCONF="tests.bench.urls", ALLOWED_HOSTS=["127.0.0.1"]):
        hello = statistics.median(timed(lambda: client.get("/hello/")) for _ in range(ROUNDS))
        bad = start(season, hello)
        bad |= live(season, "A tick in which nothing is due", hello)
        end_tables(season, 4)
        bad |= measure(client) > 0
    end_tables(season)
    Season.objects.filter(pk=season.pk).update(started_at=timezone.now() - timedelta(weeks=6))
    bad |= live(season, "The tick that ends it", hello)
    return int(bad)


def run() -> int:
    """Measure on a database that is thrown away."""
    with thrown_away():
        return main()


if __name__ == "__main__":
    sys.exit(run())
