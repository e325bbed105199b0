"""The explorer of openings, games to learn from and turns to guess, against a hello page.

There are 100,000 finished games. The openings are those of as many by people and as many by bots on
one board, of which some are common and most were played once. Runs on the database of DATABASE_URL,
else on SQLite in memory. Then the most memory that the night takes to count few games and many.

Prints the milliseconds, the ratio and the number of queries of each page, and megabytes.
"""

import os
import statistics
import sys
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from tests.bench.database import thrown_away
from tests.bench.table import timed

GAMES = int(os.environ.get("BENCH_GAMES", "100000"))
KINDS = (3_000, 60_000, 95_000)
"""How many different first, second and third turns there are after all that came before."""
STUDIES, GUESSES = 3_000, 12
FEW, MANY = 200, 800
BATCH = 5_000
ROUNDS = 15
LIMIT: Final = 3.0
"""The most hello pages that a page may take."""
MEMORY = 1.3
"""How much more memory four times as many games may take."""


def copies(row: Any, number: int, **changed: Any) -> Iterator[Any]:
    """Yield copies of a row, not saved; a change is a value, or a function of the copy's number."""
    names = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    values = {name: getattr(row, name) for name in names}
    for at in range(number):
        new = {name: each(at) if callable(each) else each for name, each in changed.items()}
        yield type(row)(**values | new)


def saved(rows: Iterator[Any]) -> list[Any]:
    """Save rows, some thousands at a time."""
    made: list[Any] = []
    while batch := list(islice(rows, BATCH)):
        model: type[Model] = type(batch[0])
        made += model._default_manager.bulk_create(batch)
    return made


def lay_openings(played: list[Any]) -> None:
    """Make the openings of many games around those of one; common ones follow on common ones."""
    from games.club.models import Opening, OpeningKind  # noqa: PLC0415 - needs Django

    share = GAMES
    for turn, (row, kinds) in enumerate(zip(played, KINDS, strict=True)):
        here = min(kinds, max(KINDS[0], share // 8))
        for kind in OpeningKind.values:
            names = {"kind": kind, "key": f"{turn}-{kind}-{{}}".format}
            games = [max(1, share // (at + 8)) for at in range(here)].__getitem__
            saved(copies(row, here, **names, games=games, places=games, squared_places=games))
            names = {"kind": kind, "key": f"{turn}-{kind}-rare-{{}}".format}
            saved(copies(row, kinds - here, **names, parent=f"rare-{turn}", games=1))
        Opening.objects.filter(pk=row.pk).update(games=share // 8, places=share // 4)
        share //= 8


def lay_games(game: Any, user: Any) -> None:
    """Make copies of a game, and studies of some, of which again some are listed."""
    from games.play.models import new_token  # noqa: PLC0415 - needs Django
    from games.study.models import Plan, Recommendation  # noqa: PLC0415 - needs Django

    for left in range(GAMES - STUDIES, 0, -BATCH):
        saved(copies(game, min(left, BATCH), token=lambda _: new_token(), state=None))
    games = saved(copies(game, STUDIES, token=lambda _: new_token()))
    now = timezone.now()
    plans = saved(
        Plan(user=user, game=each, number=1, title=game.title, root={}, digest="1", shared_at=now)
        for each in games
    )
    saved(Recommendation(plan=plan, votes=at % 9, rank=at % 9) for at, plan in enumerate(plans))


def memory(game: Any, number: int) -> float:
    """Return the most megabytes that the night takes to count so many copies of a game."""
    from games.club.models import GameFigures, SeatFigures  # noqa: PLC0415 - needs Django
    from games.club.services.openings import count_openings  # noqa: PLC0415 - needs Django
    from games.play.models import Move, Player, new_token  # noqa: PLC0415 - needs Django

    games = saved(copies(game, number, token=lambda _: new_token()))
    figures = GameFigures.objects.get(game=game)
    made = saved(copies(figures, number, game_id=lambda at: games[at].pk, opening_counted=0))
    for row in (*Move.objects.filter(game=game), *Player.objects.filter(game=game)):
        saved(copies(row, number, game_id=lambda at: games[at].pk))
    for row in SeatFigures.objects.filter(figures=figures):
        saved(copies(row, number, figures_id=lambda at: made[at].pk))
    tracemalloc.start()
    counted = count_openings(seconds=600)
    most = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    if counted != number:
        raise SystemExit(f"{counted} of {number} games were counted.")
    return most


def main() -> int:
    """Measure every page in turn with hello, then the night; return whether any is over."""
    from games.club.models import Opening  # noqa: PLC0415 - needs Django
    from games.club.pages.openings import start_url_of  # noqa: PLC0415 - needs Django
    from games.club.services.openings import count_openings  # noqa: PLC0415 - needs Django
    from games.club.services.statistics import fill_statistics  # noqa: PLC0415 - needs Django
    from games.study.models import Guess  # noqa: PLC0415 - needs Django
    from games.study.turns import turns_of  # noqa: PLC0415 - needs Django
    from tests.factories import UserFactory  # noqa: PLC0415 - needs Django
    from tests.play.factories import cut_short, game_of_people, play_out  # noqa: PLC0415

    game, visitor = cut_short(game_of_people(4), 4), UserFactory()
    fill_statistics(seconds=60)
    count_openings(seconds=60)
    played = list(Opening.objects.order_by("move"))
    lay_openings(played)
    lay_games(game, visitor)
    whole = play_out(game_of_people(4))
    turns = turns_of(whole)
    saved(
        Guess(user=visitor, game=whole, seat=turn.seat, number=turn.number, orders=turn.orders)
        for turn in turns[:GUESSES]
    )
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    first = played[0]
    openings = f"/explorer/{first.title}/"
    guess = f"{whole.get_absolute_url()}guess/"
    pages = [
        "/explorer/",
        start_url_of(game.rules(), first.board, first.players),
        *(f"{openings}{row.key}/" for row in played),
        "/learn/games/",
        "/learn/games/?page=10",
        guess,
        f"{guess}seat/{turns[0].seat}/",
        f"{guess}{turns[0].number}/answer/",
        f"{guess}{turns[GUESSES].number}/",
    ]
    print(f"{GAMES} games, {Opening.objects.count()} turns of openings, on {connection.vendor}")
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(visitor)
    slow = 0
    with override_settings(ROOT_URLCONF="tests.bench.urls", ALLOWED_HOSTS=["127.0.0.1"]):
        for page in pages:
            slow += measured(client, page) > LIMIT
    print(f"{slow} of {len(pages)} pages take more than their limit.")
    few, many = memory(game, FEW), memory(game, MANY)
    print(
        f"The night takes {few:.1f} MB for {FEW} games, {many:.1f} MB for {MANY} "
        f"(limit {MEMORY:g} times as many)."
    )
    return int(slow > 0 or many > few * MEMORY)


def measured(client: Client, page: str) -> float:
    """Measure a page in turn with hello, and return how many times hello it takes."""
    for _ in range(2):
        timed(lambda: client.get(page))
    pairs = [
        (timed(lambda: client.get("/hello/")), timed(lambda: client.get(page)))
        for _ in range(ROUNDS)
    ]
    hello, took = (statistics.median(times) for times in zip(*pairs, strict=True))
    with CaptureQueriesContext(connection) as queries:
        client.get(page)
    print(
        f"{took:7.1f} ms, {took / hello:5.1f} times hello (limit {LIMIT:g}), "
        f"{len(queries):3} queries: {page}"
    )
    return took / hello


def run() -> int:
    """Measure on a database that is thrown away."""
    with thrown_away():
        return main()


if __name__ == "__main__":
    sys.exit(run())
