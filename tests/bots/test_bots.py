"""What every bot keeps to, on every title: it answers legally, on what it may see, in time."""

import random
from collections import Counter
from time import process_time

import pytest

from games.bots import BOTS
from games.bots.chance import random_order
from games.rules.title import CHANCE, Orders
from tests.rules.titles import KNOWN
from tests.rules.walks import PAIRED, PAIRED_FIRST, Case, of_each_kind, some, walk

cases = pytest.mark.parametrize("case", PAIRED_FIRST, ids=str)
paired = pytest.mark.parametrize("case", PAIRED, ids=str)
bots = pytest.mark.parametrize("name", BOTS)
TOO_SLOW = 0.5


class OtherView:
    """The view of a title that no greedy bot knows."""

    title = "patience"


@cases
@bots
def test_a_bot_answers_legally_in_time_and_changes_nothing(case: Case, name: str) -> None:
    title, rng = case.title, random.Random(1)
    for step in of_each_kind(case):
        if step.seat == CHANCE:
            continue
        before = title.dump(step.before)
        view, orders = title.view(step.before, step.seat), title.orders(step.before, step.seat)
        listed = list(orders)
        begin = process_time()
        order = BOTS[name](view, orders, rng)
        assert process_time() - begin < TOO_SLOW
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
    orders = Orders({"a": [("a",)], "b": [("b", 1), ("b", 2), ("b", 3)], "end": [("end",)]})
    rng = random.Random(1)
    given = Counter(random_order(None, orders, rng) for _ in range(3000))
    assert given.keys() == {("a",), ("b", 1), ("b", 2), ("b", 3)}
    assert 1400 < given["a",] < 1600
    assert all(400 < given["b", number] < 600 for number in (1, 2, 3))


@pytest.mark.parametrize("verb", ["end", "done"])
def test_the_random_bot_stops_when_nothing_else_can_be_done(verb: str) -> None:
    assert random_order(None, Orders({verb: [(verb,)]}), random.Random(1)) == (verb,)


def test_a_title_without_a_greedy_bot_is_played_at_random() -> None:
    orders = Orders({"turn over": [("turn over",)]})
    assert BOTS["greedy"](OtherView(), orders, random.Random(1)) == ("turn over",)


@paired
def test_greedy_bots_among_themselves_finish_like_people(case: Case) -> None:
    title = case.title
    steps = walk(case, seed=3, sense=1.0)
    turns = sum(step.order == ("end",) for step in steps if step.seat != CHANCE)
    fewest, most = KNOWN[case.title_id].turns
    assert fewest <= turns / case.players <= most
    result = title.result(steps[-1].after)
    assert result is not None
    totals = [lines["total"] for lines in result.scores]
    assert 20 <= sum(totals) / case.players <= 90
