"""The static layer: a whole empty board as one SVG, worked out once in a process."""

from functools import cache

from games.drawing.geometry import figure
from games.drawing.teutonica import countries, frame, furniture, land, ornament
from games.drawing.teutonica.buildings import building_symbols
from games.drawing.teutonica.layout import Layout, load_layout
from games.drawing.teutonica.marks import symbols


def view_box(layout: Layout) -> str:
    """The viewBox that both layers share."""
    rim = land.RIM
    return (
        f"{figure(-rim)} {figure(-rim)} {figure(layout.width + 2 * rim)} "
        f"{figure(layout.height + 2 * rim)}"
    )


@cache
def drawing(board_id: str) -> str:
    """What the static layer holds, without the <svg> around it."""
    layout = load_layout(board_id)
    return "".join(
        (
            symbols(),
            f"<defs>{building_symbols()}{countries.patterns(layout)}</defs>",
            land.land(layout),
            countries.regions(layout),
            land.country(layout),
            land.sea_names(layout),
            ornament.compass(layout),
            ornament.ships(layout),
            furniture.roads(layout),
            furniture.towns(layout),
            furniture.special(layout),
            furniture.supply(layout),
            countries.tables(layout),
            ornament.cartouche(layout),
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
