"""Hints as a table shows them, where no other people play; another app makes them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.play.models import Draft
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle


@dataclass(frozen=True)
class Hint:
    """An order as text, sentences that say what it is and what for, and the chance to win.

    `after` are the orders of the draft that it follows, `moves` how many moves the game had.
    """

    order: str
    words: Sequence[str]
    chance: str
    after: Sequence[str]
    moves: int

    def is_legal(self, title: AnyTitle, state: Any, seat: int) -> bool:
        """Return whether a seat may give the order now."""
        try:
            return title.read(state, self.order) in title.orders(state, seat)
        except IllegalOrder:
            return False

    @classmethod
    def kept(cls, draft: Draft, moves: int) -> "Hint | None":
        """Return the last hint that a player was given, None if its order has been drafted.

        `moves` is how many moves the game has had.
        """
        if draft.hint is None:
            return None
        hint = cls(**draft.hint)
        known = len(hint.after)
        same = draft.orders[:known] == hint.after
        if hint.moves != moves or (same and draft.orders[known : known + 1] == [hint.order]):
            return None
        # The chance is that of the position in which the hint was given.
        return hint if draft.orders == hint.after else replace(hint, chance="")
