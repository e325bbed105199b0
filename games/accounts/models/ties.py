"""Ties between people: whom they follow, and whom they have blocked."""

from django.db import models

from games.accounts.models.user import User


class Follow(models.Model):
    """`user` follows `other`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="follows")
    other = models.ForeignKey(User, models.CASCADE, related_name="followers")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="followed_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("other")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} follows {self.other}"


class Block(models.Model):
    """`user` has blocked `other`, who doesn't learn of it, since a moment."""

    user = models.ForeignKey(User, models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="blocked_once"),
            models.CheckConstraint(
                condition=~models.Q(user=models.F("other")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} has blocked {self.other}"
