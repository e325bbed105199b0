"""The orders of Hansa: what each verb acts on (docs/notation.md).

Goods are codes of `pieces.good`, cities and seats numbers.
"""

from typing import Literal, NamedTuple


class Booths(NamedTuple):
    """Put two booths in a city before the first turn (H1.4)."""

    city: int
    verb: Literal["booths"] = "booths"


class Replenish(NamedTuple):
    """Pay for the warehouses to be filled (H2.2)."""

    verb: Literal["replenish"] = "replenish"


class Sail(NamedTuple):
    """Sail along an arrow (H2.4)."""

    city: int
    verb: Literal["sail"] = "sail"


class Buy(NamedTuple):
    """Buy a marker in the city of the ship (H3.1)."""

    good: int
    verb: Literal["buy"] = "buy"


class Build(NamedTuple):
    """Give up a marker for booths (H3.2)."""

    good: int
    verb: Literal["build"] = "build"


class Sell(NamedTuple):
    """Sell markers, sorted (H3.3)."""

    goods: tuple[int, ...]
    verb: Literal["sell"] = "sell"


class Lose(NamedTuple):
    """Lose a marker to another player's sale (H3.3)."""

    good: int
    verb: Literal["lose"] = "lose"


class Discard(NamedTuple):
    """Give up a surplus marker (H2.5)."""

    good: int
    verb: Literal["discard"] = "discard"


class End(NamedTuple):
    """End the turn (H2.5)."""

    verb: Literal["end"] = "end"


class Remove(NamedTuple):
    """Chance: leave a colour out of the game (H1.1)."""

    colour: int
    verb: Literal["remove"] = "remove"


class Draw(NamedTuple):
    """Chance: lay a marker on the next empty warehouse, which is in a city (H1.2, H2.2)."""

    good: int
    city: int
    verb: Literal["draw"] = "draw"


class Start(NamedTuple):
    """Chance: make a seat the start player (H1.3)."""

    seat: int
    verb: Literal["start"] = "start"


Order = (
    Booths | Replenish | Sail | Buy | Build | Sell | Lose | Discard | End | Remove | Draw | Start
)
