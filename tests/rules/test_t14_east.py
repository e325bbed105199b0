"""T14: the Eastern Hanseatic League: green cities, sea routes, permanent markers."""

import pytest

from tests.rules.positions import (
    EAST,
    GREEN,
    RED,
    TEUTONICA,
    at,
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
from tests.telling import describe

MOVE_2 = {"stralsund-wismar": "red m, red m, red t"}
PRIVILEGE = {"malmo-stralsund": "red m, red m, red t"}
FOUND = {"malmo-visby": "red t, red m, red t"}
PLACE_2 = {"danzig-malmo": "red t, red t, red t, red m"}
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def east(**words):
    """Return a position on this board; all Books are developed, so that merchants are about."""
    book = {"book": 3}
    words["levels"] = {
        colour: book | words.get("levels", {}).get(colour, {})
        for colour in ("red", "green", "blue", "yellow")
    }
    if "stock" not in words:
        words.setdefault("supply", {"red": "2t"})
    return position(EAST, **words)


def completed(state):
    return {state.board.cities[number].id for number in state.completed}


# T14.1 Green cities.


@pytest.mark.parametrize(
    ("claimed", "green"),
    [("anklam-belgard", "belgard"), ("waren-wismar", "waren"), ("dresden-halle", "dresden")],
)
def test_t14_1_green_cities_have_no_office_to_fill(claimed, green):
    state = east(spaces={claimed: "red t"})
    assert f"claim {claimed} office {green}" not in texts(state)
    name = green.capitalize()
    assert refusal(state, f"claim {claimed} office {green}") == (
        f"{name} has no printed offices. Use an Additional Office, or the permanent marker for"
        " green cities."
    )


def test_t14_1_an_additional_office_may_be_the_first():
    state = east(spaces={"anklam-belgard": "red t"}, held={"red": "extra"})
    state = play(state, "claim anklam-belgard extra belgard t")
    assert city(state, "belgard") == "red t | "
    assert completed(state) == {"belgard"}


def test_t14_1_the_first_office_completes_the_city_once():
    state = east(
        spaces={"anklam-belgard": "red t", "belgard-kulm": "red t"}, held={"red": "extra extra"}
    )
    state = play(state, "claim anklam-belgard extra belgard t")
    assert events(state, "completed") == [["belgard"]]
    state = play(state, "claim belgard-kulm extra belgard t")
    assert events(state, "completed") == []
    assert list(state.completed).count(state.board.city("belgard").index) == 1


def test_t14_1_further_additional_offices_stand_left_of_all():
    state = east(
        spaces={"anklam-belgard": "red t, red m, red t"},
        held={"red": "extra"},
        extras={"belgard": "green"},
        founded={"belgard": "blue"},
    )
    state = play(state, "claim anklam-belgard extra belgard m")
    assert city(state, "belgard") == "red m, green t |  | blue t"


def test_t14_1_the_permanent_marker_stands_right_of_all():
    state = east(spaces=FOUND, extras={"belgard": "green"}, founded={"belgard": "blue"})
    state = play(state, "claim malmo-visby nothing", "found belgard t")
    assert city(state, "belgard") == "green t |  | blue t, red t"


def test_t14_1_t10_the_tenth_city_may_be_a_green_one():
    full = dict.fromkeys(("berlincolln", "perleberg", "tangermunde", "visby"), "blue")
    full |= {"wittenberg": "blue", "allenstein": "green, green", "anklam": "green, green"}
    full |= {"kulm": "yellow, yellow", "elbing": "yellow, yellow"}
    state = east(spaces=FOUND, offices=full)
    assert len(state.completed) == 9
    state = play(state, "claim malmo-visby nothing", "found dresden t")
    assert (state.over, state.ending) == (True, "cities")


def test_t14_1_t8_4_a_green_city_has_no_vacant_office_for_a_marker():
    """Belgard is empty, but nothing is vacant there; Anklam decides."""
    words = {"plate": {"red": "plus3"}}
    assert "marker plus3 anklam-belgard" in texts(play(east(**words), "end"))
    words["offices"] = {"anklam": "blue, blue"}
    state = play(east(**words), "end")
    assert "marker plus3 anklam-belgard" not in texts(state)
    assert refusal(state, "marker plus3 anklam-belgard") == (
        "A marker needs a vacant office at an end of its route, and Anklam–Belgard has none."
    )


# T14.2 They count like any city; Swap.


def test_t14_2_a_green_city_pays_its_controller():
    state = east(spaces={"anklam-belgard": "red t"}, founded={"belgard": "green"})
    state = play(state, "claim anklam-belgard nothing")
    assert state.prestige == (0, 1, 0, 0)


def test_t14_2_of_those_tied_the_one_of_the_permanent_marker_is_furthest_right():
    state = east(extras={"belgard": "red"}, founded={"belgard": "green"})
    belgard = state.board.city("belgard").index
    assert TEUTONICA.view(state, None).controllers[belgard] == GREEN


def test_t14_2_a_green_city_is_part_of_a_network_and_of_what_is_controlled():
    state = east(offices={"anklam": "red"}, founded={"belgard": "red"})
    state.over = True
    lines = TEUTONICA.result(state).scores[RED]
    assert (lines["network"], lines["cities"]) == (2, 4)


def test_t14_2_t7_5_an_office_of_the_permanent_marker_may_close_it():
    """Lübeck, Wismar, Waren, Stettin, Kulm, Belgard, Danzig: two of them are green."""
    offices = dict.fromkeys(("lubeck", "wismar", "stettin", "kulm", "danzig"), "red")
    state = east(spaces=FOUND, offices=offices, founded={"belgard": "red"})
    state = play(state, "claim malmo-visby nothing", "found waren t")
    assert events(state, "prestige") == [[RED, 7, "connection", None]]


def test_t14_2_swap_touches_what_did_not_come_by_an_additional_office():
    state = east(
        held={"red": "swap"},
        extras={"belgard": "red, blue", "waren": "red"},
        founded={"belgard": "red, green", "waren": "blue"},
    )
    assert texts(state, "use") == {"use swap belgard 1 2"}
    state = play(state, "use swap belgard 1 2")
    assert city(state, "belgard") == "red t, blue t |  | green t, red t"


# T14.3 Permanent markers.


@pytest.mark.parametrize("spaces", [MOVE_2, PRIVILEGE, FOUND, PLACE_2])
def test_t14_3_a_permanent_marker_is_not_taken_and_not_scored(spaces):
    (claimed,) = spaces
    state = play(
        east(spaces=spaces | {"elbing-kulm.1": "green t"}), f"claim {claimed} nothing", "done"
    )
    assert markers(state.held[RED] + state.used[RED]) == []
    assert sum(state.drawn) == 0
    assert (TEUTONICA.to_move(state), state.actions) == ((RED,), 1)
    state.over = True
    assert TEUTONICA.result(state).scores[RED]["markers"] == 0


@pytest.mark.parametrize("spaces", [MOVE_2, PRIVILEGE, FOUND, PLACE_2])
def test_t14_3_no_bonus_marker_is_placed_there(spaces):
    (claimed,) = spaces
    state = play(east(plate={"red": "plus3"}), "end")
    assert f"marker plus3 {claimed}" not in texts(state)
    assert "already has a marker" in refusal(state, f"marker plus3 {claimed}")


def test_t14_3_it_is_used_at_the_end_of_the_claim_and_only_then():
    state = play(east(spaces=PRIVILEGE), "claim malmo-stralsund office malmo")
    assert city(state, "malmo") == "red m, -, -"
    assert texts(state) == {"develop privilege", "done"}
    state = play(state, "done")
    assert state.levels[2] == 0
    assert "develop privilege" not in texts(state)
    assert "isn't possible now" in refusal(state, "develop privilege")


def test_t14_3_the_new_privilege_is_of_no_use_to_the_claim_itself():
    """Stralsund's first office is orange."""
    state = east(spaces=PRIVILEGE)
    assert "claim malmo-stralsund office stralsund" not in texts(state)
    state = play(state, "claim malmo-stralsund nothing", "develop privilege")
    assert state.levels[2] == 1
    assert TEUTONICA.to_move(state) == (RED,)
    assert not state.frames


def test_t14_3_a_complete_privilege_is_not_asked_for():
    state = east(spaces=PRIVILEGE, levels={"red": {"privilege": 3}})
    assert not play(state, "claim malmo-stralsund nothing").frames


def test_t14_3_it_is_used_also_when_the_claim_ends_the_game():
    state = east(
        spaces=PRIVILEGE,
        offices={"malmo": "red", "stralsund": "red"},
        levels={"red": {"privilege": 2}},
        prestige={"red": 18},
    )
    state = play(state, "claim malmo-stralsund nothing")
    assert (state.prestige[RED], state.over) == (20, False)
    assert texts(state) == {"develop privilege", "done"}
    state = play(state, "develop privilege")
    assert (state.over, state.ending) == (True, "prestige")
    assert TEUTONICA.result(state).scores[RED]["abilities"] == 8


def test_t14_3_move_2_moves_pieces_of_anybody():
    state = east(
        spaces=MOVE_2 | {"elbing-kulm": "green t, -", "malmo-visby.1": "red t"},
    )
    state = play(state, "claim stralsund-wismar nothing")
    assert TEUTONICA.view(state, None).prompt == "move any"
    state = play(
        state,
        "move elbing-kulm.1 > halle-wittenberg.1",
        "move malmo-visby.1 > halle-wittenberg.2",
    )
    assert route(state, "halle-wittenberg") == "green t, red t"
    assert not state.frames


@pytest.mark.parametrize("moves", [0, 1])
def test_t14_3_move_2_can_be_left_off_after_any_piece(moves):
    state = east(spaces=MOVE_2 | {"elbing-kulm": "green t, green t"})
    lines = ["move elbing-kulm.1 > halle-wittenberg.1"] * moves
    state = play(state, "claim stralsund-wismar nothing", *lines, "done")
    assert not state.frames
    assert at(state, "elbing-kulm.2") == "green t"


def test_t14_3_move_2_lets_two_pieces_change_places():
    state = east(spaces=MOVE_2 | {"elbing-kulm": "green t, red m"})
    state = play(state, "claim stralsund-wismar nothing", "move elbing-kulm.1 > elbing-kulm.2")
    assert texts(state, "done") == set()
    state = play(state, "move elbing-kulm.2 > elbing-kulm.1")
    assert route(state, "elbing-kulm") == "red m, green t"


def test_t14_3_move_2_boats_take_merchants_only():
    """A merchant leaves its boat to a free space; a trader cannot have the boat."""
    state = east(spaces=MOVE_2 | {"malmo-visby.2": "green m", "elbing-kulm.1": "blue t"})
    state = play(state, "claim stralsund-wismar nothing")
    assert "boat" in refusal(state, "move elbing-kulm.1 > malmo-visby.2")
    assert "move elbing-kulm.1 > stralsund-wismar.1" not in texts(state)
    state = play(state, "move malmo-visby.2 > elbing-kulm.1")
    assert "move elbing-kulm.1 > malmo-visby.2" not in texts(state)
    assert "move elbing-kulm.1 > elbing-kulm.2" in texts(state)


def test_t14_3_an_office_in_a_green_city_takes_a_piece_of_the_supply():
    state = east(spaces=FOUND, supply={"red": "1t1m"})
    state = play(state, "claim malmo-visby nothing")
    assert texts(state) == {
        "done",
        *(f"found {name} {kind}" for name in ("belgard", "dresden", "waren") for kind in "tm"),
    }
    state = play(state, "found waren m")
    assert city(state, "waren") == " | red m"
    assert supply(state, RED) == (1, 0)


def test_t14_3_found_may_be_left_off_and_an_empty_supply_asks_nothing():
    assert not play(east(spaces=FOUND), "claim malmo-visby nothing", "done").completed
    state = play(east(spaces=FOUND, supply={"red": "0t"}), "claim malmo-visby nothing")
    assert not state.frames


def test_t14_3_found_is_for_green_cities_and_pieces_that_are_there():
    state = play(east(spaces=FOUND, supply={"red": "1t"}), "claim malmo-visby nothing")
    assert refusal(state, "found danzig t") == "Danzig is not a green city."
    assert refusal(state, "found belgard m") == "You have no merchant in your supply."


def test_t14_3_place_2_takes_pieces_of_the_claimed_route():
    state = east(spaces=PLACE_2, stock={"red": "2t"})
    state = play(state, "claim danzig-malmo nothing")
    assert stock(state, RED) == (2, 0)
    state = play(state, "put m malmo-visby.2", "put t danzig-malmo.1")
    assert (at(state, "malmo-visby.2"), at(state, "danzig-malmo.1")) == ("red m", "red t")
    assert stock(state, RED) == (4, 0)
    assert not state.frames


def test_t14_3_place_2_never_the_piece_that_became_an_office():
    """The only merchant opens the office in Malmö: traders are left to place."""
    state = play(east(spaces=PLACE_2), "claim danzig-malmo office malmo")
    assert city(state, "malmo") == "red m, -, -"
    assert {text.split()[1] for text in texts(state, "put")} == {"t"}
    assert refusal(state, "put m malmo-visby.2") == (
        "Put a piece left over from the claimed route on a free space that takes it."
    )
    state = play(state, "put t elbing-kulm.1", "put t elbing-kulm.2")
    assert not state.frames


def test_t14_3_place_2_nor_the_one_of_an_additional_office():
    state = east(spaces=PLACE_2, held={"red": "extra"}, offices={"danzig": "blue"})
    state = play(state, "claim danzig-malmo extra danzig m")
    assert {text.split()[1] for text in texts(state, "put")} == {"t"}


@pytest.mark.parametrize("placed", [0, 1])
def test_t14_3_place_2_can_be_left_off_and_the_rest_goes_to_the_stock(placed):
    state = east(spaces=PLACE_2, stock={"red": "2t"})
    lines = ["put t elbing-kulm.1"] * placed
    state = play(state, "claim danzig-malmo nothing", *lines, "done")
    assert stock(state, RED) == (5 - placed, 1)


def test_t14_3_place_2_boats_take_merchants_only():
    state = play(east(spaces=PLACE_2), "claim danzig-malmo nothing")
    assert "put t danzig-malmo.4" not in texts(state)
    assert "put m danzig-malmo.4" in texts(state)


def test_t14_3_the_claim_of_a_route_without_one_asks_nothing():
    assert not play(east(spaces={"elbing-kulm": "red t"}), "claim elbing-kulm nothing").frames


# T14.4 Waren.


def test_t14_4_waren_develops_actions_or_bank():
    state = east(spaces={"waren-wismar": "red t"})
    assert texts(state, "claim") == {
        "claim waren-wismar develop actions",
        "claim waren-wismar develop bank",
        "claim waren-wismar nothing",
    }
    assert play(state, "claim waren-wismar develop bank").levels[4] == 1


def test_t14_4_dresden_develops_city_keys():
    state = east(spaces={"dresden-halle": "red t"})
    assert "claim dresden-halle develop city_keys" in texts(state)


# Boats, wherever pieces land.


def test_t4_t14_boats_take_merchants_only():
    state = east(supply={"red": "1t1m"})
    assert "place m malmo-visby.2" in texts(state)
    assert refusal(state, "place t malmo-visby.2") == (
        "Malmö–Visby 2 is a boat and takes only merchants."
    )


def test_t5_3_t14_a_boat_is_no_space_for_a_displaced_trader():
    """Around Visby only the boat is free: a merchant stays near, a trader goes on."""
    spaces = {
        "malmo-visby": "green t, -, blue t",
        "danzig-malmo": "blue t, blue t, blue t, -",
        "malmo-stralsund": "-, blue m, blue t",
    }
    state = east(spaces=spaces, supply={"red": "3t"})
    state = play(state, "displace t malmo-visby.1 paying 1t")
    near = {text for text in texts(state, "put") if text.startswith("put t")}
    assert "put t malmo-stralsund.1" not in near
    assert {"put t anklam-stettin.1", "put t elbing-kulm.1"} & near == set()
    assert "put t stralsund-wismar.3" in near
    assert "put t danzig-konigsberg.1" in near
    assert refusal(state, "put t malmo-stralsund.1") == (
        "Malmö–Stralsund 1 is a boat and takes only merchants."
    )


def test_t5_3_t14_a_displaced_merchant_goes_on_the_boat_nearby():
    spaces = {
        "malmo-visby": "green m, -, blue t",
        "danzig-malmo": "blue t, blue t, blue t, -",
        "malmo-stralsund": "blue m, blue m, blue t",
    }
    state = east(spaces=spaces, supply={"red": "3t"})
    state = play(state, "displace t malmo-visby.1 paying 2t")
    merchants = {text for text in texts(state, "put") if text.startswith("put m")}
    assert merchants == {"put m danzig-malmo.4"}


def test_t5_1_t14_on_a_boat_a_merchant_is_displaced_by_a_merchant():
    state = east(spaces={"malmo-visby.2": "green m"}, supply={"red": "3t1m"})
    assert texts(state, "displace") == {"displace m malmo-visby.2 paying 2t"}
    assert "boat" in refusal(state, "displace t malmo-visby.2 paying 2t")


def test_t14_the_log_tells_permanent_markers():
    state = play(east(spaces=FOUND), "claim malmo-visby nothing")
    after = play(state, "found belgard t")
    told = describe(TEUTONICA, state, RED, "found belgard t", after.events, NAMES, None)
    assert told == "Ann opens an office in Belgard with a trader. Belgard is completed."
