"""T10: the end of the game."""

import pytest

from tests.rules.positions import (
    GREEN,
    RED,
    TEUTONICA,
    events,
    markers,
    play,
    position,
    refusal,
    route,
    stock,
)

NINE = {
    "bremen": "green, blue",
    "brunswick": "blue",
    "duisburg": "green",
    "emden": "blue, blue",
    "goslar": "green, yellow",
    "hannover": "yellow, yellow",
    "hildesheim": "yellow, yellow",
    "lubeck": "blue, green",
    "magdeburg": "green t, blue",
}


def nearly(spaces="red t", **words):
    """Return a position in which red has filled Hamburg–Stade."""
    words.setdefault("offices", {"hamburg": "red"})
    return position(spaces={"hamburg-stade": spaces}, **words)


def test_t10_at_20_prestige_the_game_is_over():
    state = play(nearly(prestige={"red": 19}), "claim hamburg-stade nothing")
    assert TEUTONICA.to_move(state) == ()
    assert TEUTONICA.result(state).ended_by == "prestige"
    assert events(state, "over") == [["prestige"]]


def test_t10_at_19_it_goes_on():
    state = play(nearly(prestige={"red": 18}), "claim hamburg-stade nothing")
    assert not state.over
    assert TEUTONICA.result(state) is None


def test_t10_also_when_another_player_reaches_20():
    state = nearly(prestige={"green": 19}, offices={"hamburg": "green"})
    state = play(state, "claim hamburg-stade nothing")
    assert state.over
    assert state.prestige[GREEN] == 20


def test_t10_more_than_20_is_counted_in_full():
    state = nearly(prestige={"red": 19}, offices={"hamburg": "red", "stade": "red"})
    assert play(state, "claim hamburg-stade nothing").prestige[RED] == 21


def test_t10_remaining_actions_are_lost():
    state = nearly(prestige={"red": 19}, held={"red": "plus4"})
    state = play(state, "use plus4", "claim hamburg-stade nothing")
    assert state.over
    assert len(TEUTONICA.orders(state, RED)) == 0


@pytest.mark.parametrize("seat", [RED, GREEN])
def test_t10_nobody_orders_after_the_end(seat):
    state = play(nearly(prestige={"red": 19}), "claim hamburg-stade nothing")
    assert refusal(state, "end", seat=seat) == "The game is over."
    assert TEUTONICA.chance_outcomes(state) == []


def test_t10_the_action_is_completed_first_with_everything_that_it_brings():
    """20 prestige is reached for control; marker, office, coin and stock still come."""
    state = position(
        spaces={"hamburg-lubeck": "red t"},
        offices={"hamburg": "green"},
        prestige={"green": 19},
        markers={"hamburg-lubeck": "swap"},
        stock={"red": "0t"},
    )
    state = play(state, "claim hamburg-lubeck office lubeck")
    assert state.over
    assert state.prestige == (1, 20, 0, 0)
    assert markers(state.held[RED]) == ["swap"]
    assert stock(state, RED) == (2, 0)
    assert route(state, "hamburg-lubeck") == "-, -, -"
    assert [event[0] for event in state.events] == [
        "prestige",
        "took",
        "office",
        "prestige",
        "over",
    ]


def test_t10_a_development_of_the_last_action_counts():
    state = nearly(prestige={"red": 19}, levels={"red": {"privilege": 2}})
    state = play(state, "claim hamburg-stade develop privilege")
    assert state.over
    assert TEUTONICA.result(state).scores[RED]["abilities"] == 4


def test_t10_a_replacement_due_at_the_end_is_not_drawn_any_more():
    state = nearly(prestige={"red": 19}, markers={"hamburg-stade": "swap"})
    state = play(state, "claim hamburg-stade nothing")
    assert TEUTONICA.to_move(state) == ()


def test_t10_when_no_replacement_marker_is_left():
    state = nearly(markers={"hamburg-stade": "swap"}, rest_used_by="yellow")
    state = play(state, "claim hamburg-stade nothing")
    assert TEUTONICA.result(state).ended_by == "markers"


def test_t10_an_empty_supply_alone_ends_nothing():
    state = play(nearly(rest_used_by="yellow"), "claim hamburg-stade nothing", "end")
    assert not state.over


def test_t10_the_tenth_completed_city():
    state = nearly("red t, red m, red t", offices=NINE)
    assert len(state.completed) == 9
    state = play(state, "claim hamburg-stade office stade")
    assert TEUTONICA.result(state).ended_by == "cities"
    assert events(state, "completed") == [["stade"]]


def test_t10_nine_completed_cities_are_not_enough():
    offices = {name: row for name, row in NINE.items() if name != "bremen"}
    state = nearly("red t, red m, red t", offices=offices)
    assert not play(state, "claim hamburg-stade office stade").over


def test_t10_an_extra_office_in_a_completed_city_is_no_tenth():
    state = nearly(offices=NINE | {"hamburg": "red"}, held={"red": "extra"})
    state = play(state, "claim hamburg-stade extra hamburg t")
    assert not state.over


# Two reasons at once: prestige is named before markers, markers before cities.


def test_t10_prestige_and_markers_together():
    state = nearly(prestige={"red": 19}, markers={"hamburg-stade": "swap"}, rest_used_by="yellow")
    state = play(state, "claim hamburg-stade nothing")
    assert TEUTONICA.result(state).ended_by == "prestige"


def test_t10_markers_and_cities_together():
    state = nearly(
        "red t, red m, red t",
        offices=NINE,
        markers={"hamburg-stade": "swap"},
        rest_used_by="yellow",
    )
    state = play(state, "claim hamburg-stade office stade")
    assert TEUTONICA.result(state).ended_by == "markers"


def test_t10_prestige_and_cities_together():
    state = nearly("red t, red m, red t", offices=NINE | {"hamburg": "red"}, prestige={"red": 19})
    state = play(state, "claim hamburg-stade office stade")
    assert TEUTONICA.result(state).ended_by == "prestige"


def test_t10_an_action_that_asks_another_player_ends_with_his_answer():
    state = position(spaces={"hamburg-stade.1": "green t"}, supply={"red": "3t"})
    state = play(state, "displace t hamburg-stade.1 paying 1t")
    assert not state.over
    assert not play(state, "put t emden-stade.1", "done").over
