"""T12: Missions, three cities for each player, secret until the end."""

import random
from collections import Counter

import pytest

from games.rules.teutonica.board import load_board
from games.rules.teutonica.modules.missions import cards
from games.rules.teutonica.orders import Deal
from games.rules.title import CHANCE
from tests.rules.positions import BLUE, GREEN, RED, TEUTONICA, deal, play, position
from tests.telling import describe

MISSIONS = {"missions": "on"}
NAMES = ("Ann", "Ben", "Cleo", "Dan")
OF_CARD_1 = ("osnabruck", "stendal", "paderborn")


def dealt():
    """Return a game of four in which seats 1 to 4 have got the cards 1 to 4."""
    lines = [f"deal {seat} mission {seat}" for seat in range(1, 5)]
    return play(TEUTONICA.start(MISSIONS, 4), *lines)


def points(offices, extras=None, cards=None):
    """Return red's points for the Mission."""
    state = position(MISSIONS, cards=cards or {"red": 1}, offices=offices, extras=extras)
    state.over = True
    return TEUTONICA.result(state).scores[RED]["missions"]


def test_t12_there_are_nine_cards_of_three_cities_of_both_sides_of_the_board():
    for board_id in ("hanse-23", "hanse-45"):
        found = cards(load_board(board_id))
        assert len(found) == 9
        assert all(len(set(card)) == 3 for card in found)


def test_t12_two_cities_of_a_card_stand_on_two_other_cards_and_one_on_none():
    found = cards(load_board("hanse-45"))
    number = Counter(city for card in found for city in card)
    assert [sorted(number[city] for city in card) for card in found] == [[1, 3, 3]] * 9


def test_t12_everybody_is_dealt_one_of_those_that_are_left():
    state = TEUTONICA.start(MISSIONS, 4)
    for seat in range(4):
        assert TEUTONICA.to_move(state) == (CHANCE,)
        draws = TEUTONICA.chance_outcomes(state)
        left = [number for number in range(1, 10) if number > seat]
        assert draws == [(Deal(seat, number), 1 / len(left)) for number in left]
        state = play(state, f"deal {seat + 1} mission {seat + 1}")
    assert [order.verb for order, _ in TEUTONICA.chance_outcomes(state)] == ["start"] * 4


def test_t12_without_missions_nothing_is_dealt():
    state = TEUTONICA.start({}, 4)
    assert [order.verb for order, _ in TEUTONICA.chance_outcomes(state)] == ["start"] * 4
    assert TEUTONICA.view(state, RED).missions == ((),) * 4


def test_t12_a_player_sees_the_own_card_only():
    state = dealt()
    ids = [city.id for city in state.board.cities]
    view = TEUTONICA.view(state, RED)
    assert [[ids[city] for city in mission] for mission in view.missions] == [
        list(OF_CARD_1),
        [],
        [],
        [],
    ]
    assert TEUTONICA.view(state, None).missions == ((),) * 4


def test_t12_the_log_tells_it_to_its_owner_only():
    state = TEUTONICA.start(MISSIONS, 4)
    after = play(state, "deal 1 mission 1")

    def told(viewer):
        return describe(TEUTONICA, state, CHANCE, "deal 1 mission 1", after.events, NAMES, viewer)

    assert told(RED) == "Ann gets the Mission Osnabrück, Stendal and Paderborn."
    assert told(GREEN) == told(None) == "Ann gets a Mission card."
    assert TEUTONICA.redact(CHANCE, "deal 1 mission 1", after.events, RED) == "deal 1 mission 1"
    for viewer in (GREEN, BLUE, None):
        redacted = TEUTONICA.redact(CHANCE, "deal 1 mission 1", after.events, viewer)
        assert redacted == "deal 1 mission ?"


def test_t12_views_of_others_do_not_depend_on_a_card():
    one = dealt()
    other = one.copy()
    other.added = other.added._replace(cards=bytes((9, 2, 3, 4)))
    assert TEUTONICA.view(one, RED) != TEUTONICA.view(other, RED)
    for viewer in (GREEN, BLUE, None):
        assert TEUTONICA.view(one, viewer) == TEUTONICA.view(other, viewer)


def test_t12_at_the_end_all_cards_are_shown():
    state = dealt()
    state.over, state.ending = True, "prestige"
    assert all(len(mission) == 3 for mission in TEUTONICA.view(state, None).missions)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_t12_a_city_with_an_own_office_is_worth_1(number):
    assert points({}, dict.fromkeys(OF_CARD_1[:number], "red")) == number


def test_t12_three_cities_without_controlling_all_are_worth_3():
    """Stendal is tied, and blue's office is farther to the right."""
    offices = {"osnabruck": "red", "stendal": "red, blue", "paderborn": "red"}
    assert points(offices) == 3


def test_t12_controlling_all_three_is_worth_5_more():
    offices = {"osnabruck": "red", "stendal": "blue, red", "paderborn": "red"}
    assert points(offices) == 8


def test_t12_an_extra_office_is_an_office():
    offices = {"osnabruck": "red", "stendal": "blue", "paderborn": "red"}
    assert points(offices, {"stendal": "red"}) == 3
    assert points(offices, {"stendal": "red, red"}) == 8


def test_t12_each_player_is_paid_for_the_own_card():
    state = position(
        MISSIONS,
        cards={"red": 1, "green": 2, "blue": 3, "yellow": 4},
        offices={"osnabruck": "red", "dortmund": "green", "minden": "green, blue"},
        prestige={"red": 3},
    )
    state.over = True
    scores = TEUTONICA.result(state).scores
    assert [lines["missions"] for lines in scores] == [1, 2, 1, 0]
    for lines in scores:
        assert sum(lines.values()) == 2 * lines["total"]


def test_t12_t13_both_modules_go_together():
    state = deal(TEUTONICA.start({"missions": "on", "favour": "on"}, 3), random.Random(1))
    assert 0 not in state.added.cards
    assert len(TEUTONICA.view(state, None).tiles) == 3
