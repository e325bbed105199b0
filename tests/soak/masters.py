"""Bots that think beside people: whether they slow people down, and how soon they answer."""

import itertools
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
from tests.soak.crowd import NO_PROGRAMS, Crowd, nothing
from tests.soak.people import POLL, SEATS

HANDS = 2
CONFIRMATIONS = 6
"""Of each game that people play for this."""
LIMIT = 2.0
"""So many times as long a confirmation may take at the 95th hundredth while masters think."""
PATIENCE = 60.0
"""Seconds until the masters must be asked to think."""
ANSWERED = 10.0
"""Seconds within which a master's turn is played at the 95th hundredth while people confirm."""


def thinking() -> int:
    """Return how many games wait for a bot that thinks."""
    return Game.objects.filter(thinking_since__isnull=False).count()


def slowed(crowd: Crowd, people: Sequence[User], masters: int) -> list[str]:
    """Measure and print; return what is wrong."""
    crowd.before, crowd.programs = nothing, NO_PROGRAMS
    games = [
        _game([SeatPlan(user=user) for user in random.sample(people, SEATS)], title)
        for title in _titles() * 6
    ]
    calm = _measure(crowd, games)
    _ask(people, masters)
    busy = _measure(crowd, games)
    left = thinking()
    print(
        f"95 of 100 confirmations within {calm * 1000:.0f} ms while no bot thinks, within "
        f"{busy * 1000:.0f} ms while {masters} masters do ({left} at the end)"
    )
    if not left:
        return ["The masters were done before the confirmations."]
    return [f"Masters slow confirmations {busy / calm:.1f} times."] if busy > LIMIT * calm else []


def late(crowd: Crowd, people: Sequence[User], masters: int) -> list[str]:
    """Time turns of masters, so many asked at once, while people confirm all the time, and print.

    Return what is wrong.
    """
    crowd.before, crowd.programs = nothing, NO_PROGRAMS
    crowd.confirms.clear()
    done = threading.Event()

    def confirm() -> None:
        while not done.is_set():
            seats = [SeatPlan(user=user) for user in random.sample(people, SEATS)]
            games = [_game(seats, title) for title in _titles()]
            crowd.play(games, CONFIRMATIONS, HANDS)
        connections.close_all()

    others = threading.Thread(target=confirm)
    others.start()
    try:
        games = _ask(people, masters)
        crowd.play(games, CONFIRMATIONS, HANDS)
    finally:
        done.set()
        others.join()
    took = [seconds for game in games for seconds in _answers(game)]
    soon = statistics.quantiles(took, n=20)[-1]
    print(
        f"95 of 100 turns of masters, {masters} asked at once, were played within {soon:.1f} s, "
        f"half within {statistics.median(took):.1f} s ({len(took)} turns), beside "
        f"{len(crowd.confirms)} confirmations"
    )
    return [f"Masters answer late: after {soon:.1f} s."] if soon > ANSWERED else []


def _ask(people: Sequence[User], masters: int) -> list[Game]:
    """Begin games of masters and a person each until so many masters are asked; return them."""
    titles = itertools.cycle(_titles())
    start = time.monotonic()
    games: list[Game] = []
    while thinking() < masters:
        if time.monotonic() - start > PATIENCE:
            raise SystemExit(f"Only {thinking()} masters think, not {masters}.")
        bots = [SeatPlan(bot="master") for _ in range(SEATS - 1)]
        person = SeatPlan(user=people[len(games) % len(people)])
        games.append(_game([*bots, person], next(titles)))
    return games


def _answers(game: Game) -> Iterator[float]:
    """Yield for how many seconds each turn of a bot was waited for.

    What is played at once has the same moment, from which a bot is asked.
    """
    bots = {player.seat for player in game.players.all() if player.user_id is None}
    for before, move in itertools.pairwise(game.moves.order_by("number")):
        if move.when > before.when and move.seat == move.on_turn and move.seat in bots:
            yield (move.when - before.when).total_seconds()


def _titles() -> list[str]:
    return [title for title in TITLES if title != POLL]


def _game(seats: list[SeatPlan], title: str) -> Game:
    creator = next(seat.user for seat in seats if seat.user is not None)
    return services.create_game(creator=creator, title=title, seats=seats, options={})


def _measure(crowd: Crowd, games: Sequence[Game]) -> float:
    """Return the seconds within which 95 of 100 confirmations were answered."""
    crowd.confirms.clear()
    connections.close_all()
    crowd.play(games, CONFIRMATIONS, HANDS)
    return statistics.quantiles(crowd.confirms, n=20)[-1]
