"""Try a draft out on the current position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.play.language import spoken
from games.play.models import Draft, Game, Player
from games.rules.errors import IllegalOrder
from games.rules.playthrough import Playthrough
from games.rules.title import AnyTitle, Consequence
from games.wording import WORDINGS


class Drafted(NamedTuple):
    """A draft that has been changed, and what was read for that: its game and all players there.

    The steps of `played` are the draft's orders on a scratch position.
    """

    game: Game
    players: list[Player]
    draft: Draft
    played: Playthrough

    @property
    def base(self) -> Any:
        """The position of the game."""
        return self.played.steps[0].before if self.played.steps else self.played.state


@dataclass(frozen=True)
class Scratch:
    """The result of a draft: the position, its orders in words, and what confirming it does.

    `ended` is the position before its last order, if that ends the turn.
    """

    state: Any
    lines: list[str]
    warnings: list[Consequence]
    closed: bool
    ended: Any = None

    @classmethod
    def of(cls, played: Playthrough, seat: int, names: Sequence[str]) -> "Scratch":
        """Return what the orders of a seat that were played on a scratch position lead to."""
        title, steps = played.title, played.steps
        wording = WORDINGS[title.id]
        warnings = (title.warning(step.before, seat, step.order) for step in steps)
        return cls(
            state=played.state,
            lines=[
                wording.describe(
                    step.after, seat, step.text, step.after.events, names, seat, spoken()
                )
                for step in steps
            ],
            warnings=[warning for warning in warnings if warning],
            closed=bool(steps) and is_closed(title, played.state, seat),
            ended=_ended(played, seat),
        )


def _ended(played: Playthrough, seat: int) -> Any:
    """Return the position before the last order of a seat, None if that does not end its turn."""
    if not played.steps:
        return None
    last = played.steps[-1]
    stop = played.title.stop(last.before, seat)
    return last.before if stop and stop.ends_turn and stop.order == last.order else None


def try_draft(
    game: Game, state: Any, seat: int, orders: Sequence[str], names: Sequence[str]
) -> Scratch:
    """Play a draft on a scratch position, up to the first order that is not legal (any more)."""
    return Scratch.of(play_legal(game.rules(), state, seat, orders), seat, names)


def play_draft(title: AnyTitle, state: Any, seat: int, orders: Sequence[str]) -> Playthrough:
    """Play a seat's orders on a scratch position; raises IllegalOrder."""
    played = Playthrough(title, state)
    for text in orders:
        played.apply(seat, title.read(played.state, text))
    return played


def play_legal(title: AnyTitle, state: Any, seat: int, orders: Sequence[str]) -> Playthrough:
    """Play a seat's orders on a scratch position, up to the first that is not legal."""
    played = Playthrough(title, state)
    for text in orders:
        try:
            played.apply(seat, title.read(played.state, text))
        except IllegalOrder:
            break
    return played


def after_draft(title: AnyTitle, state: Any, seat: int, orders: Sequence[str]) -> Any:
    """Return the position after a draft's orders; raises IllegalOrder."""
    return play_draft(title, state, seat, orders).state


def is_closed(title: AnyTitle, state: Any, seat: int) -> bool:
    """Return whether a draft that led to `state` can only be confirmed or undone."""
    return seat not in title.to_move(state)
