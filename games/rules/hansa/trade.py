"""Two actions in the city of the ship: buying a marker (H3.1), putting up booths (H3.2)."""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.common.message import Message, Place, message
from games.rules.common.play import Verb
from games.rules.hansa.orders import Build, Buy
from games.rules.hansa.pieces import NO_GOOD, TALER, goods
from games.rules.hansa.questions import PRICE, booths_for, price
from games.rules.hansa.state import State

ONE_ACTION = message("You've acted in this city. Sail on before you act again.")


def lacking(code: int) -> Message:
    """Say that a player has no such marker."""
    return message("You don't have {goods}.", goods=goods(code, "object"))


def act(state: State) -> None:
    """Note that this is the one action in the city until the ship sails (H2.3)."""
    state.fresh = False
    state.acted = True


@lru_cache(maxsize=4096)
def _buys(holds: bytes) -> tuple[Buy, ...]:
    return tuple(Buy(code) for code in sorted(set(holds) - {NO_GOOD}))


def _offers(state: State, seat: int) -> Sequence[Buy]:
    """Return the markers of the city's warehouses that a player can pay for (H3.1)."""
    if state.acted or (
        state.talers[seat] < PRICE and price(state.booths_in(state.ship), seat).talers
    ):
        return ()
    return _buys(state.holds(state.ship))


def _buy(state: State, seat: int, order: Buy) -> None:
    """Take a marker and pay for it (H3.1)."""
    act(state)
    talers, to = price(state.booths_in(state.ship), seat)
    state.add_talers(seat, -talers)
    if to is not None:
        state.add_talers(to, talers)
    first = state.board.cities[state.ship].warehouses.start
    state.set_warehouse(state.warehouses.index(order.good, first), NO_GOOD)
    state.take_unsold(seat, order.good)
    state.tell("bought", state.ship, to)


def _not_for_sale(state: State, seat: int, order: Buy) -> Message:
    if state.acted:
        return ONE_ACTION
    city = Place(state.board.cities[state.ship].name)
    if order.good not in state.holds(state.ship):
        return message("{city} doesn't have {goods}.", city=city, goods=goods(order.good, "object"))
    return message(
        "A marker in {city} costs you {talers}, and you have none.",
        city=city,
        talers=TALER.object(PRICE),
    )


@lru_cache(maxsize=4096)
def _builds(unsold: bytes) -> tuple[Build, ...]:
    return tuple(Build(code) for code in sorted(set(unsold)))


def _plans(state: State, seat: int) -> Sequence[Build]:
    """Return the markers that a player may give up for booths (H3.2)."""
    if state.acted or not state.stock(seat):
        return ()
    return _builds(state.unsold[seat])


def _build(state: State, seat: int, order: Build) -> None:
    """Give up a marker for a booth per barrel, as far as the stock lasts (H3.2)."""
    act(state)
    number = booths_for(state, seat, order.good)
    state.give_up(seat, order.good)
    state.add_booths(state.ship, seat, number)
    state.tell("built", state.ship, number)


def _no_booths(state: State, seat: int, order: Build) -> Message:
    if state.acted:
        return ONE_ACTION
    if not state.stock(seat):
        return message("All your booths are on the board.")
    return message("You don't have {goods} to give up.", goods=goods(order.good, "object"))


BUY = Verb(_offers, _buy, _not_for_sale)
BUILD = Verb(_plans, _build, _no_booths)
