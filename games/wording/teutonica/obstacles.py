"""Why a kind of order is not possible now, from what the player sees."""

from collections.abc import Callable, Collection, Iterator
from typing import Final

from games.rules.common.message import Message, Place, message, plural
from games.rules.teutonica.actions import NO_ACTION
from games.rules.teutonica.board import load_board
from games.rules.teutonica.modules.favour import MARKERS_TO_PAY
from games.rules.teutonica.modules.pawn import ACTION_VERBS, borders
from games.rules.teutonica.pieces import (
    DEVELOP,
    EXTRA,
    MARKER_WORDS,
    MOVE3,
    PLUS3,
    PLUS4,
    SWAP,
    owner,
)
from games.rules.teutonica.questions import toll
from games.rules.teutonica.view import Desk, View
from games.wording.explanations import Obstacle
from games.wording.language import Language
from games.wording.teutonica.labels import TITLES

_MEANWHILE: Final = {
    "moving": message("You are in the middle of a Move. Go on or stop it first."),
    "move3": message("You are using Move 3. Go on or stop it first."),
    "remove3": message("You are using Remove 3. Go on or stop it first."),
    "displaced": message("It's not your turn. You only place what was displaced."),
    "neutral displaced": message("It's not your turn. You only place what was displaced."),
    "plate": message(
        "Your actions are over. Only the bonus markers of your plate are left to place."
    ),
    "move any": message("The permanent marker of the route that you claimed comes first."),
    "place claimed": message("The permanent marker of the route that you claimed comes first."),
    "place abroad": message("The permanent marker of the route that you claimed comes first."),
    "develop privilege": message("The permanent marker of the route that you claimed comes first."),
    "found": message("The permanent marker of the route that you claimed comes first."),
    "income tile": message("It's not your turn. You only take your share of an income."),
    "neutral office": message("The office of the neutral player comes first."),
    "pawn": message("The first turn has not begun. The pawn's province comes first."),
}
"""What keeps from every order of a turn, by what is asked instead."""


def obstacles(view: View, possible: Collection[str], language: Language) -> dict[str, Obstacle]:
    """Return the verbs of a turn that are not among the `possible` ones, with the reasons."""
    return {
        verb: Obstacle(language.say(TITLES[verb]), language.say_all(_reason(view, verb)))
        for verb in _verbs(view)
        if verb not in possible
    }


def _verbs(view: View) -> Iterator[str]:
    yield from ("place", "displace", "move", "claim", "income", "use")
    if view.tiles:
        yield "favour"
    if _has_pawn(view):
        yield "pawn"


def _has_pawn(view: View) -> bool:
    return view.options.get("two_player") == "pawn"


def _province(view: View) -> int:
    return view.pawn or 0


def _reason(view: View, verb: str) -> list[Message]:
    if view.prompt != "turn":
        return [_MEANWHILE[view.prompt]]
    if verb in ACTION_VERBS and not view.actions_left:
        return [NO_ACTION]
    return _REASONS[verb](view, view.desks[view.turn])


def _place(view: View, desk: Desk) -> list[Message]:
    if not any(desk.supply):
        return [message("Your supply is empty."), *_refill(desk)]
    if _has_pawn(view):
        return [
            message(
                "No space around province {province} that your pieces may take is free.",
                province=_province(view),
            )
        ]
    return [message("No space that your pieces may take is free.")]


def _refill(desk: Desk) -> list[Message]:
    return [message("Income brings pieces from your stock.")] if any(desk.stock) else []


def _displace(view: View, desk: Desk) -> list[Message]:
    have = sum(desk.supply)
    if have < 2:
        needs = plural(
            2 - have,
            "You need 1 more in your supply: one to take the space, one to pay.",
            "You need {number} more in your supply: one to take the space, one to pay.",
        )
        return [needs, *_refill(desk)]
    others = list(_others(view))
    if not others:
        if _has_pawn(view):
            return [
                message(
                    "No other player has a piece on a route around province {province}.",
                    province=_province(view),
                )
            ]
        return [message("No other player has a piece on a route.")]
    if have <= min(map(toll, others)):
        return [
            message("The others have only merchants there, which takes 3 pieces of your supply.")
        ]
    return [message("The others have no piece on a space that your pieces may take.")]


