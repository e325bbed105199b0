"""Whole turns compared: no worth knows more than the view, and the better turn shows."""

import random
from typing import Any

import pytest

from games.bots import BOTS, STRATEGIES
from games.bots.evaluation import compared
from games.bots.random_bot import any_order
from games.bots.whole_turn import Script, whole_turn
from games.rules import TITLES
from games.rules.playthrough import draw
from games.rules.title import CHANCE

strategies = pytest.mark.parametrize("title_id", STRATEGIES)


def at_a_turn(title_id: str, turns: int) -> Any:
    """Return the view of the seat on turn after a number of turns."""
    title, rng = TITLES[title_id], random.Random(3)
    state = title.start(title.complete({}, 3), 3)
    turn = CHANCE
    while True:
        seat = title.to_move(state)[0]
        if seat == CHANCE:
            state = title.apply(state, CHANCE, draw(title, state, rng))
            continue
        view = title.view(state, seat)
        if view.turn != turn:
            turn, turns = view.turn, turns - 1
            if turns < 0 and seat == view.turn:
                return view
        order = BOTS["journeyman"](view, title.orders(state, seat), rng)
        state = title.apply(state, seat, order)


@strategies
def test_a_turn_given_as_a_script_is_played_again(title_id: str) -> None:
    quick = STRATEGIES[title_id].quick
    for turns in (0, 5, 12):
        view = at_a_turn(title_id, turns)
        orders = whole_turn(view, quick, quick, random.Random(1))
        assert orders
        assert whole_turn(view, Script(orders, any_order), quick, random.Random(1)) == orders


@strategies
def test_sensible_turns_are_worth_more_than_random_ones(title_id: str) -> None:
    strategy, gained = STRATEGIES[title_id], 0.0
    for turns in range(0, 24, 3):
        view = at_a_turn(title_id, turns)
        good = whole_turn(view, strategy.quick, strategy.quick, random.Random(1))
        bad = whole_turn(view, any_order, strategy.quick, random.Random(1))
        first, other = compared(view, [good, bad], 1, 2)
        gained += first.beside(other, view.seat)[0]
    assert gained > 0
