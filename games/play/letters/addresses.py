"""What an answer's address says: a wait for a player, and how far they had come in it.

    345.12      wait 345, after the player's own move 12
    7.0.12      seat 0 of game 7, whose player was not waited for, after move 12

Letters that were sent before waits had rows of their own have addresses of the second form alone.
They count from the move that began the wait, or from the player's own newest one if it is later.
"""

import re

from games.play.models import Player, PlayerQuerySet
from games.post.inbound.address import reply_address

KIND = "turn"
"""What these addresses are called in the mail room."""

_OF_WAIT = re.compile(r"(\d{1,18})\.\d{1,9}")
_OF_SEAT = re.compile(r"(\d{1,10})\.(\d{1,3})\.(\d{1,9})")


def stand(player: Player) -> str:
    """Return what tells a player's stand from others: it changes with each wait and own move.

    What others do while a player is asked leaves it, as it leaves their draft.
    """
    if player.wait:
        return f"{player.wait.pk}.{player.last_move}"
    return f"{player.game_id}.{player.seat}.{player.last_move}"


def reply_to(player: Player) -> str:
    """Return the address for orders of a player as they now stand; '' if none are taken by mail."""
    return reply_address(KIND, stand(player))


def seat_of(payload: str) -> PlayerQuerySet:
    """Return the seat to which an address that `reply_to` made leads, if it is still there."""
    if match := _OF_WAIT.fullmatch(payload):
        return Player.objects.filter(waits=int(match[1]))
    if match := _OF_SEAT.fullmatch(payload):
        return Player.objects.filter(game=int(match[1]), seat=int(match[2]))
    return Player.objects.none()


def is_current(payload: str, player: Player) -> bool:
    """Return whether a player still stands as when the address of their seat was made."""
    if match := _OF_SEAT.fullmatch(payload):
        begun = player.wait.move if player.wait else 0
        return int(match[3]) == max(begun, player.last_move)
    return payload == stand(player)
