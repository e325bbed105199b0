"""The words on the board and the desks, and those for people who do not see them."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import (
    Message,
    Part,
    Place,
    Player,
    plural_term,
    series,
    term,
)
from games.wording.hansa.words import COLOURS, goods_words

_BALTIC: Final = term("board", "The Baltic Sea")
BOARDS: Final = {"baltic": _BALTIC}
"""The names of the boards."""

# Printed on the board.

CARTOUCHE: Final = (_BALTIC, term("cartouche", "in the days of the Hanse"))
"""What the scroll says: the board's name, and a line below it."""
GOODS_TO_COME: Final = term("board", "Goods to come")
OVERLAND: Final = term("board", "Overland")
LAST_ROUND: Final = term("board", "The last round")
LEFT_OUT: Final = term("board", "Left out")

# On the desks.

TALERS: Final = term("desk", "Talers")
BOOTHS: Final = term("desk", "Booths")
UNSOLD: Final = term("desk", "Unsold")
SOLD: Final = term("desk", "Sold")
LOSES: Final = term("desk", "Loses")
NOTHING: Final = term("desk", "nothing")
POINTS: Final = term("desk", "Points if the game ended now")
_LOST: Final = (
    term("desk", "one red (diamond)"),
    term("desk", "one yellow (disc)"),
    term("desk", "one green (triangle)"),
    term("desk", "one blue (waves)"),
    term("desk", "one purple (ring)"),
    term("desk", "one brown (cross)"),
)


def lost(colours: Sequence[int]) -> list[Message]:
    """Return the markers that a player must lose to a sale, one of each colour."""
    return [_LOST[colour] for colour in colours]


def marker(code: int, number: int) -> Message:
    """Return what a marker shows, with how many there are."""
    if number == 1:
        return goods_words(code)
    return term("desk", "{marker}, {number} of them", marker=goods_words(code), number=number)


# On the pieces.


def stored(code: int, city: str) -> Message:
    """Return a marker in a warehouse."""
    return term("board", "{marker}, in {city}", marker=goods_words(code), city=Place(city))


def booths(player: str, number: int, city: str, most: bool) -> Message:
    """Return the booths of a player in a city, and whether nobody has as many there."""
    parts: dict[str, Part] = {"player": Player(player), "city": Place(city)}
    if most:
        return plural_term(
            "board",
            number,
            "{player}: 1 booth in {city}, more than anyone else",
            "{player}: {number} booths in {city}, more than anyone else",
            **parts,
        )
    return plural_term(
        "board",
        number,
        "{player}: 1 booth in {city}",
        "{player}: {number} booths in {city}",
        **parts,
    )


def ship(city: str) -> Message:
    """Return the ship and where it is."""
    return term("board", "The ship, in {city}", city=Place(city))


def piles(counts: Sequence[int]) -> Message:
    """Return how many markers the piles have."""
    left, several = sum(counts), sum(count > 0 for count in counts)
    if not left:
        return term("board", "No markers are left in the piles")
    if several == 1:
        return plural_term(
            "board", left, "1 marker left in 1 pile", "{number} markers left in 1 pile"
        )
    return plural_term(
        "board",
        left,
        "1 marker left in {piles} piles",
        "{number} markers left in {piles} piles",
        piles=several,
    )


def left_out(colours: Sequence[int]) -> Message:
    """Return the colours that a game is played without."""
    return term("board", "Left out: {colours}", colours=series(COLOURS[each] for each in colours))
