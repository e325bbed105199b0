"""How many playouts candidates get, which of them, and for how long."""

import random
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

import pytest

from games.bots import STRATEGIES
from games.bots.levels import adviser, analyst, master
from games.bots.model import Evaluation
from games.bots.search import Arm, Ranked, Search, close
from games.bots.strategy import Candidate, SearchBudget
from games.rules import TITLES
from games.rules.playthrough import play_out
from games.rules.title import CHANCE, Order

STRATEGY = STRATEGIES["hansa"]
ONCE = SearchBudget(3, rounds=1)


class Counting(Search):
    """A search that keeps how many arms had each playout, and how many turns these took."""

    def __init__(self, budget: SearchBudget, budgets: Mapping[int, SearchBudget]) -> None:
        super().__init__(STRATEGY.with_budget(budget, budgets))
        self.rounds: list[int] = []
        self.turns: set[int] = set()

    def playouts(self, view: Any, arms: Sequence[Arm], *given: Any) -> list[Evaluation]:
        """Keep the number of arms."""
        self.rounds.append(len(arms))
        return super().playouts(view, arms, *given)

    def play_on(self, title: Any, state: Any, view: Any, mine: Any, turns: int, *given: Any) -> Any:
        """Keep the number of turns."""
        self.turns.add(turns)
        return super().play_on(title, state, view, mine, turns, *given)


def first_choice(search: Search, players: int) -> tuple[Order, list[Ranked]]:
    """Return the result of the first choice in a game of Hansa, and what usual play would be."""
    title = TITLES["hansa"]
    played = play_out(title, {}, [STRATEGY.quick] * players, random.Random(3))
    for _, seat, _, state, _ in played.steps:
        if seat != CHANCE:
            view, orders = title.view(state, seat), title.orders(state, seat)
            ranking = search.ranking(view, orders, random.Random(5))
            if any(each.chance is not None for each in ranking):
                return STRATEGY.rollout(view, orders, random.Random(5)), ranking
    raise AssertionError("There was never a choice.")


@pytest.mark.parametrize(("players", "rounds", "turns"), [(2, 3, 2), (3, 1, 6), (4, 5, 7)])
def test_a_budget_may_depend_on_the_number_of_players(
    players: int, rounds: int, turns: int
) -> None:
    budgets = {3: SearchBudget(3), 4: SearchBudget(3, 4, rounds=1.75)}
    search = Counting(ONCE._replace(retries=2), budgets)
    first_choice(search, players)
    assert len(search.rounds) == rounds
    assert search.turns == {turns}


@pytest.mark.parametrize(
    ("budget", "rounds"),
    [
        (SearchBudget(3, 4), [3, 2, 2, 2, 2]),
        (SearchBudget(3, 4, margin=9.0), [3, 2, 2, 2, 2]),
        (SearchBudget(3, 4, margin=0.0), [3]),
        (SearchBudget(3, 4, prior=1.0, margin=0.05), [3]),
    ],
)
def test_what_is_far_behind_in_all_playouts_together_is_dropped(
    budget: SearchBudget, rounds: list[int]
) -> None:
    search = Counting(ONCE, {4: budget})
    default, ranking = first_choice(search, 4)
    assert search.rounds == rounds
    assert len(ranking) == rounds[0]
    assert (ranking[0].order == default) == (budget.prior > 0)


def test_what_is_surely_worth_much_less_than_the_first_gets_no_playout() -> None:
    worths = [4.0, 3.0, None, 1.0, 0.0]
    candidates = [Candidate(lambda: STRATEGY.quick, None, points) for points in worths]
    assert [each.points for each in close(candidates, 2.0)] == [4.0, 3.0, None]
    assert close(candidates, inf) == candidates
    assert close(candidates[2:], 0.5) == candidates[2:]
    assert close([], 2.0) == []


def test_a_master_searches_as_usual_where_it_foresees_nobody() -> None:
    usual = STRATEGY.master.budget
    assert master(STRATEGY).budget(4) == usual
    assert master(STRATEGY).among([1]).budget(4) == STRATEGY.master.foresight[4].budget != usual
    assert master(STRATEGY).among([1]).budget(3) == usual


def test_hints_search_as_much_for_every_number_of_players() -> None:
    """Also where merchants are sparing, and masters foresee others."""
    found = {adviser(STRATEGY).budget(players)._replace(prior=0.0) for players in range(2, 6)}
    assert len(found) == 1
    assert found.pop().retries == STRATEGY.budget.retries


@pytest.mark.parametrize(("order_only", "rounds"), [(False, [4, 2, 2]), (True, [4])])
def test_a_search_for_the_order_only_ends_once_that_is_sure(
    order_only: bool, rounds: list[int]
) -> None:
    budget = SearchBudget(3, 2, rounds=1, order_only=order_only)
    best, *others = first_choice(Counting(budget, {}), 3)[1]
    plain: Any = best.candidate
    goals = [plain._replace(goal=goal) for goal in ("one", "two", "three")]
    found = [*goals, others[-1].candidate]
    search = Counting(budget, {})
    search.strategy = search.strategy._replace(
        candidates=lambda view, *given: found if view.prompt == "turn" else []
    )
    _, ranking = first_choice(search, 3)
    assert ranking[0].order == best.order
    assert search.rounds == rounds


@pytest.mark.parametrize("title_id", STRATEGIES)
def test_analyses_search_like_masters_but_for_the_order_only(title_id: str) -> None:
    strategy = STRATEGIES[title_id]
    for players in TITLES[title_id].players:
        usual, budget = master(strategy).budget(players), analyst(strategy).budget(players)
        assert usual.margin is None
        assert budget == usual._replace(margin=budget.margin, order_only=True)
        # Once for all, a prior would be another.
        assert budget.margin is None or not usual.prior
