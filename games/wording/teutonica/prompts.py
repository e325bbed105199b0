"""What confirming does in Hansa Teutonica, and what it leaves out."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import Message, Player, message, plural, series
from games.rules.teutonica.view import View

DECLINING: Final = {
    "displaced": message("You place no further pieces."),
    "neutral displaced": message("You place no further pieces."),
    "place claimed": message("You place no further pieces."),
    "place abroad": message("You place no further pieces."),
    "moving": message("You make no further moves."),
    "move3": message("You make no further moves."),
    "move any": message("You make no further moves."),
    "remove3": message("You remove no further pieces."),
    "found": message("You open no office."),
    "develop privilege": message("You do not develop Privilege."),
    "income tile": message("You take no piece."),
}
"""What stopping leaves out, by what is asked."""


def will(asked: str, names: Sequence[str]) -> Message:
    """Return what players will do whom a confirmation asks this."""
    players = series(map(Player, names))
    if asked in ("displaced", "neutral displaced"):
        return message("{players} will place the displaced piece.", players=players)
    if asked == "income tile":
        return message("{players} may take a piece from the stock.", players=players)
    return message("{players} will answer.", players=players)


def given_up(view: View) -> Message | None:
    """Return what the end of the turn gives up now."""
    number = view.actions_left
    return (
        plural(number, "You give up 1 action.", "You give up {number} actions.") if number else None
    )
