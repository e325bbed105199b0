"""Openings: how often the first turns of games were played, and how these games ended."""

from typing import Any

from django.db import models
from django.utils.translation import pgettext_lazy

from games.play.models import Game


class Kind(models.TextChoices):
    """Who has played a turn."""

    PEOPLE = "people", pgettext_lazy("players", "people")
    BOTS = "bots", pgettext_lazy("players", "bots")


class Opening(models.Model):
    """A turn at the beginning of public games, by people or by bots.

    `key` stands for everything that was played up to its end, `parent` for what was played before
    it: games.club.openings says which games share them. `steps` are the orders of one of the games
    as [seat, order, events], in which `starter` had the first turn; its position after `move` can
    be shown as long as there is that `game`. `places` and `leads` are sums for those who had the
    turn: of their places, and of how far ahead of the best other player they were in the end.
    """

    title = models.CharField(max_length=20)
    board = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=32)
    parent = models.CharField(max_length=32)
    kind = models.CharField(max_length=6, choices=Kind)
    seat = models.PositiveSmallIntegerField()
    starter = models.PositiveSmallIntegerField()
    steps: Any = models.JSONField(default=list)
    game = models.ForeignKey(Game, models.SET_NULL, null=True, related_name="openings")
    move = models.PositiveIntegerField()
    games = models.PositiveIntegerField(default=0)
    places = models.PositiveBigIntegerField(default=0)
    squared_places = models.PositiveBigIntegerField(default=0)
    leads = models.BigIntegerField(default=0)
    squared_leads = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["key", "kind"], name="openings_are_unique"),
        ]
        indexes = [
            models.Index(fields=["parent", "kind", "-games"], name="openings_by_games"),
        ]

    def __str__(self) -> str:
        return f"{self.key} by {self.kind}: {self.games} games"
