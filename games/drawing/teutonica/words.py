"""The words of buttons and titles, made once per board."""

from functools import cache

from games.drawing.seats import COLOUR_NAMES
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.modules.favour import BETTER_ABILITY_POINTS, BETTER_CITY_POINTS
from games.rules.teutonica.pieces import KIND_NAMES, SWAP, kind_of, owner
from games.rules.teutonica.questions import ABILITY_POINTS, CITY_POINTS

_MARKER_SENTENCES = (
    (
        "When you claim a route, use one of its pieces as an extra office in one of its cities that"
        " has an office already, or is green."
    ),
    "Swap two offices side by side in one city, one of them yours.",
    "Take three more actions this turn.",
    "Take four more actions this turn.",
    "Develop one ability by one step.",
    "Move up to three pieces of other players to free spaces.",
    "Send up to three pieces back to their owners' supplies.",
)
_CLASSIC_SWAP = "Swap two offices side by side in one city, whoever they belong to."


def marker_sentence(kind: int, edition: str) -> str:
    """What a bonus marker does; a classic Swap is free in whose offices it takes (T9.3)."""
    if kind == SWAP and edition == "classic":
        return _CLASSIC_SWAP
    return _MARKER_SENTENCES[kind]


@cache
def space_names(board_id: str) -> tuple[str, ...]:
    """Every space of the board: 'Hamburg–Stade 2'."""
    return tuple(
        f"{route.name} {number}"
        for route in load_board(board_id).routes
        for number in range(1, len(route.spaces) + 1)
    )


def amount(traders: int, merchants: int) -> str:
    """A number of pieces: '2 traders and a merchant'."""
    parts = []
    for count, name in ((traders, "trader"), (merchants, "merchant")):
        if count:
            parts.append(f"a {name}" if count == 1 else f"{count} {name}s")
    return " and ".join(parts) or "nothing"


def piece_name(code: int) -> str:
    """A piece in words: 'Red trader'."""
    return f"{COLOUR_NAMES[owner(code)]} {KIND_NAMES[kind_of(code)]}"


PERMANENT_NAMES = {
    "move_2_any": "Move 2",
    "develop_privilege": "Develop Privilege",
    "office_in_green_city": "Office in a green city",
    "place_2_from_route": "Place 2",
    "place_2_in_wales_or_scotland": "Place 2 abroad",
}
_PERMANENT_SENTENCES = {
    "move_2_any": "After claiming this route, move up to two pieces, anyone's, to free spaces.",
    "develop_privilege": "After claiming this route, develop Privilege by one step.",
    "office_in_green_city": (
        "After claiming this route, use a piece of your supply as an office in a green city."
    ),
    "place_2_from_route": (
        "After claiming this route, place up to two of its pieces on free spaces anywhere."
    ),
    "place_2_in_wales_or_scotland": (
        "After claiming this route, place up to two pieces on free spaces in Wales and Scotland."
    ),
}


def permanent_sentence(marker: str, board: Board) -> str:
    """What a permanent marker does; the board for three has no routes in Scotland."""
    said = _PERMANENT_SENTENCES[marker]
    return said if "scotland" in abroad(board) else said.replace(" and Scotland", "")


TILE_SENTENCES = {
    "anywhere": "Place your displaced pieces on free spaces of any route.",
    "action": "You have one more action each turn.",
    "income": "When another player takes Income, move a piece from your stock to your supply.",
    "trader": "When one of your traders is displaced, place two extra pieces instead of one.",
    "cities": (
        f"Each city you control is worth {BETTER_CITY_POINTS} at the end, not {CITY_POINTS}."
    ),
    "abilities": (
        "Each fully developed ability except City Keys is worth"
        f" {BETTER_ABILITY_POINTS} at the end, not {ABILITY_POINTS}."
    ),
}
