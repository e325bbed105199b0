"""Computing all ratings from 100,000 generated games: time and peak memory.

The games spread over five years. Runs on the database of DATABASE_URL, else on SQLite in a file.
`python -m tests.bench.ratings 10000` measures fewer games.
"""

import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import django
from django.conf import settings
from django.db import connection

GAMES, PEOPLE = 100_000, 5_000
YEARS = 5
BOARDS = ("hanse", "east", "britannia")
BATCH = 5_000
LIMIT_MINUTES = 30


def lay(games: int) -> None:
    """Make so many results; each person plays more or fewer games than others."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django
    from games.ratings.models import Kind, Part, Result, ResultSeat  # noqa: PLC0415

    rng = random.Random(1)
    count = max(5, games * PEOPLE // GAMES)
    User.objects.bulk_create(
        User(username=f"Person{number}", email=f"{number}@example.org", look=f"person {number}")
        for number in range(count)
    )
    people = list(User.objects.order_by("pk").values_list("pk", flat=True))
    skill = {person: rng.gauss(0, 1) for person in people}
    eager = [rng.paretovariate(1.5) for _ in people]
    begun = datetime(2025, 1, 1, tzinfo=UTC)

    def made(first: int, last: int) -> Iterator[tuple[Any, list[Any]]]:
        for number in range(first, last):
            size = rng.choice((2, 3, 4, 5))
            table = list(dict.fromkeys(rng.choices(people, eager, k=2 * size)))[:size]
            shown = [skill[person] + rng.gauss(0, 1) for person in table]
            result = Result(
                game=number,
                title="teutonica",
                board=rng.choice(BOARDS),
                players=len(table),
                ended=begun + timedelta(days=YEARS * 365 * number / games),
                kind=Kind.PEOPLE,
            )
            seats = [
                ResultSeat(
                    result=result,
                    seat=seat,
                    starts=seat,
                    user_id=person,
                    person=person,
                    place=1 + sum(other > shown[seat] for other in shown),
                    part=Part.WHOLE,
                )
                for seat, person in enumerate(table)
            ]
            yield result, seats

    for first in range(0, games, BATCH):
        batch = list(made(first, min(games, first + BATCH)))
        Result.objects.bulk_create(result for result, _ in batch)
        ResultSeat.objects.bulk_create(seat for _, seats in batch for seat in seats)


def main(games: int) -> int:
    """Measure and print; return the exit status."""
    from games.ratings.models import Pool, Rating  # noqa: PLC0415 - needs Django
    from games.ratings.services import recompute  # noqa: PLC0415

    lay(games)
    before = peak()
    start, cpu = time.monotonic(), time.process_time()
    recompute(title="teutonica", pool=Pool.PEOPLE)
    took, worked = time.monotonic() - start, time.process_time() - cpu
    print(
        f"{games} games of {Rating.objects.count()} people: {took:.0f} s "
        f"({worked:.0f} s of one core, limit {LIMIT_MINUTES * 60}), "
        f"peak memory {peak()} MB, {before} MB before"
    )
    return int(worked > LIMIT_MINUTES * 60)


def peak() -> int:
    """Return the most memory this process has used, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def run(games: int) -> int:
    """Measure on a database that is thrown away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ["CELERY_BROKER_URL"] = "memory://"
    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    old = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":
            # A database in memory would count as memory of the computation.
            connection.settings_dict["TEST"]["NAME"] = f"{folder}/bench.sqlite3"
        connection.creation.create_test_db(verbosity=0)
        try:
            return main(games)
        finally:
            connection.creation.destroy_test_db(old, verbosity=0)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
