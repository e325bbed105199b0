"""Why a bot played as it did, in words."""

from collections.abc import Sequence
from typing import Any

from django.template.defaultfilters import pluralize

from games.bots.evaluation import Chances, chance_text
from games.play.language import spoken
from games.play.models import Game, Move, Reason
from games.wording import WORDINGS


def worth_in_words(points: float) -> str:
    """Return what a goal brings, '' if that is less than a point."""
    whole = round(points)
    if whole < 1:
        return ""
    return f"about {whole} point{pluralize(whole)} over the rest of the game"


def chance_in_words(chances: Chances, seat: int) -> str:
    """Return a seat's chance to win as a sentence for its player."""
    said = chance_text(chances.values, seat, chances.errors[seat])
    if said.endswith("%"):
        return f"Bots put your chance to win at {said}."
    return f"Bots think you're {said}."


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
    parts = []
    if worth := worth_in_words(reason.points):
        parts.append(f"values {'this' if reached else 'that'} at {worth}")
    if reason.chance is not None:
        parts.append(f"expects to win about {reason.chance:.0%} of games from here")
    told = f"It {' and '.join(parts)}." if parts else ""
    if reached or not reason.goal:
        return told
    goal = WORDINGS[game.title].describe(
        state, move.rules_seat, reason.goal, (), names, viewer, spoken()
    )
    return f"Its aim: {goal} {told}".rstrip()
