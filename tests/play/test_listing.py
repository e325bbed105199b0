"""Emails list every legal order and no other, in a few lines."""

import random
import re
from html import unescape
from itertools import combinations

import pytest
from django.utils import translation
from django.utils.html import escape, strip_tags
from django.utils.translation import pgettext

from games.play.pages.listing import LONG, MOST_ORDERS, listed_orders
from games.play.templatetags.orders import marked_up
from games.rules import TITLES
from games.rules.title import CHANCE
from tests.play.factories import every_title
from tests.play.listed import orders_in, written_out
from tests.rules import hansa_positions
from tests.rules.positions import RED, TEUTONICA, position

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
        lines = [line for each in legal for line in each.examples]
        assert set(written_out(lines)) == texts
        body = "Legal now:\n" + "\n".join(each.wrapped for each in legal)
        assert set(orders_in(body)) == texts
        assert len(legal) <= MOST_LINES
        check_shared(lines)
        for line in lines:
            check_marked(line)
        verb = dice.choice(list(filter(orders.groups.get, orders.groups)))
        state = rules.apply(state, seats[0], dice.choice(orders.groups[verb]))


def check_marked(line: str) -> None:
    """Hold that the HTML of a line says the same, its verb in bold and no name broken."""
    html = marked_up(line)
    assert unescape(strip_tags(html)) == line
    assert html.startswith(f"<b>{line.partition(' ')[0]}</b>")
    assert "-" not in strip_tags(re.sub(r"<span.*?>[^\s,]+</span>", "", html))


def check_shared(lines: list[str]) -> None:
    """Hold that no two lines end with much the same list."""
    lists = [set(line.split(" > ")[-1].split(", ")) for line in lines]
    for one, other in combinations(lists, 2):
        assert len(one & other) <= LONG, lines


def test_what_pieces_of_two_kinds_have_in_common_is_written_once() -> None:
    """Each may also go where pieces of the other kind are."""
    spaces = {"hamburg-stade.1": "red t", "hamburg-stade.2": "red t", "emden-groningen.1": "red m"}
    state = position(players=3, spaces=spaces, supply={"red": "2t"})
    legal = [line for each in listed_orders(TEUTONICA, state, RED) for line in each.examples]
    assert [line for line in legal if line.startswith("move")] == [
        "move hamburg-stade.1/2 or emden-groningen.1 > any of those after 'place'",
        "move hamburg-stade.1/2 > emden-groningen.1",
        "move emden-groningen.1 > hamburg-stade.1/2",
    ]


def test_each_sale_has_a_line_of_its_own() -> None:
    """A list of goods would read as a sale of all of them."""
    state = hansa_positions.position(
        ship="danzig", booths={"danzig": "Ann 1"}, unsold={"Ann": "red1 red2 red3"}
    )
    legal = [line for each in listed_orders(TITLES["hansa"], state, 0) for line in each.examples]
    assert [line for line in legal if line.startswith("sell")] == [
        "sell red1 red2",
        "sell red1 red2 red3",
        "sell red1 red3",
        "sell red2 red3",
    ]


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


@pytest.mark.parametrize("code", ["en", "de"])
def test_words_that_belong_to_no_order_are_soft_in_each_language(code: str) -> None:
    with translation.override(code):
        either = pgettext("orders", "{before} or {word}").format(before="a-b.1", word="c-d.2")
        those = pgettext("orders", "any of those after '{verb}'").format(verb="place")
        html = marked_up(f"move {either} > {those}")
    assert html.count("<i ") == 2
    assert f">{escape(those)}</i>" in html
