"""A turn without its actions: income, replenishing, sailing, tolls and its end (H2)."""

from collections.abc import Sequence

from games.rules.hansa.pieces import NO_GOOD, in_words
from games.rules.hansa.state import State
from games.rules.hansa.verb import Verb
from games.rules.title import Order

INCOME = 3
"""Talers at the beginning of a turn (H2.1)."""
REPLENISHING = 1
SAILING = 1
"""The cost of each in talers (H2.2, H2.4)."""
KEPT = 3
"""How many talers and how many unsold markers a player keeps after a turn (H2.5)."""


def begin_turn(state: State, seat: int) -> None:
    """Begin a seat's turn with its income (H2.1)."""
    state.turn = seat
    state.fresh = True
    state.replenished = state.acted = False
    state.add_talers(seat, INCOME)
    state.tell("income", seat, INCOME)
    state.stage = "turn" if any(state.warehouses) or not any(state.hidden) else "must"


def _replenishings(state: State, seat: int) -> Sequence[Order]:
    """Return the one way to replenish, before anything else is done (H2.2).

    After the income there is always a taler for it.
    """
    possible = state.fresh and NO_GOOD in state.warehouses and any(state.hidden)
    return [("replenish",)] if possible else []


def _replenish(state: State, seat: int, order: Order) -> None:
    """Pay for the warehouses to be filled; chance fills them (H2.2)."""
    state.add_talers(seat, -REPLENISHING)
    state.fresh = False
    state.replenished = True
    state.stage = "fill"


def _no_replenishing(state: State, seat: int, order: Order) -> str:
    if state.replenished:
        return "You've already replenished this turn."
    if not state.fresh:
        return "You can replenish only before anything else in your turn."
    if NO_GOOD not in state.warehouses:
        return "Every warehouse is full, so there is nothing to replenish."
    return "The piles are empty, so there is nothing to replenish with."


def _exits(state: State, seat: int) -> Sequence[Order]:
    """Return the cities that an arrow leads to, for a player with a taler (H2.4)."""
    if state.talers[seat] < SAILING:
        return []
    return [("sail", city) for city in state.board.exits[state.ship]]


def _sail(state: State, seat: int, order: Order) -> None:
    """Sail to a city, where another action is possible (H2.3, H2.4)."""
    state.add_talers(seat, -SAILING)
    state.ship = order[1]
    state.fresh = state.acted = False


def _no_way(state: State, seat: int, order: Order) -> str:
    cities = state.board.cities
    if order[1] not in state.board.exits[state.ship]:
        here, there = cities[state.ship].name, cities[order[1]].name
        ways = " or ".join(cities[city].name for city in state.board.exits[state.ship])
        return f"No arrow leads from {here} to {there}. You can sail to {ways}."
    return "Sailing costs 1 taler, and you have none."


def _surplus(state: State, seat: int) -> Sequence[Order]:
    """Return the markers that a player with too many may give up (H2.5)."""
    if len(state.unsold[seat]) <= KEPT:
        return []
    return [("discard", code) for code in sorted(set(state.unsold[seat]))]


def _discard(state: State, seat: int, order: Order) -> None:
    """Give up a marker as toll; after that nothing else is done in the turn (H2.5)."""
    state.give_up(seat, order[1])
    state.fresh = False
    state.stage = "tolls"


def _no_discard(state: State, seat: int, order: Order) -> str:
    if len(state.unsold[seat]) <= KEPT:
        return f"You have no more than {KEPT} unsold markers, so you keep them."
    return f"You don't have {in_words(order[1])}."


def _ends(state: State, seat: int) -> Sequence[Order]:
    """Return the end of the turn, for a player without surplus markers (H2.5)."""
    return [("end",)] if len(state.unsold[seat]) <= KEPT else []


def _end(state: State, seat: int, order: Order) -> None:
    """End the turn: surplus talers are lost; the next begins, or the game is over (H2.5, H4.1)."""
    surplus = state.talers[seat] - KEPT
    if surplus > 0:
        state.add_talers(seat, -surplus)
        state.tell("surplus", seat, surplus)
    state.fresh = state.replenished = state.acted = False
    following = (seat + 1) % state.players
    if following == state.start and state.is_last_round():
        state.stage = "over"
        state.tell("over", "piles")
    else:
        begin_turn(state, following)


def _no_end(state: State, seat: int, order: Order) -> str:
    surplus = len(state.unsold[seat]) - KEPT
    return f"You can keep at most {KEPT} unsold markers. Discard {surplus} first."


REPLENISH = Verb(_replenishings, _replenish, _no_replenishing)
SAIL = Verb(_exits, _sail, _no_way)
DISCARD = Verb(_surplus, _discard, _no_discard)
END = Verb(_ends, _end, _no_end)
