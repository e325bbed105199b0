"""The log of a game: what was played, which only grows."""

from typing import Any

from django.db import models
from django.db.models import QuerySet

from games.play.errors import AppendOnly
from games.play.models.game import Game
from games.rules.title import CHANCE


class PlayedBy(models.TextChoices):
    """Who chose an order, if not the seat's player there and then."""

    SEAT = "", "the player"
    STANDING = "standing", "a standing order"
    CLOCK = "clock", "the bot, as time had run out"


class MoveQuerySet(QuerySet["Move"]):
    """The log; it is added to and read, never changed."""

    def after(self, number: int) -> "MoveQuerySet":
        """The moves that came after one."""
        return self.filter(number__gt=number)

    def until(self, number: int) -> "MoveQuerySet":
        """The moves up to one, and that one."""
        return self.filter(number__lte=number)

    def news_after(self, number: int) -> "MoveQuerySet":
        """What is news to a person who has seen the moves up to one; the setup is not."""
        return self.after(number).exclude(turn=0)

    def newest(self, count: int) -> "list[Move]":
        """The last moves, in the order they were played."""
        return list(self.order_by("-number")[:count])[::-1]

    def update(self, **kwargs: Any) -> int:
        """Refuse: moves stay as they are."""
        raise AppendOnly("Moves that were played stay as they are.")

    def delete(self) -> Any:
        """Refuse: moves stay in the log."""
        raise AppendOnly("Moves that were played stay in the log.")


class Move(models.Model):
    """One order as it was played; numbers run from 1 without gaps. Only ever added.

    `seat` is None for chance. `turn` groups the moves of one turn, `on_turn` is whose it was.
    `events` tells what came of the order, for the log's sentences, `digest` the position after
    it. `played_by` tells who chose it.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    turn = models.PositiveIntegerField()
    on_turn = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    order = models.CharField(max_length=200)
    events = models.JSONField(default=list)
    when = models.DateTimeField()
    digest = models.CharField(max_length=64)
    played_by = models.CharField(max_length=8, choices=PlayedBy, blank=True)

    objects = MoveQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_move_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.order}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the move; one that was played is never saved again."""
        if self.pk is not None:
            raise AppendOnly("A move that was played stays as it is; play another one instead.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """Refuse: moves stay in the log."""
        raise AppendOnly("A move that was played stays in the log.")

    @property
    def rules_seat(self) -> int:
        """The seat as the rules count it."""
        return CHANCE if self.seat is None else self.seat
