"""The rules of boards, editions and modules, each in a sentence for players who first meet it."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

from games.rules.common.message import Message, Place, message, series
from games.rules.teutonica import modules
from games.rules.teutonica.board import Board, City, Route
from games.rules.teutonica.modules.britannia import COUNTRY_POINTS, abroad
from games.rules.teutonica.modules.favour import MARKERS_TO_PAY
from games.rules.teutonica.modules.pawn import FREE_DISTANCE
from games.rules.teutonica.orders import Claim
from games.rules.teutonica.pieces import (
    ABILITY_WORDS,
    COUNTRY_WORDS,
    MERCHANT,
    MOVE3,
    NEUTRAL,
    REMOVE3,
    SWAP,
    owner,
)
from games.rules.teutonica.view import View
from games.rules.title import AnyOrders
from games.wording.primers import Matters, New, asked, can

Told = tuple[New[View], ...]


def primers(view: View) -> Told:
    """Return the primers of a game, the one about what a turn may do first."""
    return _all(view.printed, view.modules, view.options["edition"])


@lru_cache(maxsize=64)
def _all(board: Board, played: Iterable[object], edition: str) -> Told:
    told = [_OF_MODULES[module] for module in played if module in _OF_MODULES]
    if abroad(board):
        told.append(_britannia(board))
    told.append(_of_board(board))
    if edition == "classic":
        told.append(_CLASSIC)
    return tuple(each for part in told for each in part)


def _claims(leads: Callable[[Board, Route, Claim], bool]) -> Matters[View]:
    """Return whether the viewer can claim a route of some kind for something."""

    def matters(view: View, orders: AnyOrders) -> bool:
        board = view.printed
        claims: Iterable[Claim] = orders.groups.get("claim", ())
        return any(leads(board, board.routes[claim.route], claim) for claim in claims)

    return matters


def _to(fits: Callable[[City], bool]) -> Matters[View]:
    """Return whether the viewer can claim a route to a city of some kind."""
    return _claims(lambda board, route, _: any(fits(board.cities[city]) for city in route.cities))


def _uses(marker: int) -> Matters[View]:
    """Return whether the viewer can use a bonus marker."""
    return lambda _, orders: any(use.marker == marker for use in orders.groups.get("use", ()))


def _or(*conditions: Matters[View]) -> Matters[View]:
    return lambda view, orders: any(matters(view, orders) for matters in conditions)


def _displaces_neutral(view: View, orders: AnyOrders) -> bool:
    return any(
        owner(view.spaces[order.space]) == NEUTRAL for order in orders.groups.get("displace", ())
    )


def _has_card(view: View, _: AnyOrders) -> bool:
    return view.prompt == "turn" and view.seat is not None and bool(view.missions[view.seat])


def _could_pay(view: View, _: AnyOrders) -> bool:
    """Whether the viewer has one of the two markers that an open tile costs."""
    is_open = any(seat is None for seat in view.tiles.values())
    return view.prompt == "turn" and is_open and bool(view.desks[view.turn].markers)


def _enters_boat(view: View, orders: AnyOrders) -> bool:
    board = view.printed
    places = orders.groups.get("place", ())
    return any(order.kind == MERCHANT and board.boats[order.space] for order in places)


_PAWN: Final[Told] = (
    New(
        "pawn",
        "T17.3",
        message(
            "You can place, displace and claim only on routes that border the pawn's province."
        ),
        asked("pawn", "turn"),
    ),
    New(
        "pawn-walk",
        "T17.2",
        message(
            "The pawn can move up to {distance} provinces for free before your first action or"
            " after your last, and to any province for an action.",
            distance=FREE_DISTANCE,
        ),
        asked("turn"),
    ),
)
_NEUTRAL: Final[Told] = (
    New(
        "neutral",
        "T18.2",
        message(
            "The grey traders belong to a neutral player, who has no turns and no points but can"
            " control cities, which then pay neither of you."
        ),
        asked("turn"),
    ),
    New(
        "neutral-displaced",
        "T18.3",
        message(
            "When one of you displaces a neutral trader, the other places it again and may add one"
            " more neutral trader."
        ),
        _or(_displaces_neutral, asked("neutral displaced")),
    ),
    New(
        "neutral-office",
        "T18.4",
        message(
            "A route with nothing but neutral traders is claimed for the neutral player at once,"
            " and the player on turn chooses which of its cities gets the office."
        ),
        asked("neutral office"),
    ),
    New(
        "neutral-marker",
        "T18.5",
        message("A neutral trader goes on each route on which you place a bonus marker."),
        asked("plate"),
    ),
)
_MISSIONS: Final[Told] = (
    New(
        "missions",
        "T12",
        message(
            "Only you see your mission card: at the end each of its cities with an office of yours"
            " is worth 1 point, and all three under your control are worth 5 more."
        ),
        _has_card,
    ),
)
_FAVOUR: Final[Told] = (
    New(
        "favour",
        "T13",
        message(
            "At the start of a turn you can take one of the open tiles for {number} bonus markers"
            " that are face up and all actions of that turn.",
            number=MARKERS_TO_PAY,
        ),
        _or(_could_pay, can("favour")),
    ),
    New(
        "income-tile",
        "T13",
        message(
            "Your tile lets you take one piece from your stock whenever another player takes"
            " income."
        ),
        asked("income tile"),
    ),
)
_OF_MODULES: Final = {
    modules.PAWN: _PAWN,
    modules.NEUTRAL: _NEUTRAL,
    modules.MISSIONS: _MISSIONS,
    modules.FAVOUR: _FAVOUR,
}
_CLASSIC: Final[Told] = (
    New(
        "swap-any",
        "T9.3",
        message(
            "In this edition Swap exchanges any two neighbouring offices of a city, even if neither"
            " is yours."
        ),
        _uses(SWAP),
    ),
    New(
        "remove3",
        "T9.6",
        message(
            "Remove 3 takes up to three pieces of any players off the routes, back to their"
            " owners' supplies."
        ),
        _or(_uses(REMOVE3), asked("remove3")),
    ),
)


def _britannia(board: Board) -> Told:
    lands = [COUNTRY_WORDS[country] for country in abroad(board)]
    cities = [Place(city.name) for city in board.cities if city.grants]
    return (
        New(
            "permissions",
            "T15.1",
            message(
                "To place or displace in {countries} you need a permission: the rightmost office of"
                " {cities} gives one each turn.",
                countries=series(lands, "or"),
                cities=series(cities, "or"),
            ),
            can("place", "displace"),
        ),
        New(
            "displaced-abroad",
            "T15.2",
            message(
                "Displaced pieces stay in the country they were displaced in, or go to England."
            ),
            asked("displaced"),
        ),
        New(
            "move-abroad",
            "T15.3",
            message(
                "A Move keeps each piece in its country or brings it to England, and no piece"
                " leaves England."
            ),
            lambda view, orders: view.prompt in ("turn", "moving") and "move" in orders.groups,
        ),
        New(
            "markers-move-abroad",
            "T15.4",
            message("Pieces that a marker moves stay in their country."),
            _or(_uses(MOVE3), asked("move3", "move any")),
        ),
        New(
            "markers-abroad",
            "T15.5",
            message("Bonus markers are placed in England only, and not beside a permanent marker."),
            asked("plate"),
        ),
        New(
            "countries",
            "T15.6",
            _points_of(lands),
            _to(lambda city: not set(abroad(board)).isdisjoint(city.countries)),
        ),
    )


def _points_of(lands: list[Message]) -> Message:
    points = series(COUNTRY_POINTS)
    if len(lands) == 1:
        return message(
            "At the end {country} brings {points} points to the players who control the most cities"
            " there.",
            country=lands[0],
            points=points,
        )
    return message(
        "At the end {countries} each bring {points} points to the players who control the most"
        " cities there.",
        countries=series(lands),
        points=points,
    )


def _of_board(board: Board) -> Told:
    """What a board has that others do not: boats, permanent markers and green cities."""
    told: list[New[View]] = []
    if any(board.boats):
        told.append(New("boats", "T4", message("Only merchants can go on boats."), _enters_boat))
    if any(route.permanent_marker for route in board.routes):
        told.append(
            New(
                "permanent",
                "T14.3",
                message(
                    "A route's permanent marker can be used once at the end of each claim there,"
                    " and stays where it is."
                ),
                _or(
                    _claims(lambda _, route, __: route.permanent_marker is not None),
                    asked("move any", "place claimed", "place abroad", "found"),
                    asked("develop privilege"),
                ),
            )
        )
    if any(city.green for city in board.cities):
        told.append(
            New(
                "green",
                "T14.1",
                message(
                    "A green city has no printed offices: Additional Office or a permanent marker"
                    " brings them, and the first completes the city."
                ),
                _or(_to(lambda city: city.green), asked("found")),
            )
        )
    for city in board.cities:
        if city.green and len(city.develops) > 1:
            abilities = series((ABILITY_WORDS[ability] for ability in city.develops), "or")
            told.append(
                New(
                    "two-abilities",
                    "T14.4",
                    message(
                        "A claim of a route to {city} can develop {abilities}.",
                        city=Place(city.name),
                        abilities=abilities,
                    ),
                    _to(city.__eq__),
                )
            )
    return tuple(told)
