"""H3: buying, putting up booths, selling."""

from itertools import permutations

import pytest

from games.rules.hansa.orders import Buy, Sell
from games.rules.title import Consequence
from tests.rules.hansa_positions import (
    ANN,
    BEN,
    BOARD,
    CLEO,
    DAN,
    HANSA,
    desk,
    events,
    goods,
    play,
    position,
    refusal,
    texts,
)

HERE = {"danzig": "red1 blue2"}


def danzig(**words):
    return position(**{"ship": "danzig", "warehouses": HERE} | words)


def talers(state):
    return [line.talers for line in HANSA.view(state, None).desks]


def test_h3_1_a_marker_of_this_city_comes_before_the_buyer():
    state = play(danzig(), "buy blue2")
    assert desk(state, ANN).unsold == tuple(goods("blue2"))
    numbers = BOARD.cities[state.ship].warehouses
    assert [HANSA.view(state, None).warehouses[number] for number in numbers] == [1, 0]


def test_h3_1_there_must_be_one():
    state = danzig()
    assert texts(state, "buy") == {"buy red1", "buy blue2"}
    assert refusal(state, "buy red2") == "Danzig doesn't have a red marker with 2 barrels."
    assert texts(position(ship="lubeck"), "buy") == set()


def test_h3_1_of_two_equal_markers_one_is_bought():
    state = danzig(warehouses={"danzig": "red1 red1"})
    assert texts(state, "buy") == {"buy red1"}
    numbers = BOARD.cities[state.ship].warehouses
    after = play(state, "buy red1")
    assert [HANSA.view(after, None).warehouses[number] for number in numbers] == [0, 1]


@pytest.mark.parametrize(
    ("booths", "after"),
    [
        ("Ben 1", [2, 4, 3, 3]),
        ("Ann 1, Ben 2", [2, 4, 3, 3]),
        ("Ann 2, Ben 1, Cleo 1", [3, 3, 3, 3]),
        ("Ann 2", [3, 3, 3, 3]),
        ("Ann 2, Ben 2", [2, 3, 3, 3]),
        ("Ben 2, Cleo 2, Ann 1", [2, 3, 3, 3]),
    ],
)
def test_h3_1_it_costs_a_taler_for_whoever_has_most_booths_here(booths, after):
    assert talers(play(danzig(booths={"danzig": booths}), "buy red1")) == after


def test_h3_1_without_booths_here_the_taler_goes_to_the_bank():
    state = play(danzig(booths={"riga": "Ben 5"}), "buy red1")
    assert talers(state) == [2, 3, 3, 3]
    assert events(state, "bought") == [["bought", state.ship, None]]


def test_h3_1_without_a_taler_only_a_free_marker_is_had():
    state = danzig(talers=0, booths={"danzig": "Ben 1"})
    assert texts(state, "buy") == set()
    assert refusal(state, "buy red1") == "A marker in Danzig costs you 1 taler, and you have none."
    free = danzig(talers=0, booths={"danzig": "Ann 1"})
    assert desk(play(free, "buy red1"), ANN).unsold == (1,)


@pytest.mark.parametrize("barrels", [1, 2, 3])
def test_h3_2_a_marker_is_given_up_for_as_many_booths_as_it_shows_barrels(barrels):
    state = play(danzig(unsold={"Ann": f"red{barrels}"}), f"build red{barrels}")
    assert HANSA.view(state, None).booths[state.ship] == (barrels, 0, 0, 0)
    assert (desk(state, ANN).booths, desk(state, ANN).unsold) == (15 - barrels, ())
    assert desk(state, ANN).talers == 3


def test_h3_2_fewer_only_when_the_booths_run_out():
    state = danzig(unsold={"Ann": "red3"}, booths={"riga": "Ann 13"})
    state = play(state, "build red3")
    assert events(state, "built") == [["built", state.ship, 2]]
    assert (HANSA.view(state, None).booths[state.ship][ANN], desk(state, ANN).booths) == (2, 0)


def test_h3_2_not_without_a_booth():
    state = danzig(unsold={"Ann": "red3"}, booths={"riga": "Ann 15"})
    assert texts(state, "build") == set()
    assert refusal(state, "build red3") == "All your booths are on the board."


