"""The live layer: pieces, markers, flags and what may be clicked, over the static board."""

from collections.abc import Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any

from games.drawing.choices import Choice, Choices, Target
from games.drawing.teutonica.furniture import (
    GOAL,
    completed_places,
    nearest,
    prestige_places,
    special_places,
)
from games.drawing.teutonica.geometry import Point, figure, path
from games.drawing.teutonica.layout import Layout, Town, load_layout
from games.drawing.teutonica.marks import COLOUR_NAMES
from games.drawing.teutonica.static import view_box
from games.drawing.teutonica.words import MARKER_NAMES, piece_name, space_names
from games.rules.teutonica.pieces import MARKERS, SPECIAL_PRESTIGE, kind_of, owner
from games.rules.teutonica.view import View


class Sheet:
    """What the live layer of one board is made of, worked out once."""

    def __init__(self, board_id: str) -> None:
        self.layout: Layout = load_layout(board_id)
        board = self.layout.board
        self.board = board
        self.view_box = view_box(self.layout)
        self.names = space_names(board_id)
        self.spaces: list[Point] = [point for road in self.layout.roads for point in road.spaces]
        self.offices: list[Point] = [point for town in self.layout.towns for point in town.offices]
        self.specials = special_places(self.layout)
        self.prestige = prestige_places(self.layout)
        self.completed = completed_places(self.layout)
        self.places: dict[str, Point] = {}
        for space, point in zip(board.space_ids, self.spaces, strict=True):
            self.places[f"space:{space}"] = point
        for road in self.layout.roads:
            self.places[f"route:{road.route.id}"] = road.marker
        for town in self.layout.towns:
            self.places[f"city:{town.city.id}"] = (town.ribbon.left + 10, town.ribbon.top + 14)
            for number, point in enumerate(town.offices, 1):
                self.places[f"office:{town.city.id}.{number}"] = point
        for points, place in zip(SPECIAL_PRESTIGE, self.specials, strict=False):
            self.places[f"special:{points}"] = place
        self.threads = {
            road.route.id: path((*road.seen[::3], road.seen[-1])) for road in self.layout.roads
        }
        self.links = {road.route.id: (nearest(road), road.marker) for road in self.layout.roads}
        self._pieces: dict[tuple[int, int, int], str] = {}

    def piece(self, space: int, code: int, home: int) -> str:
        """A piece on a space, named after the space `home` that it stood on before."""
        key = space, code, home
        if key not in self._pieces:
            self._pieces[key] = _piece(
                f"at-{self.board.space_ids[home]}",
                code,
                self.spaces[space],
                f"{piece_name(code)}, {self.names[space]}",
            )
        return self._pieces[key]


@cache
def sheet(board_id: str) -> Sheet:
    """The sheet of this board."""
    return Sheet(board_id)


def _piece(name: str, code: int, at: Point, words: str, size: float = 1.0) -> str:
    scale = "" if size == 1.0 else f" scale({size:g})"
    return (
        f'<g id="{name}" class="pc" style="transform:translate({figure(at[0])}px,{figure(at[1])}px)'
        f'{scale}"><title>{words}</title><use href="#{"tm"[kind_of(code)]}{owner(code)}"/></g>'
    )


@lru_cache(maxsize=4096)
def _still(name: str, code: int, at: Point, words: str, size: float = 1.0) -> str:
    """A piece that does not move, made once."""
    return _piece(name, code, at, words, size)


