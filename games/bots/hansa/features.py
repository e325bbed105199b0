"""Features of the seats of Hansa, from which the model predicts who will win."""

from typing import Final

from games.bots.hansa import values
from games.bots.hansa.planning_view import PlanningView
from games.bots.hansa.weights import PATH, trained
from games.bots.model import Features, Model
from games.rules.hansa import Hansa, questions
from games.rules.hansa.questions import KEPT, sold_points
from games.rules.hansa.state import State
from games.rules.hansa.view import View

WHOLE: Final = 50.0
"""Markers that can be taken before the last round begins, about as many as at the start."""
SEATS: Final = 4
NAMES: Final = ("promise", *(f"turn in {number}" for number in range(SEATS)))
"""The names of a seat's features, in their order."""


def features(state: State) -> Features:
    """Return the features of each seat, as in NAMES."""
    view = Hansa().view(state, None)
    left = min(1.0, questions.before_last_round(view) / WHOLE)
    setup = f"{view.board} {view.players}"
    return Features(setup, left, [_row(state, view, seat) for seat in range(view.players)])


def _row(state: State, view: View, seat: int) -> list[float]:
    away = (seat - view.turn) % view.players
    return [promise(view, seat), *(float(away == number) for number in range(SEATS))]


def promise(view: View, seat: int) -> float:
    """Return about how many points a seat will have at the end, exactly once the game is over."""
    if view.prompt == "over":
        return questions.score(view, seat)["total"]
    desk, weights = view.desks[seat], trained(view.players)
    planning = PlanningView(view, seat, weights)
    own = planning.booths
    valued = {place: values.city(planning, *place) for place in enumerate(own)}
    hand = values.kept(weights, bytes(desk.unsold), planning.turns, planning.risks)
    return (
        sold_points(desk.sold)
        + hand
        + values.cities(planning, own, valued)
        + weights.taler * min(desk.talers, KEPT)
    )


model: Final = Model(PATH.with_name("model.json"), NAMES, features)
