"""T17: two players with the pawn."""

import pytest

from games.rules.teutonica.board import load_board
from tests.rules.positions import (
    CLASSIC,
    GREEN,
    RED,
    TEUTONICA,
    WITH_PAWN,
    play,
    position,
    refusal,
    texts,
)
from tests.telling import describe

BOARD = load_board("hanse-23")
PROVINCES = {entry["id"]: entry for entry in BOARD.facts["provinces"]}


def with_pawn(pawn=1, **words):
    words.setdefault("supply", {"red": "5t1m"})
    return position(WITH_PAWN | words.pop("also", {}), players=2, pawn=pawn, **words)


def routes(state, verb, place):
    return {text.split()[place].split(".")[0] for text in texts(state, verb)}


# T17.1 The board and the start.


def test_t17_1_the_board_has_16_provinces_and_4_guards():
    assert set(PROVINCES) == set(range(1, 17))
    assert len(BOARD.facts["guards"]) == 4
    assert TEUTONICA.start(WITH_PAWN, 2).board.id == "hanse-23"


def test_t17_1_every_route_borders_a_province_or_two():
    for route in BOARD.routes:
        assert 1 <= sum(route.id in entry["routes"] for entry in PROVINCES.values()) <= 2


@pytest.mark.parametrize(("start", "other"), [("start 1", GREEN), ("start 2", RED)])
def test_t17_1_who_does_not_begin_puts_the_pawn_anywhere(start, other):
    state = play(
        TEUTONICA.start(WITH_PAWN, 2),
        start,
        "tavern extra bremen-osnabruck",
        "tavern swap goslar-hildesheim",
        "tavern move3 luneburg-perleberg",
    )
    assert TEUTONICA.to_move(state) == (other,)
    assert TEUTONICA.view(state, None).prompt == "pawn"
    assert TEUTONICA.view(state, None).pawn is None
    assert texts(state) == {f"pawn {number}" for number in range(1, 17)}
    assert refusal(state, "pawn 17") == "Put the pawn in one of the provinces 1 to 16."
    state = play(state, "pawn 7")
    assert (TEUTONICA.to_move(state), state.actions) == ((1 - other,), 2)
    assert TEUTONICA.view(state, None).pawn == 7
    assert TEUTONICA.view(state, None).free_walk


# T17.2 Moving the pawn.


def test_t17_2_provinces_are_neighbours_that_share_a_route_or_a_guard():
    for one, here in PROVINCES.items():
        for two, there in PROVINCES.items():
            shared = set(here["routes"]) & set(there["routes"])
            shared |= set(here["guards"]) & set(there["guards"])
            assert (two in here["neighbours"]) == (one != two and bool(shared))


def test_t17_2_before_the_first_action_one_or_two_provinces_are_free():
    state = with_pawn(1)
    near = {2, 10} | {1, 3, 4, 8} | {1, 3, 6, 14, 15, 16}
    free = {text for text in texts(state, "pawn") if not text.endswith("action")}
    # The others cost an action, and are told without saying so.
    assert free == {f"pawn {number}" for number in range(2, 17)}
    for number in range(2, 17):
        after = play(state, f"pawn {number}")
        assert after.actions == (2 if number in near else 1)
        assert after.added.walked == (number in near)


def test_t17_2_a_near_province_can_be_paid_for_to_keep_the_free_move():
    state = play(with_pawn(1), "pawn 2 action")
    assert state.actions == 1
    assert TEUTONICA.view(state, None).free_walk
    assert play(state, "pawn 5").added.pawn == 5


def test_t17_2_the_free_move_is_made_once_a_turn():
    state = play(with_pawn(1), "pawn 2")
    assert not TEUTONICA.view(state, None).free_walk
    state = play(state, "pawn 1")
    assert state.actions == 1
    state = play(state, "pawn 2")
    assert state.actions == 0
    assert refusal(state, "pawn 1") == (
        "You've used the pawn's free move this turn. You have no actions left this turn."
    )


def test_t17_2_each_player_has_it_each_turn():
    state = play(with_pawn(1), "pawn 2", "end", "pawn 1")
    assert (state.turn, state.actions) == (GREEN, 2)


def test_t17_2_after_the_last_action_it_is_free_too():
    state = play(with_pawn(1, actions=1), "place t hamburg-stade.1", "pawn 2")
    assert (state.actions, state.added.pawn) == (0, 2)
    assert texts(state) == {"end"}


def test_t17_2_far_provinces_are_not():
    state = play(with_pawn(1, actions=1), "place t hamburg-stade.1")
    assert refusal(state, "pawn 13") == (
        "Province 13 is more than 2 provinces away. You have no actions left this turn."
    )


def test_t17_2_the_free_move_after_an_action_makes_that_the_last_one():
    state = play(with_pawn(1), "place t hamburg-stade.1", "pawn 2")
    assert state.actions == 0
    assert texts(state) == {"end"}