def test_h3_2_only_with_an_own_unsold_marker():
    state = danzig(unsold={"Ann": "red3", "Ben": "blue1"}, sold={"Ann": "green1 green1"})
    assert texts(state, "build") == {"build red3"}
    for line in ("build blue1", "build green1"):
        assert refusal(state, line).startswith("You don't have a ")


def test_h3_2_also_where_there_are_no_own_booths_and_in_copenhagen():
    assert "build red3" in texts(position(unsold={"Ann": "red3"}))


def test_h3_2_the_marker_leaves_the_game():
    state = danzig(unsold={"Ann": "red3"})
    hidden = bytes(state.hidden)
    after = play(state, "build red3")
    assert after.hidden == hidden
    assert sum(after.gone) == sum(state.gone) + 1


def selling(ann="red1 red3", booths="Ann 2", **others):
    return danzig(unsold={"Ann": ann, **others}, booths={"danzig": booths})


def test_h3_3_a_sale_takes_back_a_booth_and_turns_the_markers_over():
    state = play(selling(), "sell red1 red3")
    assert (desk(state, ANN).unsold, desk(state, ANN).sold) == ((), (1, 3))
    assert HANSA.view(state, None).booths[state.ship][ANN] == 1
    assert desk(state, ANN).booths == 14
    assert desk(state, ANN).talers == 3


def test_h3_3_only_one_booth_however_much_is_sold():
    state = play(selling("red1 red3 blue2 blue2"), "sell red1 red3 blue2 blue2")
    assert HANSA.view(state, None).booths[state.ship][ANN] == 1
    assert len(desk(state, ANN).sold) == 4


def test_h3_3_only_with_a_booth_here():
    state = selling(booths="Ben 2")
    assert texts(state, "sell") == set()
    assert refusal(state, "sell red1 red3") == ("You need a booth in Danzig to sell there.")


def test_h3_3_some_or_all_of_one_or_more_colours_at_least_two_of_each():
    state = selling("red1 red3 red3 blue2 blue2 green1")
    reds = ("red1 red3", "red3 red3", "red1 red3 red3")
    sales = {f"sell {red}" for red in reds} | {"sell blue2 blue2"}
    assert texts(state, "sell") == sales | {f"sell {red} blue2 blue2" for red in reds}


@pytest.mark.parametrize("line", ["sell red1", "sell red1 blue2 blue2", "sell red1 red3 green1"])
def test_h3_3_one_of_a_colour_is_too_few(line):
    state = selling("red1 red3 blue2 blue2 green1")
    assert refusal(state, line) == "Sell at least 2 markers of each colour."


def test_h3_3_only_what_one_has():
    assert refusal(selling(), "sell red1 red1") == (
        "You don't have that many red markers with 1 barrel."
    )


def test_h3_3_there_is_nothing_to_sell_without_a_pair():
    assert texts(selling("red1 blue1 green1"), "sell") == set()


def test_h3_3_every_other_player_loses_one_of_each_colour_sold():
    state = selling("red1 red3 blue2 blue2", Ben="red2 green1", Cleo="blue1 red1", Dan="green1")
    state = play(state, "sell red1 red3 blue2 blue2")
    assert desk(state, BEN).unsold == tuple(goods("green1"))
    assert desk(state, CLEO).unsold == ()
    assert desk(state, DAN).unsold == tuple(goods("green1"))
    assert sorted(events(state, "lost")) == [
        ["lost", BEN, 2],
        ["lost", CLEO, 1],
        ["lost", CLEO, 10],
    ]
    assert HANSA.to_move(state) == (ANN,)


def test_h3_3_of_equal_markers_one_is_lost_without_asking():
    state = play(selling(Ben="red2 red2"), "sell red1 red3")
    assert desk(state, BEN).unsold == (2,)
    assert HANSA.to_move(state) == (ANN,)


