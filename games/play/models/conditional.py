"""Conditional turns: lines of orders that wait for what they suppose."""

from django.db import models
from django.db.models import F, QuerySet
from django.utils.translation import pgettext_lazy

from games.play.models.game import Game
from games.play.models.player import Player


class LineStatus(models.TextChoices):
    """How a conditional line is doing."""

    WAITING = "waiting", pgettext_lazy("conditional turn", "waiting")
    BROKEN = "broken", pgettext_lazy("conditional turn", "broken")
    DONE = "done", pgettext_lazy("conditional turn", "played")
    REWOUND = "rewound", pgettext_lazy("conditional turn", "ended, as the staff took the game back")


class ConditionalLineQuerySet(QuerySet["ConditionalLine"]):
    """Queries for conditional lines."""

    def waiting(self, game: Game) -> "ConditionalLineQuerySet":
        """The lines of a game that may still play, of people who still have their seat."""
        lines = self.filter(player__game=game, status=LineStatus.WAITING)
        return lines.filter(user=F("player__user")).select_related("player")

    def broken_since_move_of(self, player: Player) -> "ConditionalLineQuerySet":
        """The lines of a player that have been broken since their last move."""
        lines = self.filter(player=player, user=player.user_id, status=LineStatus.BROKEN)
        return lines.filter(broken_by__gt=player.last_move)


class ConditionalLine(models.Model):
    """What a person plays in a game by themselves once all has come that they supposed.

    Only they can see it. `parts` are what it supposes and what it then plays, in turn: each is
    `[[[seat, order], ...], [order, ...]]`, with orders as that person may see them. What is
    supposed may come in any order; nothing else may, unless the line is `free`. `part` counts the
    parts that have come, `came` is what has of the next, and `given` how many of its own orders.
    `begun` is the number of the move after which the line begins, `followed` of the last one that
    it has been compared with, and `broken_by` of the one that broke it.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="conditional_lines")
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="conditional_lines")
    parts = models.JSONField()
    free = models.BooleanField(default=False)
    begun = models.PositiveIntegerField()
    followed = models.PositiveIntegerField()
    part = models.PositiveSmallIntegerField(default=0)
    came = models.JSONField(default=list)
    given = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=8, choices=LineStatus, default=LineStatus.WAITING)
    broken_by = models.PositiveIntegerField(null=True)
    created = models.DateTimeField(auto_now_add=True)

    objects = ConditionalLineQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["player", "status"], name="lines_that_wait")]

    def __str__(self) -> str:
        return f"after move {self.begun}: {self.status}"
