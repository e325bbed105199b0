"""The static layer: all of an empty board, made once per process and language."""

from functools import cache

from games.drawing import land, ornament, svg
from games.drawing.land import Ground
from games.drawing.sheet import coast
from games.drawing.skyline import building_symbols
from games.drawing.teutonica import board_art, countries, frame
from games.drawing.teutonica.layout import Layout, load_layout
from games.drawing.teutonica.marks import symbols
from games.wording.language import Language
from games.wording.teutonica import table


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


@cache
def drawing(board_id: str, language: Language) -> str:
    """The content of the static layer, without the <svg> around it."""
    layout = load_layout(board_id)
    return "".join(
        (
            symbols(),
            svg.element("defs", building_symbols(), countries.patterns(layout)),
            land.land(ground(layout)),
            countries.regions(layout, language),
            country(layout),
            land.sea_names(layout.ornament),
            ornament.compass(layout.ornament),
            ornament.ships(layout.ornament),
            board_art.roads(layout),
            board_art.towns(layout),
            board_art.special(layout, language),
            board_art.supply(layout, language),
            countries.tables(layout, language),
            ornament.cartouche(layout.ornament, *map(language.say, table.CARTOUCHES[board_id])),
            frame.frame(layout, language),
        )
    )
