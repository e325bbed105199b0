"""A world in which leagues are lived: people enter, play, leave and vote; the site's tasks run."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.db.models import Min
from django.test import Client
from django.urls import reverse

from games.bots import BOTS
from games.league.answering import Habits
from games.league.models import Division, League, Season, SeasonStatus, Table
from games.league.results import result_of
from games.league.services import running
from games.league.system.ranges import rank_ranges
from games.league.system.standings import TableResult
from games.play import services as play
from games.play.access import enter
from games.play.models import Game, Status, Wait
from games.post import services as post
from games.ratings.models import Rating, Result
from tests.league.test_kills import Killer
from tests.play.timepiece import Timepiece
from tests.play.week import Person, World

LEVEL = "apprentice"
TICK = timedelta(minutes=5)
SELDOM = timedelta(hours=6)
"""How often seasons are looked at if nothing else happens: the site does so each TICK."""
THINKING = timedelta(minutes=1)
UNDER_WAY = (SeasonStatus.RUNNING, SeasonStatus.CLOSING)


class SeasonWorld(World):
    """The site with its leagues, and people with habits: workers die where seasons start and end.

    `gone` are the people, by id, who do nothing from a moment on. What a tick may never do is held
    against it each time: `ranges` of places only narrow, and tables that are over stay as they are.
    """

    def __init__(self, seed: int, clock: Timepiece, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(seed, clock, monkeypatch)
        self.killer = Killer(monkeypatch)
        self.killed = 0
        self.habits: dict[int, Habits] = {}
        self.browsers: dict[int, Client] = {}
        self.gone: dict[int, datetime] = {}
        self.ticked = clock.now - TICK
        self.dice = random.Random(seed)
        self.seen: dict[int, list[Any]] = {}
        self.over: dict[int, TableResult] = {}
        self.ranges: dict[int, list[dict[int | None, tuple[int, int]]]] = {}

    # People

    def person(self, *, slowness: float = 1.0, **fields: Any) -> Person:
        person = super().person(**fields)
        self.habits[person.user.pk] = Habits(slowness)
        self.browsers[person.user.pk] = Client()
        self.browsers[person.user.pk].force_login(person.user)
        return person

    def do(self, person: Person, name: str, *args: Any, **sent: Any) -> str:
        """Do something on a page; return what it says."""
        browser = self.browsers[person.user.pk]
        answer = browser.post(reverse(name, args=args), sent, follow=True)
        assert answer.status_code == 200
        return str(answer.text)

    def enter(self, person: Person, season: Season, act: str = "register") -> str:
        return self.do(person, f"league:{act}", season.league.slug, season.number)

    def vote(self, game: Game, kind: str) -> None:
        """Let all people at a table vote for something."""
        players = list(game.players.exclude(user=None).order_by("seat"))
        people = [self.people[player.user_id] for player in players]
        self.do(people[0], "play:ask", game.pk, kind=kind)
        vote = game.votes.get(closed=None)
        for person in people[1:]:
            self.do(person, "play:vote", game.pk, vote.pk, choice="yes")

    def is_gone(self, user_id: int) -> bool:
        return self.gone.get(user_id, self.clock.now) < self.clock.now

    def _expect_answers(self) -> None:
        waits = Wait.objects.open().exclude(pk__in=self.expected).select_related("player__user")
        for wait in waits.order_by("pk"):
            self.expected.add(wait.pk)
            user = wait.player.person
            hours = self.habits[user.pk].answer(self.dice, 0.0) or 0.0
            today = self.clock.now.date()
            away = user.vacations.filter(first__lte=today, last__gte=today).first()
            rest = away.last - today if away else timedelta(0)
            at = self.clock.now + rest + timedelta(hours=hours)
            self.plan(at, lambda pk=wait.pk: self._answer(pk))

    def _answer(self, pk: int) -> None:
        """Play what a quick bot would, through the gate of pages; who is late takes a seat back."""
        wait = Wait.objects.select_related("player__user", "holder__user").get(pk=pk)
        player, user = wait.player, wait.holder.user
        if user is None or self.is_gone(user.pk) or player.user != user:
            return
        if wait.ended_at is not None:
            if player.offered_at is not None:
                self.do(self.people[user.pk], "play:come-back", player.game_id)
            return
        access = enter(user=user, game_id=player.game_id)
        player, game = access.player(), access.game
        if game.paused:
            self.plan(self.clock.now + timedelta(hours=12), lambda: self._answer(pk))
            return
        title, state, orders = game.rules(), access.state, []
        turn = title.view(state, None).turn
        while player.seat in title.to_move(state) and title.view(state, None).turn == turn:
            view, legal = title.view(state, player.seat), title.orders(state, player.seat)
            order = BOTS[LEVEL](view, legal, self.dice)
            orders.append(title.write(state, order))
            state = title.apply(state, player.seat, order)
        play.confirm(player=player, version=game.version, orders=orders)

    # The site

    def beat(self) -> None:
        for game in Game.objects.filter(thinking_since__isnull=False, status=Status.RUNNING):
            # Now and then no worker is there, and a sweep has to play.
            if self.dice.random() < 0.95:
                play.think(game_id=game.pk, number=game.moves_made)
        play.sweep()
        if self.clock.now >= self.ticked + TICK:
            self.ticked = self.clock.now
            self.tick()
        post.sweep()

    def _moments(self) -> Iterator[datetime]:
        yield from super()._moments()
        yield self.ticked + SELDOM
        thinking = Game.objects.filter(status=Status.RUNNING).aggregate(Min("thinking_since"))
        yield from (at + THINKING for at in thinking.values() if at is not None)

    def tick(self) -> None:
        """Let seasons go on; where one starts or ends, kill the worker at each of its commits."""
        rated, results = self._rated(), Result.objects.count()
        if self._is_turning():
            for number in count():
                deaths = [
                    self.killer.kills(running.tick, number, after=after) for after in (False, True)
                ]
                self.killed += sum(deaths)
                if not all(deaths):
                    break
        running.tick()
        assert rated == self._rated() or results < Result.objects.count(), "ratings are of games"
        for season in Season.objects.exclude(started_at=None):
            self.look_at(season)

    def _is_turning(self) -> bool:
        """Return whether a season is about to start or to end."""
        now = self.clock.now
        due = Season.objects.filter(status=SeasonStatus.REGISTERING, starts_at__lte=now)
        starting = due.exists() or Season.objects.filter(status=SeasonStatus.STARTING).exists()
        open_ones = Table.objects.filter(game__status=Status.RUNNING).values("division__season")
        ending = Season.objects.filter(status__in=UNDER_WAY).exclude(pk__in=open_ones)
        return starting or ending.exists()

    @staticmethod
    def _rated() -> list[Any]:
        return list(Rating.objects.order_by("pk").values_list("user", "title", "mean", "games"))

    def look_at(self, season: Season) -> None:
        """Hold what may not change against what was seen before."""
        tables = list(Table.objects.of(season).prefetch_related("seats"))
        found = [(table.division_id, table.ended_at, result_of(table)) for table in tables]
        if self.seen.get(season.pk) == found:
            return
        self.seen[season.pk] = found
        for table, (_, ended_at, result) in zip(tables, found, strict=True):
            if ended_at is not None:
                assert self.over.setdefault(table.pk, result) == result, f"{table} stands"
        for division in season.divisions.all():
            results = [result for number, _, result in found if number == division.pk]
            self._look_at_ranges(division, results)

    def _look_at_ranges(self, division: Division, results: Sequence[TableResult]) -> None:
        """Places that can still be reached become fewer; a late entry has those of its place."""
        entries = {entry.pk: entry for entry in division.entries.order_by("position")}
        timeouts = {number: entry.timeouts for number, entry in entries.items()}
        reachable = rank_ranges(results, list(entries), timeouts)
        now = {entries[number].position: found for number, found in reachable.items()}
        seen = self.ranges.setdefault(division.pk, [])
        for position, (best, worst) in (seen[-1] if seen else {}).items():
            low, high = now[position]
            assert best <= low <= high <= worst, f"{division}, {position}: {seen[-1]} to {now}"
        seen.append(now)

    def forget_ranges(self) -> None:
        """Let ranges widen once: staff have changed something."""
        for seen in self.ranges.values():
            seen.append({})

    # Time

    def until(self, reached: Callable[[], bool], *, at_most: timedelta, step: float = 6) -> None:
        """Let time pass until something is reached."""
        end = self.clock.now + at_most
        while not reached():
            assert self.clock.now < end, "it takes too long"
            self.run(self.clock.now + timedelta(hours=step))


def newest(league: League) -> Season:
    return league.seasons.select_related("league").latest("number")
