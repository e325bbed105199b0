"""The pages of the club with 100,000 finished games, against a page that only says hello.

The games are rows without moves. The person and the bot whose pages are measured have played more
than others, and have all that such a page can show. Runs on the database of DATABASE_URL, else on
SQLite in memory.

Prints the milliseconds, the ratio and the number of queries of each page.
"""

import os
import random
import statistics
import sys
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from tests.bench.database import thrown_away
from tests.bench.table import timed

GAMES = int(os.environ.get("BENCH_GAMES", "100000"))
PEOPLE, SEATS = 3_000, 4
OPEN, RUNNING = 30, 60
BATCH = 5_000
ROUNDS = 15
GOAL = 3.0

VISITOR = "Merchant2"
"""Who looks at the pages: a player of some running games."""
KNOWN = "Merchant1"
"""The person whose page is measured: in every 50th game."""
BOT = "journeyman"
"""The bot whose page is measured: in every 10th game."""

PAGES = (
    "/",
    "/games/",
    "/games/running/",
    "/games/running/?who=strong",
    "/games/finished/",
    f"/games/finished/?person={KNOWN}&result=won",
    "/people/",
    "/people/?q=merchant",
    f"/people/{KNOWN}/",
    f"/people/{KNOWN}/games/",
    f"/bots/{BOT}/",
    "/leaderboards/teutonica/",
    "/statistics/teutonica/",
    "/calibration/teutonica/",
)
PARTS = (
    f"/people/{KNOWN}/ratings/",
    f"/people/{KNOWN}/results/",
    f"/people/{KNOWN}/style/",
    f"/people/{KNOWN}/reliability/",
    f"/people/{KNOWN}/answering/",
    f"/bots/{BOT}/style/",
)
"""Parts of pages, which HTMX asks for when they come into view."""


