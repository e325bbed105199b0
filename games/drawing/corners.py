"""Corners of a board in a position, as small pictures of the rules page, and the game it tells."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from games.drawing.geometry import Box
from games.rules.record import read
from games.rules.replay import record_steps, title_of


@dataclass(frozen=True)
class BaseCorner(ABC):
    """A position, and the cities that the picture is about.

    `after` names the position of the example game to show, if it is from there. `marked`
    targets have the numbers that the text uses.
    """

    towns: tuple[str, ...] = ()
    after: str = field(default="", kw_only=True)
    marked: tuple[str, ...] = field(default=(), kw_only=True)

    @abstractmethod
    def view(self) -> Any:
        """Return the position that the corner is cut from."""

    @abstractmethod
    def part(self) -> Box:
        """Return the part of the board to show."""


@cache
def positions(package: str) -> dict[str, Any]:
    """Return positions of `example.txt` in a package, as a spectator sees them, by name.

    In that record a comment directly below an order names the position after it.
    """
    text = resources.files(package).joinpath("example.txt").read_text(encoding="utf-8")
    record = read(text)
    title = title_of(record)
    names = {
        number: line.removeprefix("# ")
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("# ")
    }
    return {
        names[entry.line + 1]: title.view(step.after, None)
        for entry, step in zip(record.orders, record_steps(record), strict=True)
        if entry.line + 1 in names
    }
