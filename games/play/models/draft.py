"""What a player is about to play."""

from typing import Any

from django.db import models
from django.db.models import QuerySet

from games.play.models.player import Player


class DraftQuerySet(QuerySet["Draft"]):
    """What players are putting together."""

    def of(self, player: Any) -> "Draft | None":
        """The draft of a player, if there is one."""
        return next(iter(self.filter(player=player)), None)


class Draft(models.Model):
    """The orders that a player has put together and not confirmed; nobody else sees them.

    `base` is the version of the game that the player last changed them on, `version` counts the
    draft's own changes, so that a click that arrives twice is known by its number.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="draft")
    base = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    orders = models.JSONField(default=list)
    changed = models.DateTimeField(auto_now=True)

    objects = DraftQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{len(self.orders)} drafted"
