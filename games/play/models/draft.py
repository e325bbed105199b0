"""Drafts: orders that a player has not confirmed yet."""

from typing import Any

from django.db import models
from django.db.models import QuerySet

from games.play.models.player import Player


class DraftQuerySet(QuerySet["Draft"]):
    """Queries for drafts."""

    def of(self, player: Any) -> "Draft | None":
        """Return a player's draft, or None."""
        return next(iter(self.filter(player=player)), None)


class Draft(models.Model):
    """Orders that a player has put together and not confirmed; nobody else sees them.

    `base` is the version of the game at the player's last change to the draft. `version` counts the
    draft's own changes, so that a click that arrives twice is recognized.
    `hint` is what the player was last told, as `games.play.pages.hints.Hint` keeps it.
    """

    player = models.OneToOneField(Player, models.CASCADE, related_name="draft")
    base = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    orders = models.JSONField(default=list)
    hint = models.JSONField(null=True)
    changed = models.DateTimeField(auto_now=True)

    objects = DraftQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{len(self.orders)} drafted"

    def keep(self, base: int, orders: list[str]) -> None:
        """Save the draft with new orders, made on version `base` of the game."""
        self.base, self.orders = base, orders
        self.version += 1
        self.save(update_fields=["base", "orders", "version", "changed"])
