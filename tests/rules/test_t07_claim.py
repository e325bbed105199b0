"""T7: claiming a route."""

import pytest

from tests.rules.positions import (
    BLUE,
    GREEN,
    RED,
    TEUTONICA,
    YELLOW,
    city,
    events,
    markers,
    play,
    position,
    refusal,
    route,
    stock,
    supply,
    texts,
)


def full(route_id="hamburg-stade", pieces="red t", **words):
    """Return a position in which red has filled a route."""
    spaces = {route_id: pieces} | words.pop("spaces", {})
    return position(spaces=spaces, **words)


def test_t7_all_spaces_need_to_hold_own_pieces():
    state = position(spaces={"hamburg-stade": "red t, red t, -", "emden-stade": "red t, blue t, -"})
    assert texts(state, "claim") == set()
    sentence = "To claim Hamburg–Stade, fill all its spaces with your own pieces."
    assert refusal(state, "claim hamburg-stade nothing") == sentence


def test_t7_a_route_shared_with_another_player_is_not_full():
    state = position(spaces={"hamburg-stade": "red t, red m, green t"})
    assert texts(state, "claim") == set()


def test_t7_a_full_route_is_not_claimed_by_itself():
    state = position(spaces={"hamburg-stade": "red t, red t, -"}, supply={"red": "1t"})
    state = play(state, "place t hamburg-stade.3")
    assert route(state, "hamburg-stade") == "red t, red t, red t"
    assert "claim hamburg-stade nothing" in texts(state)


def test_t7_a_claim_costs_an_action_and_empties_the_route():
    state = play(full(), "claim hamburg-stade nothing")
    assert route(state, "hamburg-stade") == "-, -, -"
    assert state.actions == 1


# T7.1


def test_t7_1_the_controllers_of_both_ends_gain_1_whoever_they_are():
    state = full(offices={"hamburg": "green", "stade": "blue"})
    state = play(state, "claim hamburg-stade nothing")
    assert state.prestige == (0, 1, 1, 0)


def test_t7_1_one_controller_of_both_ends_gains_2():
    state = full(offices={"hamburg": "green", "stade": "green"})
    assert play(state, "claim hamburg-stade nothing").prestige == (0, 2, 0, 0)


def test_t7_1_nobody_controls_a_city_without_offices():
    assert play(full(), "claim hamburg-stade nothing").prestige == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("offices", "extras", "expected"),
    [
        ("green", "", GREEN),
        ("green, green, blue", "", GREEN),
        ("green, blue, green", "", GREEN),
        ("green, blue", "", BLUE),
        ("blue, green", "", GREEN),
        ("red, blue, green", "", GREEN),
        ("green", "red t", GREEN),
        ("green", "red t, red t", RED),
        ("green", "red t, blue t", GREEN),
        ("green", "red t, green m", GREEN),
        ("green, blue", "green t", GREEN),
        ("green, blue, red", "yellow t, yellow t", YELLOW),
        ("green, blue", "blue t, green t", BLUE),
        ("green, blue", "red t, yellow t, red t, yellow t", YELLOW),
    ],
)
def test_t7_1_control_is_most_offices_then_furthest_right_extra_offices_left(
    offices, extras, expected
):
    state = full(offices={"hamburg": offices}, extras={"hamburg": extras})
    state = play(state, "claim hamburg-stade nothing")
    assert events(state, "prestige") == [[expected, 1, "control", "hamburg"]]


def test_t7_1_is_judged_before_the_new_office():
    state = play(full("hamburg-lubeck"), "claim hamburg-lubeck office hamburg")
    assert state.prestige == (0, 0, 0, 0)
    state = full("hamburg-lubeck", offices={"hamburg": "green"}, levels={"red": {"privilege": 1}})
    state = play(state, "claim hamburg-lubeck office hamburg")
    assert state.prestige == (0, 1, 0, 0)
    assert TEUTONICA.view(state, None).controllers[state.board.city_numbers["hamburg"]] == RED


def test_t7_1_prestige_comes_before_the_marker_and_the_office():
    state = full(
        "hamburg-lubeck",
        offices={"hamburg": "green"},
        markers={"hamburg-lubeck": "plus3"},
    )
    state = play(state, "claim hamburg-lubeck office lubeck")
    names = [event[0] for event in state.events]
    assert names == ["prestige", "took", "office", "prestige"]


