"""T1: how a game is set up, and what is always conserved."""

import random
from collections import Counter

import pytest

from games.rules.teutonica.orders import Start
from games.rules.title import CHANCE
from tests.rules.positions import (
    COLOURS,
    TEUTONICA,
    check_pieces,
    count_pieces,
    deal,
    play,
    position,
    stock,
    supply,
)


def begin(players=4, start=1):
    state = play(TEUTONICA.start({}, players), f"start {start}")
    return deal(state, random.Random(0))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_t1_1_everybody_owns_27_traders_and_4_merchants(players):
    state = begin(players)
    assert [count_pieces(state, seat) for seat in range(players)] == [[27, 4]] * players


def test_t1_1_one_trader_marks_prestige_and_is_out_of_play():
    """11 of 27 traders are at hand: 15 lie on the desk, 1 on the prestige track."""
    state = begin()
    for seat in range(4):
        assert supply(state, seat)[0] + stock(state, seat)[0] == 27 - 15 - 1


def test_t1_1_the_leftmost_space_of_each_track_is_open():
    assert TEUTONICA.view(begin(), 0).desks[0].levels == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("ability", "values"),
    [
        (0, [1, 2, 2, 3, 4]),
        (1, [2, 3, 3, 4, 4, 5]),
        (2, [0, 1, 2, 3]),
        (3, [2, 3, 4, 5]),
        (4, [3, 5, 7]),
    ],
    ids=["city keys", "actions", "privilege", "book", "bank"],
)
def test_t1_2_tracks(ability, values):
    names = ("city_keys", "actions", "privilege", "book", "bank")
    found = [
        position(levels={"red": {names[ability]: level}}).value(0, ability)
        for level in range(len(values))
    ]
    assert found == values


def test_t1_2_the_last_bank_takes_everything():
    state = position(levels={"red": {"bank": 3}}, stock={"red": "10t1m"})
    assert play(state, "income 10t1m").stock[:2] == bytes((0, 0))


def test_t1_3_the_start_player_is_drawn_from_all_seats_alike():
    state = TEUTONICA.start({}, 5)
    assert TEUTONICA.to_move(state) == (CHANCE,)
    assert TEUTONICA.chance_outcomes(state) == [(Start(seat), 1 / 5) for seat in range(5)]


def test_t1_3_the_start_player_begins():
    state = begin(players=4, start=3)
    assert TEUTONICA.to_move(state) == (2,)
    assert state.actions == 2


@pytest.mark.parametrize("start", [1, 2, 4])
def test_t1_3_supply_and_stock_by_turn_position(start):
    state = begin(players=4, start=start)
    for position_in_turn in range(1, 5):
        seat = (start - 1 + position_in_turn - 1) % 4
        assert supply(state, seat) == (4 + position_in_turn, 1)
        assert stock(state, seat) == (7 - position_in_turn, 0)


def test_t1_3_the_fifth_player_has_nine_traders():
    state = begin(players=5, start=1)
    assert (supply(state, 4), stock(state, 4)) == ((9, 1), (2, 0))


def test_t1_4_fifteen_markers_of_which_three_start_on_taverns():
    state = begin()
    kinds = Counter(state.bag[kind] for kind in range(7))
    assert sum(state.bag) == 12
    assert kinds == Counter({3: 1, 2: 4, 1: 1, 0: 1})
    on_routes = {r.id: state.markers[r.index] for r in state.board.routes if state.markers[r.index]}
    assert set(on_routes) == {"bremen-osnabruck", "goslar-hildesheim", "luneburg-perleberg"}
    # Additional Office, Swap, Move 3: kinds plus one.
    assert sorted(on_routes.values()) == [1, 2, 6]


def test_t1_4_the_marker_supply():
    state = begin()
    names = ("extra", "swap", "plus3", "plus4", "develop", "move3", "remove3")
    assert dict(zip(names, state.bag, strict=True)) == {
        "extra": 3,
        "swap": 2,
        "plus3": 2,
        "plus4": 2,
        "develop": 2,
        "move3": 1,
        "remove3": 0,
    }


def test_t1_4_each_start_marker_is_as_likely_on_each_tavern():
    state = play(TEUTONICA.start({}, 4), "start 1")
    assert [chance for _, chance in TEUTONICA.chance_outcomes(state)] == [1 / 3] * 3
    state = play(state, "tavern swap bremen-osnabruck")
    assert [chance for _, chance in TEUTONICA.chance_outcomes(state)] == [1 / 2] * 2
    state = play(state, "tavern extra goslar-hildesheim", "tavern move3 luneburg-perleberg")
    assert TEUTONICA.to_move(state) == (0,)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_t1_5_pieces_and_markers_are_conserved_from_the_start(players):
    check_pieces(TEUTONICA.start({}, players))
    check_pieces(begin(players))


def test_t1_5_a_displaced_piece_in_hand_counts():
    state = position(spaces={"hamburg-stade.1": "green m"}, supply={"red": "3t"})
    state = play(state, "displace t hamburg-stade.1 paying 2t")
    assert state.frames[-1].hand
    check_pieces(state)


def test_t1_5_every_colour_has_a_name():
    assert len(set(COLOURS)) == 5
