"""Pieces, signs and small buildings as symbols that both layers of a board use."""

from functools import cache, partial

from games.drawing import svg
from games.drawing.geometry import Point
from games.drawing.lettering import INK, number
from games.drawing.seats import seat_symbols
from games.drawing.symbols import symbol
from games.rules.teutonica.pieces import ABILITIES, MARKERS, MAX_SEATS, TILES

PRIVILEGE_COLOURS = ("#fbf6e4", "#e2852b", "#d9679a", "#2c2724")
PRIVILEGE_PIPS = ("#8a7a5c", "#4a2400", "#4d0f2c", "#f3e6c4")
PERMANENT = (
    "move_2_any",
    "develop_privilege",
    "office_in_green_city",
    "place_2_from_route",
    "place_2_in_wales_or_scotland",
    "place_2_in_wales",
)
"""The signs of permanent markers; the last is the one before it on a board without Scotland."""
_symbol = partial(symbol, __package__)


@cache
def symbols() -> str:
    """All definitions, to be put once in a page: those of the seats,
    `a-` ability signs, `k-` bonus markers, `p-` permanent ones, `f-` tiles of the Emperor's Favour,
    the pawn, and the flag of a completed town.
    """
    return svg.element(
        "defs",
        seat_symbols(MAX_SEATS + 1),
        *(svg.group(_symbol(f"ability-{name}").inside(), id=f"a-{name}") for name in ABILITIES),
        *(_token("k", "marker", name, ".86") for name in MARKERS),
        *(_token("p", "permanent", name, ".92") for name in PERMANENT),
        *(_token("f", "tile", name) for name in TILES),
        _symbol("pawn").group(id="pawn"),
        _token("k", "marker", "hidden", ".86"),
        _symbol("flag").group(id="flag"),
    )


def _token(letter: str, kind: str, name: str, scale: str = "") -> str:
    """A token of a kind with its sign: a round marker, a stone (T14.3), a tile (T13)."""
    sign = _symbol(f"{kind}-{name}").group(transform=f"scale({scale})" if scale else None)
    return svg.group(_symbol(kind).inside(), sign, id=f"{letter}-{name}")


_MULLIONS = svg.strokes("M0-11.5V11.5M-11.5-2H11.5", ("#947a5c", 1.6))
_COIN = svg.circle(8.6, fill="#f2cf63", stroke="#7d5c16", stroke_width=1.3)


def office(at: Point, kind: int, privilege: int, coin: int) -> str:
    """An opening in the city's wall: square or round, its privilege shown by colour and pips."""
    colour, pips = PRIVILEGE_COLOURS[privilege], PRIVILEGE_PIPS[privilege]
    frame: dict[str, svg.Value] = {"fill": "#6b5540", "stroke": colour, "stroke_width": 4.8}
    edge: dict[str, svg.Value] = {"fill": "none", "stroke": INK, "stroke_width": 1.1}
    if kind:
        opening = svg.circle(14.2, **frame)
        edges = svg.circle(16.6, **edge) + svg.circle(11.8, **edge)
    else:
        opening = svg.path("M-13.7-13.7H13.7V13.7H-13.7Z", **frame)
        edges = svg.path("M-16.1-16.1H16.1V16.1H-16.1ZM-11.5-11.5H11.5V11.5H-11.5Z", **edge)
    return svg.group(
        opening,
        _MULLIONS,
        edges,
        svg.path("M-16 16H16V23.4H-16Z", fill=colour, stroke=INK, stroke_width=1.1),
        dots(privilege, 8, 0, 19.7, 2.3, pips),
        svg.group(_COIN, number(coin, None, 4.6, 13, "#4a3400")) if coin else "",
        transform=svg.moved(at),
    )


def dots(count: int, step: float, x: float, y: float, radius: float, fill: str) -> str:
    """A row of pips around a point."""
    return "".join(
        svg.circle(radius, x + step * (pip - (count - 1) / 2), y, fill=fill) for pip in range(count)
    )
