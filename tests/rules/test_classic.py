"""The classic edition: T1.4, T9.3, T9.6, T11.8."""

import pytest

from games.rules.title import CHANCE
from tests.rules.positions import (
    BLUE,
    CLASSIC,
    GREEN,
    RED,
    TEUTONICA,
    at,
    city,
    play,
    position,
    refusal,
    supply,
    texts,
)
from tests.telling import describe


def classic(**words):
    return position(CLASSIC, **words)


def test_t1_4_classic_sixteen_markers_of_which_three_start_on_taverns():
    state = play(TEUTONICA.start(CLASSIC, 4), "start 1")
    assert TEUTONICA.to_move(state) == (CHANCE,)
    first = {TEUTONICA.write(state, order) for order, _ in TEUTONICA.chance_outcomes(state)}
    assert first == {f"tavern {kind} bremen-osnabruck" for kind in ("extra", "swap", "remove3")}
    # Additional Office 5, Swap 2, +3 2, +4 2, Develop 3, Remove 3 2, less those three.
    assert list(state.bag) == [4, 1, 2, 2, 3, 0, 1]
    assert TEUTONICA.view(state, None).marker_supply == 13


def test_t9_3_classic_any_two_offices_are_swapped():
    state = classic(offices={"hamburg": "green, blue"}, held={"red": "swap"})
    assert texts(state, "use") == {"use swap hamburg 1 2"}
    assert city(play(state, "use swap hamburg 1 2"), "hamburg") == "blue t, green t, -"
    assert texts(position(offices={"hamburg": "green, blue"}, held={"red": "swap"}), "use") == set()


def test_t9_3_classic_what_stays_the_same():
    """Both occupied, neighbours, no extra offices, no coin."""
    state = classic(
        offices={"hamburg": "green, -, -", "lubeck": "blue, green"},
        extras={"hamburg": "blue", "lubeck": "red"},
        held={"red": "swap"},
    )
    assert texts(state, "use") == {"use swap lubeck 1 2"}
    assert play(state, "use swap lubeck 1 2").prestige == (0, 0, 0, 0)
    assert refusal(state, "use swap hamburg 1 2") == (
        "Swap needs two occupied offices side by side in one city, with different owners."
        " Extra offices don't count."
    )


def removing():
    return play(
        classic(
            spaces={"hamburg-stade": "red t, green m, blue t", "emden-stade.1": "blue t"},
            held={"red": "remove3"},
        ),
        "use remove3",
    )


def test_t9_6_classic_remove_3_brings_pieces_to_their_owners_supplies():
    state = removing()
    before = [supply(state, seat) for seat in (RED, GREEN, BLUE)]
    state = play(
        state, "remove hamburg-stade.1", "remove hamburg-stade.2", "remove hamburg-stade.3"
    )
    after = [supply(state, seat) for seat in (RED, GREEN, BLUE)]
    assert [
        (then[0] - now[0], then[1] - now[1]) for now, then in zip(before, after, strict=True)
    ] == [(1, 0), (0, 1), (1, 0)]
    assert not state.frames
    assert at(state, "emden-stade.1") == "blue t"


@pytest.mark.parametrize("number", [1, 2])
def test_t9_6_classic_up_to_three_but_one_at_least(number):
    state = removing()
    assert texts(state, "done") == set()
    assert refusal(state, "done") == "Remove at least one piece."
    assert refusal(state, "remove emden-stade.2") == "There is no piece on Emden–Stade 2."
    lines = [f"remove hamburg-stade.{space}" for space in range(1, number + 1)]
    state = play(state, *lines, "done")
    assert (TEUTONICA.to_move(state), state.actions) == ((RED,), 2)


def test_t9_6_classic_the_last_piece_of_the_board_ends_it():
    state = classic(spaces={"emden-stade.1": "blue t"}, held={"red": "remove3"})
    assert not play(state, "use remove3", "remove emden-stade.1").frames


def test_t9_5_t9_6_classic_an_empty_board_has_nothing_to_remove():
    state = classic(held={"red": "remove3"})
    assert texts(state, "use") == set()
    assert refusal(state, "use remove3") == (
        "Remove 3 would do nothing now: nobody has a piece on a route."
    )


def test_t9_6_classic_offices_stay():
    state = classic(offices={"hamburg": "blue"}, held={"red": "remove3"})
    assert texts(state, "use") == set()


def test_t9_6_classic_the_log_names_the_owner():
    state = removing()
    line = "remove hamburg-stade.2"
    after = play(state, line)
    told = describe(TEUTONICA, state, RED, line, after.events, ("Ann", "Ben", "Cleo", "Dan"), None)
    assert told == "Ann removes Ben's merchant from Hamburg–Stade 2."


def test_t11_8_classic_equals_share_the_place():
    """In the other edition Actions and network would part them."""
    words = {
        "levels": {"red": {"actions": 1}, "green": {}},
        "prestige": {"red": 12, "green": 12, "blue": 5, "yellow": 5},
    }
    state = classic(**words)
    state.over = True
    result = TEUTONICA.result(state)
    assert (result.places, result.tie_breaker) == ((1, 1, 3, 3), "shared")
    other = position(**words)
    other.over = True
    assert TEUTONICA.result(other).places == (2, 1, 3, 3)
    assert TEUTONICA.result(other).tie_breaker == "actions"


@pytest.mark.parametrize("board", ["hanse", "east", "britannia"])
def test_t1_4_classic_goes_with_every_board(board):
    state = TEUTONICA.start(CLASSIC | {"board": board}, 3)
    assert sum(state.bag) == 13
