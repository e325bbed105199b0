"""Hints as a table shows them, where no other people play; another app makes them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.play.language import spoken
from games.play.models import Draft
from games.play.pages.reasons import chance_told
from games.play.scratch import after_draft
from games.rules.common.message import Message, message, plural
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle
from games.wording import WORDINGS


@dataclass(frozen=True)
class Hint:
    """An order as text, and why it is advised, in figures.

    `goal` is the order that it works for, as text, '' for itself, and `points` are what that
    brings. `only` says that nothing else is possible, `guessed` that nothing was compared. `chance`
    is that to win in the position, its error, and the player's `games.bots.evaluation.standing`;
    None if the position has changed since. `after` are the orders of the draft that the hint
    follows, `moves` how many moves the game had.
    """

    order: str
    goal: str
    points: float
    only: bool
    guessed: bool
    chance: tuple[float, float, int] | None
    after: Sequence[str]
    moves: int

    def is_legal(self, title: AnyTitle, state: Any, seat: int) -> bool:
        """Return whether a seat may give the order now."""
        try:
            return title.read(state, self.order) in title.orders(state, seat)
        except IllegalOrder:
            return False

    def told(self, title: AnyTitle, state: Any, seat: int, names: Sequence[str]) -> str:
        """Return the hint to a seat in sentences; `state` is the position before its draft."""
        wording, language = WORDINGS[title.id], spoken()
        state = after_draft(title, state, seat, self.after)
        events = title.apply(state, seat, title.read(state, self.order)).events
        told = [wording.urge(state, seat, self.order, events, names, language)]
        if self.goal:
            told.append(language.say(message("The aim:")))
            told.append(wording.urge(state, seat, self.goal, (), names, language))
        return " ".join([*told, *map(language.say, self._figures())])

    def _figures(self) -> Iterator[Message]:
        points = round(self.points)
        if points >= 1:
            yield plural(
                points,
                "Bots value that at about 1 point over the rest of the game.",
                "Bots value that at about {number} points over the rest of the game.",
            )
        if self.only:
            yield message("Nothing else is possible.")
        elif self.guessed:
            yield message("This is a rule of thumb, not calculated.")
        if self.chance is not None:
            yield chance_told(*self.chance)

    @classmethod
    def kept(cls, draft: Draft, moves: int) -> "Hint | None":
        """Return the last hint that a player was given, None if its order has been drafted.

        `moves` is how many moves the game has had.
        """
        try:
            hint = cls(**draft.hint) if draft.hint is not None else None
        except TypeError:  # a hint that an earlier version of the site kept
            return None
        if hint is None:
            return None
        known = len(hint.after)
        same = draft.orders[:known] == hint.after
        if hint.moves != moves or (same and draft.orders[known : known + 1] == [hint.order]):
            return None
        # The chance is that of the position in which the hint was given.
        return hint if draft.orders == hint.after else replace(hint, chance=None)
