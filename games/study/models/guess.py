"""Guesses at turns of games, and the game that is guessed in a week."""

from django.db import models

from games.accounts.models import User
from games.play.models.game import Game


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
