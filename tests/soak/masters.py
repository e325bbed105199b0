"""Bots that think beside people: whether they slow people down, and how soon they answer."""

import random
import statistics
import threading
import time
from collections.abc import Iterator, Sequence

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
TURNS = 60
"""So many turns of masters are timed."""
ANSWERED = 10.0
"""Seconds within which a master's turn is played at the 95th hundredth while people confirm."""
LOOK = 0.05
"""Seconds until a game is looked at again whose bot is timed."""


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


def late(crowd: Crowd, people: Sequence[User]) -> list[str]:
    """Time turns of masters while people confirm all the time, and print; return what is wrong.

    One master is asked at a time.
    """
    titles = [title for title in TITLES if title != POLL]
    crowd.before = nothing
    crowd.confirms.clear()
    done = threading.Event()

    def confirm() -> None:
        while not done.is_set():
            seats = [SeatPlan(user=user) for user in random.sample(people, SEATS)]
            games = [_game(seats, title) for title in titles]
            crowd.play(games, CONFIRMATIONS, HANDS)
        connections.close_all()

    others = threading.Thread(target=confirm)
    others.start()
    try:
        took = [*_answers(crowd, people, titles)]
    finally:
        done.set()
        others.join()
    soon = statistics.quantiles(took, n=20)[-1]
    print(
        f"95 of 100 turns of a master were played within {soon:.1f} s, half of them within "
        f"{statistics.median(took):.1f} s, beside {len(crowd.confirms)} confirmations"
    )
    return [f"Masters answer late: after {soon:.1f} s."] if soon > ANSWERED else []


def _answers(crowd: Crowd, people: Sequence[User], titles: Sequence[str]) -> Iterator[float]:
    """Yield the seconds that turns of masters took, equally many of each title."""
    rng = random.Random()
    for title in titles:
        left = TURNS // len(titles)
        while left:
            seats = [SeatPlan(bot="master"), *(SeatPlan(user=user) for user in people[1:SEATS])]
            game = _game(seats, title)
            while left and (took := _answer(crowd, game, rng)) is not None:
                left -= 1
                yield took


def _answer(crowd: Crowd, game: Game, rng: random.Random) -> float | None:
    """Play until a bot has thought; return for how many seconds, None if the game is over."""
    asked = Game.objects.filter(pk=game.pk, thinking_since__isnull=False)
    while not asked.exists():
        if crowd.turn(game.pk, rng) is False:
            return None
    start = time.monotonic()
    while asked.exists():
        time.sleep(LOOK)
    return time.monotonic() - start


def _game(seats: list[SeatPlan], title: str) -> Game:
    creator = next(seat.user for seat in seats if seat.user is not None)
    return services.create_game(creator=creator, title=title, seats=seats, options={})


def _measure(crowd: Crowd, games: Sequence[Game]) -> float:
    """Return the seconds within which 95 of 100 confirmations were answered."""
    crowd.confirms.clear()
    connections.close_all()
    crowd.play(games, CONFIRMATIONS, HANDS)
    return statistics.quantiles(crowd.confirms, n=20)[-1]
