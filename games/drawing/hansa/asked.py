"""What a table asks, of whom, and by which rule: one sentence above the choices."""

from collections.abc import Sequence

from games.drawing.hansa.words import city_name
from games.drawing.score import listed
from games.rules.hansa.pieces import COLOURS, counted
from games.rules.hansa.setup import BOOTHS_A_ROUND, ROUNDS
from games.rules.hansa.turn import KEPT
from games.rules.hansa.view import View
from games.rules.title import CHANCE

RULES = {"booths": "H1.4", "turn": "H2", "tolls": "H2.5", "lose": "H3.3"}
"""The rule that each thing asked is told by, as docs/rules/hansa.md numbers it."""


def rule(view: View) -> str:
    """Return the number of the rule that tells about what is asked, or ''."""
    return "H2.2" if view.must_replenish else RULES.get(view.asked, "")


def of_me(view: View, *, only_end: bool = False) -> str:
    """Return the sentence that asks the viewer for an order, `only_end` if only that is left."""
    if view.asked == "booths":
        return _placing(view)
    if view.asked == "lose":
        return _losing(view)
    if view.must_replenish:
        return "It is your turn. Every warehouse is empty: have them filled first."
    if only_end:
        return "Nothing is left to do: end the turn."
    desk = view.desks[view.turn]
    surplus = len(desk.unsold) - KEPT
    if view.asked == "tolls":
        return f"Tolls: you keep {KEPT} unsold markers, so give up {surplus} of yours."
    return f"It is your turn: {_money(desk.talers)}.{_here(view, surplus)}"


def _placing(view: View) -> str:
    number = (view.placing_round or 0) + 1
    where = "another city" if number > 1 else "a city"
    booths = counted(BOOTHS_A_ROUND, "booth")
    return f"Put {booths} in {where}, not Copenhagen: round {number} of {ROUNDS}."


def _losing(view: View) -> str:
    colours = listed([f"a {COLOURS[colour]} marker" for colour in _mine(view)])
    return f"A sale costs you {colours}: choose which."


def _mine(view: View) -> Sequence[int]:
    return view.losing[view.seat] if view.seat is not None else ()


def _here(view: View, surplus: int) -> str:
    """What the city of the ship still offers, and what keeps the turn from its end (H2.3, H2.5)."""
    city = city_name(view, view.ship)
    if view.acted:
        return f" You have acted in {city}: sail on, or {_stopping(view, surplus)}."
    if surplus > 0:
        too_many = f"With {counted(surplus, 'marker')} too many you cannot end the turn."
        return f" The ship is in {city}. {too_many}"
    return f" The ship is in {city}."


def _stopping(view: View, surplus: int) -> str:
    """What it costs to stop: `surplus` markers, or talers (H2.5)."""
    if surplus > 0:
        return f"give up {counted(surplus, 'marker')} as toll"
    talers = view.desks[view.turn].talers - KEPT
    return f"stop and lose {counted(talers, 'taler')}" if talers > 0 else "stop"


def of_others(view: View, names: Sequence[str]) -> str:
    """Return whom play waits for, and for what."""
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
        return f"{asked[0]} is at the end of the turn."
    return f"{asked[0]} is on turn, with {_money(view.desks[view.turn].talers)}."


def will(asked: str) -> str:
    """Return what players who are asked for this by a confirmation will do."""
    return "will choose what to lose" if asked == "lose" else "will answer"


def declining(asked: str) -> str:
    """Return what is left out by stopping where one is asked for this: nothing can be declined."""
    del asked
    return "nothing more"


def _money(talers: int) -> str:
    return "no talers" if talers == 0 else counted(talers, "taler")
