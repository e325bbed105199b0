"""Features of the seats of Hansa Teutonica, from which the model predicts who will win."""

from itertools import islice
from typing import Final

from games.bots.cache import KeyedCache
from games.bots.model import Features, Model
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.cache import key_of
from games.bots.teutonica.plans import Plan, plans
from games.bots.teutonica.weights import JOURNEYMAN, PATH, Weights, expected
from games.rules.teutonica import Teutonica, questions
from games.rules.teutonica.pieces import (
    ABILITIES,
    KINDS,
    LAST_LEVEL,
    MARKERS,
    piece,
)
from games.rules.teutonica.state import State
from games.rules.teutonica.view import View

BEST: Final = 4
"""How many plans of a seat are looked at, each for another route."""
SOON: Final[tuple[float, ...]] = (1.5, 3.5, 6.5)
"""The most actions of plans: what they bring is a feature for each of these."""
FAR: Final = 9.0
"""Actions that a missing plan costs."""

NAMES: Final = (
    "points",
    "prestige",
    *(
        f"{ability} {step}"
        for ability, last in zip(ABILITIES, LAST_LEVEL, strict=True)
        for step in range(1, last + 1)
    ),
    "traders",
    "merchants",
    "traders in stock",
    "merchants in stock",
    "traders on routes",
    "merchants on routes",
    *(f"marker {kind}" for kind in MARKERS),
    "markers",
    "markers used",
    "markers on plate",
    "cities",
    "offices",
    "connected",
    *(f"turn in {number}" for number in range(5)),
    "actions",
    *(f"rate {number}" for number in range(1, BEST + 1)),
    "worth 1",
    "cost 1",
    "cost 2",
    *(f"worth within {cost:.0f}" for cost in SOON),
)
"""The names of a seat's features, in their order."""

_found = KeyedCache(1024)


def features(state: State) -> Features:
    """Return the features of each seat, as in NAMES."""
    return _features(JOURNEYMAN, state)


def expected_features(state: State) -> Features:
    """Return the same, but plans are valued as masters expect others to value them."""
    return _features(expected(state.players), state)


def _features(weights: Weights, state: State) -> Features:
    view = Teutonica().view(state, None)
    # Cards count in the score, and a spectator sees none.
    key = (weights, state.added, *key_of(view))
    return _found.get(key, lambda: _computed(weights, state, view))


def _computed(weights: Weights, state: State, view: View) -> Features:
    position = Position(view, weights, shares_cache=True)
    rows = [_row(state, view, position, seat) for seat in range(state.players)]
    return Features(setup_of(view), position.left, rows)


def setup_of(view: View) -> str:
    """Return the name of a set-up in the model: its board, players, and how two play."""
    way = view.options.get("two_player", "") if view.players == 2 else ""
    return " ".join(filter(None, (view.board, str(view.players), way)))


def _row(state: State, view: View, position: Position, seat: int) -> list[float]:
    desk, players = view.desks[seat], view.players
    lines = questions.score(state, seat)
    row: list[float] = [lines["total"], desk.prestige]
    for level, last in zip(desk.levels, LAST_LEVEL, strict=True):
        row += [1.0] * level + [0.0] * (last - level)
    row += desk.supply
    row += desk.stock
    row += [view.spaces.count(piece(seat, kind)) for kind in KINDS]
    row += [desk.markers.count(kind) for kind in range(len(MARKERS))]
    row += [len(desk.markers), desk.used, desk.plate]
    offices = position.offices
    row += [offices.controllers.count(seat), sum(offices.counts(seat).values())]
    row.append(seat in view.connected)
    away = (seat - view.turn) % players
    row += [away == number for number in range(5)]
    row.append(view.actions_left * (away == 0))
    return row + _of_plans(position, seat)


def _of_plans(position: Position, seat: int) -> list[float]:
    """Return the features of a seat's best plans."""
    best: dict[int, Plan] = {}
    for plan in islice(plans(position, seat), 3 * BEST):
        best.setdefault(plan.route, plan)
        if len(best) == BEST:
            break
    rates = [plan.rate for plan in best.values()]
    worths = [plan.points for plan in best.values()]
    costs = [plan.cost.actions for plan in best.values()]
    missing = BEST - len(best)
    row = rates + [0.0] * missing
    row += [*worths, 0.0][:1] + [*costs, FAR, FAR][:2]
    return row + [
        max((worth for worth, cost in zip(worths, costs, strict=True) if cost <= soon), default=0.0)
        for soon in SOON
    ]


model: Final = Model(PATH.with_name("model.json"), NAMES, features)
masters_model: Final = Model(PATH.with_name("masters.json"), NAMES, expected_features)
"""The model of games among bots that play as masters expect others to."""
