"""The tables that wait for a person, seen from one of them."""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from games.accounts.models import User
from games.play.models import Wait


@cache
def _tables() -> QuerySet[Wait, tuple[int, str]]:
    """Return the tables that wait for people: a query that every page of a table begins with."""
    return Wait.objects.in_running_games().values_list("player__game", "player__game__name")


def tables_waiting(user: User) -> int:
    """Return how many tables wait for a person."""
    return len({number for number, _ in _tables().filter(player__user=user)})


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
        tables = dict(_tables().filter(player__user=user))
        here = tables.pop(game_id, None) is not None
        ahead = [NextTable(tables[pk], reverse("play:table", args=[pk])) for pk in tables][:1]
        return cls(len(tables) + here, here, *ahead)
