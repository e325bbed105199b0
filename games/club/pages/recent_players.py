"""People who have moved lately in public games, as far as they let it be seen."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import F
from django.utils import timezone

from games.accounts.models import Audience
from games.play.models import Game, Move, Status

GAMES: Final = 12
"""How many games are searched, those with the latest moves first."""
MOVES: Final = 8
"""How many of the last moves of each are searched."""
WITHIN: Final = timedelta(days=3)
MOST: Final = 12


class RecentPlayer(NamedTuple):
    """A person, and when they last moved."""

    username: str
    at: datetime


def recent_players(
    visitor: Any, hidden: Collection[int], blockers: Collection[int]
) -> list[RecentPlayer]:
    """Return people who moved lately, the latest first, in one query.

    People choose who sees when they play, as for their answering times: everyone, members, or
    nobody. `blockers` are the ids of those who have blocked the visitor, and count as strangers to
    them; the visitor and the people `hidden` from them are left out.
    """
    newest = Game.objects.filter(status=Status.RUNNING, private=False).order_by("-last_move_at")
    moves = Move.objects.order_by().filter(
        game__in=newest.values("pk")[:GAMES],
        number__gt=F("game__moves_made") - MOVES,
        when__gte=timezone.now() - WITHIN,
        played_by="",
        game__players__seat=F("seat"),
        # Whoever took a seat over has not made the moves before that.
        game__players__holders__end_move=None,
        game__players__holders__first_move__lte=F("number"),
        game__players__user__guest=False,
        game__players__user__owner=None,
        game__players__user__is_active=True,
    )
    person = "game__players__user"
    rows = moves.values_list(
        f"{person}_id", f"{person}__username", f"{person}__profile__shows_pace", "when"
    )
    found: dict[int, RecentPlayer] = {}
    for number, username, audience, at in rows:
        seen = audience == Audience.EVERYONE or (
            visitor.is_authenticated
            and audience in (None, Audience.MEMBERS)
            and number not in blockers
        )
        later = number in found and found[number].at >= at
        if seen and not later and number != visitor.pk and number not in hidden:
            found[number] = RecentPlayer(username, at)
    return sorted(found.values(), key=lambda each: each.at, reverse=True)[:MOST]
