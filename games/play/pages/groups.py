"""Whom a person has played with: groups to play with again, and names to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.accounts.direction import isolated
from games.accounts.models import User
from games.play.language import spoken
from games.play.models import Game, Player
from games.rules.common import message

GAMES = 20
"""From how many of a person's newest games groups and names are taken."""

MOST = 3
"""The most groups that are offered."""


@dataclass(frozen=True)
class Group:
    """People who have played together: their names, isolated in a list in words, and one by one."""

    told: str
    names: Sequence[str]


def groups_of(user: User) -> tuple[list[Group], list[str]]:
    """Return the newest groups of a person, and the names of everyone in their newest games.

    Two queries. People who have closed their account are left out, with the group they were in, and
    bot accounts.
    """
    newest = Game.objects.filter(players__user=user).order_by("-pk").values("pk")[:GAMES]
    games = list(newest.values_list("pk", flat=True))
    rows = Player.objects.filter(game__in=games, user__is_active=True, user__owner=None)
    seated: dict[int, list[str]] = {}
    for game, name in rows.exclude(user=user).values_list("game_id", "user__username"):
        seated.setdefault(game, []).append(name)
    groups: dict[frozenset[str], Group] = {}
    for pk in games:
        names = sorted(seated.get(pk, []), key=str.casefold)
        if names and frozenset(names) not in groups:
            groups[frozenset(names)] = Group(
                spoken().listed(message.Player(isolated(name)) for name in names), names
            )
    known = sorted({name for names in seated.values() for name in names}, key=str.casefold)
    return list(groups.values())[:MOST], known
