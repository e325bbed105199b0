"""Hansa's desks, score sheet and words tell in words and shapes what they tell in colour."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from games.drawing import DRAWINGS
from games.rules.title import CHANCE, Result
from games.wording import ENGLISH
from tests.rules.hansa_positions import ANN, BEN, CLEO, DAN, HANSA, play, position
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
    return re.findall('aria-label="(.*?)"', body) + re.findall('class="sr">(.*?)<', body)


def losing() -> Any:
    """Ann has sold red and blue: Ben must choose of both, Cleo of red only."""
    state = position(
        ship="danzig",
        booths={"danzig": "Ann 1"},
        unsold={
            "Ann": "red1 red1 blue1 blue1",
            "Ben": "red1 red2 blue1 blue3",
            "Cleo": "red2 red3 blue1",
        },
    )
    return play(state, "sell red1 red1 blue1 blue1", seat=ANN)


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


def test_the_table_says_what_is_asked() -> None:
    placing = position(players=2)
    placing.stage = "booths"
    tolls = play(position(unsold={"Ann": "red1 red2 red3 blue1 blue2"}), "discard red1")
    must = position(warehouses={})
    must.stage = "must"
    asked = {
        "H1.4": (placing, ANN, "Put 2 booths in a city, but not in Copenhagen. Round 1 of 3."),
        "H2": (position(), ANN, "Your turn: 3 talers. The ship is in Copenhagen."),
        "H2.2": (must, ANN, "Your turn. Every warehouse is empty, so fill them first."),
        "H2.5": (tolls, ANN, "Tolls: you can keep 3 unsold markers. Discard 1."),
        "H3.3": (losing(), BEN, "A sale costs you a red marker and a blue marker. Choose which."),
    }
    for rule, (state, seat, sentence) in asked.items():
        view = HANSA.view(state, seat)
        assert DRAWING.prompt_of_me(view, HANSA.orders(state, seat), ENGLISH) == sentence
        assert DRAWING.rule(view) == rule


def asked(state: Any) -> str:
    return DRAWING.prompt_of_me(HANSA.view(state, ANN), HANSA.orders(state, ANN), ENGLISH)


def test_h2_5_nothing_is_to_be_discarded_where_nothing_must_be() -> None:
    """Not before a marker is discarded, nor when one was."""
    tolls = position(unsold={"Ann": "red1 red2 red3 blue1"}, talers=0)
    assert asked(play(tolls, "discard red1")) == "There is nothing left to do. End your turn."


def test_a_turn_says_what_is_still_to_be_heeded() -> None:
    def acted(unsold: str, talers: int) -> str:
        state = play(position(unsold={"Ann": unsold}, talers=talers), "build blue1")
        return asked(state).partition("acted in Copenhagen. ")[2]

    assert acted("red1 red2 red3 blue1", 3) == "Sail on, or stop."
    assert acted("red1 blue1", 5) == "Sail on, or stop and lose 2 talers."
    assert acted("red1 red1 red2 red3 blue1", 4) == "Sail on, or discard 1 marker as toll."
    many = position(unsold={"Ann": "red1 red2 red3 blue1"})
    assert "You can't end your turn with 1 marker too many" in asked(many)


def test_the_table_says_whom_it_waits_for() -> None:
    def words(state: Any) -> str:
        return DRAWING.prompt_of_others(HANSA.view(state, DAN), NAMES, ENGLISH)

    assert words(position(talers=1)) == "Ann's turn: 1 taler."
    assert words(losing()) == "Ben and Cleo choose what to lose to a sale."
    one = play(losing(), "lose red2", seat=CLEO)
    assert words(one) == "Ben chooses what to lose to a sale."
    assert words(HANSA.start({}, 4)) == "The game is being set up."
    assert words(play(position(), "replenish")) == "Goods are being drawn."
    assert words(walk(Case("hansa", (), 4))[-1].after) == "The game is over."
    assert DRAWING.will("lose", ["Cleo"], ENGLISH) == "Cleo will choose what to lose."


def test_the_score_sheet_has_every_line_and_says_what_broke_a_tie() -> None:
    row = {"unsold": 2, "sold": 9, "cities": 8, "total": 19}
    view = HANSA.view(HANSA.start({}, 2), None)
    sheet = DRAWING.score(
        Result("piles", (row, row), (2, 1), "booths"), view, ["Ann", "Ben"], ENGLISH
    )
    assert {line["id"] for line in sheet["lines"]} == row.keys()
    assert sheet["lines"][-1]["total"]
    assert sheet["verdict"] == (
        "Ben won with 19 points. Ann had as many, but fewer booths on the board."
    )
    shared = DRAWING.score(Result("piles", (row, row), (1, 1), "shared"), view, [], ENGLISH)
    assert "Red and Yellow share the win with 19 points each" in shared["verdict"]
