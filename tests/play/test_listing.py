"""Emails list every legal order and no other, in a few lines."""

import random

import pytest

from games.play.pages.listing import MOST_ORDERS, listed_orders
from games.rules import TITLES
from games.rules.title import CHANCE
from tests.play.factories import every_title
from tests.play.listed import orders_in, written_out

MOST_LINES = 40


@every_title
@pytest.mark.parametrize("players", [2, 3])
def test_all_orders_can_be_read_from_the_lines(title: str, players: int) -> None:
    rules, dice = TITLES[title], random.Random(players)
    if players not in rules.players:
        pytest.skip("not for so many players")
    state = rules.start({}, players)
    for _ in range(150):
        seats = rules.to_move(state)
        if not seats:
            break
        if seats == (CHANCE,):
            outcomes = rules.chance_outcomes(state)
            state = rules.apply(state, CHANCE, dice.choice([each[0] for each in outcomes]))
            continue
        orders = rules.orders(state, seats[0])
        texts = {rules.write(state, order) for order in orders}
        legal = listed_orders(rules, state, seats[0])
        assert set(written_out([line for each in legal for line in each.examples])) == texts
        body = "Legal now:\n" + "\n".join(each.wrapped for each in legal)
        assert set(orders_in(body)) == texts
        assert len(legal) <= MOST_LINES
        verb = dice.choice(list(filter(orders.groups.get, orders.groups)))
        state = rules.apply(state, seats[0], dice.choice(orders.groups[verb]))


def test_too_many_orders_are_not_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = TITLES["teutonica"]
    state = rules.start({}, 3)
    while rules.to_move(state) == (CHANCE,):
        state = rules.apply(state, CHANCE, rules.chance_outcomes(state)[0][0])
    (seat,) = rules.to_move(state)
    assert len(rules.orders(state, seat)) < MOST_ORDERS
    monkeypatch.setattr("games.play.pages.listing.MOST_ORDERS", 20)
    placing = next(
        each for each in listed_orders(rules, state, seat) if each.examples[0].startswith("place")
    )
    assert placing.more


def test_what_a_wrong_line_may_have_meant_comes_first() -> None:
    rules = TITLES["teutonica"]
    state = rules.start({}, 3)
    while rules.to_move(state) == (CHANCE,):
        state = rules.apply(state, CHANCE, rules.chance_outcomes(state)[0][0])
    (seat,) = rules.to_move(state)
    first, *_ = listed_orders(rules, state, seat, "plase t hamburg-stade.2")
    assert first.examples == ["place t hamburg-stade.2"]
