"""Standing orders."""

from django.db import models

from games.play.models.player import Player


class StandingOrder(models.Model):
    """A player's standing answer to one question; only they can see it.

    `asked` is one of the title's questions in `games.bots.STANDING_ORDERS`, `wish` the answer in
    its format.
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
