"""The land of a board, and what on it must be left free."""

from games.drawing import land
from games.drawing.land import Ground
from games.drawing.layouts import coast
from games.drawing.teutonica.layout import Layout


def ground(layout: Layout) -> Ground:
    """The board's sheet with its coast."""
    sheet, path = layout.sheet, coast(__package__, layout.board.id)
    return Ground(layout.width, layout.height, path, sheet.scale, sheet.top, layout.ornament)


def country(layout: Layout) -> str:
    """Hills and woods wherever roads and cities leave room for them."""
    boxes = [box for town in layout.towns for box in (*town.boxes, town.roofs)]
    lines = [point for road in layout.roads for point in road.line[::3]]
    places = [point for road in layout.roads for point in (*road.spaces, road.marker)]
    return land.country(ground(layout), boxes, lines, places)
