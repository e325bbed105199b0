"""The sweep over 100,000 open games against the same over 1,000, with 100 clocks due in both.

What is due are reminders, the least work that a clock can make: with more, the number of games
would show even less. Runs on the database of DATABASE_URL, else on SQLite in memory.
"""

import random
import statistics
import sys
import time
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from tests.bench.database import thrown_away

FEW, MANY, DUE = 1_000, 100_000, 100
ENDED = 3
"""Waits of each game that are over: they stay, and no sweep looks at them."""

ROUNDS = 7
BATCH = 5_000
LIMIT = 3.0


def lay(games: int, people: int) -> None:
    """Make open games, all in the same position, until there are so many; none of them is due."""
    from games.play.models import Game, Player, Wait  # noqa: PLC0415 - needs Django
    from tests.factories import UserFactory  # noqa: PLC0415
    from tests.play.factories import game_of  # noqa: PLC0415

    if not Game.objects.exists():
        game_of(*UserFactory.create_batch(3))
        UserFactory.create_batch(people - 3)
    model = Game.objects.order_by("pk")[0]
    seats = list(Player.objects.at_table(model))
    users = list(seats[0].user.__class__.objects.order_by("pk").values_list("pk", flat=True))
    rng = random.Random(games)
    later = timezone.now() + timedelta(days=2)
    asked = Wait.objects.open().select_related("player", "holder").get(player__game=model)
    while (left := games - Game.objects.count()) > 0:
        laid = [_copy(model) for _ in range(min(left, BATCH))]
        Game.objects.bulk_create(laid)
        players = []
        for game in laid:
            for seat, user in zip(seats, rng.sample(users, len(seats)), strict=True):
                player = _copy(seat)
                player.game, player.user_id = game, user
                players.append(player)
        Player.objects.bulk_create(players)
        _wait_for(players[asked.player.seat :: len(seats)], asked, later)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _wait_for(players: list[Any], model: Any, later: datetime) -> None:
    """Let a wait like the model be open for each player, and ENDED of them have ended."""
    from games.play.models import EndedBy, Holder, Wait  # noqa: PLC0415 - needs Django

    holders = [_copy(model.holder) for _ in players]
    for player, holder in zip(players, holders, strict=True):
        holder.player, holder.user_id = player, player.user_id
    Holder.objects.bulk_create(holders)
    waits = []
    for holder in holders:
        for number in range(ENDED + 1):
            wait = _copy(model)
            wait.player_id, wait.holder = holder.player_id, holder
            if number < ENDED:
                wait.ended_at, wait.ended_by = wait.since, EndedBy.ANSWERED
                wait.clock_since = wait.next_check_at = None
            else:
                wait.next_check_at = wait.deadline = later
            waits.append(wait)
    Wait.objects.bulk_create(waits)


def _copy(row: object) -> object:
    """Return a row like this one that is not saved yet."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    fields["id"] = None
    fields.pop("token", None)
    return type(row)(**fields)


def sweep_once() -> float:
    """Make clocks due, and return the milliseconds of the sweep that attends to them."""
    from games.play import services  # noqa: PLC0415 - needs Django
    from games.play.models import Wait  # noqa: PLC0415
    from games.post.models import Letter  # noqa: PLC0415

    now = timezone.now()
    open_waits = Wait.objects.open().filter(deadline__gt=now + timedelta(days=1)).order_by("pk")
    due = list(open_waits.values_list("pk", flat=True)[:DUE])
    Wait.objects.filter(pk__in=due).update(
        next_check_at=now, reminders=0, clock_since=now - timedelta(days=2)
    )
    Letter.objects.all().delete()
    start = time.process_time() if connection.vendor == "sqlite" else time.monotonic()
    done = services.sweep(now=now)
    took = (time.process_time() if connection.vendor == "sqlite" else time.monotonic()) - start
    if done != DUE:
        raise SystemExit(f"{done} clocks were attended to, not {DUE}.")
    return took * 1000


def main() -> int:
    """Measure and print; return the exit status."""
    typical = {}
    for games in (FEW, MANY):
        lay(games, people=300)
        sweep_once()
        typical[games] = statistics.median(sweep_once() for _ in range(ROUNDS))
        print(f"{games} open games, {DUE} due: {typical[games]:.0f} ms")
    ratio = typical[MANY] / typical[FEW]
    print(f"{MANY} games / {FEW} games: {ratio:.2f} (limit {LIMIT})")
    return int(ratio > LIMIT)


def run() -> int:
    """Measure on a database that is thrown away."""
    with thrown_away():
        return main()


if __name__ == "__main__":
    sys.exit(run())
