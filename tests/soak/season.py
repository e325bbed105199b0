"""A season of a league of each title, laid near its end, and the start of the next one."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import timedelta
from functools import partial
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connections
from django.utils import timezone

from games.accounts.models import User
from games.league.models import Season, Table
from games.league.policies import LATE
from games.league.services import registering, running
from games.league.terms import CLOSING, PACE
from games.play.models import Game, Move
from games.play.services import Terms
from games.post.models import Letter
from games.rules import TITLES
from tests.league.factories import LeagueFactory, SeasonFactory
from tests.play.factories import play_fast
from tests.soak.crowd import PATIENCE, Crowd
from tests.soak.web import Interrupted

SEATS = 3
ENTRIES = {"hansa": 12, "teutonica": 6}
"""Who plays, by title: two divisions and one. All others would be substitutes."""
FEWEST = max(ENTRIES.values())
BEGUN = {"hansa": 225, "teutonica": 265}
"""Moves of their games that are played when the soak begins."""
LEFT = 8
"""Confirmations of each of them before the season closes; bots play what is left then."""
ENDS = timedelta(hours=12)
"""After so long the season is to end: then its clocks quicken."""
HOUR = timedelta(hours=1)
LONGEST = 400.0
"""Seconds without a letter or move in which seasons end or begin; they are looked at every 300."""
Found = TypeVar("Found")


class Leagues:
    """A league of each title in which people are; `games` are those of the first seasons."""

    def __init__(self, people: Sequence[User]) -> None:
        self.games: list[Game] = []
        self._seasons: list[tuple[str, list[User], list[User]]] = []
        for title, number in ENTRIES.items():
            entered, others = list(people[:number]), list(people[number:])
            self.games += _laid(title, entered)
            self._seasons.append((f"/leagues/{title}", entered, others))

    def leave(self, crowd: Crowd, rng: random.Random) -> None:
        """Let somebody withdraw from each season, somebody leave a table, and others step in."""
        for path, entered, others in self._seasons:
            _send(crowd, others, f"{path}/1/volunteer")
            one, other = rng.sample(entered, 2)
            _send(crowd, [one], f"{path}/1/withdraw")
            own = Game.objects.filter(league_table__division__season__number=1, players__user=other)
            game = rng.choice(_done(lambda own=own: list(own)))
            _done(partial(crowd.send, other.pk, game, "leave"))

    def enter(self, crowd: Crowd) -> None:
        """Let the same people enter the next seasons, each of them twice."""
        for path, entered, _ in self._seasons:
            _send(crowd, [*entered, *entered], f"{path}/2/register")

    def closing(self) -> timedelta:
        """Return after what time bots finish the games of the first seasons."""
        ends = _done(
            lambda: list(Season.objects.filter(number=1).values_list("ends_at", flat=True))
        )
        return max(ends) + CLOSING + HOUR - timezone.now()

    def beginning(self) -> timedelta:
        """Return after what time the second seasons begin."""
        seasons = Season.objects.filter(number=2)
        starts = _done(lambda: list(seasons.values_list("starts_at", flat=True)))
        return max(starts) + HOUR - timezone.now()


def until(number: int, *statuses: str) -> list[str]:
    """Wait until the seasons of a number have one of some statuses; return what is wrong.

    While letters leave or games go on, others are only before them.
    """
    others = Season.objects.filter(number=number).exclude(status__in=statuses)
    seen, moved = None, time.monotonic()
    while _done(others.exists):
        now = _done(lambda: (Move.objects.count(), Letter.objects.waiting().count()))
        if now != seen:
            seen, moved = now, time.monotonic()
        if time.monotonic() > moved + LONGEST:
            return [f"Seasons of number {number} are not {' or '.join(statuses)}."]
        time.sleep(PATIENCE)
    return []


def _laid(title: str, people: Sequence[User]) -> list[Game]:
    """Let a season of people begin, and play its games on; return them."""
    now = timezone.now()
    league = LeagueFactory(
        slug=title,
        name=title.capitalize(),
        title=title,
        seats=SEATS,
        options=dict(TITLES[title].complete({}, SEATS)),
        terms=asdict(Terms(**PACE)),
    )
    season = SeasonFactory(league=league, opens_at=now, starts_at=now, ends_at=now + ENDS)
    for user in people:
        registering.register(season=season, user=user)
    running.tick()
    # Its first days are over, in which somebody could still enter.
    Season.objects.filter(pk=season.pk).update(started_at=now - LATE)
    return [
        play_fast(table.game, BEGUN[title])
        for table in Table.objects.of(season).select_related("game")
    ]


def _send(crowd: Crowd, people: Sequence[User], path: str) -> None:
    for user in people:
        _done(partial(crowd.site.post, user.pk, path, {}))


def _done(act: Callable[[], Found]) -> Found:
    """Do something until nothing interrupts it; return what it returns.

    What is interrupted for too long is raised.
    """
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            return act()
        except (Interrupted, InterfaceError, OperationalError):
            if time.monotonic() > deadline:
                raise
            connections.close_all()
            time.sleep(PATIENCE)
