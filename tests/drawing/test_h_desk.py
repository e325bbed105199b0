"""Hansa's desks tell in words and shapes what they tell in colour."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.rules.title import CHANCE
from games.wording import ENGLISH
from tests.rules.hansa_positions import ANN, BEN, CLEO, DAN, HANSA, losing, position
from tests.rules.walks import Case, walk

DRAWING = DRAWINGS["hansa"]
NAMES = ("Ann", "Ben", "Cleo", "Dan")
players = pytest.mark.parametrize("number", HANSA.players)


def desk(state: Any, seat: int, viewer: int | None = None, **what: Any) -> dict[str, Any]:
    view = HANSA.view(state, seat if viewer is None else viewer)
    (found,) = (one for one in DRAWING.desks(view, NAMES, ENGLISH, **what) if one["seat"] == seat)
    return dict(found)


def told(state: Any, seat: int) -> list[str]:
    """What a desk says of its goods, and the words for what is counted."""
    body = desk(state, seat)["body"]
    ElementTree.fromstring(f"<div>{body}</div>")
    unseen = re.findall('class="visually-hidden">(.*?)<', body)
    return re.findall('aria-label="(.*?)"', body) + unseen


def test_a_desk_tells_all_that_lies_on_it() -> None:
    state = position(
        booths={"riga": "Ben 4"},
        talers={"Ben": 1},
        unsold={"Ben": "red1 red1 green3"},
        sold={"Ben": "blue2 blue2 brown1"},
    )
    assert told(state, BEN) == [
        "Red, 1 barrel, 2 of them",
        "Green, 3 barrels",
        "Blue, 2 barrels, 2 of them",
        "Brown, 1 barrel",
        "1 taler",
        "11 booths",
    ]
    assert "8 points" in desk(state, BEN)["body"]
    assert desk(state, BEN)["points"] == 3 + 8 + 4


@players
def test_desks_of_a_whole_game_can_be_hashed_and_parsed(number: int) -> None:
    steps = walk(Case("hansa", (), number))
    for step in steps:
        seat = None if step.seat == CHANCE else step.seat
        view = HANSA.view(step.before, seat)
        orders = HANSA.orders(step.before, step.seat)
        choices = None if seat is None else DRAWING.choices(HANSA, orders, view, ENGLISH)
        desks = DRAWING.desks(view, NAMES, ENGLISH, choices=choices, post="/order")
        assert desks[0]["seat"] == (seat or 0)
        assert sorted(one["seat"] for one in desks) == list(range(number))
        for one in desks:
            hash(tuple(one.values()))
            ElementTree.fromstring(f"<div>{one['body']}</div>")


@players
def test_points_are_those_of_the_score(number: int) -> None:
    end = walk(Case("hansa", (), number))[-1].after
    result = HANSA.result(end)
    assert result is not None
    desks = DRAWING.desks(HANSA.view(end, None), NAMES, ENGLISH)
    assert [one["points"] for one in desks] == [lines["total"] for lines in result.scores]


def test_unsold_goods_of_ones_own_are_clicked() -> None:
    state = position(
        ship="danzig", booths={"danzig": "Ann 1"}, unsold={"Ann": "red1 red2 blue1 blue2"}
    )
    view = HANSA.view(state, ANN)
    choices = DRAWING.choices(HANSA, HANSA.orders(state, ANN), view, ENGLISH)
    mine, *others = (one["body"] for one in DRAWING.desks(view, NAMES, ENGLISH, choices=choices))
    there = {name for name in choices.first if name.startswith(("good:", "sell:"))}
    assert set(re.findall(r'href="\?pick=(.*?)"', mine)) == there
    assert len(there) == 7
    assert not any("href=" in body.replace('use href="#', "") for body in others)
    picked = DRAWING.desks(view, NAMES, ENGLISH, choices=choices, picked="good:red1")[0]["body"]
    assert re.findall(r'<a [^>]*href="(.*?)"', picked) == ["?pick="]


def test_whoever_is_asked_for_a_loss_sees_of_which_colours() -> None:
    state = losing()
    assert "one red (diamond) and one blue (waves)" in desk(state, BEN)["body"]
    assert "one red (diamond)<" in desk(state, CLEO)["body"]
    assert "Loses" not in desk(state, DAN)["body"]
