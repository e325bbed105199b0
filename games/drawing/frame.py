"""The frame around a map: a paper rim between thin double lines, and a ladder of degrees."""

from games.drawing.geometry import figure
from games.drawing.lettering import INK

_PAPER = "#f6ecd0"


def rim(width: float, height: float, broad: float) -> str:
    """A frame of width `broad` around a sheet; what is on the sheet is drawn over it."""
    edge, across, down = figure(broad), figure(width + broad), figure(height + broad)
    return (
        f'<path fill-rule="evenodd" fill="{_PAPER}" d="M-{edge} -{edge}H{across}V{down}H-{edge}Z'
        f'M0 0V{figure(height)}H{figure(width)}V0Z"/><g fill="none" stroke="{INK}">'
        + "".join(
            _rectangle(width, height, inset, stroke)
            for inset, stroke in ((-1, 2.4), (-6, 0.9), (5 - broad, 0.9), (1.5 - broad, 2.4))
        )
        + "</g>"
        + _ladder(width, height)
    )


def _rectangle(width: float, height: float, inset: float, stroke: float) -> str:
    return (
        f'<path stroke-width="{stroke}" d="M{figure(inset)} {figure(inset)}'
        f'H{figure(width - inset)}V{figure(height - inset)}H{figure(inset)}Z"/>'
    )


def _ladder(width: float, height: float) -> str:
    """The black and white degrees of old maps, between the two inner lines."""
    step = 34.0
    across, down = round(width / step / 2) * 2, round(height / step / 2) * 2
    dash_x, dash_y = width / across, height / down
    return (
        f'<g fill="none" stroke="{INK}" stroke-width="3"><path stroke-dasharray="{figure(dash_x)}" '
        f'd="M0-3.5H{figure(width)}M0 {figure(height + 3.5)}H{figure(width)}"/>'
        f'<path stroke-dasharray="{figure(dash_y)}" d="M-3.5 0V{figure(height)}'
        f'M{figure(width + 3.5)} 0V{figure(height)}"/></g>'
    )
