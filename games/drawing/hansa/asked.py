"""What a game asks, of whom, and by which rule: one sentence above the choices."""

from collections.abc import Sequence

from games.drawing.hansa.words import city_name
from games.drawing.score import listed
from games.rules.hansa.pieces import COLOURS, counted
from games.rules.hansa.setup import BOOTHS_A_ROUND, ROUNDS
from games.rules.hansa.turn import KEPT
from games.rules.hansa.view import View
from games.rules.title import CHANCE

RULES = {"booths": "H1.4", "turn": "H2", "tolls": "H2.5", "lose": "H3.3"}
"""The rule about each thing asked, as docs/rules/hansa.md numbers it."""


def rule(view: View) -> str:
    """Return the number of the rule about what is asked, or ''."""
    return "H2.2" if view.must_replenish else RULES.get(view.asked, "")


def of_me(view: View, *, only_end: bool = False) -> str:
    """Return the sentence that asks the viewer for an order, `only_end` if only that is left."""
    if view.asked == "booths":
        return _placing(view)
    if view.asked == "lose":
        return _losing(view)
    if view.must_replenish:
        return "Your turn. Every warehouse is empty, so fill them first."
    if only_end:
        return "There is nothing left to do. End your turn."
    desk = view.desks[view.turn]
    surplus = len(desk.unsold) - KEPT
    if view.asked == "tolls":
        return f"Tolls: you can keep {KEPT} unsold markers. Discard {surplus}."
    return f"Your turn: {_money(desk.talers)}.{_here(view, surplus)}"


def _placing(view: View) -> str:
    number = (view.placing_round or 0) + 1
    where = "another city" if number > 1 else "a city"
    booths = counted(BOOTHS_A_ROUND, "booth")
    return f"Put {booths} in {where}, but not Copenhagen. Round {number} of {ROUNDS}."


def _losing(view: View) -> str:
    colours = listed([f"a {COLOURS[colour]} marker" for colour in _mine(view)])
    return f"A sale costs you {colours}. Choose which."


def _mine(view: View) -> Sequence[int]:
    return view.losing[view.seat] if view.seat is not None else ()


def _here(view: View, surplus: int) -> str:
    """What the ship's city still allows, and what prevents the end of the turn (H2.3, H2.5)."""
    city = city_name(view, view.ship)
    if view.acted:
        return f" You've acted in {city}. Sail on, or {_stopping(view, surplus)}."
    if surplus > 0:
        too_many = f"You can't end your turn with {counted(surplus, 'marker')} too many."
        return f" The ship is in {city}. {too_many}"
    return f" The ship is in {city}."


def _stopping(view: View, surplus: int) -> str:
    """What it costs to stop: `surplus` markers, or talers (H2.5)."""
    if surplus > 0:
        return f"discard {counted(surplus, 'marker')} as toll"
    talers = view.desks[view.turn].talers - KEPT
    return f"stop and lose {counted(talers, 'taler')}" if talers > 0 else "stop"


def of_others(view: View, names: Sequence[str]) -> str:
    """Return which players the game waits for, and for what."""
    asked = [names[seat] for seat in view.to_move if seat != CHANCE]
    if not asked:
        if view.ended_by:
            return "The game is over."
        return "The game is being set up." if view.turn == CHANCE else "Goods are being drawn."
    if view.asked == "booths":
        return f"{asked[0]} puts up booths before the first turn."
    if view.asked == "lose":
        verb = "chooses" if len(asked) == 1 else "choose"
        return f"{listed(asked)} {verb} what to lose to a sale."
    if view.asked == "tolls":
        return f"{asked[0]} is ending the turn."
    return f"{asked[0]}'s turn: {_money(view.desks[view.turn].talers)}."


def will(asked: str) -> str:
    """Return what players will do whom a confirmation asks this."""
    return "will choose what to lose" if asked == "lose" else "will answer"


def declining(asked: str) -> str:
    """Return what a player leaves out by stopping when asked this: nothing can be declined."""
    del asked
    return "nothing more"


def _money(talers: int) -> str:
    return "no talers" if talers == 0 else counted(talers, "taler")
