"""What an answer's address says: the game, the seat, and how far the seat had come."""

import re
from typing import NamedTuple

from games.play.models import Player
from games.post.inbound.address import reply_address

KIND = "turn"
"""What these addresses are called in the mail room."""

_PAYLOAD = re.compile(r"(\d{1,10})\.(\d{1,3})\.(\d{1,9})")


class Place(NamedTuple):
    """A seat of a game at a moment; `position` is as `position` below tells it."""

    game: int
    seat: int
    position: int


def position(player: Player) -> int:
    """Return a number that grows with each new wait for a player and with each of their own moves.

    What others do while they are being asked leaves it, as it leaves their draft.
    """
    return max(player.wait_move or 0, player.last_move)


def reply_to(player: Player) -> str:
    """Return the address for orders of a player as they now stand; '' if none are taken by mail."""
    return reply_address(KIND, f"{player.game_id}.{player.seat}.{position(player)}")


def read(payload: str) -> Place | None:
    """Return what stands in an address that `reply_to` made."""
    match = _PAYLOAD.fullmatch(payload)
    return Place(*map(int, match.groups())) if match else None
