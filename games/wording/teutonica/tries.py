"""The orders that somebody would give at a place, possible or not: the rules say why not."""

from games.rules.common.message import Notation
from games.rules.teutonica.board import Board, load_board
from games.rules.teutonica.questions import toll
from games.rules.teutonica.view import DISPLACED, View


def placing(view: View, name: str, kind: str) -> str:
    """Return the order that places a kind of piece on a space."""
    return Notation(f"{'put' if view.prompt in DISPLACED else 'place'} {kind} {name}")


def displacing(view: View, name: str, code: int) -> str:
    """Return the order that comes nearest to displacing the piece on a space."""
    traders, merchants = view.desks[view.seat or 0].supply
    kind = "m" if merchants and not traders else "t"
    # Traders pay first: what is left for the space is the better piece then.
    cost = toll(code) if code else 1
    paid = max(min(cost, traders - (kind == "t" and traders > 0)), 0)
    payment = "".join(f"{n}{k}" for n, k in ((paid, "t"), (cost - paid, "m")) if n)
    return Notation(f"displace {kind} {name} paying {payment}")


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
