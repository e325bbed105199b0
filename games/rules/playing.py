"""Whole games played by programs, chance drawn from one random source."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.rules.record import Entry, Record
from games.rules.replay import result_text
from games.rules.title import CHANCE, AnyOrders, AnyTitle, Order

Player = Callable[[Any, AnyOrders, random.Random], Order]
"""Chooses one of the orders from what the view shows."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end, as orders and canonical texts."""

    title: AnyTitle
    options: Mapping[str, str]
    log: Sequence[tuple[int, Order]]
    texts: Sequence[str]
    state: Any

    def record(self, names: Sequence[str]) -> Record:
        """Return the record of the game, without times: the same game has the same record."""
        return Record(
            title=self.title.id,
            players=tuple(names),
            options=self.options,
            orders=tuple(
                Entry(seat, text) for (seat, _), text in zip(self.log, self.texts, strict=True)
            ),
            rules_version=self.title.rules_version,
            result=result_text(self.title.result(self.state)),
        )


def draw(title: AnyTitle, state: Any, rng: random.Random) -> Order:
    """Return what chance does now."""
    orders, probabilities = zip(*title.chance_outcomes(state), strict=True)
    order: Order = rng.choices(orders, probabilities)[0]
    return order


def play_out(
    title: AnyTitle, options: Mapping[str, str], players: Sequence[Player], rng: random.Random
) -> Played:
    """Play a game to its end, one player a seat; raises IllegalOptions."""
    complete = title.complete(options, len(players))
    state = title.start(complete, len(players))
    log: list[tuple[int, Order]] = []
    texts: list[str] = []
    while seats := title.to_move(state):
        # Several may answer in any order; a single one uses nothing of the random source.
        seat = seats[0] if len(seats) == 1 else rng.choice(seats)
        if seat == CHANCE:
            order = draw(title, state, rng)
        else:
            order = players[seat](title.view(state, seat), title.orders(state, seat), rng)
        log.append((seat, order))
        texts.append(title.write(state, order))
        state = title.apply(state, seat, order)
    return Played(title, complete, log, texts, state)
