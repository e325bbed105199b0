"""Hints at tables without other people: what a merchant would do in one's place."""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.bots.advice import advice
from games.play.errors import PlayError
from games.play.models import Player
from games.play.pages.reasons import worth_in_words
from games.play.scratch import after_draft, is_closed

SECONDS: Final = 1.5
"""How long a hint is thought about at most; most take a tenth of it."""


def may_have_hints(players: Sequence[Player], seat: int | None) -> bool:
    """Return whether a seat is a person's, and no other person plays from another screen."""
    return seat is not None and all(
        player.is_peopled if player.seat == seat else player.bot or player.nickname
        for player in players
    )


@dataclass(frozen=True)
class Hint:
    """An order as text, and sentences that say what it is and why."""

    order: str
    words: tuple[str, ...]

    @classmethod
    def of(cls, player: Player, orders: Sequence[str]) -> "Hint":
        """Return what a merchant would order after a player's draft.

        Only what the player may know is used. Raises PlayError if the draft is closed, or if bots
        know nothing about the title.
        """
        game, seat = player.game, player.seat
        title = game.rules()
        state = after_draft(title, game.position(), seat, list(orders))
        if is_closed(title, state, seat):
            raise PlayError("Your draft is complete. Confirm it, or undo its last step.")
        view = title.view(state, seat)
        until = time.monotonic() + SECONDS
        legal = title.orders(state, seat)
        found = advice(view, legal, random.Random(), until)
        if found is None:
            raise PlayError(f"There are no hints for {title.name}.")
        order = title.write(state, found.order)
        names = [each.name for each in Player.objects.at_table(game)]
        events = title.apply(state, seat, found.order).events
        words = [title.urge(state, seat, order, events, names)]
        if found.aim not in (None, found.order):
            aim = title.write(state, found.aim)
            advised = title.urge(state, seat, aim, (), names)
            words.append(f"The aim is to {advised[:1].lower()}{advised[1:]}")
        if worth := worth_in_words(found.points):
            words.append(f"Bots value that at {worth}.")
        if found.chance is not None:
            words.append(
                f"Bots reckon that you'd win about {found.chance:.0%} of games from there."
            )
        elif len(legal) == 1:
            words.append("Nothing else is possible.")
        else:
            words.append("Bots decided this by a rule of thumb, without comparing plans.")
        return cls(order, tuple(words))
