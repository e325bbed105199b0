"""Mission cards: three cities each, secret until the end (T12)."""

import json
import random
from functools import lru_cache
from importlib import resources

from games.rules.common.play import chance, drawing
from games.rules.common.rows import changed
from games.rules.teutonica.board import Board
from games.rules.teutonica.frames import DealMissions
from games.rules.teutonica.orders import Deal
from games.rules.teutonica.questions import controller, office_counts
from games.rules.teutonica.situation import Situation
from games.rules.teutonica.state import Added, Module, Position, State

CITY_POINTS = 1
ALL_CONTROLLED = 5
UNSEEN = 255
"""In a view: a card that the viewer may not see."""


@lru_cache(maxsize=8)
def cards(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the cities of every card, by number."""
    entry = resources.files("games.rules.teutonica").joinpath("mission-cards.json")
    facts = json.loads(entry.read_text(encoding="utf-8"))
    return tuple(tuple(board.city(city).index for city in card) for card in facts["cards"])


def card(position: Position, seat: int) -> tuple[int, ...]:
    """Return the cities of a seat's card, none if it has no card or a view does not show it."""
    number = position.added.cards[seat] if position.added.cards else 0
    return cards(position.printed)[number - 1] if number not in (0, UNSEEN) else ()


class Missions(Module):
    """Deals a card to each player and counts them at the end."""

    def set_up(self, state: State) -> None:
        state.added = state.added._replace(cards=bytes(state.players))
        state.push(DealMissions())

    def lines(self, position: Position, seat: int) -> dict[str, int]:
        cities, own = card(position, seat), office_counts(position, seat)
        points = CITY_POINTS * sum(city in own for city in cities)
        if cities and all(controller(position, city) == seat for city in cities):
            points += ALL_CONTROLLED
        return {"missions": points}

    def shown(self, added: Added, viewer: int | None) -> Added:
        """Leave the viewer's own card alone."""
        cards = bytes(
            card if seat == viewer or not card else UNSEEN for seat, card in enumerate(added.cards)
        )
        return added._replace(cards=cards)

    def resample(self, position: Position, rng: random.Random) -> Added:
        """Deal each card that is not seen out of those that are left."""
        seen = position.added.cards
        left = [card for card in range(1, len(cards(position.printed)) + 1) if card not in seen]
        rng.shuffle(left)
        dealt = bytes(left.pop() if card == UNSEEN else card for card in seen)
        return position.added._replace(cards=dealt)


def _deal_weights(state: State) -> list[tuple[Deal, int]]:
    """Return every card that nobody has, for the next seat without one."""
    seat = state.added.cards.index(0)
    dealt = set(state.added.cards)
    return [
        (Deal(seat, card), 1) for card in range(1, len(cards(state.board)) + 1) if card not in dealt
    ]


def _deal(state: State, seat: int, order: Deal) -> None:
    player, card, _ = order
    state.added = state.added._replace(cards=changed(state.added.cards, player, card))
    state.tell("dealt", player, [state.board.cities[c].id for c in cards(state.board)[card - 1]])
    if 0 not in state.added.cards:
        state.pop()


SITUATIONS: dict[str, Situation] = {
    "missions": Situation(
        prompt="chance",
        seats=chance,
        verbs={"deal": drawing(_deal_weights, _deal)},
        weights=_deal_weights,
    )
}
