"""The land of a board, and what on it must be left free."""

from functools import cache
from importlib import resources

from games.drawing import land
from games.drawing.land import Ground
from games.drawing.teutonica.layout import Layout


@cache
def _coast(board_id: str) -> str:
    here = resources.files("games.drawing.teutonica").joinpath("coast")
    return here.joinpath(f"{board_id}.txt").read_text(encoding="utf-8").strip()


def ground(layout: Layout) -> Ground:
    """The board's sheet with its coast."""
    sheet = layout.sheet
    coast = _coast(layout.board.id)
    return Ground(layout.width, layout.height, coast, sheet.scale, sheet.top, layout.ornament)


def country(layout: Layout) -> str:
    """Hills and woods wherever roads and cities leave room for them."""
    boxes = [box for town in layout.towns for box in (*town.boxes, town.roofs)]
    lines = [point for road in layout.roads for point in road.line[::3]]
    places = [point for road in layout.roads for point in (*road.spaces, road.marker)]
    return land.country(ground(layout), boxes, lines, places)
