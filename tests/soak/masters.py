"""Whether bots that think slow people down: confirmations beside masters, and without them."""

import random
import statistics
import time
from collections.abc import Sequence

from django.db import connections

from games.accounts.models import User
from games.play import services
from games.play.models import Game
from games.play.services import SeatPlan
from games.rules import TITLES
from tests.soak.crowd import Crowd, nothing
from tests.soak.people import POLL, SEATS

HANDS = 2
CONFIRMATIONS = 6
"""Of each game that people play for this."""
LIMIT = 2.0
"""So many times as long a confirmation may take at the 95th hundredth while masters think."""
PATIENCE = 60.0
"""Seconds until the masters must be asked to think."""


def thinking() -> int:
    """Return how many games wait for a bot that thinks."""
    return Game.objects.filter(thinking_since__isnull=False).count()


def slowed(crowd: Crowd, people: Sequence[User], masters: int) -> list[str]:
    """Measure and print; return what is wrong."""
    titles = [title for title in TITLES if title != POLL]
    crowd.before = nothing
    games = [
        _game([SeatPlan(user=user) for user in random.sample(people, SEATS)], title)
        for title in titles * 6
    ]
    calm = _measure(crowd, games)
    number = 0
    start = time.monotonic()
    while thinking() < masters:
        bots = [SeatPlan(bot="master") for _ in range(SEATS - 1)]
        person = SeatPlan(user=people[number % len(people)])
        _game([*bots, person], titles[number % len(titles)])
        number += 1
        if time.monotonic() - start > PATIENCE:
            return [f"Only {thinking()} masters think, not {masters}."]
    busy = _measure(crowd, games)
    left = thinking()
    print(
        f"95 of 100 confirmations within {calm * 1000:.0f} ms while no bot thinks, within "
        f"{busy * 1000:.0f} ms while {masters} masters do ({left} at the end)"
    )
    if not left:
        return ["The masters were done before the confirmations."]
    return [f"Masters slow confirmations {busy / calm:.1f} times."] if busy > LIMIT * calm else []


def _game(seats: list[SeatPlan], title: str) -> Game:
    creator = next(seat.user for seat in seats if seat.user is not None)
    return services.create_game(creator=creator, title=title, seats=seats, options={})


def _measure(crowd: Crowd, games: Sequence[Game]) -> float:
    """Return the seconds within which 95 of 100 confirmations were answered."""
    crowd.confirms.clear()
    connections.close_all()
    crowd.play(games, CONFIRMATIONS, HANDS)
    return statistics.quantiles(crowd.confirms, n=20)[-1]
