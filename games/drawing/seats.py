"""The seats' colours, house marks and pieces as symbols, the same in every title."""

from games.drawing import svg
from games.drawing.symbols import symbol

COLOURS = ("#d03a1a", "#f0c419", "#00916e", "#0072b2", "#8e4b9e", "#a3a19b")
"""The five seats' colours, distinct for colour-blind people too, and the neutral player's grey."""
EDGES = ("#5a1408", "#5e4800", "#003f30", "#00304d", "#3c1c45", "#45443f")
LIGHTS = ("#ee7a55", "#fadb5f", "#3cb795", "#4a9fd6", "#b27fc0", "#c4c2bc")
INKS = ("#fffaf0", "#3b2c00", "#fffaf0", "#fffaf0", "#fffaf0", "#45443f")
NEUTRAL = 5
MARK_NAMES = ("key", "tower", "fish", "anchor", "star")
"""The marks of the five seats; neutral pieces have none."""


def paint(seat: int) -> dict[str, str]:
    """The colours of a seat in place of those that symbols of pieces have."""
    return {"seat": COLOURS[seat], "seat's edge": EDGES[seat], "seat's light": LIGHTS[seat]}


def house_mark(seat: int, **values: svg.Value) -> str:
    """A seat's house mark on one of its pieces."""
    return svg.use(f"h{seat}", fill=INKS[seat], stroke=INKS[seat], **values)


def seat_symbols(seats: int) -> str:
    """Definitions for the first `seats` seats: `h` house marks, `t` traders, `m` merchants.

    A trader is a cube seen slightly from above, 26 wide and 29 high, a merchant a disc, 37 wide.
    """
    trader, merchant = symbol(__package__, "trader"), symbol(__package__, "merchant")
    return "".join(
        svg.group(*_mark(seat), id=f"h{seat}")
        + svg.group(trader.inside(paint(seat)), house_mark(seat, y=3.8), id=f"t{seat}")
        + svg.group(
            merchant.inside(paint(seat)),
            house_mark(seat, transform="translate(0-2)scale(1.25)"),
            id=f"m{seat}",
        )
        for seat in range(seats)
    )


def _mark(seat: int) -> tuple[str, ...]:
    """The drawing of a house mark; neutral pieces have none."""
    return (symbol(__package__, f"mark-{MARK_NAMES[seat]}").inside(),) if seat < NEUTRAL else ()
