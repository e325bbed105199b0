"""What may be clicked on the board: a ring to see, a larger disc to hit, a link with its words."""

import math
from functools import cache, lru_cache

from games.drawing import svg
from games.drawing.choices import Choice, Choices, Target
from games.drawing.desks import Acts
from games.drawing.geometry import Point, rectangle
from games.drawing.links import clickable, first_link, first_step, second_step, way_back
from games.drawing.svg import moved, num
from games.drawing.symbols import symbol
from games.drawing.teutonica import provinces
from games.drawing.teutonica.sheet import Sheet, sheet
from games.rules.common.syntax import SEPARATOR
from games.rules.teutonica.view import View
from games.wording.language import Language

BUBBLE = 8
"""The most choices that are shown as pieces over the board; more are chosen in the list."""


def links(
    drawn: Sheet,
    view: View,
    language: Language,
    choices: Choices,
    picked: str | None,
    post: str,
    pick: str,
) -> list[str]:
    """Everything that can be clicked on the board now: first steps, or second ones."""
    if picked and picked in choices.first:
        after = choices.after(picked)
        stay = f"{pick}{picked}"
        return [
            _cancel(drawn, picked, pick, language),
            *(_second(drawn, view, choice, stay, post) for choice in after),
            _bubble(drawn, view, picked, after, stay, post),
        ]
    # Provinces are below everything that may be clicked inside them.
    targets = sorted(
        choices.first.values(), key=lambda target: not target.id.startswith("province:")
    )
    return [_first(drawn, view, target, post, pick) for target in targets]


def _bubble(
    drawn: Sheet, view: View, picked: str, after: list[Choice], stay: str, post: str
) -> str:
    """The kinds of piece to put on the picked space, and what each costs, as pieces themselves."""
    shown = [choice for choice in after if choice.piece]
    faces = {(choice.piece, choice.paid) for choice in shown}
    if not shown or len(shown) > BUBBLE or len(faces) < len(shown) or picked not in drawn.places:
        return ""
    seat = view.to_move[0]
    step = 46.0
    half = step * len(shown) / 2
    x, y = drawn.places[picked]
    low = y < 110
    middle = min(max(x, half + 8), drawn.layout.width - half - 8)
    top = y + 30 if low else y - 88
    tip, foot = (top, y + 20) if low else (top + 58, y - 20)
    wide = num(2 * half + 8)
    card = svg.data("M", middle - half - 4, top) + f"h{wide}v58h-{wide}Z"
    tail = svg.data("M", x - 8, tip, "L", x, foot, x + 8, tip)
    paint: dict[str, svg.Value] = {"fill": "#fffaf0", "stroke": "#43301f", "stroke_width": 1.6}
    pieces = (
        _piece_choice(choice, seat, (middle - half + step * (number + 0.5), top + 29), stay, post)
        for number, choice in enumerate(shown)
    )
    return svg.group(
        svg.path(card, stroke_linejoin="round", **paint),
        svg.path(tail, **paint),
        *pieces,
        class_="bubble",
    )


def _piece_choice(choice: Choice, seat: int, at: Point, stay: str, post: str) -> str:
    x, y = at
    coins = (
        svg.use(
            f"{letter}{seat}",
            transform=moved((x + 15 * (place - (len(choice.paid) - 1) / 2), y + 18), 0.4),
            opacity=".75",
        )
        for place, letter in enumerate(choice.paid)
    )
    return clickable(
        second_step(choice, post, stay),
        svg.path(svg.data("M", x - 22, y - 28, "h44v56h-44Z"), class_="hit"),
        svg.use(f"{choice.piece}{seat}", x, y - (7 if choice.paid else 0)),
        *coins,
        class_="target piece",
    )


def desk_links(
    choices: Choices, picked: str | None, post: str, pick: str, language: Language
) -> Acts:
    """Everything that can be clicked on the viewer's desk; the choices have its words."""
    del language
    if picked and picked in choices.first:
        return tuple(
            (choice.path[-1], second_step(choice, post, f"{pick}{picked}"))
            for choice in choices.after(picked)
            if choice.path[-1].startswith("desk:")
        )
    return tuple(
        (target.id, first_step(target, post, pick))
        for target in choices.first.values()
        if target.id.startswith(("marker:", "desk:", "tile:"))
    )


