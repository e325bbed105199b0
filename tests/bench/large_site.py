"""A site of tests.bench.large: does what it is asked on its input, and says how long it took."""

import os
import random
import resource
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import django
from django.test import Client
from django.test.utils import override_settings
from django.utils import timezone

from tests.bench.large import CONFIRM, SWEEP

DUE = 10
"""Clocks that are due in each sweep: the small site has enough of them for all rounds."""


class Site:
    """A populated database."""

    def __init__(self) -> None:
        from games.accounts.models import User  # noqa: PLC0415 - needs Django
        from games.play.models import Game  # noqa: PLC0415

        games = Game.objects.filter(title="teutonica", hot_seat=False)
        running = games.filter(status="running", name__startswith="Hansa Teutonica for 2").latest(
            "pk"
        )
        over = games.filter(
            status="over", name__startswith="Hansa Teutonica for 2", moves_made__lt=30
        )
        visitor = User.objects.filter(seats__game=running).earliest("pk")
        people = User.objects.filter(username__startswith="Player").count()
        self.names = {
            "some": f"Player{people // 10 - 1}",
            "known": User.objects.filter(username__startswith="Player").earliest("pk").username,
            "running": running.pk,
            "over": over.latest("ended").pk,
        }
        self.client = Client(SERVER_NAME="127.0.0.1", headers={"HX-Request": "true"})
        self.client.force_login(visitor)
        self.left = games.filter(status="running").order_by("-pk").iterator(chunk_size=50)

    def did(self, what: str) -> float:
        """Return the milliseconds of what was asked, or the megabytes of memory."""
        from games.club.services.leaderboards import rank_everyone  # noqa: PLC0415 - needs Django
        from games.club.services.statistics import fill_statistics  # noqa: PLC0415
        from games.play.services.results import record_results  # noqa: PLC0415
        from games.ratings import collusion  # noqa: PLC0415
        from games.ratings.services import recompute_all  # noqa: PLC0415

        nightly: dict[str, Callable[[], object]] = {
            "record_results": record_results,
            "fill_statistics": lambda: fill_statistics(seconds=600),
            "rank_everyone": rank_everyone,
            "recompute_ratings": recompute_all,
            "mark": collusion.mark,
        }
        if what == "memory":
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        if what in nightly:
            return timed(nightly[what])
        if what == CONFIRM:
            return self.confirmation()
        return self.sweep() if what == SWEEP else self.page(what)

    def page(self, address: str) -> float:
        """Return the time of a page."""

        def get() -> None:
            answer = self.client.get(address.format(**self.names))
            if answer.status_code != 200:
                raise SystemExit(f"{address}: {answer.status_code}")

        get()
        return timed(get)

    def confirmation(self) -> float:
        """Confirm one order of a game that was not looked at yet."""
        from games.play import services  # noqa: PLC0415 - needs Django
        from tests.play.factories import good_order, player_to_move  # noqa: PLC0415

        game = next(self.left)
        player = player_to_move(game)
        order = good_order(player.game, player.seat, random.Random(1))
        version = player.game.version
        return timed(lambda: services.confirm(player=player, version=version, orders=[order]))

    def sweep(self) -> float:
        """Let clocks be due for a reminder, and sweep."""
        from games.play import services  # noqa: PLC0415 - needs Django
        from games.play.models import Wait  # noqa: PLC0415

        now = timezone.now()
        services.sweep(now=now)
        waits: Any = Wait.objects.open().filter(
            next_check_at__gt=now, deadline__gt=now, reminders=0
        )
        due = list(waits.order_by("-pk").values_list("pk", flat=True)[:DUE])
        if len(due) < DUE:
            raise SystemExit("Too few clocks run on this site. Fill it with more open games.")
        Wait.objects.filter(pk__in=due).update(
            next_check_at=now, clock_since=now - timedelta(days=2), deadline=now + timedelta(days=1)
        )
        return timed(lambda: services.sweep(now=now))


def timed(call: Callable[[], object]) -> float:
    """Return the milliseconds of a call, those of the database included.

    On SQLite, which works in this process, what else the machine does is left out.
    """
    from django.db import connection  # noqa: PLC0415 - needs Django

    now = time.process_time if connection.vendor == "sqlite" else time.monotonic
    start = now()
    call()
    return (now() - start) * 1000


def main() -> None:
    """Answer until the input ends."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ["CELERY_BROKER_URL"] = "memory://"
    django.setup()
    with override_settings(ALLOWED_HOSTS=["127.0.0.1"]):
        site = Site()
        for line in sys.stdin:
            print(site.did(line.strip()), flush=True)


if __name__ == "__main__":
    main()
