"""A position played on in trial: whether the rules can play it at all.

Positions that people write need not be ones that a game can come to, and what does not fit may show
itself only turns later. Nothing of a trial is kept.
"""

import random
from collections import Counter
from typing import Any, Final

from games.rules.errors import RulesError
from games.rules.title import CHANCE, AnyTitle, Order

GAMES: Final = 3
ORDERS: Final = 30
"""How many times a position is played on, and how far."""
EACH: Final = 3
"""How many orders of each kind are tried in the position itself."""
BROKEN: Final = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RulesError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What the rules raise in a position that cannot come up in any game."""


def can_be_played(title: AnyTitle, state: Any) -> bool:
    """Return whether the rules play a position for a few turns, with orders of every kind.

    A position has the same trial each time.
    """
    try:
        rng = random.Random(title.digest(state))
        _look(title, state, rng)
        _try_each_kind(title, state, rng)
        for _ in range(GAMES):
            _play(title, state, rng)
    except BROKEN:
        return False
    return True


def _look(title: AnyTitle, state: Any, rng: random.Random) -> None:
    """Ask of a position what pages and bots ask of it."""
    title.digest(state)
    title.figures(state)
    for seat in (None, *range(title.view(state, None).players)):
        title.resample(title.view(state, seat), rng)
    if not title.to_move(state):
        title.result(state)


def _try_each_kind(title: AnyTitle, state: Any, rng: random.Random) -> None:
    for seat in title.to_move(state):
        if seat == CHANCE:
            title.apply(state, CHANCE, title.chance_outcomes(state)[0][0])
            continue
        for orders in title.orders(state, seat).groups.values():
            for order in rng.sample(orders, min(EACH, len(orders))):
                title.apply(state, seat, order)


def _play(title: AnyTitle, state: Any, rng: random.Random) -> None:
    """Play some orders, rather of kinds that were seldom played; raises one of BROKEN."""
    played = Counter[str]()
    for _ in range(ORDERS):
        movers = title.to_move(state)
        if not movers:
            break
        seat = rng.choice(movers)
        order = _seldom(title, state, seat, rng, played)
        played[order.verb] += 1
        title.warning(state, seat, order)
        state = title.apply(state, seat, order)
    _look(title, state, rng)


def _seldom(
    title: AnyTitle, state: Any, seat: int, rng: random.Random, played: Counter[str]
) -> Order:
    if seat == CHANCE:
        outcome: Order = rng.choice(title.chance_outcomes(state))[0]
        return outcome
    kinds = {verb: orders for verb, orders in title.orders(state, seat).groups.items() if orders}
    verb = min(kinds, key=lambda verb: (played[verb], rng.random()))
    order: Order = rng.choice(kinds[verb])
    return order
