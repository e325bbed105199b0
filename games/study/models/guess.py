"""Guesses at turns of games, and the game that is guessed in a week."""

from functools import cache

from django.db import models
from django.db.models import Exists, OuterRef

from games.accounts.models import User
from games.play.models.game import Game
from games.play.models.move import Rewind


class GuessQuerySet(models.QuerySet["Guess"]):
    """Queries for guesses."""

    def undone(self) -> "GuessQuerySet":
        """Those before which a game was taken back later: other moves have their numbers."""
        return self.filter(_rewound())

    def standing(self) -> "GuessQuerySet":
        """Those at the moves that games have now."""
        return self.filter(~_rewound())


@cache
def _rewound() -> Exists:
    later = Rewind.objects.filter(game=OuterRef("game"), at__gt=OuterRef("at"))
    return Exists(later.filter(number__lt=OuterRef("number") - 1))


class Guess(models.Model):
    """A person's guess at a turn of a game: the `orders` of the seat whose turn it was, as texts.

    The turn begins with move `number`. Only its maker sees a guess. Its points are counted when it
    is shown: the master's turn may come later, and staff may take a game back.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="guesses")
    game = models.ForeignKey(Game, models.CASCADE, related_name="guesses")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    orders = models.JSONField(default=list)
    at = models.DateTimeField(auto_now_add=True)

    objects = GuessQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "guesses"
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "number"], name="first_guess_counts"),
        ]
        indexes = [models.Index(fields=["user", "at"], name="guesses_of_a_day")]

    def __str__(self) -> str:
        return f"Move {self.number} of game {self.game_id}"


class GameOfTheWeek(models.Model):
    """The finished game that everybody is invited to guess in the week that begins on a Monday."""

    week = models.DateField(unique=True)
    game = models.OneToOneField(Game, models.CASCADE, related_name="week")

    class Meta:
        ordering = ["-week"]
        verbose_name_plural = "games of the week"

    def __str__(self) -> str:
        return f"Week of {self.week:%Y-%m-%d}"
