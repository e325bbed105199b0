"""Events that games belong to, such as a tournament."""

from django.db import models
from django.db.models import Q


class Event(models.Model):
    """Something that several games belong to: it gives their terms, and who sits where.

    `terms` are the fields of `games.play.services.Terms` that it sets. `kind` names its host in
    `games.play.event_hosts`, '' for none. A host has the seats of its games: they are in no list
    of games that anyone can join.
    """

    name = models.CharField(max_length=80)
    kind = models.CharField(max_length=20, blank=True, default="", db_default="")
    terms = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.name


def unhosted(path: str = "") -> Q:
    """Return the condition that no host has a game's seats; `path` leads from rows to the game."""
    return Q(**{f"{path}event": None}) | Q(**{f"{path}event__kind": ""})
