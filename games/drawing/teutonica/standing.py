"""Pieces on the board: on spaces, in offices, in the hand."""

from functools import lru_cache

from games.drawing.geometry import Point, figure
from games.drawing.teutonica.layout import Town
from games.drawing.teutonica.sheet import Sheet, piece_markup
from games.drawing.teutonica.words import piece_name
from games.rules.teutonica.pieces import SPECIAL_PRESTIGE
from games.rules.teutonica.view import View


@lru_cache(maxsize=4096)
def _still(name: str, code: int, at: Point, words: str, size: float = 1.0) -> str:
    """A piece that does not glide, made once."""
    return piece_markup(name, code, at, words, size)


def homes(base: bytes, now: bytes) -> dict[int, int]:
    """The space that each moved piece came from, so that it keeps its id and glides."""
    left: dict[int, list[int]] = {}
    arrived: list[int] = []
    for space, (before, after) in enumerate(zip(base, now, strict=True)):
        if before != after:
            if before:
                left.setdefault(before, []).append(space)
            if after:
                arrived.append(space)
    found: dict[int, int] = {}
    for space in arrived:
        sources = left.get(now[space])
        if sources:
            found[space] = sources.pop(0)
    # A new piece is named after its own space unless a piece that left still has that name.
    used = set(found.values())
    for space in arrived:
        if space not in found:
            name = space if space not in used else next(n for n in arrived if n not in used)
            used.add(name)
            found[space] = name
    return found


def on_spaces(drawn: Sheet, view: View, before: View, picked: str | None) -> list[str]:
    moved = homes(before.spaces, view.spaces) if before is not view else {}
    found = [
        drawn.piece(space, code, moved.get(space, space))
        for space, code in enumerate(view.spaces)
        if code
    ]
    if picked and picked.startswith("space:"):
        space = drawn.board.space_numbers.get(picked.removeprefix("space:"), -1)
        if space >= 0 and view.spaces[space]:
            name = f'id="at-{drawn.board.space_ids[moved.get(space, space)]}" class="pc'
            found = [text.replace(name, f"{name} picked") for text in found]
    return found


def in_offices(drawn: Sheet, view: View) -> list[str]:
    found: list[str] = []
    for number, code in enumerate(view.offices):
        if code:
            city = drawn.board.cities[drawn.board.office_city[number]]
            place = number - city.offices.start + 1
            words = f"{piece_name(code)}, office {place} in {city.name}"
            found.append(
                _still(f"office-{city.id}-{place}", code, drawn.offices[number], words, 0.9)
            )
    for city, town in zip(drawn.board.cities, drawn.layout.towns, strict=True):
        for what, row in (("extra", view.extras), ("founded", view.founded)):
            if row[city.index]:
                found += _annex(town, what, row[city.index])
        if city.index in view.completed:
            found.append(_flags(city.id, city.name, town.wall.left, town.wall.right, town.wall.top))
    for field, seat in enumerate(view.special):
        if seat:
            code = 2 * seat
            words = f"{piece_name(code)}, {SPECIAL_PRESTIGE[field]} special prestige"
            found.append(_still(f"special-{field}", code, drawn.specials[field], words, 0.92))
    return found


@lru_cache(maxsize=4096)
def _annex(town: Town, what: str, codes: bytes) -> list[str]:
    """The tower of extra offices, left of the city's walls, or of founded ones, right of them."""
    put = codes[::-1] if what == "extra" else codes
    place = town.annexed if what == "extra" else town.founded
    spots = [place(number, len(put)) for number in range(len(put))]
    x = sum(at[0] for at, _ in spots[:2]) / len(spots[:2])
    top, bottom = spots[-1][0][1] - 20 * spots[-1][1] - 1, town.wall.bottom
    found = [
        (
            f'<g class="annex" stroke="#43301f" stroke-width="1.3" stroke-linejoin="round"><path '
            f'fill="#ecd9b3" d="M{figure(x - 15)} {figure(bottom)}V{figure(top)}H{figure(x + 15)}'
            f'V{figure(bottom)}Z"/><path fill="#ad5a42" d="M{figure(x - 17)} {figure(top)}'
            f"L{figure(x)} "
            f'{figure(top - 10)} {figure(x + 17)} {figure(top)}Z"/></g>'
        )
    ]
    kind = "extra office" if what == "extra" else "office"
    found += [
        piece_markup(
            f"{what}-{town.city.id}-{number}",
            code,
            at,
            f"{piece_name(code)}, {kind} in {town.city.name}",
            size,
        )
        for number, (code, (at, size)) in enumerate(zip(put, spots, strict=True))
    ]
    return found


@lru_cache(maxsize=256)
def _flags(city_id: str, name: str, left: float, right: float, top: float) -> str:
    return (
        f'<g id="flags-{city_id}"><title>{name} is completed</title><use href="#flag" '
        f'x="{figure(left + 1)}" y="{figure(top + 1)}"/><use href="#flag" x="{figure(right - 1)}" '
        f'y="{figure(top + 1)}"/></g>'
    )


def pawn(drawn: Sheet, view: View) -> list[str]:
    """The pawn that two players move, in its province (T17)."""
    if view.pawn is None:
        return []
    x, y = drawn.places[f"province:{view.pawn}"]
    return [
        (
            f'<g id="the-pawn" class="pc" style="transform:translate({figure(x)}px,{figure(y)}px)">'
            f'<title>The pawn, in province {view.pawn}</title><use href="#pawn"/></g>'
        )
    ]


def in_hand(drawn: Sheet, view: View) -> list[str]:
    """Pieces in the hand, shown above where they were lifted."""
    if not view.hand:
        return []
    x, y = drawn.specials[0] if drawn.specials else drawn.layout.supply
    if view.origin is not None:
        # A displacement begins on a route, a lifted piece on a space.
        displaced = view.asked == "displaced"
        x, y = drawn.layout.roads[view.origin].marker if displaced else drawn.spaces[view.origin]
    return [
        '<g class="hand">',
        *(
            piece_markup(
                f"hand-{number}",
                code,
                (x + 14 + 20 * number, y - 30),
                f"{piece_name(code)}, to be placed",
            )
            for number, code in enumerate(view.hand)
        ),
        "</g>",
    ]
