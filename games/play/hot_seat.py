"""The screen of a hot-seat table: whose view it may show without being passed on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.play.models import Player
from games.rules.title import AnyTitle


def seat_at_screen(
    title: AnyTitle, state: Any, players: Sequence[Player], before: int | None
) -> int | None:
    """Return the seat whose view the screen shows now; it showed that of `before`.

    A person alone with bots always sees their own view. Several see that of the one who is asked,
    unless it holds something that the others may not see: then nobody's, until the screen is
    passed to them.
    """
    seats = [player.seat for player in players if player.nickname]
    movers = title.to_move(state)
    if not movers or len(seats) < 2:
        return seats[0] if movers and seats else None
    asked = [seat for seat in movers if seat in seats]
    if not asked or before in asked:
        return before if asked else None
    return None if knows_more(title, state, asked[0]) else asked[0]


def knows_more(title: AnyTitle, state: Any, seat: int) -> bool:
    """Return whether a seat sees something that spectators do not."""
    seen: Any = replace(title.view(state, seat), seat=None)
    return bool(seen != title.view(state, None))


def keeps_secrets(title: AnyTitle, state: Any, players: Sequence[Player]) -> bool:
    """Return whether people who share a screen have secrets from each other in a position."""
    seats = [player.seat for player in players if player.nickname]
    return len(seats) > 1 and any(knows_more(title, state, seat) for seat in seats)
