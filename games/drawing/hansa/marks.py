"""Goods, booths, the ship and coins as symbols that both layers of the board use."""

from functools import cache, partial

from games.drawing import lettering, svg
from games.drawing.geometry import Point
from games.drawing.seats import house_mark, paint, seat_symbols
from games.drawing.symbols import symbol
from games.rules.hansa.pieces import GOODS, barrels_of, colour_of

SEATS = 4
GOODS_COLOURS = ("#b5342b", "#e8b730", "#3f8a45", "#2d66b0", "#7d4a9c", "#7a4a24")
_GOODS_INKS = ("#fff3e0", "#3b2c00", "#f4ffe9", "#eef6ff", "#fbeeff", "#ffe9c9")
SIGN_NAMES = ("diamond", "disc", "triangle", "waves", "ring", "cross")
"""The sign on the barrels of each colour, so that no player needs to see the colour."""
_STACKS = (
    ((0.0, 0.0),),
    ((-12.6, 0.0), (12.6, 0.0)),
    ((0.0, -11.4), (-12.6, 10.6), (12.6, 10.6)),
)
"""Where 1, 2 or 3 barrels are on a marker."""


_symbol = partial(symbol, __package__)


@cache
def symbols() -> str:
    """All definitions, to be put once in a page: those of the seats, `barrel-` by colour, `goods-`
    by code and face down, `stall-` by seat, the crown for the most booths, the ship, a taler.
    """
    return svg.element(
        "defs",
        seat_symbols(SEATS),
        *(svg.group(_barrel(colour), id=f"barrel-{colour}") for colour in range(len(_GOODS_INKS))),
        *(svg.group(_goods(code), id=f"goods-{code}") for code in GOODS),
        _symbol("goods-hidden").group(id="goods-hidden"),
        *(svg.group(_stall(seat), id=f"stall-{seat}") for seat in range(SEATS)),
        *(_symbol(name).group(id=name) for name in ("crown", "cog", "taler")),
    )


def _barrel(colour: int) -> str:
    """A barrel seen from its end, 24 wide, with the sign of its colour."""
    ink, sign = _GOODS_INKS[colour], _symbol(f"sign-{SIGN_NAMES[colour]}")
    end = _symbol("barrel").inside({"goods": GOODS_COLOURS[colour], "goods' ink": ink})
    return end + svg.group(sign.inside(), transform="scale(.92)", fill=ink, stroke=ink)


def _goods(code: int) -> str:
    """A goods marker: a pale board with its barrels."""
    barrels = (svg.use(f"barrel-{colour_of(code)}", *at) for at in _STACKS[barrels_of(code) - 1])
    return "".join((_symbol("goods").inside(), *barrels))


def _stall(seat: int) -> str:
    """A market booth, 36 wide and 34 high, with the house mark on its front."""
    mark = house_mark(seat, transform="translate(-4.5,8.8)scale(.84)")
    return _symbol("stall").inside(paint(seat)) + mark


def number(at: Point, value: int) -> str:
    """A number on a dark disc with a pale edge, for anything counted.

    The edge is a disc below another, and those of goods and booths are filled, too: a stroke along
    a curve would take four times as long in the pictures of emails.
    """
    x, y = at
    edge, disc = svg.circle(11.3, x, y, fill="#fffaf0"), svg.circle(9.9, x, y, fill="#2b2117")
    return edge + disc + lettering.number(value, x, y + 5.8, 16.5, "#fff6e0")
