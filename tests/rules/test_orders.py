"""What is listed behaves like the list it stands for, spelled out or not."""

import random

import pytest

from games.rules.hansa.orders import Sell
from games.rules.teutonica.orders import Move, Walk
from games.rules.teutonica.play import SITUATIONS
from games.rules.teutonica.situation import Situation
from games.rules.title import Orders
from tests.rules.walks import PAIRED, Case, some

cases = pytest.mark.parametrize("case", PAIRED, ids=str)


@cases
def test_orders_and_groups_count_what_they_list(case: Case) -> None:
    for step in some(case, 25):
        orders = case.title.orders(step.before, step.seat)
        assert len(orders) == len(list(orders)) == len(set(orders))
        assert bool(orders) == bool(list(orders))
        for group in orders.groups.values():
            assert len(group) == len(list(group)) > 0


@cases
def test_orders_and_groups_are_indexed_like_lists(case: Case) -> None:
    for step in some(case, 8):
        orders = case.title.orders(step.before, step.seat)
        for sequence in (orders, *orders.groups.values()):
            spelled = list(sequence)
            rng = random.Random(len(spelled))
            for index in {0, -1, len(spelled) - 1, -len(spelled), rng.randrange(len(spelled))}:
                assert sequence[index] == spelled[index]
            assert list(sequence[1:-1:2]) == spelled[1:-1:2]
            for index in (len(spelled), -len(spelled) - 1):
                with pytest.raises(IndexError):
                    sequence[index]


@cases
def test_orders_know_what_is_in_them(case: Case) -> None:
    for step in some(case, 8):
        orders = case.title.orders(step.before, step.seat)
        assert step.order in orders
        for verb, group in orders.groups.items():
            for order in list(group)[:50]:
                assert order.verb == verb
                assert order in group
                assert order in orders
        for stranger in ((), "end", None, ("move",), Move(-1, 10**6), Move(0, 0), Sell(()), 7):
            assert stranger not in orders
            assert all(stranger not in group for group in orders.groups.values())


@cases
def test_orders_of_a_verb_are_the_same_whatever_is_asked_first(case: Case) -> None:
    steps = some(case, 8)
    verbs = {step.order.verb for step in steps} | {"end", "done", "nothing"}
    for step in steps:
        listed = {
            verb: [*group]
            for verb, group in case.title.orders(step.before, step.seat).groups.items()
        }
        for verb in verbs:
            groups = case.title.orders(step.before, step.seat).groups
            assert (verb in groups) == (verb in listed)
            assert [*groups.get(verb, ())] == listed.get(verb, [])
            assert [*groups] == [*listed]
            assert len(groups) == len(listed)
            if verb not in listed:
                with pytest.raises(KeyError):
                    groups[verb]


@cases
def test_orders_leave_a_choice_if_there_are_two(case: Case) -> None:
    for step in some(case, 25):
        orders = case.title.orders(step.before, step.seat)
        assert orders.leave_a_choice == (len(list(orders)) > 1)


def test_no_orders_at_all() -> None:
    orders = Orders({})
    assert not orders
    assert not orders.leave_a_choice
    assert list(orders) == []
    assert Walk(1) not in orders
    with pytest.raises(IndexError):
        orders[0]


@pytest.mark.parametrize(("frame", "situation"), SITUATIONS.items())
def test_a_decision_is_called_as_it_is_asked(frame: str, situation: Situation) -> None:
    assert situation.prompt in ("chance", frame)
