"""What people say at the table, and what they keep to themselves."""

from django.db import models

from games.play.models.game import Game, Player


class Message(models.Model):
    """A sentence for everybody at the table."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages")
    player = models.ForeignKey(Player, models.CASCADE, related_name="messages")
    author = models.CharField(max_length=40)
    text = models.CharField(max_length=2000)
    sent = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.text[:40]


class Note(models.Model):
    """What a player notes for himself; nobody else reads it."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="note")
    text = models.TextField(max_length=5000, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.text[:40]
