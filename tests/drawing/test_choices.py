"""Whatever is legal can be clicked, once, in one or two steps, and stands in the list."""

import re
from collections import Counter
from html import unescape

import pytest

from games.drawing import DRAWINGS, Choices, Group
from tests.drawing.positions import TITLE, walk

DRAWING = DRAWINGS["teutonica"]
OPTION = re.compile(r'<option value="([^"]*)">([^<]*)</option>')


def listed(choices: Choices, group: Group) -> list[str]:
    """All orders that a group of the list leads to."""
    orders = [choice.order for choice in group.choices]
    orders += [unescape(value) for value, _ in OPTION.findall(group.options)]
    for target, _ in OPTION.findall(group.picks):
        verb = "move" if group.id == "move" else group.id
        orders += [c.order for c in choices.after(target) if c.order.split()[0] == verb]
    return orders


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (5, 3)])
def test_every_legal_order_is_reached_by_exactly_one_path(players: int, seed: int) -> None:
    for state, seat in walk(players, 150, seed):
        orders = TITLE.orders(state, seat)
        choices = DRAWING.choices(TITLE, orders, TITLE.view(state, seat))
        found: Counter[str] = Counter()
        for target in choices.first.values():
            after = choices.after(target.id)
            assert (target.order is not None) == (len(after) == 1 and len(after[0].path) == 1)
            for choice in after:
                assert choice.path[0] == target.id
                assert len(choice.path) <= 2
                found[choice.order] += 1
            assert len({choice.path for choice in after}) == len(after)
        assert found == Counter(TITLE.write(state, order) for order in orders)


@pytest.mark.parametrize(("players", "seed"), [(3, 4), (5, 5)])
def test_the_list_beside_the_board_holds_the_same_orders(players: int, seed: int) -> None:
    for state, seat in walk(players, 80, seed):
        orders = TITLE.orders(state, seat)
        choices = DRAWING.choices(TITLE, orders, TITLE.view(state, seat))
        found = Counter(order for group in choices.groups for order in listed(choices, group))
        assert found == Counter(TITLE.write(state, order) for order in orders)


def test_words_of_a_second_step_tell_its_choices_apart() -> None:
    for state, seat in walk(4, 120, 6):
        choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), TITLE.view(state, seat))
        for target in choices.first:
            labels = [choice.label for choice in choices.after(target)]
            assert len(set(labels)) == len(labels), labels


def test_what_is_no_target_leads_nowhere() -> None:
    state, seat = next(walk(4, 1, 1))
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), TITLE.view(state, seat))
    assert choices.after("space:nowhere.1") == []


def test_buttons_say_what_happens() -> None:
    state, seat = next(walk(4, 1, 1))
    choices = DRAWING.choices(TITLE, TITLE.orders(state, seat), TITLE.view(state, seat))
    labels = {choice.order: choice.label for choice in choices.after("space:hamburg-stade.2")}
    assert labels["place t hamburg-stade.2"] == "Trader to Hamburg–Stade 2"
