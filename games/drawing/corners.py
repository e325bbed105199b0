"""Corners of a board in a position, as small pictures of the rules page."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from games.drawing.geometry import Box


@dataclass(frozen=True)
class BaseCorner(ABC):
    """A position, with a caption, and the cities that the picture is about.

    `after` names the position of the example game to show, if it is from there. `marked`
    targets have the numbers that the text uses.
    """

    words: str
    towns: tuple[str, ...] = ()
    after: str = field(default="", kw_only=True)
    marked: tuple[str, ...] = field(default=(), kw_only=True)

    @abstractmethod
    def view(self) -> Any:
        """Return the position that the corner is cut from."""

    @abstractmethod
    def part(self) -> Box:
        """Return the part of the board to show."""
