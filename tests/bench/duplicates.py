"""The pages of duplicates with 100,000 games of them, against hello pages.

Each week 2,000 people have played it. Runs on the database of DATABASE_URL, else on SQLite in
memory. Prints milliseconds of this processor, and the queries of each page.
"""

import statistics
import sys
from functools import partial
from typing import Any, Final

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from tests.bench.database import thrown_away
from tests.bench.table import timed

WEEKS, PLAYERS = 50, 2_000
ROUNDS: Final = 15
LIMIT: Final = 3.0
"""The most hello pages that a page may take."""


def lay() -> list[str]:
    """Make duplicates and their games, in rows alone; return the addresses of their pages."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django
    from games.duplicate.models import DuplicateGame  # noqa: PLC0415
    from games.duplicate.pages.words import week_url  # noqa: PLC0415
    from games.play.models import Game, Player, Status  # noqa: PLC0415
    from tests.duplicate.factories import week_ago  # noqa: PLC0415

    names = [f"Merchant{number}" for number in range(PLAYERS)]
    people = User.objects.bulk_create(
        User(username=name, look=name, email=f"{name}@example.org") for name in names
    )
    weeks = [week_ago(ago) for ago in range(WEEKS)]
    now = timezone.now()
    for week in weeks:
        games = Game.objects.bulk_create(
            Game(
                title=week.title,
                name="Duplicate",
                rules_version=1,
                private=week.closed_at is None,
                creator=person,
                event=week.event,
                status=Status.OVER,
                ended=now,
            )
            for person in people
        )
        Player.objects.bulk_create(
            Player(game=game, seat=0, user=person)
            for game, person in zip(games, people, strict=True)
        )
        DuplicateGame.objects.bulk_create(
            DuplicateGame(
                duplicate=week,
                user=person,
                game=game,
                joined_at=now,
                ended_at=now,
                place=1 + number % 4,
                points=20 + number % 37,
                lead=number % 23 - 12,
            )
            for number, (game, person) in enumerate(zip(games, people, strict=True))
        )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    now_url, *_, past = map(week_url, weeks)
    return ["/duplicates/", "/duplicates/?page=2", now_url, past, f"{past}?page=40"]


def measure(client: Client, pages: list[str]) -> int:
    """Measure every page in turn with hello; return how many are over their limit."""
    slow = 0
    for page in pages:
        call = partial(client.get, page)
        for _ in range(2):
            timed(call)
        pairs = [(timed(lambda: client.get("/hello/")), timed(call)) for _ in range(ROUNDS)]
        hello, took = (statistics.median(times) for times in zip(*pairs, strict=True))
        with CaptureQueriesContext(connection) as queries:
            call()
        ratio = took / hello
        slow += ratio > LIMIT
        print(
            f"{took:7.1f} ms, {ratio:5.1f} times hello (limit {LIMIT:g}), "
            f"{len(queries):3} queries: {page}"
        )
    print(f"{slow} of {len(pages)} pages take more than their limit.")
    return slow


def main() -> int:
    """Measure the pages for someone who has played each; return whether one takes too long."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django

    pages = lay()
    print(f"{WEEKS} weeks of {PLAYERS} games, on {connection.vendor}")
    client: Any = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username=f"Merchant{PLAYERS // 2}"))
    with override_settings(ROOT_URLCONF="tests.bench.urls", ALLOWED_HOSTS=["127.0.0.1"]):
        return int(measure(client, pages) > 0)


def run() -> int:
    """Measure on a database that is thrown away."""
    with thrown_away():
        return main()


if __name__ == "__main__":
    sys.exit(run())
