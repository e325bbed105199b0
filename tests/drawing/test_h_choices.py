"""Sales and losses can be picked without reading a long list; words say what happens."""

import re
from collections.abc import Sequence
from typing import Any

from games.drawing import DRAWINGS, Choices
from games.wording import ENGLISH
from tests.drawing.test_choices import check_list, check_paths, check_words
from tests.rules.hansa_positions import ANN, BEN, HANSA, play, position

DRAWING = DRAWINGS["hansa"]
MANY = "red1 red2 red3 red3 blue1 blue2 blue2 green1 green3 brown2"


def offered(state: Any, seat: int = ANN, names: Sequence[str] = ()) -> Choices:
    return DRAWING.choices(
        HANSA, HANSA.orders(state, seat), HANSA.view(state, seat), ENGLISH, names
    )


def seller(unsold: str) -> Any:
    """Ann in Danzig with a booth and these markers."""
    return position(ship="danzig", booths={"danzig": "Ann 1"}, unsold={"Ann": unsold})


def labels(choices: Choices, group: str) -> list[str]:
    """The buttons of a group of the list."""
    (found,) = (one for one in choices.groups if one.id == group)
    return [choice.label for choice in found.choices]


def test_every_one_of_many_sales_has_its_place() -> None:
    state = seller(MANY)
    assert len(HANSA.orders(state, ANN).groups["sell"]) == 71
    check_paths(HANSA, state, ANN)
    check_list(HANSA, state, ANN)
    check_words(HANSA, state, ANN)


def test_a_sale_begins_with_its_colour_and_with_all_of_it() -> None:
    choices = offered(seller("red1 red2 red3 blue2 blue2 green1"))
    sales = {target for target in choices.first if target.startswith("sell:")}
    assert sales == {"sell:red", "sell:blue", "sell:several"}
    assert choices.first["sell:blue"].order == "sell blue2 blue2"
    red = [choice.order for choice in choices.after("sell:red")]
    assert red[0] == "sell red1 red2 red3"
    assert set(red[1:]) == {"sell red1 red2", "sell red1 red3", "sell red2 red3"}
    several = [choice.order for choice in choices.after("sell:several")]
    assert several[0] == "sell red1 red2 red3 blue2 blue2"
    assert len(several) == 4


def test_whole_sales_are_buttons_and_smaller_ones_stand_apart() -> None:
    choices = offered(seller("red1 red2 red3 blue2 blue2"))
    assert labels(choices, "sell") == [
        "Sell red 1, 2 and 3, blue 2 and 2: 15 points",
        "Sell red 1, 2 and 3: 9 points",
        "Sell blue 2 and 2: 6 points",
    ]
    assert labels(offered(seller("red1 red2 red3")), "sell-some") == [
        "Sell red 1 and 2: 5 points",
        "Sell red 1 and 3: 6 points",
        "Sell red 2 and 3: 7 points",
    ]
    assert not labels(choices, "sell-some")
    many = {group.id: group for group in offered(seller(MANY)).groups}
    assert len(many["sell"].choices) == 7
    assert re.findall('<optgroup label="(.*?)">', many["sell-some"].options) == [
        "Sell several colours",
        "Sell red",
        "Sell blue",
    ]


def test_a_marker_that_serves_for_two_things_asks_for_which() -> None:
    choices = offered(seller("red1 blue2 green1 brown2"))
    assert choices.first["good:red1"].order is None
    assert [choice.label for choice in choices.after("good:red1")] == [
        "1 booth in Danzig for red 1",
        "Discard red 1 as toll",
    ]
    few = offered(seller("red1 blue2"))
    assert few.first["good:blue2"].order == "build blue2"


def test_a_purchase_says_who_is_paid() -> None:
    def words(booths: str, names: Sequence[str] = ()) -> str:
        state = position(ship="riga", booths={"riga": booths} if booths else {})
        return offered(state, names=names).first["warehouse:riga.1"].label

    assert words("") == "Buy blue 3, 1 taler to the bank"
    assert words("Ann 1, Ben 1") == "Buy blue 3, 1 taler to the bank"
    assert words("Ann 1, Ben 2") == "Buy blue 3, 1 taler to Yellow"
    assert words("Ann 2, Ben 1") == "Buy blue 3 for free"
    assert words("Ben 2", ("Ann", "<Ben>")) == "Buy blue 3, 1 taler to <Ben>"


def test_booths_are_promised_as_far_as_the_stock_goes() -> None:
    state = position(ship="riga", booths={"reval": "Ann 13"}, unsold={"Ann": "red3"})
    assert offered(state).first["good:red3"].label == "2 booths in Riga for red 3"


def test_a_loss_is_picked_by_each_who_is_asked() -> None:
    state = position(
        ship="danzig",
        booths={"danzig": "Ann 1"},
        unsold={"Ann": "red1 red1", "Ben": "red1 red2 blue1", "Cleo": "red2 red3"},
    )
    state = play(state, "sell red1 red1", seat=ANN)
    choices = offered(state, BEN)
    assert {name: target.order for name, target in choices.first.items()} == {
        "good:red1": "lose red1",
        "good:red2": "lose red2",
    }
    assert labels(choices, "lose") == ["Lose red 1", "Lose red 2"]


def test_replenishing_is_clicked_on_the_piles() -> None:
    choices = offered(position(ship="danzig"))
    assert choices.first["piles"].order == "replenish"


def test_sailing_is_a_click_on_a_city() -> None:
    choices = offered(position(ship="stockholm"))
    assert choices.first["city:reval"].order == "sail reval"
    assert "city:tonsberg" not in choices.first
