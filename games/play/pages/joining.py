"""Whether a person may join a game, and when an open one is closed because nobody does."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from games.accounts.models import Block, User
from games.accounts.staff import has_seen_as
from games.play.models import Change, Game, Holder
from games.play.pages.reliability import Reliability

FOR_MEMBERS = "Guests play against bots. Sign up to play with people: your games stay yours."
NOT_FOR_YOU = "No free seat in this game is open to you. The lobby has others to join."
REPLACED = "Staff gave your seat in this game to a bot, so you can't take a seat in it again."
HAS_LOOKED = (
    "You've seen the site as a player of this game, and what only they may know. Leave the seat "
    "to someone else."
)

ASKED_AFTER = timedelta(days=14)
"""The creator of an open game is asked whether to keep it when nobody has joined for this long."""
CLOSED_AFTER = timedelta(days=14)
"""It is closed this long after that, if nobody joins and its creator does not keep it."""


def closes_at(game: Game) -> datetime | None:
    """Return when an open game is closed if nothing changes, None before its creator was asked."""
    return game.asked_at + CLOSED_AFTER if game.asked_at is not None else None


def is_unwelcome(game: Game, user: User) -> bool:
    """Return whether a game's creator, or a person who plays in it, has blocked this person."""
    players = game.players.filter(user__isnull=False).values("user")
    by_them = Q(user=game.creator_id) | Q(user__in=players)
    return Block.objects.filter(by_them, other=user).exists()


def has_looked_in(game: Game, user: User) -> bool:
    """Return whether someone on the staff has seen a running game as one of its players."""
    players = User.objects.filter(held__player__game=game)
    return has_seen_as(players, by=user, since=game.started or game.created)


def obstacle_for(game: Game, user: Any) -> str:
    """Return why a person cannot take a free seat, as a sentence, or '' if nothing is in the way.

    People whom its creator or a player has blocked are not told so.
    """
    if not user.is_authenticated:
        return ""
    if user.guest:
        return FOR_MEMBERS
    if game.handovers and _was_replaced(game, user):
        return REPLACED
    if is_unwelcome(game, user):
        return NOT_FOR_YOU
    if game.is_running and has_looked_in(game, user):
        return HAS_LOOKED
    return Reliability.of(user).obstacle(game) if game.least_reliability else ""


def _was_replaced(game: Game, user: User) -> bool:
    """Return whether staff have given a seat of this person's to a bot."""
    held = Holder.objects.filter(player__game=game, user=user, went=Change.STAFF)
    return held.exists()
