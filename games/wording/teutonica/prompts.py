"""What a game asks, of whom, and by which rule, and what confirming does."""

from collections.abc import Sequence
from typing import Final

from games.rules.common.message import Message, Player, message, plural, series, term
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.orders import Order
from games.rules.teutonica.pieces import COUNTRY_WORDS, NEUTRAL, owner
from games.rules.teutonica.view import DISPLACED, View
from games.rules.title import CHANCE, Orders

RULES: Final = {
    "turn": "T2",
    "moving": "T6",
    "move3": "T9.6",
    "remove3": "T9.6",
    "displaced": "T5.2",
    "neutral displaced": "T18.3",
    "plate": "T8.4",
    "move any": "T14.3",
    "place claimed": "T14.3",
    "place abroad": "T15.5",
    "develop privilege": "T14.3",
    "found": "T14.3",
    "income tile": "T13",
    "neutral office": "T18.4",
    "pawn": "T17.1",
}
"""The rule about each thing asked, as docs/rules/teutonica.md numbers it."""
_ABROAD: Final = {"move_2_any": "T15.4", "place_2_in_wales_or_scotland": "T15.5"}
"""The rule about each of Britannia's permanent markers."""

DECLINING: Final = {
    "displaced": message("You place no further pieces."),
    "neutral displaced": message("You place no further pieces."),
    "place claimed": message("You place no further pieces."),
    "place abroad": message("You place no further pieces."),
    "moving": message("You make no further moves."),
    "move3": message("You make no further moves."),
    "move any": message("You make no further moves."),
    "remove3": message("You remove no further pieces."),
    "found": message("You open no office."),
    "develop privilege": message("You do not develop Privilege."),
    "income tile": message("You take no piece."),
}
"""What stopping leaves out, by what is asked."""
MORE: Final = term("button", "Place one more")
DONE: Final = term("button", "Done")
"""The buttons of an answer that may have several parts (T5.4)."""

SECRET: Final = ("plate",)
"""What is asked about markers that nobody else sees until they are placed (T8.4)."""

_FIRST: Final = {
    "moving": message("Move another piece."),
    "move3": message("Move another player's piece."),
    "remove3": message("Remove a piece from a route."),
}
_AGAIN: Final = {
    "moving": message("Move another piece, or stop."),
    "move3": message("Move another player's piece, or stop."),
    "remove3": message("Remove a piece from a route, or stop."),
}
"""What is done again and again, at first without a choice."""
_OF_ME: Final = {
    "plate": message("Place the bonus markers on your plate."),
    "move any": message("Move any piece if you like. The permanent marker allows two."),
    "place claimed": message("Place a piece if you like. The permanent marker allows it."),
    "place abroad": message("Place a piece if you like. The permanent marker allows it."),
    "develop privilege": message("Develop Privilege if you like. The permanent marker allows it."),
    "found": message("Open an office in a green city if you like. The permanent marker allows it."),
    "income tile": message("Another player took income. Take a piece from your stock if you like."),
    "neutral office": message(
        "The neutral player has filled a route. Choose the city for its office."
    ),
    "pawn": message("Choose the province where the pawn starts."),
}
_WITHOUT_ACTIONS: Final = {
    (False, False): message("You have no actions left. End your turn."),
    (True, False): message("You have no actions left. Move the pawn, or end your turn."),
    (False, True): message("You have no actions left. Use a bonus marker, or end your turn."),
    (True, True): message(
        "You have no actions left. Move the pawn, use a bonus marker, or end your turn."
    ),
}
"""What to do at the end of a turn, by whether the pawn can move and a marker can be used."""


def rule(view: View) -> str:
    """Return the number of the rule about what is asked, or ''."""
    if view.prompt == "move any":
        return permanent_rule("move_2_any", load_board(view.board))
    return RULES.get(view.prompt, "")


def permanent_rule(marker: str, board: Board) -> str:
    """Return the number of the rule about a permanent marker: Britannia has its own."""
    return _ABROAD.get(marker, "T14.3") if abroad(board) else "T14.3"


def of_me(view: View, orders: Orders[Order]) -> list[Message]:
    """Return the sentences that ask the viewer for one of the orders."""
    if view.prompt in DISPLACED:
        return [_displaced(view)]
    if view.prompt in _FIRST:
        return [(_AGAIN if "done" in orders.groups else _FIRST)[view.prompt]]
    if view.prompt in _OF_ME:
        return [_OF_ME[view.prompt]]
    if view.actions_left == 0:
        return [_WITHOUT_ACTIONS["pawn" in orders.groups, "use" in orders.groups]]
    left = plural(
        view.actions_left, "Your turn: 1 action left.", "Your turn: {number} actions left."
    )
    return [left, *_besides(view)]


def _besides(view: View) -> list[Message]:
    """What a turn has besides actions: permissions (T15.1), the pawn's free move (T17.2)."""
    if view.permissions:
        lands = [
            series((COUNTRY_WORDS[country] for country in countries), "or")
            for countries in view.permissions
        ]
        if len(lands) == 1:
            return [message("Permission left for {countries}.", countries=lands[0])]
        each = series(term("permission", "for {countries}", countries=land) for land in lands)
        return [message("Permissions left: {permissions}.", permissions=each)]
    return [message("The pawn has its free move left.")] if view.free_walk else []


def _displaced(view: View) -> Message:
    if not view.hand:
        return plural(
            view.left,
            "Place up to 1 more piece, or stop.",
            "Place up to {number} more pieces, or stop.",
        )
    if not view.left:
        return message("Place the displaced piece.")
    if owner(view.hand[0]) == NEUTRAL:
        return plural(
            view.left,
            "A neutral trader was displaced. Place it, and then 1 more piece if you like.",
            "A neutral trader was displaced. Place it, and then {number} more pieces if you like.",
        )
    return plural(
        view.left,
        "You were displaced. Place your piece and, if you like, 1 more piece, in any order.",
        (
            "You were displaced. Place your piece and, if you like, {number} more pieces, in any"
            " order."
        ),
    )


def of_others(view: View, names: Sequence[str]) -> Message:
    """Return which player the game waits for, and for what."""
    asked = [Player(names[seat]) for seat in view.to_move if seat != CHANCE]
    if not asked:
        if view.ended_by:
            return message("The game is over.")
        return message("The game is being set up.")
    player = asked[0]
    if view.prompt in DISPLACED:
        return message("{player} places the displaced piece.", player=player)
    if view.prompt == "plate":
        return message("{player} places bonus markers.", player=player)
    if view.prompt == "income tile":
        return message("{player} may take a piece from the stock.", player=player)
    if view.prompt == "neutral office":
        return message("{player} chooses a city for the neutral player.", player=player)
    if view.prompt == "pawn":
        return message("{player} chooses where the pawn starts.", player=player)
    if not view.actions_left:
        return message("{player}'s turn: no actions left.", player=player)
    return plural(
        view.actions_left,
        "{player}'s turn: 1 action left.",
        "{player}'s turn: {number} actions left.",
        player=player,
    )


def will(asked: str, names: Sequence[str]) -> Message:
    """Return what players will do whom a confirmation asks this."""
    players = series(map(Player, names))
    if asked in DISPLACED:
        return message("{players} will place the displaced piece.", players=players)
    if asked == "income tile":
        return message("{players} may take a piece from the stock.", players=players)
    return message("{players} will answer.", players=players)


def given_up(view: View) -> Message | None:
    """Return what the end of the turn gives up now."""
    number = view.actions_left
    return (
        plural(number, "You give up 1 action.", "You give up {number} actions.") if number else None
    )
