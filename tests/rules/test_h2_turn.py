"""H2: what a turn is made of."""

import pytest

from games.rules.title import CHANCE, Consequence
from tests.rules.hansa_positions import (
    ANN,
    BEN,
    BOARD,
    CLEO,
    HANSA,
    desk,
    events,
    play,
    position,
    refusal,
    texts,
)

FULL = {
    "tonsberg": "red1 red1",
    "aalborg": "red2",
    "lubeck": "red2 red2",
    "copenhagen": "yellow1",
    "danzig": "yellow1 yellow1",
    "kalmar": "yellow2",
    "stockholm": "blue1 blue1",
    "reval": "blue2 blue2",
    "riga": "blue3",
}


def order(state, line):
    return HANSA.read(state, line)


def test_h2_1_a_turn_begins_with_an_income_of_3_talers():
    state = play(position(talers={"Ben": 1}), "end")
    assert HANSA.to_move(state) == (BEN,)
    assert desk(state, BEN).talers == 4
    assert events(state, "income") == [["income", BEN, 3]]


def test_h2_1_turns_go_round():
    state = play(position(players=3), "end")
    assert HANSA.to_move(state) == (BEN,)
    assert HANSA.to_move(play(state, "end")) == (CLEO,)
    assert HANSA.to_move(play(state, "end", "end")) == (ANN,)


def test_h2_2_replenishing_costs_a_taler_and_fills_every_empty_warehouse_in_order():
    state = play(position(warehouses=FULL | {"aalborg": "", "reval": "red3"}), "replenish")
    assert desk(state, ANN).talers == 2
    assert HANSA.to_move(state) == (CHANCE,)
    cities = []
    while HANSA.to_move(state) == (CHANCE,):
        drawn, _ = HANSA.chance_outcomes(state)[0]
        cities.append(BOARD.cities[drawn.city].id)
        state = HANSA.apply(state, CHANCE, drawn)
    assert cities == ["aalborg", "reval"]
    assert HANSA.to_move(state) == (ANN,)
    assert 0 not in HANSA.view(state, None).warehouses
    assert HANSA.view(state, None).replenished


def test_h2_2_it_uncovers_what_lay_face_down():
    state = position()
    assert HANSA.warning(state, ANN, order(state, "replenish")) == Consequence("uncovers")


def test_h2_2_markers_come_from_the_first_pile_that_has_some_then_from_the_next():
    state = position(warehouses=FULL | {"reval": "", "riga": ""}, hidden=64 - 12)
    assert HANSA.view(state, None).piles == (1, 13, 13, 13, 12)
    state = play(state, "replenish")
    for piles in ((0, 13, 13, 13, 12), (0, 12, 13, 13, 12), (0, 11, 13, 13, 12)):
        state = HANSA.apply(state, CHANCE, HANSA.chance_outcomes(state)[0][0])
        assert HANSA.view(state, None).piles == piles


@pytest.mark.parametrize("line", ["sail danzig", "buy yellow1", "build red2", "sell red2 red2"])
def test_h2_2_not_after_anything_else(line):
    state = position(
        talers=5,
        booths={"copenhagen": "Ann 2"},
        unsold={"Ann": "red2 red2"},
        warehouses={"copenhagen": "yellow1"},
    )
    assert "replenish" in texts(state)
    state = play(state, line)
    assert "replenish" not in texts(state)
    assert (
        refusal(state, "replenish") == "You can replenish only before anything else in your turn."
    )


def test_h2_2_once_a_turn():
    state = position(warehouses=FULL | {"riga": ""}, booths={"riga": "Ann 1"}, ship="riga")
    state = play(state, "replenish")
    state = HANSA.apply(state, CHANCE, HANSA.chance_outcomes(state)[0][0])
    state = HANSA.apply(state, ANN, HANSA.orders(state, ANN).groups["buy"][0])
    assert refusal(state, "replenish") == "You've already replenished this turn."
    assert not HANSA.view(play(state, "end"), None).replenished
    assert "replenish" in texts(play(state, "end"))