# T7.2


def test_t7_2_the_marker_is_taken_face_up_and_a_replacement_drawn_to_the_plate():
    state = full(markers={"hamburg-stade": "swap"})
    state = play(state, "claim hamburg-stade nothing")
    assert markers(state.held[RED]) == ["swap"]
    assert not any(state.markers)
    assert state.drawn == bytes((1, 0, 0, 0))
    assert TEUTONICA.view(state, None).marker_supply == 13


def test_t7_2_a_route_without_marker_brings_none():
    state = play(full(markers={"emden-stade": "swap"}), "claim hamburg-stade nothing")
    assert state.held[RED] == b""
    assert state.drawn[RED] == 0


def test_t7_2_two_markers_in_a_turn_bring_two_replacements():
    state = full(
        spaces={"emden-stade": "red t"}, markers={"hamburg-stade": "swap", "emden-stade": "extra"}
    )
    state = play(state, "claim hamburg-stade nothing", "claim emden-stade nothing")
    assert state.drawn[RED] == 2


def test_t7_2_with_an_empty_supply_the_game_ends_after_the_action():
    state = full(
        markers={"hamburg-stade": "swap"},
        rest_used_by="yellow",
        levels={"red": {"privilege": 0}},
        pieces="red t, red m, red t",
    )
    state = play(state, "claim hamburg-stade office stade")
    assert TEUTONICA.to_move(state) == ()
    assert TEUTONICA.result(state).ended_by == "markers"
    assert markers(state.held[RED]) == ["swap"]
    assert city(state, "stade") == "red m"


def test_t7_2_the_last_marker_of_the_supply_is_still_drawn():
    """One unknown marker is left: the first draw takes it, the second ends the game."""
    state = full(
        spaces={"emden-stade": "red t"},
        markers={"hamburg-stade": "swap", "emden-stade": "extra"},
        rest_used_by="yellow",
    )
    state.bag, state.used = bytes((1, 0, 0, 0, 0, 0, 0)), (*state.used[:3], state.used[3][1:])
    state = play(state, "claim hamburg-stade nothing")
    assert not state.over
    assert play(state, "claim emden-stade nothing").over


def test_t7_2_the_end_waits_for_no_marker_when_none_is_taken():
    state = play(full(rest_used_by="yellow"), "claim hamburg-stade nothing")
    assert not state.over


# T7.3


def test_t7_3_one_use_of_a_claim_or_nothing():
    state = full("coellen-warburg", "red t, red m, red t, red t", held={"red": "extra"})
    assert texts(state, "claim") == {
        "claim coellen-warburg office coellen",
        "claim coellen-warburg prestige 7",
        "claim coellen-warburg nothing",
    }


def test_t7_3_all_pieces_not_used_go_to_the_stock():
    state = full("hamburg-stade", "red t, red m, red t", stock={"red": "0t"})
    state = play(state, "claim hamburg-stade office stade")
    assert stock(state, RED) == (2, 0)
    state = full("hamburg-stade", "red t, red m, red t", stock={"red": "0t"})
    state = play(state, "claim hamburg-stade nothing")
    assert stock(state, RED) == (2, 1)


# T7.4


def test_t7_4_the_leftmost_vacant_office():
    state = full("hamburg-stade", offices={"hamburg": "green"}, levels={"red": {"privilege": 3}})
    state = play(state, "claim hamburg-stade office hamburg")
    assert city(state, "hamburg") == "green t, red t, -"


def test_t7_4_in_either_end_city():
    state = full("emden-stade", "red t, red m, red t")
    assert texts(state, "claim") >= {
        "claim emden-stade office emden",
        "claim emden-stade office stade",
    }


def test_t7_4_no_office_in_another_city():
    assert refusal(full(), "claim hamburg-stade office bremen") == (
        "Bremen is not at either end of Hamburg–Stade."
    )


def test_t7_4_a_square_takes_a_trader():
    state = full("hamburg-stade", "red m", levels={"red": {"book": 3}})
    assert refusal(state, "claim hamburg-stade office hamburg") == (
        "The next office in Hamburg takes a trader, and none is on the route."
    )


