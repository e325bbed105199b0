"""Reading what a title's package has of a board: its layout, and the coast of its land."""

import json
from importlib import resources
from typing import Any


def read(package: str, board_id: str) -> dict[str, Any]:
    """Return the layout file of a board."""
    facts: dict[str, Any] = json.loads(_text(package, f"layout/{board_id}.json"))
    return facts


def coast(package: str, board_id: str) -> str:
    """Return the land of a board as an SVG path, on the canvas of the rules' board file."""
    return _text(package, f"coast/{board_id}.txt").strip()


def _text(package: str, name: str) -> str:
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")
