"""What the two layers of a board share in every title, and its files: its layout and its coast."""

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from games.drawing.geometry import Point
from games.drawing.svg import num


class BaseSheet:
    """The points of one board, made once, and the frame that both layers have.

    `places` are the points of what a target or a change may name, by its id. `towns` are the ids of
    the cities as targets.
    """

    towns: Sequence[str] = ()

    def __init__(self, width: float, height: float, rim: float) -> None:
        across, down = width + 2 * rim, height + 2 * rim
        self.view_box = f"{num(-rim)} {num(-rim)} {num(across)} {num(down)}"
        self.ratio = round(across / down, 3)
        self.places: dict[str, Point] = {}


def read(package: str, board_id: str) -> dict[str, Any]:
    """Return the layout file of a board."""
    facts: dict[str, Any] = json.loads(_text(package, f"layout/{board_id}.json"))
    return facts


def coast(package: str, board_id: str) -> str:
    """Return the land of a board as an SVG path, on the canvas of the rules' board file."""
    return _text(package, f"coast/{board_id}.txt").strip()


def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")