def test_h2_2_there_must_be_something_to_fill_and_to_fill_it_with():
    assert refusal(position(warehouses=FULL), "replenish") == (
        "Every warehouse is full, so there is nothing to replenish."
    )
    assert refusal(position(hidden=0), "replenish") == (
        "The piles are empty, so there is nothing to replenish with."
    )


def test_h2_2_a_player_may_leave_it():
    assert "end" in texts(position())


def test_h2_2_when_all_warehouses_are_empty_it_must_be_done():
    state = position(warehouses={"danzig": "red1"}, ship="danzig", unsold={"Ben": "blue1"})
    state = play(state, "buy red1", "end")
    view = HANSA.view(state, BEN)
    assert (view.to_move, view.prompt, view.must_replenish) == ((BEN,), "turn", True)
    assert texts(state) == {"replenish"}
    for line in ("end", "sail reval", "build blue1"):
        assert refusal(state, line) == "Every warehouse is empty. Start with 'replenish'."
    state = play(state, "replenish")
    while HANSA.to_move(state) == (CHANCE,):
        state = HANSA.apply(state, CHANCE, HANSA.chance_outcomes(state)[0][0])
    assert not HANSA.view(state, None).must_replenish
    assert {"end", "sail reval", "build blue1"} <= texts(state)


def test_h2_2_with_empty_piles_nobody_must():
    state = play(position(warehouses={"danzig": "red1"}, ship="danzig", hidden=0), "buy red1")
    state = play(state, "end")
    assert not HANSA.view(state, None).must_replenish
    assert "end" in texts(state)


def test_h2_2_what_the_piles_cannot_fill_stays_empty():
    state = play(position(hidden=3), "replenish")
    for _ in range(3):
        state = HANSA.apply(state, CHANCE, HANSA.chance_outcomes(state)[0][0])
    view = HANSA.view(state, None)
    assert view.piles == (0, 0, 0, 0, 0)
    assert [bool(code) for code in view.warehouses] == [True] * 3 + [False] * 10 + [True]
    assert view.to_move == (ANN,)


def test_h2_3_actions_and_voyages_in_any_order_as_far_as_money_goes():
    state = position(
        ship="lubeck", talers=4, warehouses={"lubeck": "red1", "aalborg": "red2", "danzig": "red3"}
    )
    state = play(state, "buy red1", "sail aalborg", "sail copenhagen", "sail danzig")
    assert desk(state, ANN).talers == 0
    assert texts(state) == {"build red1", "end"}
    state = play(state, "build red1")
    assert texts(state) == {"end"}


def test_h2_3_one_action_in_a_city():
    state = position(
        ship="danzig",
        booths={"danzig": "Ann 2"},
        unsold={"Ann": "blue1 blue1"},
        warehouses={"danzig": "red1 red2"},
    )
    assert texts(state, "buy", "build", "sell") == {
        "buy red1",
        "buy red2",
        "build blue1",
        "sell blue1 blue1",
    }
    state = play(state, "buy red1")
    assert HANSA.view(state, None).acted
    assert texts(state, "buy", "build", "sell") == set()
    for line in ("buy red2", "build blue1", "sell blue1 blue1"):
        assert refusal(state, line) == "You've acted in this city. Sail on before you act again."


def test_h2_3_a_city_reached_again_allows_another_action():
    state = position(ship="danzig", talers=6, warehouses={"danzig": "red1 red2"})
    state = play(state, "buy red1", "sail reval", "sail riga", "sail danzig")
    assert not HANSA.view(state, None).acted
    state = play(state, "buy red2")
    assert desk(state, ANN).unsold == (1, 2)


def test_h2_3_a_new_turn_allows_an_action_where_the_ship_is():
    state = position(ship="danzig", warehouses={"danzig": "red1 red2"})
    assert "buy red2" in texts(play(state, "buy red1", "end"))


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("copenhagen", {"lubeck", "danzig", "tonsberg"}),
        ("lubeck", {"aalborg"}),
        ("aalborg", {"copenhagen"}),
        ("tonsberg", {"stockholm"}),
        ("stockholm", {"kalmar", "reval"}),
        ("kalmar", {"copenhagen"}),
        ("danzig", {"kalmar", "reval"}),
        ("reval", {"riga"}),
        ("riga", {"danzig"}),
    ],
)
def test_h2_4_the_ship_follows_the_arrows_only(start, ends):
    assert texts(position(ship=start), "sail") == {f"sail {end}" for end in ends}


