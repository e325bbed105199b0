"""T9: using bonus markers."""

import pytest

from tests.rules.boards import with_boat
from tests.rules.positions import (
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

# T9.1, T9.2


@pytest.mark.parametrize(("marker", "more"), [("plus3", 3), ("plus4", 4)])
def test_t9_1_that_many_actions_more_this_turn(marker, more):
    state = play(position(held={"red": marker}), f"use {marker}")
    assert state.actions == 2 + more
    assert TEUTONICA.to_move(state) == (RED,)


def test_t9_1_and_not_in_the_next():
    state = play(position(held={"red": "plus4"}, players=3), "use plus4", "end", "end", "end")
    assert state.actions == 2


def test_t9_2_one_ability_one_step():
    state = position(held={"red": "develop"}, supply={"red": "3t"})
    assert len(texts(state, "use")) == 5
    state = play(state, "use develop city_keys")
    assert state.levels[:5] == bytes((1, 0, 0, 0, 0))
    assert supply(state, RED) == (4, 0)


def test_t9_2_the_book_gives_a_merchant():
    state = play(position(held={"red": "develop"}, supply={"red": "3t"}), "use develop book")
    assert supply(state, RED) == (3, 1)


def test_t9_2_not_an_ability_that_is_complete():
    state = position(held={"red": "develop"}, levels={"red": {"book": 3}})
    assert "use develop book" not in texts(state)
    assert refusal(state, "use develop book") == "Your Book is already fully developed."


# T9.3


def swap(offices, **words):
    return position(offices=offices, held={"red": "swap"}, **words)


def test_t9_3_neighbouring_offices_change_owners():
    state = play(swap({"hamburg": "red, green"}), "use swap hamburg 1 2")
    assert city(state, "hamburg") == "green t, red t, -"


def test_t9_3_shape_and_colour_do_not_matter():
    state = swap({"arnheim": "green, red", "perleberg": "green, green, red t"})
    assert texts(state, "use") == {"use swap arnheim 1 2", "use swap perleberg 2 3"}
    state = play(state, "use swap arnheim 1 2")
    assert city(state, "arnheim") == "red m, green t, -, -"


def test_t9_3_one_of_the_two_is_the_players_own():
    state = swap({"hamburg": "green, blue, red"})
    assert texts(state, "use") == {"use swap hamburg 2 3"}
    assert refusal(state, "use swap hamburg 1 2") == (
        "Swap needs two occupied offices side by side in one city, one of them yours and the"
        " other not. Extra offices don't count."
    )


def test_t9_3_two_own_offices_would_change_nothing():
    assert texts(swap({"hamburg": "red, red"}), "use") == set()


def test_t9_3_both_are_occupied():
    assert texts(swap({"hamburg": "red"}), "use") == set()


def test_t9_3_only_neighbours():
    assert texts(swap({"hamburg": "red, green, green"}), "use") == {"use swap hamburg 1 2"}


def test_t9_3_not_across_cities():
    """Lübeck's offices come right after Kampen's: no office of one neighbours one of another."""
    state = swap({"kampen": "green, red", "lubeck": "green, green"})
    assert texts(state, "use") == {"use swap kampen 1 2"}


def test_t9_3_extra_offices_are_left_alone():
    state = swap({"hamburg": "green"}, extras={"hamburg": "red t"})
    assert texts(state, "use") == set()


def test_t9_3_offices_are_counted_without_extra_ones():
    state = swap({"hamburg": "red, green"}, extras={"hamburg": "blue t"})
    state = play(state, "use swap hamburg 1 2")
    assert city(state, "hamburg") == "blue t | green t, red t, -"


def test_t9_3_no_coin_is_paid():
    state = swap({"lubeck": "green, red"})
    state = play(state, "use swap lubeck 1 2")
    assert state.prestige == (0, 0, 0, 0)
    assert events(state, "prestige") == []


def test_t9_3_control_passes_with_the_offices():
    state = swap({"hamburg": "red, green"})
    number = state.board.city_numbers["hamburg"]
    assert TEUTONICA.view(state, None).controllers[number] == GREEN
    state = play(state, "use swap hamburg 1 2")
    assert TEUTONICA.view(state, None).controllers[number] == RED


def test_t9_3_special_prestige_is_no_office():
    state = swap({}, special={7: "red", 8: "green"})
    assert texts(state, "use") == set()


def test_t9_3_either_order_of_the_numbers_is_read():
    state = swap({"hamburg": "red, green"})
    assert TEUTONICA.read(state, "use swap hamburg 2 1") == (
        TEUTONICA.read(state, "use swap hamburg 1 2")
    )


# T9.4


def extra(pieces="red t", route_id="hamburg-stade", **words):
    """Return a position with a full route and an Additional Office."""
    words = {"held": {"red": "extra"}, "offices": {"hamburg": "green"}} | words
    return position(spaces={route_id: pieces}, **words)


def test_t9_4_any_piece_of_the_route_becomes_an_extra_office():
    state = extra("red t, red m, red t")
    assert {text for text in texts(state, "claim") if "extra" in text} == {
        "claim hamburg-stade extra hamburg t",
        "claim hamburg-stade extra hamburg m",
    }
    state = play(state, "claim hamburg-stade extra hamburg m")
    assert city(state, "hamburg") == "red m | green t, -, -"
    assert events(state, "extra") == [[RED, "hamburg"]]
    assert stock(state, RED)[1] == 0


def test_t9_4_the_marker_is_used_up():
    state = play(extra(), "claim hamburg-stade extra hamburg t")
    assert state.held[RED] == b""
    assert markers(state.used[RED]) == ["extra"]


def test_t9_4_the_city_needs_an_established_office():
    state = extra()
    assert refusal(state, "claim hamburg-stade extra stade t") == (
        "An extra office needs a city that already has an office, and Stade has none."
    )


def test_t9_4_an_office_of_ones_own_will_do():
    state = extra(offices={"hamburg": "red"})
    assert "claim hamburg-stade extra hamburg t" in texts(state)


def test_t9_4_with_vacant_offices_or_without():
    state = extra(offices={"hamburg": "green", "stade": "blue"})
    assert {"claim hamburg-stade extra stade t", "claim hamburg-stade extra hamburg t"} <= texts(
        state
    )


def test_t9_4_no_shape_no_privilege():
    """A trader beside Stade's circle, and where only a black office is vacant."""
    state = extra(offices={"hamburg": "green, green", "stade": "blue"})
    assert "claim hamburg-stade office hamburg" not in texts(state)
    assert "claim hamburg-stade extra hamburg t" in texts(state)
    assert "claim hamburg-stade extra stade t" in texts(state)


def test_t9_4_left_of_every_office_and_of_earlier_extra_offices():
    state = extra(extras={"hamburg": "blue t, green t"})
    state = play(state, "claim hamburg-stade extra hamburg t")
    assert city(state, "hamburg") == "red t, blue t, green t | green t, -, -"


@pytest.mark.parametrize("before", range(4))
def test_t9_4_completes_nothing(before):
    """Hamburg's last office stays vacant; extra ones, however many, do not stand in for it."""
    extras = {"hamburg": ", ".join(["blue t"] * before)} if before else {}
    state = extra(offices={"hamburg": "green, green"}, extras=extras)
    assert state.completed == b""
    state = play(state, "claim hamburg-stade extra hamburg t")
    assert state.completed == b""
    assert not events(state, "completed")


def test_t9_4_leaves_the_printed_offices_alone():
    state = play(extra(), "claim hamburg-stade extra hamburg t")
    assert state.vacant_office(state.board.city_numbers["hamburg"]) is not None
    state.held = (b"",) * 4
    assert city(state, "hamburg").endswith("green t, -, -")


def test_t9_4_counts_for_control():
    state = extra(offices={"hamburg": "green"}, extras={"hamburg": "red t"})
    state = play(state, "claim hamburg-stade extra hamburg t")
    assert TEUTONICA.view(state, None).controllers[state.board.city_numbers["hamburg"]] == RED


def test_t9_4_the_marker_taken_in_this_same_claim_cannot_be_used():
    state = extra(held={}, markers={"hamburg-stade": "extra"})
    assert not any("extra" in text for text in texts(state, "claim"))
    assert refusal(state, "claim hamburg-stade extra hamburg t") == (
        "An extra office needs an Additional Office marker that you took before this claim."
    )


def test_t9_4_one_held_before_can_while_another_is_taken():
    state = extra(markers={"hamburg-stade": "extra"})
    state = play(state, "claim hamburg-stade extra hamburg t")
    assert markers(state.held[RED]) == ["extra"]
    assert markers(state.used[RED]) == ["extra"]


def test_t9_4_it_is_in_place_of_a_plain_office():
    state = play(extra(), "claim hamburg-stade extra hamburg t")
    assert stock(state, RED)[0] + supply(state, RED)[0] == 11 - 1
    assert city(state, "stade") == "-"


def test_t9_4_is_not_used_outside_a_claim():
    state = extra()
    assert texts(state, "use") == set()
    with pytest.raises(Exception, match="part of a claim"):
        TEUTONICA.read(state, "use extra")


def test_t9_4_prestige_is_judged_before_the_extra_office():
    state = extra(offices={"hamburg": "green"}, extras={"hamburg": "red t"})
    state = play(state, "claim hamburg-stade extra hamburg t")
    assert state.prestige == (0, 1, 0, 0)


# T9.5


def test_t9_5_what_cannot_do_anything_cannot_be_used():
    complete = {"city_keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
    state = position(
        held={"red": "develop swap move3 extra"},
        levels={"red": complete},
        offices={"hamburg": "green, blue"},
        spaces={"emden-stade": "red t"},
    )
    assert texts(state, "use") == set()
    assert refusal(state, "use move3") == (
        "Move 3 would do nothing now: no other player has a piece on a route."
    )


def test_t9_5_more_actions_always_do_something():
    assert "use plus3" in texts(position(held={"red": "plus3"}, actions=0))


def test_t9_5_a_marker_of_others_cannot_be_used():
    state = position(held={"green": "plus3"})
    assert refusal(state, "use plus3") == "You have no marker '+3 Actions' face up."


# T9.6


def lifting(spaces, **words):
    """Return the position after red has begun a Move 3."""
    return play(position(spaces=spaces, held={"red": "move3"}, **words), "use move3")


def test_t9_6_up_to_three_pieces_of_opponents_to_free_spaces_anywhere():
    state = lifting({"hamburg-stade": "green t, blue t, yellow m"})
    state = play(state, "move hamburg-stade.1 > halle-quedlinburg.1")
    state = play(state, "move hamburg-stade.2 > emden-stade.1")
    state = play(state, "move hamburg-stade.3 > arnheim-kampen.2")
    assert not state.frames
    assert at(state, "halle-quedlinburg.1") == "green t"
    assert at(state, "emden-stade.1") == "blue t"
    assert at(state, "arnheim-kampen.2") == "yellow m"
    assert state.actions == 2


def test_t9_6_fewer_will_do_but_one_at_least():
    state = lifting({"hamburg-stade.1": "green t"})
    assert "done" not in texts(state)
    assert refusal(state, "done") == "Move at least one piece."
    state = play(state, "move hamburg-stade.1 > emden-stade.1", "done")
    assert not state.frames
    assert markers(state.used[RED]) == ["move3"]


def test_t9_6_not_ones_own_pieces():
    state = lifting({"hamburg-stade": "green t, red t, -"})
    assert {text.split()[1] for text in texts(state, "move")} == {"hamburg-stade.1"}
    assert refusal(state, "move hamburg-stade.2 > emden-stade.1") == (
        "No other player has a piece on Hamburg–Stade 2."
    )


def test_t9_6_no_own_piece_is_displaced():
    state = lifting({"hamburg-stade": "green t, red t, -"})
    assert refusal(state, "move hamburg-stade.1 > hamburg-stade.2") == (
        "Hamburg–Stade 2 is not free."
    )


def test_t9_6_a_merchant_counts_as_one():
    state = lifting({"hamburg-stade": "green m, blue m, yellow m"})
    for point in (1, 2, 3):
        assert state.frames
        state = play(state, f"move hamburg-stade.{point} > emden-stade.{point}")
    assert not state.frames


def test_t9_6_nobody_places_extra_pieces():
    state = lifting({"hamburg-stade.1": "green t"})
    state = play(state, "move hamburg-stade.1 > emden-stade.1", "done")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t9_6_two_pieces_take_each_others_spaces():
    state = lifting({"hamburg-stade": "green t, blue m, -"})
    state = play(state, "move hamburg-stade.1 > hamburg-stade.2")
    assert TEUTONICA.view(state, None).hand
    state = play(state, "move hamburg-stade.2 > hamburg-stade.1", "done")
    assert route(state, "hamburg-stade") == "blue m, green t, -"


def test_t9_6_three_pieces_in_a_ring():
    state = lifting({"hamburg-stade": "green t, blue m, yellow t"})
    state = play(
        state,
        "move hamburg-stade.1 > hamburg-stade.2",
        "move hamburg-stade.2 > hamburg-stade.3",
        "move hamburg-stade.3 > hamburg-stade.1",
    )
    assert not state.frames
    assert route(state, "hamburg-stade") == "yellow t, green t, blue m"


def test_t9_6_a_chain_of_three_ends_on_a_free_space():
    state = lifting({"hamburg-stade": "green t, blue m, yellow t"})
    state = play(
        state,
        "move hamburg-stade.1 > hamburg-stade.2",
        "move hamburg-stade.2 > hamburg-stade.3",
        "move hamburg-stade.3 > emden-stade.1",
    )
    assert route(state, "hamburg-stade") == "-, green t, blue m"
    assert at(state, "emden-stade.1") == "yellow t"


def test_t9_6_on_a_full_board_pieces_still_change_places():
    """Every space is taken: two opponents' pieces can only take each other's spaces."""
    board = position().board
    colours = ["green t"] * 26 + ["blue t"] * 26 + ["yellow t"] * 26 + ["red t"] * 26
    colours += ["green m"] * 3
    complete = {"city_keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
    levels = dict.fromkeys(("red", "green", "blue", "yellow"), complete)
    state = lifting(dict(zip(board.space_ids, colours, strict=True)), levels=levels)
    first, last = board.space_ids[0], board.space_ids[-1]
    state = play(state, f"move {first} > {last}")
    assert {text.split()[1] for text in texts(state)} == {last}
    # One move is left, and no free space for it: the series is over by itself.
    state = play(state, f"move {last} > {first}")
    assert not state.frames
    assert (at(state, first), at(state, last)) == ("green m", "green t")


def test_t9_6_a_piece_in_the_air_moves_next():
    state = lifting({"hamburg-stade": "green t, blue m, yellow t"})
    state = play(state, "move hamburg-stade.1 > hamburg-stade.2")
    assert "done" not in texts(state)
    assert refusal(state, "done") == "Put down the lifted piece first."
    assert refusal(state, "move hamburg-stade.3 > emden-stade.1") == (
        "The piece from Hamburg–Stade 2 is lifted. Move it next."
    )


def test_t9_6_the_third_piece_needs_a_free_space():
    state = lifting({"hamburg-stade": "green t, blue m, yellow t", "emden-stade.1": "blue t"})
    state = play(state, "move hamburg-stade.1 > emden-stade.2")
    state = play(state, "move hamburg-stade.2 > emden-stade.3")
    assert refusal(state, "move hamburg-stade.3 > emden-stade.1") == (
        "Emden–Stade 1 is not free, and this is the last of these moves."
    )


def test_t9_6_boats_take_merchants_only():
    state = position(spaces={"hamburg-stade": "green t, blue m, -"}, held={"red": "move3"})
    state.board = with_boat("emden-stade", 1)
    state = play(state, "use move3")
    assert "move hamburg-stade.1 > emden-stade.1" not in texts(state)
    assert "move hamburg-stade.2 > emden-stade.1" in texts(state)
    assert "boat" in refusal(state, "move hamburg-stade.1 > emden-stade.1")


def test_t9_6_offices_are_not_moved():
    state = position(offices={"hamburg": "green, blue"}, held={"red": "move3"})
    assert texts(state, "use") == set()