def test_t7_4_a_circle_takes_a_merchant():
    assert refusal(full(), "claim hamburg-stade office stade") == (
        "The next office in Stade takes a merchant, and none is on the route."
    )
    state = play(full(pieces="red t, red t, red m"), "claim hamburg-stade office stade")
    assert city(state, "stade") == "red m"


def test_t7_4_a_piece_of_the_supply_does_not_help():
    state = full(supply={"red": "1t1m"})
    assert "claim hamburg-stade office stade" not in texts(state)


@pytest.mark.parametrize(
    ("taken", "needed", "colour"), [("green", 1, "orange"), ("green, blue", 3, "black")]
)
def test_t7_4_privilege_must_reach_the_colour(taken, needed, colour):
    for privilege in range(4):
        state = full(offices={"hamburg": taken}, levels={"red": {"privilege": privilege}})
        allowed = "claim hamburg-stade office hamburg" in texts(state)
        assert allowed == (privilege >= needed)
        if not allowed:
            assert refusal(state, "claim hamburg-stade office hamburg") == (
                f"The next office in Hamburg needs the privilege '{colour}'. Yours is"
                f" '{('white', 'orange', 'pink', 'black')[privilege]}'."
            )


def test_t7_4_a_vacant_office_further_right_is_not_skipped_to():
    """A merchant fits Paderborn's second office, yet the first is vacant."""
    state = full("dortmund-paderborn", "red m", levels={"red": {"privilege": 3, "book": 3}})
    assert "claim dortmund-paderborn office paderborn" not in texts(state)


def test_t7_4_a_full_city_has_no_office():
    state = full(offices={"stade": "blue"}, pieces="red t, red m, red t")
    assert refusal(state, "claim hamburg-stade office stade") == "Stade has no vacant office."


def test_t7_4_a_coin_gives_its_prestige_at_once():
    state = play(full("hamburg-lubeck"), "claim hamburg-lubeck office lubeck")
    assert events(state, "prestige") == [[RED, 1, "coin", "lubeck"]]
    assert state.prestige[RED] == 1


def test_t7_4_an_office_without_coin_gives_none():
    state = full("hamburg-lubeck", offices={"lubeck": "red"}, levels={"red": {"privilege": 2}})
    state = play(state, "claim hamburg-lubeck office lubeck")
    assert events(state, "prestige") == [[RED, 1, "control", "lubeck"]]


def test_t7_4_the_last_vacant_office_completes_the_city():
    state = full(pieces="red t, red m, red t")
    state = play(state, "claim hamburg-stade office stade")
    assert events(state, "completed") == [["stade"]]
    assert TEUTONICA.view(state, None).completed == (state.board.city_numbers["stade"],)


def test_t7_4_an_office_before_the_last_completes_nothing():
    state = play(full("hamburg-lubeck"), "claim hamburg-lubeck office hamburg")
    assert state.completed == b""


def test_t7_4_a_city_is_completed_once():
    """An extra office in a completed city does not count it again."""
    state = full(offices={"stade": "blue"}, held={"red": "extra"})
    number = state.board.city_numbers["stade"]
    state = play(state, "claim hamburg-stade extra stade t")
    assert state.completed == bytes((number,))


# T7.5

CHAIN = ("arnheim", "munster", "minden", "brunswick", "stendal")
ORANGE = {"red": {"privilege": 1}}


def linked(**words):
    """Return a position where red's chain lacks Brunswick, and red has filled the way to it."""
    offices = dict.fromkeys(CHAIN, "red") | {"brunswick": "-"}
    return position(offices=offices, spaces={"brunswick-stendal": "red t"}, levels=ORANGE, **words)


def test_t7_5_the_first_connection_gives_7():
    state = play(linked(), "claim brunswick-stendal office brunswick")
    assert [RED, 7, "connection", None] in events(state, "prestige")
    assert TEUTONICA.view(state, None).connected == (RED,)