def test_h2_4_the_wrong_way_is_refused_with_the_right_ones():
    assert refusal(position(), "sail kalmar") == (
        "No arrow leads from Copenhagen to Kalmar. You can sail to Tønsberg, Lübeck or Danzig."
    )


def test_h2_4_sailing_costs_a_taler():
    state = play(position(talers=1), "sail danzig")
    assert desk(state, ANN).talers == 0
    assert texts(state, "sail") == set()
    assert refusal(state, "sail reval") == "Sailing costs 1 taler, and you have none."


def test_h2_4_it_is_no_action():
    assert not HANSA.view(play(position(), "sail danzig"), None).acted


def test_h2_5_talers_above_3_are_lost_at_the_end_of_the_turn():
    state = play(position(talers=5), "end")
    assert desk(state, ANN).talers == 3
    assert events(state, "surplus") == [["surplus", ANN, 2]]


def test_h2_5_up_to_3_talers_are_kept():
    state = play(position(talers=3), "end")
    assert desk(state, ANN).talers == 3
    assert events(state, "surplus") == []


def test_h2_5_other_players_keep_more_until_their_own_turns_end():
    state = play(position(talers={"Ben": 7}), "end")
    assert desk(state, BEN).talers == 10
    assert desk(play(state, "end"), BEN).talers == 3


def test_h2_5_the_player_chooses_which_markers_above_3_to_give_up():
    state = position(unsold={"Ann": "red1 red1 red2 blue3 blue3"})
    assert texts(state, "discard", "end") == {"discard red1", "discard red2", "discard blue3"}
    assert refusal(state, "end") == ("You can keep at most 3 unsold markers. Discard 2 first.")
    state = play(state, "discard red1")
    assert texts(state) == {"discard red1", "discard red2", "discard blue3"}
    state = play(state, "discard blue3")
    assert texts(state) == {"end"}
    assert desk(state, ANN).unsold == (1, 2, 12)


def test_h2_5_after_the_first_toll_nothing_else_is_done():
    state = position(unsold={"Ann": "red1 red1 red2 blue3"}, booths={"copenhagen": "Ann 1"})
    assert HANSA.view(state, None).prompt == "turn"
    state = play(state, "discard red2")
    assert HANSA.view(state, None).prompt == "tolls"
    assert refusal(state, "sail danzig") == (
        "You've started to pay tolls, so 'sail' isn't possible any more this turn."
    )


def test_h2_5_when_nothing_else_is_left_the_tolls_are_asked_for():
    state = position(unsold={"Ann": "red1 red2 blue3 blue3"}, talers=0, acted=True, fresh=False)
    assert HANSA.view(state, None).prompt == "tolls"
    assert texts(state) == {"discard red1", "discard red2", "discard blue3"}


def test_h2_5_up_to_3_markers_are_kept():
    state = position(unsold={"Ann": "red1 red2 blue3"})
    assert texts(state, "discard") == set()
    assert refusal(state, "discard red1") == (
        "You have no more than 3 unsold markers, so you keep them."
    )


def test_h2_5_only_an_own_marker_is_given_up():
    state = position(unsold={"Ann": "red1 red1 red2 blue3"})
    assert refusal(state, "discard green3") == "You don't have a green marker with 3 barrels."


def test_h2_5_sold_markers_do_not_count():
    state = position(unsold={"Ann": "red1"}, sold={"Ann": "blue1 blue1 blue2 blue2"})
    assert "end" in texts(state)


def test_it_is_refused_when_it_is_not_ones_turn():
    assert refusal(position(), "end", seat=BEN) == "It's not your turn."


def test_another_question_than_the_one_asked_is_refused():
    assert refusal(position(), "lose red1").startswith("'lose' isn't possible now. Try replenish,")
