"""What a thing on the table is, and what the visitor can and can't do with it now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.drawing import DRAWINGS
from games.drawing.explanations import Explanation, Obstacle
from games.play.access import Access
from games.play.models import Draft
from games.play.scratch import try_draft
from games.rules.errors import IllegalOrder

FEW = 6
"""The most orders of a thing that are told one by one."""


@dataclass(frozen=True)
class About:
    """A thing of the table, as one visitor sees it now, with their draft if they have one.

    `can` are the orders that begin with it, in words, `cannot` kinds of orders with the reason.
    """

    thing: str
    told: Explanation
    can: Sequence[str]
    cannot: Sequence[Obstacle]

    @classmethod
    def of(cls, access: Access, thing: str) -> "About | None":
        """Return what is known of a thing of a game that has started, None if it has none such."""
        state, asked = position_of(access)
        title, drawing = access.game.rules(), DRAWINGS[access.game.title]
        view = title.view(state, access.seat)
        told = drawing.explain(view, thing, access.names)
        if told is None:
            return None
        if not asked or access.seat is None:
            return cls(thing, told, (), ())
        orders = title.orders(state, access.seat)
        choices = drawing.choices(title, orders, view, access.names)
        if thing in choices.first:
            after = choices.after(thing)
            labels = [choice.label for choice in after] if len(after) <= FEW else []
            return cls(thing, told, labels or [choices.first[thing].label], ())
        reasons = drawing.obstacles(view, orders.groups)
        cannot = _refusals(title, state, access.seat, told, reasons)
        return cls(thing, told, (), list(cannot))


def position_of(access: Access) -> tuple[Any, bool]:
    """Return the position that a visitor sees, and whether they are asked for an order in it."""
    game, seat = access.game, access.seat
    state = game.position()
    if seat is None or not game.is_running or not access.players[seat].is_waited_for:
        return state, False
    draft = Draft.objects.of(access.players[seat]) or Draft()
    scratch = try_draft(game, state, seat, draft.orders, access.names)
    return scratch.state, not scratch.closed


def _refusals(
    title: Any, state: Any, seat: int, told: Explanation, reasons: Mapping[str, Obstacle]
) -> Iterable[Obstacle]:
    """Say why what one may want to do with a thing is not possible: no order, or not this one."""
    for verb, text in told.tries:
        if verb in reasons:
            yield reasons[verb]
        elif text:
            try:
                title.apply(state, seat, title.read(state, text))
            except IllegalOrder as refusal:
                yield Obstacle(verb.capitalize(), str(refusal))


def merged(reasons: Iterable[Obstacle]) -> list[Obstacle]:
    """Return obstacles with what has the same reason told together."""
    found: dict[str, list[str]] = {}
    for words, reason in reasons:
        found.setdefault(reason, []).append(words)
    return [Obstacle(", ".join(words), reason) for reason, words in found.items()]


def things_of(access: Access) -> Mapping[str, str]:
    """Return everything on the table of a game that has started, with its words."""
    state, _ = position_of(access)
    view = access.game.rules().view(state, access.seat)
    return DRAWINGS[access.game.title].things(view)
