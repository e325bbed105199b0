"""Pieces on the board: goods in warehouses, booths on quays, the ship, the piles."""

from collections.abc import Sequence
from functools import cache, lru_cache

from games.drawing import svg
from games.drawing.geometry import Box, rectangle
from games.drawing.hansa.layout import load_layout
from games.drawing.hansa.marks import number
from games.drawing.hansa.sheet import Sheet
from games.drawing.lettering import SANS, SERIF, fitted
from games.rules.hansa.questions import leader
from games.rules.hansa.view import View
from games.wording.hansa import table
from games.wording.language import Language
from games.wording.seats import called


def goods(drawn: Sheet, view: View, language: Language) -> list[str]:
    """A marker in each warehouse that is not empty."""
    board = drawn.board.id
    stored = enumerate(view.warehouses)
    return [_goods(board, slot, code, language) for slot, code in stored if code]


@lru_cache(maxsize=1024)
def _goods(board_id: str, slot: int, code: int, language: Language) -> str:
    layout = load_layout(board_id)
    town = layout.towns[layout.board.warehouse_city[slot]]
    x, y = town.warehouses[slot - town.city.warehouses.start]
    words = language.say(table.stored(code, town.city.name))
    return svg.group(svg.title(words), svg.use(f"goods-{code}", x, y), id=f"stock-{slot}")


def booths(drawn: Sheet, view: View, names: Sequence[str], language: Language) -> list[str]:
    """The booths of each player in each city as a stall with their number."""
    known = tuple(called(view, names, language))
    return [
        _booths(drawn.board.id, city, row, known, language)
        for city, row in enumerate(view.booths)
        if any(row)
    ]


@lru_cache(maxsize=4096)
def _booths(
    board_id: str, city: int, row: tuple[int, ...], known: tuple[str, ...], language: Language
) -> str:
    town = load_layout(board_id).towns[city]
    seats = [seat for seat, count in enumerate(row) if count]
    most = leader(row)
    parts = []
    for place, seat in enumerate(seats):
        x, y = town.stall(place, len(seats))
        words = table.booths(known[seat], row[seat], town.city.name, seat == most)
        stalls = [
            svg.use(f"stall-{seat}", 3 * layer, -2.4 * layer)
            for layer in range(min(3, (row[seat] + 1) // 2) - 1, 0, -1)
        ]
        stalls.append(svg.use(f"stall-{seat}"))
        if seat == most:
            stalls.append(svg.use("crown", -12, -17))
        parts.append(
            svg.group(
                svg.title(language.say(words)),
                *stalls,
                number((11, 11), row[seat]),
                id=f"booths-{town.city.id}-{seat}",
                class_="pc",
                style=svg.gliding((x - 2, y)),
            )
        )
    return "".join(parts)


def ship(drawn: Sheet, view: View, language: Language) -> str:
    """The ship in its city; it glides from city to city."""
    town = drawn.layout.towns[view.ship]
    x, y = town.berth
    return svg.group(
        svg.title(language.say(table.ship(town.city.name))),
        svg.use("cog"),
        id="the-ship",
        class_="pc",
        data_about="ship",
        style=svg.gliding((x, y + 6)),
    )


def piles(drawn: Sheet, view: View, language: Language) -> list[str]:
    """The face-down piles with their numbers, and the words below them."""
    board_id = drawn.board.id
    if view.last_round and not view.ended_by:
        return [_piles(board_id, view.piles, language), _last_round(board_id, language)]
    out = _left_out(board_id, view.left_out, language)
    return [_piles(board_id, view.piles, language), out]


@lru_cache(maxsize=256)
def _piles(board_id: str, counts: tuple[int, ...], language: Language) -> str:
    parts = [svg.title(language.say(table.piles(counts)))]
    for count, (x, y) in zip(counts, load_layout(board_id).piles, strict=True):
        if count:
            layers = range(min(4, 1 + count // 4))
            parts += [svg.use("goods-hidden", x, y - 3 * layer) for layer in layers]
            parts.append(number((x + 17, y + 19), count))
    return svg.group(*parts, id="piles")


@cache
def _last_round(board_id: str, language: Language) -> str:
    tray = load_layout(board_id).tray
    middle, y = (tray.left + tray.right) / 2, tray.bottom - 26
    band = Box(tray.left + 12, y - 15, tray.right - 12, y + 15)
    words = language.say(table.LAST_ROUND)
    return svg.group(
        svg.path(rectangle(band), fill="#a8322a", stroke="#5c1510", stroke_width=1.4),
        svg.text(
            words,
            middle,
            y + 6.6,
            text_anchor="middle",
            font_family=SERIF,
            font_weight=700,
            font_size=fitted(words, 20, band.right - band.left - 10),
            fill="#fff6e0",
        ),
        id="last-round",
    )


@lru_cache(maxsize=64)
def _left_out(board_id: str, colours: tuple[int, ...], language: Language) -> str:
    """The colours that are left out, crossed out."""
    if not colours:
        return ""
    tray = load_layout(board_id).tray
    x, y = tray.left + 22, tray.bottom - 26
    words = language.say(table.LEFT_OUT)
    crossed = "".join(
        svg.path("M-14 12L14-12", stroke=stroke, stroke_width=width)
        for stroke, width in (("#fffaf0", 5), ("#2b1d10", 2.4))
    )
    return svg.group(
        svg.title(language.say(table.left_out(colours))),
        svg.text(
            words, x, y + 6, font_family=SANS, font_size=fitted(words, 19, 84), fill="#43301f"
        ),
        *(
            svg.group(
                svg.use(f"barrel-{colour}"),
                crossed,
                transform=svg.moved((x + 104 + 34 * place, y)),
            )
            for place, colour in enumerate(colours)
        ),
        id="left-out",
    )
