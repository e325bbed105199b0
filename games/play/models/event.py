"""Events that games belong to, such as a tournament."""

from django.db import models


class Event(models.Model):
    """Something that several games belong to: it gives their terms, and who sits where.

    `terms` are the fields of `games.play.services.Terms` that it sets.
    """

    name = models.CharField(max_length=80)
    terms = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name
