"""Reply addresses: each names what its email asks for, and of whom.

Those for orders name a wait for a player, and how far they had come in it:

    345.12      wait 345, after the player's own move 12
    7.0.12      seat 0 of game 7, whose player was not waited for, after move 12

Emails sent before waits had rows of their own have only addresses of the second form. They count
from the move that began the wait, or from the player's own newest one if it is later.

Those for votes name the vote and the seat that is asked: 12.0 is vote 12, seat 0.
"""

import re

from django.db.models import F, Q, QuerySet

from games.play.models import Holder, Player, PlayerQuerySet
from games.post.inbound.address import reply_address

KIND = "turn"
"""The kind of addresses for orders in `games.post`."""
VOTE_KIND = "vote"
"""The kind of addresses for votes in `games.post`."""

_OF_WAIT = re.compile(r"(\d{1,18})\.\d{1,9}")
_OF_VOTE = re.compile(r"(\d{1,18})\.(\d{1,3})")
_OF_SEAT = re.compile(r"(\d{1,10})\.(\d{1,3})\.(\d{1,9})")


def stand(player: Player) -> str:
    """Return the payload of a player's reply address: it changes with each wait and own move.

    Moves of others while the player is asked do not change it, nor do they empty the draft.
    """
    if player.wait:
        return f"{player.wait.pk}.{player.last_move}"
    return f"{player.game_id}.{player.seat}.{player.last_move}"


def reply_to(player: Player) -> str:
    """Return the address for a player's orders as of now, or '' if the site takes no replies."""
    return reply_address(KIND, stand(player))


def seat_of(payload: str) -> PlayerQuerySet:
    """Return a query for the seat of an address made by `reply_to`; empty if there is none."""
    if match := _OF_WAIT.fullmatch(payload):
        return Player.objects.filter(waits=int(match[1]))
    if match := _OF_SEAT.fullmatch(payload):
        return Player.objects.filter(game=int(match[1]), seat=int(match[2]))
    return Player.objects.none()


def holders_of(payload: str) -> QuerySet[Holder]:
    """Return a query for those to whom an address made by `reply_to` may have been given.

    For a wait that is its holder; otherwise everyone who has held the seat since.
    """
    if match := _OF_WAIT.fullmatch(payload):
        return Holder.objects.filter(waits=int(match[1]))
    if match := _OF_SEAT.fullmatch(payload):
        held = Holder.objects.filter(player__game=int(match[1]), player__seat=int(match[2]))
        return held.filter(Q(end_move=None) | Q(end_move__gt=int(match[3])))
    return Holder.objects.none()


def is_current(payload: str, player: Player) -> bool:
    """Return whether nothing has changed for a player since the address of their seat was made."""
    if match := _OF_SEAT.fullmatch(payload):
        begun = player.wait.move if player.wait else 0
        return int(match[3]) == max(begun, player.last_move)
    return payload == stand(player)


def vote_to(vote: int, player: Player) -> str:
    """Return the address for a player's choice in a vote, or '' if the site takes no replies."""
    return reply_address(VOTE_KIND, f"{vote}.{player.seat}")


def vote_of(payload: str) -> int:
    """Return the id of the vote that an address made by `vote_to` is for, 0 if it is for none."""
    match = _OF_VOTE.fullmatch(payload)
    return int(match[1]) if match else 0


def voter_of(payload: str) -> PlayerQuerySet:
    """Return a query for the seat that an address made by `vote_to` is for; empty if for none."""
    match = _OF_VOTE.fullmatch(payload)
    if match is None:
        return Player.objects.none()
    return Player.objects.filter(game__votes=int(match[1]), seat=int(match[2]))


def voters_of(payload: str) -> QuerySet[Holder]:
    """Return a query for the one to whom an address made by `vote_to` was given."""
    match = _OF_VOTE.fullmatch(payload)
    if match is None:
        return Holder.objects.none()
    asked = F("player__game__votes__opened")
    return Holder.objects.filter(
        Q(until=None) | Q(until__gt=asked),
        player__game__votes=int(match[1]),
        player__seat=int(match[2]),
        since__lte=asked,
    )
