"""Why a kind of order is not possible now, from what the player sees."""

from collections.abc import Callable, Collection, Iterator

from games.drawing.teutonica.labels import TITLES
from games.drawing.teutonica.teller import Teller
from games.rules.teutonica.modules.favour import MARKERS_TO_PAY
from games.rules.teutonica.modules.pawn import ACTION_VERBS, borders
from games.rules.teutonica.pieces import (
    DEVELOP,
    EXTRA,
    MARKER_NAMES,
    MOVE3,
    PLUS3,
    PLUS4,
    SWAP,
    owner,
)
from games.rules.teutonica.questions import toll
from games.rules.teutonica.view import Desk, View
from games.wording.explanations import Obstacle

NO_ACTION = "You have no actions left this turn."
_MEANWHILE = {
    "moving": "You are in the middle of a Move. Go on or stop it first.",
    "move3": "You are using Move 3. Go on or stop it first.",
    "remove3": "You are using Remove 3. Go on or stop it first.",
    "displaced": "It's not your turn. You only place what was displaced.",
    "neutral displaced": "It's not your turn. You only place what was displaced.",
    "plate": "Your actions are over. Only the bonus markers of your plate are left to place.",
    "move any": "The permanent marker of the route that you claimed comes first.",
    "place claimed": "The permanent marker of the route that you claimed comes first.",
    "place abroad": "The permanent marker of the route that you claimed comes first.",
    "develop privilege": "The permanent marker of the route that you claimed comes first.",
    "found": "The permanent marker of the route that you claimed comes first.",
    "income tile": "It's not your turn. You only take your share of an income.",
    "neutral office": "The office of the neutral player comes first.",
    "pawn": "The first turn has not begun. The pawn's province comes first.",
}
"""What keeps from every order of a turn, by what is asked instead."""


def obstacles(view: View, possible: Collection[str]) -> dict[str, Obstacle]:
    """Return the verbs of a turn that are not among the `possible` ones, with the reasons."""
    teller = Teller(view, ())
    return {
        verb: Obstacle(TITLES[verb], _reason(teller, verb))
        for verb in _verbs(teller)
        if verb not in possible
    }


def _verbs(teller: Teller) -> Iterator[str]:
    yield from ("place", "displace", "move", "claim", "income", "use")
    if teller.view.tiles:
        yield "favour"
    if teller.has_pawn:
        yield "pawn"


def _reason(teller: Teller, verb: str) -> str:
    view = teller.view
    if view.prompt != "turn":
        return _MEANWHILE[view.prompt]
    if verb in ACTION_VERBS and not view.actions_left:
        return NO_ACTION
    return _REASONS[verb](teller, view.desks[view.turn])


def _place(teller: Teller, desk: Desk) -> str:
    if not any(desk.supply):
        return f"Your supply is empty.{_refill(desk)}"
    return f"No space{_around(teller)} that your pieces may take is free."


def _refill(desk: Desk) -> str:
    return " Income brings pieces from your stock." if any(desk.stock) else ""


def _around(teller: Teller) -> str:
    return f" around province {teller.view.pawn}" if teller.has_pawn else ""


def _displace(teller: Teller, desk: Desk) -> str:
    have = sum(desk.supply)
    needs = "one to take the space, one to pay"
    if have < 2:
        return f"You need {2 - have} more in your supply: {needs}.{_refill(desk)}"
    others = list(_others(teller))
    if not others:
        return f"No other player has a piece on a route{_around(teller)}."
    if have <= min(map(toll, others)):
        return "The others have only merchants there, which takes 3 pieces of your supply."
    return "The others have no piece on a space that your pieces may take."


def _others(teller: Teller) -> Iterator[int]:
    """Other players' pieces on routes, and the neutral ones, near the pawn if there is one."""
    view, board = teller.view, teller.board
    bound = teller.has_pawn and view.pawn
    for code, route in zip(view.spaces, board.space_route, strict=True):
        if code and owner(code) != view.turn and (not bound or borders(view, route)):
            yield code


def _move(teller: Teller, desk: Desk) -> str:
    del desk
    if not any(code and owner(code) == teller.view.turn for code in teller.view.spaces):
        return "You have no piece on a route."
    return "No space that your pieces may move to is free."


def _claim(teller: Teller, desk: Desk) -> str:
    del desk
    best = None
    for route in teller.board.routes:
        codes = [teller.view.spaces[space] for space in route.spaces]
        own = sum(code > 0 and owner(code) == teller.view.turn for code in codes)
        missing = len(codes) - own
        if not missing:
            return f"{route.name} is full, but doesn't border province {teller.view.pawn}."
        if own and (best is None or missing < best[0]):
            best = missing, route.name
    if best is None:
        return "No route is full of your pieces."
    return f"No route is full of your pieces. {best[1]} comes nearest: {best[0]} missing."


def _income(teller: Teller, desk: Desk) -> str:
    del teller, desk
    return "Your stock is empty."


def _use(teller: Teller, desk: Desk) -> str:
    if not desk.markers:
        return "You have no bonus marker face up."
    return " ".join(_useless(teller, desk, kind) for kind in dict.fromkeys(desk.markers))


def _useless(teller: Teller, desk: Desk, kind: int) -> str:
    """Why a marker would do nothing now (T9.5)."""
    name = MARKER_NAMES[kind]
    if kind == EXTRA:
        return f"{name} is used with a claim."
    if kind == SWAP:
        classic = teller.view.options["edition"] == "classic"
        whose = "of different owners" if classic else "one of them yours and the other not"
        return f"{name} needs two offices side by side in one city, {whose}."
    if kind in (PLUS3, PLUS4):
        return f"{name} would do nothing, because you can't act any more this turn."
    if kind == DEVELOP:
        return f"{name} would do nothing, because all your abilities are fully developed."
    whose = "no other player has a piece on a route" if kind == MOVE3 else "no route has a piece"
    return f"{name} would do nothing: {whose}."


def _favour(teller: Teller, desk: Desk) -> str:
    if all(seat is not None for seat in teller.view.tiles.values()):
        return "All tiles are taken."
    if len(desk.markers) < MARKERS_TO_PAY:
        return "A tile costs two bonus markers that are face up."
    return "A tile is taken at the start of a turn, before anything else."


def _pawn(teller: Teller, desk: Desk) -> str:
    del teller, desk
    return f"You've used the pawn's free move this turn. {NO_ACTION}"


_REASONS: dict[str, Callable[[Teller, Desk], str]] = {
    "place": _place,
    "displace": _displace,
    "move": _move,
    "claim": _claim,
    "income": _income,
    "use": _use,
    "favour": _favour,
    "pawn": _pawn,
}
