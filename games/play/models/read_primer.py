"""Which primers people have read."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import QuerySet


class ReadPrimerQuerySet(QuerySet["ReadPrimer"]):
    """Queries for read primers."""

    def unread(self, user: Any, title: str, names: Iterable[str]) -> set[str]:
        """Return those of a title's primers that a person has not read."""
        names = set(names)
        if not names:
            return names
        read = self.filter(user=user, title=title, name__in=names)
        return names - set(read.values_list("name", flat=True))


class ReadPrimer(models.Model):
    """A primer of a title that a person has read: they are not shown it again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="read_primers")
    title = models.CharField(max_length=20)
    name = models.CharField(max_length=40)
    read = models.DateTimeField(auto_now_add=True)

    objects = ReadPrimerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "title", "name"], name="primer_read_once"),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.name}"
