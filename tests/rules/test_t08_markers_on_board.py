"""T8: bonus markers on the board, and how they are replaced."""

import pytest

from games.rules.title import CHANCE
from tests.rules.positions import (
    GREEN,
    RED,
    TEUTONICA,
    events,
    markers,
    play,
    position,
    refusal,
    texts,
)


def on_board(state):
    return {
        r.id: markers(bytes((state.markers[r.index] - 1,)))[0]
        for r in state.board.routes
        if state.markers[r.index]
    }


THREE = {"hamburg-stade": "plus3", "emden-stade": "swap", "goslar-magdeburg": "extra"}


def claimed(*further, spaces=None, **words):
    """Return the position after red has taken +3 Actions from Hamburg–Stade."""
    filled = {"hamburg-stade": "red t", **(spaces or {})}
    state = position(spaces=filled, markers=THREE, **words)
    return play(state, "claim hamburg-stade nothing", *further)


def test_t8_1_three_lie_on_the_board_again_when_the_next_turn_starts():
    state = claimed("end", "draw plus4", "marker plus4 halle-quedlinburg")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert on_board(state) == {
        "halle-quedlinburg": "plus4",
        "emden-stade": "swap",
        "goslar-magdeburg": "extra",
    }


def test_t8_2_a_used_marker_stays_face_down_and_counts():
    state = play(position(held={"red": "plus3"}), "use plus3")
    assert state.held[RED] == b""
    assert markers(state.used[RED]) == ["plus3"]
    assert TEUTONICA.view(state, GREEN).desks[RED].used == 1


def test_t8_2_what_is_face_up_and_how_many_are_face_down_is_public():
    state = position(held={"red": "swap plus4"}, used={"red": "develop move3"})
    for viewer in (None, RED, GREEN):
        desk = TEUTONICA.view(state, viewer).desks[RED]
        assert markers(bytes(desk.markers)) == ["swap", "plus4"]
        assert desk.used == 2


def test_t8_3_a_replacement_is_not_known_before_it_is_placed():
    """The marker supply still counts it among its kinds, and the owner does not see it either."""
    state = claimed()
    assert sum(state.bag) == 12
    assert state.drawn[RED] == 1
    desk = TEUTONICA.view(state, RED).desks[RED]
    assert (desk.plate, desk.plate_known) == (1, ())
    assert TEUTONICA.view(state, RED).marker_supply == 11


def test_t8_3_chance_draws_at_the_end_of_the_turn_from_what_is_left():
    state = claimed("end")
    assert TEUTONICA.to_move(state) == (CHANCE,)
    draws = {
        TEUTONICA.write(state, order): chance for order, chance in TEUTONICA.chance_outcomes(state)
    }
    assert draws == {
        "draw extra": 3 / 12,
        "draw swap": 2 / 12,
        "draw plus3": 1 / 12,
        "draw plus4": 2 / 12,
        "draw develop": 2 / 12,
        "draw move3": 2 / 12,
    }


def test_t8_3_only_chance_draws():
    state = claimed("end")
    assert len(TEUTONICA.orders(state, RED)) == 0
    assert refusal(state, "draw plus4", seat=RED) == "Something is being drawn. Wait for it."


def test_t8_3_what_is_used_up_is_not_drawn():
    state = claimed("end", used={"yellow": "plus4 plus4"})
    assert "draw plus4" not in {
        TEUTONICA.write(state, order) for order, _ in TEUTONICA.chance_outcomes(state)
    }
    assert refusal(state, "draw plus4") == "The marker '+4 Actions' cannot be drawn now."


def test_t8_3_chance_places_no_marker():
    """The plate of the last seat is not chance's: it has only its draw."""
    state = claimed("end", players=4, plate={"yellow": "swap"})
    assert {text.split()[0] for text in texts(state)} == {"draw"}
    assert "marker" in refusal(state, "marker swap bremen-hamburg")


def test_t8_4_all_markers_of_the_plate_are_looked_at_before_the_first_is_placed():
    state = claimed(
        "claim emden-stade nothing",
        "end",
        "draw plus4",
        spaces={"emden-stade": "red t"},
    )
    assert TEUTONICA.to_move(state) == (CHANCE,)
    state = play(state, "draw develop")
    assert TEUTONICA.view(state, RED).desks[RED].plate_known == tuple(
        sorted(TEUTONICA.view(state, RED).desks[RED].plate_known)
    )
    assert markers(state.plate[RED]) == ["plus4", "develop"]


def test_t8_4_the_player_places_them_one_by_one_in_his_own_order():
    state = claimed(
        "claim emden-stade nothing",
        "end",
        "draw plus4",
        "draw develop",
        spaces={"emden-stade": "red t"},
    )
    assert {text.split()[1] for text in texts(state)} == {"plus4", "develop"}
    state = play(state, "marker develop hamburg-stade")
    assert TEUTONICA.to_move(state) == (RED,)
    state = play(state, "marker plus4 emden-stade")
    assert TEUTONICA.to_move(state) == (GREEN,)


def test_t8_4_only_its_owner_sees_the_plate():
    state = claimed("end", "draw plus4")
    assert markers(bytes(TEUTONICA.view(state, RED).desks[RED].plate_known)) == ["plus4"]
    for viewer in (GREEN, None):
        assert TEUTONICA.view(state, viewer).desks[RED].plate_known == ()
        assert TEUTONICA.redact(CHANCE, "draw plus4", state.events, viewer) == "draw ?"
    assert TEUTONICA.redact(CHANCE, "draw plus4", state.events, RED) == "draw plus4"


