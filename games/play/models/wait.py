"""Waits: for whom a game waits, since when, until when, and how the wait ended."""

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import F, Q, QuerySet

from games.play.models.game import Status
from games.play.models.holders import Holder
from games.play.models.player import Player


class EndedBy(models.TextChoices):
    """What ended a wait."""

    ANSWERED = "answered", "the player answered"
    STANDING = "standing", "a standing order of the player answered"
    CLOCK = "clock", "time ran out, and a bot answered"
    BOT = "bot", "the seat was given to a bot"
    LEFT = "left", "the player left the game"
    TAKEN = "taken", "another person took the offered seat"
    OVER = "over", "the game ended without the answer"
    REWOUND = "rewound", "staff took the game back"


class WaitQuerySet(QuerySet["Wait"]):
    """Queries for waits."""

    def open(self) -> "WaitQuerySet":
        """The waits that have not ended."""
        return self.filter(ended_at=None)

    def seen(self, *, wait_id: int, user: Any, now: datetime) -> None:
        """Note that a player has seen on the site what an open wait of theirs asks."""
        unseen = self.open().filter(pk=wait_id, player__user=user, seen_at=None)
        unseen.update(seen_at=now)

    def of(self, user: Any) -> "WaitQuerySet":
        """The open waits for a person in running games, first those whose time runs out first."""
        running = self.open().filter(player__user=user, player__game__status=Status.RUNNING)
        return running.order_by(F("deadline").asc(nulls_last=True), "since", "pk")


class Wait(models.Model):
    """A wait for a player, from the moment they are asked until something ends it.

    `holder` is the person who holds the seat, `move` the number of the newest move when the wait
    began, 0 if there was none. A player has at most one open wait. Ended waits never change.

    The clock counts `budget`. `used` is what it had counted before it last started, at
    `clock_since`, which is None while it is stopped. `deadline` is when time runs out, `warned_at`
    when the player is told that it has, `grace_until` when their grace period ends. `next_check_at`
    is when to check the wait next, None for never. `reminders` counts the reminders sent. `seen_at`
    is when a page that the player had in view first showed what they are asked. `planned_at` is
    when the deadline was last set, and `revision` counts how often that was after the beginning.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="waits")
    holder = models.ForeignKey(Holder, models.CASCADE, related_name="waits")
    move = models.PositiveIntegerField()
    since = models.DateTimeField()
    budget = models.DurationField(default=timedelta)
    used = models.DurationField(default=timedelta)
    clock_since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    warned_at = models.DateTimeField(null=True)
    grace_until = models.DateTimeField(null=True)
    next_check_at = models.DateTimeField(null=True)
    planned_at = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    seen_at = models.DateTimeField(null=True)
    reminders = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=8, choices=EndedBy, blank=True)

    objects = WaitQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_at__isnull=True), name="one_wait_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_by="")
                | Q(ended_at__isnull=False, next_check_at__isnull=True) & ~Q(ended_by=""),
                name="ended_waits_tell_how",
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_check_at"],
                condition=Q(next_check_at__isnull=False),
                name="waits_to_check",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.holder}, since move {self.move}"
