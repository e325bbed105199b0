"""A turn without its actions: income, replenishing, sailing, tolls and its end (H2)."""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.common.message import Message, Place, message, series
from games.rules.common.play import Verb
from games.rules.hansa.orders import Discard, End, Replenish, Sail
from games.rules.hansa.pieces import NO_GOOD, TALER
from games.rules.hansa.questions import KEPT, surplus
from games.rules.hansa.state import State
from games.rules.hansa.trade import lacking

INCOME = 3
"""Talers at the beginning of a turn (H2.1)."""
REPLENISHING = 1
SAILING = 1
"""The cost of each in talers (H2.2, H2.4)."""


def begin_turn(state: State, seat: int) -> None:
    """Begin a seat's turn with its income (H2.1)."""
    state.turn = seat
    state.fresh = True
    state.replenished = state.acted = False
    state.add_talers(seat, INCOME)
    state.tell("income", seat, INCOME)
    state.stage = "turn" if any(state.warehouses) or not any(state.hidden) else "must"


_ONE_REPLENISH = (Replenish(),)
_ONE_END = (End(),)


def _replenishings(state: State, seat: int) -> Sequence[Replenish]:
    """Return the one way to replenish, before anything else is done (H2.2).

    After the income there is always a taler for it.
    """
    possible = state.fresh and NO_GOOD in state.warehouses and any(state.hidden)
    return _ONE_REPLENISH if possible else ()


def _replenish(state: State, seat: int, order: Replenish) -> None:
    """Pay for the warehouses to be filled; chance fills them (H2.2)."""
    state.add_talers(seat, -REPLENISHING)
    state.fresh = False
    state.replenished = True
    state.stage = "fill"


def _no_replenishing(state: State, seat: int, order: Replenish) -> Message:
    if state.replenished:
        return message("You've already replenished this turn.")
    if not state.fresh:
        return message("You can replenish only before anything else in your turn.")
    if NO_GOOD not in state.warehouses:
        return message("Every warehouse is full, so there is nothing to replenish.")
    return message("The piles are empty, so there is nothing to replenish with.")


@lru_cache(maxsize=64)
def _sails(exits: tuple[int, ...]) -> tuple[Sail, ...]:
    return tuple(map(Sail, exits))


def _exits(state: State, seat: int) -> Sequence[Sail]:
    """Return the cities that an arrow leads to, for a player with a taler (H2.4)."""
    if state.talers[seat] < SAILING:
        return ()
    return _sails(state.board.exits[state.ship])


def _sail(state: State, seat: int, order: Sail) -> None:
    """Sail to a city, where another action is possible (H2.3, H2.4)."""
    state.add_talers(seat, -SAILING)
    state.tell("sailed", state.ship, order.city)
    state.ship = order.city
    state.fresh = state.acted = False


def _no_way(state: State, seat: int, order: Sail) -> Message:
    cities = state.board.cities
    if order.city not in state.board.exits[state.ship]:
        return message(
            "No arrow leads from {start} to {end}. You can sail to {cities}.",
            start=Place(cities[state.ship].name),
            end=Place(cities[order.city].name),
            cities=series(
                (Place(cities[city].name) for city in state.board.exits[state.ship]), "or"
            ),
        )
    return message("Sailing costs {talers}, and you have none.", talers=TALER.object(SAILING))


@lru_cache(maxsize=4096)
def _discards(unsold: bytes) -> tuple[Discard, ...]:
    return tuple(Discard(code) for code in sorted(set(unsold)))


def _surplus(state: State, seat: int) -> Sequence[Discard]:
    """Return the markers that a player with too many may give up (H2.5)."""
    if not surplus(len(state.unsold[seat])):
        return ()
    return _discards(state.unsold[seat])


def _discard(state: State, seat: int, order: Discard) -> None:
    """Give up a marker as toll; after that nothing else is done in the turn (H2.5)."""
    state.give_up(seat, order.good)
    state.fresh = False
    state.stage = "tolls"


def _no_discard(state: State, seat: int, order: Discard) -> Message:
    if not surplus(len(state.unsold[seat])):
        return message("You have no more than {most} unsold markers, so you keep them.", most=KEPT)
    return lacking(order.good)


def _ends(state: State, seat: int) -> Sequence[End]:
    """Return the end of the turn, for a player without surplus markers (H2.5)."""
    return () if surplus(len(state.unsold[seat])) else _ONE_END


def _end(state: State, seat: int, order: End) -> None:
    """End the turn: surplus talers are lost; the next begins, or the game is over (H2.5, H4.1)."""
    lost = surplus(state.talers[seat])
    if lost:
        state.add_talers(seat, -lost)
        state.tell("surplus", seat, lost)
    state.fresh = state.replenished = state.acted = False
    following = (seat + 1) % state.players
    if following == state.start and state.last_round:
        state.stage = "over"
        state.tell("over", "piles")
    else:
        begin_turn(state, following)


def _no_end(state: State, seat: int, order: End) -> Message:
    return message(
        "You can keep at most {most} unsold markers. Discard {number} first.",
        most=KEPT,
        number=surplus(len(state.unsold[seat])),
    )


REPLENISH = Verb(_replenishings, _replenish, _no_replenishing)
SAIL = Verb(_exits, _sail, _no_way)
DISCARD = Verb(_surplus, _discard, _no_discard)
END = Verb(_ends, _end, _no_end)
