"""Markers and tracks, and notes on the board: drafted, changed, last claimed."""

from collections.abc import Sequence
from functools import lru_cache

from games.drawing import lettering, svg
from games.drawing.live import thread
from games.drawing.notes import corner, numbered, ring
from games.drawing.seats import COLOURS
from games.drawing.teutonica.layout import load_layout
from games.drawing.teutonica.sheet import Sheet
from games.rules.teutonica.pieces import MARKERS
from games.rules.teutonica.questions import PRESTIGE_TO_END
from games.rules.teutonica.view import View
from games.rules.title import Touched
from games.wording.language import Language
from games.wording.seats import called
from games.wording.teutonica import table


def claimed(drawn: Sheet, touched: Sequence[Touched]) -> str:
    """A gold thread along the road that was claimed last, from space to space."""
    last = next((each.way for each in reversed(touched) if each.way), "")
    return thread(drawn.threads[last.removeprefix("route:")], 3.2, 1.1) if last else ""


def markers(drawn: Sheet, view: View, language: Language) -> list[str]:
    return [
        _marker(drawn.board.id, route, kind, language)
        for route, kind in enumerate(view.route_markers)
        if kind is not None
    ]


@lru_cache(maxsize=1024)
def _marker(board_id: str, route: int, kind: int, language: Language) -> str:
    road = load_layout(board_id).roads[route]
    return svg.group(
        svg.title(language.say(table.marker(kind, road.route.name))),
        svg.use(f"k-{MARKERS[kind]}", *road.marker),
        id=f"marker-{road.route.id}",
    )


_TOP_PAWNS = (
    ((7, 0),),
    ((2, 0), (20, 0)),
    ((-3, 0), (10, 0), (23, 0)),
    ((-3, -8), (10, -8), (-3, 8), (10, 8)),
    ((-3, -8), (10, -8), (23, -8), (-3, 8), (10, 8)),
)
_SIDE_PAWNS = (
    ((0, 8),),
    ((-9, 8), (9, 8)),
    ((-8, 4), (8, 4), (0, 19)),
    ((-8, 4), (8, 4), (-8, 19), (8, 19)),
    ((-8, 1), (8, 1), (-8, 15), (8, 15), (0, 27)),
)
_PAWN_SIZES = (0.82, 0.64, 0.5, 0.5, 0.5)


def prestige(drawn: Sheet, view: View, names: Sequence[str], language: Language) -> list[str]:
    """Each player's pawn on the prestige track; players on one field share it."""
    known = called(view, names, language)
    fields: dict[int, list[int]] = {}
    for seat, desk in enumerate(view.desks):
        fields.setdefault(min(desk.prestige, len(drawn.prestige) - 1), []).append(seat)
    found = {}
    for field, seats in fields.items():
        x, y = drawn.prestige[field]
        spots = (_TOP_PAWNS if field <= PRESTIGE_TO_END else _SIDE_PAWNS)[len(seats) - 1]
        for seat, (across, down) in zip(seats, spots, strict=True):
            words = table.prestige(known[seat], view.desks[seat].prestige)
            found[seat] = svg.group(
                svg.title(language.say(words)),
                svg.use(f"t{seat}"),
                id=f"pawn-{seat}",
                class_="pc",
                style=svg.gliding((x + across, y + down), _PAWN_SIZES[len(seats) - 1]),
            )
    return [found[seat] for seat in sorted(found)]


def completed(drawn: Sheet, view: View, language: Language) -> str:
    """The ring on the number of completed cities."""
    number = len(view.completed)
    return svg.group(
        svg.title(language.say(table.completed(number))),
        svg.circle(15.5, fill="none", stroke="#a8322a", stroke_width=3),
        id="pawn-completed",
        class_="pc",
        style=svg.gliding(drawn.completed[min(number, len(drawn.completed) - 1)]),
    )


def supply(drawn: Sheet, view: View, language: Language) -> str:
    """The pile of bonus markers with its number."""
    x, y = drawn.layout.supply
    left = view.marker_supply
    return svg.group(
        svg.title(language.say(table.markers(left))),
        *(svg.use("k-hidden", x, y - 3 * layer) for layer in range(min(4, (left + 3) // 4))),
        svg.circle(11.5, x + 20, y + 12, fill="#43301f"),
        lettering.number(left, x + 20, y + 17.4, 15.5, "#fff6e0"),
        id="supply",
    )


def missions(drawn: Sheet, view: View, language: Language) -> list[str]:
    """A small scroll at each city of a mission card that this viewer knows (T12)."""
    found, lying = [], [0] * len(drawn.board.cities)
    for seat, cities in enumerate(view.missions):
        for city in cities:
            whose = seat if view.ended_by else -1
            found.append(_scroll(drawn.board.id, city, whose, lying[city], language))
            lying[city] += 1
    return found


@lru_cache(maxsize=512)
def _scroll(board_id: str, city: int, seat: int, place: int, language: Language) -> str:
    """The scroll; at the end with the colour of the player whose card it was."""
    town = load_layout(board_id).towns[city]
    x, y = town.ribbon.right - 2 + 13 * place, town.ribbon.top + 8
    ink = COLOURS[seat] if seat >= 0 else "#a8322a"
    return svg.group(
        svg.title(language.say(table.mission(town.city.name, seat))),
        svg.path(
            "M-9-9H7C10-9 10-5 7-5V9H-7C-10 9-10 5-7 5V-9",
            fill="#fffaf0",
            stroke="#43301f",
            stroke_width=1.5,
            stroke_linejoin="round",
        ),
        svg.path(
            "M0-5.4L1.6-1.6 5.6-1.2 2.6 1.4 3.6 5.2 0 3.2-3.6 5.2-2.6 1.4-5.6-1.2-1.6-1.6Z",
            fill=ink,
        ),
        class_="mission",
        transform=svg.moved((x, y)),
    )


def drafted(drawn: Sheet, view: View, base: View) -> list[str]:
    """A dashed ring around everything that the draft has placed or moved."""
    rings = [
        drawn.spaces[space]
        for space, (now, was) in enumerate(zip(view.spaces, base.spaces, strict=True))
        if now and now != was
    ]
    rings += [
        drawn.offices[number]
        for number, (now, was) in enumerate(zip(view.offices, base.offices, strict=True))
        if now and now != was
    ]
    for town in drawn.layout.towns:
        city = town.city.index
        for row, was_row, place in (
            (view.extras, base.extras, town.annexed),
            (view.founded, base.founded, town.founded),
        ):
            count = len(row[city])
            rings += [place(number, count)[0] for number in range(len(was_row[city]), count)]
    if view.pawn is not None and view.pawn != base.pawn:
        rings.append(drawn.places[f"province:{view.pawn}"])
    rings += [
        drawn.specials[field]
        for field, (now, was) in enumerate(zip(view.special, base.special, strict=True))
        if now != was
    ]
    rings += [
        drawn.layout.roads[route].marker
        for route, (kind, was_kind) in enumerate(
            zip(view.route_markers, base.route_markers, strict=True)
        )
        if kind is not None and kind != was_kind
    ]
    return [ring(at) for at in rings]


def changes(drawn: Sheet, touched: Sequence[str], language: Language) -> list[str]:
    """A flag with the step's number at everything that changed."""
    found = []
    for target, numbers in numbered(touched).items():
        if target in drawn.places:
            road = target.removeprefix("route:")
            at = drawn.places[target] if road == target else drawn.links[road][0]
            found.append(corner(at, numbers, language))
    return found
