"""The static layer: all of the empty board, made once per process and language."""

from functools import cache

from games.drawing import land, ornament, svg
from games.drawing.hansa import board_art
from games.drawing.hansa.layout import RIM, Layout, load_layout
from games.drawing.hansa.marks import symbols
from games.drawing.land import Ground
from games.drawing.ornament import rim
from games.drawing.sheet import coast
from games.drawing.skyline import building_symbols
from games.wording.hansa import table
from games.wording.language import Language


def _ground(layout: Layout) -> Ground:
    land_path = coast(__package__, layout.board.id)
    return Ground(layout.width, layout.height, land_path, layout.scale, 0.0, layout.ornament)


def _country(layout: Layout, ground: Ground) -> str:
    """Hills and woods wherever cities, ways and the table leave room for them."""
    boxes = [box for town in layout.towns for box in town.boxes] + [layout.tray]
    lines = [point for leg in layout.legs for point in leg.line[::3]]
    return land.country(ground, boxes, lines, ())


@cache
def drawing(board_id: str, language: Language) -> str:
    """The content of the static layer, without the <svg> around it."""
    layout = load_layout(board_id)
    ground = _ground(layout)
    return "".join(
        (
            symbols(),
            svg.element("defs", building_symbols()),
            land.land(ground),
            _country(layout, ground),
            land.sea_names(layout.ornament),
            ornament.compass(layout.ornament),
            board_art.ways(layout, language),
            board_art.towns(layout),
            board_art.table(layout, language),
            ornament.cartouche(layout.ornament, *map(language.say, table.CARTOUCHE)),
            rim(layout.width, layout.height, RIM),
        )
    )
