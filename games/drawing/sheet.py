"""What the two layers of a board share in every title."""

from games.drawing.geometry import Point
from games.drawing.svg import num


class BaseSheet:
    """The points of one board, made once, and the frame that both layers have.

    `name` is the board's. `places` are the points of what a target or a change may name, by its id.
    """

    def __init__(self, name: str, width: float, height: float, rim: float) -> None:
        self.name = name
        across, down = width + 2 * rim, height + 2 * rim
        self.view_box = f"{num(-rim)} {num(-rim)} {num(across)} {num(down)}"
        self.ratio = round(across / down, 3)
        self.places: dict[str, Point] = {}
