"""Answers to puzzles, and who gets the puzzle of the day by email."""

from django.db import models

from games.accounts.models import User


class PuzzleAnswer(models.Model):
    """The first answer of a person to a puzzle of a title: the `orders` of a whole turn as texts.

    `end` is a fingerprint of where the turn leads, whatever the order of its steps. `chance` is
    what it is worth, from 0 to 1, as it was judged, `right` whether that is as good as the best.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="puzzle_answers")
    title = models.CharField(max_length=20)
    number = models.PositiveSmallIntegerField()
    orders = models.JSONField(default=list)
    end = models.CharField(max_length=32)
    chance = models.FloatField()
    right = models.BooleanField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "title", "number"], name="first_answer_counts"),
        ]
        indexes = [models.Index(fields=["title", "number", "right"], name="answers_of_a_puzzle")]

    def __str__(self) -> str:
        return f"{self.title} {self.number}: {'right' if self.right else 'wrong'}"


class DailyPuzzle(models.Model):
    """Someone gets the puzzle of the day by email; it was queued up to and for `last_day`.

    Days are those of the person's time zone.
    """

    user = models.OneToOneField(User, models.CASCADE, related_name="daily_puzzle")
    since = models.DateTimeField(auto_now_add=True)
    last_day = models.DateField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} since {self.since:%Y-%m-%d}"
