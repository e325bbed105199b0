"""Pieces and spaces in words, and what markers and tiles do."""

from functools import cache
from typing import Final

from games.rules.common.message import Message, Place, message, term
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.modules.favour import BETTER_ABILITY_POINTS, BETTER_CITY_POINTS
from games.rules.teutonica.pieces import SWAP
from games.rules.teutonica.questions import ABILITY_POINTS, CITY_POINTS

_PIECES: Final = (
    term("piece", "Red trader"),
    term("piece", "Red merchant"),
    term("piece", "Yellow trader"),
    term("piece", "Yellow merchant"),
    term("piece", "Green trader"),
    term("piece", "Green merchant"),
    term("piece", "Blue trader"),
    term("piece", "Blue merchant"),
    term("piece", "Purple trader"),
    term("piece", "Purple merchant"),
    term("piece", "Neutral trader"),
    term("piece", "Neutral merchant"),
)
"""The pieces of each seat, in the order of their codes."""


def piece_name(code: int) -> Message:
    """Return a piece by its colour: 'Red trader'."""
    return _PIECES[code - 1]


@cache
def space_names(board_id: str) -> tuple[Place, ...]:
    """Return every space of the board: 'Hamburg–Stade 2'."""
    return tuple(
        Place(f"{route.name} {number}")
        for route in load_board(board_id).routes
        for number in range(1, len(route.spaces) + 1)
    )


_MARKERS: Final = (
    message(
        "When you claim a route, use one of its pieces as an extra office in one of its cities that"
        " has an office already, or is green."
    ),
    message("Swap two offices side by side in one city, one of them yours."),
    message("Take three more actions this turn."),
    message("Take four more actions this turn."),
    message("Develop one ability by one step."),
    message("Move up to three pieces of other players to free spaces."),
    message("Send up to three pieces back to their owners' supplies."),
)
_CLASSIC_SWAP: Final = message("Swap two offices side by side in one city, whoever they belong to.")


def marker_sentence(kind: int, edition: str) -> Message:
    """Return what a bonus marker does; a classic Swap is free in whose offices it takes (T9.3)."""
    if kind == SWAP and edition == "classic":
        return _CLASSIC_SWAP
    return _MARKERS[kind]


PERMANENT_WORDS: Final = {
    "move_2_any": term("permanent marker", "Move 2"),
    "develop_privilege": term("permanent marker", "Develop Privilege"),
    "office_in_green_city": term("permanent marker", "Office in a green city"),
    "place_2_from_route": term("permanent marker", "Place 2"),
    "place_2_in_wales_or_scotland": term("permanent marker", "Place 2 abroad"),
}
_PERMANENT: Final = {
    "move_2_any": message(
        "After claiming this route, move up to two pieces, anyone's, to free spaces."
    ),
    "develop_privilege": message("After claiming this route, develop Privilege by one step."),
    "office_in_green_city": message(
        "After claiming this route, use a piece of your supply as an office in a green city."
    ),
    "place_2_from_route": message(
        "After claiming this route, place up to two of its pieces on free spaces anywhere."
    ),
    "place_2_in_wales_or_scotland": message(
        "After claiming this route, place up to two pieces on free spaces in Wales and Scotland."
    ),
}
_PLACE_IN_WALES: Final = message(
    "After claiming this route, place up to two pieces on free spaces in Wales."
)


def permanent_sentence(marker: str, board: Board) -> Message:
    """Return what a permanent marker does; the board for three has no routes in Scotland."""
    if marker == "place_2_in_wales_or_scotland" and "scotland" not in abroad(board):
        return _PLACE_IN_WALES
    return _PERMANENT[marker]


TILE_SENTENCES: Final = {
    "anywhere": message("Place your displaced pieces on free spaces of any route."),
    "action": message("You have one more action each turn."),
    "income": message(
        "When another player takes Income, move a piece from your stock to your supply."
    ),
    "trader": message(
        "When one of your traders is displaced, place two extra pieces instead of one."
    ),
    "cities": message(
        "Each city you control is worth {better} at the end, not {points}.",
        better=BETTER_CITY_POINTS,
        points=CITY_POINTS,
    ),
    "abilities": message(
        "Each fully developed ability except City Keys is worth {better} at the end, not {points}.",
        better=BETTER_ABILITY_POINTS,
        points=ABILITY_POINTS,
    ),
}
