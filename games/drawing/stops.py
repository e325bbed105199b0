"""Where the places of a board's outline are, for those who go from one to the next with keys."""

from collections.abc import Sequence
from typing import NamedTuple

from games.drawing.geometry import Point


class Stop(NamedTuple):
    """A place's point on the board, and the ids to visit one after another from here."""

    at: Point
    along: Sequence[str] = ()
