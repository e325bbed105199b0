"""Who may join a duplicate, and who may see its results."""

from typing import Any

from games.accounts.models import User
from games.accounts.staff import has_seen_as
from games.duplicate.models import Duplicate, DuplicateGame
from games.play.language import say
from games.rules.common.message import message


def obstacle_to_joining(duplicate: Duplicate, user: Any) -> str:
    """Return why a person cannot join, as a sentence, '' if nothing is in the way."""
    if user.guest:
        return say(message("Sign up to play the duplicate: results are compared under a name."))
    if user.is_bot_account:
        return say(message("Bot accounts can't join: the duplicate is for people."))
    players = User.objects.filter(duplicate_games__duplicate=duplicate)
    if user.is_staff and has_seen_as(players, by=user, since=duplicate.begins_at):
        return say(
            message("You've seen the site as someone who plays this duplicate. Join the next one.")
        )
    return ""


def may_see_results(duplicate: Duplicate, own: DuplicateGame | None) -> bool:
    """Return whether a visitor may see the results of others; `own` is their own game, if any.

    Everyone may once it is closed; before that those whose own game is over, as they can learn
    nothing for it any more.
    """
    return duplicate.closed_at is not None or (own is not None and own.ended_at is not None)