@pytest.mark.parametrize(
    ("earlier", "points"), [("", 7), ("green", 4), ("green blue", 2), ("green blue yellow", 0)]
)
def test_t7_5_the_second_gives_4_the_third_2_later_ones_nothing(earlier, points):
    state = play(linked(connected=earlier), "claim brunswick-stendal office brunswick")
    found = [event[1] for event in events(state, "prestige") if event[2] == "connection"]
    assert found == ([points] if points else [])
    assert RED in TEUTONICA.view(state, None).connected


def test_t7_5_a_gap_breaks_the_chain():
    offices = dict.fromkeys(CHAIN, "red")
    del offices["munster"], offices["brunswick"]
    state = position(offices=offices, spaces={"brunswick-stendal": "red t"}, levels=ORANGE)
    state = play(state, "claim brunswick-stendal office brunswick")
    assert state.connected == b""


def test_t7_5_both_red_cities_need_an_office():
    offices = dict.fromkeys(CHAIN, "red")
    del offices["stendal"], offices["brunswick"]
    state = position(offices=offices, spaces={"brunswick-stendal": "red t"}, levels=ORANGE)
    state = play(state, "claim brunswick-stendal office brunswick")
    assert state.connected == b""


def test_t7_5_the_last_office_may_be_a_red_city():
    offices = dict.fromkeys(CHAIN, "red")
    del offices["stendal"]
    state = position(offices=offices, spaces={"brunswick-stendal": "red t"})
    state = play(state, "claim brunswick-stendal office stendal")
    assert state.connected == bytes((RED,))


def test_t7_5_control_is_irrelevant():
    """Green stands right of red in every city of the chain."""
    offices = {"arnheim": "red, green", "munster": "red, green", "minden": "red, green, green"}
    offices |= {"brunswick": "red"}
    state = position(offices=offices, spaces={"brunswick-stendal": "red t"})
    state = play(state, "claim brunswick-stendal office stendal")
    assert state.connected == bytes((RED,))


def test_t7_5_an_extra_office_connects_too():
    offices = dict.fromkeys(CHAIN, "red") | {"brunswick": "green"}
    state = position(offices=offices, spaces={"brunswick-stendal": "red t"}, held={"red": "extra"})
    state = play(state, "claim brunswick-stendal extra brunswick t")
    assert [RED, 7, "connection", None] in events(state, "prestige")


def test_t7_5_extra_offices_are_links_of_the_chain():
    offices = dict.fromkeys(CHAIN, "red") | {"minden": "green", "brunswick": "-"}
    state = position(
        offices=offices,
        extras={"minden": "red t"},
        spaces={"brunswick-stendal": "red t"},
        levels=ORANGE,
    )
    state = play(state, "claim brunswick-stendal office brunswick")
    assert state.connected == bytes((RED,))


def test_t7_5_once_per_player():
    offices = dict.fromkeys(CHAIN, "red")
    state = position(offices=offices, spaces={"hamburg-lubeck": "red t"}, connected="red")
    state = play(state, "claim hamburg-lubeck office hamburg")
    assert [e for e in events(state, "prestige") if e[2] == "connection"] == []
    assert state.connected == bytes((RED,))


def test_t7_5_is_only_of_the_player_who_establishes():
    """Green's offices form a chain that was never counted; red's claim does not count it."""
    offices = dict.fromkeys(CHAIN, "green")
    state = position(offices=offices, spaces={"hamburg-lubeck": "red t"})
    state = play(state, "claim hamburg-lubeck office hamburg")
    assert state.connected == b""


# T7.6


@pytest.mark.parametrize(
    ("route_id", "ability", "value"),
    [
        ("gottingen-warburg", "actions", 3),
        ("emden-groningen", "book", 3),
        ("halle-quedlinburg", "city_keys", 2),
        ("hamburg-lubeck", "bank", 5),
        ("hamburg-stade", "privilege", 1),
    ],
)
def test_t7_6_an_end_city_develops_its_ability(route_id, ability, value):
    state = play(full(route_id), f"claim {route_id} develop {ability}")
    assert events(state, "developed") == [[RED, ability, value]]


def test_t7_6_the_piece_of_the_track_goes_to_the_supply_those_of_the_route_to_the_stock():
    state = full(pieces="red t, red m, red t", supply={"red": "9t"})
    state = play(state, "claim hamburg-stade develop privilege")
    assert supply(state, RED) == (10, 0)
    assert stock(state, RED) == (2, 1)


