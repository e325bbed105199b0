"""The static layer: a whole empty board as one SVG, made once per process."""

from functools import cache

from games.drawing import land, ornament
from games.drawing.geometry import figure
from games.drawing.skyline import building_symbols
from games.drawing.teutonica import countries, frame, furniture
from games.drawing.teutonica.land import country, ground
from games.drawing.teutonica.layout import RIM, Layout, load_layout
from games.drawing.teutonica.marks import symbols


def view_box(layout: Layout) -> str:
    """The viewBox that both layers share."""
    return (
        f"{figure(-RIM)} {figure(-RIM)} {figure(layout.width + 2 * RIM)} "
        f"{figure(layout.height + 2 * RIM)}"
    )


@cache
def drawing(board_id: str) -> str:
    """The content of the static layer, without the <svg> around it."""
    layout = load_layout(board_id)
    return "".join(
        (
            symbols(),
            f"<defs>{building_symbols()}{countries.patterns(layout)}</defs>",
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


@cache
def static(board_id: str) -> str:
    """The static layer as a complete <svg>."""
    layout = load_layout(board_id)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="{view_box(layout)}" '
        f'role="img" aria-label="{layout.board.name}">{drawing(board_id)}</svg>'
    )
