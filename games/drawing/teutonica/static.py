"""The static layer: all of an empty board, made once per process."""

from functools import cache

from games.drawing import land, ornament, svg
from games.drawing.skyline import building_symbols
from games.drawing.teutonica import countries, frame, furniture
from games.drawing.teutonica.land import country, ground
from games.drawing.teutonica.layout import load_layout
from games.drawing.teutonica.marks import symbols


@cache
def drawing(board_id: str) -> str:
    """The content of the static layer, without the <svg> around it."""
    layout = load_layout(board_id)
    return "".join(
        (
            symbols(),
            svg.element("defs", building_symbols(), countries.patterns(layout)),
            land.land(ground(layout)),
            countries.regions(layout),
            country(layout),
            land.sea_names(layout.ornament),
            ornament.compass(layout.ornament),
            ornament.ships(layout.ornament),
            furniture.roads(layout),
            furniture.towns(layout),
            furniture.special(layout),
            furniture.supply(layout),
            countries.tables(layout),
            ornament.cartouche(layout.ornament),
            frame.frame(layout),
        )
    )
