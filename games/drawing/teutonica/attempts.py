"""The order that a letter stands for at a place, legal or not: the rules say why it is refused."""

from games.rules.common.message import Notation
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.view import View
from games.wording.teutonica.tries import displacing, placing


def attempt(view: View, letter: str, thing: str) -> str:
    """Return the text of the order that a letter would give at a thing, '' if it gives none.

    On a route, placing is about its first free space, and all but a claim about its first piece.
    """
    board = load_board(view.board)
    space = _space(view, board, thing, free=letter in ("t", "m"))
    if space is None or view.seat is None:
        return ""
    name = board.space_ids[space]
    if letter == "c":
        return Notation(f"claim {board.routes[board.space_route[space]].id} nothing")
    if letter in ("t", "m"):
        return placing(view, name, letter)
    if letter == "d":
        return displacing(view, name, view.spaces[space])
    if letter == "v":
        return Notation(f"move {name} > {name}")
    return Notation(f"remove {name}") if letter == "x" else ""


def _space(view: View, board: Board, thing: str, *, free: bool) -> int | None:
    kind, _, name = thing.partition(":")
    if kind == "space":
        return board.space_numbers.get(name)
    route = board.route_numbers.get(name) if kind == "route" else None
    if route is None:
        return None
    spaces = board.routes[route].spaces
    return next((space for space in spaces if free is not bool(view.spaces[space])), spaces[0])
