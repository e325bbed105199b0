"""What bots have answered in the positions of a duplicate."""

from django.db import models
from django.db.models import QuerySet

from games.duplicate.models.duplicate import Duplicate


class BotAnswerQuerySet(QuerySet["BotAnswer"]):
    """Queries for the answers of bots."""

    def unneeded(self) -> "BotAnswerQuerySet":
        """Those of duplicates that are closed: no game counts any more."""
        return self.filter(duplicate__closed_at__isnull=False)


class BotAnswer(models.Model):
    """The order that a bot's seat plays in a position, by its digest, in all games of a duplicate.

    It is the first that a bot found there. A bot thinks by time, and could find another one later.
    """

    duplicate = models.ForeignKey(Duplicate, models.CASCADE, related_name="answers", db_index=False)
    digest = models.CharField(max_length=64)
    seat = models.PositiveSmallIntegerField()
    order = models.CharField(max_length=200)

    objects = BotAnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["duplicate", "digest", "seat"], name="one_answer_in_a_position"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.order}"
