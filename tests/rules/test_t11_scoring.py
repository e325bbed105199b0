"""T11: the final scoring."""

import pytest

from tests.rules.positions import BLUE, GREEN, RED, TEUTONICA, YELLOW, position

LINES = ("prestige", "abilities", "markers", "special", "cities", "network")
STEPS = {"city_keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}


def ended(**words):
    """Return the result of a game that is over in a position."""
    state = position(**words)
    state.ending, state.over = "prestige", True
    return TEUTONICA.result(state)


def line(name, seat=RED, **words):
    """Return one line of a seat's score sheet."""
    return ended(**words).scores[seat][name]


def test_t11_there_is_no_result_before_the_end():
    assert TEUTONICA.result(position()) is None


def test_t11_the_total_is_the_sum_of_all_lines():
    result = ended(
        prestige={"red": 20, "green": 3},
        levels={"red": {"bank": 3}},
        held={"red": "swap", "green": "extra"},
        special={9: "red"},
        offices={"hamburg": "red, green", "lubeck": "red"},
    )
    for scores in result.scores:
        assert scores["total"] == sum(scores[name] for name in LINES)
        assert set(scores) == {*LINES, "total"}
    assert result.scores[RED] == {
        "prestige": 20,
        "abilities": 4,
        "markers": 1,
        "special": 9,
        "cities": 2,
        "network": 2,
        "total": 38,
    }


def test_t11_1_prestige_from_the_track():
    result = ended(prestige={"red": 20, "green": 7})
    assert [scores["prestige"] for scores in result.scores] == [20, 7, 0, 0]


@pytest.mark.parametrize("ability", ["actions", "privilege", "book", "bank"])
def test_t11_2_4_for_each_ability_developed_to_its_end(ability):
    assert line("abilities", levels={"red": {ability: STEPS[ability]}}) == 4
    assert line("abilities", levels={"red": {ability: STEPS[ability] - 1}}) == 0


def test_t11_2_city_keys_excepted():
    assert line("abilities", levels={"red": {"city_keys": 4}}) == 0
    assert line("abilities", levels={"red": STEPS}) == 16


@pytest.mark.parametrize(
    ("taken", "points"),
    [
        (0, 0),
        (1, 1),
        (2, 3),
        (3, 3),
        (4, 6),
        (5, 6),
        (6, 10),
        (7, 10),
        (8, 15),
        (9, 15),
        (10, 21),
        (11, 21),
        (15, 21),
    ],
)
def test_t11_3_bonus_markers_taken(taken, points):
    every = ["extra"] * 4 + ["swap"] * 3 + ["plus3", "plus4", "develop", "move3"] * 2
    assert line("markers", used={"red": " ".join(every[:taken])}) == points


def test_t11_3_face_up_and_face_down_count_alike():
    words = {"held": {"red": "swap plus3"}, "used": {"red": "extra plus4"}}
    assert line("markers", **words) == 6


def test_t11_3_markers_on_the_plate_do_not_count():
    assert line("markers", held={"red": "swap"}, plate={"red": "plus3"}, drawn={"red": 1}) == 1


@pytest.mark.parametrize("field", [7, 8, 9, 11])
def test_t11_4_special_prestige_as_printed(field):
    assert line("special", special={field: "red"}) == field
    assert line("special", GREEN, special={field: "red"}) == 0


def test_t11_4_several_fields_add_up():
    special = {7: "red", 8: "green", 9: "red", 11: "red"}
    assert line("special", special=special, levels={"red": {"book": 3}}) == 27


def test_t11_5_2_for_each_city_controlled():
    result = ended(
        offices={"hamburg": "red, green", "lubeck": "red", "bremen": "red m", "stade": "blue"},
        extras={"lubeck": "blue t"},
    )
    assert [scores["cities"] for scores in result.scores] == [4, 2, 2, 0]


def test_t11_5_extra_offices_count_for_control():
    words = {"offices": {"hamburg": "green"}, "extras": {"hamburg": "red t, red t"}}
    assert line("cities", **words) == 2
    assert line("cities", GREEN, **words) == 0


def test_t11_6_offices_of_the_largest_group_times_city_keys():
    offices = {"hamburg": "red, red", "lubeck": "red", "bremen": "green, red"}
    assert line("network", offices=offices) == 4
    assert line("network", offices=offices, levels={"red": {"city_keys": 1}}) == 8
    assert line("network", offices=offices, levels={"red": {"city_keys": 2}}) == 8
    assert line("network", offices=offices, levels={"red": {"city_keys": 4}}) == 16


def test_t11_6_branches_are_included():
    """Hamburg joins Lübeck, Stade, Bremen and Lüneburg."""
    offices = dict.fromkeys(("lubeck", "hamburg", "bremen"), "red")
    offices |= {"stade": "red t", "luneburg": "red t"}
    offices["bremen"] = "red t"
    assert line("network", offices=offices) == 5


def test_t11_6_a_ring_of_cities_counts_each_once():
    """Hamburg, Bremen, Hannover and Lüneburg lie in a ring."""
    offices = dict.fromkeys(("hamburg", "hannover"), "red")
    offices |= dict.fromkeys(("bremen", "luneburg"), "red t")
    assert line("network", offices=offices) == 4


def test_t11_6_only_cities_joined_by_a_route():
    """Lübeck and Stade meet only in Hamburg, where red has no office."""
    offices = {"lubeck": "red", "stade": "red", "hamburg": "green"}
    assert line("network", offices=offices) == 1


def test_t11_6_the_group_worth_most_not_the_one_with_most_cities():
    """Four offices in Hamburg beat three cities in a row in the south."""
    offices = {"hamburg": "red, red, red", "coellen": "red", "warburg": "red", "paderborn": "red"}
    assert line("network", offices=offices, extras={"hamburg": "red t"}) == 4


def test_t11_6_extra_offices_count_and_join():
    offices = {"lubeck": "red", "hamburg": "green", "stade": "red"}
    assert line("network", offices=offices, extras={"hamburg": "red t"}) == 3


def test_t11_6_control_does_not_matter():
    offices = {"lubeck": "red, green", "hamburg": "red, green, green"}
    assert line("network", offices=offices) == 2


def test_t11_6_without_offices_nothing():
    assert line("network") == 0


def test_t11_7_without_modules_there_are_no_other_lines():
    assert set(ended().scores[RED]) == {*LINES, "total"}


# T11.8


def test_t11_8_the_most_prestige_wins():
    result = ended(prestige={"red": 20, "green": 21, "blue": 3})
    assert result.places == (2, 1, 3, 4)
    assert result.tie_breaker == ""


def test_t11_8_a_tie_goes_to_the_less_developed_actions():
    result = ended(prestige={"red": 20, "green": 20}, levels={"red": {"actions": 1}})
    assert result.places[:2] == (2, 1)
    assert result.tie_breaker == "actions"


def test_t11_8_steps_count_not_the_value():
    """Both have 3 actions; green is one step behind on the track."""
    levels = {"red": {"actions": 2}, "green": {"actions": 1}}
    result = ended(prestige={"red": 20, "green": 20}, levels=levels)
    assert result.places[:2] == (2, 1)


def test_t11_8_then_the_higher_network():
    """Red has 19 and an office worth 1, green 20 and none."""
    result = ended(
        prestige={"red": 19, "green": 20},
        offices={"hamburg": "red, blue"},
    )
    assert result.scores[RED]["total"] == result.scores[GREEN]["total"] == 20
    assert result.places[:2] == (1, 2)
    assert result.tie_breaker == "network"


def test_t11_8_actions_go_before_network():
    result = ended(
        prestige={"red": 19, "green": 20},
        offices={"hamburg": "red, blue"},
        levels={"red": {"actions": 1}},
    )
    assert result.places[:2] == (2, 1)
    assert result.tie_breaker == "actions"


def test_t11_8_then_the_win_is_shared():
    result = ended(prestige={"red": 20, "green": 20})
    assert result.places == (1, 1, 3, 3)
    assert result.tie_breaker == "shared"


def test_t11_8_three_may_share():
    result = ended(prestige={"red": 20, "green": 20, "blue": 20})
    assert result.places == (1, 1, 1, 4)


def test_t11_8_of_three_tied_one_may_be_parted_from_two_that_share():
    result = ended(prestige={"red": 20, "green": 20, "blue": 20}, levels={"green": {"actions": 1}})
    assert result.places == (1, 3, 1, 4)
    assert result.tie_breaker == "shared"


def test_t11_8_lower_places_are_ranked_the_same_way():
    result = ended(
        prestige={"red": 20, "green": 9, "blue": 9, "yellow": 9},
        levels={"blue": {"actions": 2}},
    )
    assert result.places == (1, 2, 4, 2)
    assert result.tie_breaker == ""


@pytest.mark.parametrize("seat", [RED, GREEN, BLUE, YELLOW])
def test_t11_8_every_seat_has_a_place(seat):
    assert ended().places[seat] == 1