def live(
    view: View,
    *,
    base: View | None = None,
    choices: Choices | None = None,
    picked: str | None = None,
    touched: Sequence[str] = (),
    last_route: str | None = None,
    names: Sequence[str] = (),
    post: str = "",
    pick: str = "?pick=",
) -> dict[str, Any]:
    """What templates/teutonica/live.svg prints.

    `base` is the confirmed view when `view` is a draft's: what differs wears a dashed ring.
    `post` is the URL that takes an order, `pick` begins the URL of a first click.
    """
    drawn = sheet(view.board)
    before = base if base is not None else view
    parts = [
        _thread(drawn, last_route),
        '<g class="markers">',
        *_markers(drawn, view),
        '</g><g class="pieces">',
        *_spaces(drawn, view, before, picked),
        *_offices(drawn, view),
        *_hand(drawn, view),
        '</g><g class="tracks">',
        *_prestige(drawn, view, names),
        *_completed(drawn, view),
        *_supply(drawn, view),
        '</g><g class="notes">',
        *(_drafted(drawn, view, base) if base is not None else ()),
        *_touched(drawn, touched),
        '</g><g class="targets">',
        *(_targets(drawn, view, choices, picked, post, pick) if choices is not None else ()),
        "</g>",
    ]
    return {"view_box": drawn.view_box, "body": "".join(parts)}


def _thread(drawn: Sheet, last_route: str | None) -> str:
    if last_route not in drawn.threads:
        return ""
    return (
        f'<g class="thread" fill="none" stroke-linecap="round" opacity=".9"><path '
        f'd="{drawn.threads[last_route]}" stroke="#8a6410" stroke-width="5"/><path '
        f'd="{drawn.threads[last_route]}" stroke="#f2c02e" stroke-width="3"/></g>'
    )


def _markers(drawn: Sheet, view: View) -> list[str]:
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


def homes(base: bytes, now: bytes) -> dict[int, int]:
    """The space that each moved piece came from, so that it keeps its name and glides."""
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
    # A newcomer is named after its own space unless a piece that left still carries that name.
    used = set(found.values())
    for space in arrived:
        if space not in found:
            name = space if space not in used else next(n for n in arrived if n not in used)
            used.add(name)
            found[space] = name
    return found


def _spaces(drawn: Sheet, view: View, before: View, picked: str | None) -> list[str]:
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


