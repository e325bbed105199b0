"""Selling, and what it costs the others (H3.3)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import overload

from games.rules.common.message import Message, Place, message, series
from games.rules.common.play import Verb
from games.rules.common.rows import with_item, without_code
from games.rules.hansa.orders import Lose, Sell
from games.rules.hansa.pieces import COLOUR_NOUNS, COLOURS, colour_of, kind
from games.rules.hansa.state import State
from games.rules.hansa.trade import ONE_ACTION, act, lacking

LEAST = 2
"""Markers of each colour in a sale (H3.3)."""
Choices = tuple[tuple[int, ...], ...]
"""What may be sold of one colour, nothing first."""


def of_colour(row: bytes, colour: int) -> bytes:
    """Return the markers of one colour."""
    return bytes(code for code in row if colour_of(code) == colour)


@lru_cache(maxsize=4096)
def _choices(row: bytes) -> Choices:
    """Return every set of two or more out of the markers of one colour, after nothing at all."""
    counts = Counter(row)
    chosen = product(*(range(number + 1) for number in counts.values()))
    sets = (
        tuple(code for code, number in zip(counts, numbers, strict=True) for _ in range(number))
        for numbers in chosen
    )
    return ((), *sorted(codes for codes in sets if len(codes) >= LEAST))


class Sales(Sequence[Sell]):
    """All sales out of some markers: for each colour nothing or a choice, but not nothing of all.

    A product, so that it is counted, indexed and searched without being written out.
    """

    def __init__(self, unsold: bytes) -> None:
        self.colours = [_choices(of_colour(unsold, colour)) for colour in range(len(COLOURS))]

    def __len__(self) -> int:
        return prod(map(len, self.colours)) - 1

    def __contains__(self, order: object) -> bool:
        if not isinstance(order, Sell) or len(order.goods) < LEAST:
            return False
        parts = [
            tuple(code for code in order.goods if colour_of(code) == colour)
            for colour in range(len(COLOURS))
        ]
        return tuple(chain.from_iterable(parts)) == order.goods and all(
            part in choices for part, choices in zip(parts, self.colours, strict=True)
        )

    @overload
    def __getitem__(self, index: int) -> Sell: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sell]: ...
    def __getitem__(self, index: int | slice) -> Sell | Sequence[Sell]:
        if isinstance(index, slice):
            return [self[position] for position in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        # Number 0 of the product is to sell nothing of any colour.
        left = 1 + index % len(self)
        codes: tuple[int, ...] = ()
        for choices in reversed(self.colours):
            left, choice = divmod(left, len(choices))
            codes = choices[choice] + codes
        return Sell(codes)


# Most decisions change nothing of what a player may sell.
_sales_of = lru_cache(maxsize=4096)(Sales)


def _sales(state: State, seat: int) -> Sequence[Sell]:
    """Return every sale that a player may make here (H3.3)."""
    if state.acted or not state.booths_in(state.ship)[seat]:
        return ()
    return _sales_of(state.unsold[seat])


def _sell(state: State, seat: int, order: Sell) -> None:
    """Turn markers over for a booth; the others lose one of each colour (H3.3)."""
    act(state)
    state.add_booths(state.ship, seat, -1)
    state.tell("sold", state.ship)
    row = state.unsold[seat]
    for code in order.goods:
        row = without_code(row, code)
    state.unsold = with_item(state.unsold, seat, row)
    state.sold = with_item(state.sold, seat, bytes(sorted((*state.sold[seat], *order.goods))))
    state.selling = bytes(sorted(set(map(colour_of, order.goods))))
    for distance in range(1, state.players):
        _suffer(state, (seat + distance) % state.players)
    _go_on(state)


def _suffer(state: State, seat: int) -> None:
    """Let a player lose a marker of each colour sold, or note that they must choose (H3.3)."""
    for colour in state.selling:
        owned = of_colour(state.unsold[seat], colour)
        if len(set(owned)) == 1:
            state.give_up(seat, owned[0])
            state.tell("lost", seat, owned[0])
        elif owned:
            row = state.losing[seat] + bytes((colour,))
            state.losing = with_item(state.losing, seat, row)


def _go_on(state: State) -> None:
    """Let the seller go on when all have answered."""
    if any(state.losing):
        state.stage = "lose"
    else:
        state.stage = "turn"
        state.selling = b""


def _no_sale(state: State, seat: int, order: Sell) -> Message:
    if state.acted:
        return ONE_ACTION
    if not state.booths_in(state.ship)[seat]:
        city = Place(state.board.cities[state.ship].name)
        return message("You need a booth in {city} to sell there.", city=city)
    left = Counter(order.goods)
    left.subtract(state.unsold[seat])
    for code, number in left.items():
        if number > 0:
            if code not in state.unsold[seat]:
                return lacking(code)
            return message("You don't have that many {markers}.", markers=kind(code))
    return message("Sell at least {least} markers of each colour.", least=LEAST)


def _losses(state: State, seat: int) -> Sequence[Lose]:
    """Return the markers of which a player must lose one of each colour (H3.3)."""
    return [
        Lose(code)
        for code in sorted(set(state.unsold[seat]))
        if colour_of(code) in state.losing[seat]
    ]


def _lose(state: State, seat: int, order: Lose) -> None:
    """Lose a marker, which answers for its colour (H3.3)."""
    state.give_up(seat, order.good)
    row = without_code(state.losing[seat], colour_of(order.good))
    state.losing = with_item(state.losing, seat, row)
    _go_on(state)


def _no_loss(state: State, seat: int, order: Lose) -> Message:
    if colour_of(order.good) not in state.losing[seat]:
        markers = series((COLOUR_NOUNS[colour].object() for colour in state.losing[seat]), "or")
        return message("You must lose {markers}.", markers=markers)
    return lacking(order.good)


SELL = Verb(_sales, _sell, _no_sale)
LOSE = Verb(_losses, _lose, _no_loss)
