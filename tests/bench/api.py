"""How long people wait for pages while a program misbehaves, against the same without it.

Starts a web server as a club runs it, on PostgreSQL and Redis. People look at their tables at a
steady rate, first alone, then beside the program of tests/api/misbehaving.py, and alone again.
Everything shares this machine with the program.

Needs DATABASE_URL, in whose cluster it makes a database of its own, and CELERY_BROKER_URL.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import urllib3

from tests.bench.services import own_services

LIMIT = 3.0
"""How much longer the median page may take beside the program."""
PEOPLE, TABLES, RATE = 12, 8, 8
HANDS = 16


class People:
    """People who look at tables; `took` are the seconds of each page from when it was due."""

    def __init__(self, address: str, sessions: Sequence[str], games: Sequence[int]) -> None:
        self.address, self.sessions, self.games = address, sessions, games
        self.web = urllib3.PoolManager(maxsize=HANDS, retries=False, timeout=60)
        self.took: list[float] = []
        self.refused: list[int] = []

    def look(self, seconds: float) -> list[float]:
        """Look at RATE tables a second; return what the pages took, sorted."""
        self.took, start = [], time.monotonic()
        with ThreadPoolExecutor(HANDS) as pool:
            for count in range(int(RATE * seconds)):
                due = start + count / RATE
                time.sleep(max(0.0, due - time.monotonic()))
                pool.submit(self._one, due)
        return sorted(self.took)

    def _one(self, due: float) -> None:
        page = self.web.request(
            "GET",
            f"{self.address}/game/{random.choice(self.games)}/",
            headers={
                "Cookie": f"sessionid={random.choice(self.sessions)}",
                # A server may close a connection that is kept in the moment it is used again.
                "Connection": "close",
            },
        )
        self.took.append(time.monotonic() - due)
        if page.status != 200:
            self.refused.append(page.status)


def measure(given: argparse.Namespace, folder: Path) -> int:
    """Start the site, look, and print; return the exit status."""
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs Django
    from django.db import connections  # noqa: PLC0415

    from tests.api.misbehaving import Misbehaving  # noqa: PLC0415
    from tests.factories import UserFactory  # noqa: PLC0415
    from tests.play.factories import game_of, play_fast  # noqa: PLC0415
    from tests.running.web import web  # noqa: PLC0415
    from tests.soak.people import sign_in  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    people, person = UserFactory.create_batch(PEOPLE), UserFactory()
    seen = [play_fast(game_of(*random.sample(people, 3)), 60).pk for _ in range(TABLES)]
    bots = ["journeyman", "journeyman"]
    games = [game_of(person, *bots, title=title) for title in ("hansa", "teutonica", "hansa")]
    sessions = list(sign_in(people).values())
    with web(folder, workers=given.processes, CACHE_URL=os.environ["CACHE_URL"]) as site:
        crowd = People(site.address, sessions, seen)
        # Each process draws its first board in seconds.
        crowd.look(5)
        program = Misbehaving(site.address, person, UserFactory(), games)
        connections.close_all()
        alone = crowd.look(given.seconds)
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(program.run, given.seconds)
            beside = crowd.look(given.seconds)
            running.result()
        after = crowd.look(given.seconds)
        broken = program.broken()
    for name, took in (("alone", alone), ("beside it", beside), ("alone again", after)):
        print(
            f"{len(took)} pages {name}: {1000 * statistics.median(took):.0f} ms, "
            f"95 of 100 in {1000 * statistics.quantiles(took, n=20)[-1]:.0f} ms"
        )
    ratio = statistics.median(beside) / statistics.median([*alone, *after])
    told = ", ".join(f"{many} of {status}" for status, many in sorted(program.statuses.items()))
    print(f"The program was answered {told}; {len(program.accepted)} orders counted, once each")
    print(f"Pages took {ratio:.1f} times as long beside it (limit {LIMIT:g})")
    for sentence in (*broken, *(f"A page was refused with {each}." for each in crowd.refused)):
        print(f"BROKEN: {sentence}")
    return int(ratio > LIMIT or bool(broken) or bool(crowd.refused))


def main() -> int:
    """Prepare a database and a cache of its own, measure, and leave nothing behind."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.api", description=__doc__)
    parser.add_argument("--seconds", type=int, default=30, help="of each of the three parts")
    parser.add_argument("--processes", type=int, default=4, help="of the web server")
    given = parser.parse_args()
    with own_services("api") as folder:
        return measure(given, folder)


if __name__ == "__main__":
    sys.exit(main())
