"""Bots that look ahead: every candidate is legal, what they do depends on their view alone."""

import random
from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import Any, cast

import pytest

from games.bots import BOTS, LEVELS, STRATEGIES
from games.bots.bot import Bot
from games.bots.levels import master
from games.bots.model import Evaluation, Model, final_evaluation
from games.bots.search import Search
from games.bots.strategy import Candidate, SearchBudget
from games.bots.teutonica import turn
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import plans
from games.rules import TITLES
from games.rules.playthrough import draw, play_out
from games.rules.title import CHANCE, AnyOrders, Order
from tests.cases import first
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED_FIRST, Case, of_each_kind, some, walk

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
strategies = pytest.mark.parametrize("title_id", STRATEGIES)
LITTLE = SearchBudget(3, retries=1, rounds=1)


def thinker(title_id: str) -> Search:
    """Return a bot that searches a little in every way in which a master searches."""
    budget = LITTLE._replace(noise=0.3, mixed=True, average=True)
    return Search(STRATEGIES[title_id].with_budget(budget))


@cases
def test_every_candidate_begins_with_a_legal_order_and_the_default_is_one(case: Case) -> None:
    title, strategy = case.title, STRATEGIES[case.title_id]
    for step in of_each_kind(case):
        if step.seat == CHANCE:
            continue
        view, orders = title.view(step.before, step.seat), title.orders(step.before, step.seat)
        found = strategy.candidates(view, orders, 6)
        if found:
            begun = [each.play()(view, orders, random.Random(1)) for each in found]
            assert all(order in orders for order in begun)
            assert strategy.rollout(view, orders, random.Random(1)) in begun


@cases
def test_thinking_knows_only_the_view_and_changes_nothing(case: Case) -> None:
    title, bot = case.title, thinker(case.title_id)
    for step in some(case, 4, seed=5):
        before = title.dump(step.before)
        disguised = KNOWN[case.title_id].disguised(step.before, step.seat, random.Random(3))
        orders = title.orders(step.before, step.seat)
        one, other = (
            bot(title.view(state, step.seat), orders, random.Random(4))
            for state in (step.before, disguised)
        )
        assert one == other
        assert one in orders
        assert title.dump(step.before) == before


