"""What every bot keeps to, on every title: it answers legally, on what it may see."""

import random
from collections import Counter
from typing import Any

import pytest

from games.bots import BOTS
from games.bots.random_bot import random_order
from games.rules.teutonica.orders import Done, End, Move, Take
from games.rules.title import CHANCE, Orders
from tests.bots import QUICK
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED, PAIRED_FIRST, Case, of_each_kind, some, walk

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
paired = pytest.mark.parametrize("case", PAIRED, ids=str)
bots = pytest.mark.parametrize("name", QUICK)


class OtherView:
    """The view of a title that no greedy bot knows."""

    title = "patience"


@cases
@bots
def test_a_bot_answers_legally_and_changes_nothing(case: Case, name: str) -> None:
    title, rng = case.title, random.Random(1)
    for step in of_each_kind(case):
        if step.seat == CHANCE:
            continue
        before = title.dump(step.before)
        view, orders = title.view(step.before, step.seat), title.orders(step.before, step.seat)
        listed = list(orders)
        order = BOTS[name](view, orders, rng)
        assert order in listed
        assert list(orders) == listed
        assert view == title.view(step.before, step.seat)
        assert title.dump(step.before) == before


@paired
@bots
def test_a_bot_does_not_know_what_is_hidden(case: Case, name: str) -> None:
    title = case.title
    for step in some(case, 15, seed=2):
        disguised = KNOWN[case.title_id].disguised(step.before, step.seat, random.Random(3))
        one, other = (
            BOTS[name](
                title.view(state, step.seat), title.orders(state, step.seat), random.Random(4)
            )
            for state in (step.before, disguised)
        )
        assert one == other


def test_the_random_bot_gives_every_verb_alike_and_every_order_of_it() -> None:
    take, moves = Take(0), [Move(1, end) for end in (2, 3, 4)]
    orders = Orders({"take": [take], "move": moves, "end": [End()]})
    rng = random.Random(1)
    given = Counter(random_order(orders, rng) for _ in range(3000))
    assert given.keys() == {take, *moves}
    assert 1400 < given[take] < 1600
    assert all(400 < given[move] < 600 for move in moves)


@pytest.mark.parametrize("stop", [End(), Done()])
def test_the_random_bot_stops_when_nothing_else_can_be_done(stop: Any) -> None:
    assert random_order(Orders({stop.verb: [stop]}), random.Random(1)) == stop


def test_a_title_without_a_greedy_bot_is_played_at_random() -> None:
    orders = Orders({"end": [End()]})
    assert BOTS["journeyman"](OtherView(), orders, random.Random(1)) == End()


@paired
def test_greedy_bots_among_themselves_finish_like_people(case: Case) -> None:
    title = case.title
    steps = walk(case, seed=3, sense=1.0)
    turns = sum(step.order.verb == "end" for step in steps if step.seat != CHANCE)
    fewest, most = KNOWN[case.title_id].turns
    assert fewest <= turns / case.players <= most
    result = title.result(steps[-1].after)
    assert result is not None
    totals = [lines["total"] for lines in result.scores]
    assert 20 <= sum(totals) / case.players <= 90
