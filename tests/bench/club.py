"""The pages of the club with 100,000 finished games, against a page that only says hello.

The games are rows without moves. Runs on the database of DATABASE_URL, else on SQLite in memory.
Prints the milliseconds, the ratio and the number of queries of each page.
"""

import os
import random
import statistics
import sys
from datetime import timedelta
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from tests.bench.table import timed

GAMES = int(os.environ.get("BENCH_GAMES", "100000"))
PEOPLE, SEATS = 3_000, 4
OPEN, RUNNING = 30, 60
BATCH = 5_000
ROUNDS = 15
GOAL = 3.0

VISITOR = "Merchant2"
"""Who looks at the pages: a player of some running games."""

PAGES = (
    "/",
    "/games/",
    "/games/running/",
    "/games/running/?who=strong",
    "/games/finished/",
    "/games/finished/?person=Merchant1&result=won",
    "/people/",
    "/people/?q=merchant",
    "/people/Merchant1/",
    "/people/Merchant1/games/",
    "/bots/greedy/",
    "/leaderboards/teutonica/",
    "/statistics/teutonica/",
    "/calibration/teutonica/",
)


def lay() -> None:
    """Make people and finished games of theirs, with results, as ratings have them."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django
    from games.play.models import Change, Game, Holder, Player, new_token  # noqa: PLC0415
    from games.ratings.models import Kind, Part, Result, ResultSeat  # noqa: PLC0415

    rng = random.Random(11)
    names = [f"Merchant{number}" for number in range(PEOPLE)]
    users = User.objects.bulk_create(User(username=name, look=name) for name in names)
    now = timezone.now()
    for begun in range(0, GAMES, BATCH):
        games = Game.objects.bulk_create(
            Game(
                title="teutonica",
                name=f"Game {number}",
                options={"board": "hanse"},
                rules_version=1,
                status="over",
                token=new_token(),
                started=now - timedelta(days=30, minutes=number),
                last_move_at=now - timedelta(minutes=number),
                ended=now - timedelta(minutes=number),
            )
            for number in range(begun, min(begun + BATCH, GAMES))
        )
        players: list[Any] = []
        for game in games:
            seated = rng.sample(users, SEATS)
            places = rng.sample(range(1, SEATS + 1), SEATS)
            players += [
                Player(game=game, seat=seat, user=user, place=places[seat], score=50)
                for seat, user in enumerate(seated)
            ]
        Player.objects.bulk_create(players)
        Holder.objects.bulk_create(
            Holder(player=each, user=each.user, since=each.game.started, came=Change.SEATED)
            for each in players
        )
        results = Result.objects.bulk_create(
            Result(
                game=game.pk,
                title=game.title,
                board="hanse",
                players=SEATS,
                ended=game.ended,
                kind=Kind.PEOPLE,
            )
            for game in games
        )
        by_game = {result.game: result for result in results}
        ResultSeat.objects.bulk_create(
            ResultSeat(
                result=by_game[each.game_id],
                seat=each.seat,
                starts=each.seat,
                user=each.user,
                person=each.user_id,
                place=each.place,
                score=each.score,
                part=Part.WHOLE,
                mean_before=0.0,
                deviation_before=1.0,
                mean_after=0.1,
                deviation_after=0.9,
            )
            for each in players
        )
    lay_lobby(users)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def lay_lobby(users: list[Any]) -> None:
    """Make open games, and running ones; the visitor plays in some of these."""
    from games.play.models import (  # noqa: PLC0415
        Change,
        Game,
        Holder,
        Player,
        Wait,
        new_token,
    )

    now = timezone.now()
    visitor = next(user for user in users if user.username == VISITOR)
    for number in range(OPEN + RUNNING):
        running = number >= OPEN
        game = Game.objects.create(
            title="teutonica",
            name=f"Game {GAMES + number}",
            options={"board": "hanse"},
            rules_version=1,
            status="running" if running else "open",
            token=new_token(),
            last_move_at=now - timedelta(minutes=number) if running else None,
        )
        seated = users[SEATS * number :][:SEATS]
        if number % 10 == 9 and visitor not in seated:
            seated[1] = visitor
        for seat, user in enumerate(seated if running else [seated[0], None, None, None]):
            door = "" if user else "open"
            player = Player.objects.create(game=game, seat=seat, user=user, door=door)
            if user:
                holder = Holder.objects.create(
                    player=player, user=user, since=now, came=Change.SEATED
                )
                if running and seat == number % SEATS:
                    Wait.objects.create(
                        player=player, holder=holder, move=1, since=now, budget=timedelta(days=3)
                    )


def main() -> int:
    """Measure every page in turn with hello; return whether any is over the goal."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django

    lay()
    print(f"{GAMES} finished games of {PEOPLE} people on {connection.vendor}")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username=VISITOR))
    slow = 0
    with override_settings(ROOT_URLCONF="tests.bench.urls", ALLOWED_HOSTS=["127.0.0.1"]):
        for page in PAGES:
            for _ in range(2):
                timed(lambda page=page: client.get(page))
            pairs = [
                (timed(lambda: client.get("/hello/")), timed(lambda page=page: client.get(page)))
                for _ in range(ROUNDS)
            ]
            hello, took = (statistics.median(times) for times in zip(*pairs, strict=True))
            with CaptureQueriesContext(connection) as queries:
                client.get(page)
            ratio = took / hello
            slow += ratio > GOAL
            print(f"{took:7.1f} ms, {ratio:5.1f} times hello, {len(queries):3} queries: {page}")
    print(f"{slow} of {len(PAGES)} pages take more than {GOAL} times hello.")
    return int(slow > 0)


def run() -> int:
    """Measure on a database that is thrown away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    os.environ.setdefault("LOG_LEVEL", "ERROR")
    os.environ["CELERY_BROKER_URL"] = "memory://"
    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    old = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0)
    try:
        return main()
    finally:
        connection.creation.destroy_test_db(old, verbosity=0)


if __name__ == "__main__":
    sys.exit(run())
