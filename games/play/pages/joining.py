"""Whether a game keeps a person from joining."""

from typing import Any

from games.accounts.people import has_blocked
from games.play.models import Game
from games.play.pages.reliability import Reliability

NOT_FOR_YOU = "No free seat in this game is open to you. The lobby has others to join."


def obstacle_for(game: Game, user: Any) -> str:
    """Return why a person cannot take a free seat, as a sentence, or '' if nothing is in the way.

    People whom the game's creator has blocked are not told so.
    """
    if not user.is_authenticated:
        return ""
    if has_blocked(game.creator_id, user.pk):
        return NOT_FOR_YOU
    return Reliability.of(user).obstacle(game) if game.least_reliability else ""
