"""Try a draft out on the current position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.play.models import Game
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle, Consequence


@dataclass(frozen=True)
class Scratch:
    """The result of a draft: the position, its orders in words, and what confirming it does."""

    state: Any
    lines: list[str]
    warnings: list[Consequence]
    closed: bool


def try_draft(
    game: Game, state: Any, seat: int, orders: Sequence[str], names: Sequence[str]
) -> Scratch:
    """Play a draft on a scratch position, up to the first order that is not legal (any more)."""
    title = game.rules()
    lines: list[str] = []
    warnings: list[Consequence] = []
    for text in orders:
        try:
            order = title.read(state, text)
            warning = title.warning(state, seat, order)
            state = title.apply(state, seat, order)
        except IllegalOrder:
            break
        lines.append(title.describe(state, seat, text, state.events, names, seat))
        warnings += [warning] if warning else []
    closed = bool(lines) and is_closed(title, state, seat)
    return Scratch(state=state, lines=lines, warnings=warnings, closed=closed)


def after_draft(title: AnyTitle, state: Any, seat: int, orders: list[str]) -> Any:
    """Return the position after a draft's orders; raises IllegalOrder."""
    for text in orders:
        state = title.apply(state, seat, title.read(state, text))
    return state


def is_closed(title: AnyTitle, state: Any, seat: int) -> bool:
    """Return whether a draft that led to `state` can only be confirmed or undone."""
    return seat not in title.to_move(state)
