"""Standings: places on the leaderboards, computed every night."""

from datetime import date

from django.conf import settings
from django.db import models

from games.ratings.models import Pool

MONTHS = 12
"""A month has leaderboards for so long."""

GAMES_IN_MONTH = 3
"""The fewest games for a place on the leaderboard of a month."""


def months(today: date) -> list[date]:
    """Return the first days of the months that have leaderboards, this month first."""
    newest = 12 * today.year + today.month - 1
    return [date(number // 12, number % 12 + 1, 1) for number in range(newest, newest - MONTHS, -1)]


class StandingQuerySet(models.QuerySet["Standing"]):
    """Queries for standings."""

    def on(
        self, title: str, pool: str, *, board: str = "", players: int = 0, month: str = ""
    ) -> "StandingQuerySet":
        """The places on one leaderboard of a title, which `Standing` describes, the first first."""
        return self.filter(title=title, pool=pool, board=board, players=players, month=month)


class Standing(models.Model):
    """The place of a person on one leaderboard of a title.

    An empty `board`, 0 `players` and an empty `month` stand for all of them; a month is written
    '2026-11'. On the leaderboard of all games `value` is the rating, with its `deviation`. On the
    others it is how much their rating gained in these games, and there is no deviation.
    """

    title = models.CharField(max_length=20)
    pool = models.CharField(max_length=12, choices=Pool)
    board = models.CharField(max_length=20, blank=True)
    players = models.PositiveSmallIntegerField(default=0)
    month = models.CharField(max_length=7, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings")
    place = models.PositiveIntegerField()
    value = models.IntegerField()
    deviation = models.PositiveIntegerField(null=True)
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField(default=0)

    objects = StandingQuerySet.as_manager()

    class Meta:
        ordering = ["place", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["title", "pool", "board", "players", "month", "user"],
                name="one_place_on_a_leaderboard",
            ),
        ]
        indexes = [
            models.Index(
                fields=["title", "pool", "board", "players", "month", "place"],
                name="leaderboards_by_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.user_id}"
