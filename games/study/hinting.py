"""Hints: what a merchant would do in a player's place."""

import random
import time
from collections.abc import Sequence
from typing import Any, Final

from games.bots import STRATEGIES
from games.bots.advice import TRIALS, advice
from games.bots.evaluation import chances, standing
from games.play.errors import PlayError
from games.play.models import Game, Player
from games.play.pages.hints import Hint
from games.play.scratch import after_draft, is_closed
from games.rules.common.message import Notation, message

SECONDS: Final = 1.5
"""How long a hint is thought about at most; most take a tenth of it."""


def position_for_hint(game: Game, seat: int, orders: Sequence[str]) -> Any:
    """Return the position after a seat's draft; raises IllegalOrder, or PlayError without a hint.

    There is none if the draft is closed, or if bots know nothing about the title.
    """
    title = game.rules()
    state = after_draft(title, game.position(), seat, orders)
    if is_closed(title, state, seat):
        raise PlayError(message("Your draft is complete. Confirm it, or undo its last step."))
    if title.id not in STRATEGIES:
        raise PlayError(message("There are no hints for {title}.", title=Notation(title.name)))
    return state


def hint_for(player: Player, orders: Sequence[str]) -> Hint:
    """Return what a merchant would order after a player's draft.

    Only what the player may know is used. Raises what `position_for_hint` raises.
    """
    game, seat = player.game, player.seat
    title, state = game.rules(), position_for_hint(game, seat, orders)
    view, legal = title.view(state, seat), title.orders(state, seat)
    found = advice(view, legal, random.Random(), time.monotonic() + SECONDS)
    has_goal = found.goal not in (None, found.order)
    seen = chances(view, f"{game.pk} {game.turn}", TRIALS)
    return Hint(
        order=title.write(state, found.order),
        goal=title.write(state, found.goal) if has_goal else "",
        points=found.points,
        only=len(legal) == 1,
        guessed=found.chance is None,
        chance=(seen.values[seat], seen.errors[seat], standing(seen.values, seat)),
        after=orders,
        moves=game.moves_made,
    )