def _first(drawn: Sheet, view: View, target: Target, post: str, pick: str) -> str:
    if target.id not in drawn.places:
        return ""
    claim = target.id.startswith("route:") and view.prompt != "plate"
    return _link(view.board, target, post, pick, free=_is_free(drawn, view, target.id), claim=claim)


@lru_cache(maxsize=4096)
def _link(board_id: str, target: Target, post: str, pick: str, *, free: bool, claim: bool) -> str:
    """A first step; most of them stay from order to order."""
    drawn = sheet(board_id)
    if target.short and target.id.startswith("route:"):
        shape = _filling(drawn, target.id, str(target.order), free=free)
    elif target.short:
        shape = _rings(drawn.places[target.id], 25, class_="ring goal")
    else:
        shape = _shape(drawn, target.id, free=free, claim=claim)
    return first_link(target, post, pick, shape)


def _second(drawn: Sheet, view: View, choice: Choice, stay: str, post: str) -> str:
    target = choice.path[-1]
    if target not in drawn.places:
        return ""
    free = _is_free(drawn, view, target)
    link = second_step(choice, post, stay)
    if SEPARATOR in choice.order:
        shape = _filling(drawn, target, choice.order, free=free)
        return clickable(link, shape, class_="target short", place=target)
    return clickable(link, _shape(drawn, target, free=free, claim=False), place=target)


def _is_free(drawn: Sheet, view: View, target: str) -> bool:
    """Whether a space is vacant, or a route without a marker."""
    kind, _, name = target.partition(":")
    if kind == "route":
        return view.route_markers[drawn.board.route_numbers[name]] is None
    return kind == "space" and not view.spaces[drawn.board.space_numbers[name]]


def _shape(drawn: Sheet, target: str, *, free: bool, claim: bool) -> str:
    """A ring to see, and a larger disc to hit; a seal where a route is claimed."""
    kind, _, name = target.partition(":")
    x, y = drawn.places[target]
    if kind == "route":
        line = drawn.threads[name]
        way = svg.path(line, class_="way") if claim else ""
        at = (x, y) if free else (x + 14, y + 14)
        seal = symbol(__package__, "seal").group(transform=moved(at)) if claim else ""
        return svg.path(line, class_="along") + way + _rings((x, y), 26) + seal
    if kind == "city":
        wall = rectangle(drawn.walls[name].grown(6))
        return svg.path(wall, class_="hit") + svg.path(wall, class_="ring")
    if kind == "province":
        area = svg.path(provinces.shape(drawn.board.id, int(name)), class_="hit")
        return area + svg.circle(21, x, y, class_="ring free")
    return _rings((x, y), 25, class_="ring free" if free else "ring")


def _filling(drawn: Sheet, target: str, orders: str, *, free: bool) -> str:
    """A small disc with the number of pieces that come to a route, dashed after an income."""
    at = drawn.places[target] if free else beside(drawn.board.id, target)
    income = orders.startswith("income ")
    number = orders.count(SEPARATOR) + 1 - income
    return svg.circle(17, *at, class_="hit") + svg.group(
        svg.circle(11),
        svg.text(f"+{number}", 0, 5),
        class_="ring fill dashed" if income else "ring fill",
        transform=moved(at),
    )


@cache
def beside(board_id: str, target: str) -> Point:
    """A point at the edge of a route's marker, as far as possible from what else is clicked."""
    places = sheet(board_id).places
    x, y = places[target]
    others = [at for name, at in places.items() if name.startswith(("space:", "office:"))]
    turns = (number * math.pi / 4 for number in range(8))
    around = [(x + 27 * math.cos(turn), y + 27 * math.sin(turn)) for turn in turns]
    return max(around, key=lambda at: min(math.dist(at, other) for other in others))


def _rings(at: Point, hit: float, radius: float = 21, *, class_: str = "ring") -> str:
    return svg.circle(hit, *at, class_="hit") + svg.circle(radius, *at, class_=class_)


def _cancel(drawn: Sheet, picked: str, pick: str, language: Language) -> str:
    """The picked target, which can be clicked again to undo the first click."""
    if picked not in drawn.places:
        return ""
    rings = _rings(drawn.places[picked], 25, 22)
    return clickable(way_back(pick, language), rings, class_="target chosen", place=picked)
