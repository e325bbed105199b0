"""Mission cards: three cities each, secret until the end (T12)."""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources

from games.rules.teutonica.board import Board
from games.rules.teutonica.control import controller, office_counts
from games.rules.teutonica.module import Module
from games.rules.teutonica.situation import Situation, Verb
from games.rules.teutonica.state import State, changed
from games.rules.title import CHANCE, Order

CITY_POINTS = 1
ALL_CONTROLLED = 5


@lru_cache(maxsize=8)
def cards(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the cities of every card, by number."""
    entry = resources.files("games.rules.teutonica").joinpath("mission-cards.json")
    facts = json.loads(entry.read_text(encoding="utf-8"))
    return tuple(tuple(board.city(city).index for city in card) for card in facts["cards"])


class Missions(Module):
    """Deals a card to each player and counts them at the end."""

    def set_up(self, state: State) -> None:
        state.added = state.added._replace(cards=bytes(state.players))
        state.push("missions")

    def lines(self, state: State, seat: int) -> dict[str, int]:
        card = state.added.cards[seat]
        if not card:  # it is dealt while the game is set up
            return {"missions": 0}
        cities = cards(state.board)[card - 1]
        own = office_counts(state, seat)
        points = CITY_POINTS * sum(city in own for city in cities)
        if all(controller(state, city) == seat for city in cities):
            points += ALL_CONTROLLED
        return {"missions": points}


def _deal_weights(state: State) -> list[tuple[Order, int]]:
    """Return every card that nobody has, for the next seat without one."""
    seat = state.added.cards.index(0)
    dealt = set(state.added.cards)
    return [
        (("deal", seat, card), 1)
        for card in range(1, len(cards(state.board)) + 1)
        if card not in dealt
    ]


def _deals(state: State, seat: int) -> Sequence[Order]:
    return [order for order, _ in _deal_weights(state)]


def _deal(state: State, seat: int, order: Order) -> None:
    _, player, card = order
    state.added = state.added._replace(cards=changed(state.added.cards, player, card))
    state.tell("dealt", player, [state.board.cities[c].id for c in cards(state.board)[card - 1]])
    if 0 not in state.added.cards:
        state.pop()


def _no_deal(state: State, seat: int, order: Order) -> str:
    return "This card cannot be dealt now."


SITUATIONS = {
    "missions": Situation(
        asked="chance",
        seat=lambda state: CHANCE,
        verbs={"deal": Verb(_deals, _deal, _no_deal)},
        weights=_deal_weights,
    )
}
