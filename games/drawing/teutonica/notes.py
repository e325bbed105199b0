"""Markers and tracks, and what is said about the board: drafted, changed, last claimed."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape

from games.drawing.teutonica.furniture import GOAL
from games.drawing.teutonica.geometry import figure
from games.drawing.teutonica.layout import load_layout
from games.drawing.teutonica.marks import COLOUR_NAMES, SANS
from games.drawing.teutonica.sheet import Sheet
from games.drawing.teutonica.words import MARKER_NAMES
from games.rules.teutonica.pieces import MARKERS
from games.rules.teutonica.view import View


def thread(drawn: Sheet, last_route: str | None) -> str:
    if last_route not in drawn.threads:
        return ""
    return (
        f'<g class="thread" fill="none" stroke-linecap="round" opacity=".9"><path '
        f'd="{drawn.threads[last_route]}" stroke="#8a6410" stroke-width="5"/><path '
        f'd="{drawn.threads[last_route]}" stroke="#f2c02e" stroke-width="3"/></g>'
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


_TOP_PAWNS = ((-3, -7), (10, -7), (23, -7), (-3, 8), (10, 8))
_SIDE_PAWNS = ((-8, -5), (8, -5), (-8, 11), (8, 11), (0, 27))


def prestige(drawn: Sheet, view: View, names: Sequence[str]) -> list[str]:
    """Each player's pawn on the prestige track; players on one field share it."""
    found: list[str] = []
    guests: dict[int, int] = {}
    last = len(drawn.prestige) - 1
    for seat, desk in enumerate(view.desks):
        field = min(desk.prestige, last)
        x, y = drawn.prestige[field]
        guest = guests.get(field, 0)
        guests[field] = guest + 1
        across, down = (_TOP_PAWNS if field <= GOAL else _SIDE_PAWNS)[guest]
        name = names[seat] if seat < len(names) else COLOUR_NAMES[seat]
        found.append(
            f'<g id="pawn-{seat}" class="pc" style="transform:translate({figure(x + across)}px,'
            f'{figure(y + down)}px) scale(.5)"><title>{escape(name)}: {desk.prestige} prestige'
            f'</title><use href="#t{seat}"/></g>'
        )
    return found


def completed(drawn: Sheet, view: View) -> list[str]:
    x, y = drawn.completed[min(len(view.completed), len(drawn.completed) - 1)]
    return [
        (
            '<g id="pawn-completed" class="pc" '
            f'style="transform:translate({figure(x)}px,{figure(y)}px)">'
            f"<title>{len(view.completed)} completed towns</title>"
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


def drafted(drawn: Sheet, view: View, base: View) -> list[str]:
    """A dashed ring around whatever the draft has put somewhere."""
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
    for town, now_extras, was_extras in zip(
        drawn.layout.towns, view.extras, base.extras, strict=True
    ):
        count = len(now_extras)
        rings += [town.annexed(number, count)[0] for number in range(len(was_extras), count)]
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
    return [
        f'<circle class="drafted" cx="{figure(x)}" cy="{figure(y)}" r="22" fill="none" '
        'stroke="#fff" stroke-width="3.4"/><circle class="drafted" '
        f'cx="{figure(x)}" cy="{figure(y)}" r="22" fill="none" stroke="#2b2117" '
        'stroke-width="2.4" stroke-dasharray="5 4"/>'
        for x, y in rings
    ]


def changes(drawn: Sheet, touched: Sequence[str]) -> list[str]:
    """A gold corner with the step's number at everything that changed."""
    steps: dict[str, list[str]] = {}
    for number, target in enumerate(touched, 1):
        if target in drawn.places:
            steps.setdefault(target, []).append(str(number))
    found = []
    for target, numbers in steps.items():
        x, y = drawn.places[target]
        if target.startswith("route:"):
            x, y = drawn.links[target.removeprefix("route:")][0]
        label = numbers[-1] if len(numbers) < 3 else f"{numbers[0]}…"
        words = "Step " + ", ".join(numbers)
        found.append(
            f'<g class="step" transform="translate({figure(x - 21)},{figure(y - 22)})">'
            f'<title>{words}</title><path d="M0 0H19L0 19Z" fill="#f2c02e" stroke="#6b4a06" '
            'stroke-width="1.2" stroke-linejoin="round"/><text x="6.2" y="11.4" font-size="12.5" '
            'font-weight="700" text-anchor="middle" fill="#3a2700" '
            f'font-family="{SANS}">{label}</text></g>'
        )
    return found
