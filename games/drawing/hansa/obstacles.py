"""Why a kind of order is not possible now, from what the player sees."""

from collections.abc import Callable, Collection

from games.drawing.hansa.labels import TITLES
from games.drawing.hansa.words import by_colour, city_name
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import NO_GOOD, counted
from games.rules.hansa.questions import KEPT, price, surplus
from games.rules.hansa.sale import LEAST
from games.rules.hansa.trade import ONE_ACTION
from games.rules.hansa.turn import SAILING
from games.rules.hansa.view import View
from games.wording.explanations import Obstacle

_WORDS = TITLES | {"replenish": "Fill the warehouses"}
_TURN = ("replenish", "sail", "buy", "build", "sell", "discard", "end")
_TOLLS = "You've begun to discard markers as toll, so your turn can only end."


def obstacles(view: View, possible: Collection[str]) -> dict[str, Obstacle]:
    """Return the verbs of a turn that are not among the `possible` ones, with the reasons."""
    return {
        verb: Obstacle(_WORDS[verb], _reason(view, verb)) for verb in _TURN if verb not in possible
    }


def _reason(view: View, verb: str) -> str:
    if view.prompt == "booths":
        return "The first turn has not begun. Everyone puts up booths first."
    if view.prompt == "lose":
        return "A sale is not over yet: somebody still chooses what to lose."
    if view.must_replenish:
        return "Every warehouse is empty, so filling them comes first."
    return _REASONS[verb](view)


def _replenish(view: View) -> str:
    if view.replenished:
        return "You've filled them already this turn."
    if NO_GOOD not in view.warehouses:
        return "Every warehouse is full."
    if not any(view.piles):
        return "The piles are empty."
    return "This is possible only before anything else in a turn."


def _sail(view: View) -> str:
    if view.desks[view.turn].talers < SAILING:
        return f"Sailing costs {counted(SAILING, 'taler')}, and you have none."
    return _TOLLS


def _buy(view: View) -> str:
    if view.acted:
        return ONE_ACTION
    city = city_name(view, view.ship)
    warehouses = load_board(view.board).cities[view.ship].warehouses
    if not any(view.warehouses[number] for number in warehouses):
        return f"{city} has nothing for sale."
    talers = price(view.booths[view.ship], view.turn).talers
    if view.desks[view.turn].talers < talers:
        return f"A marker in {city} costs you {counted(talers, 'taler')}, and you have none."
    return _TOLLS


def _build(view: View) -> str:
    if view.acted:
        return ONE_ACTION
    desk = view.desks[view.turn]
    if not desk.booths:
        return "All your booths are on the board."
    return _TOLLS if desk.unsold else "You have no unsold marker to give up."


def _sell(view: View) -> str:
    if view.acted:
        return ONE_ACTION
    desk, city = view.desks[view.turn], city_name(view, view.ship)
    if not view.booths[view.ship][view.turn]:
        return f"You need a booth in {city} to sell there."
    if all(len(row) < LEAST for row in by_colour(desk.unsold).values()):
        return f"You need at least {LEAST} unsold markers of one colour."
    return _TOLLS


def _discard(view: View) -> str:
    del view
    return f"You have no more than {KEPT} unsold markers, so you keep them."


def _end(view: View) -> str:
    too_many = surplus(len(view.desks[view.turn].unsold))
    return f"You can keep at most {KEPT} unsold markers. Discard {too_many} first."


_REASONS: dict[str, Callable[[View], str]] = {
    "replenish": _replenish,
    "sail": _sail,
    "buy": _buy,
    "build": _build,
    "sell": _sell,
    "discard": _discard,
    "end": _end,
}