@pytest.mark.parametrize("marker", ["plus3", "plus4"])
def test_t17_2_no_marker_brings_another_action_then(marker):
    state = with_pawn(1, held={"red": f"{marker} develop"})
    assert f"use {marker}" in texts(play(state, "pawn 2"))
    state = play(state, "place t hamburg-stade.1", "pawn 2")
    assert refusal(state, f"use {marker}") == (
        f"You can't act any more this turn, so '+{marker[-1]} Actions' would do nothing."
    )
    state = play(state, "use develop actions")
    assert (state.actions, state.levels[1]) == (0, 1)


def test_t17_2_a_marker_before_it_is_no_action():
    state = play(with_pawn(1, held={"red": "plus3"}), "use plus3", "pawn 2")
    assert state.actions == 5


def test_t17_2_any_distance_costs_one_action():
    state = play(with_pawn(1), "pawn 13")
    assert (state.actions, state.added.pawn) == (1, 13)
    assert refusal(state, "pawn 13") == "The pawn is already in province 13."
    assert refusal(state, "pawn 17") == "There is no province 17. They are numbered 1 to 16."
    assert refusal(state, "pawn 1 action") == (
        "This move of the pawn always costs an action. Write 'pawn 1'."
    )


def test_t17_2_income_counts_as_an_action_before_the_free_move():
    assert play(with_pawn(1), "income 1t", "pawn 2").actions == 0


def test_t17_2_t13_a_pawn_that_has_moved_has_begun_the_turn():
    state = with_pawn(
        1, also={"favour": "on"}, tiles={"action": "open"}, held={"red": "plus3 plus4"}
    )
    assert len(texts(state, "favour")) == 1
    assert texts(play(state, "pawn 2"), "favour") == set()


def test_t17_2_the_log_tells_what_it_cost():
    names = ("Ann", "Ben")

    def told(state, line):
        after = play(state, line)
        return describe(TEUTONICA, state, RED, line, after.events, names, None)

    assert told(with_pawn(1), "pawn 2") == "Ann moves the pawn to province 2."
    assert told(with_pawn(1), "pawn 13") == "Ann moves the pawn to province 13 for an action."
    acted = play(with_pawn(1), "income 1t")
    assert told(acted, "pawn 2") == "Ann moves the pawn to province 2 after the last action."


# T17.3 What it binds.


@pytest.mark.parametrize("province", [1, 7, 16])
def test_t17_3_place_and_displace_go_to_routes_that_border_its_province(province):
    green = {route.id for route in BOARD.routes[::3]}
    state = with_pawn(province, spaces={f"{route}.1": "green t" for route in green})
    bordering = set(PROVINCES[province]["routes"])
    assert routes(state, "place", 2) == bordering
    assert routes(state, "displace", 2) == bordering & green


def test_t17_3_claims_too():
    words = {"spaces": {"hamburg-stade": "red t", "arnheim-munster": "red t"}}
    assert routes(with_pawn(1, **words), "claim", 1) == {"hamburg-stade"}
    assert refusal(with_pawn(1, **words), "claim arnheim-munster nothing") == (
        "Arnheim–Münster doesn't border province 1, where the pawn is."
    )
    assert refusal(with_pawn(1), "place t arnheim-munster.1") == (
        "Arnheim–Münster doesn't border province 1, where the pawn is."
    )


def test_t17_3_a_move_of_the_pawn_opens_what_is_there():
    state = play(with_pawn(1), "pawn 7")
    assert "place t arnheim-munster.1" in texts(state)


def test_t17_3_income_and_move_are_free_of_it():
    state = with_pawn(1, spaces={"arnheim-munster.1": "red t"})
    assert "income 1t" in texts(state)
    assert "move arnheim-munster.1 > goslar-magdeburg.1" in texts(state)


def test_t17_3_displaced_pieces_are_free_of_it():
    state = with_pawn(1, spaces={"hamburg-stade.1": "green t", "hamburg-lubeck": "red t"})
    state = play(state, "displace t hamburg-stade.1 paying 1t")
    assert routes(state, "put", 2) == {"bremen-hamburg", "hamburg-luneburg"}


def test_t17_3_markers_are_free_of_it():
    state = with_pawn(
        1,
        spaces={"arnheim-munster.1": "green t"},
        held={"red": "move3"},
        plate={"red": "plus3"},
    )
    assert "marker plus3 goslar-magdeburg" in texts(play(state, "end"))
    assert "move arnheim-munster.1 > goslar-magdeburg.1" in texts(play(state, "use move3"))


def test_t17_t9_6_classic_remove_3_goes_with_the_pawn():
    state = with_pawn(
        1, also=CLASSIC, spaces={"arnheim-munster.1": "green t"}, held={"red": "remove3"}
    )
    assert "remove arnheim-munster.1" in texts(play(state, "use remove3"))
