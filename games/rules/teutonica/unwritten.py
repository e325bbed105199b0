"""What the text of a position leaves out: stocks, the bag, actions (docs/notation.md)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from games.rules.errors import BadPosition
from games.rules.teutonica.frames import Frame
from games.rules.teutonica.pieces import (
    ABILITIES,
    ABILITY_KIND,
    ACTIONS,
    KIND_NAMES,
    KINDS,
    LAST_LEVEL,
    MARKER_SUPPLY,
    MARKERS,
    MERCHANTS_EACH,
    TRACKS,
    TRADERS_EACH,
    piece,
)
from games.rules.teutonica.play import SITUATIONS

Data = dict[str, Any]

PIECES_EACH: Final = (TRADERS_EACH, MERCHANTS_EACH)
FRAMES: Final[Mapping[str, tuple[str, ...]]] = {
    name: kind._fields[:-1]
    for kind in get_args(Frame)
    if SITUATIONS[name := kind._field_defaults["name"]].verbs
}
"""The fields of each open decision, as its line has them; what settles itself is never open."""


@dataclass
class Said:
    """What the text says: the lines of desks by seat and of the bag, and whose stock it counts.

    Lines are numbered from 1.
    """

    desks: dict[int, int] = field(default_factory=dict)
    stocks: set[int] = field(default_factory=set)
    bag: int | None = None


def completed(data: Data, said: Said) -> Data:
    """Return a dumped position with what its text leaves out; `actions` is None if left out.

    A stock or bag that is left out holds all that is not elsewhere. Raises BadPosition if there is
    more or less of anything than there is in the game.
    """
    for seat in range(data["players"]):
        _share_pieces(data, said, seat)
    _share_markers(data, said)
    if data["actions"] is None:
        level = data["levels"][len(ABILITIES) * data["turn"] + ACTIONS]
        data["actions"] = TRACKS[ACTIONS][level]
    return data


def _share_pieces(data: Data, said: Said, seat: int) -> None:
    """Put the pieces of a seat that are nowhere else in its stock (T1.5)."""
    for kind, elsewhere in zip(KINDS, _in_play(data, seat), strict=True):
        place = 2 * seat + kind
        left = PIECES_EACH[kind] - elsewhere - data["supply"][place]
        if seat not in said.stocks and left >= 0:
            data["stock"][place] = left
        elif left != data["stock"][place]:
            number = PIECES_EACH[kind] - left + data["stock"][place]
            raise BadPosition(
                f"Seat {seat + 1} has {number} {KIND_NAMES[kind]}s, with those that still cover"
                " its desk and the trader on the prestige track. It should have"
                f" {PIECES_EACH[kind]} (T1.5).",
                said.desks.get(seat),
            )


def _in_play(data: Data, seat: int) -> list[int]:
    """Return how many traders and merchants of a seat are neither in supply nor in stock."""
    codes = Counter(data["spaces"] + data["offices"])
    for row in (*data["extras"], *data["founded"]):
        codes.update(row)
    counts = [1, data["special"].count(seat + 1)]
    for ability, kind in enumerate(ABILITY_KIND):
        counts[kind] += LAST_LEVEL[ability] - data["levels"][len(ABILITIES) * seat + ability]
    for name, *numbers in data["frames"]:
        fields = zip(FRAMES[name], numbers, strict=False)
        codes.update(number for field, number in fields if field == "hand")
        if name == "place claimed" and seat == data["turn"]:
            counts = [count + number for count, number in zip(counts, numbers, strict=False)]
    return [count + codes[piece(seat, kind)] for kind, count in zip(KINDS, counts, strict=True)]


def _share_markers(data: Data, said: Said) -> None:
    """Put the markers that are nowhere else in the supply (T1.5)."""
    every = MARKER_SUPPLY[data["options"]["edition"]]
    left = Counter(every)
    left.subtract(marker - 1 for marker in data["markers"] if marker)
    left.subtract(data["added"].get("discarded", ()))
    for row in (*data["held"], *data["used"], *data["plate"]):
        left.subtract(row)
    for name, *kinds in data["frames"]:
        left.subtract(kinds if name == "taverns" else ())
    if said.bag is None:
        data["bag"] = [left[kind] for kind in range(len(MARKERS))]
    for kind, number in enumerate(data["bag"]):
        if number < 0 or number != left[kind]:
            total = every.get(kind, 0)
            raise BadPosition(
                f"There are {total - left[kind] + max(number, 0)} markers '{MARKERS[kind]}'."
                f" The edition has {total} (T1.4).",
                said.bag,
            )
    if sum(data["drawn"]) > sum(data["bag"]):
        raise BadPosition(
            f"{sum(data['drawn'])} markers on plates have not been looked at. They are still in"
            f" the bag, which has {sum(data['bag'])}."
        )