def test_h3_3_a_player_with_different_barrels_chooses():
    state = selling(Ben="red1 red2 red2 green1")
    order = HANSA.read(state, "sell red1 red3")
    assert HANSA.warning(state, ANN, order) == Consequence("asks", (BEN,))
    state = play(state, "sell red1 red3")
    view = HANSA.view(state, BEN)
    assert (view.to_move, view.prompt, view.turn) == ((BEN,), "lose", ANN)
    assert (view.losing, view.sold_now) == (((), (0,), (), ()), (0,))
    assert texts(state) == {"lose red1", "lose red2"}
    assert refusal(state, "lose green1") == "You must lose a red marker."
    assert refusal(state, "lose red3") == "You don't have a red marker with 3 barrels."
    state = play(state, "lose red2")
    assert desk(state, BEN).unsold == tuple(goods("red1 red2 green1"))
    assert HANSA.to_move(state) == (ANN,)


def test_h3_3_one_for_each_colour_in_any_order():
    state = selling("red1 red3 blue2 blue2", Ben="red1 red2 blue1 blue3")
    state = play(state, "sell red1 red3 blue2 blue2")
    assert texts(state) == {"lose red1", "lose red2", "lose blue1", "lose blue3"}
    one, other = play(state, "lose red1", "lose blue3"), play(state, "lose blue3", "lose red1")
    assert texts(play(state, "lose red1")) == {"lose blue1", "lose blue3"}
    assert HANSA.digest(one) == HANSA.digest(other)


def test_h3_3_several_choose_in_any_order():
    state = selling(Ben="red1 red2", Cleo="red1 red3", Dan="red2 red3")
    order = HANSA.read(state, "sell red1 red3")
    assert HANSA.warning(state, ANN, order) == Consequence("asks", (BEN, CLEO, DAN))
    state = play(state, "sell red1 red3")
    assert HANSA.to_move(state) == (BEN, CLEO, DAN)
    answers = {BEN: "lose red1", CLEO: "lose red3", DAN: "lose red2"}
    ends = set()
    for seats in permutations(answers):
        after = state
        for seat in seats:
            assert ANN not in HANSA.to_move(after)
            after = play(after, answers[seat], seat=seat)
        assert HANSA.to_move(after) == (ANN,)
        ends.add(HANSA.digest(after))
    assert len(ends) == 1


def test_h3_3_who_has_answered_is_not_asked_again():
    state = play(selling(Ben="red1 red2", Cleo="red1 red3"), "sell red1 red3")
    state = play(state, "lose red1", seat=BEN)
    assert HANSA.to_move(state) == (CLEO,)
    assert refusal(state, "lose red2", seat=BEN) == "It's not your turn."
    assert refusal(state, "end", seat=ANN) == (
        "Another player must answer first. Then your turn goes on."
    )


def test_h3_3_an_answer_warns_of_nothing():
    state = play(selling(Ben="red1 red2", Cleo="red1 red3"), "sell red1 red3")
    assert HANSA.warning(state, BEN, HANSA.read(state, "lose red1")) is None


def test_h3_3_then_the_seller_goes_on_but_has_acted_here():
    state = play(selling("red1 red3 red3 red3", Ben="red1 red2"), "sell red1 red3", "lose red1")
    view = HANSA.view(state, None)
    assert (view.to_move, view.acted, view.sold_now) == ((ANN,), True, ())
    assert "sail reval" in texts(state)
    assert texts(state, "sell") == set()


def test_h3_3_sold_markers_are_safe():
    state = danzig(
        unsold={"Ann": "red1 red3"}, sold={"Ben": "red1 red2"}, booths={"danzig": "Ann 1"}
    )
    state = play(state, "sell red1 red3")
    assert desk(state, BEN).sold == (1, 2)
    assert HANSA.to_move(state) == (ANN,)


def test_h3_3_sales_are_counted_and_looked_up_without_being_written_out():
    state = selling("red1 red1 red2 red3 blue1 blue2 blue2 green3 green3")
    sales = HANSA.orders(state, ANN).groups["sell"]
    written = list(sales)
    assert len(sales) == len(written) == len(set(written))
    assert all(order in sales for order in written)
    assert [sales[number] for number in range(len(sales))] == written
    assert (sales[-1], sales[1:3]) == (written[-1], written[1:3])
    for number in (len(sales), -len(sales) - 1):
        with pytest.raises(IndexError):
            sales[number]
    for no_sale in (Sell(()), Sell((1,)), Sell((2, 1)), Buy(1), "sell", Sell((99, 99))):
        assert no_sale not in sales