def test_t7_6_the_book_gives_a_merchant():
    state = full("emden-groningen", supply={"red": "8t"})
    state = play(state, "claim emden-groningen develop book")
    assert supply(state, RED) == (8, 1)


def test_t7_6_a_complete_ability_is_not_developed():
    state = full(levels={"red": {"privilege": 3}})
    assert "claim hamburg-stade develop privilege" not in texts(state)
    assert refusal(state, "claim hamburg-stade develop privilege") == (
        "Your Privilege is already fully developed."
    )


def test_t7_6_only_abilities_of_the_end_cities():
    assert refusal(full(), "claim hamburg-stade develop city_keys") == (
        "Neither city at the ends of Hamburg–Stade develops City Keys."
    )


def test_t7_6_the_new_value_counts_at_once():
    """A Privilege developed in this claim opens an orange office in the next."""
    state = full(
        spaces={"bremen-hamburg": "red t"},
        offices={"hamburg": "green"},
    )
    assert "claim bremen-hamburg office hamburg" not in texts(state)
    state = play(state, "claim hamburg-stade develop privilege")
    assert "claim bremen-hamburg office hamburg" in texts(state)


def test_t7_6_prestige_and_marker_come_with_a_development_too():
    state = full(offices={"hamburg": "red"}, markers={"hamburg-stade": "swap"})
    state = play(state, "claim hamburg-stade develop privilege")
    assert state.prestige[RED] == 1
    assert markers(state.held[RED]) == ["swap"]


# T7.7


def coellen(pieces="red t, red m, red t, red t", **words):
    return full("coellen-warburg", pieces, **words)


@pytest.mark.parametrize(("privilege", "fields"), [(0, [7]), (1, [7, 8]), (3, [7, 8, 9, 11])])
def test_t7_7_a_merchant_of_the_route_on_a_free_field_privilege_reaching(privilege, fields):
    state = coellen(levels={"red": {"privilege": privilege}})
    found = {text for text in texts(state, "claim") if "prestige" in text}
    assert found == {f"claim coellen-warburg prestige {field}" for field in fields}


def test_t7_7_fields_are_filled_in_no_order():
    state = coellen(levels={"red": {"privilege": 3}})
    state = play(state, "claim coellen-warburg prestige 11")
    assert state.special == bytes((0, 0, 0, 1))
    assert stock(state, RED)[1] == 0


def test_t7_7_a_taken_field_is_refused():
    state = coellen(special={7: "green"})
    assert refusal(state, "claim coellen-warburg prestige 7") == (
        "The special prestige field worth 7 is taken."
    )


def test_t7_7_privilege_must_reach_the_field():
    assert refusal(coellen(), "claim coellen-warburg prestige 9") == (
        "The special prestige field worth 9 needs the privilege 'pink'. Yours is 'white'."
    )


def test_t7_7_needs_a_merchant_on_the_route():
    assert refusal(coellen("red t"), "claim coellen-warburg prestige 7") == (
        "Special prestige needs a merchant on the route."
    )


def test_t7_7_only_on_the_route_of_that_city():
    state = full("gottingen-warburg", "red m", levels={"red": {"book": 2}})
    assert refusal(state, "claim gottingen-warburg prestige 7") == (
        "Göttingen–Warburg doesn't lead to special prestige."
    )


def test_t7_7_gives_no_prestige_before_the_end():
    state = play(coellen(), "claim coellen-warburg prestige 7")
    assert state.prestige == (0, 0, 0, 0)


def test_t7_7_a_player_may_hold_several_fields():
    state = coellen(special={7: "red"}, levels={"red": {"privilege": 1, "book": 1}})
    state = play(state, "claim coellen-warburg prestige 8")
    assert state.special == bytes((1, 1, 0, 0))


# T7.8


def test_t7_8_a_claim_is_allowed_even_if_it_gives_nothing():
    state = full(offices={"hamburg": "green, green, green", "stade": "green"})
    state = play(state, "claim hamburg-stade nothing")
    assert state.prestige == (0, 2, 0, 0)
    assert route(state, "hamburg-stade") == "-, -, -"
