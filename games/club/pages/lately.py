"""Who has moved lately in the public games, as far as they let it be seen."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import F
from django.utils import timezone

from games.accounts.models import Audience
from games.play.models import Game, Move, Status

GAMES: Final = 12
"""In how many of the games with the latest moves people are looked for."""
MOVES: Final = 8
"""How many of the last moves of each are looked at."""
WITHIN: Final = timedelta(days=3)
MOST: Final = 12


class Lately(NamedTuple):
    """A person, and when they last moved."""

    username: str
    at: datetime


def seen_lately(visitor: Any, hidden: Collection[int], blockers: Collection[int]) -> list[Lately]:
    """Return people who moved lately, the latest first, in one query.

    When somebody plays is theirs to show, as their answering times are: to everyone, to members
    whom they have not blocked (`blockers` have), or to nobody. The visitor and the people that are
    `hidden` from them are left out.
    """
    newest = Game.objects.filter(status=Status.RUNNING, private=False).order_by("-last_move_at")
    moves = Move.objects.order_by().filter(
        game__in=newest.values("pk")[:GAMES],
        number__gt=F("game__moves_made") - MOVES,
        when__gte=timezone.now() - WITHIN,
        played_by="",
        game__players__seat=F("seat"),
        game__players__user__guest=False,
        game__players__user__is_active=True,
    )
    person = "game__players__user"
    rows = moves.values_list(
        f"{person}_id", f"{person}__username", f"{person}__profile__shows_pace", "when"
    )
    found: dict[int, Lately] = {}
    for number, username, audience, at in rows:
        seen = audience == Audience.EVERYONE or (
            visitor.is_authenticated
            and audience in (None, Audience.MEMBERS)
            and number not in blockers
        )
        later = number in found and found[number].at >= at
        if seen and not later and number != visitor.pk and number not in hidden:
            found[number] = Lately(username, at)
    return sorted(found.values(), key=lambda each: each.at, reverse=True)[:MOST]
