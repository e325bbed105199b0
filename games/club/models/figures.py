"""The figures of finished games: computed once, kept, and recomputed for a newer version."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.play.models import Game


class Crowd(models.TextChoices):
    """Who plays in a game."""

    PEOPLE = "people", pgettext_lazy("players", "people only")
    MIXED = "mixed", pgettext_lazy("players", "people and bots")
    BOTS = "bots", pgettext_lazy("players", "bots only")


class Variant(models.Model):
    """One way in which games are played; games of different variants are counted apart.

    `board` is the id of the board that lay on the table, `options` the other options of the title
    as 'name=value', separated by spaces.
    """

    title = models.CharField(max_length=20)
    board = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    options = models.CharField(max_length=200, blank=True)
    crowd = models.CharField(max_length=6, choices=Crowd)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["title", "board", "players", "options", "crowd"], name="variants_are_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} on {self.board} for {self.players}, {self.crowd}"

    @property
    def chosen(self) -> dict[str, str]:
        """The options by name."""
        return dict(option.split("=", 1) for option in self.options.split())


class GameFigures(models.Model):
    """What a finished game shows turn by turn, as `games.club.figures.Figures` reads it.

    `version` is that of the computation. `variant` is None, and `data` empty, if the game's log
    cannot be replayed. `counted` is the version by which the tallies have counted it, or 0, and
    `opening_counted` that by which the openings have, or 0: they leave out games that are private.
    """

    game = models.OneToOneField(Game, models.CASCADE, related_name="figures")
    version = models.PositiveSmallIntegerField()
    variant = models.ForeignKey(Variant, models.PROTECT, null=True, related_name="games")
    ended_by = models.CharField(max_length=40, blank=True)
    data: Any = models.JSONField(default=dict)
    counted = models.PositiveSmallIntegerField(default=0)
    opening_counted = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["id"], condition=models.Q(counted=0), name="figures_not_counted_yet"
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(opening_counted=0),
                name="openings_not_counted_yet",
            ),
        ]

    def __str__(self) -> str:
        return f"Figures of game {self.game_id}"


class SeatFigures(models.Model):
    """One seat of a finished game.

    `user` or `bot` are set if one person or bot held the seat from beginning to end. `starts` is
    its place in the order of play, from 0; `first` the ability that was developed first, or ''.
    `won` is the seat's part of the win, None in a game without a result; `points` are the lines of
    its score sheet.
    """

    figures = models.ForeignKey(GameFigures, models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="figures", db_index=False
    )
    bot = models.CharField(max_length=20, blank=True)
    starts = models.PositiveSmallIntegerField()
    first = models.CharField(max_length=40, blank=True)
    won = models.FloatField(null=True)
    points: Any = models.JSONField(default=dict)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["figures", "seat"], name="one_row_per_seat"),
        ]
        indexes = [
            models.Index(
                fields=["user", "-id"],
                condition=models.Q(user__isnull=False),
                name="figures_of_people",
            ),
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat} of {self.figures}"
