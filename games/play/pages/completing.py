"""A line of typed orders: how it can go on, and what would be right where it is wrong."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.play.language import say
from games.play.models import Draft, Player
from games.play.pages.legal import legal_orders
from games.play.scratch import after_draft, is_closed
from games.rules.common.message import Notation, message
from games.rules.common.syntax import SEPARATOR
from games.rules.errors import IllegalOrder
from games.rules.title import AnyTitle

MOST = 12
EXAMPLES = 3
# A position can have thousands of orders of a kind; of more than these, the first are compared.
COMPARED = 4000


@dataclass(frozen=True)
class Line:
    """What somebody has typed, one order or several, for a seat at a position."""

    text: str

    @property
    def orders(self) -> list[str]:
        """The orders of the line; one empty order if there is none."""
        return [order for part in self.text.split(SEPARATOR) if (order := part.strip())] or [""]

    def completions(self, title: AnyTitle, state: Any, seat: int) -> list[str]:
        """Return how the line can go on: at most MOST lines, some of which need more words.

        If orders before the last separator are not legal, nothing can follow them.
        """
        before, separator, start = self.text.rpartition(SEPARATOR)
        try:
            state = after_draft(title, state, seat, Line(before).orders if before else [])
        except IllegalOrder:
            return []
        start = start.lstrip().casefold()
        found = sorted(set(_beginning(title, state, seat, start)))
        if len(found) > MOST:
            found = sorted({_cut(text, len(start)) for text in found})
        lead = f"{before}{separator} " if separator else ""
        return [f"{lead}{text}" for text in found[:MOST]]

    def hint(self, title: AnyTitle, state: Any, seat: int) -> str:
        """Return legal orders in place of the first one that is not, as a sentence to add."""
        for order in self.orders:
            if is_closed(title, state, seat):
                break
            try:
                state = after_draft(title, state, seat, [order])
            except IllegalOrder:
                legal = legal_orders(title, state, seat, order)
                near = islice(_beginning(title, state, seat, order.casefold()), EXAMPLES)
                examples = [*near] or [text for group in legal for text in group.examples]
                listed = Notation(", ".join(examples[:EXAMPLES]))
                return f" {say(message('Legal here, for example: {orders}.', orders=listed))}"
        return ""


def after_own_draft(player: Player) -> Any:
    """Return the position at the end of a player's draft, or before one that is not legal now."""
    state, title = player.game.position(), player.game.rules()
    draft = Draft.objects.of(player)
    try:
        return after_draft(title, state, player.seat, draft.orders if draft else [])
    except IllegalOrder:
        return state


def _beginning(title: AnyTitle, state: Any, seat: int, start: str) -> Iterator[str]:
    """All legal orders that begin with a text."""
    for verb, group in title.orders(state, seat).groups.items():
        if verb.startswith(start) or start.startswith(verb):
            for order in islice(group, COMPARED):
                text = title.write(state, order)
                if text.startswith(start):
                    yield text


def _cut(text: str, typed: int) -> str:
    """An order up to the end of the word that is being typed, or of the next one."""
    ends = (place + 1 for place, letter in enumerate(text) if letter in " -" and place >= typed)
    return text[: next(ends, len(text))]
