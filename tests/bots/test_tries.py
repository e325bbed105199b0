"""How often ideas are tried, which of them, and for how long."""

import random
from collections.abc import Sequence
from math import inf
from typing import Any

import pytest

from games.bots import MINDS
from games.bots.levels import adviser, master
from games.bots.model import Prospects
from games.bots.search import Begun, Effort, Search, Tried, close
from games.bots.strategy import Idea, Tries
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.title import CHANCE, Order

MIND = MINDS["hansa"]
ONCE = Effort(ideas=3, rounds=1)


class Counting(Search):
    """A search that keeps how many ideas each trial had, and how many turns they took."""

    def __init__(self, effort: Effort) -> None:
        super().__init__(MIND, effort)
        self.trials: list[int] = []
        self.turns: set[int] = set()

    def outcomes(self, view: Any, begun: Sequence[Begun], *given: Any) -> list[Prospects]:
        """Keep the number of ideas."""
        self.trials.append(len(begun))
        return super().outcomes(view, begun, *given)

    def played_on(
        self, title: Any, state: Any, view: Any, mine: Any, turns: int, *given: Any
    ) -> Any:
        """Keep the number of turns."""
        self.turns.add(turns)
        return super().played_on(title, state, view, mine, turns, *given)


def first_choice(search: Search, players: int) -> tuple[Order, list[Tried]]:
    """Return what comes of the first choice in a game of Hansa, and what usual play would be."""
    title = TITLES["hansa"]
    played = play_out(title, {}, [MIND.quick] * players, random.Random(3))
    for _, seat, _, state, _ in played.steps:
        if seat != CHANCE:
            view, orders = title.view(state, seat), title.orders(state, seat)
            tried = search.tried(view, orders, random.Random(5))
            if any(each.chance is not None for each in tried):
                return MIND.rollout(view, orders, random.Random(5)), tried
    raise AssertionError("There was never a choice.")


@pytest.mark.parametrize(("players", "trials", "turns"), [(2, 3, 2), (3, 1, 6), (4, 5, 7)])
def test_how_often_ideas_are_tried_may_depend_on_the_number_of_players(
    players: int, trials: int, turns: int
) -> None:
    instead = {3: Tries(3, 0), 4: Tries(3, 4, rounds=1.75)}
    search = Counting(ONCE._replace(again=2, instead=instead))
    first_choice(search, players)
    assert len(search.trials) == trials
    assert search.turns == {turns}


@pytest.mark.parametrize(
    ("tries", "trials"),
    [
        (Tries(3, 4), [3, 2, 2, 2, 2]),
        (Tries(3, 4, margin=9.0), [3, 2, 2, 2, 2]),
        (Tries(3, 4, margin=0.0), [3]),
        (Tries(3, 4, habit=1.0, margin=0.05), [3]),
    ],
)
def test_what_is_far_behind_in_all_trials_together_is_not_tried_again(
    tries: Tries, trials: list[int]
) -> None:
    search = Counting(ONCE._replace(instead={4: tries}))
    usual, tried = first_choice(search, 4)
    assert search.trials == trials
    assert len(tried) == trials[0]
    assert (tried[0].order == usual) == (tries.habit > 0)


def test_what_is_surely_worth_much_less_than_the_first_is_not_tried() -> None:
    worths = [4.0, 3.0, None, 1.0, 0.0]
    ideas = [Idea(lambda: MIND.quick, None, points) for points in worths]
    assert [idea.points for idea in close(ideas, 2.0)] == [4.0, 3.0, None]
    assert close(ideas, inf) == ideas
    assert close(ideas[2:], 0.5) == ideas[2:]
    assert close([], 2.0) == []


def test_a_master_tries_as_usual_where_it_foresees_nobody() -> None:
    usual = master(MIND.wisest._replace(tries={}))
    assert master(MIND).tries(4) == usual.tries(4)
    assert master(MIND).among([1]).tries(4) == MIND.wisest.tries[4]
    assert master(MIND).among([1]).tries(3) == usual.tries(3)


def test_hints_try_as_much_for_every_number_of_players() -> None:
    """Also where merchants are sparing, and masters foresee others."""
    found = {adviser(MIND).tries(players)._replace(habit=0.0) for players in range(2, 6)}
    assert len(found) == 1
    assert found.pop().again == MIND.again
