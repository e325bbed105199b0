"""Pieces on the board: on spaces, in offices, in the hand."""

from functools import cache, lru_cache

from games.drawing import svg
from games.drawing.lettering import INK
from games.drawing.teutonica.board_art import special_places
from games.drawing.teutonica.layout import Town, load_layout
from games.drawing.teutonica.sheet import Sheet, piece_markup
from games.rules.teutonica.pieces import EMPTY
from games.rules.teutonica.view import DISPLACED, View
from games.wording.language import Language
from games.wording.teutonica import table


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


def on_spaces(
    drawn: Sheet, view: View, before: View, picked: str | None, language: Language
) -> list[str]:
    moved = homes(before.spaces, view.spaces) if before is not view else {}
    found = [
        drawn.piece(space, code, moved.get(space, space), language)
        for space, code in enumerate(view.spaces)
        if code
    ]
    if picked and picked.startswith("space:"):
        space = drawn.board.space_numbers.get(picked.removeprefix("space:"), -1)
        if space >= 0 and (code := view.spaces[space]):
            place = space - view.spaces.count(EMPTY, 0, space)
            found[place] = drawn.piece(space, code, moved.get(space, space), language, picked=True)
    return found


def in_offices(drawn: Sheet, view: View, language: Language) -> list[str]:
    board_id = drawn.board.id
    found = [
        _office(board_id, number, code, language)
        for number, code in enumerate(view.offices)
        if code
    ]
    for city, town in zip(drawn.board.cities, drawn.layout.towns, strict=True):
        for what, row in (("extra", view.extras), ("founded", view.founded)):
            if row[city.index]:
                found += _annex(town, what, row[city.index], language)
        if city.index in view.completed:
            found.append(_flags(board_id, city.index, language))
    found += [
        _special(board_id, field, 2 * seat, language)
        for field, seat in enumerate(view.special)
        if seat
    ]
    return found


@lru_cache(maxsize=4096)
def _office(board_id: str, number: int, code: int, language: Language) -> str:
    layout = load_layout(board_id)
    town = layout.towns[layout.board.office_city[number]]
    place = number - town.city.offices.start
    words = language.say(table.in_office(code, place + 1, town.city.name))
    return piece_markup(f"office-{town.city.id}-{place + 1}", code, town.offices[place], words, 0.9)


@lru_cache(maxsize=256)
def _special(board_id: str, field: int, code: int, language: Language) -> str:
    at = special_places(load_layout(board_id))[field]
    words = language.say(table.special(code, field))
    return piece_markup(f"special-{field}", code, at, words, 0.92)


@lru_cache(maxsize=4096)
def _annex(town: Town, what: str, codes: bytes, language: Language) -> list[str]:
    """The tower of extra offices, left of the city's walls, or of founded ones, right of them."""
    put = codes[::-1] if what == "extra" else codes
    place = town.annexed if what == "extra" else town.founded
    spots = [place(number, len(put)) for number in range(len(put))]
    x = sum(at[0] for at, _ in spots[:2]) / len(spots[:2])
    top, bottom = spots[-1][0][1] - 20 * spots[-1][1] - 1, town.wall.bottom
    roof = svg.data("M", x - 17, top, "L", x, top - 10, x + 17, top, "Z")
    wall = svg.data("M", x - 15, bottom, "V", top, "H", x + 15, "V", bottom, "Z")
    tower = svg.group(
        svg.path(wall, fill="#ecd9b3"),
        svg.path(roof, fill="#ad5a42"),
        class_="annex",
        data_about=f"city:{town.city.id}",
        stroke=INK,
        stroke_width=1.3,
        stroke_linejoin="round",
    )
    pieces = (
        piece_markup(
            f"{what}-{town.city.id}-{number}",
            code,
            at,
            language.say(table.annexed(code, what, town.city.name)),
            size,
        )
        for number, (code, (at, size)) in enumerate(zip(put, spots, strict=True))
    )
    return [tower, *pieces]


@cache
def _flags(board_id: str, city: int, language: Language) -> str:
    town = load_layout(board_id).towns[city]
    wall = town.wall
    return svg.group(
        svg.title(language.say(table.complete(town.city.name))),
        svg.use("flag", wall.left + 1, wall.top + 1),
        svg.use("flag", wall.right - 1, wall.top + 1),
        id=f"flags-{town.city.id}",
    )


def pawn(drawn: Sheet, view: View, language: Language) -> list[str]:
    """The pawn that two players move, in its province (T17)."""
    if view.pawn is None:
        return []
    style = svg.gliding(drawn.places[f"province:{view.pawn}"])
    words = svg.title(language.say(table.pawn(view.pawn)))
    return [svg.group(words, svg.use("pawn"), id="the-pawn", class_="pc", style=style)]


def in_hand(drawn: Sheet, view: View, language: Language) -> list[str]:
    """Pieces in the hand, shown above where they were lifted."""
    if not view.hand:
        return []
    x, y = drawn.specials[0] if drawn.specials else drawn.layout.supply
    if view.origin is not None:
        # A displacement begins on a route, a lifted piece on a space.
        displaced = view.prompt in DISPLACED
        x, y = drawn.layout.roads[view.origin].marker if displaced else drawn.spaces[view.origin]
    pieces = (
        piece_markup(
            f"hand-{number}",
            code,
            (x + 14 + 20 * number, y - 30),
            language.say(table.in_hand(code)),
        )
        for number, code in enumerate(view.hand)
    )
    return [svg.group(*pieces, class_="hand")]
