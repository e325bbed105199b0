"""What a game asks, of whom, and by which rule: one sentence above the choices."""

from collections.abc import Sequence

from games.drawing.hansa.words import city_name
from games.drawing.score import listed
from games.rules.hansa.orders import Order
from games.rules.hansa.pieces import COLOURS, counted
from games.rules.hansa.questions import KEPT, surplus
from games.rules.hansa.setup import BOOTHS_A_ROUND, ROUNDS
from games.rules.hansa.view import View
from games.rules.title import CHANCE, Orders

RULES = {"booths": "H1.4", "turn": "H2", "tolls": "H2.5", "lose": "H3.3"}
"""The rule about each thing asked, as docs/rules/hansa.md numbers it."""


def rule(view: View) -> str:
    """Return the number of the rule about what is asked, or ''."""
    return "H2.2" if view.must_replenish else RULES.get(view.prompt, "")


def of_me(view: View, orders: Orders[Order]) -> str:
    """Return the sentence that asks the viewer for one of the orders."""
    if view.prompt == "booths":
        return _placing(view)
    if view.prompt == "lose":
        return _losing(view)
    if view.must_replenish:
        return "Your turn. Every warehouse is empty, so fill them first."
    if orders.groups.keys() == {"end"}:
        return "There is nothing left to do. End your turn."
    desk = view.desks[view.turn]
    too_many = surplus(len(desk.unsold))
    if view.prompt == "tolls":
        return f"Tolls: you can keep {KEPT} unsold markers. Discard {too_many}."
    return f"Your turn: {_money(desk.talers)}.{_here(view, too_many)}"


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


def _here(view: View, markers: int) -> str:
    """What the ship's city still allows, and what prevents the end of the turn (H2.3, H2.5)."""
    city = city_name(view, view.ship)
    if view.acted:
        return f" You've acted in {city}. Sail on, or {_stopping(view, markers)}."
    if markers:
        too_many = f"You can't end your turn with {counted(markers, 'marker')} too many."
        return f" The ship is in {city}. {too_many}"
    return f" The ship is in {city}."


def _stopping(view: View, markers: int) -> str:
    """What it costs to stop: so many markers too many, or talers (H2.5)."""
    if markers:
        return f"discard {counted(markers, 'marker')} as toll"
    talers = surplus(view.desks[view.turn].talers)
    return f"stop and lose {counted(talers, 'taler')}" if talers else "stop"


def of_others(view: View, names: Sequence[str]) -> str:
    """Return which players the game waits for, and for what."""
    asked = [names[seat] for seat in view.to_move if seat != CHANCE]
    if not asked:
        if view.ended_by:
            return "The game is over."
        return "The game is being set up." if view.turn == CHANCE else "Goods are being drawn."
    if view.prompt == "booths":
        return f"{asked[0]} puts up booths before the first turn."
    if view.prompt == "lose":
        verb = "chooses" if len(asked) == 1 else "choose"
        return f"{listed(asked)} {verb} what to lose to a sale."
    if view.prompt == "tolls":
        return f"{asked[0]} is ending the turn."
    return f"{asked[0]}'s turn: {_money(view.desks[view.turn].talers)}."


def _money(talers: int) -> str:
    return "no talers" if talers == 0 else counted(talers, "taler")
