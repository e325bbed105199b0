"""H1: from the box to the first turn."""

from collections import Counter

import pytest

from games.rules.errors import IllegalOptions
from games.rules.hansa.orders import Start
from games.rules.hansa.pieces import COLOURS, barrels_of, colour_of
from games.rules.title import CHANCE
from tests.rules.hansa_positions import (
    ANN,
    BEN,
    BOARD,
    CLEO,
    HANSA,
    PILES,
    desk,
    events,
    play,
    refusal,
    texts,
    visible,
)

LEAVING_OUT = {2: ("remove blue", "remove red"), 3: ("remove blue",), 4: ()}
DRAWS = (
    "draw green1 tonsberg",
    "draw green2 tonsberg",
    "draw green2 aalborg",
    "draw yellow1 lubeck",
    "draw yellow1 lubeck",
    "draw yellow2 copenhagen",
    "draw yellow2 danzig",
    "draw yellow3 danzig",
    "draw yellow3 kalmar",
    "draw purple1 stockholm",
    "draw purple1 stockholm",
    "draw purple1 reval",
    "draw purple1 reval",
    "draw purple2 riga",
)


def laid(players):
    return play(HANSA.start({}, players), *LEAVING_OUT[players], *DRAWS)


def placed(*lines, players=3):
    return play(laid(players), "start 2", *lines)


def test_h1_1_six_colours_of_13_with_more_of_2_barrels():
    numbers = Counter()
    for code, number in enumerate(BOARD.goods):
        if number:
            numbers[colour_of(code), barrels_of(code)] += number
    assert numbers == {
        (colour, barrels): {1: 4, 2: 5, 3: 4}[barrels]
        for colour in range(len(COLOURS))
        for barrels in (1, 2, 3)
    }
    assert sum(BOARD.goods) == 78


@pytest.mark.parametrize(("players", "number"), [(2, 2), (3, 1), (4, 0)])
def test_h1_1_colours_are_left_out_for_fewer_players(players, number):
    state = HANSA.start({}, players)
    for left in range(number):
        assert HANSA.to_move(state) == (CHANCE,)
        assert texts(state) == {f"remove {c}" for c in COLOURS[left:]}
        state = play(state, f"remove {COLOURS[left]}")
    assert HANSA.view(state, None).left_out == tuple(range(number))
    assert texts(state, "remove") == set()
    assert {text.split()[1][:-1] for text in texts(state, "draw")} == {*COLOURS[number:]}
    assert sum(state.hidden) == 78 - 13 * number


def test_h1_1_the_colours_that_are_left_out_do_not_tell_their_order():
    one = play(HANSA.start({}, 2), "remove blue", "remove red")
    other = play(HANSA.start({}, 2), "remove red", "remove blue")
    assert HANSA.digest(one) == HANSA.digest(other)


def test_h1_2_a_marker_comes_to_every_warehouse_in_the_order_of_the_cities():
    state = HANSA.start({}, 4)
    for line in DRAWS:
        assert {text.split()[2] for text in texts(state)} == {line.split()[2]}
        state = play(state, line)
    assert 0 not in state.warehouses
    assert HANSA.chance_outcomes(state) == [(Start(seat), 1 / 4) for seat in range(4)]


def test_h1_2_every_marker_is_equally_likely():
    state = play(HANSA.start({}, 4), "draw green2 tonsberg")
    likely = {HANSA.write(state, order): chance for order, chance in HANSA.chance_outcomes(state)}
    assert likely["draw green2 tonsberg"] == 4 / 77
    assert likely["draw red2 tonsberg"] == 5 / 77
    assert likely["draw red3 tonsberg"] == 4 / 77


@pytest.mark.parametrize(
    ("players", "piles"),
    [(2, (8, 8, 8, 7, 7)), (3, (11, 10, 10, 10, 10)), (4, (13, 13, 13, 13, 12))],
)
def test_h1_2_five_piles_as_equal_as_can_be_the_larger_first(players, piles):
    view = HANSA.view(laid(players), None)
    assert view.piles == piles
    assert sum(piles) == PILES[players]


def test_h1_2_what_the_piles_hold_is_hidden():
    state = laid(4)
    view = HANSA.view(state, ANN)
    assert list(view.warehouses) == visible(state)
    assert not hasattr(view, "hidden")


def test_h1_3_the_ship_is_in_copenhagen_and_everybody_has_15_booths_and_3_talers():
    state = laid(3)
    assert BOARD.cities[HANSA.view(state, None).ship].name == "Copenhagen"
    for seat in (ANN, BEN, CLEO):
        assert (desk(state, seat).booths, desk(state, seat).talers) == (15, 3)
        assert (desk(state, seat).unsold, desk(state, seat).sold) == ((), ())


def test_h1_3_lots_decide_who_starts():
    state = laid(3)
    assert HANSA.chance_outcomes(state) == [(Start(seat), 1 / 3) for seat in range(3)]
    view = HANSA.view(play(state, "start 2"), None)
    assert (view.start_seat, view.turn, view.to_move, view.prompt) == (BEN, BEN, (BEN,), "booths")


def test_h1_4_two_booths_each_in_turn_for_three_rounds():
    state = placed()
    cities = ["danzig", "riga", "lubeck"]
    for number, city in enumerate(cities):
        for seat in (BEN, CLEO, ANN):
            view = HANSA.view(state, None)
            assert (view.to_move, view.placing_round) == ((seat,), number)
            state = play(state, f"booths {city}")
            assert desk(state, seat).booths == 13 - 2 * number
    for city in cities:
        assert HANSA.view(state, None).booths[BOARD.city_numbers[city]] == (2, 2, 2)
    assert HANSA.view(state, None).placing_round is None


def test_h1_4_not_in_copenhagen():
    state = placed()
    assert len(texts(state)) == 8
    assert "booths copenhagen" not in texts(state)
    assert refusal(state, "booths copenhagen") == (
        "You can't put booths in Copenhagen before the first turn."
    )


def test_h1_4_a_different_city_each_round_whoever_else_is_there():
    state = placed("booths danzig", "booths danzig", "booths danzig")
    assert "booths danzig" not in texts(state)
    assert refusal(state, "booths danzig") == (
        "You already have booths in Danzig. Put these 2 in another city."
    )
    assert "booths riga" in texts(state)


def test_h1_4_then_the_start_player_has_the_first_turn_with_income():
    three = [f"booths {city}" for city in ("danzig", "riga", "lubeck") for _ in range(3)]
    state = placed(*three)
    view = HANSA.view(state, None)
    assert (view.to_move, view.prompt, view.turn) == ((BEN,), "turn", BEN)
    assert [line.talers for line in view.desks] == [3, 6, 3]
    assert events(state, "income") == [["income", BEN, 3]]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_play(players):
    with pytest.raises(IllegalOptions, match="2 to 4 players"):
        HANSA.start({}, players)


def test_there_are_no_options():
    assert HANSA.options() == HANSA.compatible_options({}, 4) == ()
    assert HANSA.complete({}, 4) == {}
    with pytest.raises(IllegalOptions, match="no option 'board'"):
        HANSA.complete({"board": "baltic"}, 4)


def test_nobody_orders_while_something_is_drawn():
    state = HANSA.start({}, 4)
    assert refusal(state, "end", seat=ANN) == "Something is being drawn. Wait for it."
    assert refusal(state, "draw red1 riga") == "Chance cannot do this now."
    assert HANSA.view(state, None).turn == CHANCE
    assert refusal(placed(), "draw red1 riga", seat=CHANCE) == "There is nothing to draw now."
