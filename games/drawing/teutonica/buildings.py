"""The offices in a city's wall."""

from games.drawing import svg
from games.drawing.geometry import Point
from games.drawing.lettering import INK, number
from games.drawing.teutonica.marks import PRIVILEGE_COLOURS, PRIVILEGE_PIPS

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
