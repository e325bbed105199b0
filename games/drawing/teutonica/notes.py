"""Markers and tracks, and notes on the board: drafted, changed, last claimed."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from games.drawing.geometry import figure
from games.drawing.lettering import SANS
from games.drawing.notes import corner, numbered, ring
from games.drawing.seats import COLOUR_NAMES, COLOURS
from games.drawing.teutonica.furniture import GOAL
from games.drawing.teutonica.layout import load_layout
from games.drawing.teutonica.sheet import Sheet
from games.rules.teutonica.pieces import MARKER_NAMES, MARKERS
from games.rules.teutonica.view import View


def thread(drawn: Sheet, last_route: str | None) -> str:
    """A gold thread along the road that was claimed last, from space to space."""
    if last_route not in drawn.threads:
        return ""
    way = drawn.threads[last_route]
    return (
        f'<g class="thread" fill="none" stroke-linecap="round"><path d="{way}" stroke="#8a6410" '
        f'stroke-width="5.4"/><path d="{way}" stroke="#f4c430" stroke-width="3.2"/></g>'
    )


def markers(drawn: Sheet, view: View) -> list[str]:
    return [
        _marker(drawn.board.id, route, kind)
        for route, kind in enumerate(view.route_markers)
        if kind is not None
    ]


@lru_cache(maxsize=1024)
def _marker(board_id: str, route: int, kind: int) -> str:
    layout = load_layout(board_id)
    x, y = layout.roads[route].marker
    return (
        f'<g id="marker-{layout.roads[route].route.id}"><title>{MARKER_NAMES[kind]}, '
        f'{layout.roads[route].route.name}</title><use href="#k-{MARKERS[kind]}" '
        f'x="{figure(x)}" y="{figure(y)}"/></g>'
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


def prestige(drawn: Sheet, view: View, names: Sequence[str]) -> list[str]:
    """Each player's pawn on the prestige track; players on one field share it."""
    fields: dict[int, list[int]] = {}
    for seat, desk in enumerate(view.desks):
        fields.setdefault(min(desk.prestige, len(drawn.prestige) - 1), []).append(seat)
    found = {}
    for field, seats in fields.items():
        x, y = drawn.prestige[field]
        spots = (_TOP_PAWNS if field <= GOAL else _SIDE_PAWNS)[len(seats) - 1]
        for seat, (across, down) in zip(seats, spots, strict=True):
            name = names[seat] if seat < len(names) else COLOUR_NAMES[seat]
            found[seat] = (
                f'<g id="pawn-{seat}" class="pc" style="transform:translate({figure(x + across)}px,'
                f'{figure(y + down)}px) scale({_PAWN_SIZES[len(seats) - 1]})"><title>'
                f"{escape(name)}: {view.desks[seat].prestige} prestige</title>"
                f'<use href="#t{seat}"/></g>'
            )
    return [found[seat] for seat in sorted(found)]


def completed(drawn: Sheet, view: View) -> list[str]:
    number = len(view.completed)
    x, y = drawn.completed[min(number, len(drawn.completed) - 1)]
    return [
        (
            '<g id="pawn-completed" class="pc" '
            f'style="transform:translate({figure(x)}px,{figure(y)}px)">'
            f"<title>{number} completed {'city' if number == 1 else 'cities'}</title>"
            '<circle r="15.5" fill="none" stroke="#a8322a" stroke-width="3"/></g>'
        )
    ]


def supply(drawn: Sheet, view: View) -> list[str]:
    x, y = drawn.layout.supply
    words = f"{view.marker_supply} bonus markers in the supply"
    pile = "".join(
        f'<use href="#k-hidden" x="{figure(x)}" y="{figure(y - 3 * layer)}"/>'
        for layer in range(min(4, (view.marker_supply + 3) // 4))
    )
    return [
        (
            f'<g id="supply"><title>{words}</title>{pile}<circle cx="{figure(x + 20)}" '
            f'cy="{figure(y + 12)}" r="11.5" fill="#43301f"/><text x="{figure(x + 20)}" '
            f'y="{figure(y + 17.4)}" font-size="15.5" font-weight="700" text-anchor="middle" '
            f'fill="#fff6e0" font-family="{SANS}">'
            f"{view.marker_supply}</text></g>"
        )
    ]


def missions(drawn: Sheet, view: View) -> list[str]:
    """A small scroll at each city of a mission card that this viewer knows (T12)."""
    found, lying = [], [0] * len(drawn.board.cities)
    for seat, cities in enumerate(view.missions):
        for city in cities:
            found.append(_scroll(drawn.board.id, city, seat if view.ended_by else -1, lying[city]))
            lying[city] += 1
    return found


@lru_cache(maxsize=512)
def _scroll(board_id: str, city: int, seat: int, place: int) -> str:
    """The scroll; at the end with the colour of the player whose card it was."""
    town = load_layout(board_id).towns[city]
    x, y = town.ribbon.right - 2 + 13 * place, town.ribbon.top + 8
    ink = COLOURS[seat] if seat >= 0 else "#a8322a"
    whose = f"{COLOUR_NAMES[seat]}'s" if seat >= 0 else "your"
    return (
        f'<g class="mission" transform="translate({figure(x)},{figure(y)})"><title>'
        f'{town.city.name} is on {whose} mission card</title><path d="M-9-9H7C10-9 10-5 7-5V9H-7C'
        f'-10 9-10 5-7 5V-9" fill="#fffaf0" stroke="#43301f" stroke-width="1.5" '
        'stroke-linejoin="round"/>'
        f'<path d="M0-5.4L1.6-1.6 5.6-1.2 2.6 1.4 3.6 5.2 0 3.2-3.6 5.2-2.6 1.4-5.6-1.2-1.6-1.6Z" '
        f'fill="{ink}"/></g>'
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


def changes(drawn: Sheet, touched: Sequence[str]) -> list[str]:
    """A flag with the step's number at everything that changed."""
    found = []
    for target, numbers in numbered(touched).items():
        if target in drawn.places:
            road = target.removeprefix("route:")
            at = drawn.places[target] if road == target else drawn.links[road][0]
            found.append(corner(at, numbers))
    return found
