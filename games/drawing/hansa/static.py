"""The static layer: the whole empty board as one SVG, made once per process."""

from functools import cache
from importlib import resources

from games.drawing import land, ornament
from games.drawing.frame import rim
from games.drawing.geometry import figure
from games.drawing.hansa import furniture
from games.drawing.hansa.layout import RIM, Layout, load_layout
from games.drawing.hansa.marks import symbols
from games.drawing.land import Ground
from games.drawing.skyline import building_symbols


def view_box(layout: Layout) -> str:
    """The viewBox that both layers share."""
    return (
        f"{figure(-RIM)} {figure(-RIM)} {figure(layout.width + 2 * RIM)} "
        f"{figure(layout.height + 2 * RIM)}"
    )


def _ground(layout: Layout) -> Ground:
    here = resources.files("games.drawing.hansa").joinpath("coast")
    coast = here.joinpath(f"{layout.board.id}.txt").read_text(encoding="utf-8").strip()
    return Ground(layout.width, layout.height, coast, layout.scale, 0.0, layout.ornament)


def _country(layout: Layout, ground: Ground) -> str:
    """Hills and woods wherever cities, ways and the table leave room for them."""
    boxes = [box for town in layout.towns for box in town.boxes] + [layout.tray]
    lines = [point for leg in layout.legs for point in leg.line[::3]]
    return land.country(ground, boxes, lines, ())


@cache
def drawing(board_id: str) -> str:
    """The content of the static layer, without the <svg> around it."""
    layout = load_layout(board_id)
    ground = _ground(layout)
    return "".join(
        (
            symbols(),
            f"<defs>{building_symbols()}</defs>",
            land.land(ground),
            _country(layout, ground),
            land.sea_names(layout.ornament),
            ornament.compass(layout.ornament),
            furniture.ways(layout),
            furniture.towns(layout),
            furniture.table(layout),
            ornament.cartouche(layout.ornament),
            rim(layout.width, layout.height, RIM),
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