def lay() -> None:
    """Make people and finished games of theirs, with results, as ratings have them."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django
    from games.play.models import Change, Game, Holder, Player, new_token  # noqa: PLC0415
    from games.ratings.models import Kind, Part, Result, ResultSeat  # noqa: PLC0415

    rng = random.Random(11)
    names = [f"Merchant{number}" for number in range(PEOPLE)]
    users = User.objects.bulk_create(User(username=name, look=name) for name in names)
    known = next(user for user in users if user.username == KNOWN)
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
            seated: list[Any] = rng.sample(users, SEATS)
            if game.pk % 50 == 0 and known not in seated:
                seated[rng.randrange(SEATS)] = known
            if game.pk % 10 == 5:
                seated[rng.randrange(SEATS)] = None
            places = rng.sample(range(1, SEATS + 1), SEATS)
            players += [
                Player(
                    game=game,
                    seat=seat,
                    user=user,
                    bot="" if user else BOT,
                    place=places[seat],
                    score=50,
                )
                for seat, user in enumerate(seated)
            ]
        Player.objects.bulk_create(players)
        Holder.objects.bulk_create(
            Holder(
                player=each,
                user=each.user,
                bot=each.bot,
                since=each.game.started,
                came=Change.SEATED,
            )
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
                bot=each.bot,
                place=each.place,
                score=each.score,
                part=Part.WHOLE,
                **rating(rng),
            )
            for each in players
        )
    lay_lobby(users)
    lay_ratings(users)
    lay_answers(known)
    lay_figures(rng)
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


def rating(rng: random.Random) -> dict[str, float]:
    """Return a rating before and after a game."""
    before = rng.gauss(0.0, 0.5)
    after = before + rng.gauss(0.0, 0.1)
    return {
        "mean_before": before,
        "deviation_before": 0.5,
        "mean_after": after,
        "deviation_after": 0.4,
    }


def lay_ratings(users: list[Any]) -> None:
    """Rate everyone, and the bot, and rank them."""
    from games.club.services.leaderboards import rank_everyone  # noqa: PLC0415 - needs Django
    from games.ratings.models import Anchor, Pool, Rating  # noqa: PLC0415 - needs Django

    now = timezone.now()
    Rating.objects.bulk_create(
        Rating(
            title="teutonica",
            pool=Pool.PEOPLE,
            user=user,
            mean=0.0,
            deviation=0.4,
            games=100,
            last=now.date(),
        )
        for user in users
    )
    Anchor.objects.create(
        title="teutonica", bot=BOT, mean=-1.0, deviation=0.2, games=400, computed_at=now
    )
    rank_everyone()


def lay_answers(known: Any) -> None:
    """Let the person whose page is measured answer ten times in each of their newest games."""
    from games.play.models import EndedBy, Wait  # noqa: PLC0415 - needs Django
    from games.play.reliability import newest_seats  # noqa: PLC0415 - needs Django

    hour = timedelta(hours=1)
    Wait.objects.bulk_create(
        Wait(
            player_id=holder.player_id,
            holder=holder,
            move=number,
            since=holder.since + 9 * number * hour,
            ended_at=holder.since + (9 * number + 1) * hour,
            ended_by=EndedBy.ANSWERED,
            budget=24 * hour,
            used=hour,
        )
        for holder in newest_seats(known)
        for number in range(10)
    )


def lay_figures(rng: random.Random) -> None:
    """Make and count the figures of the games of the person and the bot that are measured."""
    from games.club.figures import VERSION  # noqa: PLC0415 - needs Django
    from games.club.models import GameFigures, SeatFigures, Variant  # noqa: PLC0415
    from games.club.services.statistics import count  # noqa: PLC0415 - needs Django
    from games.play.models import Game, Player  # noqa: PLC0415 - needs Django
    from games.rules import TITLES  # noqa: PLC0415 - needs Django

    rules = TITLES["teutonica"]
    start = rules.start(rules.complete({}, SEATS), SEATS)
    lines = list(rules.figures(start)[0].points)
    crowds = {
        crowd: Variant.objects.create(title="teutonica", board="hanse", players=SEATS, crowd=crowd)
        for crowd in ("people", "mixed")
    }
    played = Game.objects.filter(Q(players__bot=BOT) | Q(players__user__username=KNOWN))
    games = played.order_by("pk").distinct().values_list("pk", flat=True)
    made = GameFigures.objects.bulk_create(
        GameFigures(
            game_id=game,
            version=VERSION,
            variant=crowds["mixed" if game % 10 == 5 else "people"],
            ended_by=rng.choice(["prestige", "cities"]),
        )
        for game in games
    )
    by_game = {figures.game_id: figures for figures in made}
    SeatFigures.objects.bulk_create(
        SeatFigures(
            figures=by_game[player.game_id],
            seat=player.seat,
            user_id=player.user_id,
            bot=player.bot,
            starts=player.seat,
            first=rng.choice(["", *rules.abilities]),
            won=float(player.place == 1),
            points={line: rng.randrange(12) for line in lines},
        )
        for player in Player.objects.filter(game__in=by_game).order_by("pk")
    )
    count()


def main() -> int:
    """Measure every page in turn with hello; return whether any is over the goal."""
    from games.accounts.models import User  # noqa: PLC0415 - needs Django

    lay()
    print(f"{GAMES} finished games of {PEOPLE} people on {connection.vendor}")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(User.objects.get(username=VISITOR))
    slow = 0
    with override_settings(ROOT_URLCONF="tests.bench.urls", ALLOWED_HOSTS=["127.0.0.1"]):
        for page in (*PAGES, *PARTS):
            call = partial(
                client.get, page, headers={"HX-Request": "true"} if page in PARTS else None
            )
            for _ in range(2):
                timed(call)
            pairs = [(timed(lambda: client.get("/hello/")), timed(call)) for _ in range(ROUNDS)]
            hello, took = (statistics.median(times) for times in zip(*pairs, strict=True))
            with CaptureQueriesContext(connection) as queries:
                call()
            ratio = took / hello
            slow += ratio > GOAL
            print(f"{took:7.1f} ms, {ratio:5.1f} times hello, {len(queries):3} queries: {page}")
    print(f"{slow} of {len(PAGES) + len(PARTS)} pages take more than {GOAL} times hello.")
    return int(slow > 0)


def run() -> int:
    """Measure on a database that is thrown away."""
    with thrown_away():
        return main()


if __name__ == "__main__":
    sys.exit(run())
