"""Two actions in the city of the ship: buying a marker (H3.1), putting up booths (H3.2)."""

from collections.abc import Sequence

from games.rules.hansa.pieces import NO_GOOD, barrels_of, in_words
from games.rules.hansa.state import State
from games.rules.hansa.verb import Verb
from games.rules.title import Order

PRICE = 1
ONE_ACTION = "You've acted in this city. Sail on before you act again."


def act(state: State) -> None:
    """Note that this is the one action in the city until the ship sails (H2.3)."""
    state.fresh = False
    state.acted = True


def leader(booths: Sequence[int]) -> int | None:
    """Return the seat with the most booths in a city; None if there is none or a tie (H3.1)."""
    most = max(booths)
    return booths.index(most) if most and booths.count(most) == 1 else None


def _offers(state: State, seat: int) -> Sequence[Order]:
    """Return the markers of the city's warehouses that a player can pay for (H3.1)."""
    if state.acted or (not state.talers[seat] and leader(state.booths_in(state.ship)) != seat):
        return []
    return [("buy", code) for code in sorted(set(state.holds(state.ship)) - {NO_GOOD})]


def _buy(state: State, seat: int, order: Order) -> None:
    """Take a marker and pay for it (H3.1)."""
    act(state)
    paid = leader(state.booths_in(state.ship))
    if paid != seat:
        state.add_talers(seat, -PRICE)
        if paid is not None:
            state.add_talers(paid, PRICE)
    first = state.board.cities[state.ship].warehouses.start
    state.set_warehouse(state.warehouses.index(order[1], first), NO_GOOD)
    state.take_unsold(seat, order[1])
    state.tell("bought", state.ship, paid)


def _not_for_sale(state: State, seat: int, order: Order) -> str:
    if state.acted:
        return ONE_ACTION
    name = state.board.cities[state.ship].name
    if order[1] not in state.holds(state.ship):
        return f"{name} doesn't have {in_words(order[1])}."
    return f"A marker in {name} costs you 1 taler, and you have none."


def _plans(state: State, seat: int) -> Sequence[Order]:
    """Return the markers that a player may give up for booths (H3.2)."""
    if state.acted or not state.stock(seat):
        return []
    return [("build", code) for code in sorted(set(state.unsold[seat]))]


def _build(state: State, seat: int, order: Order) -> None:
    """Give up a marker for a booth per barrel, as far as the stock lasts (H3.2)."""
    act(state)
    number = min(barrels_of(order[1]), state.stock(seat))
    state.give_up(seat, order[1])
    state.add_booths(state.ship, seat, number)
    state.tell("built", state.ship, number)


def _no_booths(state: State, seat: int, order: Order) -> str:
    if state.acted:
        return ONE_ACTION
    if not state.stock(seat):
        return "All your booths are on the board."
    return f"You don't have {in_words(order[1])} to give up."


BUY = Verb(_offers, _buy, _not_for_sale)
BUILD = Verb(_plans, _build, _no_booths)