def _others(view: View) -> Iterator[int]:
    """Other players' pieces on routes, and the neutral ones, near the pawn if there is one."""
    bound = _has_pawn(view) and view.pawn
    for code, route in zip(view.spaces, view.printed.space_route, strict=True):
        if code and owner(code) != view.turn and (not bound or borders(view, route)):
            yield code


def _move(view: View, desk: Desk) -> list[Message]:
    del desk
    if not any(code and owner(code) == view.turn for code in view.spaces):
        return [message("You have no piece on a route.")]
    return [message("No space that your pieces may move to is free.")]


def _claim(view: View, desk: Desk) -> list[Message]:
    del desk
    best = None
    for route in load_board(view.board).routes:
        codes = [view.spaces[space] for space in route.spaces]
        own = sum(code > 0 and owner(code) == view.turn for code in codes)
        missing = len(codes) - own
        if not missing:
            return [
                message(
                    "{route} is full, but doesn't border province {province}.",
                    route=Place(route.name),
                    province=_province(view),
                )
            ]
        if own and (best is None or missing < best[0]):
            best = missing, route.name
    none = message("No route is full of your pieces.")
    if best is None:
        return [none]
    missing, name = best
    nearest = plural(
        missing,
        "{route} comes nearest: 1 missing.",
        "{route} comes nearest: {number} missing.",
        route=Place(name),
    )
    return [none, nearest]


def _income(view: View, desk: Desk) -> list[Message]:
    del view, desk
    return [message("Your stock is empty.")]


def _use(view: View, desk: Desk) -> list[Message]:
    if not desk.markers:
        return [message("You have no bonus marker face up.")]
    return [_useless(view, kind) for kind in dict.fromkeys(desk.markers)]


def _useless(view: View, kind: int) -> Message:
    """Why a marker would do nothing now (T9.5)."""
    marker = MARKER_WORDS[kind]
    if kind == EXTRA:
        return message("{marker} is used with a claim.", marker=marker)
    if kind == SWAP:
        if view.options["edition"] == "classic":
            return message(
                "{marker} needs two offices side by side in one city, of different owners.",
                marker=marker,
            )
        return message(
            (
                "{marker} needs two offices side by side in one city, one of them yours and the"
                " other not."
            ),
            marker=marker,
        )
    if kind in (PLUS3, PLUS4):
        return message(
            "{marker} would do nothing, because you can't act any more this turn.", marker=marker
        )
    if kind == DEVELOP:
        return message(
            "{marker} would do nothing, because all your abilities are fully developed.",
            marker=marker,
        )
    if kind == MOVE3:
        return message(
            "{marker} would do nothing: no other player has a piece on a route.", marker=marker
        )
    return message("{marker} would do nothing: no route has a piece.", marker=marker)


def _favour(view: View, desk: Desk) -> list[Message]:
    if all(seat is not None for seat in view.tiles.values()):
        return [message("All tiles are taken.")]
    if len(desk.markers) < MARKERS_TO_PAY:
        return [message("A tile costs two bonus markers that are face up.")]
    return [message("A tile is taken at the start of a turn, before anything else.")]


def _pawn(view: View, desk: Desk) -> list[Message]:
    del view, desk
    return [message("You've used the pawn's free move this turn."), NO_ACTION]


_REASONS: dict[str, Callable[[View, Desk], list[Message]]] = {
    "place": _place,
    "displace": _displace,
    "move": _move,
    "claim": _claim,
    "income": _income,
    "use": _use,
    "favour": _favour,
    "pawn": _pawn,
}
