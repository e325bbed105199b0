"""Bots that look ahead: every idea is legal, what they do depends on their view alone."""

import random
from collections.abc import Callable
from functools import partial
from statistics import fmean
from typing import Any, cast

import pytest

from games.bots import BOTS, LEVELS, MINDS
from games.bots.bot import Bot
from games.bots.model import Model, Prospects
from games.bots.search import Effort, Search, over
from games.bots.strategy import Idea
from games.bots.teutonica import turn
from games.bots.teutonica.analysis_view import Position
from games.bots.teutonica.plans import plans
from games.rules import TITLES
from games.rules.playthrough import draw, play_out
from games.rules.title import CHANCE, AnyOrders, Order
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED_FIRST, Case, of_each_kind, some, walk

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
minds = pytest.mark.parametrize("title_id", MINDS)
LITTLE = Effort(ideas=3, rounds=1, again=1)


def thinker(title_id: str) -> Search:
    """Return a bot that thinks a little in every way in which a master thinks."""
    return Search(MINDS[title_id], LITTLE._replace(slips=0.3, mixed=True, steady=True))


@cases
def test_every_idea_begins_with_a_legal_order_and_usual_play_is_one_of_them(case: Case) -> None:
    title, mind = case.title, MINDS[case.title_id]
    for step in of_each_kind(case):
        if step.seat == CHANCE:
            continue
        view, orders = title.view(step.before, step.seat), title.orders(step.before, step.seat)
        found = mind.ideas(view, orders, 6)
        if found:
            begun = [idea.begin()(view, orders, random.Random(1)) for idea in found]
            assert all(order in orders for order in begun)
            assert mind.rollout(view, orders, random.Random(1)) in begun


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
    model, steps = MINDS[case.title_id].model, walk(case)
    final = over(case.title, steps[-1].after)
    assert sum(final.chances) == pytest.approx(1)
    for step in steps[:: max(1, len(steps) // 8)]:
        if case.title.to_move(step.before) == (CHANCE,):
            continue
        chances = model.prospects(step.before).chances
        assert len(chances) == case.players
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0


def test_a_lead_breaks_ties_between_lost_positions() -> None:
    near, far = Prospects([0, 1], [10, 12]), Prospects([0, 1], [10, 40])
    assert near.of(0) > far.of(0)
    assert Prospects([0.1, 0.9], [0, 50]).of(0) < Prospects([0.3, 0.7], [0, 60]).of(0)


@minds
def test_facts_are_named_and_every_set_up_has_weights(title_id: str) -> None:
    title, model = TITLES[title_id], MINDS[title_id].model
    for setup in title.setups():
        played = play_out(
            title, setup.options, [BOTS["journeyman"]] * setup.players, random.Random(1)
        )
        found = model.facts(played.state)
        assert found.setup in model.weights
        assert {len(row) for row in found.seats} == {len(model.names)}
        result = title.result(played.state)
        assert result is not None
        assert [row[0] for row in found.seats] == [lines["total"] for lines in result.scores]


@minds
def test_the_model_knows_winners_better_than_a_draw_of_lots(title_id: str) -> None:
    title, mind = TITLES[title_id], MINDS[title_id]
    setup = title.setups()[0]
    found = []
    for game in range(8):
        played = play_out(title, setup.options, [mind.quick] * setup.players, random.Random(game))
        result = title.result(played.state)
        assert result is not None
        for step in played.steps[len(played.steps) * 2 // 3 :: 5]:
            if title.to_move(step.after):
                chances = mind.model.prospects(step.after).chances
                found.append(max(chances[seat] for seat, p in enumerate(result.places) if p == 1))
    assert fmean(found) > 1.4 / setup.players


class First:
    """A bot that asks to begin where an idea begins, and then plays as another does."""

    def __init__(self, view: Any, order: Order, then: Callable[..., Order]) -> None:
        self.view, self.order, self.then, self.begun = view, order, then, False

    def __call__(self, view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        """Give the order where it is the first thing asked."""
        if self.begun:
            return self.then(view, orders, rng)
        self.begun = True
        assert view is self.view, "An idea began where it was played on already."
        return self.order


@minds
def test_an_idea_begins_once_and_is_played_on_from_there(title_id: str) -> None:
    title, mind, asked = TITLES[title_id], MINDS[title_id], 0
    played = play_out(title, {}, [mind.quick] * 3, random.Random(3))
    for _, seat, _, state, _ in played.steps[::40]:
        if seat != CHANCE:
            view, orders = title.view(state, seat), title.orders(state, seat)
            several = list(orders)[:3]
            firsts = [Idea(partial(First, view, each, mind.quick)) for each in several]
            simple = mind._replace(ideas=lambda *_, firsts=firsts: firsts)
            tried = Search(simple, LITTLE).tried(view, orders, random.Random(4))
            assert {each.order for each in tried} == set(several)
            asked += len(several) > 1
    assert asked > 1


class Counting:
    """A model that says its own number, from 1 on, each time it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def prospects(self, state: Any) -> Prospects:
        """Return the number as every seat's chance."""
        self.asked += 1
        return Prospects([self.asked] * state.players, [0] * state.players)


@pytest.mark.parametrize(
    ("players", "steady", "asked", "chance"),
    [(3, False, 1, 1), (3, True, 4, 2.5), (2, True, 1, 1)],
)
def test_a_steady_trial_counts_the_beginning_of_every_turn(
    players: int, steady: bool, asked: int, chance: float
) -> None:
    title, model = TITLES["teutonica"], Counting()
    mind = MINDS["teutonica"]._replace(model=cast("Model", model))
    state = title.start(title.complete({}, players), players)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, draw(title, state, random.Random(1)))
    view = title.view(state, title.to_move(state)[0])
    search = Search(mind, Effort(ideas=1, rounds=1, steady=steady))
    found = search.played_on(title, state, view, mind.rollout, 4, random.Random(2))
    assert (model.asked, found.chances) == (asked, [chance] * players)


def test_the_chance_that_is_told_is_the_mean_of_the_trials_that_decided() -> None:
    """Two ideas: in the first trial 1 and 2 come out, in the second 3 for the better one and 4."""
    title, quick = TITLES["teutonica"], MINDS["teutonica"].quick
    state = title.start(title.complete({}, 3), 3)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, draw(title, state, random.Random(1)))
    seat = title.to_move(state)[0]
    view, orders = title.view(state, seat), title.orders(state, seat)
    ideas = [Idea(partial(First, view, each, quick)) for each in list(orders)[:2]]
    mind = MINDS["teutonica"]._replace(
        ideas=lambda *_: ideas, model=cast("Model", Counting()), steady=False
    )
    search = Search(mind, Effort(ideas=2, rounds=1, again=1))
    best, other = search.tried(view, orders, random.Random(4))
    assert (best.order, best.first, best.chance) == (list(orders)[1], 2, 2.5)
    assert (other.first, other.chance) == (1, 2.5)
    late = search.tried(view, orders, random.Random(4), until=0.0)
    assert [each.chance for each in late] == [None, None]


@pytest.mark.parametrize(
    ("players", "habit", "chosen"), [(2, 0.0, 1), (2, 0.9, 1), (2, 1.1, 0), (3, 1.1, 1)]
)
def test_a_habit_is_left_for_what_is_better_by_enough(
    players: int, habit: float, chosen: int
) -> None:
    """Two ideas: the second comes out better by 1, and an only opponent is judged with care."""
    title, quick = TITLES["teutonica"], MINDS["teutonica"].quick
    state = title.start(title.complete({}, players), players)
    while title.to_move(state) == (CHANCE,):
        state = title.apply(state, CHANCE, draw(title, state, random.Random(1)))
    seat = title.to_move(state)[0]
    view, orders = title.view(state, seat), title.orders(state, seat)
    ideas = [Idea(partial(First, view, each, quick)) for each in list(orders)[:2]]
    mind = MINDS["teutonica"]._replace(
        ideas=lambda *_: ideas, model=cast("Model", Counting()), habit=habit
    )
    best = Search(mind, Effort(ideas=2, rounds=1)).tried(view, orders, random.Random(4))[0]
    assert (best.order, best.value) == (list(orders)[chosen], 1.0 + chosen)


def test_masters_take_an_only_opponent_for_a_journeyman_and_several_for_their_like() -> None:
    title, mind = TITLES["teutonica"], MINDS["teutonica"]
    for players, like in ((2, mind.quick), (3, mind.wisest.rollout)):
        played = play_out(title, {}, [mind.quick] * players, random.Random(3))
        own = 0
        for _, seat, _, state, _ in played.steps:
            if seat != CHANCE:
                view, orders = title.view(state, seat), title.orders(state, seat)
                expected, usual, other = (
                    bot(view, orders, random.Random(1))
                    for bot in (mind.wisest.quick, like, mind.wisest.rollout)
                )
                assert expected == usual
                own += usual != other
        assert (own > 0) == (players == 2)


class Doubting(Search):
    """A search that keeps whom it took others for, trial by trial."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.trials: list[list[list[Bot]]] = []

    def outcomes(self, *given: Any) -> list[Prospects]:
        """Begin a trial."""
        self.trials.append([])
        return super().outcomes(*given)

    def opponents(self, *given: Any) -> list[Bot]:
        """Keep them."""
        found = super().opponents(*given)
        self.trials[-1].append(found)
        return found


def test_whom_a_master_takes_an_opponent_for_is_the_same_for_all_ideas_of_a_trial() -> None:
    title, mind = TITLES["hansa"], MINDS["hansa"]
    played = play_out(title, {}, [mind.quick] * 2, random.Random(3))
    search = Doubting(mind, Effort(ideas=4, rounds=1, again=6, mixed=True))
    for _, seat, _, state, _ in played.steps[:40]:
        if seat != CHANCE:
            search.tried(title.view(state, seat), title.orders(state, seat), random.Random(5))
    several = [trial for trial in search.trials if len(trial) > 1]
    assert all(bots == trial[0] for trial in several for bots in trial)
    assert {trial[0][0] for trial in several} == {mind.quick, mind.rollout}


@pytest.mark.parametrize(("mixed", "players"), [(False, 2), (True, 3), (True, 4)])
def test_others_are_taken_for_journeymen_at_larger_tables(mixed: bool, players: int) -> None:
    mind, rng = MINDS["hansa"], random.Random(1)
    search = Search(mind, Effort(ideas=2, rounds=1, mixed=mixed))
    assert [search.opponents(players, rng) for _ in range(9)] == [[mind.quick] * players] * 9


@minds
def test_a_level_has_a_name_and_a_sentence_and_plays_any_title(title_id: str) -> None:
    title = TITLES[title_id]
    for level in LEVELS:
        state = title.start(title.complete({}, 2), 2)
        while (seats := title.to_move(state)) and seats[0] == CHANCE:
            orders = [order for order, _ in title.chance_outcomes(state)]
            state = title.apply(state, CHANCE, orders[0])
        orders = title.orders(state, seats[0])
        assert BOTS[level](title.view(state, seats[0]), orders, random.Random(1)) in orders
        assert LEVELS[level].name.lower() == level
        assert LEVELS[level].sentence.endswith(".")


QUICKLY = Search(MINDS["teutonica"], Effort(ideas=12, rounds=1))


@pytest.mark.parametrize(
    ("bot", "games"),
    [(QUICKLY, 1), pytest.param(BOTS["master"], 100, marks=pytest.mark.long)],
    ids=["quickly", "master"],
)
@pytest.mark.parametrize("two_player", ["neutral", "pawn"])
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


@minds
def test_what_a_quick_bot_says_an_order_is_for_made_it_choose_that(title_id: str) -> None:
    """No claim, and in Hansa no order, is worth more. A step is for the best plan that has one."""
    mind, told, later = MINDS[title_id], 0, []

    def bot(view: Any, orders: AnyOrders, rng: random.Random) -> Order:
        nonlocal told
        order = mind.quick(view, orders, rng)
        said = mind.reckon(view, order)
        assert said.order == order
        if said.aim == order and said.points > 0:
            others = [mind.reckon(view, other) for other in orders]
            assert said.points == max(each.points for each in others if each.aim == each.order)
            told += 1
        elif said.aim is not None and said.aim != order:
            assert (said.aim, said.points) == next(
                (plan.order, plan.points)
                for plan in plans(Position(view), view.seat)
                if turn.step(Position(view), plan) in orders
            )
            later.append(order)
        return order

    play_out(TITLES[title_id], {}, [bot] * 3, random.Random(6))
    assert told > 20
    assert bool(later) == (title_id == "teutonica")