def test_t8_4_not_on_a_route_with_a_marker():
    state = claimed("end", "draw plus4")
    assert refusal(state, "marker plus4 emden-stade") == "Emden–Stade already has a marker."


def test_t8_4_not_on_a_route_with_pieces():
    state = claimed("end", "draw plus4", spaces={"bremen-minden.2": "green t"})
    assert refusal(state, "marker plus4 bremen-minden") == (
        "A marker needs a route without pieces, and Bremen–Minden has some."
    )


def test_t8_4_not_between_cities_without_a_vacant_office():
    state = claimed("end", "draw plus4", offices={"brunswick": "green", "minden": FOUR_GREEN})
    assert refusal(state, "marker plus4 brunswick-minden") == (
        "A marker needs a vacant office at an end of its route, and Brunswick–Minden has none."
    )


FOUR_GREEN = "green, green, green, green"


def test_t8_4_one_vacant_office_at_one_end_is_enough():
    state = claimed("end", "draw plus4", offices={"brunswick": "green"})
    assert "marker plus4 brunswick-minden" in texts(state)


def test_t8_4_extra_offices_do_not_matter():
    state = claimed(
        "end", "draw plus4", offices={"duisburg": "green"}, extras={"duisburg": "red t"}
    )
    assert "marker plus4 arnheim-duisburg" in texts(state)


def test_t8_4_no_established_office_is_needed():
    """The mistranslation of two rulebooks is not played."""
    assert "marker plus4 halle-quedlinburg" in texts(claimed("end", "draw plus4"))


def test_t8_4_placed_markers_are_face_up():
    state = claimed("end", "draw plus4", "marker plus4 hamburg-stade")
    number = state.board.route_numbers["hamburg-stade"]
    assert TEUTONICA.view(state, None).route_markers[number] == 3


def test_t8_4_a_marker_must_be_placed_while_a_route_qualifies():
    state = claimed("end", "draw plus4")
    assert {text.split()[0] for text in texts(state)} == {"marker"}


def test_t8_4_only_what_lies_on_the_plate():
    state = claimed("end", "draw plus4")
    assert refusal(state, "marker swap hamburg-stade") == "There is no marker 'Swap' on your plate."


# T8.5: boards where at most the named routes are without pieces.


def crowded(*empty, **words):
    """Return a position at the end of red's turn with pieces on all other routes."""
    board = position().board
    spaces = {
        f"{route.id}.1": ("red t", "green t", "blue t", "yellow t")[route.index % 4]
        for route in board.routes
        if route.id not in empty
    }
    return position(spaces=spaces, actions=0, **words)


def test_t8_5_without_a_qualifying_route_the_marker_stays_on_the_plate():
    state = play(crowded(drawn={"red": 1}), "end", "draw plus4")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert markers(state.plate[RED]) == ["plus4"]
    assert on_board(state) == {}
    assert events(state, "kept") == [[RED, 1]]


def test_t8_5_it_is_placed_at_the_end_of_a_later_turn_of_the_same_player():
    state = play(crowded(drawn={"red": 1}), "end", "draw plus4", "end", "end")
    state = play(state, "move bremen-hamburg.1 > hamburg-stade.2", "done", "end")
    assert TEUTONICA.to_move(state) == (RED,)
    assert state.frames == ()
    state = play(state, "end")
    assert TEUTONICA.to_move(state) == (RED,)
    assert texts(state) == {"marker plus4 bremen-hamburg"}
    state = play(state, "marker plus4 bremen-hamburg")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert on_board(state) == {"bremen-hamburg": "plus4"}


def test_t8_5_of_two_markers_one_is_placed_and_one_stays():
    state = crowded("bremen-minden", drawn={"red": 2})
    state = play(state, "end", "draw plus4", "draw swap")
    assert texts(state) == {"marker plus4 bremen-minden", "marker swap bremen-minden"}
    state = play(state, "marker swap bremen-minden")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert markers(state.plate[RED]) == ["plus4"]


def test_t8_5_qualifying_is_judged_at_the_time_of_placing():
    """A route that red's own placing has filled qualifies no more."""
    state = crowded("bremen-minden", "bremen-hannover", plate={"red": "plus4 swap develop"})
    state = play(state, "end", "marker swap bremen-minden")
    assert {text.split()[2] for text in texts(state)} == {"bremen-hannover"}


def test_t8_5_a_kept_marker_and_a_new_one_are_placed_together():
    state = position(plate={"red": "swap"}, drawn={"red": 1}, actions=0)
    state = play(state, "end", "draw plus4")
    assert {text.split()[1] for text in texts(state)} == {"swap", "plus4"}


def test_t8_5_a_kept_marker_cannot_be_used():
    state = position(plate={"red": "plus4"})
    assert texts(state, "use") == set()
    assert refusal(state, "use plus4") == "You have no marker '+4 Actions' face up."


def test_t8_5_markers_on_a_plate_score_for_nobody():
    state = position(
        plate={"red": "plus4 swap"},
        drawn={"red": 1},
        rest_used_by=None,
        prestige={"red": 19},
        offices={"hamburg": "red"},
        spaces={"hamburg-lubeck": "red t"},
    )
    state = play(state, "claim hamburg-lubeck nothing")
    assert TEUTONICA.result(state).scores[RED]["markers"] == 0


@pytest.mark.parametrize("colour", ["green", "blue"])
def test_t8_5_plates_of_others_are_theirs(colour):
    state = play(position(plate={colour: "swap"}, actions=0), "end")
    assert TEUTONICA.to_move(state) == (GREEN,)
    assert state.frames == ()
