"""Tallies: what the figures of many games add up to, so that no page counts games."""

from django.db import models
from django.utils.translation import pgettext_lazy

from games.accounts.models import StaffChoices
from games.club.models.figures import Variant

LOW_BELOW, HIGH_FROM = 1400, 1600


class Kind(StaffChoices):
    """What a tally is about."""

    FIRST = "first", "the ability developed first"
    START = "start", "the place in the order of play"
    END = "end", "how the game ended"
    SOURCE = "source", "a source of points"


class Band(models.TextChoices):
    """How a person was rated before their game; ALL is everyone, those without a rating too."""

    ALL = "", pgettext_lazy("rating", "everyone")
    NEW = "new", pgettext_lazy("rating", "not listed yet")
    LOW = "low", pgettext_lazy("rating", "below 1400")
    MIDDLE = "middle", pgettext_lazy("rating", "1400 to 1599")
    HIGH = "high", pgettext_lazy("rating", "1600 or more")

    @classmethod
    def of(cls, rating: int) -> "Band":
        """Return the band of a rating that is certain enough to be listed."""
        if rating < LOW_BELOW:
            return cls.LOW
        return cls.MIDDLE if rating < HIGH_FROM else cls.HIGH


class Tally(models.Model):
    """How often something happened in the games of a variant, and how those seats fared.

    `key` says what: an ability, a place in the order of play, an end, a line of the score sheet.
    Only seats whose players were in the `band` are counted; a game as a whole is in ALL.
    `games` and `seats` are numbers of both, `winners` those of the seats that won. `wins` counts
    wins, shared ones in parts, `expected` those that chance alone would give. `points` are those of
    all seats together, `winner_points` those of the winners.
    """

    variant = models.ForeignKey(Variant, models.CASCADE, related_name="tallies")
    kind = models.CharField(max_length=6, choices=Kind)
    key = models.CharField(max_length=40, blank=True)
    band = models.CharField(max_length=6, choices=Band, blank=True)
    games = models.PositiveIntegerField(default=0)
    seats = models.PositiveIntegerField(default=0)
    winners = models.PositiveIntegerField(default=0)
    wins = models.FloatField(default=0)
    expected = models.FloatField(default=0)
    points = models.BigIntegerField(default=0)
    winner_points = models.BigIntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "kind", "key", "band"], name="tallies_are_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.games} games"
