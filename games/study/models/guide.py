"""How far people have come in guided games."""

from django.conf import settings
from django.db import models


class GuideProgress(models.Model):
    """Where a person is in the guided game of a title: the `step` they are asked for, from 1.

    Someone who has `finished` it once may play it again; it stays finished.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="guides")
    title = models.CharField(max_length=20)
    step = models.PositiveSmallIntegerField()
    finished = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "title"], name="one_progress_per_guide"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, step {self.step}"
