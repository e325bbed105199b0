"""The tables that wait for a person, seen from one of them."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from games.play.models import Wait


class NextTable(NamedTuple):
    """Another table that waits."""

    name: str
    url: str


@dataclass(frozen=True)
class Waiting:
    """How many tables wait for a person, whether this one does, and the next other one."""

    count: int = 0
    here: bool = False
    next: NextTable | None = None

    @classmethod
    def at(cls, game_id: int, user: Any) -> "Waiting":
        """Return what waits for a person at a table, first what runs out first; one query."""
        waits = Wait.objects.of(user).values_list("player__game", "player__game__name")
        tables = dict(waits)
        here = tables.pop(game_id, None) is not None
        ahead = [NextTable(tables[pk], reverse("play:table", args=[pk])) for pk in tables][:1]
        return cls(len(tables) + here, here, *ahead)
