"""What a table says in its own words: what is asked, of whom, and what confirming does."""

from collections.abc import Sequence
from typing import Any

from games.rules.title import CHANCE, Caution

ASKED_OF_ME = {
    "moving": "Move another piece, or say that you are done.",
    "move3": "Move a piece of another player, or say that you are done.",
    "markers": "Place the bonus markers that wait on your plate.",
}
ASKED_OF_OTHERS = {
    "displaced": "places the displaced piece",
    "markers": "places bonus markers",
}

WILL = {"displaced": "will place the displaced piece"}


def join_names(names: Sequence[str]) -> str:
    """Return 'A', 'A and B' or 'A, B and C'."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def actions(number: int) -> str:
    """Return how many actions are left, in words."""
    if number == 0:
        return "no actions left"
    return "1 action left" if number == 1 else f"{number} actions left"


def asked_of_me(view: Any, *, only_end: bool = False) -> str:
    """Return the sentence that asks the viewer for an order, `only_end` if only that is left."""
    if view.asked == "displaced":
        more = f"{view.left} more piece{'' if view.left == 1 else 's'}"
        if view.hand:
            return f"You were displaced: place your piece, and then {more} if you like."
        return f"Place up to {more}, or leave it at that."
    if view.asked in ASKED_OF_ME:
        return ASKED_OF_ME[view.asked]
    if only_end:
        return "Your actions are used: end the turn."
    if view.actions_left == 0:
        return "Your actions are used: use a bonus marker, or end the turn."
    return f"It is your turn: {actions(view.actions_left)}."


def asked_of_others(view: Any, names: Sequence[str]) -> str:
    """Return whom play waits for, and for what."""
    asked = [seat for seat in view.to_move if seat != CHANCE]
    if not asked:
        return "The game is over." if view.ended_by else "The game is being set up."
    who = join_names([names[seat] for seat in asked])
    if view.asked in ASKED_OF_OTHERS:
        return f"{who} {ASKED_OF_OTHERS[view.asked]}."
    return f"{who} is on turn, with {actions(view.actions_left)}."


def warned(warnings: Sequence[Caution], names: Sequence[str], asked: str = "") -> str:
    """Return what confirming does, as the rest of a sentence; '' if nothing.

    `asked` is what the others are asked for then.
    """
    answers = WILL.get(asked, "will answer")
    said = []
    for warning in warnings:
        if warning.kind == "asks":
            said.append(f"{join_names([names[seat] for seat in warning.seats])} {answers}")
        elif warning.kind == "uncovers":
            said.append("a bonus marker is uncovered")
        elif warning.kind == "ends":
            said.append("the game ends")
    return ", ".join(dict.fromkeys(said))