def _offices(drawn: Sheet, view: View) -> list[str]:
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
    """The tower of extra offices, left of the town's walls, or of founded ones, right of them."""
    put = codes[::-1] if what == "extra" else codes
    place = town.extra if what == "extra" else town.founded
    spots = [place(number, len(put)) for number in range(len(put))]
    x = sum(at[0] for at, _ in spots[:2]) / len(spots[:2])
    top, bottom = spots[-1][0][1] - 20 * spots[-1][1] - 1, town.wall.bottom
    found = [
        f'<g class="annex" stroke="#43301f" stroke-width="1.3" stroke-linejoin="round"><path '
        f'fill="#ecd9b3" d="M{figure(x - 15)} {figure(bottom)}V{figure(top)}H{figure(x + 15)}'
        f'V{figure(bottom)}Z"/><path fill="#ad5a42" d="M{figure(x - 17)} {figure(top)}L{figure(x)} '
        f'{figure(top - 10)} {figure(x + 17)} {figure(top)}Z"/></g>'
    ]
    kind = "extra office" if what == "extra" else "office"
    found += [
        _piece(
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


def _hand(drawn: Sheet, view: View) -> list[str]:
    """Pieces in the air, held above where they were lifted."""
    if not view.hand:
        return []
    x, y = drawn.spaces[view.origin] if view.origin is not None else drawn.completed[0]
    return [
        f'<g class="hand">{_piece(f"hand-{number}", code, (x + 14 + 20 * number, y - 30), words)}</g>'
        for number, code in enumerate(view.hand)
        for words in (f"{piece_name(code)}, to be placed",)
    ]


_TOP_PAWNS = ((-3, -7), (10, -7), (23, -7), (-3, 8), (10, 8))
_SIDE_PAWNS = ((-8, -5), (8, -5), (-8, 11), (8, 11), (0, 27))


def _prestige(drawn: Sheet, view: View, names: Sequence[str]) -> list[str]:
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


def _completed(drawn: Sheet, view: View) -> list[str]:
    x, y = drawn.completed[min(len(view.completed), len(drawn.completed) - 1)]
    return [
        f'<g id="pawn-completed" class="pc" style="transform:translate({figure(x)}px,{figure(y)}px)">'
        f"<title>{len(view.completed)} completed towns</title>"
        '<circle r="15.5" fill="none" stroke="#a8322a" stroke-width="3"/></g>'
    ]


def _supply(drawn: Sheet, view: View) -> list[str]:
    x, y = drawn.layout.supply
    words = f"{view.marker_supply} bonus markers in the supply"
    pile = "".join(
        f'<use href="#k-hidden" x="{figure(x)}" y="{figure(y - 3 * layer)}"/>'
        for layer in range(min(4, (view.marker_supply + 3) // 4))
    )
    return [
        f'<g id="supply"><title>{words}</title>{pile}<circle cx="{figure(x + 20)}" '
        f'cy="{figure(y + 12)}" r="11.5" fill="#43301f"/><text x="{figure(x + 20)}" '
        f'y="{figure(y + 17.4)}" font-size="15.5" font-weight="700" text-anchor="middle" '
        f'fill="#fff6e0" font-family="Source Sans 3,DejaVu Sans,sans-serif">'
        f"{view.marker_supply}</text></g>"
    ]


def _drafted(drawn: Sheet, view: View, base: View) -> list[str]:
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
        rings += [town.extra(number, count)[0] for number in range(len(was_extras), count)]
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


def _touched(drawn: Sheet, touched: Sequence[str]) -> list[str]:
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
            f'font-family="Source Sans 3,DejaVu Sans,sans-serif">{label}</text></g>'
        )
    return found


def _targets(
    drawn: Sheet,
    view: View,
    choices: Choices,
    picked: str | None,
    post: str,
    pick: str,
) -> list[str]:
    if picked and picked in choices.first:
        found = [_cancel(drawn, picked, pick)]
        for choice in choices.after(picked):
            found.append(_second(drawn, view, choice, post))
        return found
    return [_first(drawn, view, target, post, pick) for target in choices.first.values()]


def _first(drawn: Sheet, view: View, target: Target, post: str, pick: str) -> str:
    if target.id not in drawn.places:
        return ""
    link = f"{pick}{target.id}"
    if target.order is None:
        act = f'hx-get="{link}"'
    else:
        act = _posting(post, target.order)
    return _link(drawn, view, target.id, target.label, link, act)


def _second(drawn: Sheet, view: View, choice: Choice, post: str) -> str:
    if choice.path[-1] not in drawn.places:
        return ""
    return _link(
        drawn,
        view,
        choice.path[-1],
        choice.label,
        f"#{choice.path[-1]}",
        _posting(post, choice.order),
    )


def _posting(post: str, order: str) -> str:
    return f'hx-post="{post}" hx-vals=\'{{"order":"{escape(order)}"}}\''


def _link(drawn: Sheet, view: View, target: str, label: str, href: str, act: str) -> str:
    """A clickable place: a ring to see, a larger disc to hit."""
    kind, _, name = target.partition(":")
    x, y = drawn.places[target]
    at = f'cx="{figure(x)}" cy="{figure(y)}"'
    if kind == "route":
        shape = (
            f'<path class="hit" d="{drawn.threads[name]}"/><path class="way" '
            f'd="{drawn.threads[name]}"/><circle class="hit" {at} r="26"/>'
            f'<circle class="ring" {at} r="21"/>'
        )
    else:
        code = view.spaces[drawn.board.space_numbers[name]] if kind == "space" else 1
        style = "ring" if code else "ring free"
        shape = f'<circle class="hit" {at} r="25"/><circle class="{style}" {at} r="21"/>'
    words = escape(label)
    return (
        f'<a class="target" href="{href}" {act} aria-label="{words}"><title>{words}</title>'
        f"{shape}</a>"
    )


def _cancel(drawn: Sheet, picked: str, pick: str) -> str:
    """The first click once more takes it back."""
    if picked not in drawn.places:
        return ""
    x, y = drawn.places[picked]
    return (
        f'<a class="target chosen" href="{pick}" hx-get="{pick}" aria-label="Choose something else">'
        f'<title>Choose something else</title><circle class="hit" cx="{figure(x)}" '
        f'cy="{figure(y)}" r="25"/><circle class="ring" cx="{figure(x)}" cy="{figure(y)}" r="22"/>'
        "</a>"
    )
