"""Pieces, signs and small buildings as symbols that both layers of a board use."""

from functools import cache, partial

from games.drawing import svg
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
