"""What people say at the table, and what they keep to themselves."""

from django.db import models

from games.play.models.game import Game, Player
from games.play.models.holders import Holder
from games.play.querysets import MessageQuerySet


class Message(models.Model):
    """A sentence for everybody at the table, from a person who holds or held a seat there."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    holder = models.ForeignKey(Holder, models.CASCADE, related_name="messages")
    text = models.CharField(max_length=2000)
    sent = models.DateTimeField()

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text[:40]

    @property
    def author(self) -> str:
        """What the others call the person who wrote it."""
        return self.holder.name

    @property
    def seat(self) -> int:
        """The seat that they held."""
        return self.holder.player.seat


class Note(models.Model):
    """What a player notes for themselves; nobody else reads it."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="note")
    text = models.TextField(max_length=5000, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.text[:40]
