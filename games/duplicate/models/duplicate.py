"""The duplicate of a week, and the games that people play of it."""

import secrets
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from typing import Any, Final

from django.db import models
from django.db.models import F, Q, QuerySet

from games.accounts.models import User
from games.play.models import Event, Game
from games.play.weeks import monday_of

KIND: Final = "duplicate"
"""The kind of the events of duplicates."""

JOINING: Final = timedelta(weeks=1)
"""How long people can join, from the Monday at 0:00 UTC with which the week begins."""

PLAYING: Final = timedelta(weeks=2)
"""How long a game can be played, from the same Monday; what is not over then does not count."""


Result = tuple[int | None, int | None, int | None]
"""A place, a lead and points, None without a result."""


def new_secret() -> str:
    """Return a random secret: 32 bytes in hexadecimal digits."""
    return secrets.token_hex(32)


class DuplicateQuerySet(QuerySet["Duplicate"]):
    """Queries for duplicates."""

    def in_week(self, year: int, week: int) -> "DuplicateQuerySet":
        """The duplicate of a week by its ISO year and number; none if there is no such week."""
        try:
            monday = date.fromisocalendar(year, week, 1)
        except (ValueError, OverflowError):
            return self.none()
        return self.filter(monday=monday)

    def due(self, now: datetime) -> "DuplicateQuerySet":
        """Those that are to be closed, as their time to play has ended."""
        return self.filter(closed_at=None, monday__lte=monday_of(now - PLAYING))


class Duplicate(models.Model):
    """The game of a week: what is played, and the `secret` by which it draws.

    `event` is what its games belong to. Once it is `closed_at`, its results are final and
    everyone may see them, its games and its secret.
    """

    monday = models.DateField(unique=True)
    title = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    event = models.OneToOneField(Event, models.PROTECT, related_name="duplicate")
    closed_at = models.DateTimeField(null=True)
    # How many results there are, once it is closed.
    counted = models.PositiveIntegerField(default=0, db_default=0)

    objects = DuplicateQuerySet.as_manager()

    class Meta:
        ordering = ["-monday"]

    def __str__(self) -> str:
        return self.week

    @property
    def week(self) -> str:
        """The week as ISO 8601 writes it: '2026-W49'."""
        return f"{self.monday:%G-W%V}"

    @property
    def begins_at(self) -> datetime:
        """The moment from which people can join."""
        return datetime.combine(self.monday, time(), UTC)

    @property
    def joined_until(self) -> datetime:
        """The moment until which people can join."""
        return self.begins_at + JOINING

    @property
    def played_until(self) -> datetime:
        """The moment until which games count."""
        return self.begins_at + PLAYING

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the secret, by which everyone sees later that it was never changed."""
        return sha256(bytes.fromhex(self.secret)).hexdigest()


def better_than(result: Result) -> Q:
    """Return the condition of games with a better result than this one."""
    place, lead, points = result
    same_place = Q(place=place)
    return (
        Q(place__lt=place)
        | same_place & Q(lead__gt=lead)
        | same_place & Q(lead=lead, points__gt=points)
    )


class DuplicateGameQuerySet(QuerySet["DuplicateGame"]):
    """Queries for the games of duplicates."""

    def finished_by(self, user: Any) -> "DuplicateGameQuerySet":
        """A person's games that are over, whether they have a result or not."""
        return self.filter(user=user, ended_at__isnull=False)

    def ranked(self) -> "DuplicateGameQuerySet":
        """Those with a result, the best first: by place, lead and points."""
        return self.filter(place__isnull=False).order_by("place", "-lead", "-points", "pk")

    def better_than(self, result: Result) -> "DuplicateGameQuerySet":
        """Those with a better result than this one."""
        return self.filter(better_than(result))


class DuplicateGame(models.Model):
    """A person's game of a duplicate; `user` is None once their account is closed.

    `ended_at` is set when it is over or they have left it. Only a game that was played to its end
    in time has a result: `place`, `points`, and the `lead`, which is how many points they have more
    than the best of the others, negative if they have fewer.
    """

    duplicate = models.ForeignKey(Duplicate, models.CASCADE, related_name="games", db_index=False)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="duplicate_games")
    game = models.OneToOneField(Game, models.CASCADE, related_name="duplicate_game")
    joined_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    points = models.SmallIntegerField(null=True)
    lead = models.SmallIntegerField(null=True)

    objects = DuplicateGameQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["duplicate", "user"], name="one_game_of_a_duplicate_per_person"
            ),
        ]
        indexes = [
            models.Index(
                "duplicate",
                "place",
                F("lead").desc(),
                F("points").desc(),
                "id",
                name="ranked_results",
                condition=Q(place__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} of {self.duplicate_id}"

    @property
    def result(self) -> Result:
        """What ranks go by: two games with equal ones share theirs."""
        return self.place, self.lead, self.points