@cases
def test_chances_are_shares_and_the_model_tells_who_is_winning(case: Case) -> None:
    model, steps = STRATEGIES[case.title_id].model, walk(case)
    final = final_evaluation(case.title, steps[-1].after)
    assert sum(final.chances) == pytest.approx(1)
    for step in steps[:: max(1, len(steps) // 8)]:
        if case.title.to_move(step.before) == (CHANCE,):
            continue
        chances = model.evaluate(step.before).chances
        assert len(chances) == case.players
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0


def test_a_lead_breaks_ties_between_lost_positions() -> None:
    near, far = Evaluation([0, 1], [10, 12]), Evaluation([0, 1], [10, 40])
    assert near.value(0) > far.value(0)
    assert Evaluation([0.1, 0.9], [0, 50]).value(0) < Evaluation([0.3, 0.7], [0, 60]).value(0)


@strategies
def test_features_are_named_and_every_set_up_has_weights(title_id: str) -> None:
    title, model = TITLES[title_id], STRATEGIES[title_id].model
    for setup in title.setups():
        played = play_out(
            title, setup.options, [BOTS["journeyman"]] * setup.players, random.Random(1)
        )
        found = model.features(played.state)
        assert found.setup in model.weights
        assert {len(row) for row in found.seats} == {len(model.names)}
        result = title.result(played.state)
        assert result is not None
        assert [row[0] for row in found.seats] == [lines["total"] for lines in result.scores]


def test_a_set_up_without_weights_has_those_of_one_whose_name_begins_alike() -> None:
    model = STRATEGIES["teutonica"].model
    assert model.weights_of("hanse-45 6") == model.weights["hanse-45 4"]
    assert model.weights_of("east 6") == model.weights["east 3"]


@strategies
def test_the_model_knows_winners_better_than_a_draw_of_lots(title_id: str) -> None:
    title, strategy = TITLES[title_id], STRATEGIES[title_id]
    setup = title.setups()[0]
    found = []
    for game in range(8):
        played = play_out(
            title, setup.options, [strategy.quick] * setup.players, random.Random(game)
        )
        result = title.result(played.state)
        assert result is not None
        for step in played.steps[len(played.steps) * 2 // 3 :: 5]:
            if title.to_move(step.after):
                chances = strategy.model.evaluate(step.after).chances
                found.append(max(chances[seat] for seat, p in enumerate(result.places) if p == 1))
    assert fmean(found) > 1.4 / setup.players


class First:
    """A bot that asks to begin where a candidate begins, and then plays as another does."""

    def __init__(self, view: Any, order: Order, then: Callable[..., Order]) -> None:
        self.view, self.order, self.then, self.begun = view, order, then, False

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Give the order where it is the first thing asked."""
        if self.begun:
            return self.then(view, orders, rng)
        self.begun = True
        assert view is self.view, "A candidate began where it was played on already."
        return self.order


@strategies
def test_a_candidate_begins_once_and_is_played_on_from_there(title_id: str) -> None:
    title, strategy, asked = TITLES[title_id], STRATEGIES[title_id], 0
    played = play_out(title, {}, [strategy.quick] * 3, random.Random(3))
    for _, seat, _, state, _ in played.steps[::40]:
        if seat != CHANCE:
            view, orders = title.view(state, seat), title.orders(state, seat)
            several = list(orders)[:3]
            firsts = [Candidate(partial(First, view, each, strategy.quick)) for each in several]
            simple = strategy.with_budget(LITTLE)._replace(
                candidates=lambda *_, firsts=firsts: firsts
            )
            ranking = Search(simple).ranking(view, orders, random.Random(4))
            assert {each.order for each in ranking} == set(several)
            asked += len(several) > 1
    assert asked > 1


class Counting:
    """A model that says its own number, from 1 on, each time it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def evaluate(self, state: Any) -> Evaluation:
        """Return the number as every seat's chance."""
        self.asked += 1
        return Evaluation([self.asked] * state.players, [0] * state.players)


@pytest.mark.parametrize(
    ("players", "average", "asked", "chance"), [(3, False, 1, 1), (3, True, 4, 2.5)]
)
def test_an_average_counts_the_beginning_of_every_turn(
    players: int, average: bool, asked: int, chance: float
) -> None:
    title, model = TITLES["teutonica"], Counting()
    strategy = STRATEGIES["teutonica"]._replace(model=cast("Model", model))
    state = title.start(title.complete({}, players), players)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, draw(title, state, random.Random(1)))
    view = title.view(state, title.to_move(state)[0])
    search = Search(strategy.with_budget(SearchBudget(1, rounds=1, average=average)))
    found = search.play_on(title, state, view, strategy.rollout, 4, random.Random(2))
    assert (model.asked, found.chances) == (asked, [chance] * players)


def test_the_chance_that_is_told_is_the_mean_of_the_playouts_that_decided() -> None:
    """Two candidates: first 1 and 2 come out, in the second playouts 3 for the better one and 4."""
    title, quick = TITLES["teutonica"], STRATEGIES["teutonica"].quick
    state = title.start(title.complete({}, 3), 3)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, draw(title, state, random.Random(1)))
    seat = title.to_move(state)[0]
    view, orders = title.view(state, seat), title.orders(state, seat)
    candidates = [Candidate(partial(First, view, each, quick)) for each in list(orders)[:2]]
    strategy = STRATEGIES["teutonica"]._replace(
        candidates=lambda *_: candidates, model=cast("Model", Counting())
    )
    search = Search(strategy.with_budget(SearchBudget(2, retries=1, rounds=1)))
    best, other = search.ranking(view, orders, random.Random(4))
    assert (best.order, best.first, best.chance) == (list(orders)[1], 2, 2.5)
    assert (other.first, other.chance) == (1, 2.5)
    late = search.ranking(view, orders, random.Random(4), deadline=0.0)
    assert [each.chance for each in late] == [None, None]


@pytest.mark.parametrize(("prior", "chosen"), [(0.0, 1), (0.9, 1), (1.1, 0)])
def test_the_default_is_left_for_what_is_better_by_its_prior(prior: float, chosen: int) -> None:
    """Of two candidates, the second comes out better by 1."""
    title, quick = TITLES["teutonica"], STRATEGIES["teutonica"].quick
    state = title.start(title.complete({}, 2), 2)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, draw(title, state, random.Random(1)))
    seat = title.to_move(state)[0]
    view, orders = title.view(state, seat), title.orders(state, seat)
    candidates = [Candidate(partial(First, view, each, quick)) for each in list(orders)[:2]]
    strategy = STRATEGIES["teutonica"]._replace(
        candidates=lambda *_: candidates, model=cast("Model", Counting())
    )
    search = Search(strategy.with_budget(SearchBudget(2, rounds=1, prior=prior)))
    best = search.ranking(view, orders, random.Random(4))[0]
    assert (best.order, best.value) == (list(orders)[chosen], 1.0 + chosen)


def test_masters_take_an_only_opponent_for_a_journeyman_and_several_for_their_like() -> None:
    title, strategy = TITLES["teutonica"], STRATEGIES["teutonica"]
    for players, like in ((2, strategy.quick), (3, strategy.master.rollout)):
        played = play_out(title, {}, [strategy.quick] * players, random.Random(3))
        own = 0
        for _, seat, _, state, _ in played.steps:
            if seat != CHANCE:
                view, orders = title.view(state, seat), title.orders(state, seat)
                expected, usual, other = (
                    bot(view, orders, random.Random(1))
                    for bot in (strategy.master.quick, like, strategy.master.rollout)
                )
                assert expected == usual
                own += usual != other
        assert (own > 0) == (players == 2)


