"""Why a bot played as it did, in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.bots.evaluation import chance_in_figures, in_percent
from games.play.language import spoken
from games.play.models import Game, Move, Reason
from games.rules.common.message import Message, message, plural
from games.wording import WORDINGS

STANDING: Final[Mapping[int, Message]] = {
    -2: message("Bots think you're clearly behind."),
    -1: message("Bots think you're behind."),
    0: message("Bots think you're about even."),
    1: message("Bots think you're ahead."),
    2: message("Bots think you're clearly ahead."),
}
"""What bots say by `games.bots.evaluation.standing`."""


def chance_told(chance: float, error: float, standing: int) -> Message:
    """Return a chance to win, or how its player stands if its error is too large."""
    said = chance_in_figures(chance, error)
    if said is None:
        return STANDING[standing]
    return message("Bots put your chance to win at {chance}.", chance=said)


def reason_of(game: Game, move: Move, state: Any, names: Sequence[str], viewer: int | None) -> str:
    """Return what a bot's order was for, as anyone may read it; '' if nothing may be told.

    While a game runs, only figures that the bot had from what everyone knows are told: a Mission
    or a marker on its plate would show in the others. A goal is told once it is reached, in the
    sentence of the move itself; a plan for later turns stays a secret. When the game is over, all
    is told. Any state of the game will do, as for `Wording.describe`.
    """
    if move.reason is None:
        return ""
    reason = Reason(**move.reason)
    reached = reason.goal == move.order
    if not game.is_over:
        if not reason.public:
            return ""
        if not reached:
            reason = reason._replace(goal="", points=0)
    wording, language = WORDINGS[game.title], spoken()
    told = []
    if reason.goal and not reached:
        told.append(language.say(message("Its aim:")))
        told.append(
            wording.describe(state, move.rules_seat, reason.goal, (), names, viewer, language)
        )
    told += map(language.say, _figures(reason, reached=reached))
    return " ".join(told)


def _figures(reason: Reason, *, reached: bool) -> list[Message]:
    """Return what a bot's goal brings, and what chance to win it saw."""
    said = []
    points = round(reason.points)
    if points >= 1 and reached:
        said.append(
            plural(
                points,
                "It values this at about 1 point over the rest of the game.",
                "It values this at about {number} points over the rest of the game.",
            )
        )
    elif points >= 1:
        said.append(
            plural(
                points,
                "It values that at about 1 point over the rest of the game.",
                "It values that at about {number} points over the rest of the game.",
            )
        )
    if reason.chance is not None:
        said.append(
            message(
                "It expects to win about {chance} of games from here.",
                chance=in_percent(reason.chance),
            )
        )
    return said
