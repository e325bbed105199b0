"""Run the soak: `python -m tests.soak [--games 500] [--confirmations 3]`."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit, urlunsplit

import psycopg
import redis
from psycopg import sql

from hansa_site.children import Ended
from tests import parts
from tests.soak.mails import Mails, mail_server

WAR_GOES_ON = 20.0
"""Seconds in which workers are still killed when all have moved, and letters are most."""
STANDSTILL = 180.0
"""Seconds in which some letter must leave, or a bot play, while any wait."""
QUEUE = 13
"""The number of the Redis database that the soak takes; it must be empty."""


def main() -> int:
    """Prepare database and queue of its own, run, and leave nothing behind."""
    given = _arguments()
    for mark, reason in parts.missing().items():
        if mark in ("postgres", "redis"):
            raise SystemExit(f"The soak needs PostgreSQL and Redis, but {reason}.")
    name = f"hansa_soak_{os.getpid()}"
    database = urlsplit(os.environ["DATABASE_URL"])
    broker = urlunsplit(urlsplit(parts.REDIS_URL)._replace(path=f"/{QUEUE}"))
    with redis.Redis.from_url(broker) as queue:
        if queue.dbsize():
            raise SystemExit(f"Redis database {QUEUE} is not empty; the soak would empty it.")
    admin = psycopg.connect(os.environ["DATABASE_URL"], autocommit=True)
    admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        port = parts.free_port()
        with TemporaryDirectory() as folder, mail_server(port) as mails:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "tests.soak.settings",
                "DATABASE_URL": urlunsplit(database._replace(path=f"/{name}")),
                "CELERY_BROKER_URL": broker,
                "EMAIL_URL": f"smtp://127.0.0.1:{port}",
                "SECRET_KEY": "only-for-the-soak",
                "VAR": folder,
                "PYTHONPATH": str(Path(__file__).parents[2]),
            }
            return _run(given, mails)
    except Ended:
        return 130
    finally:
        with redis.Redis.from_url(broker) as queue:
            queue.flushdb()
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _run(given: argparse.Namespace, mails: Mails) -> int:
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs Django
    from django.db import connections  # noqa: PLC0415

    from games.play.models import Game, Move  # noqa: PLC0415
    from games.post.models import Letter  # noqa: PLC0415
    from tests.soak import laws, masters, people  # noqa: PLC0415
    from tests.soak.house import House  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    start = time.monotonic()
    guests, games = people.invite(given.games)
    sessions = people.sign_in(guests)
    connections.close_all()
    print(f"{len(games)} games of {len(guests)} people laid in {time.monotonic() - start:.0f} s")
    with House(dict(os.environ), (parts.free_port(), parts.free_port())) as house:
        crowd = people.Crowd(house.addresses, sessions)
        start = time.monotonic()
        moves = Move.objects.count()
        house.war()
        crowd.play(games, given.confirmations)
        took = time.monotonic() - start
        moves = Move.objects.count() - moves
        time.sleep(WAR_GOES_ON)
        house.peace()
        drained = _drain(lambda: Letter.objects.waiting().count() + masters.thinking())
        slowed = masters.slowed(crowd, guests, given.masters) if given.masters else []
        _drain(lambda: Letter.objects.waiting().count() + masters.thinking())
    print(
        f"{crowd.clicks} clicks made {moves} moves in {took:.0f} s: {crowd.clicks / took:.0f} "
        f"clicks a second, the slowest answered after {crowd.slowest:.1f} s"
    )
    print(
        f"{len(house.killed)} workers killed; {sum(map(len, mails.taken.values()))} mails taken, "
        f"{laws.doubles(mails.taken)} of them twice; the last {drained:.0f} s after the last click"
    )
    breaches = [*slowed, *crowd.refused, *laws.broken(mails.taken, house.killed)]
    for sentence in breaches[:30]:
        print(f"BROKEN: {sentence}")
    over = Game.objects.filter(status="over").count()
    print(
        f"{len(games)} games, {over} of them over: "
        + (f"{len(breaches)} breaches" if breaches else "all replay, every wait has its mail")
    )
    return int(bool(breaches))


def _drain(waiting: Callable[[], int]) -> float:
    """Wait until no letter or bot is waited for, or none comes for long; return the seconds."""
    start = moved = time.monotonic()
    left = waiting()
    while left and time.monotonic() - moved < STANDSTILL:
        time.sleep(0.5)
        if (now := waiting()) != left:
            left, moved = now, time.monotonic()
    return time.monotonic() - start


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="how many move at once")
    parser.add_argument("--confirmations", type=int, default=3, help="of each game")
    parser.add_argument("--masters", type=int, default=20, help="think at once, at the end")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
