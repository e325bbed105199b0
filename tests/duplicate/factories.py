"""Duplicates, and games of them, for tests."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import factory
from django.utils import timezone
from factory.django import DjangoModelFactory

from games.accounts.models import User
from games.duplicate.models import Duplicate, DuplicateGame
from games.duplicate.models.duplicate import KIND
from games.duplicate.services import joining
from games.play.models import Event, Game, Player, Status
from games.play.weeks import monday_of
from tests.factories import UserFactory

WEEK = timedelta(weeks=1)


class DuplicateFactory(DjangoModelFactory):
    """The duplicate of this week, of Hansa."""

    class Meta:
        model = Duplicate

    monday = factory.LazyFunction(lambda: monday_of(timezone.now()))
    title = "hansa"
    event = factory.LazyAttribute(
        lambda made: Event.objects.create(name=f"Duplicate {made.monday}", kind=KIND)
    )


def week_ago(weeks: int, **more: Any) -> Duplicate:
    """The duplicate of so many weeks ago; it is closed if its two weeks are over."""
    monday = monday_of(timezone.now()) - weeks * WEEK
    closed = datetime.combine(monday, datetime.min.time(), UTC) + 2 * WEEK
    more = {"closed_at": closed if weeks > 1 else None} | more
    return DuplicateFactory(monday=monday, **more)


def joined(user: User | None = None) -> Game:
    """The game of a person who has joined the duplicate of this week."""
    return joining.join(user=user or UserFactory())


def end(game: Game, place: int = 2, points: int = 30, best: int = 35) -> DuplicateGame:
    """Let a person's game be over with a result, in rows alone."""
    now = timezone.now()
    totals = [points, best, 1, 0]
    result = {"places": [place, 5 - place, 3, 4], "scores": [{"total": each} for each in totals]}
    Game.objects.filter(pk=game.pk).update(
        status=Status.OVER, ended=now, result=result, thinking_since=None
    )
    own = DuplicateGame.objects.get(game=game)
    own.ended_at, own.place, own.points, own.lead = now, place, points, points - best
    own.save()
    return own


def results(duplicate: Duplicate, number: int) -> Iterator[DuplicateGame]:
    """Results of so many new people in a duplicate, in rows alone, the best first."""
    people = UserFactory.create_batch(number)
    for rank, person in enumerate(people):
        game = Game.objects.create(
            title=duplicate.title,
            name="Duplicate",
            rules_version=1,
            private=True,
            creator=person,
            event=duplicate.event,
            status=Status.OVER,
            ended=timezone.now(),
            rated=False,
        )
        Player.objects.create(game=game, seat=0, user=person)
        yield DuplicateGame.objects.create(
            duplicate=duplicate,
            user=person,
            game=game,
            joined_at=duplicate.begins_at,
            ended_at=duplicate.begins_at + WEEK,
            place=1 + rank // 10,
            points=50 - rank % 10,
            lead=9 - rank % 10,
        )