class Doubting(Search):
    """A search that keeps whom it took others for, round by round of playouts."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.rounds: list[list[list[Bot]]] = []

    def playouts(self, *given: Any) -> list[Evaluation]:
        """Begin a round."""
        self.rounds.append([])
        return super().playouts(*given)

    def policies(self, *given: Any) -> list[Bot]:
        """Keep them."""
        found = super().policies(*given)
        self.rounds[-1].append(found)
        return found


def test_whom_a_master_takes_an_opponent_for_is_the_same_for_a_round_of_playouts() -> None:
    title, strategy = TITLES["hansa"], STRATEGIES["hansa"]
    played = play_out(title, {}, [strategy.quick] * 2, random.Random(3))
    search = Doubting(strategy.with_budget(SearchBudget(4, retries=6, rounds=1, mixed=True)))
    for _, seat, _, state, _ in played.steps[:40]:
        if seat != CHANCE:
            search.ranking(title.view(state, seat), title.orders(state, seat), random.Random(5))
    several = [each for each in search.rounds if len(each) > 1]
    assert all(bots == each[0] for each in several for bots in each)
    assert {each[0][0] for each in several} == {strategy.quick, strategy.rollout}


@strategies
def test_only_a_single_opponent_is_mixed(title_id: str) -> None:
    for strategy in (STRATEGIES[title_id], STRATEGIES[title_id].master):
        assert not any(strategy.budget_of(players).mixed for players in range(3, 6))


def test_others_are_taken_for_journeymen_at_larger_tables() -> None:
    strategy, rng = STRATEGIES["hansa"], random.Random(1)
    search = master(strategy)
    for players in (3, 4):
        assert [search.policies(players, rng) for _ in range(9)] == [[strategy.quick] * players] * 9


@strategies
def test_a_level_has_a_name_and_a_sentence_and_plays_any_title(title_id: str) -> None:
    title = TITLES[title_id]
    for level in LEVELS:
        state = title.start(title.complete({}, 2), 2)
        while (seats := title.to_move(state)) and seats[0] == CHANCE:
            orders = [order for order, _ in title.chance_outcomes(state)]
            state = title.apply(state, CHANCE, orders[0])
        orders = title.orders(state, seats[0])
        assert BOTS[level](title.view(state, seats[0]), orders, random.Random(1)) in orders
        assert str(LEVELS[level].name).lower() == level
        assert str(LEVELS[level].sentence).endswith(".")


QUICKLY = Search(STRATEGIES["teutonica"].with_budget(SearchBudget(12, rounds=1)))


@pytest.mark.parametrize(
    ("bot", "games"),
    [(QUICKLY, 1), pytest.param(BOTS["master"], 100, marks=pytest.mark.long)],
    ids=["quickly", "master"],
)
@pytest.mark.parametrize("two_player", first(1, ["neutral", "pawn"]))
def test_a_search_gives_only_legal_orders_with_missions_and_the_pawn(
    two_player: str, bot: Bot, games: int
) -> None:
    """It sees as little as a player; `play_out` raises on an order that is refused."""
    title = TITLES["teutonica"]
    options = {"two_player": two_player, "missions": "on", "favour": "on"}
    for game in range(games):
        bots = [BOTS["journeyman"], bot] if game % 2 else [bot, BOTS["journeyman"]]
        played = play_out(title, options, bots, random.Random(f"legal {game}"))
        assert title.result(played.state) is not None


@strategies
def test_what_a_quick_bot_says_an_order_is_for_made_it_choose_that(title_id: str) -> None:
    """No claim, and in Hansa no order, is worth more. A step is for the best plan that has one."""
    strategy, counted, later = STRATEGIES[title_id], 0, []

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        nonlocal counted
        order = strategy.quick(view, orders, rng)
        said = strategy.explain(view, order)
        assert said.order == order
        if said.goal == order and said.points > 0:
            others = [strategy.explain(view, other) for other in orders]
            assert said.points == max(each.points for each in others if each.goal == each.order)
            counted += 1
        elif said.goal is not None and said.goal != order:
            assert (said.goal, said.points) == next(
                (plan.order, plan.points)
                for plan in plans(Position(view), view.seat)
                if turn.step(Position(view), plan) in orders
            )
            later.append(order)
        return order

    play_out(TITLES[title_id], {}, [bot] * 3, random.Random(6))
    assert counted > 20
    assert bool(later) == (title_id == "teutonica")
