"""Standing orders."""

from django.db import models

from games.play.models.player import Player


class StandingOrder(models.Model):
    """How a player wants one question to be answered for them; only they can see it.

    `asked` is one of the questions that `games.bots.STANDING` has for the title, `wish` what it
    reads.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="standing_orders")
    asked = models.CharField(max_length=20)
    wish = models.JSONField(default=dict)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["asked"]
        constraints = [
            models.UniqueConstraint(fields=["player", "asked"], name="one_wish_per_question"),
        ]

    def __str__(self) -> str:
        return self.asked
