"""Why a kind of order is not possible now, from what the player sees."""

from collections.abc import Callable, Collection
from typing import Final

from games.rules.common.message import Message, message, plural, term
from games.rules.hansa.board import load_board
from games.rules.hansa.pieces import NO_GOOD
from games.rules.hansa.questions import KEPT, price, surplus
from games.rules.hansa.sale import LEAST
from games.rules.hansa.trade import ONE_ACTION
from games.rules.hansa.turn import SAILING
from games.rules.hansa.view import View
from games.wording.explanations import Obstacle
from games.wording.hansa.labels import TITLES
from games.wording.hansa.words import by_colour, city_name
from games.wording.language import Language

_WORDS: Final = TITLES | {"replenish": term("orders", "Fill the warehouses")}
_TURN: Final = ("replenish", "sail", "buy", "build", "sell", "discard", "end")
_TOLLS: Final = message("You've begun to discard markers as toll, so your turn can only end.")


def obstacles(view: View, possible: Collection[str], language: Language) -> dict[str, Obstacle]:
    """Return the verbs of a turn that are not among the `possible` ones, with the reasons."""
    return {
        verb: Obstacle(language.say(_WORDS[verb]), language.say(_reason(view, verb)))
        for verb in _TURN
        if verb not in possible
    }


def _reason(view: View, verb: str) -> Message:
    if view.prompt == "booths":
        return message("The first turn has not begun. Everyone puts up booths first.")
    if view.prompt == "lose":
        return message("A sale is not over yet: somebody still chooses what to lose.")
    if view.must_replenish:
        return message("Every warehouse is empty, so filling them comes first.")
    return _REASONS[verb](view)


def _replenish(view: View) -> Message:
    if view.replenished:
        return message("You've filled them already this turn.")
    if NO_GOOD not in view.warehouses:
        return message("Every warehouse is full.")
    if not any(view.piles):
        return message("The piles are empty.")
    return message("This is possible only before anything else in a turn.")


def _sail(view: View) -> Message:
    if view.desks[view.turn].talers < SAILING:
        return plural(
            SAILING,
            "Sailing costs 1 taler, and you have none.",
            "Sailing costs {number} talers, and you have none.",
        )
    return _TOLLS


def _buy(view: View) -> Message:
    if view.acted:
        return ONE_ACTION
    city = city_name(view, view.ship)
    warehouses = load_board(view.board).cities[view.ship].warehouses
    if not any(view.warehouses[number] for number in warehouses):
        return message("{city} has nothing for sale.", city=city)
    talers = price(view.booths[view.ship], view.turn).talers
    if view.desks[view.turn].talers < talers:
        return plural(
            talers,
            "A marker in {city} costs you 1 taler, and you have none.",
            "A marker in {city} costs you {number} talers, and you have none.",
            city=city,
        )
    return _TOLLS


def _build(view: View) -> Message:
    if view.acted:
        return ONE_ACTION
    desk = view.desks[view.turn]
    if not desk.booths:
        return message("All your booths are on the board.")
    return _TOLLS if desk.unsold else message("You have no unsold marker to give up.")


def _sell(view: View) -> Message:
    if view.acted:
        return ONE_ACTION
    desk, city = view.desks[view.turn], city_name(view, view.ship)
    if not view.booths[view.ship][view.turn]:
        return message("You need a booth in {city} to sell there.", city=city)
    if all(len(row) < LEAST for row in by_colour(desk.unsold).values()):
        return message("You need at least {number} unsold markers of one colour.", number=LEAST)
    return _TOLLS


def _discard(view: View) -> Message:
    del view
    return message("You have no more than {number} unsold markers, so you keep them.", number=KEPT)


def _end(view: View) -> Message:
    too_many = surplus(len(view.desks[view.turn].unsold))
    return message(
        "You can keep at most {kept} unsold markers. Discard {number} first.",
        kept=KEPT,
        number=too_many,
    )


_REASONS: dict[str, Callable[[View], Message]] = {
    "replenish": _replenish,
    "sail": _sail,
    "buy": _buy,
    "build": _build,
    "sell": _sell,
    "discard": _discard,
    "end": _end,
}
