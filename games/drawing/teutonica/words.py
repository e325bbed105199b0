"""The words of buttons and titles, made once for a board."""

from functools import cache

from games.drawing.teutonica.marks import COLOUR_NAMES
from games.rules.teutonica.board import load_board
from games.rules.teutonica.pieces import KIND_NAMES, kind_of, owner

ABILITY_NAMES = ("City Keys", "Actions", "Privilege", "Book", "Bank")
MARKER_NAMES = (
    "Additional office",
    "Swap",
    "+3 Actions",
    "+4 Actions",
    "Develop",
    "Move 3",
    "Remove 3",
)
MARKER_SENTENCES = (
    "When you claim a route, put a piece of it as an extra office in one of its towns.",
    "Swap two neighbouring offices of one town.",
    "Take three more actions this turn.",
    "Take four more actions this turn.",
    "Develop one ability by one step.",
    "Move up to three pieces of other players to free spaces.",
    "Send up to three pieces back to their owners' supplies.",
)
PRIVILEGE_NAMES = ("white", "orange", "pink", "black")


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


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


def piece_name(code: int) -> str:
    """A piece in words: 'Red trader'."""
    return f"{COLOUR_NAMES[owner(code)]} {KIND_NAMES[kind_of(code)]}"
