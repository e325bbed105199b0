"""Hints: what a merchant would do in a player's place."""

import random
import time
from collections.abc import Sequence
from typing import Final

from games.bots import STRATEGIES
from games.bots.advice import advice
from games.bots.evaluation import chances
from games.play.errors import PlayError
from games.play.language import spoken
from games.play.models import Player
from games.play.pages.hints import Hint
from games.play.pages.reasons import chance_in_words, worth_in_words
from games.play.scratch import after_draft, is_closed
from games.wording import WORDINGS

TRIALS: Final = 2
"""How often a position is played on to estimate the chance to win."""
SECONDS: Final = 1.5
"""How long a hint is thought about at most; most take a tenth of it."""


def hint_for(player: Player, orders: Sequence[str]) -> Hint:
    """Return what a merchant would order after a player's draft.

    Only what the player may know is used. Raises PlayError if the draft is closed, or if bots know
    nothing about the title.
    """
    game, seat = player.game, player.seat
    title = game.rules()
    state = after_draft(title, game.position(), seat, list(orders))
    if is_closed(title, state, seat):
        raise PlayError("Your draft is complete. Confirm it, or undo its last step.")
    if title.id not in STRATEGIES:
        raise PlayError(f"There are no hints for {title.name}.")
    view, legal = title.view(state, seat), title.orders(state, seat)
    found = advice(view, legal, random.Random(), time.monotonic() + SECONDS)
    order = title.write(state, found.order)
    names = [each.name for each in Player.objects.at_table(game)]
    events = title.apply(state, seat, found.order).events
    wording, language = WORDINGS[title.id], spoken()
    words = [wording.urge(state, seat, order, events, names, language)]
    if found.goal not in (None, found.order):
        goal = title.write(state, found.goal)
        advised = wording.urge(state, seat, goal, (), names, language)
        words.append(f"The aim is to {advised[:1].lower()}{advised[1:]}")
    if worth := worth_in_words(found.points):
        words.append(f"Bots value that at {worth}.")
    if len(legal) == 1:
        words.append("Nothing else is possible.")
    elif found.chance is None:
        words.append("A rule of thumb, not calculated.")
    seed = f"{game.pk} {game.turn}"
    return Hint(
        order,
        words,
        chance_in_words(chances(view, seed, TRIALS), seat),
        orders,
        game.moves_made,
    )
