"""T6: moving one's own pieces."""

import pytest

from tests.rules.boards import with_boat
from tests.rules.positions import RED, TEUTONICA, at, play, position, refusal, texts


def mixed(book=0, **words):
    """Return a position with a red trader, a red merchant and a green trader on Hamburg–Stade."""
    spaces = {"hamburg-stade": "red t, red m, green t"} | words.pop("spaces", {})
    return position(spaces=spaces, levels={"red": {"book": book}}, **words)


def test_t6_1_a_piece_moves_to_a_free_space_anywhere():
    state = play(mixed(), "move hamburg-stade.1 > halle-quedlinburg.4", "done")
    assert at(state, "hamburg-stade.1") == "-"
    assert at(state, "halle-quedlinburg.4") == "red t"


def test_t6_1_the_whole_series_is_one_action():
    state = play(mixed(), "move hamburg-stade.1 > emden-stade.1")
    assert state.actions == 1
    state = play(state, "move hamburg-stade.2 > emden-stade.2")
    assert state.actions == 1
    assert not state.frames


@pytest.mark.parametrize(("book", "number"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_t6_1_up_to_book_pieces(book, number):
    spaces = {"bremen-hamburg": "red t", "emden-osnabruck": "red t"}
    starts = [f"{route}.{point}" for route in spaces for point in range(1, 5)]
    ends = [f"halle-quedlinburg.{p}" for p in range(1, 5)] + ["emden-stade.1", "emden-stade.2"]
    state = mixed(book, spaces=spaces)
    for made in range(number):
        assert len(state.frames) == (1 if made else 0)
        state = play(state, f"move {starts[made]} > {ends[made]}")
    assert not state.frames
    assert state.actions == 1


def test_t6_1_fewer_pieces_may_move():
    state = play(mixed(), "move hamburg-stade.1 > emden-stade.1", "done")
    assert not state.frames
    assert state.actions == 1


def test_t6_1_no_opponent_is_displaced_or_moved():
    state = mixed()
    assert refusal(state, "move hamburg-stade.1 > hamburg-stade.3") == (
        "Hamburg–Stade 3 is not free."
    )
    assert refusal(state, "move hamburg-stade.3 > emden-stade.1") == (
        "You have no piece on Hamburg–Stade 3."
    )
    assert refusal(state, "move emden-stade.2 > emden-stade.1") == (
        "You have no piece on Emden–Stade 2."
    )


def test_t6_1_offices_do_not_move():
    state = position(offices={"hamburg": "red, red"})
    assert texts(state, "move") == set()


def test_t6_1_onto_an_own_piece_of_the_same_kind_is_no_move():
    state = mixed(spaces={"emden-stade.1": "red t"})
    assert refusal(state, "move hamburg-stade.1 > emden-stade.1") == (
        "Emden–Stade 1 is not free. You already have a trader there."
    )


def test_t6_1_where_it_stands_is_no_move():
    assert refusal(mixed(), "move hamburg-stade.1 > hamburg-stade.1") == (
        "The piece is already on Hamburg–Stade 1."
    )


def test_t6_2_a_trader_and_a_merchant_change_places_for_two_moves():
    state = play(mixed(), "move hamburg-stade.1 > hamburg-stade.2")
    assert at(state, "hamburg-stade.1") == "red m"
    assert at(state, "hamburg-stade.2") == "red t"
    assert not state.frames
    assert state.actions == 1


def test_t6_2_with_a_book_of_3_one_more_piece_moves_after_changing_places():
    state = play(mixed(book=1), "move hamburg-stade.2 > hamburg-stade.1")
    assert not {"move hamburg-stade.1 > hamburg-stade.2"} & texts(state)
    state = play(state, "move hamburg-stade.1 > emden-stade.1")
    assert not state.frames
    assert at(state, "emden-stade.1") == "red m"


def test_t6_2_changing_places_needs_two_moves():
    state = play(mixed(), "move hamburg-stade.1 > emden-stade.1")
    assert refusal(state, "move emden-stade.1 > hamburg-stade.2") == (
        "Swapping two of your pieces takes 2 moves, and you have 1 left."
    )


def test_t6_2_a_piece_may_take_the_space_another_has_left():
    state = play(mixed(), "move hamburg-stade.2 > emden-stade.1")
    state = play(state, "move hamburg-stade.1 > hamburg-stade.2")
    assert (at(state, "hamburg-stade.1"), at(state, "hamburg-stade.2")) == ("-", "red t")


def test_t6_2_boats_take_merchants_only():
    state = mixed()
    state.board = with_boat("emden-stade", 1)
    assert "move hamburg-stade.1 > emden-stade.1" not in texts(state)
    assert "move hamburg-stade.2 > emden-stade.1" in texts(state)
    assert refusal(state, "move hamburg-stade.1 > emden-stade.1") == (
        "Emden–Stade 1 is a boat and takes only merchants."
    )


def test_t6_2_no_changing_places_with_a_merchant_on_a_boat():
    state = mixed()
    state.board = with_boat("hamburg-stade", 2)
    orders = texts(state, "move")
    assert "move hamburg-stade.1 > hamburg-stade.2" not in orders
    assert "move hamburg-stade.2 > hamburg-stade.1" not in orders
    assert refusal(state, "move hamburg-stade.1 > hamburg-stade.2") == (
        "Hamburg–Stade 2 is a boat and takes only merchants."
    )


def test_t6_1_the_series_is_of_the_player_on_turn():
    state = play(mixed(), "move hamburg-stade.1 > emden-stade.1")
    assert TEUTONICA.to_move(state) == (RED,)


def test_t6_1_without_pieces_on_the_board_there_is_nothing_to_move():
    assert texts(position(), "move") == set()
