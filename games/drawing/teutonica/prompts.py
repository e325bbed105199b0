"""What a game asks, of whom, and by which rule: one sentence above the choices."""

from collections.abc import Sequence

from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.modules.britannia import abroad
from games.rules.teutonica.orders import Order
from games.rules.teutonica.pieces import NEUTRAL, owner
from games.rules.teutonica.view import View
from games.rules.title import CHANCE, Orders
from games.wording.wording import Answering

RULES = {
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
_ABROAD = {"move_2_any": "T15.4", "place_2_in_wales_or_scotland": "T15.5"}
"""The rule about each of Britannia's permanent markers."""

_SERIES = {
    "moving": "Move another piece",
    "move3": "Move another player's piece",
    "remove3": "Remove a piece from a route",
}
"""What is done again and again, at first without a choice."""
_OF_ME = {
    "plate": "Place the bonus markers on your plate.",
    "move any": "Move any piece if you like. The permanent marker allows two.",
    "place claimed": "Place a piece if you like. The permanent marker allows it.",
    "place abroad": "Place a piece if you like. The permanent marker allows it.",
    "develop privilege": "Develop Privilege if you like. The permanent marker allows it.",
    "found": "Open an office in a green city if you like. The permanent marker allows it.",
    "income tile": "Another player took income. Take a piece from your stock if you like.",
    "neutral office": "The neutral player has filled a route. Choose the city for its office.",
    "pawn": "Choose the province where the pawn starts.",
}
_WITHOUT_ACTIONS = {"pawn": "move the pawn", "use": "use a bonus marker"}
"""What may be left to do at the end of a turn, by verb."""
_OF_OTHERS = {
    "displaced": "places the displaced piece",
    "neutral displaced": "places the displaced piece",
    "plate": "places bonus markers",
    "income tile": "may take a piece from the stock",
    "neutral office": "chooses a city for the neutral player",
    "pawn": "chooses where the pawn starts",
}
DISPLACED = ("displaced", "neutral displaced")
"""What players are asked who place displaced pieces (T5, T18.3)."""


def rule(view: View) -> str:
    """Return the number of the rule about what is asked, or ''."""
    if view.prompt == "move any":
        return permanent_rule("move_2_any", load_board(view.board))
    return RULES.get(view.prompt, "")


def permanent_rule(marker: str, board: Board) -> str:
    """Return the number of the rule about a permanent marker: Britannia has its own."""
    return _ABROAD.get(marker, "T14.3") if abroad(board) else "T14.3"


def of_me(view: View, orders: Orders[Order]) -> str:
    """Return the sentence that asks the viewer for one of the orders."""
    if view.prompt in DISPLACED:
        return _displaced(view)
    if view.prompt in _SERIES:
        return f"{_SERIES[view.prompt]}{', or stop' if 'done' in orders.groups else ''}."
    if view.prompt in _OF_ME:
        return _OF_ME[view.prompt]
    if view.actions_left == 0:
        more = [words for verb, words in _WITHOUT_ACTIONS.items() if verb in orders.groups]
        left = f"{', '.join(more).capitalize()}, or end" if more else "End"
        return f"You have no actions left. {left} your turn."
    return f"Your turn: {_actions(view.actions_left)}.{_besides(view)}"


def _besides(view: View) -> str:
    """What a turn has besides actions: permissions (T15.1), the pawn's free move (T17.2)."""
    if view.permissions:
        lands = [" or ".join(map(str.capitalize, countries)) for countries in view.permissions]
        word = "Permission" if len(lands) == 1 else "Permissions"
        return f" {word} left for {', and for '.join(lands)}."
    return " The pawn has its free move left." if view.free_walk else ""


def _displaced(view: View) -> str:
    more = f"{view.left} more piece{'' if view.left == 1 else 's'}"
    if not view.hand:
        return f"Place up to {more}, or stop."
    if not view.left:
        return "Place the displaced piece."
    if owner(view.hand[0]) == NEUTRAL:
        return f"A neutral trader was displaced. Place it, and then {more} if you like."
    return f"You were displaced. Place your piece and, if you like, {more}, in any order."


def of_others(view: View, names: Sequence[str]) -> str:
    """Return which player the game waits for, and for what."""
    asked = [names[seat] for seat in view.to_move if seat != CHANCE]
    if not asked:
        return "The game is over." if view.ended_by else "The game is being set up."
    if view.prompt in _OF_OTHERS:
        return f"{asked[0]} {_OF_OTHERS[view.prompt]}."
    return f"{asked[0]}'s turn: {_actions(view.actions_left)}."


def answering(asked: str) -> Answering | None:
    """Return the buttons of an answer that may have several parts (T5.4)."""
    return Answering("Place one more", "Done") if asked in DISPLACED else None


def _actions(number: int) -> str:
    if number == 0:
        return "no actions left"
    return "1 action left" if number == 1 else f"{number} actions left"
